"""Tables for spreadsheets: a name that begins like a formula is text, and nothing that is opened runs."""

import csv
import io
from collections.abc import Iterable, Sequence

TYPE = "text/csv; charset=utf-8"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet takes a cell for something to compute."""
BOM = "\ufeff"
"""So that spreadsheets read UTF-8 as what it is."""


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; text that would be computed is set behind an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return BOM + out.getvalue()


def _cell(value: object) -> object:
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
