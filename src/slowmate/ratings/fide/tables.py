"""FIDE section 8.1: the two conversion tables, as printed.

Probabilities and percentages are whole hundredths and ratings whole points, so that every sum made of them is exact.
The tables are used as they stand: no formula, no interpolation, no third figure.
"""

import csv
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.exact import ratio_half_up
from slowmate.rulebook import Dated, clause

P_TO_DP, DP_FILE = clause("FIDE-RATING-2017 8.1a"), "fide_p_to_dp.csv"
D_TO_PD, PD_FILE = clause("FIDE-RATING-2017 8.1b"), "fide_d_to_pd.csv"
AS_PRINTED, HUNDREDTHS = (clause("FIDE-RATING-2017 12.1"), clause("FIDE-RATING-2017 12.2")), 100
"""The tables are used, not the formula they come near to, and to two figures only."""
LIMIT_RULE, LIMIT = Dated({"FIDE-RATING-2017 8.54": 400}).newest
"""A larger difference in rating counts as this one."""
BEYOND = 736
"""The first difference of the last, open band of table 8.1b."""

Whole = NDArray[np.int64]


def _rows(name: str) -> list[dict[str, str]]:
    text = resources.files("slowmate.ratings").joinpath(f"data/{name}").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def _dp_by_percent() -> Whole:
    table = np.zeros(101, np.int64)
    for row in _rows(DP_FILE):
        table[_hundredths(row["p"])] = int(row["dp"])
    return table


@cache
def _pd_by_difference() -> Whole:
    """Return PD of the higher rated player for differences of 0 to 736; the last stands for all above."""
    table = np.zeros(BEYOND + 1, np.int64)
    for row in _rows(PD_FILE):
        last = int(row["d_max"]) if row["d_max"] else BEYOND
        table[int(row["d_min"]) : last + 1] = _hundredths(row["pd_high"])
    return table


def _hundredths(printed: str) -> int:
    return round(float(printed) * HUNDREDTHS)


@cache
def limited_probabilities() -> NDArray[np.int16]:
    """Return PD in hundredths for every difference from -400 to 400, for lookup game by game."""
    table = probability(np.arange(-LIMIT, LIMIT + 1)).astype(np.int16)
    table.flags.writeable = False
    return table


def percentage(half_points: Whole | int, games: Whole | int) -> Whole:
    """Return the score in whole percent, half up, from half points: 5 of 8 points is 63."""
    return ratio_half_up(HUNDREDTHS // 2 * np.asarray(half_points, np.int64), np.asarray(games, np.int64))


def rating_difference(percent: Whole | int) -> Whole:
    """Return dp for a score in whole percent, from table 8.1a."""
    return _dp_by_percent()[percent]


def limited(difference: Whole | int) -> Whole:
    """Limit a difference to 400 points, for the stronger and the weaker player."""
    return np.clip(difference, -LIMIT, LIMIT)


def probability(difference: Whole | int) -> Whole:
    """Return PD in hundredths from table 8.1b for a signed difference: own rating less the opponent's."""
    signed = np.asarray(difference, np.int64)
    high = _pd_by_difference()[np.minimum(np.abs(signed), BEYOND)]
    return np.where(signed >= 0, high, HUNDREDTHS - high)
