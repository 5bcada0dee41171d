"""Whether an event is rated, by its kind and its time."""

from datetime import date

import pytest

from slowmate.events.organising.reflection import is_event_rated
from slowmate.play import clocks
from slowmate.records import KINDS

START = date(2024, 6, 1)


@pytest.mark.clause("ICCF-TR-2017 9.2/time-server", "ICCF-TR-2017 9.2(a)")
@pytest.mark.parametrize(
    ("kind", "days", "agreed", "rated"),
    [
        ("open", 3, False, True),
        ("open", 2, False, False),
        ("thematic", 5, True, False),
        ("national", 5, False, False),
        ("national", 5, True, True),
        ("chess960", 5, False, False),
        ("chess960", 5, True, True),
    ],
)
def test_an_event_is_rated_by_its_kind_and_its_time(kind: str, days: int, agreed: bool, rated: bool) -> None:
    control = clocks.FixedDays(days=days)
    assert is_event_rated(KINDS[kind], control, start=START, by_post=False, agreed=agreed).value is rated
