"""Events, sections and entries from state to state; what holds for every procedure."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from slowmate.events.organising.offices import TOURNAMENT_OFFICE, WHO_RUNS_IT, Acting, Actor, Case, Procedure, take_step
from slowmate.events.organising.sizes import check_size
from slowmate.events.procedures import (
    ENTRY,
    EVENT,
    PROCEDURES,
    SECTION,
    Announcement,
    MovedDay,
    SectionGame,
    deadline_has_passed,
    has_all_results,
    has_room,
    has_started,
    is_full,
    is_later,
    is_not_yet_started,
    may_announce_event,
    may_correct_day,
    section_ended,
    sizes_allowed,
)
from slowmate.records import KINDS, Result
from slowmate.rulebook import Refused, Ruling, find, in_force

START = date(2018, 9, 20)
SERVER, TTC, PLAYER = Acting(Actor.SERVER), Acting(Actor.TTC), Acting(Actor.PLAYER, "17")
YES, NO = Ruling(True, ()), Ruling(False, ())
GUARDS = {step.guard: YES for procedure in PROCEDURES.values() for step in procedure.values() if step.guard}


def walked(procedure: Procedure, case: Case, *steps: tuple[str, Acting]) -> str:
    for action, by in steps:
        case = take_step(procedure, case, action, by=by, rulings=GUARDS).value
    return case.state


DRAFT = Case("draft", START, office=Actor.TTC)
TO_THE_START = [
    ("announce", TTC), ("open entries", TTC), ("close entries", SERVER), ("propose sections", TTC), ("confirm", TTC),
    ("post", TTC), ("start", SERVER),
]  # fmt: skip


@pytest.mark.clause("ICCF-TR-2017 1.0.5/2", "ICCF-TR-2017 1.0.5/4", "ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 0.3/1")
def test_an_event_goes_from_its_plan_to_its_end() -> None:
    assert walked(EVENT, DRAFT, *TO_THE_START, ("finish", SERVER), ("settle", TTC)) == "settled"


@pytest.mark.clause("ICCF-TR-2017 1.0.5/5")
@pytest.mark.parametrize("skipped", range(len(TO_THE_START) - 1))
def test_no_step_of_an_event_can_be_left_out(skipped: int) -> None:
    steps = [step for number, step in enumerate(TO_THE_START) if number != skipped]
    with pytest.raises(Refused) as refusal:
        walked(EVENT, DRAFT, *steps)
    assert refusal.value.grounds[0].facts["outcome"] == "no-such-step"


@pytest.mark.clause("ICCF-TR-2017 1.0.5/3")
def test_in_an_emergency_the_office_that_runs_an_event_extends_a_deadline_to_a_later_day() -> None:
    closed = Case("closed", START, office=Actor.TTC)
    old = date(2018, 7, 31)
    later, earlier = is_later(old, date(2018, 8, 14), start=START), is_later(old, old, start=START)
    assert take_step(EVENT, closed, "extend", by=TTC, rulings={"later": later}).value.state == "open"
    with pytest.raises(Refused):
        take_step(EVENT, closed, "extend", by=TTC, rulings={"later": earlier}, override="please")
    for other in (Acting(Actor.NTTC), Acting(Actor.ORGANISER), Acting(Actor.DIRECTOR)):
        with pytest.raises(Refused):
            take_step(EVENT, closed, "extend", by=other, rulings={"later": later})


@pytest.mark.clause("ICCF-TR-2017 1.0.5/3")
@pytest.mark.parametrize(
    ("more", "new", "holds"),
    [
        ({}, date(2018, 9, 1), True),
        ({}, date(2018, 8, 31), False),  # before the day that was announced
        ({}, date(2072, 9, 14), False),  # not earlier than the mistake
        ({}, date(2072, 9, 13), True),
        ({"on": date(2018, 8, 31)}, date(2018, 9, 1), True),
        ({"on": date(2018, 9, 1)}, date(2018, 9, 1), False),  # that day has come
        ({"is_by_same": False}, date(2018, 9, 1), False),
        ({"changed_since": 1}, date(2018, 9, 1), False),
    ],
)
def test_a_day_moved_by_mistake_comes_back_while_nobody_is_hurt(more: dict[str, Any], new: date, holds: bool) -> None:
    given = {"is_by_same": True, "changed_since": 0, **more}
    on = given.pop("on", date(2018, 8, 1))
    moved = MovedDay(before=date(2018, 9, 1), moved_to=date(2072, 9, 14), **given)
    ruling = may_correct_day(moved, new, on=on, start=START)
    assert ruling.value is holds
    assert ruling.grounds[0].facts["reading"] == "mistake-is-no-emergency"
    here = Case("open", START, office=Actor.TTC)
    if holds:
        assert take_step(EVENT, here, "correct the day", by=TTC, rulings={"mistake": ruling}).value.state == "open"
    else:
        with pytest.raises(Refused):
            take_step(EVENT, here, "correct the day", by=TTC, rulings={"mistake": ruling}, override="please")


def test_an_event_of_an_organiser_is_run_by_them_and_by_no_commissioner() -> None:
    national = replace(DRAFT, office=Actor.ORGANISER)
    assert walked(EVENT, national, ("announce", Acting(Actor.ORGANISER))) == "announced"
    with pytest.raises(Refused):
        walked(EVENT, national, ("announce", TTC))


def test_an_organiser_runs_their_own_events_and_no_other_organiser_does() -> None:
    own = replace(DRAFT, office=Actor.ORGANISER, parties={"organiser": "CZE"})
    assert walked(EVENT, own, ("announce", Acting(Actor.ORGANISER, "CZE"))) == "announced"
    for stranger in (Acting(Actor.ORGANISER, "GER"), Acting(Actor.ORGANISER), Acting(Actor.DELEGATE, "CZE")):
        with pytest.raises(Refused):
            walked(EVENT, own, ("announce", stranger))


@pytest.mark.clause("ICCF-TR-2017 1.0.11/3")
def test_what_runs_is_not_cancelled() -> None:
    board = Acting(Actor.EXECUTIVE_BOARD)
    assert walked(EVENT, replace(DRAFT, state="posted"), ("cancel", board)) == "cancelled"
    with pytest.raises(Refused):
        walked(EVENT, replace(DRAFT, state="running"), ("cancel", board))


@pytest.mark.clause(
    "ICCF-TR-2017 1.0.5/2", "ICCF-TR-2017 1.0.5/5", "ICCF-TR-2017 0.2/2", "ICCF-TR-2017 1.0.4/2", "ICCF-TR-2017 6.3/1"
)
@pytest.mark.parametrize(
    ("kind", "change", "on", "against"),
    [
        ("master-norm", {}, date(2018, 5, 1), []),
        ("master-norm", {"deadline": None}, date(2018, 5, 1), ["1.0.5/2"]),
        ("master-norm", {"deadline": date(2018, 9, 21)}, date(2018, 5, 1), ["1.0.5/2"]),
        ("master-norm", {}, date(2018, 8, 1), ["1.0.5/2"]),
        ("master-norm", {"fee": None}, date(2018, 5, 1), ["0.2/2"]),
        ("master-norm", {"fee": 0}, date(2018, 5, 1), []),
        ("master-norm", {"deadline": START}, date(2018, 5, 1), []),
        ("open", {"deadline": START}, date(2018, 5, 1), ["1.0.5/5"]),
        ("open", {"deadline": START - timedelta(days=1)}, date(2018, 5, 1), ["1.0.5/5"]),
        ("open", {"deadline": START - timedelta(days=2)}, date(2018, 5, 1), []),
        ("world-championship-final", {}, date(2018, 5, 20), []),
        ("world-championship-final", {}, date(2018, 5, 21), ["1.0.4/2"]),
        ("invitational", {"needs_approval": True}, date(2018, 5, 1), ["6.3/1"]),
        ("invitational", {"needs_approval": True, "approved": date(2018, 5, 2)}, date(2018, 5, 1), ["6.3/1"]),
        ("invitational", {"needs_approval": True, "approved": date(2018, 5, 1)}, date(2018, 5, 1), []),
    ],
)
def test_an_event_is_announced_with_what_the_rules_ask_for(
    kind: str, change: dict[str, object], on: date, against: list[str]
) -> None:
    whole: dict[str, object] = {"deadline": date(2018, 7, 31), "fee": 20}
    announcement = Announcement(START, **(whole | change))  # type: ignore[arg-type]
    ruling = may_announce_event(KINDS[kind], announcement, on=on)
    assert [ground.clause.address for ground in ruling.grounds if not ground.facts["holds"]] == against
    assert ruling.value is (not against)


@pytest.mark.clause("ICCF-TR-2017 1.0.5/2", "ICCF-TR-2017 0.3/1")
def test_the_day_itself_is_in_time_for_an_entry_and_is_the_day_of_the_start() -> None:
    deadline = date(2018, 7, 31)
    assert not deadline_has_passed(deadline, on=deadline, start=START).value
    assert deadline_has_passed(deadline, on=date(2018, 8, 1), start=START).value
    assert not has_started(START, on=date(2018, 9, 19)).value
    assert has_started(START, on=START).value
    assert is_not_yet_started(START, on=date(2018, 9, 19)).value


# -- sections ---------------------------------------------------------------------------------------------------------

PROPOSED = Case("proposed", START, office=Actor.TTC)


@pytest.mark.clause("ICCF-TR-2017 1.0.5/4", "ICCF-TR-2017 12.6/2", "ICCF-TR-2017 15")
def test_a_section_is_changed_until_it_starts_and_opened_again_by_an_appeal_alone() -> None:
    posted = [("confirm", TTC), ("name the director", TTC), ("post", TTC)]
    again = [("change", TTC), ("post", TTC), ("start", SERVER), ("finish", SERVER), ("settle", TTC)]
    assert walked(SECTION, PROPOSED, *posted, *again) == "settled"
    settled = replace(PROPOSED, state="settled")
    assert walked(SECTION, settled, ("open again", Acting(Actor.APPEALS))) == "running"
    with pytest.raises(Refused):
        walked(SECTION, settled, ("open again", TTC))
    with pytest.raises(Refused):
        walked(SECTION, replace(PROPOSED, state="running"), ("change", TTC))


@pytest.mark.clause("ICCF-TR-2017 4.2/2", "ICCF-TR-2017 1.1.3/1")
def test_sections_of_sizes_the_rules_forbid_are_not_confirmed_and_unusual_ones_may_be() -> None:
    sizes: list[Ruling[str] | Refused] = [check_size("world-championship-preliminary", 14)]
    confirmed = take_step(SECTION, PROPOSED, "confirm", by=TTC, rulings={"sizes": sizes_allowed(sizes)})
    assert confirmed.value.state == "confirmed"
    try:
        check_size("master-norm", 14)
    except Refused as refusal:
        sizes.append(refusal)
    with pytest.raises(Refused) as refused:
        take_step(SECTION, PROPOSED, "confirm", by=TTC, rulings={"sizes": sizes_allowed(sizes)})
    assert "4.2/2" in [ground.clause.address for ground in refused.value.grounds]


@pytest.mark.clause("ICCF-TR-2017 1.0.7/4")
@pytest.mark.parametrize(
    ("changed", "ended"),
    [
        (SectionGame("3", Result.DRAW, date(2020, 3, 1)), date(2020, 3, 1)),
        (SectionGame("3", Result.CANCELLED, date(2019, 1, 1)), date(2020, 1, 5)),
        (SectionGame("3"), None),
        (SectionGame("3", Result.DRAW, date(2020, 3, 1), contested=True), None),
        (SectionGame("3", Result.DRAW), None),
    ],
)
def test_a_section_ends_with_its_last_final_result(changed: SectionGame, ended: date | None) -> None:
    games = [SectionGame("1", Result.WHITE_WINS, date(2019, 5, 1)), SectionGame("2", Result.DRAW, date(2020, 1, 5))]
    assert section_ended([*games, changed], start=START).value == ended
    assert has_all_results([*games, changed], start=START).value is (ended is not None)
    assert section_ended([], start=START).value is None


# -- entries ----------------------------------------------------------------------------------------------------------

ASKED = Case("asked", START, {"player": "17", "federation": "CZE"}, Actor.TTC)


@pytest.mark.clause("ICCF-TR-2017 0.2/2", "ICCF-TR-2017 1.0.5/4")
def test_an_entry_waits_for_its_fee_and_for_a_seat() -> None:
    steps = [("wait for what is missing", SERVER), ("accept", SERVER), ("put on the waiting list", TTC), ("seat", TTC)]
    assert walked(ENTRY, ASKED, *steps) == "seated"


@pytest.mark.parametrize(("taken", "full"), [(0, False), (19, False), (20, True), (21, True)])
def test_who_comes_after_the_last_place_waits_and_moves_up_when_one_is_free(taken: int, full: bool) -> None:
    accepted, waiting = replace(ASKED, state="accepted"), replace(ASKED, state="waiting")
    guards = {"full": is_full(20, taken), "place free": has_room(20, taken)}
    assert (guards["full"].value, guards["place free"].value) == (full, not full)
    for case, action, leads_to, allowed in (
        (accepted, "wait for a place", "waiting", full),
        (waiting, "move up", "accepted", not full),
    ):
        if allowed:
            assert take_step(ENTRY, case, action, by=SERVER, rulings=guards).value.state == leads_to
        else:
            with pytest.raises(Refused):
                take_step(ENTRY, case, action, by=SERVER, rulings=guards)
        with pytest.raises(Refused):
            take_step(ENTRY, case, action, by=TTC, rulings=guards)


@pytest.mark.clause("ICCF-TR-2017 0.2/2")
@pytest.mark.parametrize(("state", "action", "by"), [("pending", "accept", SERVER), ("waiting", "seat", TTC)])
def test_the_right_to_enter_is_checked_again_before_a_player_is_accepted_and_seated(
    state: str, action: str, by: Acting
) -> None:
    with pytest.raises(Refused):
        take_step(ENTRY, replace(ASKED, state=state), action, by=by, rulings={"may enter": NO})
    with pytest.raises(ValueError, match="may enter"):
        take_step(ENTRY, replace(ASKED, state=state), action, by=by)


@pytest.mark.clause("ICCF-TR-2017 8.1/1")
@pytest.mark.parametrize("state", ["asked", "pending", "accepted", "waiting", "seated"])
def test_only_a_player_or_their_delegate_withdraws_an_entry_until_play_begins(state: str) -> None:
    here = replace(ASKED, state=state)
    for by in (PLAYER, Acting(Actor.DELEGATE, "CZE")):
        assert walked(ENTRY, here, ("withdraw", by)) == "withdrawn"
    for stranger in (Acting(Actor.PLAYER, "18"), Acting(Actor.DELEGATE, "GER"), TTC):
        with pytest.raises(Refused):
            walked(ENTRY, here, ("withdraw", stranger))
    if state == "seated":
        with pytest.raises(Refused):
            take_step(ENTRY, here, "withdraw", by=PLAYER, rulings={"not started": NO})


# -- what holds for every procedure -----------------------------------------------------------------------------------


def every_step() -> Iterator[tuple[str, str, str]]:
    for name, procedure in PROCEDURES.items():
        yield from ((name, state, action) for state, action in procedure)


@pytest.mark.parametrize(("name", "state", "action"), list(every_step()))
def test_every_step_is_taken_only_by_its_actor_for_its_party_with_its_guard(name: str, state: str, action: str) -> None:
    procedure = PROCEDURES[name]
    step = procedure[state, action]
    parties = {party: f"id of the {party}" for party in step.parties}
    is_office = step.actors in (TOURNAMENT_OFFICE, WHO_RUNS_IT)
    case = Case(state, START, parties, step.actors[0] if is_office else None)
    by = Acting(step.actors[0], next(iter(parties.values()), None))
    taken = take_step(procedure, case, action, by=by, rulings=GUARDS)
    assert taken.value == replace(case, state=step.to)
    entitled = step.actors[:1] if is_office else step.actors
    for actor in set(Actor) - set(entitled):
        with pytest.raises(Refused):
            take_step(procedure, case, action, by=Acting(actor, by.of), rulings=GUARDS)
    if parties:
        with pytest.raises(Refused):
            take_step(procedure, case, action, by=Acting(by.actor, "somebody else"), rulings=GUARDS)
    if step.guard:
        with pytest.raises(Refused):
            take_step(procedure, case, action, by=by, rulings={step.guard: NO})
        with pytest.raises(ValueError, match=step.guard):
            take_step(procedure, case, action, by=by)


@pytest.mark.parametrize("start", [date(2016, 5, 1), START])
def test_every_step_cites_a_clause_of_the_edition_in_force(start: date) -> None:
    for procedure in PROCEDURES.values():
        for step in procedure.values():
            cited = in_force(step.clause, on=start)
            assert find(cited) is not None, cited
            assert cited.edition == ("ICCF-TR-2016" if start.year == 2016 else "ICCF-TR-2017")


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_state_can_be_reached_and_no_procedure_runs_for_ever(name: str) -> None:
    procedure = PROCEDURES[name]
    targets = {step.to for step in procedure.values()}
    sources = {state for state, _ in procedure}
    assert targets - sources or name == "section", "there is an end"
    first = sources - targets
    assert len(first) <= 3
    reached, waiting = set(first or {next(iter(procedure))[0]}), list(first or {next(iter(procedure))[0]})
    while waiting:
        here = waiting.pop()
        for (state, _), step in procedure.items():
            if state == here and step.to not in reached:
                reached.add(step.to)
                waiting.append(step.to)
    assert sources | targets <= reached


@pytest.mark.clause("ICCF-TR-2017 4.2/2")
def test_a_norm_tournament_is_played_out_when_its_queue_is_closed() -> None:
    closed = Case("closed", START, office=Actor.TTC)
    assert walked(EVENT, closed, ("play out", SERVER), ("finish", SERVER), ("settle", TTC)) == "settled"
    with pytest.raises(Refused):
        take_step(EVENT, closed, "play out", by=SERVER, rulings={"queue": NO})
    with pytest.raises(Refused):
        take_step(EVENT, closed, "play out", by=TTC, rulings={"queue": YES})


@pytest.mark.clause("ICCF-TR-2017 15")
@pytest.mark.parametrize("state", ["finished", "settled"])
def test_an_event_that_was_over_is_open_again_when_an_appeal_opens_a_section(state: str) -> None:
    case = Case(state, START, office=Actor.TTC)
    assert walked(EVENT, case, ("open again", Acting(Actor.APPEALS)), ("finish", SERVER)) == "finished"
    with pytest.raises(Refused):
        take_step(EVENT, case, "open again", by=TTC, rulings=GUARDS)
