"""One list from the games at hand: which of them it contains, what they assume of the unrated, who is active in it.

Rules 9.2 and 9.7 and item 11 applied to tables. All lists are made here, from files or from a database.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

import numpy as np
import polars as pl

from slowmate.ratings.chosen import LeftOut, choose, day_of
from slowmate.ratings.columns import EVENT_TYPES, EXTRA_NAMES, Column, Flags, Ints
from slowmate.ratings.countries import with_countries
from slowmate.ratings.fide.reporting import still_pools
from slowmate.ratings.forecast import Forecast, forecast
from slowmate.ratings.levels import (
    ALL_SIDES,
    SIDES,
    counts_by_level,
    national_levels,
    require_levels,
    with_levels,
    without_level,
    without_level_starts,
)
from slowmate.ratings.lists import active, is_active
from slowmate.ratings.periods import AnyPeriod, Month, Period
from slowmate.ratings.start import ANNOUNCED
from slowmate.ratings.systems import explain, rate, system
from slowmate.rulebook import Ground, Ruling

GAME_NUMBERS = tuple(name for name in EXTRA_NAMES if name != "date")
WITH_LEVELS = ("iccf-2016", "iccf-2017")
"""The rules that assume the level of the event for players without a rating."""


@dataclass(frozen=True, slots=True)
class ListBasis:
    """The input of one list: the players before it, the games it contains, and the exceptions made.

    *players* are the columns of `rate`, and for `make_list` of a period what is known of `last_game` (days, NaT
    unknown) and `running` (whether they take part in a running event). *games* have the levels of item 11.
    """

    rules: str
    players: Mapping[str, Column]
    games: pl.DataFrame
    period: AnyPeriod | None = None
    by_item_5: Flags | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """Parameters of one system alone, such as FIDE's rapid list."""
    left_out: tuple[LeftOut, ...] = ()
    """Games at hand that the list does not contain."""
    pool: str = "chess"
    levels: Mapping[str, float] = field(default_factory=dict)
    """The level announced for a kind of event that has none of its own."""
    national: Mapping[str, Ruling[int]] = field(default_factory=dict)
    """The level of national events, fixed once for each."""
    needs_levels: bool = True
    """Whether to refuse a game that needs a level its event does not have; else it is left out."""

    @property
    def year(self) -> int | None:
        """Return the year that decides who is young: that of the list, else of the latest game."""
        if self.period is not None:
            return self.period.valid_from.year
        latest = self.games["date"].max() if "date" in self.games.columns else None
        return latest.year if isinstance(latest, date) else None


def list_basis(
    rules: str,
    players: Mapping[str, Column],
    games: pl.DataFrame,
    *,
    period: AnyPeriod | None,
    of_pool: str = "chess",
    by_item_5: Flags | None = None,
    options: Mapping[str, Any] | None = None,
    levels: Mapping[str, float] | None = None,
    national: Mapping[str, Ruling[int]] | None = None,
    needs_levels: bool = True,
) -> ListBasis:
    """Return the basis of a list of *period* (None: all games are one period), out of all *games* at hand.

    The games have `white` and `black` (rows of the players) and `score` (null: lost by both or not played, and not
    rated), and where it is known `date`, `event`, `kind` (a slug), `level`, the terms of the event (`chosen.TERMS`) and
    the further columns of `rate`; `white_by_level` and `black_by_level` mark start ratings that are the level of the
    event. *levels* are announced for kinds of event that have none, *national* are those of national events that are
    fixed already.
    """
    if isinstance(period, Month):
        players = without_old_results(players, period)
    fixed = dict(national or {})
    if rules in WITH_LEVELS:
        until = period.results_until if period else None
        edition = system(rules).edition
        fixed |= national_levels(games, players, edition=edition, until=until, known=fixed)
    empty = ListBasis(
        rules, players, games[:0], period, by_item_5, options or {}, (), of_pool, levels or {}, fixed, needs_levels
    )
    return with_games(empty, games)


def with_games(basis: ListBasis, games: pl.DataFrame) -> ListBasis:
    """Return the basis with the games that belong to the list, and the reasons why the others do not."""
    games = with_countries(games, basis.players.get("federation"))
    chosen, left_out = choose(games, basis.rules, basis.period, basis.pool)
    if basis.rules not in WITH_LEVELS:
        chosen = without_level_starts(chosen)
    else:
        chosen = with_levels(chosen, basis.national, basis.levels)
        if basis.needs_levels:
            require_levels(chosen, basis.players)
        else:
            chosen, unsaid = _with_known_levels(chosen, basis)
            left_out += unsaid
    return replace(basis, games=chosen, left_out=left_out)


def _with_known_levels(games: pl.DataFrame, basis: ListBasis) -> tuple[pl.DataFrame, tuple[LeftOut, ...]]:
    """Leave out games that need a level for an event whose level was not announced."""
    missing = without_level(games, basis.players)
    if not missing.any():
        return games, ()
    cited, _ = ANNOUNCED.on(day_of(basis.period))
    kinds = games.filter(missing)["kind"].value_counts(sort=True)
    out = tuple(LeftOut(many, Ground(cited, {"kind": kind, "level": None})) for kind, many in kinds.iter_rows())
    return games.filter(~missing), out


def without_old_results(players: Mapping[str, Column], period: Month) -> Mapping[str, Column]:
    """Return the players, forgetting results of unrated ones that are too old to be pooled."""
    if "last_game" not in players or "games" not in players:
        return players
    waiting = np.isnan(players["rating"]) & (players["games"] > 0) & ~np.isnat(players["last_game"])
    old = np.zeros(len(waiting), np.bool_)
    for row in np.flatnonzero(waiting):
        old[row] = not still_pools(players["last_game"][row].astype(date), on=period.valid_from).value
    forgotten = {
        name: np.where(old, 0.0, players[name]) for name in ("games", "points", "opponents_sum") if name in players
    }
    return {**players, **forgotten} if old.any() else players


def make_list(basis: ListBasis, *, kernel: Literal["auto", "numpy", "numba"] = "auto") -> dict[str, Column]:
    """Return the players after the period: the columns of `rate`; with a period also `last_game` and `active`."""
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
    """Explain how the number of one player in the list came about, and the levels of national events it rests on."""
    ruling = explain(
        basis.players,
        game_arrays(basis.games),
        row,
        basis.rules,
        year=basis.year,
        by_item_5=basis.by_item_5,
        options=basis.options,
    )
    return Ruling(ruling.value, (*_national_grounds(basis, row), *ruling.grounds))


def _national_grounds(basis: ListBasis, row: int) -> list[Ground]:
    """Return the averages of the national events in which the player met somebody who counts with the level."""
    if basis.rules not in WITH_LEVELS or not basis.national or "event" not in basis.games.columns:
        return []
    plays = pl.any_horizontal(pl.col(side) == row for side in ALL_SIDES if side in basis.games.columns)
    mine = basis.games.filter(plays, pl.col("event").is_in(list(basis.national)))
    events = mine.filter(counts_by_level(mine, basis.players))["event"].unique(maintain_order=True)
    return [ground for event in events for ground in basis.national[event].grounds]


def forecast_number(basis: ListBasis, running: pl.DataFrame, row: int) -> Forecast:
    """Forecast what the *running* games may bring one player, on top of the games of the list.

    Running games that would not be in the list whatever their result are left out.
    """
    unfinished = running.with_columns(pl.lit(0.5).alias("score"))
    national = {**basis.national, **national_levels(unfinished, basis.players, known=basis.national)}
    later = with_games(replace(basis, period=None, national=national), unfinished)
    return forecast(
        basis.players,
        game_arrays(basis.games),
        game_arrays(later.games),
        row,
        basis.rules,
        year=basis.year,
        by_item_5=basis.by_item_5,
        options=basis.options,
    )


# Rule 9.7: who is active


def last_days(games: pl.DataFrame, players: int) -> Column:
    """Return the day of each player's last game among these, NaT for players without one."""
    sides = pl.concat([games.select("date", row=pl.col(colour)) for colour in SIDES])
    latest = sides.group_by("row").agg(pl.col("date").max())
    days = np.full(players, "NaT", "datetime64[D]")
    days[latest["row"].to_numpy()] = latest["date"].to_numpy()
    return days


def activity(period: AnyPeriod, players: Mapping[str, Column], period_games: Ints, latest: Column) -> dict[str, Column]:
    """Return each player's last game, and whether the published list shows them (9.7).

    *latest* is the last game of the period; earlier ones are read from *players*.
    """
    last = np.fmax(latest, players["last_game"]) if "last_game" in players else latest
    years = np.where(np.isnat(last), np.nan, last.astype("datetime64[Y]").astype(np.int64) + 1970.0)
    running = players["running"] if "running" in players else np.zeros(len(last), np.bool_)
    return {"last_game": last, "active": active(period, period_games, years, running)}


def why_active(basis: ListBasis, listed: Mapping[str, Column], row: int) -> Ruling[bool] | None:
    """Return whether the published list shows a player, with the grounds; None if it is no ICCF list."""
    if not isinstance(basis.period, Period):
        return None
    last = listed["last_game"][row]
    return is_active(
        basis.period,
        played=bool(listed["period_games"][row] > 0),
        last_game=None if np.isnat(last) else last.astype(date),
        running="running" in basis.players and bool(basis.players["running"][row]),
    )


def game_arrays(games: pl.DataFrame) -> dict[str, Column]:
    """Return the columns that `rate` takes. Games that are not rated (no score) must have been left out."""
    columns: dict[str, Column] = {name: games[name].to_numpy() for name in SIDES}
    columns["score"] = games["score"].to_numpy() if "score" in games.columns else np.full(len(games), 0.5)
    for name in games.columns:
        if name.endswith("_original"):
            columns[name] = games[name].fill_null(-1).to_numpy()
        elif name.endswith("_start") or name == "level" or name in GAME_NUMBERS:
            columns[name] = games[name].to_numpy()
        elif name == "date":
            columns[name] = games[name].cast(pl.Int32).fill_null(0).to_numpy()
        elif name == "event":
            columns[name] = games[name].fill_null("").rank("dense").cast(pl.Int64).to_numpy()
        elif name == "event_type":
            codes = games[name].replace_strict(list(EVENT_TYPES), list(range(len(EVENT_TYPES))), default=-1)
            columns[name] = codes.fill_null(-1).cast(pl.Int8).to_numpy()
    return columns
