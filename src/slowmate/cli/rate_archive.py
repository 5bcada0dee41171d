"""The games of `slowmate rate --engine duckdb`: files of CSV, gzip or Parquet as one compact table of the database.

Each file is read once; what is wrong is looked for in the table, and only if there is anything the file is read again,
with its lines numbered.
"""

import csv
import gzip
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import ibis

from slowmate.formats.csv_table import GZIP, PARQUET
from slowmate.formats.rating_csv import EVENT_NUMBERS, RESULTS
from slowmate.ratings.columns import MAX_RATING
from slowmate.ratings.engines.sides import Relation, Value
from slowmate.records import KINDS, BadInput, not_a_kind

WANTED = ("white", "black", "result", "score", "date", "reported", "event", "kind", "white_start", "black_start",
          "white_original", "black_original", *EVENT_NUMBERS)  # fmt: skip
HALVES = {word: None if points is None else int(2 * points) for word, points in RESULTS.items()}


@dataclass(frozen=True, slots=True)
class _Check:
    """One thing that can be wrong with a row: the field, when it is wrong, and why, with the value put in."""

    field: str
    wrong: Value
    why: str


def compact(connection: ibis.BaseBackend, players: Relation, paths: Sequence[str], *, dated: bool) -> Relation:
    """Read the files, once, into a table of rows of players and half points; whatever is wrong is refused."""
    parts = []
    for number, path in enumerate(paths):
        source = _source(connection, path, dated=dated)
        table, values, checks = _checked_rows(source, players)
        compact = table.select(**values, fault=_fault(checks))
        try:
            part = connection.create_table(f"games_{number}", compact)
        except duckdb.Error as error:
            raise _unreadable(path, error) from None
        if count(connection, part.filter(part.fault.notnull())):
            raise _first_fault(connection, source, players, path)
        parts.append(part.drop("fault"))
    columns = sorted({(name, part[name].type()) for part in parts for name in part.columns}, key=lambda pair: pair[0])
    whole = [
        part.select(**{name: part[name] if name in part.columns else ibis.null(kind) for name, kind in columns})
        for part in parts
    ]
    return ibis.union(whole[0], *whole[1:], distinct=False) if len(whole) > 1 else whole[0]


def _source(connection: ibis.BaseBackend, path: str, *, dated: bool) -> Relation:
    """Return the columns of a file that are needed; from CSV as text."""
    if not Path(path).is_file():
        raise BadInput("no such file (the duckdb engine reads files, not standard input)", file=path)
    if path.lower().endswith((".json", ".trf", ".trfx")):
        raise BadInput("events are read by the numpy engine; duckdb reads CSV and Parquet", file=path)
    try:
        if _begins(path, PARQUET):
            table = connection.read_parquet(path)
        else:
            # the columns are given, so that DuckDB guesses nothing and names the line of what does not fit them
            columns = dict.fromkeys(_header(path), "VARCHAR")
            packed = "gzip" if _begins(path, GZIP) else "none"
            table = connection.read_csv(
                path, header=True, auto_detect=False, delim=",", quote='"', columns=columns, compression=packed
            )
    except duckdb.Error as error:
        raise _unreadable(path, error) from None
    needed = ["white", "black", "score" if "score" in table.columns else "result"] + ["date"] * dated
    for name in needed:
        if name not in table.columns:
            why = f"missing column; the header has {', '.join(table.columns)}"
            raise BadInput(why, file=path, line=None if _begins(path, PARQUET) else 1, field=name)
    return table.select(*(name for name in WANTED if name in table.columns))


def _begins(path: str, mark: bytes) -> bool:
    with Path(path).open("rb") as file:
        return file.read(len(mark)) == mark


def _header(path: str) -> list[str]:
    """Return the names of a CSV file's columns."""
    try:
        with gzip.open(path) if _begins(path, GZIP) else Path(path).open("rb") as file:
            line = file.readline()
        names = next(csv.reader([line.decode("utf-8-sig").rstrip("\r\n")]), [])
    except UnicodeDecodeError:
        raise BadInput("not UTF-8 text; save the file as UTF-8", file=path, line=1) from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BadInput("not a whole gzip file; is it cut?", file=path) from None
    except csv.Error as error:
        why = str(error).partition(" - ")[0]  # what follows is advice to programmers
        raise BadInput(f"not CSV: {why}", file=path, line=1) from None
    if not names:
        raise BadInput("empty; expected games with a header line: white,black,result,...", file=path, line=1)
    for number, name in enumerate(names):
        if name in names[:number]:
            raise BadInput("the column stands twice in the header", file=path, line=1, field=name)
    return names


def _unreadable(path: str, error: duckdb.Error) -> BadInput:
    """Return DuckDB's complaint about a file in one line, with the line of the file if it names one."""
    text = str(error)
    line = re.search(r"[Ll]ine:? (\d+)", text)
    first = next((part for part in text.splitlines() if part.strip()), "unreadable")
    if "GZIP" in text:
        first = "not a whole gzip file; is it cut?"
    why = "not CSV: fields missing or too many; is the file cut?" if "Expected Number of Columns" in text else first
    return BadInput(why, file=path, line=int(line.group(1)) if line else None)


def _checked_rows(source: Relation, players: Relation) -> tuple[Relation, dict[str, Value], list[_Check]]:
    """Return the games beside the players they name, the columns of the compact table, and the checks of each row."""
    rows = [name for name in ("white", "black", "white_original", "black_original") if name in source.columns]
    table = source
    for name in rows:
        people = players.select(**{f"{name}_name": players.name, f"{name}_row": players.id})
        table = table.left_join(people, table[name].cast("string").strip() == people[f"{name}_name"])
    columns: dict[str, Value] = {name: table[f"{name}_row"] for name in rows}
    checks = [
        _Check(name, table[f"{name}_row"].isnull() & table[name].notnull(), "not the id of a player") for name in rows
    ]
    checks += [_Check(name, table[name].isnull(), "empty; expected the id of a player") for name in ("white", "black")]
    checks.append(_Check("black", table.white_row == table.black_row, "White; nobody plays against themselves"))
    columns["half_points"], wrong = _half_points(table)
    checks.append(wrong)
    for name in ("white_start", "black_start"):
        if name in source.columns:
            columns[name] = table[name].try_cast("float64")
            unfit = columns[name].isnull() | ~columns[name].between(1, MAX_RATING)
            checks.append(_Check(name, table[name].notnull() & unfit, f"not a rating of 1 to {MAX_RATING:g}"))
    for name, (least, most) in EVENT_NUMBERS.items():
        if name in source.columns:
            columns[name] = table[name].try_cast("float64")
            unfit = columns[name].isnull() | ~columns[name].between(least, most)
            checks.append(_Check(name, table[name].notnull() & unfit, f"not a number of {least:g} to {most:g}"))
    if "date" in source.columns:
        columns["date"] = table.date.try_cast("date")
        wrong_day = columns["date"].isnull() & (table.date.notnull() | columns["half_points"].notnull())
        checks.append(_Check("date", wrong_day, "not a date; write it as 2023-09-01"))
    if "reported" in source.columns:
        columns["reported"] = table.reported.try_cast("date")
        unread = columns["reported"].isnull() & table.reported.notnull()
        checks.append(_Check("reported", unread, "not a date; write it as 2023-09-01"))
    if "kind" in source.columns:
        columns["kind"] = table.kind
        checks.append(_Check("kind", table.kind.notnull() & ~table.kind.isin(list(KINDS)), "not a kind of event"))
        if "event" in source.columns:
            columns["event"] = table.event.cast("string")
    return table, columns, checks


def _fault(checks: Sequence[_Check]) -> Value:
    """Return the number of the first check that a row fails, or null."""
    return ibis.cases(*((check.wrong, ibis.literal(place, "int8")) for place, check in enumerate(checks)))


def _half_points(table: Relation) -> tuple[Value, _Check]:
    if "score" in table.columns:
        halves = table.score.cast("float64") * 2.0
        wrong = table.score.isnull() | ~halves.isin([0.0, 1.0, 2.0])
        return halves.cast("int8"), _Check("score", wrong, "not one of 1, 0.5, 0")
    rated = (
        (table.result == word, ibis.literal(halves, "int8")) for word, halves in HALVES.items() if halves is not None
    )
    wrong = table.result.isnull() | ~table.result.isin(list(HALVES))
    return ibis.cases(*rated), _Check("result", wrong, f"not one of {', '.join(HALVES)}")


def _first_fault(connection: ibis.BaseBackend, source: Relation, players: Relation, path: str) -> BadInput:
    """Return the first faulty row as a refusal: the file is read again with its lines numbered."""
    table, _, checks = _checked_rows(source.mutate(line=ibis.row_number() + 2), players)
    fields = {f"{name}_as_read": table[name].cast("string") for name in source.columns}
    faults = table.select(line=table.line, fault=_fault(checks), **fields)
    first = connection.to_polars(faults.filter(faults.fault.notnull()).order_by("line").limit(1)).row(0, named=True)
    check = checks[first["fault"]]
    value = first[f"{check.field}_as_read"]
    why = check.why if value is None else not_a_kind(value) if check.field == "kind" else f"{value!r} is {check.why}"
    return BadInput(why, file=path, line=None if _begins(path, PARQUET) else first["line"], field=check.field)


def count(connection: ibis.BaseBackend, table: Relation) -> int:
    return int(connection.to_polars(table.aggregate(many=table.count()))["many"][0])
