"""Sections 8.3 to 8.5: what follows when a player leaves."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from slowmate.events.entry.entrants import EntryBar
from slowmate.events.organising.approved import ApprovalCase
from slowmate.events.organising.offices import Acting, Actor, Case, take_step
from slowmate.events.organising.team_rules import TeamKind
from slowmate.events.running.section8 import leaving
from slowmate.events.running.section8.bonds import PastWithdrawal
from slowmate.events.running.section8.leaving import Cause, HeldSeat, Measure, SeatGame
from slowmate.records import KINDS, Result, Status
from slowmate.rulebook import Refused

ON = date(2017, 6, 1)
E2016, LAST_2016, E2017 = date(2016, 1, 1), date(2017, 3, 31), date(2017, 4, 1)
RUNNING = (SeatGame("1", "30", Result.DRAW, 31), SeatGame("2", "31", None, 12), SeatGame("3", "32", None, 0))


def seat(section: str, kind: str = "open-class", start: date = E2017, **more: ApprovalCase) -> HeldSeat:
    return HeldSeat(section, KINDS[kind], start, RUNNING, **more)


HERE = seat("here", "grandmaster-norm")
OTHERS = [
    seat("cup", "world-cup-final"),
    seat("national", "national"),
    seat("national on the schedule", "national", approval=ApprovalCase(world_director_approved=True)),
    replace(seat("finished", "master-norm"), games=RUNNING[:1]),
    seat("club match", "friendly-match", approval=ApprovalCase(teams=((TeamKind.CLUB, "one"), (TeamKind.CLUB, "two")))),
]


@pytest.mark.clause("ICCF-TR-2017 8.3/1", "ICCF-TR-2017 8.3*(b)", "ICCF-TR-2017 8.3*(c)", "ICCF-TR-2017 8.3*(d)")
def test_a_player_leaves_the_approved_events_in_which_he_still_plays_and_no_others() -> None:
    departure = leaving.after_acceptance("17", HERE, OTHERS, on=ON).value
    assert departure.sections == ("here", "cup", "national on the schedule")
    assert departure.untouched == ("national", "club match")


@pytest.mark.clause("ICCF-TR-2017 8.3/1")
def test_the_event_in_which_he_applied_is_left_even_if_it_is_not_approved() -> None:
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
    bar = leaving.after_abuse("17", found=ON, start=E2017).value
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


# -- silence ----------------------------------------------------------------------------------------------------------

SILENT_BEFORE = (PastWithdrawal(Status.SILENT, date(2015, 1, 1), date(2014, 1, 1)),)


@pytest.mark.clause("ICCF-TR-2017 8.5/1", "ICCF-TR-2017 8.5/2", "ICCF-TR-2016 8.5")
@pytest.mark.parametrize(
    ("start", "left", "goes_on"),
    [(E2016, 1, 4), (LAST_2016, 1, 4), (E2017, 3, 2)],
)
def test_silence_withdraws_from_all_events_since_2017_and_from_one_before(start: date, left: int, goes_on: int) -> None:
    value = leaving.after_silence("17", replace(HERE, start=start), OTHERS, on=ON).value
    assert (len(value.sections), len(value.untouched)) == (left, goes_on)
    assert (value.norm_possible, value.keeps_rights, value.bond_needed) == (False, False, True)


@pytest.mark.clause("ICCF-TR-2017 8.5/3", "ICCF-TR-2017 8.5/5")
def test_a_first_silence_may_suspend_for_two_years_a_second_one_does_for_five() -> None:
    def until(years: int, register: tuple[PastWithdrawal, ...] = ()) -> date | None:
        bar = leaving.after_silence("17", HERE, (), on=ON, years=years, register=register).value.bar
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
    ruling = leaving.has_left_silently(
        "17", stopped=date(2017, 5, 1), told_opponents=opponents, told_director=director, start=E2017
    )
    assert ruling.value is silent
    guards = {"no word": ruling}
    if silent:
        assert take_step(leaving.SILENCE, FOUND, "confirm", by=DIRECTOR, rulings=guards).value.state == "confirmed"
    else:
        with pytest.raises(Refused):
            take_step(leaving.SILENCE, FOUND, "confirm", by=DIRECTOR, rulings=guards)
        assert take_step(leaving.SILENCE, FOUND, "dismiss", by=DIRECTOR).value.state == "dismissed"


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
    assert leaving.found_silent("17", replace(HERE, games=games)).value == since


@pytest.mark.clause("ICCF-TR-2017 8.5/3", "ICCF-TR-2017 8.5/5")
def test_the_office_may_let_a_first_silence_pass_but_not_a_second() -> None:
    confirmed = replace(FOUND, state="confirmed")
    first = leaving.is_first_silence((), on=ON, start=E2017)
    passed = take_step(leaving.SILENCE, confirmed, "do not suspend", by=TTC, rulings={"first time": first})
    assert passed.value.state == "not suspended"
    second = leaving.is_first_silence(SILENT_BEFORE, on=ON, start=E2017)
    with pytest.raises(Refused) as refusal:
        take_step(leaving.SILENCE, confirmed, "do not suspend", by=TTC, rulings={"first time": second})
    assert refusal.value.grounds[0].clause.address == "8.5/5"
    assert take_step(leaving.SILENCE, confirmed, "suspend", by=TTC).value.state == "suspended"
    for other in (DIRECTOR, Acting(Actor.NTTC)):
        with pytest.raises(Refused):
            take_step(leaving.SILENCE, confirmed, "suspend", by=other)


# -- games ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 8.3/1", "ICCF-TR-2017 8.4/4", "ICCF-TR-2017 8.5/1", "ICCF-TR-2017 8.7(c)")
@pytest.mark.parametrize(
    ("cause", "kind", "played", "untouched"),
    [
        (Cause.ACCEPTED, "open-class", Measure.ADJUDICATE, Measure.CANCEL),
        (Cause.NOT_ACCEPTED, "open-class", Measure.DEFAULT, Measure.DEFAULT),
        (Cause.SILENT, "open-class", Measure.DEFAULT, Measure.DEFAULT),
        (Cause.DEATH, "open-class", Measure.ADJUDICATE, Measure.ADJUDICATE),
        (Cause.SILENT, "olympiad-final", Measure.SUBSTITUTE, Measure.SUBSTITUTE),
        (Cause.DEATH, "olympiad-final", Measure.SUBSTITUTE, Measure.SUBSTITUTE),
    ],
)
def test_every_game_of_who_leaves_has_a_proposal_and_finished_ones_stand(
    cause: Cause, kind: str, played: Measure, untouched: Measure
) -> None:
    proposals = leaving.propose_games(cause, seat("here", kind)).value
    assert [(one.game, one.proposed) for one in proposals] == [("1", Measure.STANDS), ("2", played), ("3", untouched)]
    assert proposals[0].options == (Measure.STANDS,)
    assert all(one.proposed in one.options for one in proposals)
    assert (Measure.SUBSTITUTE in proposals[1].options) is KINDS[kind].teams


@pytest.mark.clause("ICCF-TR-2017 8.7(c)", "ICCF-TR-2016 8.7(c)")
def test_after_a_death_there_is_adjudication_or_a_substitute_and_nothing_else() -> None:
    for start in (LAST_2016, E2017):
        alone = leaving.propose_games(Cause.DEATH, seat("here", start=start)).value
        assert alone[1].options == (Measure.ADJUDICATE,)
        team = leaving.propose_games(Cause.DEATH, seat("here", "olympiad-final", start)).value
        assert set(team[1].options) == {Measure.ADJUDICATE, Measure.SUBSTITUTE}


@pytest.mark.clause("ICCF-TR-2017 8.5/1")
def test_the_director_confirms_every_game_and_explains_where_he_departs_from_the_proposal() -> None:
    here = seat("here")
    as_proposed = leaving.confirm_games(Cause.SILENT, here, director="d", on=ON).value
    assert as_proposed == {"1": Measure.STANDS, "2": Measure.DEFAULT, "3": Measure.DEFAULT}
    chosen = leaving.confirm_games(Cause.SILENT, here, {"2": Measure.ADJUDICATE}, director="d", on=ON, reason="won")
    assert chosen.value == as_proposed | {"2": Measure.ADJUDICATE}
    assert chosen.grounds[0].facts["changed"] == ["2"]


@pytest.mark.clause("ICCF-TR-2017 8.5/1")
@pytest.mark.parametrize(
    ("choice", "reason", "outcome"),
    [
        ({"2": Measure.ADJUDICATE}, " ", "unexplained"),
        ({"1": Measure.CANCEL}, "unfair", "no-such-choice"),
        ({"2": Measure.SUBSTITUTE}, "a friend", "no-such-choice"),
        ({"99": Measure.CANCEL}, "whose?", "no-such-choice"),
    ],
)
def test_no_finished_or_foreign_game_is_touched_and_nothing_goes_unexplained(
    choice: dict[str, Measure], reason: str, outcome: str
) -> None:
    with pytest.raises(Refused) as refusal:
        leaving.confirm_games(Cause.SILENT, seat("here"), choice, director="d", on=ON, reason=reason)
    assert refusal.value.grounds[0].facts["outcome"] == outcome


def test_silences_of_the_same_day_are_one() -> None:
    same = (PastWithdrawal(Status.SILENT, ON, E2017),)
    assert leaving.is_first_silence(same, on=ON, start=E2017).value
    assert not leaving.is_first_silence(same, on=ON + timedelta(days=1), start=E2017).value
