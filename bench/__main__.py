"""Runs every module of this folder that has `run() -> list of (what, measured)`; arguments choose modules by name."""

import sys
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table


def main(chosen: list[str]) -> None:
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_"))
    out = Console(width=None if sys.stdout.isatty() else 160)
    for name in chosen or names:
        table = Table("what", "measured", title=name, title_justify="left")
        for what, measured in import_module(f"bench.{name}").run():
            table.add_row(what, measured)
        out.print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
