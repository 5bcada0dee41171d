"""Items 3 and 4 of Appendix 1: percentage to rating difference and back, by table (2016) and by formula (2017)."""

import csv
import math
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from slowmate.ratings.columns import Floats, Ints
from slowmate.ratings.iccf.expectancy import LIMIT, SCALE, whole_expectancies
from slowmate.rulebook import Dated

CAP = Dated({"ICCF-TR-2016 App1.8/cap": 350, "ICCF-TR-2017 App1.8/cap": LIMIT})
"""A greater difference counts as this one."""

SCALE_2017 = float(SCALE)
LEAST_P, MOST_P = 1000, 9000
"""p lies within 0.1 and 0.9 (2017), counted in ten-thousandths."""


def _read(name: str) -> list[dict[str, str]]:
    text = resources.files("slowmate.ratings").joinpath(f"data/{name}").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def difference_table_2016() -> Ints:
    """Return the rating difference for each whole percentage from 0 to 100, as printed."""
    table = np.zeros(101, np.int64)
    for row in _read("iccf_p_to_d.csv"):
        table[round(float(row["P"]) * 100)] = int(row["Dp"])
    return table


def difference_2016(percent: Ints) -> Ints:
    """Return the printed difference of item 3 of 2016 for whole percentages."""
    return difference_table_2016()[percent]


@cache
def bands_2016() -> tuple[tuple[int, int | None, int, int], ...]:
    """Return the printed bands: least and greatest difference, percentages of the higher and the lower rated."""
    return tuple(
        (
            int(row["Dmin"]),
            int(row["Dmax"]) if row["Dmax"] else None,
            round(float(row["PH"]) * 100),
            round(float(row["PL"]) * 100),
        )
        for row in _read("iccf_d_to_p.csv")
    )


def expectancy_2016(difference: int) -> int:
    """Return the expected result in hundredths for a whole difference, from the printed bands."""
    for least, most, higher, lower in bands_2016():
        if least <= abs(difference) and (most is None or abs(difference) <= most):
            return higher if difference >= 0 else lower
    raise AssertionError("the bands cover every difference")


@cache
def expected_2016() -> Floats:
    """Return the expected result in hundredths for every difference from -350 to 350."""
    cap = CAP.under("ICCF-TR-2016")[1]
    return np.array([expectancy_2016(difference) for difference in range(-cap, cap + 1)], np.float64)


def expectancy_2017(difference: Floats) -> Floats:
    """Return 1 / (1 + 10^(-D/640)) (item 3)."""
    return 1.0 / (1.0 + 10.0 ** (-difference / SCALE_2017))


_log10 = np.vectorize(math.log10, otypes=[np.float64])
"""The logarithm of the C library, as DuckDB takes it: NumPy's own has another last digit on some processors, and a list
is the same on all."""


def difference_2017(p: Floats) -> Floats:
    """Return 640 log10(p / (1 - p)) (item 4)."""
    difference: Floats = SCALE_2017 * _log10(p / (1.0 - p))
    return difference


@cache
def expected_2017() -> Floats:
    """Return the expected result in ten-thousandths, rounded half up, for every difference from -560 to 560."""
    return np.array(whole_expectancies(), np.float64)


BASIS = Dated({"ICCF-TR-2016 App1.2": "table", "ICCF-TR-2017 App1.2": "formula"})
"""The normal distribution in printed tables, then the logistic function in formulae."""
EXPECTED: Dated[Callable[[], Floats]] = Dated(
    {"ICCF-TR-2016 App1.4": expected_2016, "ICCF-TR-2017 App1.3": expected_2017}
)
"""Differences to expected results."""
DIFFERENCE: Dated[Callable[[Any], Any]] = Dated(
    {"ICCF-TR-2016 App1.3": difference_2016, "ICCF-TR-2017 App1.4": difference_2017}
)
"""Percentages to differences."""
CONVERSIONS = Dated(
    {
        "ICCF-TR-2016 App1.1": (DIFFERENCE.under("ICCF-TR-2016")[1], EXPECTED.under("ICCF-TR-2016")[1]),
        "ICCF-TR-2017 App1.1": (DIFFERENCE.under("ICCF-TR-2017")[1], EXPECTED.under("ICCF-TR-2017")[1]),
    }
)
"""The basis of the system: a percentage becomes a difference, and a difference becomes an expected result."""
