"""One period from files: which of the games belong to it, and the list they make."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

import numpy as np
import polars as pl

from slowmate.cli.files import read_bytes
from slowmate.formats.rating_csv import Players, all_games, game_arrays, outcome_frame, read_games, read_players
from slowmate.ratings import SYSTEMS, Forecast, Period, explain, forecast, rate
from slowmate.ratings.columns import Flags
from slowmate.ratings.lists import active
from slowmate.ratings.outcome import PUBLISHED
from slowmate.ratings.rated import ReflectionTime, is_rated, pool
from slowmate.ratings.start import event_level
from slowmate.records import KINDS, BadInput
from slowmate.rulebook import EDITIONS, NoEdition, Refused, Ruling

COMPILING_PAYS = 2_000_000
"""Games from which a single run is faster with the compiler loaded; below, NumPy is done before that."""
USUAL_TIME = ReflectionTime(moves=10, days=50)
LEVEL_DAY = EDITIONS["ICCF-TR-2016"].begins


@dataclass(frozen=True, slots=True)
class Job:
    """What to rate: rules, players, all games at hand, and the list to make (None: all games are one period)."""

    rules: str
    players: Players
    games: pl.DataFrame
    period: Period | None
    pool: str
    by_item_5: Flags | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """Parameters of one system alone, such as FIDE's rapid list."""

    @property
    def edition(self) -> str:
        return SYSTEMS[self.rules].edition


@dataclass(frozen=True, slots=True)
class Rated:
    """A list: the players' file with the new values, and what went into it."""

    edition: str
    period: Period | None
    frame: pl.DataFrame
    games: int


def load(players: str, games: Sequence[str]) -> tuple[Players, pl.DataFrame]:
    """Read both kinds of files, or refuse the first that is wrong."""
    known = read_players(read_bytes(players), file=players)
    return known, all_games([read_games(read_bytes(path), known, file=path) for path in games])


def item_5_flags(wishes: Sequence[str], players: Players) -> Flags | None:
    """Players whom the Ratings Commissioner rates by item 5, each with his reason."""
    if not wishes:
        return None
    flags = np.zeros(len(players.ids), np.bool_)
    for wish in wishes:
        identity, _, reason = wish.partition("=")
        if not reason.strip():
            raise BadInput(f"{wish!r}: write ID=REASON; the exception has to be justified", field="--item-5")
        flags[_row(players, identity, "--item-5")] = True
    return flags


def _row(players: Players, identity: str, field: str) -> int:
    row = players.row(identity)
    if row is None:
        raise BadInput(f"{identity!r} is not the id of a player", file=players.table.file, field=field)
    return row


def select(games: pl.DataFrame, period: Period | None, of_pool: str) -> pl.DataFrame:
    """The games to rate: of the period's window, of events that are rated, of one pool, and not lost by both."""
    found = games.filter(pl.col("score").is_not_null()) if games["score"].null_count() else games
    if period is not None:
        found = _in_window(found, period)
    if "kind" in found.columns:
        on = period.valid_from if period else EDITIONS["ICCF-TR-2017"].begins
        slugs = [slug for slug in KINDS if _counts(slug, of_pool, on)]
        found = found.filter(pl.col("kind").is_null() | pl.col("kind").is_in(slugs))
    elif of_pool != "chess":
        raise BadInput("the games have no kind, so none is of that pool", field="--pool")
    return found


def _in_window(games: pl.DataFrame, period: Period) -> pl.DataFrame:
    if "date" not in games.columns:
        raise BadInput(
            "missing column; --period needs the day each game finished", file=_file(games), line=1, field="date"
        )
    if games["date"].null_count():
        row = int(games["date"].is_null().arg_max() or 0)
        file, line = games["file"][row], games["line"][row]
        raise BadInput("empty; --period needs the day the game finished", file=file, line=line, field="date")
    return games.filter(pl.col("date").is_between(period.results_from, period.results_until))


def _file(games: pl.DataFrame) -> str | None:
    return str(games["file"][0]) if len(games) else None


def _counts(slug: str, of_pool: str, on: date) -> bool:
    """A game in the file of an event that needs an agreement or authorisation is taken to have it."""
    kind = KINDS[slug]
    rated = is_rated(kind, on=on, time=USUAL_TIME, agreed=True, authorised=True)
    return rated.value and pool(kind, on=on).value == of_pool


def with_levels(games: pl.DataFrame, players: Players) -> pl.DataFrame:
    """The games with the rating that their kind of event assumes for players without one, where the kind is said."""
    if "kind" not in games.columns:
        return games
    levels = {}
    for slug in games["kind"].drop_nulls().unique():
        try:
            levels[slug] = float(event_level(KINDS[slug], on=LEVEL_DAY).value)
        except Refused:
            continue  # national events have an average below; a new kind has what its announcement says: start ratings
    level = pl.col("kind").replace_strict(levels, default=None, return_dtype=pl.Float64) if levels else pl.lit(None)
    games = games.with_columns(level.cast(pl.Float64).alias("level"))
    return _national_levels(games, players)


def _national_levels(games: pl.DataFrame, players: Players) -> pl.DataFrame:
    national = games.filter(pl.col("kind") == "national")
    if "event" not in games.columns or not len(national):
        return games
    known = pl.DataFrame({"player": np.arange(len(players.ids)), "rating": players.columns["rating"]})
    if "games" in players.columns:
        known = known.filter(~(pl.Series(players.columns["games"]) < PUBLISHED))
    sides = pl.concat([national.select("event", player=pl.col(colour)) for colour in ("white", "black")]).unique()
    rated = sides.join(known, on="player").filter(pl.col("rating").is_not_nan() & pl.col("rating").is_not_null())
    levels = {
        event: float(event_level(KINDS["national"], on=LEVEL_DAY, rated=[int(one) for one in ratings]).value)
        for event, ratings in rated.group_by("event").agg("rating").iter_rows()
        if event is not None
    }
    if not levels:
        return games
    average = pl.col("event").replace_strict(levels, default=None, return_dtype=pl.Float64)
    return games.with_columns(
        pl.when(pl.col("kind") == "national").then(average).otherwise(pl.col("level")).alias("level")
    )


def year_of(period: Period | None, games: pl.DataFrame) -> int | None:
    """The year that decides who is young: that of the list, else of the latest game."""
    if period is not None:
        return period.year
    latest = games["date"].max() if "date" in games.columns else None
    return latest.year if isinstance(latest, date) else None


def rate_period(job: Job) -> Rated:
    """Rate one period and put the outcome beside what the players' file said."""
    games = with_levels(select(job.games, job.period, job.pool), job.players)
    kernel: Literal["auto", "numpy"] = "auto" if len(games) >= COMPILING_PAYS or "numba" in sys.modules else "numpy"
    outcome = rate(
        job.players.columns,
        game_arrays(games),
        job.rules,
        year=year_of(job.period, games),
        kernel=kernel,
        by_item_5=job.by_item_5,
        options=job.options,
    )
    frame = outcome_frame(job.players, outcome)
    if job.period is not None:
        frame = with_activity(frame, games, job.period)
    return Rated(job.edition, job.period, frame, len(games))


def with_activity(frame: pl.DataFrame, games: pl.DataFrame, period: Period) -> pl.DataFrame:
    """The list with each player's last game and whether he stands in the published list as active (9.7).

    `running` of the players' file says who takes part in a running event (or in how many); without it nobody does.
    """
    sides = pl.concat([games.select("date", row=pl.col(colour)) for colour in ("white", "black")])
    latest = sides.group_by("row").agg(pl.col("date").max())
    rows = pl.DataFrame({"row": pl.int_range(len(frame), eager=True, dtype=pl.Int64)})
    new = rows.join(latest, on="row", how="left", maintain_order="left")["date"]
    old = frame["last_game"].cast(pl.String).str.to_date(strict=False) if "last_game" in frame.columns else None
    last = new if old is None else pl.DataFrame({"a": new, "b": old}).select(pl.max_horizontal("a", "b"))["a"]
    running = np.zeros(len(frame), np.bool_)
    if "running" in frame.columns:
        running = ~frame["running"].cast(pl.String).fill_null("").is_in(["", "0", "false", "no"]).to_numpy()
    years = last.dt.year().cast(pl.Float64).to_numpy()
    return frame.with_columns(
        last.cast(pl.String).alias("last_game"),
        pl.Series("active", active(period, frame["period_games"].to_numpy(), years, running)),
    )


def explained(job: Job, identity: str) -> tuple[Rated, int, Ruling[int | None]]:
    """The list, and how one player's number in it came about."""
    row = _row(job.players, identity, "--explain")
    games = with_levels(select(job.games, job.period, job.pool), job.players)
    ruling = explain(
        job.players.columns,
        game_arrays(games),
        row,
        job.rules,
        year=year_of(job.period, games),
        by_item_5=job.by_item_5,
        options=job.options,
    )
    return rate_period(job), row, ruling


def forecasted(job: Job, identity: str, data: bytes, file: str) -> Forecast:
    """What the running games in a file may bring one player, on top of the period's finished ones."""
    row = _row(job.players, identity, "--forecast")
    games = with_levels(select(job.games, job.period, job.pool), job.players)
    running = read_games(data, job.players, file=file, has_results=False)
    still = game_arrays(with_levels(running, job.players))
    return forecast(job.players.columns, game_arrays(games), still, row, job.rules, year=year_of(job.period, games))


def as_bad_input(error: NoEdition, field: str) -> BadInput:
    return BadInput(str(error), field=field)
