"""`slowmate restore FILE`: a backup into an empty place, and every game verified."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from slowmate.cli.server_setup import database, set_up
from slowmate.cli.verify import verify
from slowmate.records import BadInput

EXAMPLES = """examples:
  SLOWMATE_DATA=/srv/slowmate slowmate restore /backups/slowmate-2026-05-14
"""
MADE = ("secret-key", "*.sqlite3", "*.sqlite3-*")
"""The files that loading the settings and opening an empty database leave in SLOWMATE_DATA."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="what 'slowmate backup' wrote")
    parser.add_argument("--demo", action="store_true", help="into the demo's database")


def run(options: argparse.Namespace) -> int:
    with _removing_leftovers():
        set_up(demo=options.demo)
        from slowmate.server.jobs.backup import restore  # noqa: PLC0415 - needs the settings

        with database():
            kind = restore(Path(options.file))
    print(f"{options.file}: {kind}, restored")
    print("mail is held: 'slowmate manage release-mail' says how much waits, and lets it go")
    with database():
        return verify()


@contextmanager
def _removing_leftovers() -> Iterator[None]:
    """Remove what a refused restore has made beside the database, and the database itself."""
    data = Path(os.environ.get("SLOWMATE_DATA", "var")).resolve()
    was_there = data.is_dir()
    before = set(data.iterdir()) if was_there else set()
    try:
        yield
    except BadInput:
        for name in MADE:
            for path in {*data.glob(name)} - before:
                path.unlink(missing_ok=True)
        if not was_there and data.is_dir() and not any(data.iterdir()):
            data.rmdir()
        raise
