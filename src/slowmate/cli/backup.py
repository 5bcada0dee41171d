"""`slowmate backup FILE`: the whole database in one file, while the server runs."""

import argparse
from pathlib import Path

from slowmate.cli.server_setup import database, require_migrated, set_up

EXAMPLES = """examples:
  slowmate backup /backups/slowmate-2026-05-14
  slowmate backup --portable move.jsonl.gz     for another kind of database

keep the file 'secret-key' of SLOWMATE_DATA with it
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="where to write it; must not exist")
    parser.add_argument("--portable", action="store_true", help="a form that SQLite and PostgreSQL both can restore")
    parser.add_argument("--demo", action="store_true", help="the demo's database")


def run(options: argparse.Namespace) -> int:
    set_up(demo=options.demo, existing=True)
    from slowmate.server.jobs.backup import backup  # noqa: PLC0415 - needs the settings

    with database():
        require_migrated()
        kind = backup(Path(options.file), portable=options.portable)
    print(f"{options.file}: {kind}")
    return 0
