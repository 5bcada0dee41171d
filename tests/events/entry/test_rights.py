"""The ledger of rights: how long they last, what was used, one from one event, and for which number of a series."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from slowmate.events.entry import rights
from slowmate.events.entry.decision import Answer
from slowmate.events.entry.entrants import Entrant, GrantedRight, PastResult
from slowmate.events.entry.right import Deferral, Right, RightState, Turn, Use, UseOf
from slowmate.events.entry.target import Target
from slowmate.records import Status
from slowmate.rulebook import Refused, clause
from tests.support.entrants import (
    CANDIDATES,
    FINAL,
    LADIES_FINAL,
    LADIES_SEMI,
    ON,
    PRELIMINARY,
    SEMI,
    START,
    asked,
    enters,
    past,
    seated,
    titled,
    use_names,
)

LATER: dict[str, Any] = {"on": date(2018, 5, 1), "start": date(2018, 9, 1)}


def used(kind: str, reference: str, start: date = date(2017, 4, 1)) -> Use:
    return Use(UseOf.RIGHT, kind, start, "", reference)


def held(*results: PastResult, on: date = date(2019, 1, 1), **more: Any) -> tuple[Right, ...]:
    return rights.ledger(Entrant("1", results=results, **more), on=on).value


# -- once, and how long -----------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1")
def test_a_right_from_a_result_is_used_once() -> None:
    won = Entrant("1", results=(past(PRELIMINARY, 1, "9", date(2017, 2, 1), "P1"),))
    assert enters(won, SEMI) == "1.2.1(d)"
    assert use_names(asked(won, SEMI).uses) == [("right", "P1")]
    assert enters(seated(won, SEMI), SEMI, **LATER) is None


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1")
def test_two_sections_of_one_name_are_told_apart_by_their_ids() -> None:
    results = tuple(past(PRELIMINARY, 1, "9", date(2017, 2, 1), "Preliminary", id=one) for one in ("81", "82"))
    player = seated(Entrant("1", results=results), SEMI)
    assert use_names(player.uses) == [("right", "81")]
    assert [right.state for right in held(*results, uses=player.uses)] == [RightState.USED, RightState.OPEN]
    assert enters(player, SEMI, **LATER) == "1.2.1(d)"
    assert enters(seated(player, SEMI, **LATER), SEMI, **LATER) is None
    by_name = held(*results, uses=(used(SEMI, "Preliminary"),))
    assert [right.state for right in by_name] == [RightState.USED, RightState.OPEN], "one use is of one right"


@pytest.mark.clause("ICCF-TR-2017 1.0.7/4")
@pytest.mark.parametrize(("on", "route"), [(date(2020, 6, 30), "1.2.1(d)"), (date(2020, 7, 1), None)])
def test_a_right_lasts_three_years_by_the_day_of_entry(on: date, route: str | None) -> None:
    won = Entrant("1", results=(past(PRELIMINARY, 1, "9", date(2017, 6, 30)),))
    assert enters(won, SEMI, on=on, start=date(2020, 9, 1)) == route
    (right,) = rights.ledger(won, on=on).value
    assert right.state is (RightState.OPEN if route else RightState.EXPIRED)


@pytest.mark.clause("ICCF-TR-2017 1.0.7/5")
def test_the_second_open_right_at_a_level_lasts_four_years_the_third_five() -> None:
    ends = (date(2017, 6, 30), date(2018, 1, 15), date(2018, 9, 1))
    results = tuple(past(PRELIMINARY, 1, "9", day, f"P{number}") for number, day in enumerate(ends))
    assert [right.expires for right in held(*results)] == [date(2020, 6, 30), date(2022, 1, 15), date(2023, 9, 1)]
    after = held(*results, uses=(used(SEMI, "P0", date(2017, 9, 1)),))
    assert [right.expires for right in after] == [date(2020, 6, 30), date(2021, 1, 15), date(2022, 9, 1)]


@pytest.mark.clause("ICCF-TR-2017 1.1.2(a)", "ICCF-TR-2017 1.0.7/5")
def test_halves_last_three_years_however_many_there_are_and_make_no_right_longer() -> None:
    halves = [past("master-class", 2, "7", date(2017, month, 1), f"M{month}", 10) for month in (1, 2, 3)]
    whole = past(PRELIMINARY, 3, "7", date(2017, 6, 1), "P")
    found = held(*halves, whole)
    assert [right.expires for right in found] == [date(2020, month, 1) for month in (1, 2, 3, 6)]


@pytest.mark.clause("ICCF-TR-2017 1.0.7/4", "ICCF-TR-2017 1.0.7/1")
def test_the_right_that_expires_first_is_used_first_and_titles_are_spared() -> None:
    results = (
        past(PRELIMINARY, 1, "9", date(2018, 1, 15), "later"),
        past(PRELIMINARY, 1, "9", date(2017, 6, 30), "earlier"),
    )
    answer = asked(Entrant("1", results=results), SEMI, on=date(2018, 2, 1), start=date(2018, 9, 1))
    assert use_names(answer.uses) == [("right", "earlier")]
    grandmaster = replace(titled("GM", 2450), results=results)
    answer = asked(grandmaster, SEMI)
    assert (answer.route.address if answer.route else None, answer.consumes, answer.yearly) == ("1.2.1(k)", (), True)


@pytest.mark.clause("ICCF-TR-2017 1.1.2(a)", "ICCF-TR-2017 1.0.7/1")
def test_two_halves_make_one_entry_and_both_are_used() -> None:
    halves = [past("master-class", 2, "7", day, f"M{day.year}", 10) for day in (date(2017, 1, 1), date(2018, 1, 1))]
    assert enters(Entrant("1", results=tuple(halves[:1])), PRELIMINARY) is None
    both = Entrant("1", results=tuple(halves))
    answer = asked(both, PRELIMINARY, **LATER)
    assert use_names(answer.uses) == [("right", "M2017"), ("right", "M2018")]
    assert enters(seated(both, PRELIMINARY, **LATER), PRELIMINARY, **LATER) is None


@pytest.mark.clause("ICCF-TR-2017 1.0.6")
def test_the_table_of_qualifiers_lists_open_rights() -> None:
    results = tuple(past(PRELIMINARY, 1, "9", date(2017, month, 1), f"P{month}") for month in (1, 2, 3))
    player = Entrant("1", results=results)
    assert [right.source for right in rights.table_of_qualifiers([player], on=ON).value] == ["P1", "P2", "P3"]
    assert [right.id for right in rights.table_of_qualifiers([player], on=ON).value] == [
        "1/P1/world", "1/P2/world", "1/P3/world",
    ]  # fmt: skip
    later = replace(player, uses=(used(SEMI, "P1"),))
    assert [right.source for right in rights.table_of_qualifiers([later], on=ON).value] == ["P2", "P3"]


# -- one right from one event -----------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.0.7/3", "ICCF-TR-2016 1.0.7/3", "ICCF-TR-2017 1.1.1(c)")
@pytest.mark.parametrize("start", [date(2017, 3, 31), date(2017, 4, 1)])
def test_what_was_used_while_an_event_ran_is_its_one_right(start: date) -> None:
    running = past(PRELIMINARY, (1, 6), "7.5", None, "P1", start=start)
    player = Entrant("1", results=(running,))
    (right,) = held(running, on=date(2018, 1, 1))
    assert (right.to, right.is_provisional, right.expires) == (PRELIMINARY, True, None)
    entered = seated(player, PRELIMINARY, on=date(2018, 1, 1), start=date(2018, 9, 20))
    finished = replace(
        running, ended=date(2019, 1, 1), points=running.points + 2, outlook=past(SEMI, 1, "9", ON).outlook
    )
    after = replace(entered, results=(finished,))
    ruling = rights.ledger(after, on=date(2019, 2, 1))
    assert [(one.to, one.state) for one in ruling.value] == [(PRELIMINARY, RightState.USED)]
    assert [ground.facts["not_also"] for ground in ruling.grounds if ground.clause.address == "1.0.7/3"][-1] == [SEMI]
    assert enters(after, SEMI, on=date(2019, 2, 1), start=date(2019, 9, 20)) is None
    assert enters(replace(after, uses=()), SEMI, on=date(2019, 2, 1), start=date(2019, 9, 20)) == "1.2.1(d)"


@pytest.mark.clause("ICCF-TR-2017 1.0.7/3", "ICCF-TR-2017 3.7", "ICCF-TR-2017 3.6/1")
def test_the_next_cup_is_a_right_of_its_own_beside_the_world_championship() -> None:
    won = past("world-cup-final", 1, "10", date(2017, 1, 1), "Cup 20", 14, cycle=20)
    player = seated(Entrant("1", results=(won,)), CANDIDATES)
    states = {right.to: right.state for right in rights.ledger(player, on=ON).value}
    assert states == {CANDIDATES: RightState.USED, "world-cup-final": RightState.OPEN}


@pytest.mark.clause("ICCF-TR-2017 1.2.1(a)", "ICCF-TR-2017 1.0.7/4")
@pytest.mark.parametrize("status", [Status.WITHDRAWN, Status.WITHDRAWN_ACCEPTED, Status.SILENT])
def test_who_has_left_a_running_final_has_no_right_by_it(status: Status) -> None:
    running = past(FINAL, (1, 17), "0", None, "Final 29", 16, running=16)
    assert [right.to for right in held(running)] == [SEMI]
    assert held(replace(running, status=status)) == ()


@pytest.mark.clause("ICCF-TR-2017 7.5", "ICCF-TR-2017 1.2.1(d)", "ICCF-TR-2017 1.1.1(c)")
def test_a_shared_qualifying_place_waits_for_the_commissioner_and_keeps_what_is_certain() -> None:
    shared = past(PRELIMINARY, (2, 3), "7", date(2017, 2, 1), "P1")
    lower, higher = held(shared)
    assert (lower.to, lower.state, lower.clause.address) == (PRELIMINARY, RightState.OPEN, "1.1.1(c)")
    assert (higher.to, higher.state, higher.office) == (SEMI, RightState.REFERRED, "Title Tournament Commissioner")
    player = Entrant("1", results=(shared,))
    assert enters(player, SEMI) is None
    assert enters(player, PRELIMINARY) == "1.1.1(c)"
    decided = replace(player, results=(past(PRELIMINARY, 2, "7", date(2017, 2, 1), "P1"),))
    assert enters(decided, SEMI) == "1.2.1(d)"


# -- numbers of a series ----------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 3.6/1", "ICCF-TR-2017 3.6/2")
@pytest.mark.parametrize(("cycle", "allowed"), [(20, False), (21, True), (22, False), (30, False)])
def test_a_cup_final_opens_the_next_cup_only(cycle: int, allowed: bool) -> None:
    won = past("world-cup-final", 1, "10", date(2017, 1, 1), "Cup 20", 14, cycle=20)
    last = replace(won, outlook=past(SEMI, 15, "1", ON).outlook, points=won.points - 9)
    winner, finalist = Entrant("1", results=(won,)), Entrant("2", results=(last,))
    assert (enters(winner, "world-cup-final", cycle=cycle) == "3.6/1") is allowed
    assert (enters(finalist, "world-cup-semi-final", cycle=cycle) == "3.6/2") is allowed
    assert enters(finalist, "world-cup-final", cycle=cycle) is None
    answer = asked(winner, "world-cup-final", cycle=cycle, fee=30)
    assert answer.fee == (0 if allowed else 30)


@pytest.mark.clause("ICCF-TR-2017 3.6/1")
@pytest.mark.parametrize(
    ("on", "allowed"), [(date(2022, 1, 1), True), (date(2022, 1, 2), False), (date(2041, 1, 1), False)]
)
def test_a_cup_without_a_number_opens_nothing_for_ever(on: date, allowed: bool) -> None:
    winner = Entrant("1", results=(past("world-cup-final", 1, "10", date(2019, 1, 1), "The Cup", 14),))
    assert asked(winner, "world-cup-final", on=on, start=on).allowed is allowed


@pytest.mark.clause("ICCF-TR-2017 3.5/1")
@pytest.mark.parametrize(("cycle", "route"), [(20, None), (21, "3.5/1"), (22, None)])
def test_the_winner_of_a_group_goes_on_in_the_same_cup(cycle: int, route: str | None) -> None:
    winner = Entrant("1", results=(past("world-cup-preliminary", 1, "8", date(2017, 1, 1), "Group 3", 10, cycle=21),))
    assert enters(winner, "world-cup-semi-final", cycle=cycle) == route


@pytest.mark.clause("ICCF-TR-2017 1.5.1(a)", "ICCF-TR-2017 1.5.1(b)")
@pytest.mark.parametrize("kind", [LADIES_FINAL, LADIES_SEMI])
@pytest.mark.parametrize(
    ("cycle", "ended", "allowed"),
    [
        (9, date(2017, 1, 1), True),
        (8, date(2017, 1, 1), True),
        (7, date(2017, 1, 1), False),
        (7, None, True),
        (10, date(2017, 1, 1), False),
    ],
)
def test_the_two_previous_or_a_running_one_open_the_ladies_semi_final(
    kind: str, cycle: int, ended: date | None, allowed: bool
) -> None:
    player = Entrant("1", sex="f", results=(past(kind, 5, "6", ended, "Ladies", 10, cycle=cycle),))
    assert asked(player, LADIES_SEMI, cycle=10).allowed is allowed


@pytest.mark.clause("ICCF-TR-2017 1.6.2(a)", "ICCF-TR-2017 1.6.2(b)")
@pytest.mark.parametrize(
    ("kind", "cycle", "route"),
    [
        (LADIES_FINAL, 9, "1.6.2(a)"),
        (LADIES_FINAL, 8, None),
        (LADIES_FINAL, 10, None),
        (LADIES_SEMI, 10, "1.6.2(b)"),
        (LADIES_SEMI, 9, None),
    ],
)
def test_the_previous_ladies_final_and_the_semi_finals_of_the_cycle_open_the_final(
    kind: str, cycle: int, route: str | None
) -> None:
    player = Entrant("1", sex="f", results=(past(kind, 1, "8", date(2017, 1, 1), "Ladies", 10, cycle=cycle),))
    assert enters(player, LADIES_FINAL, cycle=10) == route


@pytest.mark.clause("ICCF-TR-2017 1.6.2(a)", "ICCF-TR-2017 1.5.1(a)")
def test_a_ladies_final_of_2018_opens_nothing_in_2040_numbered_or_not() -> None:
    for cycle in (None, 8):
        result = past(LADIES_FINAL, 1, "8", date(2018, 1, 1), "Ladies", 10, cycle=cycle)
        player = Entrant("1", sex="f", results=(result,))
        for kind in (LADIES_FINAL, LADIES_SEMI):
            assert (
                enters(player, kind, on=date(2040, 1, 1), start=date(2040, 6, 1), cycle=20 if cycle else None) is None
            )


@pytest.mark.clause("ICCF-TR-2017 1.7.6")
def test_a_federation_plays_the_next_olympiad_final_once() -> None:
    right = Right(
        *("CZE", "olympiad-final", clause("ICCF-TR-2017 1.7.6"), "9", "Olympiad 19", date(2014, 1, 1), 19),
        earned=date(2017, 1, 1),
        turn=Turn.NEXT,
        of_federation=True,
    )
    for cycle, found in ((20, (right,)), (19, ()), (21, ())):
        assert rights.rights_to_use([right], Target("olympiad-final", START, cycle=cycle), on=ON).value == found


# -- the Final: put off once, and former champions --------------------------------------------------------------------

SECOND = past(CANDIDATES, 2, "8", date(2017, 2, 1), "C1", cycle=30)


@pytest.mark.clause("ICCF-TR-2017 1.4.3/1")
def test_a_right_to_the_final_is_put_off_once_and_then_lost() -> None:
    (right,) = held(SECOND)
    once = rights.defer(right, final=30).value
    assert (once.state, once.deferred) == (RightState.DEFERRED, (30,))
    twice = rights.defer(once, final=31)
    assert (twice.value.state, twice.grounds[0].facts["outcome"]) == (RightState.LOST, "lost")
    for over in (twice.value, replace(right, state=RightState.USED), replace(right, to=CANDIDATES)):
        with pytest.raises(Refused):
            rights.defer(over, final=32)


@pytest.mark.clause("ICCF-TR-2017 1.4.3/1", "ICCF-TR-2017 1.4.1(b)/1")
@pytest.mark.parametrize(
    ("put_off", "cycle", "allowed"),
    [
        ((), 30, True),
        ((30,), 30, False),
        ((30,), 31, True),
        ((30,), 32, False),
        ((30, 31), 32, False),
        ((None,), 31, True),
        ((None, None), 32, False),
    ],
)
def test_an_entry_to_the_final_minds_what_was_put_off(
    put_off: tuple[int | None, ...], cycle: int, allowed: bool
) -> None:
    player = Entrant("1", results=(SECOND,), deferrals=tuple(Deferral("C1", number) for number in put_off))
    assert (enters(player, FINAL, cycle=cycle) == "1.4.1(b)/1") is allowed


@pytest.mark.clause("ICCF-TR-2017 1.4.3/1")
def test_deferring_one_right_leaves_another_as_it_is() -> None:
    results = (SECOND, past(CANDIDATES, 1, "9", date(2017, 3, 1), "C2", cycle=30))
    player = Entrant("1", results=results, deferrals=(Deferral("C1", 30), Deferral("C1", 31)))
    assert use_names(asked(player, FINAL, cycle=32).uses) == [("right", "C2")]


@pytest.mark.clause("ICCF-TR-2017 1.4.3/1")
@pytest.mark.parametrize(
    ("earlier", "allowed"),
    [
        ((date(2016, 3, 1), date(2017, 1, 31)), True),
        ((date(2017, 3, 1),), True),
        ((date(2017, 3, 1), date(2018, 3, 1)), False),
    ],
)
def test_finals_that_were_let_pass_count_as_put_off(earlier: tuple[date, ...], allowed: bool) -> None:
    player = Entrant("1", results=(SECOND,))
    assert asked(player, FINAL, on=date(2019, 3, 1), start=date(2019, 6, 10), earlier=earlier).allowed is allowed


@pytest.mark.clause("ICCF-TR-2017 1.4.1(a)")
@pytest.mark.parametrize(("cycle", "route"), [(28, None), (29, None), (30, "1.4.1(a)"), (31, "1.4.1(a)")])
def test_the_first_three_of_a_final_play_in_a_later_one(cycle: int, route: str | None) -> None:
    third = Entrant("1", results=(past(FINAL, 3, "9.5", date(2017, 2, 1), "Final 29", 16, cycle=29),))
    assert enters(third, FINAL, cycle=cycle) == route


@pytest.mark.clause("ICCF-TR-2017 1.4.3/2", "ICCF-TR-2017 1.4.4/2")
def test_a_former_champion_may_ask_for_one_later_final_a_month_ahead() -> None:
    champion = Entrant("1", champion_of=(18,))
    final: dict[str, Any] = {"start": date(2017, 6, 10), "deadline": date(2017, 4, 10)}
    assert enters(champion, FINAL, on=date(2017, 3, 10), **final) == "1.4.3/2"
    assert enters(champion, FINAL, on=date(2017, 3, 11), **final) is None
    assert enters(Entrant("2"), FINAL, on=date(2017, 3, 10), **final) is None
    assert enters(champion, FINAL, on=date(2017, 3, 10), cycle=18, **final) is None
    assert enters(champion, FINAL, on=date(2017, 3, 10), cycle=19, **final) == "1.4.3/2"
    again = seated(champion, FINAL, on=date(2017, 3, 10), **final)
    assert use_names(again.uses) == [("champion", None)]
    assert enters(again, FINAL, on=date(2019, 3, 10), start=date(2019, 6, 10), deadline=date(2019, 4, 10)) is None
    free = Entrant("3", grants=(GrantedRight(FINAL, date(2017, 1, 1), "wild card", free_place=True),))
    assert enters(free, FINAL, on=date(2017, 3, 10), **final) == "1.4.4/2"


@pytest.mark.clause("ICCF-TR-2017 1.4.3/2")
def test_without_a_deadline_the_announcement_decides_on_a_former_champion() -> None:
    assert asked(Entrant("1", champion_of=(18,)), FINAL).answer is Answer.ANNOUNCEMENT
    assert asked(Entrant("1", champion_of=(18,), results=(SECOND,)), FINAL, cycle=30).answer is Answer.MAY


# -- both editions ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1", "ICCF-TR-2017 1.0.7/4", "ICCF-TR-2017 1.0.7/2")
@pytest.mark.parametrize(
    ("start", "edition"), [(date(2017, 3, 31), "ICCF-TR-2016"), (date(2017, 4, 1), "ICCF-TR-2017")]
)
def test_the_ledger_cites_the_edition_of_the_event_that_gave_the_right(start: date, edition: str) -> None:
    result = past(PRELIMINARY, 1, "9", date(2018, 2, 1), "P1", start=start)
    ruling = rights.ledger(Entrant("1", results=(result,)), on=date(2018, 3, 1))
    assert {ground.clause.edition for ground in ruling.grounds} == {edition}
    assert ruling.value[0].clause.edition == edition
