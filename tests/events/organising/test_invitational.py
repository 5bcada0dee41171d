"""Sections 12, 6.2 and 6.3: invitational and open tournaments."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from slowmate.events.organising import invitational
from slowmate.events.organising.invitational import Money
from slowmate.events.organising.offices import Actor, Power, record_decision, take_step
from slowmate.rulebook import Refused, Ruling


@pytest.mark.clause("ICCF-TR-2017 12.3/1", "ICCF-TR-2016 12.3/1", "ICCF-TR-2017 12.4/1", "ICCF-TR-2016 12.4/1")
@pytest.mark.parametrize(
    ("start", "is_open", "latest"),
    [
        (date(2017, 10, 1), False, date(2017, 7, 1)),
        (date(2017, 12, 1), True, date(2017, 9, 1)),
        (date(2016, 10, 1), False, date(2016, 4, 1)),
        (date(2016, 12, 1), True, date(2016, 8, 1)),
    ],
)
def test_an_application_comes_months_before_the_start(start: date, is_open: bool, latest: date) -> None:
    assert invitational.applied_in_time(applied=latest, start=start, is_open=is_open).value == latest
    late = latest.replace(day=2)
    with pytest.raises(Refused):
        invitational.applied_in_time(applied=late, start=start, is_open=is_open)


@pytest.mark.clause("ICCF-TR-2017 12.3/2", "ICCF-TR-2017 12.3/3")
def test_an_approval_lapses_after_six_months_and_no_one_is_invited_until_it_is_renewed() -> None:
    approved_start = date(2017, 10, 1)
    assert not invitational.has_lapsed(approved_start=approved_start, start=date(2018, 4, 1), on=date(2018, 4, 1)).value
    assert invitational.has_lapsed(approved_start=approved_start, start=None, on=date(2018, 4, 2)).value
    with pytest.raises(Refused) as refusal:
        invitational.may_invite(on=date(2018, 4, 5), approved=date(2017, 7, 20), lapsed=True)
    assert refusal.value.grounds[0].clause.address == "12.3/3"
    assert invitational.may_invite(on=date(2018, 5, 2), approved=date(2018, 5, 1)).value


@pytest.mark.clause("ICCF-TR-2017 12.4/2", "ICCF-TR-2017 12.5/2", "ICCF-TR-2017 6.3/1")
@pytest.mark.parametrize(
    "ask",
    [invitational.may_advertise, invitational.may_invite, invitational.may_announce],
    ids=lambda ask: ask.__name__,
)
def test_nothing_is_made_public_before_the_approval(ask: Callable[..., Ruling[bool]]) -> None:
    approved = date(2017, 7, 20)
    assert ask(on=approved, approved=approved).value
    with pytest.raises(Refused):
        ask(on=date(2017, 7, 19), approved=approved)
    with pytest.raises(Refused):
        ask(on=approved, approved=None)


@pytest.mark.clause("ICCF-TR-2017 12.5/1", "ICCF-TR-2017 6.3/2")
def test_an_invitation_goes_through_the_federation_with_its_consent() -> None:
    assert invitational.invitation_route("NED", consent=date(2017, 5, 2)).value == "NED"
    with pytest.raises(Refused):
        invitational.invitation_route("NED", consent=None)


@pytest.mark.clause("ICCF-TR-2017 12.2/1", "ICCF-TR-2017 12.3/3")
def test_an_application_is_approved_refused_or_referred() -> None:
    for action, state in (("approve", "approved"), ("refuse", "refused"), ("refer", "with Congress")):
        assert take_step(invitational.APPROVAL, "applied", action, actor=Actor.WTD).value == state
    assert take_step(invitational.APPROVAL, "with Congress", "approve", actor=Actor.CONGRESS).value == "approved"
    assert take_step(invitational.APPROVAL, "lapsed", "renew", actor=Actor.ORGANISER).value == "applied"
    with pytest.raises(Refused):
        take_step(invitational.APPROVAL, "applied", "approve", actor=Actor.ORGANISER)


@pytest.mark.clause(
    "ICCF-TR-2017 12.1",
    "ICCF-TR-2017 12.2/3",
    "ICCF-TR-2017 12.2/4",
    "ICCF-TR-2017 12.4/3",
    "ICCF-TR-2017 6.2",
    "ICCF-TR-2017 12.9",
)
@pytest.mark.parametrize(
    ("power", "actor", "other"),
    [
        (invitational.ACCORDS, Actor.ORGANISER, Actor.PLAYER),
        (invitational.REFER_PROBLEM, Actor.WTD, Actor.DIRECTOR),
        (invitational.REFER_SEVERAL, Actor.WTD, Actor.DIRECTOR),
        (invitational.WEIGH_SIMILAR, Actor.WTD, Actor.ORGANISER),
        (invitational.ANNOUNCE_SPECIAL, Actor.EXECUTIVE_BOARD, Actor.ORGANISER),
        (invitational.RATIFY_NORMS, Actor.QUALIFICATIONS, Actor.DIRECTOR),
    ],
    ids=lambda value: getattr(value, "what", str(value)),
)
def test_decisions_left_to_people_are_recorded_with_office_and_reason(power: Power, actor: Actor, other: Actor) -> None:
    on = date(2017, 5, 1)
    ruling = record_decision(power, actor=actor, by="N. N.", on=on, reason="as discussed")
    assert (ruling.value.by, ruling.value.on, ruling.grounds[0].clause) == ("N. N.", on, power.clause)
    with pytest.raises(Refused):
        record_decision(power, actor=other, by="N. N.", on=on, reason="as discussed")


@pytest.mark.clause("ICCF-TR-2017 12.6/2")
def test_strong_events_need_an_arbiter() -> None:
    assert invitational.may_direct(is_licensed=True, category=6).value
    assert invitational.may_direct(is_licensed=True, category=7, is_arbiter=True).value
    with pytest.raises(Refused):
        invitational.may_direct(is_licensed=True, category=7)
    with pytest.raises(Refused):
        invitational.may_direct(is_licensed=False)


@pytest.mark.clause("ICCF-TR-2017 12.8/1", "ICCF-TR-2017 12.8/4")
def test_a_request_tells_prizes_their_source_and_other_money() -> None:
    whole = Money((500, 300, 200), "sponsor", 0)
    assert invitational.missing_money_answers(whole).value == ()
    assert invitational.missing_money_answers(Money((500,), "", 0)).value == ("source",)
    assert invitational.missing_money_answers(Money((500,), "sponsor")).value == ("appearance_fees",)


@pytest.mark.clause("ICCF-TR-2017 12.8/2", "ICCF-TR-2017 12.8/3")
def test_who_paid_late_before_deposits_the_whole_fund() -> None:
    late: dict[str, Any] = {"prizes": (500, 300, 200), "paid_late_before": True}
    assert invitational.may_start(Money(**late, deposited=1000)).value
    assert invitational.may_start(Money((500, 300, 200))).value
    with pytest.raises(Refused):
        invitational.may_start(Money(**late, deposited=999))
    assert invitational.settle_deposit(Money(**late, deposited=1000, interest=10)).value == {
        "prizes": 1000,
        "credited": 10,
    }


@pytest.mark.clause("ICCF-TR-2017 12.9", "ICCF-TR-2016 12.9")
def test_in_2016_a_norm_stood_only_once_congress_had_it_in_the_report() -> None:
    assert not invitational.norm_is_final(in_report=False, start=date(2016, 5, 1)).value
    assert invitational.norm_is_final(in_report=True, start=date(2016, 5, 1)).value
    assert invitational.norm_is_final(in_report=False, start=date(2017, 5, 1)).value
