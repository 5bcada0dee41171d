"""`slowmate`: finds the subcommand, and turns what goes wrong into one line and an exit status."""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import NoReturn

from slowmate import __version__
from slowmate.cli.warnings import take_warnings
from slowmate.records import BadInput

COMMANDS = {
    "rate": "rating lists, explained numbers, forecasts and histories",
    "standings": "the table of an event, with every tie explained",
    "draw": "divide entrants into sections of equal strength and draw colours, from a seed",
    "entry": "may a player enter an event, by which route, and why",
    "norms": "the norms of an event: what each player needs, and who has made one",
    "titles": "a player's titles from their whole record, and what the next one takes",
    "certificate": "certificates of norms and titles and FIDE's forms, as PDF",
    "trf": "a tournament report file from an event, or an event from a tournament report file",
    "game": "check the games of a PGN file: legality, result, claims, both notations",
    "position": "what can still happen in a position: dead or not, who can mate, what the tables say",
    "completion": "a script that completes commands and options in bash, zsh or fish",
    "clauses": "the rule book: where each clause is applied, what reaches that, and which tests prove it",
    "serve": "start the server, worker included, on an embedded database",
    "worker": "deadlines, mail and housekeeping, beside other processes of the server",
    "verify": "fold every game of the server again from its events and compare",
    "backup": "write the server's whole database to one file",
    "restore": "bring a backup into an empty place",
    "import": "bring a federation's past: players, rating lists, events and games",
    "manage": "Django's own commands on the server's database",
}
"""Subcommand to help line; each lives in the module of its name, loaded only when it is called."""

MODULES = {"import": "import_archives"}
"""Modules of commands whose name is a keyword of Python."""

EPILOG = """examples:
  slowmate rate --rules iccf-2023 --players p.csv --games g.csv   a rating list
  slowmate standings section.json            the crosstable, as people like to read it
  slowmate standings section.json --explain  ... and how each tie was broken, by which clause
  slowmate draw entrants.csv --section-size 13 --seed "Amici 2024"
  slowmate entry player.json --event master-class --on 2017-05-10
  slowmate norms section.json                the statement of norms, and the norms made so far
  slowmate certificate norm section.json --player 3 --title SIM --on 2019-12-01 -o norm.pdf
  slowmate game archive.pgn                  is every game legal, and who can claim what?
  slowmate clauses --missing                 what is not yet covered
  slowmate completion bash                   commands and options completed by the tab key
  slowmate serve --demo                      a server to look at, with demo data

exit status: 0 success, 1 the answer is no, 2 bad input (one line on standard error says what and where)
"""


NO_VALUE = re.compile(r"--[\w-]+=--|-\w--")
"""An option whose value is two dashes, which argparse would hand over as an empty list."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line, as for any other bad input, and what was perhaps meant."""

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is None or value in action.choices:
            return
        names = [str(choice) for choice in action.choices]
        what = "" if action.option_strings else f"{action.metavar or action.dest}: "
        message = f"{what}{value!r} is not one of {', '.join(names)}{_suggestion(str(value), names)}"
        raise argparse.ArgumentError(action if action.option_strings else None, message)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    parser = make_parser([chosen] if chosen in COMMANDS else [])
    if chosen is not None and chosen not in COMMANDS:
        parser.error(f"{chosen!r} is not a command{_suggestion(chosen, COMMANDS)}")
    if empty := next((word for word in arguments if NO_VALUE.fullmatch(word)), None):
        parser.error(f"{empty!r}: -- is no value")
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        option_names = [option for action in options.actions for option in action.option_strings]
        what = "not an option of it" if unknown[0].startswith("-") else "one argument too many"
        options.parser.error(f"{unknown[0]!r} is {what}{_suggestion(unknown[0].partition('=')[0], option_names)}")
    return _run(options)


def make_parser(loaded: Iterable[str]) -> Parser:
    """Return the parser of all commands; only those *loaded* bring their own arguments, for each must be imported."""
    parser = Parser(
        prog="slowmate",
        description="A correspondence chess federation in a box.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"slowmate {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, line in COMMANDS.items():
        command = commands.add_parser(
            name, help=line, description=line, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name in loaded:
            module = import_module(f"slowmate.cli.{MODULES.get(name, name)}")
            command.epilog = module.EXAMPLES
            module.add_arguments(command)
            command.set_defaults(run=module.run, parser=command, actions=command._actions)  # noqa: SLF001
    return parser


def _suggestion(word: str, candidates: Iterable[str]) -> str:
    near = get_close_matches(word, list(candidates), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _write_no_more() -> None:
    """Discard what is still to be printed, so that the end of the program does not fail of it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(options: argparse.Namespace) -> int:
    take_warnings()
    try:
        status: int = options.run(options)
        sys.stdout.flush()
        for warning in take_warnings():
            print(f"slowmate: {warning}", file=sys.stderr)
    except BadInput as error:
        print(f"slowmate: {error}".replace("\n", " "), file=sys.stderr)
        return 2
    except UnicodeError as error:
        print(f"slowmate: text that cannot be read or written: {error}".replace("\n", " "), file=sys.stderr)
        return 2
    except BrokenPipeError:
        _write_no_more()
        return 0
    except OSError as error:  # such as a full disk under what standard output was sent to
        _write_no_more()
        why = (error.strerror or str(error)).lower()
        print(f"slowmate: {error.filename or 'standard output'}: {why}".replace("\n", " "), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("slowmate: stopped", file=sys.stderr)
        return 130
    return status
