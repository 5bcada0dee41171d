"""CSV as columns of text, read by Polars; whatever is wrong is named by file, line and field."""

import csv
import gzip
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from slowmate.records import BadInput

BOM = b"\xef\xbb\xbf"
GZIP, PARQUET = b"\x1f\x8b", b"PAR1"
"""The first bytes of such files."""


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A file's columns as text (null where empty), and the way back to the line of a row."""

    frame: pl.DataFrame
    file: str
    data: bytes
    has_lines: bool = True
    """False for a table that has rows but no lines, such as Parquet."""

    def has(self, name: str) -> bool:
        return name in self.frame.columns

    def bad(self, row: int, field: str, why: str) -> BadInput:
        if not self.has_lines:
            return BadInput(f"{why} (row {row + 1})", file=self.file, field=field)
        return BadInput(why, file=self.file, line=_line(self.data, row), field=field)

    def text(self, name: str) -> pl.Series:
        return self.frame[name]

    def numbers(self, name: str, *, least: float, most: float, whole: bool = False) -> pl.Series:
        """Return a column of numbers within limits, null where empty; refuse the first value that is not one."""
        words = self.frame[name]
        values = words.cast(pl.Float64, strict=False)
        fine = values.is_between(least, most) & (values.floor() == values if whole else True)
        wrong = words.is_not_null() & ~fine.fill_null(value=False)
        if wrong.any():
            row = int(wrong.arg_max() or 0)
            word, value = words[row], values[row]
            kind = "a whole number" if whole else "a number"
            if value is None:
                raise self.bad(row, name, f"{word!r} is not {kind}")
            if least <= value <= most:
                raise self.bad(row, name, f"{word} is not a whole number")
            raise self.bad(row, name, f"{word} is outside {least:g} to {most:g}")
        return values

    def choices(self, name: str, allowed: Sequence[str]) -> pl.Series:
        """Return a column of words, null where empty; refuse a word that is not allowed."""
        words = self.frame[name]
        wrong = words.is_not_null() & ~words.is_in(list(allowed))
        if wrong.any():
            row = int(wrong.arg_max() or 0)
            raise self.bad(row, name, f"{words[row]!r} is not one of {', '.join(allowed)}")
        return words

    def days(self, name: str) -> pl.Series:
        """Return a column of dates such as 2023-09-01; null where empty."""
        words = self.frame[name]
        values = words.str.to_date("%Y-%m-%d", strict=False, exact=True)
        wrong = words.is_not_null() & (values.is_null() | (words.str.len_bytes() != 10))
        if wrong.any():
            row = int(wrong.arg_max() or 0)
            raise self.bad(row, name, f"{words[row]!r} is not a date; write it as 2023-09-01")
        return values


def read_csv(
    data: bytes,
    *,
    file: str,
    required: Sequence[str],
    what: str,
    columns: Sequence[str] | None = None,
    or_else: Sequence[str] = (),
) -> CsvTable:
    """Read a file with a header. *columns* are the columns to keep (all if None); *required* ones must be there.

    Of the columns in *or_else* one will do.

    It may be compressed by gzip, or be Parquet: the content tells.
    """
    has_lines = not data.startswith(PARQUET)
    data = (unpacked(data, file) if has_lines else _parquet_as_csv(data, file)).removeprefix(BOM).rstrip()
    if not data:
        raise BadInput(f"empty; expected {what} with a header line: {','.join(required)},...", file=file, line=1)
    names = _header(data, file)
    for name in required:
        if name not in names and not (name in or_else and any(other in names for other in or_else)):
            raise BadInput(f"missing column; the header has {', '.join(names)}", file=file, line=1, field=name)
    _same_width(data, len(names), file)
    present = names if columns is None else [name for name in names if name in columns]
    try:
        frame = pl.read_csv(data, infer_schema=False, columns=present)
    except pl.exceptions.PolarsError as error:
        raise _unreadable(data, file, error) from None
    return CsvTable(frame.select(present), file, data, has_lines)


def unpacked(data: bytes, file: str) -> bytes:
    """Return the data, decompressed if it is gzip's."""
    if not data.startswith(GZIP):
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        raise BadInput("not a whole gzip file; is it cut?", file=file) from None


def _parquet_as_csv(data: bytes, file: str) -> bytes:
    try:
        return pl.read_parquet(data).write_csv().encode()
    except (OSError, pl.exceptions.PolarsError) as error:
        raise BadInput(f"not readable as Parquet: {str(error).splitlines()[0]}", file=file) from None


def _header(data: bytes, file: str) -> list[str]:
    line = data.partition(b"\n")[0].rstrip(b"\r")
    try:
        names = next(csv.reader([line.decode("utf-8")]))
    except UnicodeDecodeError:
        raise BadInput("not UTF-8 text; save the file as UTF-8", file=file, line=1) from None
    except csv.Error as error:
        why = str(error).partition(" - ")[0]  # what follows is advice to programmers
        raise BadInput(f"not CSV: {why}", file=file, line=1) from None
    for number, name in enumerate(names):
        if not name.strip():
            raise BadInput(f"column {number + 1} has no name", file=file, line=1)
        if name in names[:number]:
            raise BadInput("the column stands twice in the header", file=file, line=1, field=name)
    return names


def _same_width(data: bytes, width: int, file: str) -> None:
    """Refuse a line with more or fewer fields than the header, such as the last line of a file cut short."""
    # without quotes a comma always parts two fields; Polars refuses lines that are too long, so the total tells
    letters = np.frombuffer(data, np.uint8)
    commas, ends = (int(np.count_nonzero(letters == ord(character))) for character in ",\n")
    if b'"' not in data and commas == (ends + 1) * (width - 1):
        return
    reader = csv.reader(_lines(data, file), strict=True)
    try:
        for fields in reader:
            if len(fields) != width:
                fault = f"{len(fields)} fields where the header has {width}" if fields else "empty line"
                raise BadInput(f"{fault}; is the file cut?", file=file, line=reader.line_num)
    except csv.Error as error:
        raise BadInput(f"not CSV: {error}; is the file cut?", file=file, line=reader.line_num) from None


def _lines(data: bytes, file: str) -> list[str]:
    try:
        return [f"{line}\n" for line in data.decode("utf-8").split("\n")]
    except UnicodeDecodeError as error:
        raise _unreadable(data, file, error) from None


def _unreadable(data: bytes, file: str, error: Exception) -> BadInput:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        return BadInput("not UTF-8 text; save the file as UTF-8", file=file, line=line)
    return BadInput(f"not CSV: {str(error).splitlines()[0]}", file=file, line=1)


def _line(data: bytes, row: int) -> int:
    """Return the line on which a row begins; rows are lines unless a field in quotes has line ends in it."""
    if b'"' not in data:
        return row + 2
    reader = csv.reader(_lines(data, ""))
    before = 0
    for number, _ in enumerate(reader):
        if number == row + 1:
            break
        before = reader.line_num
    return before + 1
