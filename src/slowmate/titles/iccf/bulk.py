"""The norms of 2017 for very many sections at once: what a federation's whole archive asks for.

The same exact numbers as `norms_2017`, from arrays: each expectancy in ten-thousandths from a table, sums of integers.
"""

from collections.abc import Iterator
from decimal import Decimal
from functools import cache

import numpy as np
from numpy.typing import NDArray

from slowmate.ratings.exact import ratio_half_up
from slowmate.ratings.iccf.expectancy import UNIT, expectancy
from slowmate.titles.iccf.norms_2017 import SUM
from slowmate.titles.iccf.tournament import minimum_score
from slowmate.titles.levels import LEVELS

HALF = UNIT // 2
NOT_OPEN = -1
MAX_RATING = 4000
_CHUNK = 8192
"""Sections at a time: the working arrays stay in the processor's cache."""


def thresholds(ratings: NDArray[np.float64]) -> NDArray[np.int8]:
    """Return norms in half points for every player of every section, by title (GM to CCE); -1: not open.

    *ratings* has a row for each section, all of one size and played all against all once; NaN is unrated and counts as
    the average of the others. Whether a section is a title tournament is not checked.
    """
    if ratings.ndim != 2 or ratings.shape[1] < 2:
        raise ValueError("ratings are a table of sections with at least two players each")
    if np.nanmin(ratings, initial=1) < 1 or np.nanmax(ratings, initial=1) > MAX_RATING:
        raise ValueError(f"a rating is outside 1 to {MAX_RATING}")
    answer = np.empty((*ratings.shape, len(LEVELS)), dtype=np.int8)
    table = _table()
    for rows in _chunks(len(ratings)):
        answer[rows] = _chunk(ratings[rows], table)
    return answer


def _chunks(count: int) -> Iterator[slice]:
    return (slice(first, min(first + _CHUNK, count)) for first in range(0, count, _CHUNK))


@cache
def _table() -> NDArray[np.int32]:
    """Return the expectancy of each title's level against every whole rating; row 0 is unused."""
    rows = [[expectancy(level.rating - rating) for level in LEVELS] for rating in range(MAX_RATING + 1)]
    return np.array(rows, dtype=np.int32)


def _chunk(ratings: NDArray[np.float64], table: NDArray[np.int32]) -> NDArray[np.int8]:
    unrated = np.isnan(ratings)
    whole = np.where(unrated, 0, ratings).astype(np.int64)
    expected = table[whole]
    units = whole * UNIT
    if unrated.any():
        fill = _fill(whole, unrated)
        units = np.where(unrated, fill[:, None], units)
        expected[unrated] = _expected_of(np.broadcast_to(fill[:, None], unrated.shape)[unrated])
    opponents = ratings.shape[1] - 1
    sums = expected.sum(axis=1, keepdims=True) - expected
    least = int(2 * minimum_score(opponents, edition=SUM.edition))
    needed = np.maximum((sums + (HALF - 1)) // HALF, least)
    strength = units.sum(axis=1, keepdims=True) - units
    minimum = np.array([level.opponents for level in LEVELS], dtype=np.int64) * (UNIT * opponents)
    is_open = (strength[:, :, None] >= minimum) & np.any(~unrated, axis=1, keepdims=True)[:, :, None]
    return np.where(is_open, needed, NOT_OPEN).astype(np.int8)


def _fill(whole: NDArray[np.int64], unrated: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the average of the rated players of each section in ten-thousandths, half up."""
    count = np.maximum(1, (~unrated).sum(axis=1)).astype(np.int64)
    return ratio_half_up(UNIT * whole.sum(axis=1), count)


def _expected_of(units: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return the expectancies against ratings with four decimals, each computed once."""
    values, where = np.unique(units, return_inverse=True)
    rows = [[expectancy(level.rating - Decimal(int(value)).scaleb(-4)) for level in LEVELS] for value in values]
    return np.array(rows, dtype=np.int32)[where]
