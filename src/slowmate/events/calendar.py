"""Months and years as the rules count them: to the same day of the month, or its last one."""

from calendar import monthrange
from datetime import date


def months_after(day: date, months: int) -> date:
    """The same day so many months later (or earlier); 31 January and one month is the last day of February."""
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def years_after(day: date, years: int) -> date:
    return months_after(day, 12 * years)
