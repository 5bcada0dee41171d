"""Months and years as the rules count them: to the same day of the month, or its last one."""

from calendar import monthrange
from datetime import date
from typing import NewType

Months = NewType("Months", int)
Years = NewType("Years", int)


def months_after(day: date, months: Months) -> date:
    """Return the same day so many months later; 31 January and one month is the last day of February."""
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def months_before(day: date, months: Months) -> date:
    """Return the same day so many months earlier; 31 March and one month is the last day of February."""
    return months_after(day, Months(-months))


def years_after(day: date, years: Years) -> date:
    """Return the same day so many years later; 29 February and one year is 28 February."""
    return months_after(day, Months(12 * years))
