"""A Master Norm section of thirteen, from the announcement to its norms, row by row."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache

import pytest

from slowmate.events.entry.decision import entry_counts, may_enter
from slowmate.events.entry.entrants import Entrant, ListEntry
from slowmate.events.entry.target import Target
from slowmate.events.kinds import FILLED_FROM_A_QUEUE, profile
from slowmate.events.organising.draw import Field, draw_section
from slowmate.events.organising.invitational import may_direct
from slowmate.events.organising.offices import Actor, Case
from slowmate.events.organising.planning import cut, norms_possible, propose_sizes
from slowmate.events.organising.sizes import check_size
from slowmate.events.organising.start_list import Posting, StartList, start_list
from slowmate.events.procedures import (
    ENTRY,
    EVENT,
    SECTION,
    Announcement,
    deadline_has_passed,
    has_all_results,
    is_not_yet_started,
    is_published,
    may_announce_event,
    may_begin,
    section_ended,
    sizes_allowed,
)
from slowmate.events.running.consequences import consequences
from slowmate.events.running.outlook import section_outlook
from slowmate.events.running.section8.application import cost_before_start
from slowmate.events.running.standings import standings
from slowmate.records import KINDS, Director, Event, Player
from slowmate.rulebook import Refused, Ruling
from slowmate.titles.norms import norms
from slowmate.titles.reports import NormOutlook
from tests.events.lifecycle.walking import (
    DIRECTOR,
    NTTC,
    SERVER,
    TTC,
    Walk,
    addresses,
    all_pairs,
    delegate,
    failing,
    finals,
    ordered,
    organiser,
    player,
)

MASTER_NORM = KINDS["master-norm"]
OPENED, ENTERED, CUT, POSTED, START, ENDED = (
    date(2018, 1, 10), date(2018, 2, 1), date(2018, 4, 3), date(2018, 4, 20), date(2018, 5, 10), date(2020, 3, 3),
)  # fmt: skip
CLOSES = date(2018, 12, 31)
"""Entries stay open: the day on which they close is that of the event, sections start on days of their own."""
FEDERATIONS = ("CZE", "GER", "POL", "SUI")
TARGET = Target("master-norm", CLOSES, CLOSES, fee=20)


def entrant(one: str, rating: int = 2350, **facts: object) -> Entrant:
    return Entrant(one, ratings=(ListEntry(date(2018, 1, 1), rating, 100),), **facts)  # type: ignore[arg-type]


def listed(one: int, rating: int = 2350) -> Player:
    return Player(str(one), f"Player {one}", FEDERATIONS[one % 4], rating=rating + one, games=100)


QUEUE = [listed(number) for number in range(1, 16)]


@cache
def section() -> Event:
    """The first thirteen of the queue, drawn."""
    taken = cut(QUEUE, MASTER_NORM, start=START).value
    assert taken is not None
    field = Field(taken.players, (13,), START)
    drawn = draw_section([one.id for one in taken.players], 1, field, seed="norm").value
    by_id = {one.id: one for one in taken.players}
    numbered = tuple(by_id[one] for one in drawn.numbers)
    return Event("MN/2018/01", MASTER_NORM, START, numbered, drawn.games, director=Director("The Director"), id="1")


@cache
def posted() -> StartList:
    return start_list(section(), Posting(POSTED, "10 moves in 50 days")).value


def confirmed() -> Walk:
    walk = Walk(SECTION, Case("proposed", START, office=Actor.TTC))
    walk.step("confirm", TTC, {"sizes": sizes_allowed([check_size("master-norm", 13, start=START)])})
    return walk


def running() -> Walk:
    return Walk(SECTION, Case("running", START, office=Actor.TTC))


@pytest.mark.clause("ICCF-TR-2017 4.2/2", "ICCF-TR-2017 1.0.5/2")
def test_1_the_commissioner_announces_norm_tournaments_that_stay_open() -> None:
    assert profile(MASTER_NORM, start=START).value.office is Actor.TTC
    assert "master-norm" in FILLED_FROM_A_QUEUE
    event = Walk(EVENT, Case("draft", CLOSES, office=Actor.TTC))
    nothing_said = may_announce_event(MASTER_NORM, Announcement(CLOSES), on=OPENED)
    assert event.refused("announce", TTC, {"announcement": nothing_said}) == ["1.0.5/2", "0.2/2", "1.0.5/2"]
    said = may_announce_event(MASTER_NORM, Announcement(CLOSES, CLOSES, fee=20), on=OPENED)
    event.step("announce", TTC, {"announcement": said}, not_by=[NTTC, DIRECTOR, player("1"), organiser("CZE")])
    assert event.step("open entries", TTC) == "open"
    assert event.refused(
        "close entries", SERVER, {"deadline": deadline_has_passed(CLOSES, on=START, start=CLOSES)}
    ) == ["1.0.5/2", "1.0.5/2"]


@pytest.mark.clause("ICCF-TR-2017 4.3(1)", "ICCF-TR-2017 4.6", "ICCF-TR-2017 0.2/2")
def test_2_to_4_a_player_asks_pays_and_waits_for_twelve_others() -> None:
    entry = Walk(ENTRY, Case("asked", CLOSES, {"player": "1", "federation": "CZE"}, Actor.TTC))
    weak = may_enter(entrant("99", 2200), TARGET, on=ENTERED)
    assert not weak.value.allowed
    assert "4.6" in addresses(weak)
    assert entry.refused("accept", SERVER, {"may enter": entry_counts(weak)})[-1] == "0.2/2"
    asked = may_enter(entrant("1"), TARGET, on=ENTERED)
    assert (asked.value.allowed, asked.value.pending, asked.value.fee) == (True, ("payment",), 20)
    assert not entry_counts(asked).value
    assert entry.step("wait for what is missing", SERVER) == "pending"
    paid = may_enter(entrant("1"), TARGET, on=ENTERED, paid=20)
    assert entry.step("accept", SERVER, {"may enter": entry_counts(paid)}, not_by=[TTC, player("1")]) == "accepted"
    too_few = cut(QUEUE[:12], MASTER_NORM, start=START)
    assert (too_few.value, too_few.grounds[0].facts["waiting"]) == (None, 12)


@pytest.mark.clause("ICCF-TR-2017 4.2/2", "ICCF-TR-2017 4.7/1")
def test_5_with_thirteen_a_section_is_cut_and_every_entry_is_judged_once_more() -> None:
    assert [one.sizes for one in propose_sizes(MASTER_NORM, 15, start=START)] == [(13,)]
    with pytest.raises(Refused):
        check_size("master-norm", 14, start=START)
    taken = cut(QUEUE, MASTER_NORM, start=START).value
    assert taken is not None
    assert ([one.id for one in taken.players], taken.waiting) == ([str(n) for n in range(1, 14)], ("14", "15"))
    assert "IM" in taken.outlook.titles
    one_country = [replace(one, federation="CZE") for one in QUEUE[:13]]
    assert not norms_possible(one_country, MASTER_NORM, start=START).value.complies
    # who has started in another norm section of the quarter meanwhile may not be seated in this one
    target = replace(TARGET, start=START)
    seated = Walk(ENTRY, Case("accepted", START, {"player": "1", "federation": "CZE"}, Actor.TTC))
    busy = may_enter(entrant("1", norm_starts=((date(2018, 4, 5), False),)), target, on=ENTERED, paid=20, cut=CUT)
    assert "4.7/1" in seated.refused("seat", TTC, {"may enter": entry_counts(busy)})
    free = may_enter(entrant("1", norm_starts=((date(2018, 3, 5), False),)), target, on=ENTERED, paid=20, cut=CUT)
    assert seated.step("seat", TTC, {"may enter": entry_counts(free)}, not_by=[NTTC, SERVER]) == "seated"


@pytest.mark.clause("ICCF-TR-2017 0.3/2", "ICCF-TR-2017 12.6/2", "ICCF-TR-2017 App2.1(g)/no play")
def test_6_and_7_numbers_and_colours_are_drawn_and_a_director_is_named() -> None:
    assert {(seat.whites, seat.blacks) for seat in posted().seats} == {(6, 6)}
    walk, ids = confirmed(), [one.id for one in section().players]

    def named(one: str, *, licensed: bool = True) -> dict[str, Ruling[bool]]:
        ruling = may_direct(one, ids, is_licensed=licensed, is_arbiter=False, category="3", start=START)
        return {"director": ruling}

    assert failing(named("99", licensed=False)["director"]) == ["12.6/2"]
    assert walk.refused("name the director", TTC, named("7"))[-1] == "12.6/2"
    assert walk.step("name the director", TTC, named("99"), not_by=[DIRECTOR, NTTC]) == "confirmed"


@pytest.mark.clause("ICCF-TR-2017 4.2/1", "ICCF-TR-2017 1.0.5/5")
def test_8_the_start_list_is_posted_with_everybodys_norms() -> None:
    walk = confirmed()
    late = is_published([posted()], on=START)
    assert "0.3/1" in walk.refused("post", TTC, {"published": late})
    assert walk.step("post", TTC, {"published": is_published([posted()], on=POSTED)}, not_by=[SERVER]) == "posted"
    assert posted().promotion == ()
    assert all(seat.norms["IM"] is not None for seat in posted().seats)


@pytest.mark.clause("ICCF-TR-2017 8.1(a)", "ICCF-TR-2017 8.1(b)", "ICCF-TR-2017 8.1/1")
def test_9_a_player_who_withdraws_before_the_start_is_replaced_from_the_queue_and_the_list_posted_again() -> None:
    on = date(2018, 5, 1)
    before = {"not started": is_not_yet_started(START, on=on)}
    entry = Walk(ENTRY, Case("seated", START, {"player": "13", "federation": "GER"}, Actor.TTC))
    strangers = [player("12"), delegate("CZE"), TTC]
    assert entry.step("withdraw", player("13"), before, not_by=strangers) == "withdrawn"
    assert cost_before_start(on=on, start_list=POSTED, start=START).value["fee_lost"]
    assert not cost_before_start(on=CUT, start_list=POSTED, start=START).value["fee_lost"]
    walk = Walk(SECTION, Case("posted", START, office=Actor.TTC))
    assert walk.step("change", TTC, before, not_by=[DIRECTOR]) == "confirmed"
    again = cut([one for one in QUEUE if one.id != "13"], MASTER_NORM, start=START).value
    assert again is not None
    assert [one.id for one in again.players][-1] == "14"
    assert walk.step("post", TTC, {"published": is_published([posted()], on=on)}) == "posted"


@pytest.mark.clause("ICCF-TR-2017 0.3/1", "ICCF-TR-2017 App2.3(a)/statement")
def test_10_and_11_all_games_start_on_the_day_and_norms_are_in_sight() -> None:
    walk = Walk(SECTION, Case("posted", START, office=Actor.TTC))
    assert "0.3/1" in walk.refused("start", SERVER, {"start": may_begin(START, [posted()], on=POSTED)})
    begin = {"start": may_begin(START, [posted()], on=START)}
    assert walk.step("start", SERVER, begin, not_by=[TTC, DIRECTOR]) == "running"
    assert walk.refused("change", TTC, {"not started": is_not_yet_started(START, on=START)})
    open_ = section_outlook(section(), runs=500)
    norms_open = [norm for one in open_.players for norm in one.norms if norm.title == "IM"]
    assert {norm.state for norm in norms_open} == {NormOutlook.REACHABLE}
    assert {(norm.points, norm.running) for norm in norms_open} == {(Fraction(0), 12)}


@pytest.mark.clause("ICCF-TR-2017 1.0.7/4", "ICCF-TR-2017 7.2(a)")
def test_12_the_section_ends_with_its_last_final_result() -> None:
    walk = running()
    games = ordered(section(), [str(n) for n in range(1, 14)]).games
    one_open = (replace(games[0], result=None), *games[1:])
    for unfinished in (finals(one_open, ENDED), finals(games, ENDED, contested=[5])):
        guard = has_all_results(unfinished, start=START)
        assert walk.refused("finish", SERVER, {"all results": guard}) == ["1.0.7/4", "1.0.7/4"]
    whole = finals(games, ENDED)
    assert section_ended(whole, start=START).value == ENDED
    assert walk.step("finish", SERVER, {"all results": has_all_results(whole, start=START)}) == "finished"


@pytest.mark.clause("ICCF-TR-2017 App2.2.5", "ICCF-TR-2017 15")
def test_13_norms_follow_and_no_rights_and_the_section_is_settled() -> None:
    order = [str(n) for n in range(1, 14)]
    event = ordered(section(), order, drawn=all_pairs(order[8:]))
    assert [line.id for line in standings(event).value][:2] == ["1", "2"]
    made = {line.id: line.norms["IM"].achieved for line in norms(event).players}
    assert (made["1"], made["13"]) == (True, False)
    assert consequences(event, ended=ENDED).value == ()
    walk = Walk(SECTION, Case("finished", START, office=Actor.TTC))
    assert walk.step("settle", TTC, not_by=[SERVER, DIRECTOR, NTTC]) == "settled"
    assert walk.refused("open again", TTC) == ["15"]


@pytest.mark.clause("ICCF-TR-2017 4.2/2")
def test_14_after_the_last_entries_the_sections_that_were_cut_are_played_out() -> None:
    event = Walk(EVENT, Case("open", CLOSES, office=Actor.TTC))
    event.step("close entries", SERVER, {"deadline": deadline_has_passed(CLOSES, on=date(2019, 1, 1), start=CLOSES)})
    still_enough = cut(QUEUE, MASTER_NORM, start=CLOSES)
    left = cut(QUEUE[13:], MASTER_NORM, start=CLOSES)
    assert event.refused("play out", SERVER, {"queue": Ruling(still_enough.value is None, still_enough.grounds)})
    assert event.step("play out", SERVER, {"queue": Ruling(left.value is None, left.grounds)}) == "running"
