"""The conversion tables of 2016, cell by cell as printed, and the formulae of 2017 that replaced them."""

import math
from decimal import ROUND_HALF_UP, Decimal, localcontext

import numpy as np
import pytest

from slowmate.ratings.iccf import items, tables

# fmt: off
DIFFERENCES = [
    677, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284, 273, 262, 251,
    240, 230, 220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125, 117, 110, 102, 95, 87, 80,
    72, 65, 57, 50, 43, 36, 29, 21, 14, 7, 0, -7, -14, -21, -29, -36, -43, -50, -57, -65,
    -72, -80, -87, -95, -102, -110, -117, -125, -133, -141, -149, -158, -166, -175, -184, -193, -202, -211, -220, -230,
    -240, -251, -262, -273, -284, -296, -309, -322, -336, -351, -366, -383, -401, -422, -444, -470, -501, -538, -589,
    -677, -677,
]
"""For 100 percent, 99, 98 and so on down to 0."""

LAST_OF_BAND = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
    374, 391, 411, 432, 456, 484, 517, 559, 619,
]
# fmt: on
"""The greatest difference of each band; the first band is 50 percent, each next one more, after the last comes 99."""


@pytest.mark.clause("ICCF-TR-2016 App1.3", "ICCF-TR-2016 App1.1")
@pytest.mark.parametrize(("below", "difference"), list(enumerate(DIFFERENCES)))
def test_every_percentage_has_its_printed_difference(below: int, difference: int) -> None:
    assert tables.difference_table_2016()[100 - below] == difference


@pytest.mark.clause("ICCF-TR-2016 App1.3")
def test_the_table_of_differences_is_antisymmetric() -> None:
    table = tables.difference_table_2016()
    assert (table == -table[::-1]).all()
    assert table[100] == table[99] == 677


@pytest.mark.clause("ICCF-TR-2016 App1.4", "ICCF-TR-2016 App1.8/table")
@pytest.mark.parametrize("band", range(len(LAST_OF_BAND) + 1))
def test_every_band_of_differences_has_its_printed_expectancy(band: int) -> None:
    least = 0 if band == 0 else LAST_OF_BAND[band - 1] + 1
    most = LAST_OF_BAND[band] if band < len(LAST_OF_BAND) else 3000
    for difference in (least, (least + most) // 2, most):
        assert tables.expectancy_2016(difference) == 50 + band
        assert tables.expectancy_2016(-difference) == (50 - band if difference else 50)


@pytest.mark.clause("ICCF-TR-2016 App1.4")
@pytest.mark.parametrize(("difference", "higher", "lower"), [(91, 62, 38), (92, 63, 37), (619, 98, 2), (620, 99, 1)])
def test_bands_end_where_they_are_printed(difference: int, higher: int, lower: int) -> None:
    assert (tables.expectancy_2016(difference), tables.expectancy_2016(-difference)) == (higher, lower)


@pytest.mark.clause("ICCF-TR-2016 App1.2")
def test_the_table_rules_and_not_the_normal_distribution_behind_it() -> None:
    assert tables.difference_table_2016()[90] == 366  # the distribution would give 362.48
    assert tables.difference_table_2016()[99] == 677  # and 657.99


@pytest.mark.clause("ICCF-TR-2016 App1.8/cap", "ICCF-TR-2017 App1.8/cap")
def test_the_expected_results_end_at_the_limit() -> None:
    assert len(tables.expected_2016()) == 701
    assert tables.expected_2016()[[0, -1]].tolist() == [11, 89]
    assert len(tables.expected_2017()) == 1121
    assert tables.expected_2017()[[0, -1]].tolist() == [1177, 8823]


def exact_expectancy(difference: int) -> Decimal:
    with localcontext() as context:
        context.prec = 40
        return 1 / (1 + Decimal(10) ** (Decimal(-difference) / 640))


@pytest.mark.clause("ICCF-TR-2017 App1.3", "ICCF-TR-2017 App1.8/round", "ICCF-TR-2017 App1.8/We")
def test_every_expectancy_of_2017_is_rounded_as_forty_digits_would() -> None:
    rounded = tables.expected_2017()
    for difference in range(-560, 561):
        exact = (exact_expectancy(difference) * 10_000).quantize(Decimal(1), ROUND_HALF_UP)
        assert int(rounded[difference + 560]) == exact
        assert int(rounded[difference + 560]) + int(rounded[560 - difference]) == 10_000


@pytest.mark.clause("ICCF-TR-2017 App1.1", "ICCF-TR-2017 App1.2", "ICCF-TR-2017 App1.3")
@pytest.mark.parametrize(
    ("difference", "expected"), [(0, 5000), (1, 5009), (37, 5332), (100, 5890), (-100, 4110), (560, 8823), (-560, 1177)]
)
def test_the_logistic_function_in_four_decimals(difference: int, expected: int) -> None:
    assert tables.expected_2017()[difference + 560] == expected


@pytest.mark.clause("ICCF-TR-2017 App1.4", "ICCF-TR-2017 App1.1")
@pytest.mark.parametrize(("p", "difference"), [(0.75, 305.3576), (0.9, 610.7152), (0.1, -610.7152), (0.5, 0.0)])
def test_a_percentage_becomes_a_difference(p: float, difference: float) -> None:
    assert tables.difference_2017(np.array([p]))[0] == pytest.approx(difference, abs=5e-5)


@pytest.mark.clause("ICCF-TR-2016 App1.9/r", "ICCF-TR-2017 App1.9/r", "ICCF-TR-2016 App1.9/g", "ICCF-TR-2017 App1.9/g")
def test_r_and_g_at_their_borders() -> None:
    r = items.r_units(np.array([2401.0, 2400, 2399, 2200, 2001, 2000, 1999])) / 40
    assert r.tolist() == [10, 10, 10.025, 15, 19.975, 20, 20]
    g = items.g_units(np.array([81.0, 80, 79, 50, 31, 30, 29, 0])) / 200
    assert g.tolist() == [1, 1, 1.005, 1.15, 1.245, 1.25, 1.25, 1.25]


@pytest.mark.clause("ICCF-TR-2016 App1.9/k", "ICCF-TR-2017 App1.9/k")
def test_k_is_exact_in_2016_and_has_four_decimals_in_2017() -> None:
    ro, gn = np.array([2333.0]), np.array([57.0])
    assert items.k_units(ro, gn, items.arithmetic("ICCF-TR-2016"))[0] / 8000 == 13.017625
    assert items.k_units(ro, gn, items.arithmetic("ICCF-TR-2017"))[0] == 130_176


@pytest.mark.clause("ICCF-TR-2017 App1.9/k")
def test_every_k_is_rounded_half_up_as_decimals_would() -> None:
    gn = np.arange(0, 101, dtype=np.float64)
    for ro in range(1990, 2411):
        r = Decimal(10) if ro >= 2400 else Decimal(20) if ro <= 2000 else 70 - Decimal(ro) / 40
        found = items.k_units(np.full(101, float(ro)), gn, items.arithmetic("ICCF-TR-2017"))
        for games, k in enumerate(found.tolist()):
            g = Decimal(1) if games >= 80 else Decimal("1.25") if games <= 30 else Decimal("1.4") - Decimal(games) / 200
            assert k == (r * g * 10_000).quantize(Decimal(1), ROUND_HALF_UP)


def test_the_difference_is_the_same_number_on_every_processor() -> None:
    shares = np.arange(tables.LEAST_P, tables.MOST_P + 1) / 10_000
    found = tables.difference_2017(shares)
    assert found.tolist() == [tables.SCALE_2017 * math.log10(p / (1.0 - p)) for p in shares.tolist()]
