"""FIDE section 6: which events, and which of their games, count by who took part.

Everything here is columns: one value an event, or one a game. Half points are whole numbers, 2 for a win.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.columns import EVENT_TYPES, Flags
from slowmate.ratings.fide.tables import Whole
from slowmate.rulebook import Clause, Dated, clause

ZERO = clause("FIDE-RATING-2017 6.1/1")
ZERO_LATER = clause("FIDE-RATING-2017 6.1/2")
THIRD, THIRD_OF = Dated({"FIDE-RATING-2017 6.2": 3}).newest
SMALL, (SMALL_BELOW, SMALL_RATED) = Dated({"FIDE-RATING-2017 6.21": (10, 4)}).newest
DOUBLE, (DOUBLE_PLAYERS, DOUBLE_RATED) = Dated({"FIDE-RATING-2017 6.22": (6, 4)}).newest
NATIONAL, (NATIONAL_RATED, NATIONAL_WOMEN) = Dated({"FIDE-RATING-2017 6.23": (3, 2)}).newest
HALF_POINT = clause("FIDE-RATING-2017 6.31")
RATED_ONLY = clause("FIDE-RATING-2017 6.32")
UNPLAYED_IN_ROUND_ROBIN = clause("FIDE-RATING-2017 6.4")
MATCH_WON = clause("FIDE-RATING-2017 6.5")
MATCH_UNRATED = clause("FIDE-RATING-2017 6.6")

ROUND_ROBIN: Final = EVENT_TYPES.index("round-robin")
MATCH: Final = EVENT_TYPES.index("match")

COMPOSITION: Final[tuple[Clause, ...]] = (THIRD, SMALL, DOUBLE, NATIONAL)


def composition_rule(players: Whole, rated: Whole, *, double: Flags, national: Flags) -> NDArray[np.int64]:
    """Return which rule of `COMPOSITION` decides for each round robin, by its place there.

    A national championship has a rule of its own, which replaces the others. Of the rest the strictest that applies
    is named: a double round robin with unrated players, then few players, then the third.
    """
    with_unrated = double & (rated < players)
    return np.select([national, with_unrated, players < SMALL_BELOW], [3, 2, 1], default=0)


def is_ratable_round_robin(
    players: Whole, rated: Whole, *, double: Flags, national: Flags, women_only: Flags
) -> NDArray[np.bool_]:
    """Return whether enough players of each round robin were rated before it began."""
    third = THIRD_OF * rated >= players
    small = (players >= SMALL_BELOW) | (rated >= SMALL_RATED)
    doubled = ~double | (rated == players) | ((players >= DOUBLE_PLAYERS) & (rated >= DOUBLE_RATED))
    champions = rated >= np.where(women_only, NATIONAL_WOMEN, NATIONAL_RATED)
    ratable: Flags = np.where(national, champions, third & small & doubled)
    return ratable


def is_complete(players: Whole, games: Whole, pairings: Whole, most_a_pairing: Whole) -> NDArray[np.bool_]:
    """Return whether every game of each round robin was played: all pairs met, equally often.

    *pairings* counts different pairs, *most_a_pairing* the games of the pair that met most often. A round robin with an
    unplayed game is calculated as a Swiss (`UNPLAYED_IN_ROUND_ROBIN`).
    """
    pairs = players * (players - 1) // 2
    complete: Flags = (pairings == pairs) & (games == pairs * most_a_pairing)
    return complete


def counts_in_match(pair: NDArray[np.int64], halves: Whole, planned: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which games of matches are rated: those begun before a side had over half the planned points.

    The games are in the order of play within each *pair* (equal numbers stand together); *halves* are the half points
    of one and the same side throughout a pair; *planned* is the number of games agreed, NaN where none was.
    """
    if not len(pair):
        return np.zeros(0, bool)
    starts = np.flatnonzero(np.r_[True, pair[1:] != pair[:-1]])
    lengths = np.diff(np.r_[starts, len(pair)])
    before = np.cumsum(halves) - halves
    own = before - np.repeat(before[starts], lengths)
    played = np.arange(len(pair)) - np.repeat(starts, lengths)
    leader = np.maximum(own, 2 * played - own)
    undecided: Flags = ~(leader > planned)
    return undecided
