"""The expected score of a rating difference by the logistic curve of 2017, exact to the last decimal."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import cache

from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

SCALE = 640
LIMIT = 560
UNIT = 10_000
"""Expectancies of 2017 have four decimals; they are counted in ten-thousandths, so that sums are exact."""

_PRECISION = 50


@applies(clause("ICCF-TR-2017 App2.2.4(a)/We"), clause("ICCF-TR-2017 App2.2.4(a)/range"))
def expectancy(difference: int | Decimal) -> int:
    """Return the expected score in ten-thousandths, half up, for "own minus opponent's rating".

    The difference is limited to 560 either way. Exact: the curve is computed to fifty digits before it is rounded.
    """
    if isinstance(difference, int):
        return whole_expectancies()[max(-LIMIT, min(LIMIT, difference)) + LIMIT]
    return _logistic(max(Decimal(-LIMIT), min(Decimal(LIMIT), difference)))


@cache
def whole_expectancies() -> tuple[int, ...]:
    """Return the expectancies of all whole differences from -560 to 560."""
    upper = [_logistic(Decimal(difference)) for difference in range(LIMIT + 1)]
    return (*(UNIT - value for value in reversed(upper[1:])), *upper)


@cache
def _logistic(difference: Decimal) -> int:
    with localcontext(prec=_PRECISION):
        value = UNIT / (1 + Decimal(10) ** (-difference / SCALE))
        return int(value.to_integral_value(ROUND_HALF_UP))
