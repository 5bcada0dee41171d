"""The loops themselves. They call the same arithmetic as the NumPy code, number by number, in the same order."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from slowmate.ratings.columns import Floats, Ints
from slowmate.ratings.exact import HIGH, LOW
from slowmate.ratings.iccf import glickman_steps

F = TypeVar("F", bound=Callable[..., Any])


def _compile(function: F) -> F:
    """Compile, and keep the machine code beside the module if that can be written."""
    try:
        compiled = njit(cache=True, error_model="numpy")(function)
    except RuntimeError:  # nowhere to keep it: a read-only installation
        compiled = njit(error_model="numpy")(function)
    return cast("F", compiled)


_terms = njit(error_model="numpy")(glickman_steps.side_terms)


BLOCK = 256
"""Games taken at a time: their columns stay in the first cache, and the arithmetic between runs four wide or more."""


@_compile
def add_terms(
    white: Ints, black: Ints, white_as: Ints, black_as: Ints, halves: NDArray[np.int8], own: Floats, opponents: Floats
) -> Floats:
    """Return D1 and D2 of every player, each in two parts that add without rounding, and the number of games."""
    parts = np.zeros((len(own), 8))
    d1, d2 = np.empty(BLOCK), np.empty(BLOCK)
    a, b, c, d, e, f = (
        np.empty(BLOCK),
        np.empty(BLOCK),
        np.empty(BLOCK),
        np.empty(BLOCK),
        np.empty(BLOCK),
        np.empty(BLOCK),
    )
    y = np.empty(BLOCK)
    for start in range(0, len(halves), BLOCK):
        size = min(BLOCK, len(halves) - start)
        for side in range(2):
            rows, against = (white, black_as) if side == 0 else (black, white_as)
            for at in range(size):
                row, other, half = rows[start + at], against[start + at], halves[start + at]
                a[at], b[at] = own[row, 0], own[row, 1]
                c[at], d[at] = opponents[other, 0], opponents[other, 1]
                e[at], f[at] = opponents[other, 2], opponents[other, 3]
                y[at] = half * 0.5 if side == 0 else 1.0 - half * 0.5
            for at in range(size):
                score = y[at]
                pair = _terms(
                    a[at], b[at], c[at], d[at], e[at], f[at], score,
                    1.0 if score == 1.0 else 0.0, 1.0 if score == 0.5 else 0.0, 1.0 if score == 0.0 else 0.0,
                )  # fmt: skip
                d1[at], d2[at] = pair.d1, pair.d2
            for at in range(size):
                row = rows[start + at]
                high = (d1[at] + HIGH) - HIGH
                parts[row, 0] += high
                parts[row, 1] += ((d1[at] - high) + LOW) - LOW
                high = (d2[at] + HIGH) - HIGH
                parts[row, 2] += high
                parts[row, 3] += ((d2[at] - high) + LOW) - LOW
                parts[row, 4] += 1.0
    return parts


@_compile
def add_changes(
    white: Ints, black: Ints, white_as: Ints, black_as: Ints, halves: NDArray[np.int8],
    own: Floats, k: Floats, opponents: Floats, expected: Floats, cap: int, half: float, divisor: int,
) -> Floats:  # fmt: skip
    """Return every player's change in the edition's units, games, half points and limited opponents, all exact."""
    parts = np.zeros((len(own), 4))
    for game in range(len(halves)):
        for side in range(2):
            if side == 0:
                row, opponent, score = white[game], opponents[black_as[game]], 1.0 * halves[game]
            else:
                row, opponent, score = black[game], opponents[white_as[game]], 2.0 - halves[game]
            mine = own[row]
            unrated = np.isnan(mine)
            difference = (0.0 if unrated else mine) - opponent
            limited = min(max(difference, -cap), cap)
            product = k[row] * (score * half - expected[int(limited) + cap])
            change = np.floor(abs(product) / divisor + 0.5)
            parts[row, 0] += change if product >= 0 else -change
            parts[row, 1] += 1.0
            parts[row, 2] += score
            parts[row, 3] += opponent if unrated else mine - limited
    return parts
