"""CSV a row at a time: each row with its line, each field read or refused by itself, so that one bad row is one."""

import csv
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from slowmate.formats.csv_table import BOM, unpacked
from slowmate.formats.reading import day_of, sex_of
from slowmate.records import BadInput


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its fields as text without blanks around them, empty where the file has no such column."""

    file: str
    line: int
    fields: Mapping[str, str]

    def bad(self, field: str, why: str) -> BadInput:
        return BadInput(why, file=self.file, line=self.line, field=field)

    def text(self, name: str, *, most: int = 120) -> str:
        value = self.fields.get(name, "")
        if len(value) > most:
            raise self.bad(name, f"{len(value)} characters; at most {most} fit")
        return value

    def required(self, name: str, *, most: int = 120) -> str:
        value = self.text(name, most=most)
        if not value:
            raise self.bad(name, "empty")
        return value

    def choice(self, name: str, allowed: Sequence[str]) -> str:
        value = self.text(name)
        if value and value not in allowed:
            raise self.bad(name, f"{value[:40]!r} is not one of {', '.join(allowed)}")
        return value

    def number(self, name: str, *, least: float, most: float) -> float | None:
        text = self.text(name)
        if not text:
            return None
        try:
            value = float(text)
        except ValueError:
            raise self.bad(name, f"{text[:40]!r} is not a number") from None
        if not least <= value <= most:
            raise self.bad(name, f"{text[:40]} is outside {least:g} to {most:g}")
        return value

    def whole(self, name: str, *, least: int, most: int) -> int | None:
        value = self.number(name, least=least, most=most)
        if value is not None and value != int(value):
            raise self.bad(name, f"{self.fields[name][:40]} is not a whole number")
        return None if value is None else int(value)

    def flag(self, name: str) -> bool | None:
        word = self.text(name).lower()
        if not word:
            return None
        if word not in _FLAGS:
            raise self.bad(name, f"{word[:40]!r} is not one of {', '.join(_FLAGS)}")
        return _FLAGS[word]

    def sex(self, name: str) -> str:
        try:
            return sex_of(self.text(name))
        except ValueError as wrong:
            raise self.bad(name, str(wrong)) from None

    def day(self, name: str) -> date | None:
        text = self.text(name)
        try:
            return day_of(text) if text else None
        except ValueError as wrong:
            raise self.bad(name, str(wrong)) from None


_FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


def read_rows(
    data: bytes,
    *,
    file: str,
    required: Sequence[str],
    what: str,
    known: Collection[str] = (),
    unknown: Callable[[str, str], None] | None = None,
) -> Iterator[Row | BadInput]:
    """Yield the rows of a file with a header, in order; for one of another width, what is wrong with it.

    *unknown* is told the file and the name of each column that is not among the *known*.
    """
    text = _text(unpacked(data, file).removeprefix(BOM), file)
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        names = [name.strip() for name in next(reader, [])]
    except csv.Error as wrong:
        raise BadInput(f"not CSV: {wrong}", file=file, line=1) from None
    _check_header(names, required, file=file, what=what)
    if unknown is not None:
        for name in names:
            if name not in known:
                unknown(file, name)
    while True:
        line = reader.line_num + 1
        try:
            fields = next(reader, None)
        except csv.Error as wrong:
            yield BadInput(f"not CSV: {wrong}; is the file cut?", file=file, line=line)
            return
        if fields is None:
            return
        if not fields:
            continue
        if len(fields) != len(names):
            why = f"{len(fields)} fields where the header has {len(names)}; is the file cut?"
            yield BadInput(why, file=file, line=line)
            continue
        yield Row(file, line, {name: value.strip() for name, value in zip(names, fields, strict=True)})


def _text(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise BadInput("not UTF-8 text; save the file as UTF-8", file=file, line=line) from None


def _check_header(names: Sequence[str], required: Sequence[str], *, file: str, what: str) -> None:
    if not any(names):
        raise BadInput(f"empty; expected {what} with a header line: {','.join(required)},...", file=file, line=1)
    for number, name in enumerate(names):
        if name in names[:number]:
            raise BadInput("the column stands twice in the header", file=file, line=1, field=name)
    for name in required:
        if name not in names:
            raise BadInput(f"missing column; the header has {', '.join(names)}", file=file, line=1, field=name)
