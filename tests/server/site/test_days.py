"""Days that people type: those of a calendar that can be reckoned with."""

from datetime import date
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from slowmate import server
from slowmate.server.site.fields import FIRST_DAY, LAST_DAY, DayField


@pytest.mark.parametrize("text", ["9999-12-31", "2200-01-01", "1799-12-31", "0001-01-01", "2026-02-30", "soon"])
def test_a_day_that_nobody_can_mean_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        DayField().clean(text)


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
