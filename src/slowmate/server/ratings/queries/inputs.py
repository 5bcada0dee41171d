"""The stored input of a list, as files and columns, and the list computed from it.

The server computes a list only from its two stored files, read as `slowmate rate` reads them, so that everyone with the
files gets the same list.
"""

import gzip
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from itertools import accumulate, pairwise
from typing import Any, TypeVar

import numpy as np
import polars as pl

from slowmate.formats.rating_csv import Players, outcome_frame, read_games, read_players
from slowmate.ratings.columns import REACHED_NAMES, Flags
from slowmate.ratings.lists import rating_list
from slowmate.ratings.period_list import ListBasis, list_basis, make_list
from slowmate.ratings.periods import Period
from slowmate.server.ratings.models import Adjustment, ListEntry, ListInput, RatingList

T = TypeVar("T")
GZIP_LEVEL = 6
"""A list of 20,000 players takes a tenth of a second, and a quarter of its size."""
FIDE = "fide-"
"""The prefix of FIDE's pools."""


PLAYED = ("white", "black", "white_original", "black_original")
"""The columns of games that name players."""
BATCH_SIZE = 500
"""Numbers or names in one query."""


def batches(values: Sequence[T]) -> Iterator[Sequence[T]]:
    return (values[place : place + BATCH_SIZE] for place in range(0, len(values), BATCH_SIZE))


def midnight(day: date) -> datetime:
    """Return the instant at which a day of the rules begins."""
    return datetime.combine(day, time(), UTC)


@dataclass(frozen=True, slots=True)
class ListData:
    """The files of a list as read, and the basis of its computation."""

    players: Players
    basis: ListBasis


def packed(frame: pl.DataFrame) -> bytes:
    return gzip.compress(_file(frame), GZIP_LEVEL, mtime=0)


def options_of(pool: str) -> dict[str, Any]:
    """Return the parameters of the rating system for a pool."""
    return {"list": pool.removeprefix(FIDE)} if pool.startswith(FIDE) else {}


def read(row: RatingList, stored: ListInput, *, by_item_5: Collection[int] = ()) -> ListData:
    """Read the files of a list. Its games are chosen already."""
    players = read_players(bytes(stored.players_csv))
    games = read_games(bytes(stored.games_csv), players)
    basis = list_basis(
        row.rules,
        players.columns,
        games,
        period=row.when,
        by_item_5=_flags(players, by_item_5),
        options=options_of(row.pool),
    )
    return ListData(players, basis)


def _flags(players: Players, chosen: Collection[int]) -> Flags | None:
    if not chosen:
        return None
    flags: Flags = players.ids.is_in([str(pk) for pk in chosen]).to_numpy()
    return flags


def of_list(row: RatingList) -> ListData:
    """Read the files of a stored list."""
    return read(row, row.input, by_item_5=by_item_5(row))


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The part of a list from which one player's rating is computed."""

    kept: ListData
    games: Sequence[tuple[int, int]]
    """For each game its place in the list, from 1, and its number on the server."""


def of_player(row: RatingList, player: int) -> OwnPart:
    """Return a player's own games and the players in them: ICCF's rules compute a rating from these alone.

    FIDE's rules need everybody who played in an event, and take the whole list.
    """
    if row.pool.startswith(FIDE):
        data, games = of_list(row), _words(gzip.decompress(bytes(row.input.games_csv)))
    else:
        games = _lines_with(row.input.games_csv, [f",{player},", f",{player}\n"], row.games)
        sides = [name for name in PLAYED if name in games.columns]
        games = games.filter(pl.any_horizontal(pl.col(name) == str(player) for name in sides))
        there = {str(player), *(identity for name in sides for identity in games[name].drop_nulls())}
        players = _lines_with(row.input.players_csv, [f"\n{identity}," for identity in there], row.players)
        players = players.filter(pl.col("id").is_in(there))
        own = ListInput(players_csv=_file(players.drop("place")), games_csv=_file(games.drop("place")))
        data = read(row, own, by_item_5=by_item_5(row))
    return OwnPart(data, [(place, int(pk)) for place, pk in games.select("place", "game").iter_rows()])


def _lines_with(packed_csv: bytes | memoryview, parts: Iterable[str], rows: int) -> pl.DataFrame:
    """Return the lines of a file with one of some *parts*, and perhaps others: searching a large file is faster than
    parsing it. *rows* is the number of rows; a file with fields of several lines is parsed whole."""
    data = gzip.decompress(bytes(packed_csv))
    begins = data.index(b"\n")
    text = data[begins:]
    if text.count(b"\n") != rows + 1:
        return _words(data)
    starts = sorted({text.rfind(b"\n", 0, at + 1) for part in parts for at in _places(text, part.encode())})
    some = _words(b"".join([data[:begins], *(text[at : text.index(b"\n", at + 1)] for at in starts), b"\n"]))
    between = (text.count(b"\n", before, at) for before, at in pairwise([0, *starts]))
    return some.with_columns(pl.Series("place", [lines + 1 for lines in accumulate(between)], pl.UInt32))


def _places(text: bytes, part: bytes) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _words(data: bytes) -> pl.DataFrame:
    """Parse a file with every field as text, and the *place* of each line from 1."""
    return pl.read_csv(data, infer_schema=False).with_row_index("place", offset=1)


def _file(frame: pl.DataFrame) -> bytes:
    return frame.write_csv().encode()


def by_item_5(row: RatingList) -> frozenset[int]:
    """Return the players rated by item 5 as an exception: as decided for the period up to this revision."""
    decided = Adjustment.objects.filter(
        kind=Adjustment.Kind.ITEM_5,
        list__pool=row.pool,
        list__period=row.period,
        list__revision__lte=row.revision,
    )
    last: Mapping[int, bool] = {
        player: not withdrawn
        for player, withdrawn in decided.order_by("made", "pk").values_list("player_id", "is_withdrawn")
    }
    return frozenset(player for player, holds in last.items() if holds)


def outcome(data: ListData) -> pl.DataFrame:
    """Compute the list: the columns of `slowmate rate` with `last_game` and `active`, and the ranks."""
    listed = make_list(data.basis, kernel="numpy")
    frame = outcome_frame(data.players, listed)
    is_shown = np.zeros(len(frame), np.bool_)
    is_shown[_rows_shown(data.basis, listed)] = True
    place = pl.when(pl.Series(is_shown)).then(pl.col("rating")).rank("min", descending=True)
    return frame.with_columns(place.cast(pl.Int64).alias("rank"))


def _rows_shown(basis: ListBasis, listed: Mapping[str, Any]) -> Any:
    if isinstance(basis.period, Period):
        games = listed["games"].astype(np.float64)
        return rating_list(basis.period, listed["rating"], games, listed["active"]).value.rows
    return np.flatnonzero(listed["published"] & listed["active"])


NUMBERS = (
    *("rank", "rating", "rd", "games", "points", "opponents_sum", "old_rating", "old_rd", "change", "period_games"),
    *("published", "fixed", "active", "exact_rating", "exact_rd", "last_game", *REACHED_NAMES),
)
"""The fields of an entry that come from the computed list."""
RELATIVE_TOLERANCE = 1e-12
"""Processors differ in the last digits of logarithms and powers; a server that moves to another keeps its lists."""


def rows_of(frame: pl.DataFrame, who: pl.DataFrame | None = None) -> list[dict[str, Any]]:
    """Return the entries of a computed list, with names and federations if *who* is given."""
    special = {name: pl.col(name).cast(pl.Boolean) for name in REACHED_NAMES}
    special["last_game"] = pl.col("last_game").str.to_date()
    columns = [name for name in NUMBERS if name in frame.columns]
    typed = [special.get(name, pl.col(name)) for name in columns]
    rows = frame.select(pl.col("id").cast(pl.Int64).alias("player_id"), *typed)
    if who is not None:
        rows = rows.join(who, left_on="player_id", right_on="id", how="left", maintain_order="left")
    return rows.to_dicts()


def published_before(row: RatingList) -> frozenset[int]:
    """Return the players whose rating the list before published."""
    before = ListEntry.objects.filter(list=row.previous_id, published=True)
    return frozenset(before.values_list("player_id", flat=True))


def is_new(entry: Mapping[str, Any], before: frozenset[int]) -> bool:
    """Return whether a player is new on a list: with games, and without a published rating *before*."""
    return bool(entry["published"] and entry["period_games"]) and entry["player_id"] not in before


def differences(row: RatingList) -> list[str]:
    """Return the differences between a stored list and its recomputation, and between its input and the list before."""
    before = published_before(row)
    again = {entry["player_id"]: entry | {"is_new": is_new(entry, before)} for entry in rows_of(outcome(of_list(row)))}
    names = [name for name in (*NUMBERS, "is_new") if name in next(iter(again.values()), {})]
    stored = {entry["player_id"]: entry for entry in ListEntry.objects.filter(list=row).values("player_id", *names)}
    lines = [f"player {pk} is in it, and not in what it was made from" for pk in sorted(stored.keys() - again.keys())]
    lines += [f"player {pk} is missing" for pk in sorted(again.keys() - stored.keys())]
    for pk in sorted(stored.keys() & again.keys()):
        wrong = [
            f"{name} {stored[pk][name]}, not {again[pk][name]}"
            for name in names
            if not _is_same(stored[pk][name], again[pk][name])
        ]
        lines += [f"player {pk}: {', '.join(wrong)}"] if wrong else []
    if (row.players, row.shown) != (len(stored), sum(entry["rank"] is not None for entry in stored.values())):
        lines.append("its numbers of players are not those of its entries")
    return lines + _not_of_previous(row, again)


def _is_same(value: object, other: object) -> bool:
    """Return whether two values of an entry agree, floats within the tolerance."""
    if isinstance(value, float) and isinstance(other, float):
        return math.isclose(value, other, rel_tol=RELATIVE_TOLERANCE)
    return value == other


def _not_of_previous(row: RatingList, again: Mapping[int, Mapping[str, Any]]) -> list[str]:
    """Return the players whose starting values are not those of the list before."""
    if row.previous_id is None:
        return []
    before = dict(ListEntry.objects.filter(list=row.previous_id).values_list("player_id", "rating"))
    return [
        f"player {pk} begins with {again[pk]['old_rating'] if pk in again else 'nothing'}, not with {rating}"
        for pk, rating in sorted(before.items())
        if rating is not None and (pk not in again or again[pk]["old_rating"] != rating)
    ]
