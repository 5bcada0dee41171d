"""ENTRANTS.csv: who has entered, one line each. Columns by name, in any order; only ``id`` is required."""

import csv
from collections.abc import Iterator

from slowmate.formats.event_json import MAX_RATING
from slowmate.formats.reading import sex_of
from slowmate.records import BadInput, Player

COLUMNS = ("id", "name", "federation", "sex", "birth_year", "title", "rating", "games", "fide_rating")
MAX_BYTES = 64 * 1024 * 1024


def read_entrants(data: bytes, *, file: str = "ENTRANTS") -> list[Player]:
    """Read the entrants, or refuse the file with the line and column that is wrong. Unknown columns are ignored."""
    if len(data) > MAX_BYTES:
        raise BadInput(f"{len(data):,} bytes is too large for a list of entrants", file=file)
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput("not UTF-8 text; save the file as UTF-8", file=file, line=line) from None
    rows = csv.reader(lines, strict=True)
    try:
        header = [name.strip() for name in next(rows, [])]
        if "id" not in header:
            raise BadInput(f"no column 'id' in the header; the columns are {', '.join(COLUMNS)}", file=file, line=1)
        return list(_players(header, rows, file))
    except csv.Error as error:
        raise BadInput(f"not CSV: {error}", file=file, line=rows.line_num) from None


def _players(header: list[str], rows: "Iterator[list[str]]", file: str) -> Iterator[Player]:
    seen: dict[str, int] = {}
    for line, row in enumerate(rows, 2):
        if not row:
            continue
        if len(row) != len(header):
            raise BadInput(f"{len(row)} fields where the header has {len(header)}", file=file, line=line)
        fields = {name: value.strip() or None for name, value in zip(header, row, strict=True)}
        identity = fields["id"]
        if identity is None:
            raise BadInput("empty; every entrant needs an id", file=file, line=line, field="id")
        if identity in seen:
            raise BadInput(
                f"{identity!r} is used twice, first on line {seen[identity]}", file=file, line=line, field="id"
            )
        seen[identity] = line
        whole = {
            name: _whole(fields.get(name), name, limits, file=file, line=line)
            for name, limits in {
                "birth_year": (1850, 2100),
                "rating": (1, MAX_RATING),
                "games": (0, 1_000_000),
                "fide_rating": (1, MAX_RATING),
            }.items()
        }
        texts = {name: fields.get(name) for name in ("federation", "title")}
        texts["sex"] = _sex(fields.get("sex"), file=file, line=line)
        yield Player(identity, fields.get("name") or identity, **texts, **whole)  # type: ignore[arg-type]


def _sex(text: str | None, *, file: str, line: int) -> str | None:
    try:
        return sex_of(text or "") or None
    except ValueError as wrong:
        raise BadInput(str(wrong), file=file, line=line, field="sex") from None


def _whole(text: str | None, name: str, limits: tuple[int, int], *, file: str, line: int) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.removeprefix("-").isdigit():
        raise BadInput(f"{text!r} is not a whole number", file=file, line=line, field=name)
    if not limits[0] <= int(text) <= limits[1]:
        raise BadInput(f"{text} is outside {limits[0]} to {limits[1]}", file=file, line=line, field=name)
    return int(text)
