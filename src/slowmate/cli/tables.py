"""One console for all that is printed, and tables that keep what matters however narrow the terminal is."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

WIDE = 10_000
"""A file or a pipe has no edge."""
LEAST_NAME = 12


class _Console(Console):
    """Leaves a reader who has gone away to the command line, which ends quietly whatever was printing."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Return a console on standard output; a file or a pipe gets plain text that is never cut or wrapped.

    What is printed is printed as it stands: names may hold brackets, which are no markup, and colons, which are no
    pictures. Styles are given as `style=` or as a `Text`.
    """
    if sys.stdout.isatty():
        return _Console(markup=False, emoji=False)
    return _Console(width=WIDE, color_system=None, soft_wrap=True, markup=False, emoji=False)


@contextmanager
def progress(what: str, *columns: ProgressColumn) -> Iterator[Callable[[float, float | None], None] | None]:
    """Show a bar on standard error on a terminal: call what comes with how much is done, of how much. Else None."""
    if not sys.stderr.isatty():
        yield None
        return
    shown = columns or (TaskProgressColumn(),)
    together = sys.stdout.isatty()  # then the bar keeps below what is printed
    err = Console(stderr=True, markup=False, emoji=False)
    with Progress(
        TextColumn(what),
        BarColumn(),
        *shown,
        TimeRemainingColumn(),
        console=err,
        transient=True,
        redirect_stdout=together,
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. *group* is what is left out together where there is no room; None always stays."""

    heading: str
    cells: Sequence[str | Text]
    group: str | None = None
    left: bool = False
    shrinks: bool = False

    @property
    def width(self) -> int:
        return max((_width(cell) for cell in (self.heading, *self.cells)), default=0)


def _width(cell: str | Text) -> int:
    return cell.cell_len if isinstance(cell, Text) else cell_len(cell)


def fitted(columns: Sequence[Column], order: Sequence[str], width: int) -> tuple[Table, list[str]]:
    """Return a table no wider than *width*, and the groups of columns left out for it, in the *order* they go."""
    shown, dropped = list(columns), list[str]()
    for group in order:
        if _needed(shown) <= width:
            break
        if any(column.group == group for column in shown):
            shown = [column for column in shown if column.group != group]
            dropped.append(group)
    over = max(0, _needed(shown) - width)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in shown:
        most = max(min(LEAST_NAME, column.width), column.width - over) if column.shrinks else column.width
        justify = "left" if column.left else "right"
        table.add_column(column.heading, justify=justify, no_wrap=True, min_width=most, max_width=most)  # type: ignore[arg-type]
    for row in zip(*(column.cells for column in shown), strict=True):
        table.add_row(*row)
    return table, dropped


def _needed(columns: Sequence[Column]) -> int:
    """Return the width with a blank behind each column and one between two, or at the edge."""
    return sum(column.width + 2 for column in columns)


def plain(columns: Sequence[Column]) -> list[str]:
    """Write a table of plain text, a line a row below its headings: for tables by the thousand."""
    laid = [_padded_cells(column) for column in columns]
    return ["  ".join(cells).rstrip() for cells in zip(*laid, strict=True)]


def _padded_cells(column: Column) -> list[str]:
    width = column.width
    cells = [str(cell) for cell in (column.heading, *column.cells)]
    blanks = [" " * (width - cell_len(cell)) for cell in cells]
    return [cell + blank if column.left else blank + cell for cell, blank in zip(cells, blanks, strict=True)]
