"""`slowmate completion SHELL`: made from the parser itself, so that it never lags behind."""

import argparse
import re
from collections.abc import Iterable

import shtab

from slowmate.cli.main import COMMANDS, make_parser
from slowmate.ratings import SYSTEMS
from slowmate.records import KINDS
from slowmate.rulebook import EDITIONS
from slowmate.titles.norms import OF_FIDE
from slowmate.titles.norms import RULES as OF_NORMS

EXAMPLES = """examples:
  slowmate completion bash > ~/.local/share/bash-completion/completions/slowmate
  slowmate completion zsh > ~/.zfunc/_slowmate          with fpath+=~/.zfunc before compinit in ~/.zshrc
  slowmate completion fish > ~/.config/fish/completions/slowmate.fish
"""
NAMES: dict[str, Iterable[str]] = {"KIND": KINDS, "K": KINDS, "E": EDITIONS}
"""Metavar to what may be written there, for arguments whose command itself says what is wrong with a value."""
RULES: dict[str, Iterable[str]] = {"rate": SYSTEMS, "norms": OF_NORMS, "norm": OF_NORMS, "it1": OF_FIDE, "it3": OF_FIDE}
"""Command to the rules it goes by (metavar R): not all that rate games make norms."""
FILES = re.compile(r"FILE|EVENT|PATH|LIST|.*(FILE|\.(csv|json|pgn))")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell to complete in")


def run(options: argparse.Namespace) -> int:
    parser = make_parser(COMMANDS)
    _offer(parser)
    print(shtab.complete(parser, options.shell))
    return 0


def _offer(parser: argparse.ArgumentParser) -> None:
    """Tell the arguments of all commands what to offer: names, files or folders."""
    for action in parser._actions:  # noqa: SLF001
        metavar = str(action.metavar or "")
        if isinstance(action.choices, dict):
            for command in dict.fromkeys(action.choices.values()):
                _offer(command)
        elif metavar in NAMES:
            action.choices = tuple(NAMES[metavar])
        elif metavar == "R":
            action.choices = tuple(RULES[parser.prog.split()[-1]])
        elif metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif FILES.fullmatch(metavar):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
