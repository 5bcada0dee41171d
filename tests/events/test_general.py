"""Section 0: the positive score."""

from datetime import date
from fractions import Fraction

import pytest

from slowmate.events.general import may_qualify_upward, may_take_first_place
from slowmate.events.running.standings import standings
from slowmate.records import KINDS
from tests.support.crosstables import crosstable

E2016, LAST_2016, E2017 = date(2016, 1, 1), date(2017, 3, 31), date(2017, 4, 1)
SEMI_FINAL = KINDS["world-championship-semi-final"]
HALF, MORE, LESS = Fraction(6), Fraction("6.5"), Fraction("5.5")


@pytest.mark.clause("ICCF-TR-2017 0.4/1")
@pytest.mark.parametrize(("points", "awarded"), [(MORE, True), (HALF, False), (LESS, False)])
@pytest.mark.parametrize("kind", ["world-championship-semi-final", "master-class", "world-cup-preliminary"])
def test_first_place_needs_more_than_half_the_points(kind: str, points: Fraction, awarded: bool) -> None:
    ruling = may_take_first_place(KINDS[kind], points, 12, on=E2017)
    assert ruling.value is awarded
    assert str(ruling.grounds[0].clause) == "ICCF-TR-2017 0.4/1"


@pytest.mark.clause("ICCF-TR-2017 0.4/1")
def test_other_tournaments_always_award_first_place() -> None:
    assert may_take_first_place(KINDS["invitational"], HALF, 12, on=E2017).value


@pytest.mark.clause("ICCF-TR-2016 0.4")
@pytest.mark.parametrize("on", [E2016, LAST_2016])
def test_in_2016_the_place_stays_and_only_the_promotion_is_lost(on: date) -> None:
    first = may_take_first_place(SEMI_FINAL, HALF, 12, on=on)
    assert (first.value, str(first.grounds[0].clause)) == (True, "ICCF-TR-2016 0.4")
    assert not may_qualify_upward(SEMI_FINAL, HALF, 12, on=on).value
    assert may_qualify_upward(SEMI_FINAL, MORE, 12, on=on).value


@pytest.mark.clause("ICCF-TR-2017 0.4/2")
def test_nobody_qualifies_upward_without_a_positive_score() -> None:
    assert not may_qualify_upward(SEMI_FINAL, HALF, 12, on=E2017).value
    assert may_qualify_upward(SEMI_FINAL, MORE, 12, on=E2017).value
    assert may_qualify_upward(KINDS["open"], HALF, 12, on=E2017).value


@pytest.mark.clause("ICCF-TR-2017 0.4/1", "ICCF-TR-2016 0.4")
@pytest.mark.parametrize(("start", "awarded"), [(LAST_2016, True), (E2017, False)])
def test_a_section_of_draws_says_whether_its_first_place_is_awarded(start: date, awarded: bool) -> None:
    drawn = crosstable({"A": "-==", "B": "=-=", "C": "==-"}, kind="master-class", start=start)
    last = standings(drawn).grounds[-1]
    assert last.clause.address.startswith("0.4")
    assert last.facts["awarded"] is awarded


def test_a_running_section_says_nothing_about_first_place_yet() -> None:
    running = crosstable({"A": "-=.", "B": "=-=", "C": ".=-"}, kind="master-class")
    assert all(not ground.clause.address.startswith("0.4") for ground in standings(running).grounds)
