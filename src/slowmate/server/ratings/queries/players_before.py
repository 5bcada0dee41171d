"""The players of a list as they stand before it: by the list before, else by their imported ratings."""

from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from typing import Any

import polars as pl
from django.db.models import Q

from slowmate.formats.rating_csv import read_players
from slowmate.ratings.columns import REACHED_NAMES
from slowmate.ratings.lists import RECENT_YEARS
from slowmate.ratings.periods import AnyPeriod, Month
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.queries.inputs import batches, midnight

WHO = ("name", "folded", "federation", "title", "sex")
BEFORE: Mapping[str, Any] = {
    "id": pl.Int64,
    "rating": pl.Float64,
    "rd": pl.Float64,
    "games": pl.Float64,
    "points": pl.Float64,
    "opponents_sum": pl.Float64,
    "last_game": pl.Date,
    **dict.fromkeys(REACHED_NAMES, pl.Boolean),
}
"""The fields that a list takes over from the one before."""


PERSON: Mapping[str, Any] = {
    "id": pl.Int64,
    "fide_rating": pl.Float64,
    "birth_year": pl.Float64,
    **dict.fromkeys(WHO, pl.String),
}


def people(chosen: Collection[int] | None = None) -> pl.DataFrame:
    """Return all players (or some), with the fields of their profiles that a list needs."""
    names = ("pk", *(name for name in PERSON if name != "id"))
    rows = Player.objects.all() if chosen is None else Player.objects.filter(pk__in=chosen)
    return pl.DataFrame(list(rows.values_list(*names)), schema=dict(PERSON), orient="row")


def players_before(row: RatingList, playing: Iterable[int], everybody: pl.DataFrame) -> pl.DataFrame:
    """Return the players of the list before and of this one's games, by number, with their starting values."""
    players = _with_newcomers(row, _of_previous(row), playing, everybody)
    return players.with_columns(pl.Series("running", _running(players, row.when), pl.Int64))


def some_before(row: RatingList, chosen: Collection[int]) -> pl.DataFrame:
    """Return the starting values of a few players, whether or not they are active."""
    before = _of_previous(row, chosen).filter(pl.col("id").is_in(list(chosen)))
    players = _with_newcomers(row, before, chosen, people(chosen))
    return players.with_columns(pl.lit(0, pl.Int64).alias("running"))


def _with_newcomers(
    row: RatingList, before: pl.DataFrame, playing: Iterable[int], everybody: pl.DataFrame
) -> pl.DataFrame:
    newcomers = _newcomers(row, sorted(set(playing) - set(before["id"])))
    players = pl.concat([before.with_columns(is_known=True), newcomers.with_columns(is_known=False)]).sort("id")
    return players.join(everybody.drop(WHO), on="id", how="left", maintain_order="left")


def _of_previous(row: RatingList, chosen: Collection[int] | None = None) -> pl.DataFrame:
    """Return the entries of the list before (of some players); for the first list of a pool, the imported ratings."""
    if row.previous_id is not None:
        entries = ListEntry.objects.filter(list=row.previous_id)
        entries = entries if chosen is None else entries.filter(player__in=chosen)
        names = ("player_id", *(name for name in BEFORE if name != "id"))
        return pl.DataFrame(list(entries.values_list(*names)), schema=dict(BEFORE), orient="row")
    if row.supersedes is not None:
        return _of_input(row.supersedes)
    return _of_profiles(row.pool)


def _newcomers(row: RatingList, chosen: list[int]) -> pl.DataFrame:
    """Return players whom the list before does not have: as in the former revision, else by their profiles, unless
    these come from another list."""
    former = _of_input(row.supersedes).filter(pl.col("id").is_in(chosen)) if row.supersedes else _nobody()
    others = [pk for pk in chosen if pk not in set(former["id"])]
    listed = {
        pk
        for some in batches(others)
        for pk in ListEntry.objects.filter(list__pool=row.pool, player__in=some).values_list("player_id", flat=True)
    }
    fresh = [pk for pk in others if pk not in listed]
    profiles = _of_profiles(row.pool).filter(pl.col("id").is_in(fresh)) if fresh else _nobody()
    rest = sorted(set(others) - set(profiles["id"]))
    unrated = pl.DataFrame(
        {"id": rest, "games": [0.0] * len(rest)}, schema_overrides={"id": pl.Int64, "games": pl.Float64}
    )
    return pl.concat([former, profiles, pl.concat([_nobody(), unrated], how="diagonal")])


def _nobody() -> pl.DataFrame:
    return pl.DataFrame(schema=dict(BEFORE))


def _of_input(row: RatingList) -> pl.DataFrame:
    """Return the players before a stored list, from its file."""
    stored = read_players(bytes(row.input.players_csv))
    columns = {name: stored.columns[name] for name in BEFORE if name in stored.columns and name != "id"}
    frame = pl.DataFrame({"id": stored.ids.cast(pl.Int64), **columns})
    frame = frame.with_columns(pl.col(name).fill_nan(None) for name in frame.columns if frame[name].dtype == pl.Float64)
    return pl.concat([_nobody(), frame.cast({name: BEFORE[name] for name in frame.columns})], how="diagonal")


def _of_profiles(pool: str) -> pl.DataFrame:
    """Return the imported ratings in profiles. The number of games behind them may be unknown."""
    if pool == Game.Pool.CHESS:
        rated = Player.objects.filter(rating__isnull=False).order_by("pk")
        rows = rated.values_list("pk", "rating", "rating_deviation", "rating_games")
        ratings = [(pk, rating, deviation, games or None) for pk, rating, deviation, games in rows]
    elif pool == Game.Pool.FIDE_STANDARD:
        listed = Player.objects.filter(fide_rating__isnull=False).order_by("pk").values_list("pk", "fide_rating")
        ratings = [(pk, rating, None, None) for pk, rating in listed]
    else:
        ratings = []
    names = {name: BEFORE[name] for name in ("id", "rating", "rd", "games")}
    return pl.concat([_nobody(), pl.DataFrame(ratings, schema=names, orient="row")], how="diagonal")


def _running(players: pl.DataFrame, period: AnyPeriod) -> list[int]:
    """Return whether each player took part in a running event when the window closed; queried only for those
    without another reason to be active."""
    if isinstance(period, Month):
        return [0] * len(players)
    recent = date(period.year - RECENT_YEARS.on(period.valid_from)[1], 1, 1)
    inactive = players.filter(pl.col("last_game") < recent)["id"].to_list()
    closed = midnight(period.results_until + timedelta(days=1))
    still = Game.objects.filter(Q(is_rated=True) | ~Q(event_kind=""), starts__lt=closed).filter(
        Q(finished__isnull=True) | Q(finished__gte=closed)
    )
    playing = {
        pk
        for some in batches(inactive)
        for colour in ("white", "black")
        for pk in still.filter(**{f"{colour}__in": some}).values_list(f"{colour}_id", flat=True)
    }
    return [int(pk in playing) for pk in players["id"]]
