"""A stage of the World Championship with 120 entries, from the announcement to its rights, row by row."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache

import pytest

from slowmate.events.entry.bars import EXTENDED
from slowmate.events.entry.decision import entry_counts, may_enter
from slowmate.events.entry.entrants import Entrant, GrantedRight, ListEntry, Nomination
from slowmate.events.entry.nominations import may_nominate, quota, stage_for
from slowmate.events.entry.right import RightState
from slowmate.events.entry.rights import ledger, table_of_qualifiers
from slowmate.events.entry.target import Target
from slowmate.events.organising.cycles import MORE_CANDIDATES, section_is_uniform, stage_plan, yearly_start
from slowmate.events.organising.draw import Field, commitment, first_difference, published
from slowmate.events.organising.offices import Actor, Case, record_decision
from slowmate.events.organising.planning import judge_division, propose_sizes
from slowmate.events.organising.start_list import Posting, StartList, start_list
from slowmate.events.procedures import (
    ENTRY,
    EVENT,
    SECTION,
    Announcement,
    deadline_has_passed,
    has_all_results,
    is_later,
    is_not_yet_started,
    is_published,
    may_announce_event,
    may_begin,
    sizes_allowed,
)
from slowmate.events.running.certainty import Chance
from slowmate.events.running.consequences import Step, consequences, past_results
from slowmate.events.running.equals import choose_of_equals
from slowmate.events.running.outlook import section_outlook
from slowmate.events.running.section8.application import cost_before_start
from slowmate.events.running.standings import standings
from slowmate.events.running.tiebreaks import may_add
from slowmate.events.running.vacancies import missed_by_tie_break
from slowmate.records import KINDS, Event, Pairing, Player
from slowmate.rulebook import Refused
from slowmate.words import say_goals
from tests.events.lifecycle.walking import (
    BOARD,
    DIRECTOR,
    NTTC,
    SERVER,
    TTC,
    Walk,
    all_pairs,
    delegate,
    finals,
    ordered,
    player,
)

PRELIMINARY, SEMI = "world-championship-preliminary", "world-championship-semi-final"
KIND = KINDS[PRELIMINARY]
ANNOUNCED, DEADLINE, POSTED, START, ENDED = (
    date(2018, 3, 1), date(2018, 6, 30), date(2018, 8, 1), date(2018, 9, 20), date(2020, 5, 5),
)  # fmt: skip
TARGET = Target(PRELIMINARY, START, DEADLINE, fee=25, cycle=43)
FEDERATIONS = ("CZE", "GER", "POL", "SUI", "ENG", "USA", "FIN")
ENTRANTS = tuple(
    Player(str(n), f"Player {n}", FEDERATIONS[n % 7], title="IM", rating=2200 + 3 * n, games=100) for n in range(120)
)


def office(state: str, **parties: str) -> Case:
    return Case(state, START, parties, Actor.TTC)


@cache
def drawn() -> tuple[Event, ...]:
    """Nine sections of thirteen and three who wait, drawn from a seed that was bound before."""
    field = Field(ENTRANTS[:117], (13,) * 9, START)
    told = published(field, seed="stage")
    assert told.commitment == commitment("stage")
    assert first_difference(told) is None
    by_id = {one.id: one for one in ENTRANTS}
    sections = []
    for turn, ids in enumerate(told.sections, 1):
        games = tuple(Pairing(white, black) for number, white, black in told.pairings if number == turn)
        seats = tuple(by_id[one] for one in ids)
        sections.append(Event(f"WCCC43PR{turn:02}", KIND, START, seats, games, cycle=43, id=f"s{turn}"))
    return tuple(sections)


@cache
def lists() -> tuple[StartList, ...]:
    return tuple(start_list(one, Posting(POSTED, "10 moves in 50 days")).value for one in drawn())


@pytest.mark.clause("ICCF-TR-2017 1.0.5/1", "ICCF-TR-2017 1.0.3/1", "ICCF-TR-2017 1.0.5/2")
def test_1_the_stage_is_announced_once_a_year_with_its_deadline_and_fee() -> None:
    assert yearly_start([START], year=2018).value == "ok"
    assert yearly_start([START, date(2018, 11, 1)], year=2018).value == "warning"
    assert section_is_uniform([False] * 13, start=START).value
    with pytest.raises(Refused):
        section_is_uniform([False] * 12 + [True], start=START)
    assert stage_plan(0, start=START).value == "ok"
    event = Walk(EVENT, office("draft"))
    said = {"announcement": may_announce_event(KIND, Announcement(START, DEADLINE, fee=25), on=ANNOUNCED)}
    event.step("announce", TTC, said, not_by=[NTTC, BOARD, delegate("CZE")])
    assert event.step("open entries", TTC) == "open"


@pytest.mark.clause("ICCF-TR-2017 1.0.10/1", "ICCF-TR-2017 1.0.10/2", "ICCF-TR-2017 1.0.10/3")
def test_2_federations_nominate_within_their_quota_for_the_stage_of_the_rating() -> None:
    assert [quota(members, on=START).value for members in (199, 200, 5000)] == [2, 3, 7]
    assert may_nominate(200, 2, on=START).value
    with pytest.raises(Refused):
        may_nominate(200, 3, on=START)
    assert [stage_for(rating, on=START).value for rating in (None, 2399, 2400)] == [PRELIMINARY, PRELIMINARY, SEMI]


@pytest.mark.clause("ICCF-TR-2017 1.1.1(h)", "ICCF-TR-2017 1.0.7/1", "ICCF-TR-2017 1.0.11/3", "ICCF-TR-2017 1.1.1(i)")
def test_3_entries_come_by_many_ways_and_each_says_what_it_uses_up() -> None:
    lists_ = (ListEntry(date(2018, 4, 1), 2310, 60),)
    by_title = Entrant("1", titles={"IM": date(2010, 1, 1)}, ratings=lists_)
    named = Entrant("2", ratings=lists_, nominations=(Nomination("CZE", date(2018, 3, 5), 2310, id="n7"),))
    given = Entrant("3", grants=(GrantedRight(PRELIMINARY, date(2018, 3, 7), "EB 5"),))
    nobody = Entrant("4", ratings=lists_)
    ways = {}
    for one in (by_title, named, given, nobody):
        asked = may_enter(one, TARGET, on=date(2018, 4, 20), paid=25)
        ways[one.id] = [(use.of.value, use.reference) for use in asked.value.uses] if asked.value.allowed else None
    assert ways == {"1": [("yearly", None)], "2": [("nomination", "n7")], "3": [("grant", "EB 5")], "4": None}
    again = replace(named, uses=may_enter(named, TARGET, on=date(2018, 4, 20)).value.uses)
    assert not may_enter(again, TARGET, on=date(2018, 4, 21)).value.allowed
    entry = Walk(ENTRY, office("asked", player="1", federation="CZE"))
    counts = entry_counts(may_enter(by_title, TARGET, on=date(2018, 4, 20), paid=25))
    assert entry.step("accept", SERVER, {"may enter": counts}, not_by=[TTC, player("1")]) == "accepted"


@pytest.mark.clause("ICCF-TR-2017 1.0.6")
def test_4_the_table_of_qualifiers_is_public() -> None:
    event = ordered(drawn()[0], [one.id for one in drawn()[0].players])
    results = past_results(event, standings(event).value, ended=ENDED)
    holders = [Entrant(one, results=(result,)) for one, result in results.items()]
    rows = table_of_qualifiers(holders, on=date(2021, 1, 1)).value
    assert [(row.to, row.expires) for row in rows][:3] == [
        (SEMI, date(2023, 5, 5)), (SEMI, date(2023, 5, 5)), (PRELIMINARY, date(2023, 5, 5)),
    ]  # fmt: skip


@pytest.mark.clause("ICCF-TR-2017 1.0.5/3", "ICCF-TR-2017 1.0.5/2")
def test_5_the_deadline_passes_and_is_extended_in_an_emergency_only_and_only_to_a_later_day() -> None:
    event = Walk(EVENT, office("open"))
    on_the_day = {"deadline": deadline_has_passed(DEADLINE, on=DEADLINE, start=START)}
    assert event.refused("close entries", SERVER, on_the_day) == ["1.0.5/2", "1.0.5/2"]
    late = may_enter(Entrant("9", titles={"GM": date(2010, 1, 1)}), TARGET, on=date(2018, 7, 1))
    assert [ground.clause.address for ground in late.value.barred] == ["1.0.5/2"]
    event.step("close entries", SERVER, {"deadline": deadline_has_passed(DEADLINE, on=date(2018, 7, 1), start=START)})
    earlier = {"later": is_later(DEADLINE, date(2018, 6, 1), start=START)}
    assert "1.0.5/3" in event.refused("extend", TTC, earlier)
    later = {"later": is_later(DEADLINE, date(2018, 7, 15), start=START)}
    assert event.step("extend", TTC, later, not_by=[NTTC, BOARD]) == "open"
    decided = record_decision(EXTENDED, actor=Actor.TTC, by="The Commissioner", on=date(2018, 7, 2), reason="an outage")
    assert decided.value.actor is Actor.TTC


@pytest.mark.clause("ICCF-TR-2017 1.1.3/1", "ICCF-TR-2017 1.1.3/2", "ICCF-TR-2017 1.1.3/3")
def test_6_sizes_are_a_choice_of_the_commissioner_among_proposals() -> None:
    ways = {one.sizes: (one.waiting, one.allowed_by, one.is_normal) for one in propose_sizes(KIND, 120, start=START)}
    assert ways[(13,) * 9] == (3, None, True)
    assert ways[(17,) * 4 + (13,) * 4] == (0, Actor.TTC, True)
    many = propose_sizes(KIND, 26, start=START, already=29)
    assert [one.is_normal for one in many if one.sizes == (13, 13)] == [False]


@pytest.mark.clause("ICCF-TR-2017 1.0.5/4")
def test_7_entrants_are_divided_and_changes_by_hand_are_judged() -> None:
    sections = [list(event.players) for event in drawn()]
    ids = [one.id for one in ENTRANTS[:117]]
    judged = judge_division(ids, sections, KIND, start=START)
    assert judged.is_allowed
    assert judged.division.crowded == 0
    assert judged.division.spread < 2
    strongest = max(range(9), key=lambda turn: max(one.rating or 0 for one in sections[turn]))
    sections[strongest - 1][0], sections[strongest][0] = sections[strongest][0], sections[strongest - 1][0]
    changed = judge_division(ids, sections, KIND, start=START)
    assert changed.division.spread > judged.division.spread
    event = Walk(EVENT, office("closed"))
    event.step("propose sections", TTC, not_by=[NTTC, SERVER])
    event.step("propose sections", TTC)  # again, after the change
    assert event.step("confirm", TTC, {"sizes": sizes_allowed(changed.sizes)}, not_by=[NTTC, SERVER]) == "confirmed"


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1")
def test_8_a_right_is_used_by_the_seat_and_waiting_players_keep_it() -> None:
    before = replace(drawn()[0], start=date(2016, 1, 10))
    event = ordered(before, [one.id for one in before.players])
    results = past_results(event, standings(event).value, ended=date(2017, 12, 1))
    third = next(one for one, result in results.items() if result.outlook.best == 3)
    holder = Entrant(third, results=(results[third],))
    asked = may_enter(holder, TARGET, on=date(2018, 5, 1), paid=25)
    entry = Walk(ENTRY, office("accepted", player=third, federation="CZE"))
    entry.step("put on the waiting list", TTC, not_by=[NTTC])
    waiting = ledger(holder, on=date(2018, 7, 1)).value[0]
    assert waiting.state is RightState.OPEN
    entry.step("seat", TTC, {"may enter": entry_counts(asked)}, not_by=[SERVER, player(third)])
    seated = ledger(replace(holder, uses=asked.value.uses), on=date(2018, 7, 1)).value[0]
    assert (seated.state, seated.used) == (RightState.USED, START)


@pytest.mark.clause("ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 7.4", "ICCF-TR-2017 0.3/1")
def test_9_and_10_nine_start_lists_are_posted_and_after_that_no_tie_break_is_added() -> None:
    event = Walk(EVENT, office("confirmed"))
    assert event.step("post", TTC, {"published": is_published(lists(), on=POSTED)}, not_by=[DIRECTOR]) == "posted"
    assert say_goals(lists()[0].promotion) == [
        "Places 1-2: right to World Championship Semi-Final (if the winner has more than half of the points).",
        "Places 3-4, or at least 60% of the points: right to World Championship Preliminary.",
    ]
    assert may_add("lots", stated=POSTED, start_list=POSTED, on=START).value
    with pytest.raises(Refused):
        may_add("lots", stated=date(2018, 8, 2), start_list=POSTED, on=START)
    begin = {"start": may_begin(START, lists(), on=START)}
    assert event.step("start", SERVER, begin, not_by=[TTC]) == "running"


@pytest.mark.clause("ICCF-TR-2017 8.1(a)", "ICCF-TR-2017 8.1(b)")
def test_11_withdrawing_after_the_list_costs_fee_and_right_and_a_waiting_player_takes_the_seat() -> None:
    on = date(2018, 8, 20)
    entry = Walk(ENTRY, office("seated", player="5", federation="USA"))
    before = {"not started": is_not_yet_started(START, on=on)}
    assert entry.step("withdraw", delegate("USA"), before, not_by=[delegate("CZE"), player("6")]) == "withdrawn"
    lost = cost_before_start(on=on, start_list=POSTED, start=START).value
    assert (lost["fee_lost"], lost["right_lost"]) == (True, True)
    next_one = Walk(ENTRY, office("waiting", player="118", federation="CZE"))
    may = entry_counts(
        may_enter(Entrant("118", titles={"GM": date(2010, 1, 1)}), replace(TARGET, fee=0), on=DEADLINE, cut=on)
    )
    assert next_one.step("seat", TTC, {"may enter": may}) == "seated"


@pytest.mark.clause("ICCF-TR-2017 1.0.7/3", "ICCF-TR-2017 1.1.1(c)")
def test_12_while_it_runs_a_right_counts_once_it_is_certain_and_is_the_only_one() -> None:
    event = drawn()[0]
    order = [one.id for one in event.players]
    done = ordered(event, order)
    half = replace(event, games=tuple(
        played if order[0] in (game.white, game.black) else game
        for game, played in zip(event.games, done.games, strict=True)
    ))  # fmt: skip
    first = next(one for one in section_outlook(half, runs=200).players if one.id == order[0])
    assert [(right.to, right.chance, right.is_held) for right in first.rights] == [(SEMI, Chance.CERTAIN, True)]
    result = past_results(half, standings(half).value, ended=None)[order[0]]
    running = Entrant(order[0], results=(result,))
    assert [right.is_provisional for right in ledger(running, on=date(2019, 6, 1)).value] == [True]
    assert may_enter(running, Target(SEMI, date(2019, 9, 20)), on=date(2019, 6, 1)).value.allowed


@pytest.mark.clause("ICCF-TR-2017 0.4/2", "ICCF-TR-2017 1.2.1(d)", "ICCF-TR-2017 1.0.7/4", "ICCF-TR-2017 7.5")
def test_13_and_14_the_sections_end_one_by_one_with_rights_and_equals_are_asked_about() -> None:
    event = drawn()[1]
    order = [one.id for one in event.players]
    # the second and the third draw with each other and are level in everything: the commissioner decides
    ended = ordered(event, order, drawn=all_pairs(order[1:3]))
    walk = Walk(SECTION, office("running"))
    results = {"all results": has_all_results(finals(ended.games, ENDED), start=START)}
    walk.step("finish", SERVER, results, not_by=[TTC, DIRECTOR])
    steps = consequences(ended, ended=ENDED).value
    rights = {step.who: step.value for step in steps if step.what is Step.RIGHT}
    assert rights[order[0]] == SEMI
    asked = [(step.who, step.value, step.refer) for step in steps if step.what is Step.ASK]
    assert asked == [(order[1], SEMI, Actor.TTC), (order[2], SEMI, Actor.TTC)]
    assert rights[order[1]] == rights[order[2]] == PRELIMINARY  # in any case
    lines = past_results(ended, standings(ended).value, ended=ENDED)
    decide = {"by": "The Commissioner", "on": ENDED, "reason": "the lot decided"}
    with pytest.raises(Refused):
        choose_of_equals(lines, [order[1]], actor=Actor.DIRECTOR, **decide)  # type: ignore[arg-type]
    placed = choose_of_equals(lines, [order[1]], actor=Actor.TTC, **decide).value  # type: ignore[arg-type]
    again = consequences(ended, ended=ENDED, ranked={one: place.best for one, place in placed.items()}).value
    assert [step.value for step in again if step.who == order[1] and step.what is Step.RIGHT] == [SEMI]
    assert not [step for step in again if step.what is Step.ASK]
    assert walk.step("settle", TTC, not_by=[SERVER, BOARD]) == "settled"


@pytest.mark.clause("ICCF-TR-2017 0.4/2", "ICCF-TR-2017 0.4/1")
def test_without_a_positive_score_no_player_goes_on() -> None:
    event = drawn()[2]
    order = [one.id for one in event.players]
    level = ordered(event, order, drawn=all_pairs(order))
    assert {line.points for line in standings(level).value} == {Fraction(6)}
    assert not [step for step in consequences(level, ended=ENDED).value if step.value == SEMI]


@pytest.mark.clause("ICCF-TR-2017 1.4.1(b)/2", "ICCF-TR-2017 1.4.4/1")
def test_then_candidates_send_as_many_as_were_announced_and_those_behind_by_tie_break_are_next() -> None:
    chosen = record_decision(MORE_CANDIDATES, actor=Actor.TTC, by="T", on=ANNOUNCED, reason="five sections")
    assert chosen.value.actor is Actor.TTC
    with pytest.raises(Refused):
        record_decision(MORE_CANDIDATES, actor=Actor.NTTC, by="N", on=ANNOUNCED, reason="five sections")
    order = [one.id for one in drawn()[0].players]
    event = replace(drawn()[0], kind=KINDS["world-championship-candidates"], final_places=2)
    # the third beats the second and draws twice: level on points, with fewer wins
    draws = [frozenset((order[2], order[3])), frozenset((order[2], order[4]))]
    ended = ordered(event, order, drawn=draws, lost=[(order[1], order[2])])
    sent = {places: _finalists(replace(ended, final_places=places)) for places in (1, 2)}
    assert sent == {1: order[:1], 2: order[:2]}
    assert missed_by_tie_break(standings(ended).value, 2) == (order[2],)


def _finalists(event: Event) -> list[str]:
    return [step.who for step in consequences(event, ended=ENDED).value if step.value == "world-championship-final"]
