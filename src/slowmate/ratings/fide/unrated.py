"""FIDE 8.2, 8.3 and 8.58: the rating of a player who had none.

All fractions are kept as numerator and denominator, so that a half is a half when the rating is rounded. Half points
are whole numbers, 2 for a win.
"""

from dataclasses import dataclass

import numpy as np

from slowmate.ratings.columns import Flags
from slowmate.ratings.exact import ratio_half_up
from slowmate.ratings.fide.tables import Whole, percentage, rating_difference
from slowmate.rulebook import Dated, clause

DISREGARDED = clause("FIDE-RATING-2017 8.21/1")
SWISS_AVERAGE = clause("FIDE-RATING-2017 8.21(a)")
ROUND_ROBIN_AVERAGE = clause("FIDE-RATING-2017 8.21(b)")
RATED_AVERAGE = clause("FIDE-RATING-2017 8.21(b)(i)")
RATED_DP = clause("FIDE-RATING-2017 8.21(b)(ii)")
TOURNAMENT_AVERAGE = clause("FIDE-RATING-2017 8.21(b)(iii)")
EVEN = clause("FIDE-RATING-2017 8.22")
ABOVE, ABOVE_POINTS = Dated({"FIDE-RATING-2017 8.23": 20}).newest
BELOW_SWISS = clause("FIDE-RATING-2017 8.24")
BELOW_ROUND_ROBIN = clause("FIDE-RATING-2017 8.25")
POOLED = clause("FIDE-RATING-2017 8.3/1")
NEAREST = clause("FIDE-RATING-2017 8.3/2")
ITERATED = clause("FIDE-RATING-2017 8.58/1")
AS_ESTABLISHED = clause("FIDE-RATING-2017 8.58/2")


@dataclass(frozen=True, slots=True)
class FractionColumns:
    """Fractions in columns."""

    numerator: Whole
    denominator: Whole

    def rounded(self) -> Whole:
        """Round to the nearest whole number, a half up."""
        return ratio_half_up(self.numerator, self.denominator)


def swiss_rating(half_points: Whole, games: Whole, opponents_sum: Whole) -> FractionColumns:
    """Return Ru in a Swiss or team event, and Rn over all games so far taken as one event.

    *opponents_sum* is the sum of the rated opponents' ratings, one for each game.
    """
    below = rating_difference(percentage(half_points, games))
    extra = np.where(half_points >= games, ABOVE_POINTS * (half_points - games), below)
    return FractionColumns(opponents_sum + games * extra, games)


@dataclass(frozen=True, slots=True)
class RoundRobins:
    """Round robins with unrated players, as columns of games and of entries (one player in one event).

    Entries are numbered from 0 over all events; `white` and `black` are entries. `is_first` marks entries of players
    without a result that counts before this event.
    """

    white: Whole
    black: Whole
    white_halves: Whole
    event: Whole
    rating: Whole
    is_rated: Flags
    is_first: Flags


@dataclass(frozen=True, slots=True)
class RoundRobinRatings:
    """The ratings made: by event the average Ra with its parts, by entry the new rating Ru (of the unrated only)."""

    takes_part: Flags
    half_points: Whole
    games: Whole
    rated_sum: Whole
    rated_count: Whole
    dp_sum: Whole
    opponents: Whole
    average: FractionColumns
    new: FractionColumns


def round_robin_ratings(events: RoundRobins) -> RoundRobinRatings:
    """Rate unrated players by iteration, leaving out those with zero in their first event.

    Leaving them out with all their games changes other scores, so it is repeated until no score is zero; then Ra and Ru
    follow in closed form. In a double round robin n stays the number of different opponents.
    """
    takes_part, half_points, games = _without_zero_scores(events)
    many = int(events.event.max()) + 1 if len(events.event) else 0
    counted = takes_part & events.is_rated
    percent = percentage(half_points[counted], np.maximum(games[counted], 1))
    where = events.event[counted]
    rated_count = np.bincount(where, minlength=many)
    rated_sum = np.bincount(where, events.rating[counted], many).astype(np.int64)
    dp_sum = np.bincount(where, rating_difference(percent), many).astype(np.int64)
    opponents = np.bincount(events.event[takes_part], minlength=many) - 1
    average = FractionColumns(rated_sum * (opponents + 1) - dp_sum * opponents, rated_count * (opponents + 1))

    n = opponents[events.event]
    bottom = average.denominator[events.event]
    played = np.maximum(games, 1)
    dp = rating_difference(percentage(half_points, played))
    above = half_points >= games
    top = average.numerator[events.event] + np.where(
        above, ABOVE_POINTS * (half_points - games) * bottom, dp * n * (bottom // (n + 1))
    )
    return RoundRobinRatings(
        takes_part, half_points, games, rated_sum, rated_count, dp_sum, opponents, average, FractionColumns(top, bottom)
    )


def _without_zero_scores(events: RoundRobins) -> tuple[Flags, Whole, Whole]:
    many = len(events.event)
    takes_part = np.ones(many, bool)
    while True:
        both = takes_part[events.white] & takes_part[events.black]
        white, black, halves = events.white[both], events.black[both], events.white_halves[both]
        games = np.bincount(white, minlength=many) + np.bincount(black, minlength=many)
        half_points = (np.bincount(white, halves, many) + np.bincount(black, 2 - halves, many)).astype(np.int64)
        zero = takes_part & ~events.is_rated & events.is_first & (half_points == 0)
        if not zero.any():
            return takes_part, half_points, games
        takes_part = takes_part & ~zero
