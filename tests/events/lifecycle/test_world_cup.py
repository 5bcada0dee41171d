"""A World Cup from its groups to its final and the rights of the next cup, row by row."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache

import pytest

from slowmate.events.entry.decision import Answer, entry_counts, may_enter
from slowmate.events.entry.entrants import Entrant, EntryBar
from slowmate.events.entry.target import Target
from slowmate.events.organising.cycles import cup_rhythm, cup_round_ends, cup_starts_together
from slowmate.events.organising.draw import Field, draw
from slowmate.events.organising.offices import Actor, Case, tournament_office
from slowmate.events.organising.planning import propose_sizes
from slowmate.events.organising.sizes import check_size
from slowmate.events.organising.start_list import Posting, start_list
from slowmate.events.procedures import (
    ENTRY,
    EVENT,
    SECTION,
    Announcement,
    has_all_results,
    is_published,
    may_announce_event,
    may_begin,
    sizes_allowed,
)
from slowmate.events.running.consequences import Step, consequences, past_results
from slowmate.events.running.decisive import cup_games_to_adjudicate
from slowmate.events.running.standings import is_awarded, standings
from slowmate.records import KINDS, Event, Player
from slowmate.rulebook import Refused
from tests.events.lifecycle.walking import (
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

GROUPS, SEMI, FINAL = (f"world-cup-{stage}" for stage in ("preliminary", "semi-final", "final"))
ANNOUNCED, DEADLINE, POSTED, START, ENDED = (
    date(2018, 1, 10), date(2018, 3, 31), date(2018, 4, 15), date(2018, 5, 20), date(2020, 2, 2),
)  # fmt: skip
ENTRANTS = tuple(Player(str(n), f"Player {n}", "CZE" if n % 2 else "GER", rating=2000 + n, games=50) for n in range(30))


def office(state: str, **parties: str) -> Case:
    return Case(state, START, parties, Actor.NTTC)


@cache
def groups() -> tuple[Event, ...]:
    drawn = draw(Field(ENTRANTS, (10, 10, 10), START), seed="cup").value
    by_id = {one.id: one for one in ENTRANTS}
    return tuple(
        Event(
            f"Cup 21, group {turn}",
            KINDS[GROUPS],
            START,
            tuple(by_id[one] for one in group.numbers),
            group.games,
            cycle=21,
            id=f"g{turn}",
        )
        for turn, group in enumerate(drawn, 1)
    )


def order_of(event: Event) -> list[str]:
    return [one.id for one in event.players]


def finalist(place: int, *, cycle: int, ended: date = date(2019, 12, 1)) -> Entrant:
    """Somebody who came in on a place of a cup's final."""
    event = groups()[0]
    final = replace(
        ordered(event, order_of(event)), kind=KINDS[FINAL], cycle=cycle, start=date(2018, 1, 20), id=f"f{cycle}"
    )
    results = past_results(final, standings(final).value, ended=ended)
    one = next(who for who, result in results.items() if result.outlook.best == place)
    return Entrant(one, results=(results[one],))


@pytest.mark.clause("ICCF-TR-2017 3.1", "ICCF-TR-2017 1.0.5/2")
def test_1_the_commissioner_announces_a_cup_every_second_year() -> None:
    assert tournament_office(KINDS[GROUPS]) is Actor.NTTC
    assert [cup_rhythm(2016, year).value for year in (2017, 2018)] == ["warning", "ok"]
    event = Walk(EVENT, office("draft"))
    said = may_announce_event(KINDS[GROUPS], Announcement(START, DEADLINE, fee=10), on=ANNOUNCED)
    event.step("announce", NTTC, {"announcement": said}, not_by=[TTC, delegate("CZE")])
    assert event.step("open entries", NTTC, not_by=[TTC]) == "open"


@pytest.mark.clause("ICCF-TR-2017 2.2/3")
def test_2_all_players_who_are_not_barred_enter() -> None:
    target = Target(GROUPS, START, DEADLINE, cycle=21)
    assert may_enter(Entrant("1"), target, on=ANNOUNCED).value.answer is Answer.MAY
    barred = Entrant("2", bars=(EntryBar(date(2017, 1, 1), date(2018, 6, 1), "ICCF-TR-2017 8.4/5"),))
    asked = may_enter(barred, target, on=ANNOUNCED)
    entry = Walk(ENTRY, office("asked", player="2", federation="CZE"))
    assert "2.2/3" in entry.refused("accept", SERVER, {"may enter": entry_counts(asked)})
    free = may_enter(Entrant("1"), target, on=ANNOUNCED)
    assert (
        Walk(ENTRY, office("asked", player="1")).step("accept", SERVER, {"may enter": entry_counts(free)}) == "accepted"
    )


@pytest.mark.clause("ICCF-TR-2017 3.3/1", "ICCF-TR-2017 3.4", "ICCF-TR-2017 0.3/1")
def test_3_and_4_groups_of_seven_to_eleven_start_on_one_day() -> None:
    assert (10, 10, 10) in [one.sizes for one in propose_sizes(KINDS[GROUPS], 30, start=START)]
    assert propose_sizes(KINDS[GROUPS], 6, start=START) == ()
    left_over = propose_sizes(KINDS[GROUPS], 13, start=START)[0]
    assert (left_over.sizes, left_over.waiting) == ((11,), 2)
    event = Walk(EVENT, office("sections proposed"))
    too_large: list[object] = []
    try:
        check_size(GROUPS, 12, start=START)
    except Refused as refusal:
        too_large.append(refusal)
    assert "3.3/1" in event.refused("confirm", NTTC, {"sizes": sizes_allowed(too_large)})  # type: ignore[arg-type]
    event.step("confirm", NTTC, {"sizes": sizes_allowed([check_size(GROUPS, 10, start=START)])}, not_by=[TTC])
    lists = [start_list(one, Posting(POSTED, "10 moves in 50 days")).value for one in groups()]
    event.step("post", NTTC, {"published": is_published(lists, on=POSTED)}, not_by=[TTC])
    assert cup_starts_together([one.start for one in groups()]).value
    with pytest.raises(Refused):
        cup_starts_together([START, date(2018, 6, 1)])
    assert event.step("start", SERVER, {"start": may_begin(START, lists, on=START)}) == "running"


@pytest.mark.clause("ICCF-TR-2017 3.2")
def test_5_after_two_years_what_still_runs_is_adjudicated() -> None:
    assert cup_round_ends(START).value == date(2020, 5, 20)
    done = ordered(groups()[0], order_of(groups()[0]))
    running = replace(done, games=(*(replace(game, result=None) for game in done.games[:2]), *done.games[2:]))
    assert cup_games_to_adjudicate(running, on=date(2020, 5, 19)).value == ()
    assert cup_games_to_adjudicate(running, on=date(2020, 5, 20)).value == running.games[:2]


@pytest.mark.clause("ICCF-TR-2017 3.5/1", "ICCF-TR-2017 3.5/2", "ICCF-TR-2017 0.4/1", "ICCF-TR-2017 7.5")
def test_6_the_winner_of_a_group_gets_a_prize_and_goes_on() -> None:
    event = ordered(groups()[0], order_of(groups()[0]))
    first, second = order_of(event)[:2]
    section = Walk(SECTION, office("running"))
    section.step(
        "finish", SERVER, {"all results": has_all_results(finals(event.games, ENDED), start=START)}, not_by=[NTTC]
    )
    steps = consequences(event, ended=ENDED).value
    assert [(step.what, step.who, step.value) for step in steps] == [
        (Step.PRIZE, first, "1"), (Step.RIGHT, first, SEMI),
    ]  # fmt: skip
    shared = ordered(event, order_of(event), drawn=all_pairs([first, second]))
    assert {(step.what, step.who, step.refer) for step in consequences(shared, ended=ENDED).value} == {
        (Step.ASK, one, Actor.NTTC) for one in (first, second)
    }
    level = ordered(event, order_of(event), drawn=all_pairs(order_of(event)))
    assert consequences(level, ended=ENDED).value == ()
    table = standings(level)
    assert {is_awarded(line, table) for line in table.value} == {False}
    assert section.step("settle", NTTC, not_by=[TTC, DIRECTOR]) == "settled"


@pytest.mark.clause("ICCF-TR-2017 3.5/1", "ICCF-TR-2017 3.6/2")
def test_7_and_8_winners_of_groups_and_the_finalists_of_the_cup_before_play_the_next_round() -> None:
    event = ordered(groups()[0], order_of(groups()[0]))
    results = past_results(event, standings(event).value, ended=ENDED)
    winner = Entrant(order_of(event)[0], results=(results[order_of(event)[0]],))
    target = Target(SEMI, date(2020, 9, 20), cycle=21)
    assert addresses_of(winner, target) == ["3.5/1"]
    assert addresses_of(winner, replace(target, cycle=22)) == []  # the round of its own cup only
    ninth = finalist(9, cycle=20)
    assert addresses_of(ninth, target) == ["3.6/2"]
    assert addresses_of(ninth, replace(target, cycle=22)) == []
    assert [check_size(SEMI, size, start=target.start).value for size in (9, 13)] == ["ok", "ok"]
    for size in (8, 14):
        with pytest.raises(Refused):
            check_size(SEMI, size, start=target.start)


def addresses_of(entrant: Entrant, target: Target) -> list[str]:
    return [way.clause.address for way in may_enter(entrant, target, on=date(2020, 6, 1)).value.ways]


@pytest.mark.clause("ICCF-TR-2017 3.6/1", "ICCF-TR-2017 3.3/3")
def test_9_the_winner_of_the_cup_before_plays_the_final_without_a_fee_once() -> None:
    winner = finalist(1, cycle=20)
    target = Target(FINAL, date(2022, 5, 20), fee=50, cycle=21)
    free = may_enter(winner, target, on=date(2020, 6, 1)).value
    assert ([way.clause.address for way in free.ways], free.fee) == (["3.6/1"], 0)
    used = replace(winner, uses=free.uses)
    assert not may_enter(used, target, on=date(2020, 6, 2)).value.allowed
    for later in (22, 31):
        assert not may_enter(winner, replace(target, cycle=later), on=date(2020, 6, 1)).value.allowed
    with pytest.raises(Refused):
        check_size(FINAL, 16, start=target.start)


@pytest.mark.clause(
    "ICCF-TR-2017 3.5/3", "ICCF-TR-2017 3.7", "ICCF-TR-2017 1.3.1(d)", "ICCF-TR-2017 1.2.1(e)", "ICCF-TR-2017 1.1.1(e)"
)
def test_10_the_final_ends_with_prizes_for_half_and_rights_in_two_series() -> None:
    field = ENTRANTS[:11]
    drawn = draw(Field(field, (11,), date(2020, 5, 20)), seed="final").value[0]
    by_id = {one.id: one for one in field}
    final = Event(
        "Cup 21, final",
        KINDS[FINAL],
        date(2020, 5, 20),
        tuple(by_id[one] for one in drawn.numbers),
        drawn.games,
        cycle=21,
        id="f21",
    )
    order = order_of(final)
    steps = consequences(ordered(final, order), ended=date(2022, 4, 1)).value
    assert [step.who for step in steps if step.what is Step.PRIZE] == order[:6]
    rights = {one: [step.value for step in steps if step.who == one and step.what is Step.RIGHT] for one in order}
    assert rights[order[0]] == ["world-championship-candidates", FINAL]
    assert rights[order[1]] == ["world-championship-candidates", SEMI]
    assert rights[order[3]] == ["world-championship-semi-final", SEMI]
    assert rights[order[5]] == ["world-championship-preliminary", SEMI]  # 5 of 10
    assert rights[order[10]] == [SEMI]
    numbered = {step.right.cycle for step in steps if step.right}
    assert numbered == {21}
    assert standings(ordered(final, order)).value[5].points == Fraction(5)


def test_only_the_player_and_their_delegate_take_an_entry_back() -> None:
    entry = Walk(ENTRY, office("accepted", player="1", federation="CZE"))
    assert entry.step("withdraw", player("1"), not_by=[player("2"), delegate("GER"), NTTC]) == "withdrawn"
