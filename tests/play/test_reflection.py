"""How much time a control gives, as rule 9.2 asks: so many days for so many moves."""

from datetime import date

import pytest

from slowmate.play import clocks
from slowmate.play.clocks.reflection import reflection
from slowmate.ratings.eligible import ReflectionTime, has_enough_time


@pytest.mark.clause("ICCF-TR-2017 9.2/time-server")
@pytest.mark.parametrize(
    ("control", "time", "enough"),
    [
        (clocks.Classic(), (10, 50), True),
        (clocks.Classic(moves=10, days=30), (10, 30), True),
        (clocks.Classic(moves=10, days=29), (10, 29), False),
        (clocks.FixedDays(days=3), (1, 3), True),
        (clocks.FixedDays(days=2), (1, 2), False),
        (clocks.Fischer(days=30, increment=3), (50, 180), True),
        (clocks.Fischer(days=10, increment=1), (50, 60), False),
        (clocks.TripleBlock(increment=4), (50, 300), True),
    ],
)
def test_every_control_says_how_many_days_it_gives(
    control: clocks.TimeControl, time: tuple[int, int], *, enough: bool
) -> None:
    assert reflection(control) == time
    assert has_enough_time(ReflectionTime(*time), on=date(2018, 1, 1)).value is enough
