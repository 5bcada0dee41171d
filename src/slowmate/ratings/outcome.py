"""Rules 9.1 and 9.3: the games behind a rating, from how many it is published, and from how many it is fixed."""

import numpy as np

from slowmate.ratings.columns import Flags, Floats, Ints, PlayerColumns
from slowmate.rulebook import Dated, clause
from slowmate.rulebook.applies import applies

RATED_FROM = Dated({"ICCF-TR-2016 9.3/1": 1, "ICCF-TR-2017 9.3/1": 1})
"""Completed games from which a player has a rating."""
PUBLISHED_FROM = Dated({"ICCF-TR-2016 9.3/2": 12, "ICCF-TR-2017 9.3/2": 12})
FIXED_FROM = Dated({"ICCF-TR-2016 9.3/3": 30, "ICCF-TR-2017 9.3/3": 30})
RATED, PUBLISHED, FIXED = (dated.under("ICCF-TR-2017")[1] for dated in (RATED_FROM, PUBLISHED_FROM, FIXED_FROM))
"""The same in both editions, and the rating rules of 2023 do not touch it."""


@applies(clause("ICCF-TR-2016 9.1"), clause("ICCF-TR-2017 9.1"))
def games_behind(players: PlayerColumns, period_games: Ints) -> Floats:
    """Return the games behind each rating, however old; unknown if the earlier number is."""
    rated = ~np.isnan(players.rating)
    earlier = np.where(np.isnan(players.games) & ~rated, 0.0, players.games)
    return earlier + period_games.astype(np.float64)


def is_listed(rating: Floats, games: Floats) -> Flags:
    """Return which ratings are published: those of 12 games or more, or of unknown origin."""
    return ~np.isnan(rating) & ~(games < PUBLISHED)


def is_fixed(rating: Floats, games: Floats) -> Flags:
    """Return which ratings are fixed: those of 30 games or more, or of unknown origin."""
    return ~np.isnan(rating) & ~(games < FIXED)
