"""`slowmate restore FILE`: a backup into an empty place, and every game verified."""

import argparse
from pathlib import Path

from slowmate.cli.server_setup import database, set_up
from slowmate.cli.verify import verify

EXAMPLES = """examples:
  SLOWMATE_DATA=/srv/slowmate slowmate restore /backups/slowmate-2026-05-14
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="what 'slowmate backup' wrote")
    parser.add_argument("--demo", action="store_true", help="into the demo's database")


def run(options: argparse.Namespace) -> int:
    set_up(demo=options.demo)
    from slowmate.server.services.backup import restore  # noqa: PLC0415 - needs the settings

    with database():
        kind = restore(Path(options.file))
        print(f"{options.file}: {kind}, restored")
        return verify()
