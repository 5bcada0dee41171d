"""`slowmate manage`: Django's own commands on the server's database."""

import argparse

from slowmate.cli.server_setup import database, require_migrated, set_up
from slowmate.records import BadInput

EXAMPLES = """examples:
  slowmate manage migrate             bring the database up to this version
  slowmate manage check --deploy      what Django finds wrong with the settings
  slowmate manage release-mail        mail that is held since a backup was restored
  slowmate manage shell
"""
WITHOUT_DATABASE = frozenset({"help", "version", "check", "migrate", "makemigrations", "sqlmigrate", "collectstatic"})
"""Commands of Django that need no database, or make one."""
OURS = "slowmate.server"
"""Where our own commands are: they need a database of this version."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--demo", action="store_true", help="the demo's database")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="COMMAND ...", help="a command of Django")


def run(options: argparse.Namespace) -> int:
    if not options.arguments:
        raise BadInput("name a command; 'slowmate manage help' lists them")
    command, *rest = options.arguments
    name = command if command.startswith("-") else command.replace("-", "_")  # release-mail, as people write it
    set_up(demo=options.demo, existing=not (command.startswith("-") or name in WITHOUT_DATABASE))
    from django.core.management import CommandError, ManagementUtility, get_commands  # noqa: PLC0415 - the server's

    if get_commands().get(name) == OURS and not {"-h", "--help"} & set(rest):
        with database():
            require_migrated()
    utility = ManagementUtility(["slowmate manage", name, *rest])
    try:
        with database(at_once=False):  # many commands need none
            utility.execute()
    except CommandError as wrong:
        raise BadInput(str(wrong)) from None
    return 0
