"""FIDE sections 5 and 6 over columns: which games of a period count, for whom, and against which rating.

Beside the columns of the contract these are read where given: `minutes` (each player's time for 60 moves), `plies`
(half-moves played), `planned_games` (of a match), `round` or `date` (the order of play), `national` and `women_only`
(round robins under 6.23), `white_was_unrated` and `black_was_unrated` (8.4). An event without a type counts as a Swiss.

A game between two rated players counts for both and is only marked. The others are few; `sides` deals with them.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.columns import Column, Flags, GameColumns, Ints, PlayerColumns
from slowmate.ratings.exact import half_up
from slowmate.ratings.fide.composition import (
    COMPOSITION,
    MATCH,
    ROUND_ROBIN,
    composition_rule,
    counts_in_match,
    is_ratable_round_robin,
)
from slowmate.ratings.fide.eligible import FideList, has_both_moved, is_on
from slowmate.rulebook import Clause, Fact, clause

UNRATED: Final = -(10**6)
"""Stands for "no rating" in a column of whole ratings."""

LATER_LISTED, LATER_LISTED_COLUMNS = clause("FIDE-RATING-2017 8.4"), ("white_was_unrated", "black_was_unrated")
PROVISIONAL = clause("FIDE-RATING-2017 8.53")

BY_TIME, BY_UNPLAYED, BY_COMPOSITION, BY_MATCH_UNRATED, BY_MATCH_WON = 1, 2, 3, 4, 5
"""The reason why a game counts for neither player."""


@dataclass(frozen=True, slots=True)
class CountedGames:
    """The games that count.

    *both* marks those between players who count as rated for each other (None: all); *unknown* says for White and Black
    whether they count as unrated for their opponent (None: no player does); *why* says why a game counts for neither
    (None: there is no such game).
    """

    rating: Ints
    both: Flags | None
    unknown: tuple[Flags, Flags] | None
    why: NDArray[np.int8] | None


def count_games(players: PlayerColumns, games: GameColumns, which: FideList) -> CountedGames:
    """Decide for every game whether it counts and for whom."""
    is_rated = ~np.isnan(players.rating)
    rating = np.where(is_rated, half_up(np.nan_to_num(players.rating)), UNRATED).astype(np.int64)
    why = _left_out(players, games, which)
    unknown = _unknown_sides(games, is_rated)
    if games.event_type is not None:
        why = _left_out_of_matches(games, np.flatnonzero(games.event_type == MATCH), is_rated, why)
        why = _left_out_of_round_robins(games, np.flatnonzero(games.event_type == ROUND_ROBIN), unknown, why)
    keep = None if why is None else why == 0
    if unknown is not None:
        between_known = ~(unknown[0] | unknown[1])
        both = between_known if keep is None else between_known & keep
        return CountedGames(rating, both, unknown, why)
    return CountedGames(rating, keep, None, why)


def _left_out(players: PlayerColumns, games: GameColumns, which: FideList) -> NDArray[np.int8] | None:
    """Mark games too quick (or too slow) for the list, and games that were not played."""
    why = None
    if "minutes" in games.extra:
        time = games.extra["minutes"].astype(np.float64)
        on_list = is_on(which, time, players.rating[games.white], players.rating[games.black])
        why = _mark(why, np.flatnonzero(~(on_list | np.isnan(time))), BY_TIME, len(games))
    if "plies" in games.extra:
        plies = games.extra["plies"].astype(np.float64)
        why = _mark(why, np.flatnonzero(~(has_both_moved(plies) | np.isnan(plies))), BY_UNPLAYED, len(games))
    return why


def _mark(why: NDArray[np.int8] | None, rows: Ints, code: int, size: int) -> NDArray[np.int8] | None:
    """Write a reason where none is written yet; nothing is made while nothing is left out."""
    if not len(rows):
        return why
    marked = np.zeros(size, np.int8) if why is None else why
    marked[rows] = np.where(marked[rows] == 0, code, marked[rows])
    return marked


def _unknown_sides(games: GameColumns, is_rated: Flags) -> tuple[Flags, Flags] | None:
    """Return whether White and Black count as unrated for their opponent; None if no player does.

    A player who got their rating after the event was played still counts as unrated for their opponents (8.4). Ratings
    computed provisionally after an earlier event do not make a player rated (8.53): only the list does.
    """
    if is_rated.all() and not any(name in games.extra for name in LATER_LISTED_COLUMNS):
        return None
    sides = []
    for rows, name in zip((games.white, games.black), LATER_LISTED_COLUMNS, strict=True):
        unknown = ~is_rated[rows]
        if name in games.extra:
            unknown |= _flags(games.extra[name])
        sides.append(unknown)
    return (sides[0], sides[1]) if sides[0].any() or sides[1].any() else None


def _flags(values: Column) -> Flags:
    return np.nan_to_num(values.astype(np.float64)) > 0


def _events(games: GameColumns, rows: Ints) -> tuple[Ints, int]:
    """Return the events of some games, numbered from 0 without large gaps, and how many numbers there are."""
    if games.event is None:
        return np.zeros(len(rows), np.int64), 1
    events = games.event[rows]
    if len(rows) and int(events.min()) >= 0 and int(events.max()) < 4 * len(games) + 1000:
        return events, int(events.max()) + 1
    numbers, dense = np.unique(events, return_inverse=True)
    return dense.astype(np.int64), len(numbers)


def _left_out_of_matches(
    games: GameColumns, rows: Ints, is_rated: Flags, why: NDArray[np.int8] | None
) -> NDArray[np.int8] | None:
    """Leave out games of matches with an unrated player, and those after one of them has won."""
    if not len(rows):
        return why
    white, black = games.white[rows], games.black[rows]
    unrated = ~(is_rated[white] & is_rated[black])
    why = _mark(why, rows[unrated], BY_MATCH_UNRATED, len(games))
    if "planned_games" not in games.extra:
        return why
    event, _ = _events(games, rows)
    order = games.extra.get("round", games.extra.get("date", np.zeros(len(games), np.int64)))[rows]
    low, high = np.minimum(white, black), np.maximum(white, black)
    played = np.lexsort((order, high, low, event))
    pair: Ints = np.cumsum(_changes(event[played]) | _changes(low[played]) | _changes(high[played]))
    halves = np.where(white == low, games.half_points[rows], 2 - games.half_points[rows]).astype(np.int64)
    planned = games.extra["planned_games"].astype(np.float64)[rows]
    counts = counts_in_match(pair, halves[played], planned[played])
    return _mark(why, rows[played[~counts]], BY_MATCH_WON, len(games))


def _changes(values: Ints) -> Flags:
    """Return where a sorted column's value differs from the one before."""
    changes: Flags = np.r_[False, values[1:] != values[:-1]]
    return changes


@dataclass(frozen=True, slots=True)
class _Taking:
    """The participants of each round robin: *event* numbers the event of each game, the rest is by event."""

    event: Ints
    players: Ints
    rated: Ints
    double: Flags
    national: Flags
    women_only: Flags


def _left_out_of_round_robins(
    games: GameColumns, rows: Ints, unknown: tuple[Flags, Flags] | None, why: NDArray[np.int8] | None
) -> NDArray[np.int8] | None:
    """Round robins with too few rated players are not rated at all (6.2 to 6.23), however they are calculated."""
    if not len(rows):
        return why
    taking = _taking(games, unknown, rows)
    fine = is_ratable_round_robin(
        taking.players,
        taking.rated,
        double=taking.double,
        national=taking.national,
        women_only=taking.women_only,
    )
    return why if fine.all() else _mark(why, rows[~fine[taking.event]], BY_COMPOSITION, len(games))


def _taking(games: GameColumns, unknown: tuple[Flags, Flags] | None, rows: Ints) -> _Taking:
    event, many = _events(games, rows)
    white, black = games.white[rows], games.black[rows]
    # one sort groups the players of an event; the lowest bit says unrated, shifts are quicker than divisions
    bits = max(int(white.max()), int(black.max())).bit_length() + 1
    keys = np.concatenate([white, black])
    keys <<= 1
    keys |= np.tile(event << bits, 2)
    if unknown is not None:
        keys |= np.concatenate([unknown[0][rows], unknown[1][rows]])
    keys.sort()
    whole = keys >> 1
    entries = keys[np.flatnonzero(np.r_[True, whole[1:] != whole[:-1]])]
    of_event = entries >> bits
    players = np.bincount(of_event, minlength=many)
    unrated = np.bincount(of_event[entries & 1 == 1], minlength=many) if unknown is not None else np.zeros_like(players)
    return _Taking(
        event,
        players,
        players - unrated,
        np.bincount(event, minlength=many) > players * (players - 1) // 2,
        _by_event(games, "national", rows, event, many),
        _by_event(games, "women_only", rows, event, many),
    )


def composition_of(games: GameColumns, counted: CountedGames, game: int) -> tuple[Clause, dict[str, Fact]]:
    """Return the rule about participants that decides over a round robin, with its numbers."""
    ours = np.ones(len(games), bool) if games.event is None else games.event == games.event[game]
    taking = _taking(games, counted.unknown, np.flatnonzero(ours))
    event = taking.event[0]
    rules = composition_rule(taking.players, taking.rated, double=taking.double, national=taking.national)
    return COMPOSITION[int(rules[event])], {
        "players": int(taking.players[event]),
        "rated": int(taking.rated[event]),
        "double": bool(taking.double[event]),
    }


def _by_event(games: GameColumns, name: str, rows: Ints, event: Ints, many: int) -> Flags:
    """Return whether any game of an event carries a mark."""
    if name not in games.extra:
        return np.zeros(many, bool)
    return np.bincount(event[_flags(games.extra[name])[rows]], minlength=many) > 0
