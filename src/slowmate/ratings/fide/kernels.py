"""FIDE 8.55 for millions of games: score less PD, added up by player.

Black's delta is White's with the sign turned, because the printed probabilities of both add up to one; so each game is
looked up once. The sums are whole hundredths: every order of games, and every split of them, gives the same. A lookup
and a sum leave nothing for a compiler to win, so there is no compiled loop.
"""

import numpy as np

from slowmate.ratings.columns import Flags, GameColumns, Ints
from slowmate.ratings.fide.tables import LIMIT, limited_probabilities
from slowmate.rulebook import clause

CHUNK = 1 << 17
"""Games worked on at a time, so that what is made on the way stays in the processor's cache."""
DELTA, HALF_POINT = clause("FIDE-RATING-2017 8.55(b)"), 50


def sum_of_deltas(rating: Ints, games: GameColumns, both: Flags | None) -> tuple[Ints, Ints]:
    """Sum by player score less PD in hundredths, and games, over the games marked in *both*."""
    many = len(rating)
    table = limited_probabilities()
    deltas, played = np.zeros(many, np.int64), np.zeros(many, np.int64)
    step = max(CHUNK, 4 * many)
    for start in range(0, len(games), step):
        part = slice(start, start + step)
        white, black, halves = games.white[part], games.black[part], games.half_points[part]
        if both is not None:
            white, black, halves = white[both[part]], black[both[part]], halves[both[part]]
        difference = rating[white]
        difference -= rating[black]
        np.clip(difference, -LIMIT, LIMIT, out=difference)
        difference += LIMIT
        delta = HALF_POINT * halves.astype(np.float64)
        delta -= table[difference]
        deltas += (np.bincount(white, delta, many) - np.bincount(black, delta, many)).astype(np.int64)
        played += np.bincount(white, minlength=many)
        played += np.bincount(black, minlength=many)
    return deltas, played
