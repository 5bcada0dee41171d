"""Sections 12, 6.2 and 6.3: invitational and open tournaments."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from slowmate.events.organising import invitational
from slowmate.events.organising.invitational import Money
from slowmate.events.organising.offices import Acting, Actor, Case, Power, record_decision, take_step
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
    assert invitational.applied_in_time(applied=latest, start=start, is_open=is_open).value
    late = latest.replace(day=2)
    if start.year == 2016 and not is_open:
        assert not invitational.applied_in_time(applied=late, start=start, is_open=is_open).value
    else:
        with pytest.raises(Refused):
            invitational.applied_in_time(applied=late, start=start, is_open=is_open)


@pytest.mark.clause("ICCF-TR-2017 12.3/2", "ICCF-TR-2017 12.3/3")
def test_an_approval_lapses_after_six_months_and_no_one_is_invited_until_it_is_renewed() -> None:
    approved_start = date(2017, 10, 1)
    assert not invitational.has_lapsed(approved_start=approved_start, start=date(2018, 4, 1), on=date(2018, 4, 1)).value
    assert invitational.has_lapsed(approved_start=approved_start, start=None, on=date(2018, 4, 2)).value
    with pytest.raises(Refused) as refusal:
        invitational.may_invite(on=date(2018, 4, 5), approved=date(2017, 7, 20), start=date(2018, 5, 3), lapsed=True)
    assert refusal.value.grounds[0].clause.address == "12.3/3"
    assert invitational.may_invite(on=date(2018, 5, 2), approved=date(2018, 5, 1), start=date(2018, 5, 3)).value


@pytest.mark.clause("ICCF-TR-2017 12.4/2", "ICCF-TR-2017 12.5/2")
@pytest.mark.parametrize(
    "ask",
    [invitational.may_advertise, invitational.may_invite],
    ids=lambda ask: ask.__name__,
)
def test_nothing_is_made_public_before_the_approval(ask: Callable[..., Ruling[bool]]) -> None:
    approved = date(2017, 7, 20)
    assert ask(on=approved, approved=approved, start=date(2018, 1, 1)).value
    with pytest.raises(Refused):
        ask(on=date(2017, 7, 19), approved=approved, start=date(2018, 1, 1))
    with pytest.raises(Refused):
        ask(on=approved, approved=None, start=date(2018, 1, 1))


@pytest.mark.clause("ICCF-TR-2016 12.4/2")
def test_in_2016_an_open_should_not_be_advertised_early_but_could_be() -> None:
    early = invitational.may_advertise(on=date(2016, 9, 14), approved=date(2016, 9, 15), start=date(2017, 3, 31))
    assert (early.value, str(early.grounds[0].clause)) == (False, "ICCF-TR-2016 12.4/2")
    assert invitational.may_advertise(on=date(2016, 9, 15), approved=date(2016, 9, 15), start=date(2017, 3, 31)).value
    with pytest.raises(Refused):
        invitational.may_advertise(on=date(2016, 9, 14), approved=date(2016, 9, 15), start=date(2017, 4, 1))


@pytest.mark.clause("ICCF-TR-2017 12.5/1", "ICCF-TR-2017 6.3/2")
def test_an_invitation_goes_through_the_federation_with_its_consent() -> None:
    assert invitational.invitation_route("NED", consent=date(2017, 5, 2), on=date(2017, 5, 2)).value == "NED"
    for consent in (None, date(2017, 5, 3)):
        with pytest.raises(Refused):
            invitational.invitation_route("NED", consent=consent, on=date(2017, 5, 2))


@pytest.mark.clause("ICCF-TR-2017 12.2/1", "ICCF-TR-2017 12.3/3")
def test_an_application_is_approved_refused_or_referred() -> None:
    start = date(2018, 1, 1)
    applied = Case("applied", start, {"organiser": "NED"})
    director, organiser = Acting(Actor.WTD), Acting(Actor.ORGANISER, "NED")
    whole: dict[str, Any] = {"applied": date(2017, 9, 1), "start": start, "is_open": True}
    complete = {"complete": invitational.is_complete(Money((), None, 0), **whole)}
    for action, state in (("approve", "approved"), ("refuse", "refused"), ("refer", "with Congress")):
        assert take_step(invitational.APPROVAL, applied, action, by=director, rulings=complete).value.state == state
    congress = Case("with Congress", start)
    assert take_step(invitational.APPROVAL, congress, "approve", by=Acting(Actor.CONGRESS)).value.state == "approved"
    lapsed = replace(applied, state="lapsed")
    assert take_step(invitational.APPROVAL, lapsed, "renew", by=organiser).value.state == "applied"
    for case, action, by in ((applied, "approve", organiser), (lapsed, "renew", Acting(Actor.ORGANISER, "GER"))):
        with pytest.raises(Refused):
            take_step(invitational.APPROVAL, case, action, by=by, rulings=complete)


@pytest.mark.clause("ICCF-TR-2017 12.2/1", "ICCF-TR-2017 12.8/1")
def test_an_incomplete_application_is_approved_only_with_a_reason_that_is_recorded() -> None:
    start = date(2018, 1, 1)
    lacking = invitational.is_complete(Money(), applied=date(2017, 9, 1), start=start, is_open=True)
    asked: dict[str, Any] = {"by": Acting(Actor.WTD), "rulings": {"complete": lacking}}
    with pytest.raises(Refused):
        take_step(invitational.APPROVAL, Case("applied", start), "approve", **asked, override=" ")
    passed = take_step(invitational.APPROVAL, Case("applied", start), "approve", **asked, override="known to us")
    assert passed.value.state == "approved"
    assert passed.grounds[-2].facts["reason"] == "known to us"


@pytest.mark.clause("ICCF-TR-2017 12.3/2")
def test_an_approval_lapses_by_itself_only_when_its_time_is_over() -> None:
    approved, server = Case("approved", date(2017, 10, 1)), Acting(Actor.SERVER)
    for on, lapsed in ((date(2018, 4, 1), False), (date(2018, 4, 2), True)):
        guard = {"lapsed": invitational.has_lapsed(approved_start=date(2017, 10, 1), start=None, on=on)}
        if lapsed:
            assert take_step(invitational.APPROVAL, approved, "lapse", by=server, rulings=guard).value.state == "lapsed"
        else:
            with pytest.raises(Refused):
                take_step(invitational.APPROVAL, approved, "lapse", by=server, rulings=guard)


@pytest.mark.clause(
    "ICCF-TR-2017 12.1",
    "ICCF-TR-2017 12.2/3",
    "ICCF-TR-2017 12.2/4",
    "ICCF-TR-2017 12.4/3",
    "ICCF-TR-2017 6.2",
)
@pytest.mark.parametrize(
    ("power", "actor", "other"),
    [
        (invitational.ACCORDS, Actor.ORGANISER, Actor.PLAYER),
        (invitational.REFER_PROBLEM, Actor.WTD, Actor.DIRECTOR),
        (invitational.REFER_SEVERAL, Actor.WTD, Actor.DIRECTOR),
        (invitational.WEIGH_SIMILAR, Actor.WTD, Actor.ORGANISER),
        (invitational.ANNOUNCE_SPECIAL, Actor.EXECUTIVE_BOARD, Actor.ORGANISER),
    ],
    ids=lambda value: getattr(value, "what", str(value)),
)
def test_decisions_left_to_people_are_recorded_with_office_and_reason(power: Power, actor: Actor, other: Actor) -> None:
    on = date(2017, 5, 1)
    ruling = record_decision(power, actor=actor, by="N. N.", on=on, reason="as discussed")
    assert (ruling.value.by, ruling.value.on, ruling.grounds[0].clause) == ("N. N.", on, power.clause)
    with pytest.raises(Refused):
        record_decision(power, actor=other, by="N. N.", on=on, reason="as discussed")


@pytest.mark.clause("ICCF-TR-2017 12.6/2", "ICCF-TR-2017 App2.1(g)/IA", "ICCF-TR-2017 App2.1(g)/no play")
@pytest.mark.parametrize(
    ("change", "against"),
    [
        ({}, []),
        ({"is_licensed": False}, ["12.6/2"]),
        ({"category": "6", "is_arbiter": False}, []),
        ({"category": "7", "is_arbiter": False}, ["App2.1(g)/IA"]),
        ({"category": "L", "is_arbiter": False}, []),
        ({"category": None, "is_arbiter": False}, []),
        ({"players": ("1", "99")}, ["App2.1(g)/no play"]),
    ],
)
def test_a_director_is_licensed_does_not_play_and_in_strong_events_is_an_arbiter(
    change: dict[str, Any], against: list[str]
) -> None:
    whole: dict[str, Any] = {"players": ("1", "2"), "is_licensed": True, "is_arbiter": True, "category": "9"}
    ruling = invitational.may_direct("99", **(whole | change), start=date(2018, 1, 1))
    assert [ground.clause.address for ground in ruling.grounds if not ground.facts["holds"]] == against
    assert ruling.value is (not against)


@pytest.mark.clause("ICCF-TR-2016 App2.1(f)/IA")
def test_in_2016_no_category_made_an_arbiter_compulsory() -> None:
    asked: dict[str, Any] = {"is_licensed": True, "is_arbiter": False, "category": "15"}
    assert invitational.may_direct("99", (), **asked, start=date(2017, 3, 31)).value
    assert not invitational.may_direct("99", (), **asked, start=date(2017, 4, 1)).value


@pytest.mark.clause("ICCF-TR-2017 12.8/1", "ICCF-TR-2017 12.8/4")
def test_a_request_tells_prizes_their_source_and_other_money() -> None:
    def missing(money: Money) -> tuple[str, ...]:
        return invitational.missing_money_answers(money, start=date(2018, 1, 1)).value

    assert missing(Money((500, 300, 200), "sponsor", 0)) == ()
    assert missing(Money((500,), "", 0)) == ("source",)
    assert missing(Money((500,), "sponsor")) == ("appearance_fees",)
    assert missing(Money((), None, 0)) == ()
    assert missing(Money(None, "sponsor", 0)) == ("prizes",)


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
