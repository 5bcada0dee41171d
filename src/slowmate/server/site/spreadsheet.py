"""CSV for people who open it in a spreadsheet: nothing in it is taken for a formula."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from django.http import StreamingHttpResponse

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines of a file, with a header. Numbers stay numbers; a text that looks like a formula is only a text."""
    writer = csv.writer(_Echo())
    yield writer.writerow(header)
    for row in rows:
        yield writer.writerow([plain(cell) for cell in row])


def plain(cell: object) -> object:
    """A cell as no spreadsheet takes it for a formula: with an apostrophe before it, as people type it."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell


def spreadsheet(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> StreamingHttpResponse:
    """The file as an answer, to be kept under a name."""
    response = StreamingHttpResponse(lines(header, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
