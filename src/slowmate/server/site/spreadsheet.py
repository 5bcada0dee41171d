"""Tables for spreadsheets: a name that begins like a formula is text, and nothing that is opened runs."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from django.http import StreamingHttpResponse

TYPE = "text/csv; charset=utf-8"
FORMULA = (*"=+-@", *"＝＋－＠", "\t", "\r", "\n")
"""First characters that make a cell a formula; the full-width ones in East Asian spreadsheets."""
BOM = "\ufeff"
"""So that spreadsheets read UTF-8 as what it is."""


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV; text that would be computed is set behind an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerows([plain(value) for value in row] for row in rows)
    return BOM + out.getvalue()


def lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a long file, with a header, one by one."""
    writer = csv.writer(_Echo())
    yield writer.writerow(header)
    for row in rows:
        yield writer.writerow([plain(cell) for cell in row])


def plain(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula: with an apostrophe before it, as people type it."""
    if cell is None:
        return ""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def spreadsheet(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> StreamingHttpResponse:
    """Return a long file as a response, to be saved under a name."""
    response = StreamingHttpResponse(lines(header, rows), content_type=TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
