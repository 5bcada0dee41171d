"""How fast norms are fixed: a million sections of thirteen players under the rules of 2017, on one core."""

import time

import numpy as np

from slowmate.titles.iccf import norms_2017
from slowmate.titles.iccf.bulk import thresholds
from slowmate.titles.levels import LEVELS

SECTIONS = 1_000_000
ONE_BY_ONE = 200
WANTED_A_SECOND = 20_000


def run() -> list[tuple[str, str]]:
    """Rows of what was measured, as ratios."""
    ratings = np.random.default_rng(2017).integers(1900, 2700, (SECTIONS, 13)).astype(np.float64)
    thresholds(ratings[:1000])
    start = time.perf_counter()
    thresholds(ratings)
    rate = SECTIONS / (time.perf_counter() - start)
    start = time.perf_counter()
    for row in ratings[:ONE_BY_ONE].astype(int).tolist():
        for number in range(len(row)):
            opponents = row[:number] + row[number + 1 :]
            for level in LEVELS:
                norms_2017.norm_result(norms_2017.expected_score(level.rating, opponents).value, len(opponents))
    single = ONE_BY_ONE / (time.perf_counter() - start)
    return [
        ("norms of 2017, a million sections of 13", f"{rate / WANTED_A_SECOND:.1f} times the 20,000 a second wanted"),
        ("norms of 2017, arrays against one by one", f"{rate / single:.0f} times as fast"),
    ]
