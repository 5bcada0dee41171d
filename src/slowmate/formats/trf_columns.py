"""The columns of a tournament report file: which stand where, record by record. Adding a record is adding a row.

Columns count from 1 and include the last one, as the format's description gives them. Numbers stand right in their
columns, text stands left, except titles, which every program in use puts to the right.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from slowmate.records import BadInput

TrfValue: TypeAlias = int | str | Fraction | None

_WHOLE = re.compile(r"\d+", re.ASCII)
_POINTS = re.compile(r"-?(\d+([.,]\d*)?|[.,]\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class TrfColumn:
    """A field of a record. *kind* is ``text``, ``right`` (text that stands right), ``whole`` or ``points`` (11.5)."""

    name: str
    first: int
    last: int
    kind: str = "text"

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    @property
    def label(self) -> str:
        where = f"columns {self.first}-{self.last}" if self.width > 1 else f"column {self.first}"
        return f"{where} ({self.name})"

    def moved(self, by: int) -> "TrfColumn":
        return TrfColumn(self.name, self.first + by, self.last + by, self.kind)


@dataclass(frozen=True, slots=True)
class Layout:
    """A record: its fields, and the fields that repeat every *step* columns to the end of the line."""

    fields: tuple[TrfColumn, ...]
    repeated: tuple[TrfColumn, ...] = ()
    step: int = 0


def _list(name: str, first: int, width: int, kind: str = "whole") -> tuple[TrfColumn, ...]:
    return (TrfColumn(name, first, first + width - 1, kind),)


_STATIC = (
    TrfColumn("starting number", 5, 8, "whole"),
    TrfColumn("sex", 10, 10),
    TrfColumn("title", 11, 13, "right"),
    TrfColumn("name", 15, 47),
    TrfColumn("rating", 49, 52, "whole"),
    TrfColumn("federation", 54, 56),
    TrfColumn("FIDE number", 58, 68, "right"),
    TrfColumn("birth date", 70, 79),
)
_ROUND = (TrfColumn("opponent", 92, 95, "whole"), TrfColumn("colour", 97, 97), TrfColumn("result", 99, 99))

PLAYER = Layout((*_STATIC, TrfColumn("points", 81, 84, "points"), TrfColumn("rank", 86, 89, "whole")), _ROUND, 10)
NATIONAL = Layout(_STATIC)
"""A national rating: the same columns, with a federation's three letters in place of 001."""
TEAM_2006 = Layout((TrfColumn("name", 5, 36),), _list("player", 37, 4), 5)
TEAM_2026 = Layout(
    (
        TrfColumn("number", 5, 7, "whole"),
        TrfColumn("name", 9, 40),
        TrfColumn("nickname", 42, 46),
        TrfColumn("strength", 48, 53, "whole"),
        TrfColumn("match points", 55, 60, "points"),
        TrfColumn("game points", 62, 67, "points"),
        TrfColumn("rank", 69, 71, "whole"),
    ),
    _list("player", 74, 4),
    5,
)

LAYOUTS: Mapping[str, Layout] = {
    "001": PLAYER,
    "013": TEAM_2006,
    "310": TEAM_2026,
    "132": Layout((), _list("date", 92, 8, "text"), 10),
    "162": Layout((), (TrfColumn("result", 6, 6), TrfColumn("points", 7, 10, "points")), 9),
    "172": Layout((TrfColumn("federation", 5, 7), TrfColumn("method", 9, 13))),
    "240": Layout((TrfColumn("bye", 5, 5), TrfColumn("round", 7, 9, "whole")), _list("player", 11, 4), 5),
    "250": Layout(
        (
            TrfColumn("match points", 5, 8, "points"),
            TrfColumn("points", 10, 13, "points"),
            TrfColumn("first round", 15, 17, "whole"),
            TrfColumn("last round", 19, 21, "whole"),
            TrfColumn("first player", 23, 26, "whole"),
            TrfColumn("last player", 28, 31, "whole"),
        )
    ),
    "260": Layout(
        (TrfColumn("first round", 5, 7, "whole"), TrfColumn("last round", 9, 11, "whole")), _list("player", 13, 4), 5
    ),
    "299": Layout(
        (
            TrfColumn("type", 5, 5),
            TrfColumn("match points", 8, 11, "points"),
            TrfColumn("points", 14, 17, "points"),
            TrfColumn("round", 20, 22, "whole"),
        ),
        _list("player", 24, 4),
        5,
    ),
    "300": Layout(
        (TrfColumn("round", 5, 7, "whole"), TrfColumn("team", 9, 11, "whole"), TrfColumn("opponent", 13, 15, "whole")),
        _list("player", 17, 4),
        5,
    ),
    "320": Layout(
        (TrfColumn("match points", 5, 8, "points"), TrfColumn("game points", 10, 13, "points")), _list("team", 15, 3), 4
    ),
    "330": Layout(
        (
            TrfColumn("forfeit", 5, 6),
            TrfColumn("round", 8, 10, "whole"),
            TrfColumn("white team", 12, 14, "whole"),
            TrfColumn("black team", 16, 18, "whole"),
        )
    ),
}

HEADERS: Mapping[str, str] = {
    "012": "name of the tournament",
    "022": "city",
    "032": "federation",
    "042": "date of the start",
    "052": "date of the end",
    "062": "number of players",
    "072": "number of rated players",
    "082": "number of teams",
    "092": "type of tournament",
    "102": "chief arbiter",
    "112": "deputy chief arbiter",
    "122": "time for moves",
    "132": "dates of the rounds",
    "142": "number of rounds",
    "152": "first colour",
    "182": "pairing program",
    "192": "type of tournament, coded",
    "202": "tie-breaks",
    "212": "order of the standings",
    "222": "time for moves, coded",
    "352": "colours of the boards",
    "362": "match points",
}
"""Records that are text from column 5 on."""


def cell(line: str, column: TrfColumn) -> str:
    return line[column.first - 1 : column.last].strip()


def read_cell(line: str, column: TrfColumn, *, file: str, number: int) -> TrfValue:
    """Read one field of a line; `BadInput` names its columns. An empty number is None, an empty text is empty."""
    text = cell(line, column)
    if column.kind in ("text", "right"):
        return text
    if not text:
        return None
    if column.kind == "whole" and _WHOLE.fullmatch(text):
        return int(text)
    if column.kind == "points" and _POINTS.fullmatch(text):
        return Fraction(text.replace(",", "."))
    expected = "a whole number" if column.kind == "whole" else "points such as 11.5"
    raise BadInput(f"{text!r} is not {expected}", file=file, line=number, field=column.label)


def write_cell(value: TrfValue, column: TrfColumn) -> str:
    """Write one field as wide as its columns; `BadInput` when it cannot stand there exactly."""
    if isinstance(value, Fraction):
        tenths = value * 10
        if tenths.denominator != 1:
            raise BadInput(f"{value} points cannot be written with one decimal", field=column.label)
        text = f"{float(value):.1f}"
    else:
        text = "" if value is None else str(value)
    if len(text) > column.width:
        raise BadInput(f"{text!r} is wider than its {column.width} columns", field=column.label)
    if text != text.strip() or not text.isprintable():
        raise BadInput(f"{text!r} has blanks around it or control characters in it", field=column.label)
    return text.ljust(column.width) if column.kind == "text" else text.rjust(column.width)


def read_row(
    line: str, layout: Layout, *, file: str, number: int
) -> tuple[dict[str, TrfValue], list[tuple[TrfValue, ...]]]:
    """Read all fields of a line by name, and its repeated groups up to the end of the line."""
    fields = {column.name: read_cell(line, column, file=file, number=number) for column in layout.fields}
    groups = []
    if layout.repeated:
        first = layout.repeated[0].first
        for shift in range(0, max(0, len(line.rstrip()) - first + 1), layout.step):
            moved = (column.moved(shift) for column in layout.repeated)
            groups.append(tuple(read_cell(line, column, file=file, number=number) for column in moved))
    return fields, groups


def write_row(
    tag: str, layout: Layout, fields: Mapping[str, TrfValue], groups: tuple[tuple[TrfValue, ...], ...] = ()
) -> str:
    """Write a line with every field in its columns and no blanks at the end."""
    cells = [(column, fields.get(column.name)) for column in layout.fields]
    for index, group in enumerate(groups):
        moved = (column.moved(index * layout.step) for column in layout.repeated)
        cells.extend(zip(moved, group, strict=True))
    line = tag
    for column, value in cells:
        line = line.ljust(column.first - 1) + write_cell(value, column)
    return line.rstrip()


def first_shifted(line: str, layout: Layout) -> int | None:
    """Return the first column between two fields that is not blank: the line is shifted, or a field runs over."""
    columns = list(layout.fields)
    if layout.repeated:
        for shift in range(0, max(0, len(line) - layout.repeated[0].first + 1), layout.step):
            columns.extend(column.moved(shift) for column in layout.repeated)
    covered = {1, 2, 3}.union(*(range(column.first, column.last + 1) for column in columns))
    return next((at for at, sign in enumerate(line, 1) if at not in covered and not sign.isspace()), None)
