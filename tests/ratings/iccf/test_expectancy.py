"""Expectancies: exact to the last decimal, and the printed table of 2016."""

import csv
from decimal import Decimal, localcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.ratings.iccf.expectancy import LIMIT, UNIT, expectancy, whole_expectancies
from slowmate.ratings.iccf.tables import expectancy_2016

DATA = Path(__file__).parent / "data"


@pytest.mark.clause("ICCF-TR-2017 App2.2.4(a)/We", "ICCF-TR-2017 App2.2.1")
@pytest.mark.parametrize(("level", "expected"), [(2600, 6725), (2525, 6106), (2450, 5449), (2300, 4110), (2150, 2892)])
def test_every_level_against_2400(level: int, expected: int) -> None:
    assert expectancy(level - 2400) == expected


@pytest.mark.clause("ICCF-TR-2017 App2.2.4(a)/We", "ICCF-TR-2017 App2.2.1")
def test_a_hundred_points_more_expect_589_of_a_thousand() -> None:
    assert expectancy(100) == 5890
    assert expectancy(120) == 6063


@pytest.mark.clause("ICCF-TR-2017 App2.2.4(a)/range")
@pytest.mark.parametrize(("difference", "expected"), [(559, 8820), (560, 8823), (561, 8823), (700, 8823), (-700, 1177)])
def test_the_difference_is_limited_to_560(difference: int, expected: int) -> None:
    assert expectancy(difference) == expected
    assert expectancy(Decimal(difference)) == expected


def test_no_value_of_the_table_is_near_a_rounding_edge_of_its_own_precision() -> None:
    """Twice the digits give the same table, so fifty are enough."""
    with localcontext(prec=100):
        for difference in range(LIMIT + 1):
            exact = UNIT / (1 + Decimal(10) ** (Decimal(-difference) / 640))
            assert whole_expectancies()[LIMIT + difference] == int(exact + Decimal("0.5"))


@given(st.decimals(-800, 800, places=4))
def test_both_sides_of_a_game_expect_one_point_together(difference: Decimal) -> None:
    assert expectancy(difference) + expectancy(-difference) == UNIT


@given(st.integers(-800, 800))
def test_a_higher_rating_never_expects_less(difference: int) -> None:
    assert expectancy(difference) <= expectancy(difference + 1)
    assert expectancy(difference) == expectancy(Decimal(difference))


@pytest.mark.clause("ICCF-TR-2016 App2.3/generator")
def test_the_printed_table_of_2016_is_reproduced() -> None:
    with (DATA / "iccf_conv_d_to_p.csv").open() as file:
        for row in csv.DictReader(file):
            for difference in range(int(row["Dmin"]), int(row["Dmax"] or 1000) + 1):
                assert expectancy_2016(difference) == int(Decimal(row["PH"]) * 100)
                if difference:
                    assert expectancy_2016(-difference) == int(Decimal(row["PL"]) * 100)
