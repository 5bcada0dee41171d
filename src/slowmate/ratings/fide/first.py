"""FIDE 6.1, 6.31 and 8.3: the first rating of a player, from all their games so far."""

from dataclasses import dataclass

import numpy as np

from slowmate.ratings.columns import Flags, Ints, PlayerColumns
from slowmate.ratings.fide.reporting import ListPolicy
from slowmate.ratings.fide.sides import Entries, Sides
from slowmate.ratings.fide.unrated import FractionColumns, swiss_rating
from slowmate.records import BadInput


@dataclass(frozen=True, slots=True)
class PooledResults:
    """The results of unrated players so far: games, half points and the sum of opponents' ratings that count.

    *new* is the rating they would have; *is_made* says whether it is enough for the list. *counts* says of each entry
    whether it is pooled; *sole* is the entry that alone makes the rating if that is a round robin, else -1.
    """

    period_games: Ints
    games: Ints
    half_points: Ints
    opponents_sum: Ints
    new: FractionColumns
    is_made: Flags
    counts: Flags
    sole: Ints


def pool_results(players: PlayerColumns, entries: Entries, sides: Sides, policy: ListPolicy) -> PooledResults:
    """Rate all games so far of each unrated player as if they were one event.

    Events without a point before their first one are disregarded. If they have only one complete round robin, its own
    formula gives the rating; anything pooled is calculated like a Swiss.
    """
    many, size = len(entries.event), len(players)
    ours = np.isnan(players.rating)[entries.owner[sides.entry]]
    at = sides.entry[ours]
    games = np.bincount(at, minlength=many)
    halves = np.bincount(at, sides.halves[ours], many).astype(np.int64)
    rating_sum = np.bincount(at, sides.opponent_rating[ours], many).astype(np.int64)
    before = _history(players)
    counts = (games > 0) & ((before[0][entries.owner] > 0) | (_points_so_far(entries.owner, halves) > 0))
    owner = entries.owner[counts]
    period_games = np.bincount(owner, games[counts], size).astype(np.int64)
    totals = [
        earlier + np.bincount(owner, more[counts], size).astype(np.int64)
        for earlier, more in zip(before, (games, halves, rating_sum), strict=True)
    ]
    sole = np.full(size, -1)
    sole[owner] = np.flatnonzero(counts)
    alone = (np.bincount(owner, minlength=size) == 1) & (before[0] == 0)
    in_robin = np.r_[entries.robin, -1][sole] >= 0
    sole = np.where(alone & in_robin, sole, -1)
    new = _new_rating(totals, entries, sole)
    is_made = (totals[0] >= policy.min_games) & (period_games > 0) & (new.rounded() >= policy.floor)
    return PooledResults(period_games, totals[0], totals[1], totals[2], new, is_made, counts, sole)


def _history(players: PlayerColumns) -> list[Ints]:
    """Return games, half points and opponents' sum of unrated players before the period; zero for the rated."""
    unrated = np.isnan(players.rating)
    games = np.where(unrated, np.nan_to_num(players.games), 0)
    missing = (games > 0) & (np.isnan(players.points) | np.isnan(players.opponents_sum))
    if missing.any():
        row = int(np.argmax(missing))
        raise BadInput(f"unknown for an unrated player with games (row {row})", field="players.points, opponents_sum")
    has_games = games > 0
    halves, rating_sum = 2 * players.points, players.opponents_sum
    return [
        np.where(has_games, np.nan_to_num(values), 0).round().astype(np.int64) for values in (games, halves, rating_sum)
    ]


def _points_so_far(owner: Ints, halves: Ints) -> Ints:
    """Return half points of each entry's player up to its event; entries stand in the order of events."""
    order = np.argsort(owner, kind="stable")
    running = np.cumsum(halves[order])
    starts = np.r_[True, owner[order][1:] != owner[order][:-1]]
    offset = np.maximum.accumulate(np.where(starts, running - halves[order], 0))
    so_far = np.empty_like(halves)
    so_far[order] = running - offset
    return so_far


def _new_rating(totals: list[Ints], entries: Entries, sole: Ints) -> FractionColumns:
    games, halves, rating_sum = totals
    swiss = swiss_rating(halves, np.maximum(games, 1), rating_sum)
    if entries.ratings is None:
        return swiss
    of_robin = sole >= 0
    place = entries.robin[sole[of_robin]]
    top, bottom = swiss.numerator.copy(), swiss.denominator.copy()
    top[of_robin] = entries.ratings.new.numerator[place]
    bottom[of_robin] = entries.ratings.new.denominator[place]
    return FractionColumns(top, bottom)
