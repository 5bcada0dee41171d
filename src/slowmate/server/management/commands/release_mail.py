"""`slowmate manage release-mail`: let the mail go that is held since a backup was restored."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from slowmate.server.mail import hold


class Command(BaseCommand):
    help = "say how much mail is held since a backup was restored; with --yes let it go"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--yes", action="store_true", help="let it go")
        parser.add_argument(
            "--with-backup",
            action="store_true",
            help="send also what waited in the backup, which else is dropped: the old server has most likely sent it",
        )

    def handle(self, *_: Any, yes: bool, with_backup: bool, **__: Any) -> None:
        found = hold.release(with_backup=with_backup) if yes else hold.held()
        if found is None:
            raise CommandError("no mail is held; there is nothing to let go", returncode=2)
        dropped = 0 if with_backup else found.from_backup
        sent = found.waiting - dropped
        since = f"{found.since:%Y-%m-%d %H:%M} UTC"
        if yes:
            self.stdout.write(f"mail was held since {since}: {sent} let go, {dropped} from the backup dropped")
        else:
            self.stdout.write(
                f"mail is held since {since}: {found.waiting} waiting, {found.from_backup} from the backup"
            )
            self.stdout.write(f"with --yes {sent} would go and {dropped} be dropped; nothing was done")
