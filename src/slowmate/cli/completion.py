"""`slowmate completion SHELL`: made from the parser itself, so that it never lags behind."""

import argparse

import shtab

from slowmate.cli.main import COMMANDS, make_parser

EXAMPLES = """examples:
  slowmate completion bash > ~/.local/share/bash-completion/completions/slowmate
  slowmate completion zsh > ~/.zfunc/_slowmate          with fpath+=~/.zfunc before compinit in ~/.zshrc
  slowmate completion fish > ~/.config/fish/completions/slowmate.fish
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell to complete in")


def run(options: argparse.Namespace) -> int:
    print(shtab.complete(make_parser(COMMANDS), options.shell))
    return 0
