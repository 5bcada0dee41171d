"""How much time a control gives, and whether an event is rated with it."""

from datetime import date
from fractions import Fraction

import pytest

from slowmate.events.organising.reflection import is_event_rated, reflection_time
from slowmate.play import clocks
from slowmate.records import KINDS

START = date(2024, 6, 1)


@pytest.mark.parametrize(
    ("control", "days_a_move"),
    [
        (clocks.Classic(moves=10, days=50), Fraction(5)),
        (clocks.Fischer(days=30, increment=3), Fraction(18, 5)),
        (clocks.FixedDays(days=3), Fraction(3)),
        (clocks.TripleBlock(increment=4, bank=50, clock=50), Fraction(6)),
        (clocks.TripleBlock(increment=4, bank=0, clock=50, increment_moves=10), Fraction(9, 5)),
    ],
)
def test_every_control_gives_so_many_days_a_move(control: clocks.TimeControl, days_a_move: Fraction) -> None:
    assert reflection_time(control, by_post=False).days_a_move == days_a_move


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
