"""FIDE 8.56 and 8.57: the development coefficient K, its limit in a busy period, and the one rounding of a period.

Order of precedence where more than one rule fits: the lasting 10, then the newcomer's 40, then the young player's 40,
then 20. Who has once reached 2400 keeps 10; who has once reached 2300 is young no more for this rule. On the rapid and
blitz lists K is 20 for all. The rating and the number of games are those of the list before the period; the year is
that of the period.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.fide.tables import Whole
from slowmate.rulebook import Clause, Dated, clause
from slowmate.rulebook.applies import applies

NEWCOMER, (NEWCOMER_K, NEWCOMER_GAMES) = Dated({"FIDE-RATING-2017 8.56/1": (40, 30)}).newest
ORDINARY, ORDINARY_K = Dated({"FIDE-RATING-2017 8.56/2": 20}).newest
LASTING, (LASTING_K, LASTING_RATING) = Dated({"FIDE-RATING-2017 8.56/3": (10, 2400)}).newest
YOUNG, (YOUNG_K, YOUNG_AGE, YOUNG_BELOW) = Dated({"FIDE-RATING-2017 8.56/4": (40, 18, 2300)}).newest
CAP, CAP_POINTS = Dated({"FIDE-RATING-2017 8.56/5": 700}).newest
ROUNDING, CENTS = clause("FIDE-RATING-2017 8.57"), 100
RAPID_K: Final = 20

RULES: Final[tuple[Clause, ...]] = (LASTING, NEWCOMER, YOUNG, ORDINARY)
LASTING_BEFORE_NEWCOMER = "lasting-10-before-newcomers-40"
YOUNG_UNTIL_2300 = "young-until-2300-was-reached"
"""Readings (docs/fide-ratings.md), as FIDE's published lists apply the rule."""
_VALUES = np.array([LASTING_K, NEWCOMER_K, YOUNG_K, ORDINARY_K])


def coefficient_rule(
    rating: Whole,
    games: NDArray[np.float64],
    *,
    has_reached_2400: NDArray[np.bool_],
    has_reached_2300: NDArray[np.bool_],
    birth_year: NDArray[np.float64],
    year: int | None,
) -> NDArray[np.int64]:
    """Return which rule of `RULES` gives each player's K on the standard list, by its place there.

    Unknown (NaN) games are those of an established player; an unknown birth year or an unknown year is not young.
    """
    newcomer = games < NEWCOMER_GAMES
    lasting = has_reached_2400 | (rating >= LASTING_RATING)
    young = is_young(birth_year, year) & (rating < YOUNG_BELOW) & ~has_reached_2300
    return np.select([lasting, newcomer, young], [0, 1, 2], default=3)


def is_young(birth_year: NDArray[np.float64], year: int | None) -> NDArray[np.bool_]:
    """Return who is not past the year of their 18th birthday; unknown is not young."""
    age = np.full(len(birth_year), np.nan) if year is None else year - birth_year
    return age <= YOUNG_AGE


def reached(before: NDArray[np.bool_], rating: int, *ratings: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return who has once been published with a *rating*: *before*, or with one of these ratings (NaN: none)."""
    now = before.copy()
    for column in ratings:
        now |= np.nan_to_num(column) >= rating
    return now


def coefficient(rule: NDArray[np.int64]) -> Whole:
    """Return K by the rule that gives it."""
    return _VALUES[rule]


@applies(clause("FIDE-QC-2016 S2/R8.56"))
def capped(k: Whole | int, games: Whole | int) -> Whole:
    """Return K such that K times the games of the period is at most 700: 39 games with K 20 give K 17."""
    most: Whole = CAP_POINTS // np.maximum(games, 1)
    return np.minimum(most, k)


def rounded_change(cents: Whole | int) -> Whole:
    """Round a change in hundredths to whole points, a half away from zero: -2.50 is published as -3."""
    magnitude = (np.abs(np.asarray(cents, np.int64)) + CENTS // 2) // CENTS
    change: Whole = np.sign(cents) * magnitude
    return change
