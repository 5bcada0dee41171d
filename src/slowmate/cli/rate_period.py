"""One period from files: read, and handed to the core."""

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import polars as pl

from slowmate.cli.files import read_bytes
from slowmate.formats.rating_csv import Players, all_games, outcome_frame, read_games, read_players, require_days
from slowmate.ratings import SYSTEMS, Forecast, Period
from slowmate.ratings.columns import Flags
from slowmate.ratings.period_list import ListBasis, explain_number, forecast_number, list_basis, make_list
from slowmate.records import BadInput
from slowmate.rulebook import Ruling

COMPILING_PAYS = 2_000_000
"""Games from which a single run is faster with the compiler loaded; below, NumPy is done before that."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to rate: the players' file, and what the list is computed from."""

    players: Players
    basis: ListBasis

    @property
    def edition(self) -> str:
        return SYSTEMS[self.basis.rules].edition


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


def job(
    rules: str,
    players: Players,
    games: pl.DataFrame,
    *,
    period: Period | None,
    pool: str,
    by_item_5: Flags | None = None,
    options: Mapping[str, Any] | None = None,
) -> Job:
    """What to rate for a list, or what is wrong with the files for it."""
    if period is not None:
        require_days(games)
    require_kinds(games.columns, pool)
    basis = list_basis(rules, players.columns, games, period=period, of_pool=pool, by_item_5=by_item_5, options=options)
    return Job(players, basis)


def require_kinds(names: Collection[str], pool: str) -> None:
    """Without kinds every game is of the usual pool."""
    if pool != "chess" and "kind" not in names:
        raise BadInput("the games have no kind, so none is of that pool", field="--pool")


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


def rate_period(job: Job) -> Rated:
    """Rate one period and put the outcome beside what the players' file said."""
    games = len(job.basis.games)
    kernel: Literal["auto", "numpy"] = "auto" if games >= COMPILING_PAYS or "numba" in sys.modules else "numpy"
    frame = outcome_frame(job.players, make_list(job.basis, kernel=kernel))
    return Rated(job.edition, job.basis.period, frame, games)


def explained(job: Job, identity: str) -> tuple[Rated, int, Ruling[int | None]]:
    """The list, and how one player's number in it came about."""
    row = _row(job.players, identity, "--explain")
    return rate_period(job), row, explain_number(job.basis, row)


def forecasted(job: Job, identity: str, data: bytes, file: str) -> Forecast:
    """What the running games in a file may bring one player, on top of the period's finished ones."""
    row = _row(job.players, identity, "--forecast")
    return forecast_number(job.basis, read_games(data, job.players, file=file, has_results=False), row)
