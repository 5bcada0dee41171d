"""One list from the games at hand: which of them it contains, what they assume of the unrated, who is active in it.

Rules 9.2 and 9.7 and item 11 applied to tables. Whoever makes a list, from files or from a database, asks here.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

import numpy as np
import polars as pl

from slowmate.ratings.columns import EVENT_TYPES, EXTRA_NAMES, Column, Flags, Ints
from slowmate.ratings.eligible import ReflectionTime, is_rated, pool
from slowmate.ratings.forecast import Forecast, forecast
from slowmate.ratings.lists import active
from slowmate.ratings.outcome import PUBLISHED
from slowmate.ratings.periods import Period
from slowmate.ratings.start import event_level
from slowmate.ratings.systems import explain, rate
from slowmate.records import KINDS, BadInput
from slowmate.rulebook import EDITIONS, Refused, Ruling

USUAL_TIME = ReflectionTime(moves=10, days=50)
WITHOUT_PERIOD = EDITIONS["ICCF-TR-2017"].begins
"""The day whose rules say what is rated where the games belong to no list in particular."""
LEVEL_DAY = EDITIONS["ICCF-TR-2016"].begins
"""Item 11 reads the same in both editions."""
GAME_NUMBERS = tuple(name for name in EXTRA_NAMES if name != "date")
SIDES = ("white", "black")


@dataclass(frozen=True, slots=True)
class ListBasis:
    """What one list is computed from: the players before it, the games it contains, and the exceptions made.

    *players* are the columns of `rate`, and for `make_list` of a period what is known of `last_game` (days, NaT
    unknown) and `running` (whether he takes part in a running event). *games* have the levels of item 11.
    """

    rules: str
    players: Mapping[str, Column]
    games: pl.DataFrame
    period: Period | None = None
    by_item_5: Flags | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """Parameters of one system alone, such as FIDE's rapid list."""

    @property
    def year(self) -> int | None:
        """The year that decides who is young: that of the list, else of the latest game."""
        if self.period is not None:
            return self.period.year
        latest = self.games["date"].max() if "date" in self.games.columns else None
        return latest.year if isinstance(latest, date) else None


def list_basis(
    rules: str,
    players: Mapping[str, Column],
    games: pl.DataFrame,
    *,
    period: Period | None,
    of_pool: str = "chess",
    by_item_5: Flags | None = None,
    options: Mapping[str, Any] | None = None,
) -> ListBasis:
    """The basis of a list of *period* (None: all games are one period), out of all *games* at hand.

    The games have `white` and `black` (rows of the players) and `score` (null: lost by both, not rated), and where it
    is known `date`, `event`, `kind` (a slug) and the further columns of `rate`.
    """
    chosen = with_levels(games_of_list(games, period, of_pool), players)
    return ListBasis(rules, players, chosen, period, by_item_5, options or {})


def make_list(basis: ListBasis, *, kernel: Literal["auto", "numpy", "numba"] = "auto") -> dict[str, Column]:
    """The players after the period: the columns of `rate`, and of a period's list `last_game` and `active`."""
    outcome = rate(
        basis.players,
        game_arrays(basis.games),
        basis.rules,
        year=basis.year,
        kernel=kernel,
        by_item_5=basis.by_item_5,
        options=basis.options,
    )
    if basis.period is None:
        return outcome
    latest = last_days(basis.games, len(outcome["rating"]))
    return outcome | activity(basis.period, basis.players, outcome["period_games"], latest)


def explain_number(basis: ListBasis, row: int) -> Ruling[int | None]:
    """How the number of one player in the list came about."""
    return explain(
        basis.players,
        game_arrays(basis.games),
        row,
        basis.rules,
        year=basis.year,
        by_item_5=basis.by_item_5,
        options=basis.options,
    )


def forecast_number(basis: ListBasis, running: pl.DataFrame, row: int) -> Forecast:
    """What the *running* games may bring one player, on top of the games of the list."""
    still = game_arrays(with_levels(running, basis.players))
    return forecast(basis.players, game_arrays(basis.games), still, row, basis.rules, year=basis.year)


# Which games


def games_of_list(games: pl.DataFrame, period: Period | None, of_pool: str) -> pl.DataFrame:
    """The games to rate: of the period's window, of events that are rated, of one pool, and not lost by both."""
    found = games.filter(pl.col("score").is_not_null()) if games["score"].null_count() else games
    if period is not None:
        if "date" not in found.columns or found["date"].null_count():
            raise BadInput("a list needs the day each of its games finished", field="games.date")
        found = found.filter(pl.col("date").is_between(period.results_from, period.results_until))
    if "kind" in found.columns:
        found = found.filter(pl.col("kind").is_null() | pl.col("kind").is_in(rated_kinds(period, of_pool)))
    elif of_pool != "chess":
        raise BadInput("the games have no kind, so none is of that pool", field="games.kind")
    return found


def rated_kinds(period: Period | None, of_pool: str) -> list[str]:
    """The kinds of event whose games a list contains.

    A game of an event that needs an agreement or authorisation is taken to have it, and every event time enough.
    """
    on = period.valid_from if period else WITHOUT_PERIOD
    return [
        slug
        for slug, kind in KINDS.items()
        if is_rated(kind, on=on, time=USUAL_TIME, agreed=True, authorised=True).value
        and pool(kind, on=on).value == of_pool
    ]


# Item 11: the rating assumed for the unrated


def with_levels(games: pl.DataFrame, players: Mapping[str, Column]) -> pl.DataFrame:
    """The games with the rating that their kind of event assumes for players without one, where the kind is said."""
    if "kind" not in games.columns:
        return games
    levels = kind_levels(games["kind"].drop_nulls().unique().to_list())
    level = pl.col("kind").replace_strict(levels, default=None, return_dtype=pl.Float64) if levels else pl.lit(None)
    games = games.with_columns(level.cast(pl.Float64).alias("level"))
    national = national_levels(games, players)
    if not national:
        return games
    average = pl.col("event").replace_strict(national, default=None, return_dtype=pl.Float64)
    return games.with_columns(
        pl.when(pl.col("kind") == "national").then(average).otherwise(pl.col("level")).alias("level")
    )


def kind_levels(slugs: Collection[str]) -> dict[str, float]:
    """The rating each kind of event assumes; national events have an average of their own, new kinds start ratings."""
    levels = {}
    for slug in slugs:
        try:
            levels[slug] = float(event_level(KINDS[slug], on=LEVEL_DAY).value)
        except Refused:
            continue
    return levels


def national_levels(games: pl.DataFrame, players: Mapping[str, Column]) -> dict[str, float]:
    """The rating each national event assumes: by the published ratings of those who play in it."""
    national = games.filter(pl.col("kind") == "national")
    if "event" not in games.columns or not len(national):
        return {}
    known = pl.DataFrame({"player": np.arange(len(players["rating"])), "rating": players["rating"]})
    if "games" in players:
        known = known.filter(~(pl.Series(players["games"]) < PUBLISHED))
    sides = pl.concat([national.select("event", player=pl.col(colour)) for colour in SIDES]).unique()
    rated = sides.join(known, on="player").filter(pl.col("rating").is_not_nan() & pl.col("rating").is_not_null())
    return {
        event: float(event_level(KINDS["national"], on=LEVEL_DAY, rated=[int(one) for one in ratings]).value)
        for event, ratings in rated.group_by("event").agg("rating").iter_rows()
        if event is not None
    }


# Rule 9.7: who is active


def last_days(games: pl.DataFrame, players: int) -> Column:
    """The day of each player's last game among these, NaT where he has none."""
    sides = pl.concat([games.select("date", row=pl.col(colour)) for colour in SIDES])
    latest = sides.group_by("row").agg(pl.col("date").max())
    days = np.full(players, "NaT", "datetime64[D]")
    days[latest["row"].to_numpy()] = latest["date"].to_numpy()
    return days


def activity(period: Period, players: Mapping[str, Column], period_games: Ints, latest: Column) -> dict[str, Column]:
    """Each player's last game, of the period (*latest*) or before, and whether the published list shows him (9.7)."""
    last = np.fmax(latest, players["last_game"]) if "last_game" in players else latest
    years = np.where(np.isnat(last), np.nan, last.astype("datetime64[Y]").astype(np.int64) + 1970.0)
    running = players["running"] if "running" in players else np.zeros(len(last), np.bool_)
    return {"last_game": last, "active": active(period, period_games, years, running)}


def game_arrays(games: pl.DataFrame) -> dict[str, Column]:
    """The columns that `rate` takes. Games that are not rated (no score) must have been left out."""
    found: dict[str, Column] = {name: games[name].to_numpy() for name in SIDES}
    found["score"] = games["score"].to_numpy() if "score" in games.columns else np.full(len(games), 0.5)
    for name in games.columns:
        if name.endswith("_original"):
            found[name] = games[name].fill_null(-1).to_numpy()
        elif name.endswith("_start") or name == "level" or name in GAME_NUMBERS:
            found[name] = games[name].to_numpy()
        elif name == "date":
            found[name] = games[name].cast(pl.Int32).fill_null(0).to_numpy()
        elif name == "event":
            found[name] = games[name].fill_null("").rank("dense").cast(pl.Int64).to_numpy()
        elif name == "event_type":
            codes = games[name].replace_strict(list(EVENT_TYPES), list(range(len(EVENT_TYPES))), default=-1)
            found[name] = codes.fill_null(-1).cast(pl.Int8).to_numpy()
    return found
