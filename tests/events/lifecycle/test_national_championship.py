"""A national championship, from its plan to what its first three may enter, row by row."""

from dataclasses import replace
from datetime import date
from functools import cache

import pytest

from slowmate.events.entry.decision import Answer, entry_counts, may_enter
from slowmate.events.entry.entrants import Entrant, EntryBar
from slowmate.events.entry.target import Target
from slowmate.events.kinds import needs_approval, profile, who_may_run
from slowmate.events.organising.draw import Field, draw
from slowmate.events.organising.offices import Actor, Case, record_decision
from slowmate.events.organising.planning import propose_sizes
from slowmate.events.organising.reflection import is_event_rated, rating_power
from slowmate.events.organising.start_list import Posting, StartList, start_list
from slowmate.events.procedures import (
    ENTRY,
    EVENT,
    SECTION,
    Announcement,
    deadline_has_passed,
    has_all_results,
    is_published,
    may_announce_event,
    may_begin,
    sizes_allowed,
)
from slowmate.events.running.consequences import Step, consequences
from slowmate.events.running.outlook import section_outlook
from slowmate.events.running.promotion import promoted
from slowmate.events.running.standings import is_awarded, standings
from slowmate.play.clocks import Classic
from slowmate.records import KINDS, Event, Player, PromotionPlan, Status
from slowmate.rulebook import Refused
from tests.events.lifecycle.walking import (
    DIRECTOR,
    NTTC,
    RATINGS,
    SERVER,
    TTC,
    Walk,
    all_pairs,
    finals,
    ordered,
    organiser,
    player,
)

NATIONAL, PRELIMINARY = KINDS["national"], KINDS["national-preliminary"]
ANNOUNCED, DEADLINE, POSTED, START, ENDED = (
    date(2018, 1, 5), date(2018, 3, 1), date(2018, 3, 20), date(2018, 4, 10), date(2019, 12, 1),
)  # fmt: skip
CZECHS = organiser("CZE")
ENTRANTS = tuple(Player(str(n), f"Player {n}", "CZE", rating=2100 + 5 * n, games=60) for n in range(22))


def own(state: str, **parties: str) -> Case:
    """The federation's own event: its delegate acts as its organiser."""
    return Case(state, START, {"organiser": "CZE", **parties}, Actor.ORGANISER)


@cache
def preliminaries() -> tuple[Event, ...]:
    drawn = draw(Field(ENTRANTS, (11, 11), START), seed="national").value
    by_id = {one.id: one for one in ENTRANTS}
    return tuple(
        Event(
            f"Group {turn}", PRELIMINARY, START, tuple(by_id[one] for one in group.numbers), group.games, id=f"g{turn}"
        )
        for turn, group in enumerate(drawn, 1)
    )


def final() -> Event:
    return replace(preliminaries()[0], kind=NATIONAL, name="Championship", id="final")


def order_of(event: Event) -> list[str]:
    return [one.id for one in event.players]


@cache
def posted() -> StartList:
    return start_list(
        replace(preliminaries()[0], promotion=PromotionPlan(up=5)), Posting(POSTED, "10/50", level=1900)
    ).value


@pytest.mark.clause("ICCF-TR-2017 6.3/1", "ICCF-TR-2017 0.2/2")
def test_1_the_federation_runs_it_without_approval() -> None:
    assert who_may_run(NATIONAL) == (Actor.DELEGATE,)
    assert not needs_approval(NATIONAL, run_by=Actor.ORGANISER)
    event = Walk(EVENT, own("draft"))
    said = may_announce_event(NATIONAL, Announcement(START, DEADLINE, fee=5), on=ANNOUNCED)
    event.step("announce", CZECHS, {"announcement": said}, not_by=[organiser("GER"), TTC, NTTC])
    assert event.step("open entries", CZECHS, not_by=[organiser("GER")]) == "open"


@pytest.mark.clause("ICCF-TR-2017 9.2(c)")
def test_2_the_ratings_commissioner_agrees_that_it_is_rated() -> None:
    power = rating_power(NATIONAL, start=START)
    decided = record_decision(power, actor=RATINGS.actor, by="R", on=ANNOUNCED, reason="the final of a championship")
    assert decided.grounds[0].clause.address == "9.2(c)"
    with pytest.raises(Refused):
        record_decision(power, actor=Actor.ORGANISER, by="O", on=ANNOUNCED, reason="we want it")
    for agreed in (True, False):
        assert is_event_rated(NATIONAL, Classic(), start=START, by_post=False, agreed=agreed).value is agreed


@pytest.mark.clause("ICCF-TR-2017 2.2/3")
def test_3_its_announcement_says_who_may_enter_and_bars_hold_all_the_same() -> None:
    target = Target("national", START, DEADLINE)
    asked = may_enter(Entrant("1", "CZE"), target, on=ANNOUNCED)
    assert asked.value.answer is Answer.ANNOUNCEMENT
    entry = Walk(ENTRY, own("asked", player="1", federation="CZE"))
    assert entry.refused("accept", SERVER, {"may enter": entry_counts(asked)})
    assert entry.step("admit", CZECHS, not_by=[organiser("GER"), NTTC, player("1")]) == "accepted"
    barred = Entrant("2", "CZE", bars=(EntryBar(date(2017, 6, 1), None, "ICCF-TR-2017 8.5/5"),))
    assert may_enter(barred, target, on=ANNOUNCED).value.answer is Answer.MAY_NOT


@pytest.mark.clause("ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 0.4/2")
def test_4_its_preliminaries_lead_to_the_final_by_the_plan_that_was_announced() -> None:
    plan = PromotionPlan(up=5, best_of_rest=1)
    assert profile(PRELIMINARY, start=START).value.leads_to == ("national",)
    without = start_list(preliminaries()[0], Posting(POSTED, "10/50")).value
    section = Walk(SECTION, own("confirmed"))
    assert "1.0.5/5" in section.refused("post", CZECHS, {"published": is_published([without], on=POSTED)})
    tables = {}
    for event in preliminaries():
        tables[event.id] = standings(ordered(event, order_of(event))).value
    moves = promoted(tables, plan, PRELIMINARY, start=START).value
    assert {move.to for move in moves.up} == {"national"}
    assert [move.who for move in moves.up[:5]] == order_of(preliminaries()[0])[:5]
    level = ordered(preliminaries()[0], order_of(preliminaries()[0]), drawn=all_pairs(order_of(preliminaries()[0])))
    assert promoted({"g1": standings(level).value}, PromotionPlan(up=5), PRELIMINARY, start=START).value.up == ()
    ended = ordered(preliminaries()[0], order_of(preliminaries()[0]))
    assert consequences(ended, ended=ENDED).value == ()  # preliminaries are not the championship


@pytest.mark.clause("ICCF-TR-2017 0.3/2", "ICCF-TR-2017 0.3/1", "ICCF-TR-2017 7.2(a)")
def test_5_it_is_divided_drawn_and_played_as_any_other_event() -> None:
    assert (11, 11) in [one.sizes for one in propose_sizes(NATIONAL, 22, start=START, preferred=11)]
    event = Walk(EVENT, own("open"))
    event.step("close entries", SERVER, {"deadline": deadline_has_passed(DEADLINE, on=date(2018, 3, 2), start=START)})
    event.step("propose sections", CZECHS, not_by=[organiser("GER"), TTC])
    event.step("confirm", CZECHS, {"sizes": sizes_allowed([])}, not_by=[organiser("GER")])
    event.step("post", CZECHS, {"published": is_published([posted()], on=POSTED)}, not_by=[TTC])
    assert event.step("start", SERVER, {"start": may_begin(START, [posted()], on=START)}) == "running"
    assert {(one.whites, one.blacks) for one in posted().seats} == {(5, 5)}


@pytest.mark.clause("ICCF-TR-2017 4.3(4)", "ICCF-TR-2017 8.5/1")
def test_6_its_first_three_may_enter_master_norm_tournaments() -> None:
    event = ordered(final(), order_of(final()))
    first = order_of(event)[:3]
    section = Walk(SECTION, own("running"))
    section.step(
        "finish", SERVER, {"all results": has_all_results(finals(event.games, ENDED), start=START)}, not_by=[DIRECTOR]
    )
    steps = consequences(event, ended=ENDED).value
    assert [(step.what, step.who, step.value) for step in steps] == [(Step.RIGHT, one, "master-norm") for one in first]
    target = Target("master-norm", date(2020, 3, 1))
    for place, allowed in ((1, True), (3, True), (4, False)):
        assert may_enter(Entrant("1", national_places=(place,)), target, on=date(2020, 1, 5)).value.allowed is allowed
    silent = replace(
        event, players=tuple(replace(one, status=Status.SILENT) if one.id == first[1] else one for one in event.players)
    )
    assert [step.who for step in consequences(silent, ended=ENDED).value] == [first[0], first[2]]
    table = standings(ordered(final(), order_of(final()), drawn=all_pairs(order_of(final()))))
    assert {is_awarded(line, table) for line in table.value} == {True}  # it is one round: 0.4 does not ask
    assert section.step("settle", CZECHS, not_by=[organiser("GER"), NTTC]) == "settled"


def test_while_it_runs_each_player_has_chances_of_the_first_three_places() -> None:
    found = section_outlook(final(), runs=500)
    odds = [right.odds for one in found.players for right in one.rights if right.odds is not None]
    assert len(odds) == 11
    assert sum(odds) == pytest.approx(3, abs=0.6)
