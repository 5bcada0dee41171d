"""Rounding is to the nearest, with halves up, in exact numbers and in columns alike."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from slowmate.ratings import exact
from slowmate.rulebook.rounding import half_up, half_up_to


@given(st.fractions(-3000, 3000, max_denominator=40))
def test_rounding_is_to_the_nearest_with_halves_up(value: Fraction) -> None:
    assert Fraction(-1, 2) < half_up(value) - value <= Fraction(1, 2)


@given(st.fractions(-3000, 3000, max_denominator=40), st.integers(0, 6))
def test_decimals_are_kept_as_asked(value: Fraction, decimals: int) -> None:
    found = half_up_to(value, decimals)
    assert found.as_tuple().exponent == -decimals
    unit = Fraction(1, 10**decimals)
    assert -unit / 2 < Fraction(found) - value <= unit / 2


def test_a_half_goes_up_on_both_sides_of_nought() -> None:
    assert [half_up(Fraction(value, 2)) for value in (-3, -1, 1, 3)] == [-1, 0, 1, 2]
    assert half_up_to(Fraction(24501, 10), 0) == Decimal(2450)


@given(st.lists(st.fractions(-3000, 3000, max_denominator=64), min_size=1, max_size=5))
def test_columns_are_rounded_as_single_numbers_are(values: list[Fraction]) -> None:
    """Fractions of 64 and less that are doubles: the columns have the same numbers."""
    doubles = [Fraction(float(value)) for value in values]
    wanted = [half_up(value) for value in doubles]
    assert exact.half_up(np.array([float(value) for value in doubles])).tolist() == wanted
    tops, bottoms = (np.array([getattr(value, part) for value in values]) for part in ("numerator", "denominator"))
    assert exact.ratio_half_up(tops, bottoms).tolist() == [half_up(value) for value in values]


def test_the_double_just_below_a_half_stays_below() -> None:
    assert exact.half_up(np.array([0.49999999999999994])).tolist() == [0.0]
