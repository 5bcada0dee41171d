"""Sections 8.3 to 8.5: what follows when a player leaves."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.events.entry.entrants import EntryBar
from slowmate.events.organising.offices import Actor
from slowmate.events.running.section8 import leaving
from slowmate.records import Status
from tests.events.running.section8.seats import E2017, HERE, LAST_2016, ON, OTHERS, seat


@pytest.mark.clause("ICCF-TR-2017 8.3/1", "ICCF-TR-2017 8.3*(b)", "ICCF-TR-2017 8.3*(c)", "ICCF-TR-2017 8.3*(d)")
def test_a_player_leaves_the_approved_events_with_running_games_and_no_others() -> None:
    departure = leaving.after_acceptance("17", HERE, OTHERS, on=ON).value
    assert departure.sections == ("here", "cup", "national on the schedule")
    assert departure.untouched == ("national", "club match")


@pytest.mark.clause("ICCF-TR-2017 8.3/1")
def test_the_event_of_the_application_is_left_even_if_it_is_not_approved() -> None:
    departure = leaving.after_acceptance("17", seat("national", "national"), [seat("national", "national")], on=ON)
    assert departure.value.sections == ("national",)


@pytest.mark.clause("ICCF-TR-2017 8.3/2", "ICCF-TR-2017 8.3/3", "ICCF-TR-2017 8.3/5", "ICCF-TR-2016 8.3/1")
@pytest.mark.parametrize(("start", "edition"), [(LAST_2016, "ICCF-TR-2016"), (E2017, "ICCF-TR-2017")])
def test_an_accepted_withdrawal_bars_entry_for_six_months_and_is_told(start: date, edition: str) -> None:
    ruling = leaving.after_acceptance("17", replace(HERE, start=start), (), on=date(2017, 5, 10))
    value = ruling.value
    assert (value.status, value.on) == (Status.WITHDRAWN_ACCEPTED, date(2017, 5, 10))
    assert value.bar == EntryBar(date(2017, 5, 10), date(2017, 11, 10), f"{edition} 8.3/5")
    assert set(value.tell) == {Actor.WTD, Actor.DELEGATE, Actor.RATINGS}
    assert (value.norm_possible, value.bond_needed) == (True, False)
    assert {ground.clause.edition for ground in ruling.grounds} == {edition}


@pytest.mark.clause("ICCF-TR-2017 8.4/4", "ICCF-TR-2017 8.4/5", "ICCF-TR-2017 8.4/6")
def test_a_withdrawal_not_accepted_bars_for_a_year_and_then_needs_a_bond() -> None:
    value = leaving.after_refusal("17", HERE, OTHERS, on=ON).value
    assert (value.status, len(value.sections)) == (Status.WITHDRAWN, 3)
    assert value.bar == EntryBar(ON, date(2018, 6, 1), "ICCF-TR-2017 8.4/5")
    assert (value.bond_needed, value.norm_possible) == (True, False)


@pytest.mark.clause("ICCF-TR-2017 8.3/4")
def test_abuse_suspends_for_five_years() -> None:
    bar = leaving.after_abuse("17", found_on=ON, start=E2017).value
    assert bar.until == date(2022, 6, 1)
    assert leaving.first_day_again([bar], on=date(2022, 5, 31)) == date(2022, 6, 1)
    assert leaving.first_day_again([bar], on=date(2022, 6, 1)) == date(2022, 6, 1)


def test_bars_that_touch_or_overlap_are_waited_out_one_after_the_other() -> None:
    ends = [date(2017, 12, 1), date(2018, 6, 1), date(2019, 1, 1)]
    begins = [ON, date(2017, 12, 1), date(2018, 3, 1)]
    bars = [EntryBar(since, until, "x") for since, until in zip(begins, ends, strict=True)]
    assert leaving.first_day_again(bars, on=ON) == date(2019, 1, 1)
    assert leaving.first_day_again([*bars, EntryBar(date(2019, 1, 1), None, "x")], on=ON) is None
    assert leaving.first_day_again((), on=ON) == ON
