"""What a rating difference lets one expect: the logistic curve of 2017 and the printed table of 2016."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import cache

from slowmate.rulebook import clause

LOGISTIC = clause("ICCF-TR-2017 App2.2.4(a)/We")
RANGE = clause("ICCF-TR-2017 App2.2.4(a)/range")

SCALE = 640
LIMIT = 560
UNIT = 10_000
"""Expectancies of 2017 have four decimals; they are counted in ten-thousandths, so that sums are exact."""

_PRECISION = 50

# The largest difference of each step of one hundredth, from 0.50 upwards; beyond the last the expectancy is 0.99.
_STEPS_2016 = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188),
    *(197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517),
    *(559, 619),
)


def expectancy(difference: int | Decimal) -> int:
    """The expected score of a game in ten-thousandths, half up, for the difference "own minus opponent's rating".

    The difference is limited to 560 either way. Exact: the curve is computed to fifty digits before it is rounded.
    """
    if isinstance(difference, int):
        return whole_expectancies()[max(-LIMIT, min(LIMIT, difference)) + LIMIT]
    return _logistic(max(Decimal(-LIMIT), min(Decimal(LIMIT), difference)))


@cache
def whole_expectancies() -> tuple[int, ...]:
    """The expectancies of all whole differences from -560 to 560."""
    upper = [_logistic(Decimal(difference)) for difference in range(LIMIT + 1)]
    return (*(UNIT - value for value in reversed(upper[1:])), *upper)


@cache
def _logistic(difference: Decimal) -> int:
    with localcontext(prec=_PRECISION):
        value = UNIT / (1 + Decimal(10) ** (-difference / SCALE))
        return int(value.to_integral_value(ROUND_HALF_UP))


def expectancy_2016(difference: int) -> int:
    """The expected score of a game in hundredths, by the printed table of 2016, without a limit of its own."""
    step = next((number for number, last in enumerate(_STEPS_2016) if abs(difference) <= last), len(_STEPS_2016))
    return 50 + step if difference >= 0 else 50 - step
