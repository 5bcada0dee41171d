"""`slowmate manage administrator ADDRESS`: make somebody an administrator, who gives the first offices."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from slowmate.server.privacy import services
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit


class Command(BaseCommand):
    help = "make an account an administrator, or end that with --end"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("email", help="the address the person signs in with")
        parser.add_argument("--end", action="store_true", help="the person is no administrator any more")

    def handle(self, *_: Any, email: str, end: bool, **__: Any) -> None:
        try:
            services.set_administrator(email, is_one=not end, at=clock.now())
        except Unfit as unfit:
            raise CommandError(unfit.why) from None
        self.stdout.write(f"{email} is {'no ' if end else ''}administrator")
