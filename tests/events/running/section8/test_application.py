"""Section 8.1 to 8.4/3: an application to leave an event."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from slowmate.events.organising.offices import Acting, Actor, Case, take_step
from slowmate.events.running.section8 import application as withdrawal
from slowmate.events.running.section8.application import WithdrawalApplication, WithdrawalReason
from slowmate.rulebook import Refused

ON = date(2017, 6, 1)
LAST_2016, E2017 = date(2017, 3, 31), date(2017, 4, 1)
ILL = WithdrawalApplication("17", ON, WithdrawalReason.ILLNESS, E2017, "in hospital", months=3, games=12, detailed=12)


def address(refusal: pytest.ExceptionInfo[Refused]) -> str:
    return refusal.value.grounds[0].clause.address


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
    ruling = withdrawal.is_adequate(WithdrawalApplication("17", ON, reason, E2017, text, months))
    assert ruling.value is adequate
    assert ruling.grounds[0].clause.address == cited


@pytest.mark.clause("ICCF-TR-2017 8.3/6")
def test_personal_reasons_need_the_details_of_all_games_others_where_possible() -> None:
    personal = WithdrawalApplication("17", ON, WithdrawalReason.PERSONAL, E2017, "in full", 4, games=12, detailed=12)
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


APPLIED = Case("applied", E2017, {"player": "17", "federation": "CZE"}, Actor.TTC)
DIRECTOR, TTC, NTTC = Acting(Actor.DIRECTOR), Acting(Actor.TTC), Acting(Actor.NTTC)
PLAYER, DELEGATE = Acting(Actor.PLAYER, "17"), Acting(Actor.DELEGATE, "CZE")


def walked(case: Case, *steps: tuple[str, Acting]) -> Case:
    for action, by in steps:
        case = take_step(withdrawal.PROCEDURE, case, action, by=by).value
    return case


IN_REVIEW = walked(APPLIED, ("forward", DIRECTOR))
OFFERED = walked(IN_REVIEW, ("consult", TTC), ("answer", DELEGATE), ("confirm inadequate", TTC))


@pytest.mark.clause("ICCF-TR-2017 8.3/1", "ICCF-TR-2017 8.4/1", "ICCF-TR-2017 8.4/3", "ICCF-TR-2017 8.4/4")
def test_an_application_walks_from_the_director_to_the_office_with_the_federation_to_the_player() -> None:
    assert OFFERED.state == "offered to continue"
    assert walked(OFFERED, ("withdraw", PLAYER)).state == "not accepted"
    assert walked(OFFERED, ("continue", PLAYER)).state == "continues"
    unanswered = walked(IN_REVIEW, ("consult", TTC), ("go on without answer", TTC))
    assert walked(unanswered, ("accept", TTC)).state == "accepted"


@pytest.mark.clause("ICCF-TR-2017 8.3/1", "ICCF-TR-2017 8.4/1", "ICCF-TR-2017 8.4/2")
@pytest.mark.parametrize(
    ("application", "cited"),
    [
        (replace(ILL, months=2), "8.4/1"),
        (replace(ILL, reason=WithdrawalReason.OTHER), "8.4/1"),
        (replace(ILL, on=date(2019, 1, 9), last_accepted=date(2017, 1, 10)), "8.4/2"),
    ],
)
def test_a_director_cannot_accept_what_must_be_forwarded(application: WithdrawalApplication, cited: str) -> None:
    ruling = withdrawal.may_accept(application)
    with pytest.raises(Refused) as refusal:
        take_step(withdrawal.PROCEDURE, APPLIED, "accept", by=DIRECTOR, rulings={"acceptable": ruling}, override="kind")
    assert cited in [ground.clause.address for ground in refusal.value.grounds]
    assert refusal.value.grounds[-1].facts["guard"] == "acceptable"


@pytest.mark.clause("ICCF-TR-2017 8.3/1")
def test_a_director_accepts_an_adequate_reason_once_it_was_judged() -> None:
    adequate = {"acceptable": withdrawal.may_accept(ILL)}
    ruling = take_step(withdrawal.PROCEDURE, APPLIED, "accept", by=DIRECTOR, rulings=adequate)
    assert (ruling.value.state, ruling.grounds[0].clause.address) == ("accepted", "8.2(b)")
    with pytest.raises(ValueError, match="acceptable"):
        take_step(withdrawal.PROCEDURE, APPLIED, "accept", by=DIRECTOR)


@pytest.mark.clause("ICCF-TR-2017 8.4/1", "ICCF-TR-2017 8.4/3")
@pytest.mark.parametrize(
    ("case", "action", "by", "outcome"),
    [
        (APPLIED, "accept", PLAYER, "not-entitled"),
        (IN_REVIEW, "consult", DIRECTOR, "not-entitled"),
        (IN_REVIEW, "consult", NTTC, "not-entitled"),
        (IN_REVIEW, "accept", TTC, "no-such-step"),
        (replace(OFFERED, state="federation asked"), "answer", Acting(Actor.DELEGATE, "GER"), "wrong-party"),
        (replace(OFFERED, state="federation asked"), "answer", Acting(Actor.DELEGATE), "wrong-party"),
        (OFFERED, "continue", Acting(Actor.PLAYER, "18"), "wrong-party"),
        (APPLIED, "withdraw", PLAYER, "no-such-step"),
        (replace(APPLIED, state="accepted"), "accept", DIRECTOR, "no-such-step"),
    ],
)
def test_a_step_out_of_turn_by_another_or_for_another_is_refused(
    case: Case, action: str, by: Acting, outcome: str
) -> None:
    with pytest.raises(Refused) as refusal:
        take_step(withdrawal.PROCEDURE, case, action, by=by)
    assert refusal.value.grounds[0].facts["outcome"] == outcome


@pytest.mark.clause("ICCF-TR-2017 8.4/1")
def test_a_case_without_its_office_cannot_come_before_it() -> None:
    with pytest.raises(ValueError, match="Tournament Office"):
        take_step(withdrawal.PROCEDURE, replace(IN_REVIEW, office=None), "consult", by=TTC)


@pytest.mark.clause("ICCF-TR-2016 8.4/1", "ICCF-TR-2017 8.4/1")
@pytest.mark.parametrize(("start", "edition"), [(LAST_2016, "ICCF-TR-2016"), (E2017, "ICCF-TR-2017")])
def test_the_edition_of_the_events_start_is_cited(start: date, edition: str) -> None:
    old = replace(ILL, start=start, months=2)
    grounds = [*withdrawal.receive_application(old).grounds, *withdrawal.proposed_answer(old).grounds]
    grounds += take_step(withdrawal.PROCEDURE, replace(APPLIED, start=start), "forward", by=DIRECTOR).grounds
    dates: dict[str, Any] = {"on": start, "start_list": start, "start": start}
    grounds += withdrawal.cost_before_start(**dates, teams=True).grounds
    assert {ground.clause.edition for ground in grounds} == {edition}


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
