"""What happens inside any running event: who leaves, who falls silent, shown games, appeals, transfers, approvals."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.events.entry.bars import bars
from slowmate.events.entry.entrants import Entrant
from slowmate.events.entry.federations import APPEALS, TRANSFER, appeal_to, may_belong, transferred
from slowmate.events.entry.target import Target
from slowmate.events.organising import invitational
from slowmate.events.organising.invitational import APPROVAL, Money
from slowmate.events.organising.offices import Acting, Actor, Case, record_decision, tournament_office
from slowmate.events.procedures import SECTION, SectionGame, has_all_results
from slowmate.events.running.live_display import BANNING, Display, after_violation, ban_until, may_display
from slowmate.events.running.section8 import leaving, open_games, silence
from slowmate.events.running.section8.application import (
    PROCEDURE,
    WithdrawalApplication,
    WithdrawalReason,
    may_accept,
    proposed_answer,
    receive_application,
)
from slowmate.events.running.section8.bonds import BondedEvent, PastWithdrawal, bond_for, bond_owed, settle_bond
from slowmate.events.running.section8.leaving import HeldSeat, SeatGame
from slowmate.events.running.section8.open_games import Cause, Measure
from slowmate.events.running.section8.silence import SILENCE
from slowmate.records import KINDS, Player, Result, Status
from slowmate.rulebook import Refused
from tests.events.lifecycle.walking import (
    DIRECTOR,
    NTTC,
    SERVER,
    TTC,
    WTD,
    Walk,
    addresses,
    captain,
    delegate,
    organiser,
    player,
)

START, ON = date(2018, 3, 1), date(2018, 10, 10)
HERE = HeldSeat(
    "final",
    KINDS["world-championship-final"],
    START,
    (SeatGame("1", "2", moves=20), SeatGame("2", "3", moves=0), SeatGame("3", "4", Result.DRAW, moves=40)),
)
THERE = HeldSeat("class", KINDS["open-class"], START, (SeatGame("9", "5", moves=3),))
ILL = WithdrawalApplication("1", ON, WithdrawalReason.ILLNESS, START, "in hospital", months=6, games=2, detailed=2)


def application(state: str = "applied") -> Walk:
    office = tournament_office(HERE.kind)
    return Walk(PROCEDURE, Case(state, START, {"player": "1", "federation": "CZE"}, office))


@pytest.mark.clause("ICCF-TR-2017 8.1/1", "ICCF-TR-2017 8.2(b)", "ICCF-TR-2017 8.3/1", "ICCF-TR-2017 8.3/5")
def test_an_adequate_reason_is_accepted_by_the_director_for_all_events() -> None:
    assert receive_application(ILL).value == "applied"
    case = application()
    assert case.step("accept", DIRECTOR, {"acceptable": may_accept(ILL)}, not_by=[TTC, player("1")]) == "accepted"
    left = leaving.after_acceptance("1", HERE, [THERE], on=ON).value
    assert (left.sections, left.status, left.norm_possible) == (("final", "class"), Status.WITHDRAWN_ACCEPTED, True)
    assert left.bar is not None
    back = Entrant("1", bars=(left.bar,))
    target = Target("open-class", date(2019, 6, 1))
    assert [ground.clause.address for ground in bars(back, target, on=date(2019, 4, 9))] == ["2.2/3"]
    assert bars(back, target, on=date(2019, 4, 10)) == ()
    assert {Actor.WTD, Actor.DELEGATE, Actor.RATINGS} == set(left.tell)


@pytest.mark.clause("ICCF-TR-2017 8.4/1", "ICCF-TR-2017 8.4/2", "ICCF-TR-2017 8.4/3", "ICCF-TR-2017 8.4/4")
def test_what_the_director_may_not_accept_goes_to_the_office_of_the_event_with_the_federation() -> None:
    soon_again = replace(ILL, last_accepted=date(2018, 1, 1))
    short = replace(ILL, months=2)
    for one, cited in ((soon_again, "8.4/2"), (short, "8.4/1")):
        assert proposed_answer(one).value == "forward"
        assert cited in application().refused("accept", DIRECTOR, {"acceptable": may_accept(one)})
    case = application()
    case.step("forward", DIRECTOR, not_by=[TTC])
    case.step("consult", TTC, not_by=[NTTC, DIRECTOR])
    case.step("answer", delegate("CZE"), not_by=[delegate("GER"), TTC])
    case.step("confirm inadequate", TTC, not_by=[NTTC, DIRECTOR])
    assert case.step("withdraw", player("1"), not_by=[player("2"), delegate("CZE")]) == "not accepted"
    left = leaving.after_refusal("1", HERE, [THERE], on=ON).value
    assert (left.norm_possible, left.bond_needed) == (False, True)


@pytest.mark.clause("ICCF-TR-2017 8.3/1", "ICCF-TR-2017 8.4/4", "ICCF-TR-2017 8.7(c)")
def test_the_director_confirms_what_becomes_of_each_game() -> None:
    proposed = {one.game: one.proposed for one in open_games.propose_games(Cause.ACCEPTED, HERE).value}
    assert proposed == {"1": Measure.ADJUDICATE, "2": Measure.CANCEL, "3": Measure.STANDS}
    with pytest.raises(Refused):
        open_games.confirm_games(Cause.ACCEPTED, HERE, {"1": Measure.DEFAULT}, director="D", on=ON)
    with pytest.raises(Refused):
        open_games.confirm_games(Cause.ACCEPTED, HERE, {"3": Measure.CANCEL}, director="D", on=ON, reason="x")
    explained = open_games.confirm_games(
        Cause.ACCEPTED, HERE, {"1": Measure.DEFAULT}, director="D", on=ON, reason="hopeless"
    )
    assert explained.value["1"] is Measure.DEFAULT
    team = replace(HERE, kind=KINDS["olympiad-final"])
    options = {
        one.options for one in open_games.propose_games(Cause.DEATH, team).value if one.proposed is not Measure.STANDS
    }
    assert options == {(Measure.ADJUDICATE, Measure.SUBSTITUTE)}


@pytest.mark.clause(
    "ICCF-TR-2017 8.5/1", "ICCF-TR-2017 8.5/3", "ICCF-TR-2017 8.5/5", "ICCF-TR-2017 8.6", "ICCF-TR-2017 8.4/7"
)
def test_silence_is_found_confirmed_and_barred_and_a_bond_brings_the_player_back() -> None:
    lost = replace(
        HERE, games=(SeatGame("1", "2", moves=9, last_move=date(2018, 5, 1), lost_by_silence=date(2018, 7, 1)),)
    )
    since = silence.silent_since("1", lost).value
    assert since == date(2018, 5, 1)
    case = Walk(SILENCE, Case("found", START, {"player": "1"}, Actor.TTC))
    spoke = silence.has_left_silently(
        "1", stopped=since, told_opponents=date(2018, 5, 9), told_director=None, start=START
    )
    assert "8.5/1" in case.refused("confirm", DIRECTOR, {"no word": spoke})
    silent = silence.has_left_silently("1", stopped=since, told_opponents=None, told_director=None, start=START)
    case.step("confirm", DIRECTOR, {"no word": silent}, not_by=[TTC, SERVER])
    register = (PastWithdrawal(Status.SILENT, date(2016, 9, 1), date(2016, 2, 1)),)
    second = {"first time": silence.is_first_silence(register, on=ON, start=START)}
    assert "8.5/5" in case.refused("do not suspend", TTC, second)
    assert case.step("suspend", TTC, not_by=[NTTC, DIRECTOR]) == "suspended"
    after = silence.after_silence("1", lost, [THERE], on=ON, register=register).value
    assert (after.bar.until if after.bar else None, after.keeps_rights) == (date(2023, 10, 10), False)
    whole = (*register, PastWithdrawal(Status.SILENT, ON, START))
    owed = bond_owed(whole, (), on=date(2023, 11, 1)).value
    assert owed is not None
    with pytest.raises(Refused):
        bond_for(owed, 20, 39, office=Actor.TTC)
    assert bond_for(owed, 20, 40, office=Actor.TTC).value == 40
    regular = BondedEvent("open", date(2023, 11, 2), date(2025, 1, 1), regular=True)
    assert bond_owed(whole, (regular,), on=date(2025, 1, 2)).value is None
    assert settle_bond(40, 12, regular=False, start=START).value == {"player": 0, "ICCF": 12, "federation": 28}


@pytest.mark.clause(
    "ICCF-TR-2017 14/1", "ICCF-TR-2017 14/8", "ICCF-TR-2017 14/9", "ICCF-TR-2017 14/10", "ICCF-TR-2017 14/11"
)
def test_a_player_who_shows_games_too_early_is_corrected_then_charged_then_disqualified() -> None:
    moves = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6")
    display = Display({"1": moves}, {"1": 2}, "example.org", ON, {"1": ON})
    assert may_display(display, start=START).value
    with pytest.raises(Refused) as refusal:
        may_display(replace(display, shown={"1": 4}, consents={}), start=START)
    assert addresses(refusal.value) == ["14/3", "14/6"]
    found = [
        after_violation(here=earlier, elsewhere=0, games=["1", "2"], unfinished=["1"], start=START).value
        for earlier in range(3)
    ]
    assert [(one.kind, one.days, one.games) for one in found] == [
        ("correct", 0, ()), ("penalty", 10, ("1", "2")), ("disqualified", 0, ("1",)),
    ]  # fmt: skip
    record_decision(BANNING, actor=Actor.WTD, by="W", on=ON, reason="in two tournaments", start=START)
    assert ban_until(2, decided=ON).value == date(2020, 10, 10)


@pytest.mark.clause("ICCF-TR-2017 15", "ICCF-TR-2017 1.0.7/4")
def test_an_appeal_is_open_to_whom_a_decision_concerns_and_keeps_a_section_from_ending() -> None:
    case = Walk(APPEALS, Case("decided", START, {"player": "1", "team": "T", "federation": "CZE"}))
    assert case.refused("appeal for the team", captain("U")) == ["15"]
    case.step("appeal", player("1"), not_by=[player("2")])
    contested = has_all_results([SectionGame("1", Result.DRAW, ON, contested=True)], start=START)
    section = Walk(SECTION, Case("running", START, office=Actor.TTC))
    assert "1.0.7/4" in section.refused("finish", SERVER, {"all results": contested})
    commission = Acting(Actor.APPEALS)
    case.step("admit", commission, not_by=[TTC, DIRECTOR])
    assert case.step("allow", commission, not_by=[player("1")]) == "allowed"
    settled = Walk(SECTION, Case("settled", START, office=Actor.TTC))
    assert settled.step("open again", commission, not_by=[TTC, DIRECTOR]) == "running"
    assert (appeal_to("8.4/1").value, appeal_to("13.4").value) == (Actor.APPEALS, Actor.ARBITRATION)


@pytest.mark.clause("ICCF-TR-2017 13.1", "ICCF-TR-2017 13.2", "ICCF-TR-2017 13.3/1", "ICCF-TR-2017 13.4")
def test_a_player_changes_federation_when_both_have_agreed() -> None:
    case = Walk(TRANSFER, Case("asked", ON, {"old federation": "CZE", "new federation": "GER", "player": "1"}))
    case.step("release", delegate("CZE"), not_by=[delegate("GER"), player("1")])
    stranger = {"belongs": may_belong("GER", citizen="CZE", resident="CZE", on=ON)}
    assert "13.1" in case.refused("admit", delegate("GER"), stranger)
    lives = {"belongs": may_belong("GER", citizen="CZE", resident="GER", on=ON)}
    case.step("admit", delegate("GER"), lives, not_by=[delegate("CZE")])
    assert case.step("notify", delegate("GER"), not_by=[delegate("CZE"), player("1")]) == "transferred"
    moved = transferred(Player("1", "One", "CZE", rating=2400), "GER", on=ON).value
    assert (moved.id, moved.federation, moved.rating) == ("1", "GER", 2400)


@pytest.mark.clause(
    "ICCF-TR-2017 12.2/1", "ICCF-TR-2017 12.3/1", "ICCF-TR-2017 12.3/2", "ICCF-TR-2017 12.3/3", "ICCF-TR-2017 12.8/1"
)
def test_an_invitational_is_approved_announced_and_lapses() -> None:
    start = date(2018, 9, 1)
    case = Walk(APPROVAL, Case("applied", start, {"organiser": "NED"}))
    silent_on_money = invitational.is_complete(Money(), applied=date(2018, 5, 1), start=start, is_open=False)
    assert "12.8/1" in case.refused("approve", WTD, {"complete": silent_on_money})
    no_prizes = Money(prizes=(), appearance_fees=0)
    complete = invitational.is_complete(no_prizes, applied=date(2018, 5, 1), start=start, is_open=False)
    case.step("approve", WTD, {"complete": complete}, not_by=[TTC, organiser("NED")])
    assert invitational.may_announce(on=date(2018, 5, 10), approved=date(2018, 5, 9), start=start).value
    early = {"lapsed": invitational.has_lapsed(approved_start=start, start=None, on=date(2019, 3, 1))}
    assert "12.3/2" in case.refused("lapse", SERVER, early)
    late = {"lapsed": invitational.has_lapsed(approved_start=start, start=None, on=date(2019, 3, 2))}
    case.step("lapse", SERVER, late, not_by=[WTD])
    assert case.step("renew", organiser("NED"), not_by=[organiser("GER"), WTD]) == "applied"
