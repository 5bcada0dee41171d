"""Section 8.1 to 8.6: leaving an event."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from slowmate.events.calendar import months_after
from slowmate.events.organising.offices import Actor, record_decision, take_step
from slowmate.events.running import withdrawal
from slowmate.events.running.withdrawal import BondCase, WithdrawalApplication, WithdrawalReason
from slowmate.records import Status
from slowmate.rulebook import Refused

ON = date(2017, 6, 1)
ILL = WithdrawalApplication("17", ON, WithdrawalReason.ILLNESS, "in hospital", months=3, games=12, detailed=12)
E2016, LAST_2016, E2017 = date(2016, 1, 1), date(2017, 3, 31), date(2017, 4, 1)


def address(refusal: pytest.ExceptionInfo[Refused]) -> str:
    return refusal.value.grounds[0].clause.address


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2017, 5, 10), 6, date(2017, 11, 10)),
        (date(2017, 1, 31), 1, date(2017, 2, 28)),
        (date(2016, 1, 31), 1, date(2016, 2, 29)),
        (date(2017, 10, 1), -3, date(2017, 7, 1)),
        (date(2017, 12, 1), 1, date(2018, 1, 1)),
    ],
)
def test_months_run_to_the_same_day_or_the_last(day: date, months: int, later: date) -> None:
    assert months_after(day, months) == later


@pytest.mark.clause("ICCF-TR-2017 8.1/1", "ICCF-TR-2017 8.1/2")
def test_an_application_needs_a_reason_and_tells_every_opponent() -> None:
    ruling = withdrawal.receive_application(ILL)
    assert ruling.value == "applied"
    assert ruling.grounds[1].facts["notices"] == 12
    with pytest.raises(Refused) as refusal:
        withdrawal.receive_application(replace(ILL, text=" "))
    assert address(refusal) == "8.1/1"


@pytest.mark.clause(
    "ICCF-TR-2017 8.2(a)", "ICCF-TR-2017 8.2(b)", "ICCF-TR-2017 8.2(c)", "ICCF-TR-2017 8.2(d)", "ICCF-TR-2017 8.4/1"
)
@pytest.mark.parametrize(
    ("reason", "months", "text", "adequate", "cited"),
    [
        (WithdrawalReason.DEATH, 0, "", True, "8.2(a)"),
        (WithdrawalReason.ILLNESS, 3, "x", True, "8.2(b)"),
        (WithdrawalReason.ILLNESS, 2, "x", False, "8.2(b)"),
        (WithdrawalReason.OUTSIDE, 4, "flood", True, "8.2(c)"),
        (WithdrawalReason.OUTSIDE, 1, "flood", False, "8.2(c)"),
        (WithdrawalReason.PERSONAL, 4, "in full", True, "8.2(d)"),
        (WithdrawalReason.PERSONAL, 4, "", False, "8.2(d)"),
        (WithdrawalReason.OTHER, 12, "bored", False, "8.4/1"),
    ],
)
def test_a_reason_is_adequate_if_it_prevents_play_for_three_months(
    reason: WithdrawalReason, months: int, text: str, adequate: bool, cited: str
) -> None:
    ruling = withdrawal.is_adequate(WithdrawalApplication("17", ON, reason, text, months))
    assert ruling.value is adequate
    assert ruling.grounds[0].clause.address == cited


@pytest.mark.clause("ICCF-TR-2017 8.3/6")
def test_personal_reasons_need_the_details_of_all_games_others_where_possible() -> None:
    personal = WithdrawalApplication("17", ON, WithdrawalReason.PERSONAL, "in full", 4, games=12, detailed=12)
    assert withdrawal.has_details(personal).value
    with pytest.raises(Refused):
        withdrawal.has_details(replace(personal, detailed=10))
    warned = withdrawal.has_details(replace(ILL, detailed=0))
    assert (warned.value, warned.grounds[0].facts["outcome"]) == (False, "warning")


@pytest.mark.clause("ICCF-TR-2017 8.4/1", "ICCF-TR-2017 8.4/2")
@pytest.mark.parametrize(
    ("application", "step", "cited"),
    [
        (ILL, "accept", "8.3/6"),
        (replace(ILL, months=2), "forward", "8.4/1"),
        (replace(ILL, on=date(2017, 9, 1), last_accepted=date(2017, 1, 10)), "forward", "8.4/2"),
        (replace(ILL, on=date(2019, 1, 9), last_accepted=date(2017, 1, 10)), "forward", "8.4/2"),
        (replace(ILL, on=date(2019, 1, 10), last_accepted=date(2017, 1, 10)), "accept", "8.3/6"),
    ],
)
def test_inadequate_or_repeated_withdrawals_go_to_the_tournament_office(
    application: WithdrawalApplication, step: str, cited: str
) -> None:
    ruling = withdrawal.proposed_answer(application)
    assert (ruling.value, ruling.grounds[-1].clause.address) == (step, cited)


@pytest.mark.clause(
    "ICCF-TR-2017 8.3/1", "ICCF-TR-2017 8.3/2", "ICCF-TR-2017 8.3/3", "ICCF-TR-2017 8.3/5", "ICCF-TR-2016 8.3/1"
)
def test_an_accepted_withdrawal_is_from_all_events_and_bars_entry_for_six_months() -> None:
    ruling = withdrawal.after_acceptance("17", ("A", "B", "C", "D", "E"), on=date(2017, 5, 10))
    assert ruling.value.status is Status.WITHDRAWN_ACCEPTED
    assert len(ruling.value.events) == 5
    assert ruling.value.entry_from == date(2017, 11, 10)
    assert set(ruling.value.tell) == {Actor.WTD, Actor.DELEGATE, Actor.RATINGS}
    assert ruling.value.norm_possible


@pytest.mark.clause("ICCF-TR-2017 8.3/4")
def test_abuse_suspends_for_five_years() -> None:
    assert withdrawal.after_abuse("17", found=ON).value == date(2022, 6, 1)
    barred = ((ON, date(2022, 6, 1)),)
    assert withdrawal.first_day_again(barred, on=date(2022, 5, 31)) == date(2022, 6, 1)
    assert withdrawal.first_day_again(barred, on=date(2022, 6, 1)) == date(2022, 6, 1)
    assert withdrawal.first_day_again(((ON, None),), on=ON) is None
    assert withdrawal.first_day_again((), on=ON) == ON


@pytest.mark.clause("ICCF-TR-2017 8.3/1", "ICCF-TR-2017 8.4/1", "ICCF-TR-2017 8.4/3", "ICCF-TR-2017 8.4/4")
def test_an_application_walks_from_the_director_to_the_office_to_the_player() -> None:
    steps = [
        ("applied", "forward", Actor.DIRECTOR, "in review"),
        ("in review", "confirm inadequate", Actor.TTC, "offered to continue"),
        ("offered to continue", "withdraw", Actor.PLAYER, "not accepted"),
    ]
    for state, action, actor, then in steps:
        assert take_step(withdrawal.PROCEDURE, state, action, actor=actor).value == then
    assert take_step(withdrawal.PROCEDURE, "offered to continue", "continue", actor=Actor.PLAYER).value == "continues"
    assert take_step(withdrawal.PROCEDURE, "applied", "accept", actor=Actor.DIRECTOR).value == "accepted"


@pytest.mark.parametrize(
    ("state", "action", "actor", "outcome"),
    [
        ("applied", "accept", Actor.PLAYER, "not-entitled"),
        ("in review", "accept", Actor.DIRECTOR, "not-entitled"),
        ("applied", "withdraw", Actor.PLAYER, "no-such-step"),
        ("accepted", "accept", Actor.DIRECTOR, "no-such-step"),
    ],
)
def test_a_step_out_of_turn_or_by_another_is_refused(state: str, action: str, actor: Actor, outcome: str) -> None:
    with pytest.raises(Refused) as refusal:
        take_step(withdrawal.PROCEDURE, state, action, actor=actor)
    assert refusal.value.grounds[0].facts["outcome"] == outcome


@pytest.mark.clause("ICCF-TR-2017 8.4/4", "ICCF-TR-2017 8.4/5", "ICCF-TR-2017 8.4/6")
def test_a_withdrawal_not_accepted_bars_for_a_year_and_then_needs_a_bond() -> None:
    value = withdrawal.after_refusal("17", ("A", "B", "C", "D"), on=ON).value
    assert (value.status, len(value.events), value.entry_from) == (Status.WITHDRAWN, 4, date(2018, 6, 1))
    assert value.bond_needed
    assert not value.norm_possible


@pytest.mark.clause("ICCF-TR-2017 8.4/6", "ICCF-TR-2017 8.4/8", "ICCF-TR-2017 8.5/4", "ICCF-TR-2017 8.6")
@pytest.mark.parametrize(("silently", "cited"), [(False, "8.4/6"), (True, "8.5/4")])
def test_a_bond_is_double_the_fee_until_an_event_ended_regularly(silently: bool, cited: str) -> None:
    owed = BondCase(owed=True)
    assert withdrawal.bond_for(owed, 20, 40, silently=silently).value == 40
    with pytest.raises(Refused) as refusal:
        withdrawal.bond_for(owed, 20, 39, silently=silently)
    assert address(refusal) == cited
    assert withdrawal.bond_for(BondCase(owed=True, ended_regularly=True), 20, 0).value == 0
    assert withdrawal.bond_for(BondCase(owed=False), 20, 0).grounds[0].clause.address == "8.6"
    assert withdrawal.bond_for(owed, 0, 0).grounds[0].facts["outcome"] == "refer"


@pytest.mark.clause("ICCF-TR-2017 8.4/7")
def test_a_bond_goes_back_to_a_regular_player_and_is_divided_otherwise() -> None:
    assert withdrawal.settle_bond(40, 12, regular=True).value == {"player": 40, "ICCF": 0, "federation": 0}
    assert withdrawal.settle_bond(40, 12, regular=False).value == {"player": 0, "ICCF": 12, "federation": 28}


@pytest.mark.clause("ICCF-TR-2017 8.5/1", "ICCF-TR-2017 8.5/2", "ICCF-TR-2016 8.5")
@pytest.mark.parametrize(("start", "count"), [(E2016, 1), (LAST_2016, 1), (E2017, 6)])
def test_silence_withdraws_from_all_events_since_2017_and_from_one_before(start: date, count: int) -> None:
    value = withdrawal.after_silence("17", "A", ("B", "C", "D", "E", "F"), start=start, on=ON).value
    assert len(value.events) == count
    assert (value.norm_possible, value.keeps_rights, value.bond_needed) == (False, False, True)


@pytest.mark.clause("ICCF-TR-2017 8.5/3", "ICCF-TR-2017 8.5/5")
def test_a_first_silence_may_suspend_for_two_years_a_second_one_does_for_five() -> None:
    first = withdrawal.after_silence("17", "A", (), start=E2017, on=ON, years=2)
    assert first.value.entry_from == date(2019, 6, 1)
    assert withdrawal.after_silence("17", "A", (), start=E2017, on=ON, years=0).value.entry_from is None
    with pytest.raises(Refused) as refusal:
        withdrawal.after_silence("17", "A", (), start=E2017, on=ON, years=3)
    assert address(refusal) == "8.5/3"
    assert withdrawal.after_silence("17", "A", (), start=E2017, on=ON, earlier=1).value.entry_from == date(2022, 6, 1)
    decision = record_decision(
        withdrawal.SUSPENSION_AT_FIRST, actor=Actor.TTC, by="C. Bishop", on=ON, reason="no word", years=2
    )
    assert decision.value.actor is Actor.TTC
    with pytest.raises(Refused):
        record_decision(withdrawal.SUSPENSION_AT_FIRST, actor=Actor.DIRECTOR, by="C. Bishop", on=ON, reason="no word")
    with pytest.raises(Refused):
        record_decision(withdrawal.SUSPENSION_AT_FIRST, actor=Actor.TTC, by="C. Bishop", on=ON, reason=" ")


@pytest.mark.clause("ICCF-TR-2017 8.1(a)", "ICCF-TR-2017 8.1(b)", "ICCF-TR-2017 8.1/3")
@pytest.mark.parametrize(
    ("on", "lost"),
    [(date(2017, 5, 19), False), (date(2017, 5, 20), True), (date(2017, 6, 9), True), (date(2017, 6, 10), False)],
)
def test_between_start_list_and_start_the_fee_the_right_and_a_change_are_lost(on: date, lost: bool) -> None:
    dates: dict[str, Any] = {"start_list": date(2017, 5, 20), "start": date(2017, 6, 10)}
    alone = withdrawal.cost_before_start(on=on, **dates).value
    assert alone == {"fee_lost": lost, "right_lost": lost, "changes": 0}
    team = withdrawal.cost_before_start(on=on, **dates, teams=True, changes=1)
    assert team.value["changes"] == 1 + lost
