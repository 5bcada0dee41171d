"""`slowmate verify`: is every game what its events say?"""

import argparse

from rich.console import Console
from rich.progress import Progress

from slowmate.cli.server_setup import database, require_migrated, set_up

EXAMPLES = """examples:
  slowmate verify                     exit status 0: every game is what its events say; 1: these are not
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--demo", action="store_true", help="the demo's database")


def run(options: argparse.Namespace) -> int:
    set_up(demo=options.demo)
    with database():
        require_migrated()
        return verify()


def verify() -> int:
    """Look at every game, with a progress bar on a terminal; 1 if any differs."""
    from slowmate.server.games.models import Game  # noqa: PLC0415 - needs the settings
    from slowmate.server.jobs.verify import differences  # noqa: PLC0415

    errors = Console(stderr=True)
    total, wrong = Game.objects.count(), 0
    with Progress(console=errors, disable=not errors.is_terminal, transient=True) as progress:
        task = progress.add_task("verifying games", total=total)
        for difference in differences(lambda done: progress.advance(task, done)):
            print(f"game {difference.game}: {difference.what}")
            wrong += 1
    print(f"{total} games looked at, {wrong} differ from their events" if wrong else f"{total} games, all well")
    return 1 if wrong else 0
