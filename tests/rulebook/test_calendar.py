"""Months and years as the rules count them."""

from datetime import date

import pytest

from slowmate.rulebook.calendar import Months, Years, months_after, months_before, years_after


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2017, 5, 10), 6, date(2017, 11, 10)),
        (date(2017, 1, 31), 1, date(2017, 2, 28)),
        (date(2016, 1, 31), 1, date(2016, 2, 29)),
        (date(2017, 10, 1), -3, date(2017, 7, 1)),
        (date(2017, 12, 1), 1, date(2018, 1, 1)),
    ],
)
def test_months_run_to_the_same_day_or_the_last(day: date, months: int, later: date) -> None:
    assert months_after(day, Months(months)) == later


def test_months_before_are_the_same_day_or_the_last_one_of_an_earlier_month() -> None:
    assert months_before(date(2017, 10, 1), Months(3)) == date(2017, 7, 1)
    assert months_before(date(2016, 3, 31), Months(1)) == date(2016, 2, 29)


def test_a_year_from_a_leap_day_ends_on_28_february() -> None:
    assert years_after(date(2016, 2, 29), Years(1)) == date(2017, 2, 28)
    assert years_after(date(2016, 2, 29), Years(4)) == date(2020, 2, 29)
