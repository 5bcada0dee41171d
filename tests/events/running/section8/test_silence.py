"""Section 8.5: silent withdrawals."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from slowmate.events.organising.offices import Acting, Actor, Case, take_step
from slowmate.events.running.section8 import silence
from slowmate.events.running.section8.bonds import PastWithdrawal
from slowmate.events.running.section8.leaving import SeatGame
from slowmate.records import Result, Status
from slowmate.rulebook import Refused
from tests.events.running.section8.seats import E2016, E2017, HERE, LAST_2016, ON, OTHERS

SILENT_BEFORE = (PastWithdrawal(Status.SILENT, date(2015, 1, 1), date(2014, 1, 1)),)


@pytest.mark.clause("ICCF-TR-2017 8.5/1", "ICCF-TR-2017 8.5/2", "ICCF-TR-2016 8.5")
@pytest.mark.parametrize(
    ("start", "left", "goes_on"),
    [(E2016, 1, 4), (LAST_2016, 1, 4), (E2017, 3, 2)],
)
def test_silence_withdraws_from_all_events_since_2017_and_from_one_before(start: date, left: int, goes_on: int) -> None:
    value = silence.after_silence("17", replace(HERE, start=start), OTHERS, on=ON).value
    assert (len(value.sections), len(value.untouched)) == (left, goes_on)
    assert (value.norm_possible, value.keeps_rights, value.bond_needed) == (False, False, True)


@pytest.mark.clause("ICCF-TR-2017 8.5/3", "ICCF-TR-2017 8.5/5")
def test_a_first_silence_may_suspend_for_two_years_a_second_one_does_for_five() -> None:
    def until(years: int, register: tuple[PastWithdrawal, ...] = ()) -> date | None:
        bar = silence.after_silence("17", HERE, (), on=ON, years=years, register=register).value.bar
        return bar.until if bar else None

    assert [until(0), until(1), until(2)] == [None, date(2018, 6, 1), date(2019, 6, 1)]
    for years in (-1, 3):
        with pytest.raises(Refused) as refusal:
            until(years)
        assert refusal.value.grounds[0].clause.address == "8.5/3"
    assert until(0, SILENT_BEFORE) == date(2022, 6, 1)
    assert until(7, SILENT_BEFORE) == date(2024, 6, 1)
    accepted = (PastWithdrawal(Status.WITHDRAWN_ACCEPTED, date(2015, 1, 1), date(2014, 1, 1)),)
    assert until(0, accepted) is None


FOUND = Case("found", E2017, {"player": "17"}, Actor.TTC)
DIRECTOR, TTC = Acting(Actor.DIRECTOR), Acting(Actor.TTC)


@pytest.mark.clause("ICCF-TR-2017 8.5/1")
@pytest.mark.parametrize(
    ("opponents", "director", "silent"),
    [
        (None, None, True),
        (date(2017, 4, 30), date(2017, 4, 30), True),
        (date(2017, 5, 1), None, False),
        (None, date(2017, 5, 1), False),
        (None, date(2017, 5, 20), False),
    ],
)
def test_silence_is_to_tell_neither_the_opponents_nor_the_director(
    opponents: date | None, director: date | None, silent: bool
) -> None:
    ruling = silence.has_left_silently(
        "17", stopped=date(2017, 5, 1), told_opponents=opponents, told_director=director, start=E2017
    )
    assert ruling.value is silent
    guards = {"no word": ruling}
    if silent:
        assert take_step(silence.SILENCE, FOUND, "confirm", by=DIRECTOR, rulings=guards).value.state == "confirmed"
    else:
        with pytest.raises(Refused):
            take_step(silence.SILENCE, FOUND, "confirm", by=DIRECTOR, rulings=guards)
        assert take_step(silence.SILENCE, FOUND, "dismiss", by=DIRECTOR).value.state == "dismissed"


@pytest.mark.clause("ICCF-TR-2017 8.5/1")
@pytest.mark.parametrize(
    ("lost", "moved", "since"),
    [
        (date(2017, 8, 1), date(2017, 6, 20), date(2017, 6, 20)),
        (date(2017, 8, 1), date(2017, 8, 1), None),
        (date(2017, 8, 1), date(2017, 8, 20), None),
        (None, date(2017, 6, 20), None),
        (date(2017, 8, 1), None, E2017),
    ],
)
def test_who_lost_by_silence_and_has_moved_nowhere_since_is_found(
    lost: date | None, moved: date | None, since: date | None
) -> None:
    games = (
        SeatGame("1", "30", Result.BLACK_WINS if lost else None, lost_by_silence=lost),
        SeatGame("2", "31", None, 12, last_move=moved),
        SeatGame("3", "32", None, 0),
    )
    assert silence.silent_since("17", replace(HERE, games=games)).value == since


@pytest.mark.clause("ICCF-TR-2017 8.5/3", "ICCF-TR-2017 8.5/5")
def test_the_office_may_let_a_first_silence_pass_but_not_a_second() -> None:
    confirmed = replace(FOUND, state="confirmed")
    first = silence.is_first_silence((), on=ON, start=E2017)
    passed = take_step(silence.SILENCE, confirmed, "do not suspend", by=TTC, rulings={"first time": first})
    assert passed.value.state == "not suspended"
    second = silence.is_first_silence(SILENT_BEFORE, on=ON, start=E2017)
    with pytest.raises(Refused) as refusal:
        take_step(silence.SILENCE, confirmed, "do not suspend", by=TTC, rulings={"first time": second})
    assert refusal.value.grounds[0].clause.address == "8.5/5"
    assert take_step(silence.SILENCE, confirmed, "suspend", by=TTC).value.state == "suspended"
    for other in (DIRECTOR, Acting(Actor.NTTC)):
        with pytest.raises(Refused):
            take_step(silence.SILENCE, confirmed, "suspend", by=other)


def test_silences_of_the_same_day_are_one() -> None:
    same = (PastWithdrawal(Status.SILENT, ON, E2017),)
    assert silence.is_first_silence(same, on=ON, start=E2017).value
    assert not silence.is_first_silence(same, on=ON + timedelta(days=1), start=E2017).value
