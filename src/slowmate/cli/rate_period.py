"""One period from files: read, and handed to the core."""

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

import numpy as np
import polars as pl

from slowmate.cli.files import read_bytes
from slowmate.formats.csv_table import unpacked
from slowmate.formats.rating_csv import Players, all_games, outcome_frame, read_games, read_players, require_days
from slowmate.formats.rating_events import EventGames, adjusted, is_event, read_event_games
from slowmate.ratings import SYSTEMS, Forecast
from slowmate.ratings.chosen import LeftOut
from slowmate.ratings.columns import MAX_RATING, Flags
from slowmate.ratings.period_list import (
    WITH_LEVELS,
    ListBasis,
    explain_number,
    forecast_number,
    list_basis,
    make_list,
    why_active,
)
from slowmate.ratings.periods import AnyPeriod
from slowmate.ratings.start import adjusted_start_rating, is_from_level
from slowmate.records import KINDS, BadInput
from slowmate.rulebook import Refused, Ruling
from slowmate.words import say

COMPILING_PAYS = 2_000_000
"""Games from which a single run is faster with the compiler loaded; below, NumPy is done before that."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The files as read: players, games, and what the events among them say of start ratings."""

    players: Players
    games: pl.DataFrame
    starts: tuple[tuple[str, Mapping[str, Ruling[int]]], ...] = ()
    national: Mapping[str, Ruling[int]] = field(default_factory=dict)
    """The levels of national events, by their names among the games."""
    left_out: tuple[LeftOut, ...] = ()
    remarks: tuple[str, ...] = ()
    """Remarks on the events for rating officers, one line each."""


@dataclass(frozen=True, slots=True)
class Job:
    """The input of a list: the players' file, what the list is computed from, and how start ratings came about."""

    players: Players
    basis: ListBasis
    starts: tuple[tuple[str, Mapping[str, Ruling[int]]], ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    """Games of events that are not rated at all."""
    remarks: tuple[str, ...] = ()

    @property
    def edition(self) -> str:
        return SYSTEMS[self.basis.rules].edition


@dataclass(frozen=True, slots=True)
class Rated:
    """A list: the players' file with the new values, and what went into it and what did not."""

    edition: str
    period: AnyPeriod | None
    frame: pl.DataFrame
    games: int
    left_out: tuple[LeftOut, ...] = field(default=())
    remarks: tuple[str, ...] = ()


def load(players: str, games: Sequence[str], levels: Mapping[str, float], rules: str | None) -> Loaded:
    """Read both kinds of files, or refuse the first that is wrong."""
    people = read_players(read_bytes(players), file=players)
    frames, starts, left_out, remarks = [], [], [], []
    national: dict[str, Ruling[int]] = {}
    for path in games:
        data = unpacked(read_bytes(path), path)
        if not is_event(data):
            frames.append(read_games(data, people, file=path))
            continue
        event = read_any(data, people, path, levels)
        refused = event.refused if rules == "fide-2017" else ()
        if refused:
            left_out.append(LeftOut(len(event.frame), refused[0]))
        frames.append(event.frame[:0] if refused else event.frame)
        starts.append((event.name, event.starts))
        national |= event.national
        people = with_declared(people, event.declared)
        grounds = (*refused, *event.remarks) if rules == "fide-2017" else ()
        remarks += [f"{event.name}: {say(ground)} [{ground.clause}]" for ground in grounds]
    return Loaded(people, all_games(frames), tuple(starts), national, tuple(left_out), tuple(remarks))


def with_declared(players: Players, declared: Mapping[int, int]) -> Players:
    """Return the players with the FIDE ratings that an event states of those who have no rating at all."""
    unknown = np.full(len(players.ids), np.nan)
    rating, fide = players.columns["rating"], players.columns.get("fide_rating", unknown).copy()
    rows = [row for row in declared if np.isnan(rating[row]) and np.isnan(fide[row])]
    if not rows:
        return players
    fide[rows] = [declared[row] for row in rows]
    return replace(players, columns={**players.columns, "fide_rating": fide})


def read_any(data: bytes, players: Players, path: str, levels: Mapping[str, float]) -> EventGames:
    """Read the games of an event; a level announced for its kind is that of the event."""
    for kind, level in levels.items():
        if f'"{kind}"'.encode() in data:
            return read_event_games(data, players, file=path, level=level)
    return read_event_games(data, players, file=path)


def announced_levels(wishes: Sequence[str]) -> dict[str, float]:
    """Read the levels given by --level, as KIND=VALUE."""
    levels = {}
    for wish in wishes:
        kind, _, value = wish.partition("=")
        if kind not in KINDS:
            raise BadInput(f"{kind!r} is not a kind of event; write KIND=VALUE", field="--level")
        if not value.isdigit() or not 1 <= int(value) <= MAX_RATING:
            raise BadInput(f"{wish!r}: write KIND=VALUE with a rating of 1 to {MAX_RATING:g}", field="--level")
        levels[kind] = float(value)
    return levels


def with_adjusted(loaded: Loaded, wishes: Sequence[str]) -> Loaded:
    """Return the games with start ratings that the Ratings Commissioner adjusted: ID=RATING,DATE,REASON."""
    games = loaded.games
    adjustments = {}
    for wish in wishes:
        identity, _, rest = wish.partition("=")
        rating, day, reason = [*rest.split(",", 2), "", ""][:3]
        row = loaded.players.find(identity, "--adjust")
        identity = str(loaded.players.ids[row])
        if not rating.isdigit() or not 1 <= int(rating) <= MAX_RATING:
            raise BadInput(f"{wish!r}: write ID=RATING,DATE,REASON", field="--adjust")
        try:
            since = date.fromisoformat(day)
        except ValueError:
            raise BadInput(f"{day!r} is not a date; write ID=RATING,2018-05-01,REASON", field="--adjust") from None
        computed = next((starts[identity].value for _, starts in loaded.starts if identity in starts), 0)
        try:
            ruling = adjusted_start_rating(computed, int(rating), reason=reason, on=since)
        except Refused:
            raise BadInput(
                f"{wish!r}: the adjustment has to be justified; write ID=RATING,DATE,REASON", field="--adjust"
            ) from None
        games = adjusted(games, row, ruling.value, since=since)
        adjustments[identity] = ruling
    starts = (*loaded.starts, ("adjusted", adjustments)) if adjustments else loaded.starts
    return replace(loaded, games=games, starts=starts)


def job(
    rules: str,
    loaded: Loaded,
    *,
    period: AnyPeriod | None,
    pool: str,
    by_item_5: Flags | None = None,
    options: Mapping[str, Any] | None = None,
    levels: Mapping[str, float] | None = None,
    national: Mapping[str, Ruling[int]] | None = None,
) -> Job:
    """Return what to rate for a list; raise `BadInput` if the files do not do for it.

    *national* are the levels of national events that a list before has fixed.
    """
    players, games = loaded.players, loaded.games
    if period is not None:
        require_days(games)
    require_kinds(games.columns, pool)
    if rules == "fide-2017":
        _require_histories(players)
    basis = list_basis(
        rules,
        players.columns,
        games,
        period=period,
        of_pool=pool,
        by_item_5=by_item_5,
        options=options,
        levels=levels,
        national={**(national or {}), **loaded.national},
    )
    return Job(players, basis, loaded.starts, loaded.left_out, loaded.remarks)


def require_kinds(names: Collection[str], pool: str) -> None:
    """Refuse a pool other than the usual for games without kinds, which are all of the usual one."""
    if pool != "chess" and "kind" not in names:
        raise BadInput("the games have no kind, so none is of that pool", field="--pool")


def _require_histories(players: Players) -> None:
    """Refuse an unrated player without score and opponents so far: FIDE pools all their games."""
    columns = players.columns
    unknown = np.full(len(players.ids), np.nan)
    games, points, opponents = (columns.get(name, unknown) for name in ("games", "points", "opponents_sum"))
    missing = np.isnan(columns["rating"]) & (games > 0) & (np.isnan(points) | np.isnan(opponents))
    if missing.any():
        row = int(np.argmax(missing))
        name = "points" if np.isnan(points[row]) else "opponents_sum"
        raise players.table.bad(row, name, f"empty; an unrated player with {games[row]:g} games has a score so far")


def item_5_flags(wishes: Sequence[str], players: Players) -> Flags | None:
    """Mark the players whom the Ratings Commissioner rates by item 5; each needs a reason."""
    if not wishes:
        return None
    flags = np.zeros(len(players.ids), np.bool_)
    for wish in wishes:
        identity, _, reason = wish.partition("=")
        if not reason.strip():
            raise BadInput(f"{wish!r}: write ID=REASON; the exception has to be justified", field="--item-5")
        flags[players.find(identity, "--item-5")] = True
    return flags


def rate_period(job: Job) -> Rated:
    """Rate one period and put the outcome beside what the players' file said."""
    return _rated(job, make_list(job.basis, kernel=_kernel(job)))


def _kernel(job: Job) -> Literal["auto", "numpy"]:
    return "auto" if len(job.basis.games) >= COMPILING_PAYS or "numba" in sys.modules else "numpy"


def _rated(job: Job, listed: dict[str, Any]) -> Rated:
    frame = outcome_frame(job.players, listed)
    left_out = (*job.left_out, *job.basis.left_out)
    return Rated(job.edition, job.basis.period, frame, len(job.basis.games), left_out, job.remarks)


@dataclass(frozen=True, slots=True)
class Explained:
    """One player's number in a list: its grounds, those of the start ratings they met, and whether it is shown."""

    rated: Rated
    row: int
    ruling: Ruling[int | None]
    starts: tuple[tuple[str, str, Ruling[int]], ...]
    shown: Ruling[bool] | None


def explained(job: Job, player: str) -> Explained:
    """Return the list, and how one player's number in it came about."""
    row = job.players.find(player, "--explain")
    listed = make_list(job.basis, kernel=_kernel(job))
    games = job.basis.games
    met = games.filter((pl.col("white") == row) | (pl.col("black") == row)).select("white", "black")
    ids = {str(job.players.ids[place]) for place in {*met["white"], *met["black"]} if place != row}
    starts = tuple(
        (event, identity, ruling)
        for event, several in job.starts
        for identity, ruling in several.items()
        if identity in ids and (job.basis.rules in WITH_LEVELS or not is_from_level(ruling.grounds[0].clause))
    )
    shown = why_active(job.basis, listed, row)
    return Explained(_rated(job, listed), row, explain_number(job.basis, row), starts, shown)


def forecasted(job: Job, player: str, data: bytes, file: str) -> tuple[str, Forecast]:
    """Return a player's id, and what the running games in a file may bring them, on top of the finished ones."""
    row = job.players.find(player, "--forecast")
    running = read_games(data, job.players, file=file, has_results=False)
    return str(job.players.ids[row]), forecast_number(job.basis, running, row)


def left_out_lines(left_out: Sequence[LeftOut]) -> list[str]:
    """Say why games are not in the list, one line for each reason."""
    return [
        f"{group.games:,} game{'s' * (group.games != 1)} not in the list: {say(group.ground)} [{group.ground.clause}]"
        for group in left_out
    ]
