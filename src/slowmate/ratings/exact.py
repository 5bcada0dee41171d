"""Rounding as the rule books say it, and sums that do not depend on the order of what is added."""

import numpy as np

from slowmate.ratings.columns import Floats, Ints

HIGH, LOW = 1.5 * 2.0**26, 1.5 * 2.0**-10
"""Adding and taking away these rounds to multiples of 2**-26 and 2**-62 (round to nearest, double precision)."""


def half_up(values: Floats) -> Floats:
    """Return the nearest whole number; .5 goes up. Exact also for the double just below a half."""
    below = np.floor(values)
    return below + (values - below >= 0.5)


def ratio_half_up(numerator: Ints, denominator: Ints | int) -> Ints:
    """Return numerator / denominator to the nearest whole number, .5 up, in whole numbers throughout."""
    return (2 * numerator + denominator) // (2 * denominator)


def add_by_row(rows: Ints, values: Floats, size: int) -> Floats:
    """Sum the values of each row, as two columns that add up to the sum.

    Each value is split into a multiple of 2**-26 and a multiple of 2**-62. Doubles add such multiples without any
    rounding, so the sums are the same in whatever order or however many parts the games come.
    """
    high = (values + HIGH) - HIGH
    low = ((values - high) + LOW) - LOW
    return np.column_stack([np.bincount(rows, high, size), np.bincount(rows, low, size)])
