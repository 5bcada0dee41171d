"""Rounding as the rule books say it: to the nearest, a half upwards, in exact numbers.

Columns of doubles and of whole numbers are rounded in `slowmate.ratings.exact`.
"""

from decimal import Decimal
from fractions import Fraction


def half_up(value: Fraction) -> int:
    """Return the nearest whole number.

    >>> half_up(Fraction(5, 2)), half_up(Fraction(-5, 2))
    (3, -2)
    """
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def half_up_to(value: Fraction, decimals: int) -> Decimal:
    """Return the nearest number with so many decimals.

    >>> half_up_to(Fraction(1, 8), 2)
    Decimal('0.13')
    """
    return Decimal(half_up(value * 10**decimals)).scaleb(-decimals)
