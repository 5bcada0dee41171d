"""Tables in, the same kind of table out: lists, histories and comparisons for notebooks.

Players are named by `id`, games by the ids of White and Black and their `result` (or White's `score`). A mapping of
columns, a Polars, pandas or Arrow table is taken, and what comes back is of the kind of the players' table, with all of
its columns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
import polars as pl

from slowmate.ratings.columns import REACHED_NAMES, Column, Table, column, column_names
from slowmate.ratings.fide.reporting import Drift, drift
from slowmate.ratings.period_list import ListBasis, list_basis, make_list
from slowmate.ratings.periods import AnyPeriod, Period, parse_period, periods, rules_for
from slowmate.records import KINDS, BadInput, not_a_kind
from slowmate.rulebook import Ruling

POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "0-0": None}
NUMBERS = (
    *("rating", "rd", "games", "points", "opponents_sum", "fide_rating", "start_rating", "birth_year"), *REACHED_NAMES,
)  # fmt: skip
SHOWN = ("rating", "rd", "games", "change", "period_games", "published", "active")
WHOLE = ("rating", "rd", "games", "old_rating", "old_rd", "change", "period_games")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two lists side by side: a row for each player of either, and the drift of those on both (None: no player)."""

    table: Table
    drift: Drift | None


def rate_list(
    players: Table,
    games: Table,
    rules: str | None = None,
    *,
    period: str | None = None,
    pool: str = "chess",
    levels: Mapping[str, float] | None = None,
) -> Table:
    """Make one list. *period* is such as "2024/1"; without it all games are one period, and *rules* is required."""
    list_period = parse_period(period) if period else None
    frame = _frame(players)
    basis = list_basis(
        _rules(rules, list_period),
        _columns(frame),
        _games(games, frame),
        period=list_period,
        of_pool=pool,
        levels=levels,
    )
    return _like(players, _listed_players(frame, basis))


def history(
    players: Table,
    games: Table,
    periods_wanted: str,
    rules: str | None = None,
    *,
    pool: str = "chess",
    levels: Mapping[str, float] | None = None,
) -> Table:
    """Make list after list, such as "2016/1..2024/4", as one long table: a row for each player and list.

    Each list is made by the rules of its day, or all by *rules*. The columns are `period`, `valid_from`, `rules`, `id`,
    `name` where it is known, and the numbers of the list: what a plot needs.
    """
    frame = _frame(players)
    played = _games(games, frame)
    parts = []
    national: dict[str, Ruling[int]] = {}
    for period in periods(periods_wanted):
        by = _rules(rules, period)
        basis = list_basis(by, _columns(frame), played, period=period, of_pool=pool, levels=levels, national=national)
        national |= basis.national
        frame = _listed_players(frame, basis)
        columns = [name for name in ("id", "name", *SHOWN) if name in frame.columns]
        head = [
            pl.lit(str(period)).alias("period"),
            pl.lit(period.valid_from).alias("valid_from"),
            pl.lit(by).alias("rules"),
        ]
        parts.append(frame.select(*head, *columns))
    return _like(players, pl.concat(parts, how="diagonal_relaxed"))


def compare(before: Table, after: Table) -> Comparison:
    """Compare two lists, or one period by two systems, biggest change first.

    The columns are `id`, `name`, `before`, `after` and `change`.
    """
    left, right = _frame(before, what="before"), _frame(after, what="after")
    for name, frame in (("before", left), ("after", right)):
        if "rating" not in frame.columns:
            raise BadInput("missing; a list has id and rating", field=f"{name}.rating")
    sides = [
        frame.select("id", _cast(frame["rating"], pl.Float64, f"{name}.rating", "a number").fill_nan(None).alias(name))
        for name, frame in (("before", left), ("after", right))
    ]
    table = sides[0].join(sides[1], on="id", how="full", coalesce=True, maintain_order="left_right")
    if "name" in left.columns or "name" in right.columns:
        names = pl.concat(
            [frame.select("id", pl.col("name").cast(pl.String)) for frame in (right, left) if "name" in frame.columns]
        )
        table = table.join(names.unique("id", keep="first"), on="id", how="left", maintain_order="left")
        table = table.select("id", "name", "before", "after")
    table = table.with_columns((pl.col("after") - pl.col("before")).alias("change"))
    order = table.sort(pl.col("change").abs(), descending=True, nulls_last=True, maintain_order=True)
    scale_drift = drift(table["before"].to_list(), table["after"].to_list()).value
    return Comparison(_like(before, order), scale_drift)


def _rules(rules: str | None, period: AnyPeriod | None) -> str:
    if rules is not None:
        return rules
    if not isinstance(period, Period):
        raise BadInput("missing; only a list of ICCF's says by its day which rules made it", field="rules")
    return rules_for(period).value


def _listed_players(players: pl.DataFrame, basis: ListBasis) -> pl.DataFrame:
    """Return the players' table with the numbers of the list."""
    new = [_series(name, values) for name, values in make_list(basis).items() if name != "id"]
    return players.with_columns(new)


def _series(name: str, values: Column) -> pl.Series:
    column = pl.Series(name, values, nan_to_null=True) if values.dtype.kind == "f" else pl.Series(name, values)
    return column.cast(pl.Int64) if name in WHOLE else column


def _columns(players: pl.DataFrame) -> dict[str, Column]:
    """Return the numbers the systems read, NaN where they are unknown, and the columns of activity."""
    if "rating" not in players.columns:
        raise BadInput("missing; leave it empty for unrated players", field="players.rating")
    columns: dict[str, Column] = {
        name: _cast(players[name], pl.Float64, f"players.{name}", "a number").fill_null(np.nan).to_numpy()
        for name in NUMBERS
        if name in players.columns
    }
    if "last_game" in players.columns:
        columns["last_game"] = _days(players["last_game"], "players").to_numpy()
    if "running" in players.columns:
        columns["running"] = players["running"].cast(pl.Boolean).fill_null(value=False).to_numpy()
    if "federation" in players.columns:
        columns["federation"] = np.asarray(players["federation"].cast(pl.String).to_list(), dtype=object)
    return columns


def _games(games: Table, players: pl.DataFrame) -> pl.DataFrame:
    """Return the games with players as rows and White's points."""
    frame = _read(games)
    for name in ("white", "black"):
        if name not in frame.columns:
            raise BadInput("missing", field=f"games.{name}")
    rows = [_rows(frame, players, name) for name in frame.columns if name in _SIDES]
    frame = frame.with_columns(rows)
    if "result" in frame.columns:
        frame = frame.with_columns(pl.col("result").cast(pl.String))
        unknown = ~frame["result"].is_in(list(POINTS)).fill_null(value=False)
        if unknown.any():
            row = int(unknown.arg_max() or 0)
            raise BadInput(
                f"{frame['result'][row]!r} is not one of {', '.join(POINTS)} (row {row})", field="games.result"
            )
        points = pl.col("result").replace_strict(POINTS, return_dtype=pl.Float64)
        frame = frame.with_columns(points.alias("score")).drop("result")
    if "score" not in frame.columns:
        raise BadInput("missing; give result, or White's points as score", field="games.result")
    if "kind" in frame.columns:
        _check_kinds(frame["kind"])
    days = [_days(frame[name], "games") for name in ("date", "reported") if name in frame.columns]
    return frame.with_columns(_cast(frame["score"], pl.Float64, "games.score", "one of 1, 0.5, 0"), *days)


def _check_kinds(kinds: pl.Series) -> None:
    words = kinds.cast(pl.String)
    wrong = words.is_not_null() & ~words.is_in(list(KINDS))
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise BadInput(f"{not_a_kind(words[row])} (row {row})", field="games.kind")


_SIDES = ("white", "black", "white_original", "black_original")


def _rows(games: pl.DataFrame, players: pl.DataFrame, name: str) -> pl.Series:
    index = pl.DataFrame({"id": players["id"], "row": pl.int_range(len(players), eager=True)})
    words = _ids(games[name]).alias("id").to_frame()
    rows = words.join(index, on="id", how="left", maintain_order="left")["row"]
    missing = rows.is_null()
    if name.endswith("original"):
        missing &= words["id"].is_not_null()
    if missing.any():
        row = int(missing.arg_max() or 0)
        raise BadInput(f"{words['id'][row]!r} is not the id of a player (row {row})", field=f"games.{name}")
    return rows.alias(name)


def _ids(values: pl.Series) -> pl.Series:
    """Return ids as text. Numbers with gaps become fractions: 101.0 is 101."""
    if values.dtype.is_float():
        numbers = values.fill_nan(None)
        whole = numbers.cast(pl.Int64, strict=False)
        if whole.cast(values.dtype).equals(numbers):
            values = whole
    return values.cast(pl.String)


def _days(values: pl.Series, table: str) -> pl.Series:
    """Return days, from dates, times or text such as 2023-09-01."""
    return _cast(values, pl.Date, f"{table}.{values.name}", "a date; write it as 2023-09-01")


def _cast(values: pl.Series, kind: type[pl.Float64 | pl.Date], field: str, what: str) -> pl.Series:
    """Convert a column to numbers or days; the first value that is none is refused."""
    is_text = kind is pl.Date and values.dtype == pl.String
    converted = values.str.to_date("%Y-%m-%d", strict=False) if is_text else values.cast(kind, strict=False)
    wrong = converted.is_null() & values.is_not_null()
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise BadInput(f"{values[row]!r} is not {what} (row {row})", field=field)
    return converted


def _frame(table: Table, *, what: str = "players") -> pl.DataFrame:
    """Return a table of players as one of Polars; ids are text."""
    frame = _read(table)
    if "id" not in frame.columns:
        raise BadInput("missing; players are named by it", field=f"{what}.id")
    frame = frame.with_columns(_ids(frame["id"]))
    ids = frame["id"]
    if ids.null_count():
        raise BadInput(f"empty; every player has an id (row {ids.is_null().arg_max()})", field=f"{what}.id")
    if ids.n_unique() != len(frame):
        raise BadInput(f"{ids.filter(ids.is_duplicated())[0]!r} is used twice", field=f"{what}.id")
    return frame


def _read(table: Table) -> pl.DataFrame:
    if isinstance(table, pl.DataFrame):
        return table
    if not isinstance(table, Mapping) and not hasattr(table, "columns"):
        raise BadInput(f"{type(table).__name__} is no table: give one of Polars, pandas or Arrow, or a dict of columns")
    return pl.DataFrame({name: _listed(column(table, name)) for name in column_names(table)}, strict=False)


def _listed(values: Column) -> Any:  # noqa: ANN401 - what Polars makes a column of
    if values.dtype.kind == "O":
        return [None if isinstance(value, float) and np.isnan(value) else value for value in values.tolist()]
    return pl.Series(values, nan_to_null=True) if values.dtype.kind == "f" else values


def _like(sample: Table, frame: pl.DataFrame) -> Table:
    """Return a frame in the kind of table of *sample*; ids are numbers again if those of *sample* are."""
    ids = _read(sample)["id"].dtype
    if ids.is_integer():
        numbers = frame["id"].cast(ids, strict=False)
        frame = frame.with_columns(frame["id"] if numbers.null_count() else numbers)
    if isinstance(sample, pl.DataFrame):
        return frame
    if isinstance(sample, Mapping):
        return {name: _array(frame[name]) for name in frame.columns}
    if type(sample).__module__.partition(".")[0] == "pyarrow":
        return frame.to_arrow()
    pandas = import_module(type(sample).__module__.partition(".")[0])
    return pandas.DataFrame({name: _array(frame[name]) for name in frame.columns})


def _array(values: pl.Series) -> Column:
    if values.dtype.is_numeric() and values.null_count():
        return values.cast(pl.Float64).fill_null(np.nan).to_numpy()
    return values.to_numpy()
