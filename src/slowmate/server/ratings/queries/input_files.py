"""The input of a list: its games and the players before it, chosen by the rules, as two files."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from slowmate.formats.rating_csv import RESULTS, START_FLAGS
from slowmate.ratings.chosen import LeftOut, choose
from slowmate.ratings.columns import REACHED_NAMES, Column
from slowmate.ratings.countries import with_countries
from slowmate.ratings.levels import NATIONAL_KINDS, national_levels
from slowmate.ratings.period_list import ListBasis, list_basis
from slowmate.rulebook import Ruling
from slowmate.server.games.models import Game
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.queries.candidate_games import (
    OVER_THE_BOARD,
    candidate_games,
    in_columns,
    with_start_ratings,
)
from slowmate.server.ratings.queries.inputs import FIDE, PLAYED, options_of, packed
from slowmate.server.ratings.queries.players_before import people, players_before


@dataclass(frozen=True, slots=True)
class InputFiles:
    """The two files of a list, and the candidate games left out."""

    players_csv: bytes
    games_csv: bytes
    left_out: tuple[LeftOut, ...]
    games: int


def collect_input(row: RatingList, everybody: pl.DataFrame) -> InputFiles:
    """Collect the input of a list as the rules choose it; *everybody* is the result of `people`."""
    rated, unrated = candidate_games(row.pool, row.when)
    players = players_before(row, {pk for name in PLAYED for pk in rated[name].drop_nulls()}, everybody)
    games = by_row(with_start_ratings(rated, row), players)
    federations: dict[int, str | None] = dict(everybody.select("id", "federation").iter_rows())
    basis = list_basis(
        row.rules,
        columns(players) | {"federation": np.array([federations.get(pk) for pk in players["id"]], dtype=object)},
        games,
        period=row.when,
        of_pool=pool_of_kinds(row.pool),
        options=options_of(row.pool),
        national=_national(rated, players, row.pool),
        needs_levels=False,
    )
    _, why_not = choose(with_countries(unrated, federations), row.rules, row.when, basis.pool)
    files = _players_file(players, basis, row), _games_file(basis.games, players)
    return InputFiles(packed(files[0]), packed(files[1]), (*basis.left_out, *why_not), len(basis.games))


def pool_of_kinds(pool: str) -> str:
    """Return the pool of the rules for a pool of ours: the rules know two."""
    return "chess960" if pool == Game.Pool.CHESS960 else "chess"


def is_outdated(row: RatingList) -> bool:
    """Return whether a prepared list would have other games or starting values now.

    The first list of a pool has everybody with an imported rating; players who join later do not outdate it.
    """
    before = lists.before(row.pool, row.when)
    now = collect_input(row, people())
    if before != row.previous or now.games_csv != bytes(row.input.games_csv):
        return True
    return row.previous is not None and now.players_csv != bytes(row.input.players_csv)


def by_row(games: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Return the games with players as rows of the players' table."""
    rows = {pk: row for row, pk in enumerate(players["id"])}
    return games.with_columns(
        pl.col(name).replace_strict(rows, default=None, return_dtype=pl.Int64).alias(name) for name in PLAYED
    )


def columns(players: pl.DataFrame) -> dict[str, Column]:
    """Return the players as columns of `rate`."""
    values: dict[str, Column] = {
        name: players[name].cast(pl.Float64).fill_null(np.nan).to_numpy()
        for name in players.columns
        if name not in ("id", "last_game", "running", "is_known")
    }
    values["last_game"] = players["last_game"].to_numpy().astype("datetime64[D]")
    values["running"] = players["running"].to_numpy() > 0
    return values


def _national(games: pl.DataFrame, players: pl.DataFrame, pool: str) -> dict[str, Ruling[int]]:
    """Return the levels of national events: the average of their participants in all games, of whatever list."""
    is_open = pl.col("kind").is_in(NATIONAL_KINDS) & pl.col("level").is_null() & pl.col("event").is_not_null()
    keys = games.filter(is_open)["event"].unique().to_list()
    if not keys:
        return {}
    everything = in_columns(Game.objects.filter(event_key__in=keys), pool)
    return national_levels(by_row(everything, players), {"id": players["id"].to_numpy(), **columns(players)})


def _players_file(players: pl.DataFrame, basis: ListBasis, row: RatingList) -> pl.DataFrame:
    """Return players.csv: the players of the list before and of the games of this one."""
    games = basis.games
    plays = {place for name in PLAYED for place in games[name].drop_nulls()}
    keeps = players["is_known"] | pl.Series([place in plays for place in range(len(players))], dtype=pl.Boolean)
    counted = [pl.Series(name, basis.players[name]).fill_nan(None) for name in ("games", "points", "opponents_sum")]
    table = _whole(players.with_columns(counted).filter(keeps).drop("is_known"))
    table = table.with_columns(pl.col(REACHED_NAMES).cast(pl.Int8))
    return table if row.pool.startswith(FIDE) else table.drop("birth_year", *REACHED_NAMES)


def _games_file(games: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Return games.csv: the games of the list, without the columns that decided about membership and empty ones."""
    ids = players["id"]
    words = {points: result for result, points in RESULTS.items() if points is not None}
    table = games.with_columns(
        *(ids.gather(games[name]).alias(name) for name in PLAYED),
        pl.col("score").replace_strict(words, return_dtype=pl.String).alias("result"),
    )
    always = ["game", "white", "black", "result", "date"]
    names = ["reported", "event", "level", "white_start", "black_start", *START_FLAGS]
    names += ["white_original", "black_original"]
    names += [name for name in OVER_THE_BOARD if name in table.columns]
    some = [name for name in names if table[name].null_count() < len(table)]
    return _whole(table.select(*always, *some).sort("game"))


def _whole(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame with whole numbers without decimals."""
    numbers = [frame[name] for name, kind in frame.schema.items() if kind == pl.Float64]
    return frame.with_columns(column.cast(pl.Int64) for column in numbers if (column == column.floor()).all())
