"""Four lists a year: windows, validity, publication, and the rules each is made by."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.ratings.periods import (
    Period,
    list_valid,
    list_with_results,
    periods,
    postal_until,
    published_on,
    rules_for,
    window,
)
from slowmate.records import BadInput
from slowmate.rulebook import NoEdition


@pytest.mark.clause("ICCF-TR-2016 9.5/1", "ICCF-TR-2017 9.5/1")
@pytest.mark.parametrize(
    ("day", "first", "last"),
    [
        (date(2016, 8, 20), date(2016, 7, 1), date(2016, 9, 30)),
        (date(2017, 8, 20), date(2017, 7, 1), date(2017, 9, 30)),
        (date(2017, 1, 1), date(2017, 1, 1), date(2017, 3, 31)),
        (date(2017, 12, 31), date(2017, 10, 1), date(2017, 12, 31)),
    ],
)
def test_a_list_is_valid_for_a_quarter(day: date, first: date, last: date) -> None:
    found = list_valid(on=day).value
    assert (found.valid_from, found.valid_until) == (first, last)


@pytest.mark.clause(
    "ICCF-TR-2016 9.5/2", "ICCF-TR-2017 9.5/2", "ICCF-RATING-2023 3", "ICCF-RATING-2023 4/period 1",
    "ICCF-RATING-2023 4/period 2", "ICCF-RATING-2023 4/period 3", "ICCF-RATING-2023 4/period 4",
)  # fmt: skip
@pytest.mark.parametrize(
    ("period", "first", "last"),
    [
        (Period(2016, 2), date(2015, 12, 1), date(2016, 2, 29)),
        (Period(2017, 2), date(2016, 12, 1), date(2017, 2, 28)),
        (Period(2024, 1), date(2023, 9, 1), date(2023, 11, 30)),
        (Period(2024, 2), date(2023, 12, 1), date(2024, 2, 29)),
        (Period(2024, 3), date(2024, 3, 1), date(2024, 5, 31)),
        (Period(2024, 4), date(2024, 6, 1), date(2024, 8, 31)),
    ],
)
def test_a_list_contains_three_months_that_end_a_month_before_it(period: Period, first: date, last: date) -> None:
    ruling = window(period)
    assert ruling.value == (first, last)
    if period.year == 2024:
        assert str(ruling.grounds[-1].clause) == f"ICCF-RATING-2023 4/period {period.number}"


@pytest.mark.clause("ICCF-TR-2016 App1.12", "ICCF-TR-2017 App1.12", "ICCF-RATING-2023 3")
@pytest.mark.parametrize(
    ("reported", "period"),
    [
        (date(2016, 2, 29), Period(2016, 2)),
        (date(2016, 3, 1), Period(2016, 3)),
        (date(2017, 2, 28), Period(2017, 2)),
        (date(2017, 3, 1), Period(2017, 3)),
        (date(2023, 11, 30), Period(2024, 1)),
        (date(2023, 12, 1), Period(2024, 2)),
    ],
)
def test_what_is_reported_a_month_before_is_in_the_list(reported: date, period: Period) -> None:
    assert list_with_results(reported=reported).value == period


@given(day=st.dates(date(2016, 1, 1), date(2100, 1, 1)))
def test_every_day_belongs_to_the_window_of_one_list(day: date) -> None:
    found = list_with_results(reported=day).value
    assert found.results_from <= day <= found.results_until
    assert found.successor.results_from == found.results_until + timedelta(days=1)
    assert found.successor.valid_from == found.valid_until + timedelta(days=1)


@pytest.mark.clause("ICCF-TR-2016 9.5/3", "ICCF-TR-2017 9.5/3", "ICCF-RATING-2023 4/period 2")
@pytest.mark.parametrize(
    ("period", "day"),
    [(Period(2016, 2), date(2016, 3, 18)), (Period(2017, 2), date(2017, 3, 18)), (Period(2024, 2), date(2024, 3, 15))],
)
def test_a_list_appears_two_weeks_before_it_is_valid(period: Period, day: date) -> None:
    assert published_on(period).value == day


@pytest.mark.clause("ICCF-TR-2016 App1.13", "ICCF-TR-2017 App1.13", "ICCF-RATING-2023 4/post")
@pytest.mark.parametrize(
    ("period", "day"),
    [(Period(2016, 2), date(2016, 3, 4)), (Period(2017, 2), date(2017, 3, 4)), (Period(2024, 2), date(2024, 2, 29))],
)
def test_postal_results_are_registered_in_time(period: Period, day: date) -> None:
    assert postal_until(period).value == day


@pytest.mark.clause("ICCF-TR-2017 App1.19", "ICCF-RATING-2023 7", "ICCF-TR-2016 9.5/1")
@pytest.mark.parametrize(
    ("period", "rules"),
    [
        (Period(2016, 1), "iccf-2016"),
        (Period(2017, 1), "iccf-2016"),
        (Period(2017, 2), "iccf-2017"),
        (Period(2023, 3), "iccf-2017"),
        (Period(2023, 4), "iccf-2023"),
        (Period(2026, 4), "iccf-2023"),
    ],
)
def test_a_list_is_made_by_the_rules_of_its_first_day(period: Period, rules: str) -> None:
    assert rules_for(period).value == rules


def test_a_list_before_the_first_edition_is_refused() -> None:
    with pytest.raises(NoEdition):
        rules_for(Period(2015, 4))


def test_a_range_of_lists_has_both_ends() -> None:
    assert [str(one) for one in periods("2016/3..2017/2")] == ["2016/3", "2016/4", "2017/1", "2017/2"]
    assert len(periods("2016/1..2024/4")) == 36


@pytest.mark.parametrize(
    "text", ["2016/5..2017/1", "2016/1", "2017/1..2016/4", "..", "2016/1..x", "16/1..17/1", "2016/0..2016/1"]
)
def test_what_is_not_a_range_of_lists_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        periods(text)
