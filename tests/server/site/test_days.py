"""Days that people type: those of a calendar that can be reckoned with."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from slowmate import server
from slowmate.server.site import clock
from slowmate.server.site.days import FIRST_DAY, last_day
from slowmate.server.site.fields import DayField, InstantField

LAST_DAY = last_day(clock.now().date())


@pytest.mark.parametrize("text", ["9999-12-31", "2199-12-31", "2015-12-31", "1800-01-01", "0001-01-01", "soon"])
def test_a_day_that_nobody_can_mean_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        DayField().clean(text)
    with pytest.raises(ValidationError):
        InstantField().clean(f"{text}T12:00")


def test_the_days_are_those_from_the_first_edition_that_is_held_to_five_years_from_now() -> None:
    assert date(2016, 1, 1) == FIRST_DAY
    assert last_day(date(2028, 2, 29)) == date(2033, 2, 28)
    for day in (FIRST_DAY - timedelta(days=1), LAST_DAY + timedelta(days=1)):
        with pytest.raises(ValidationError, match="Give a day from 1 January 2016 to"):
            DayField().clean(f"{day}")


@pytest.mark.parametrize("day", [FIRST_DAY, date(2026, 11, 18), LAST_DAY])
def test_any_other_day_is_taken(day: date) -> None:
    assert DayField().clean(f"{day}") == day


def test_no_day_is_none_where_none_is_needed() -> None:
    assert DayField(required=False).clean("") is None


def test_every_form_asks_for_such_days() -> None:
    """One field for them all: with any other a day can be sent from which nothing can be reckoned."""
    forms = [
        path for path in Path(server.__file__).parent.rglob("*.py") if "forms.DateField" in path.read_text("utf-8")
    ]
    assert [path.name for path in forms] == ["fields.py"]
