"""Nominations and what the Executive Board gives: for a kind and a year, and used up by the seat."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.events.entry import nominations
from slowmate.events.entry.entrants import Entrant, GrantedRight, Nomination
from slowmate.events.entry.right import Use, UseOf
from slowmate.events.organising.offices import Actor, record_decision
from slowmate.rulebook import Refused
from tests.support.entrants import (
    CANDIDATES,
    FINAL,
    LADIES_FINAL,
    LADIES_SEMI,
    ON,
    PRELIMINARY,
    SEMI,
    asked,
    enters,
    seated,
    titled,
    use_names,
)


@pytest.mark.clause("ICCF-TR-2017 1.1.1(h)", "ICCF-TR-2017 1.2.1(h)", "ICCF-TR-2017 1.0.10/3")
@pytest.mark.parametrize(
    ("rating", "preliminary", "semi"), [(2399, "1.1.1(h)", None), (2400, None, "1.2.1(h)"), (None, "1.1.1(h)", None)]
)
def test_a_nominee_goes_by_the_rating_of_the_day(rating: int | None, preliminary: str | None, semi: str | None) -> None:
    player = Entrant("1", nominations=(Nomination("GER", date(2017, 4, 2), rating),))
    assert enters(player, PRELIMINARY) == preliminary
    assert enters(player, SEMI) == semi
    assert nominations.stage_for(rating, on=ON).value == (SEMI if semi else PRELIMINARY)


@pytest.mark.clause("ICCF-TR-2017 1.0.10/1", "ICCF-TR-2017 1.0.10/2", "ICCF-TR-2016 1.0.10/2")
@pytest.mark.parametrize(
    ("members", "quota"),
    [(0, 2), (199, 2), (200, 3), (499, 3), (500, 4), (1000, 5), (2000, 6), (4999, 6), (5000, 7)],
)
def test_the_quota_of_nominations_goes_by_declared_members(members: int, quota: int) -> None:
    assert nominations.quota(members, on=ON).value == quota
    assert nominations.may_nominate(members, quota - 1, on=ON).value
    with pytest.raises(Refused):
        nominations.may_nominate(members, quota, on=ON)


@pytest.mark.clause(
    "ICCF-TR-2017 1.0.11/1", "ICCF-TR-2017 1.0.11/2", "ICCF-TR-2017 1.0.11/3", "ICCF-TR-2017 1.5.1(c)/3"
)
def test_the_board_may_open_ways_of_its_own_with_conditions() -> None:
    assert nominations.may_announce_special("1 place to the Semi-Final").value
    with pytest.raises(Refused):
        nominations.may_announce_special(" ")
    granted = Entrant("1", grants=(GrantedRight(CANDIDATES, date(2017, 5, 2), "EB special"),))
    assert enters(granted, CANDIDATES) == "1.0.11/3"
    assert enters(granted, SEMI) is None
    for power in (nominations.EB_TOURNAMENT, nominations.EB_APPLICATION):
        assert record_decision(power, actor=Actor.EXECUTIVE_BOARD, by="EB", on=ON, reason="granted").value.by == "EB"
        with pytest.raises(Refused):
            record_decision(power, actor=Actor.DIRECTOR, by="TD", on=ON, reason="granted")
    assert nominations.within_ladies_quota(2, 3).value
    with pytest.raises(Refused):
        nominations.within_ladies_quota(3, 3)


@pytest.mark.clause("ICCF-TR-2016 1.0.10/2", "ICCF-TR-2017 1.0.10/2")
@pytest.mark.parametrize(("on", "edition"), [(date(2017, 3, 31), "ICCF-TR-2016"), (date(2017, 4, 1), "ICCF-TR-2017")])
def test_a_nomination_is_judged_by_the_edition_of_its_day(on: date, edition: str) -> None:
    found = (*nominations.may_nominate(200, 2, on=on).grounds, *nominations.stage_for(2400, on=on).grounds)
    assert {ground.clause.edition for ground in found} == {edition}
    assert nominations.quota(200, on=on).value == 3


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1", "ICCF-TR-2017 1.1.1(h)")
def test_a_nomination_is_used_up_by_its_seat_and_leaves_the_title_route_free() -> None:
    named = titled("GM", 2390, nominations=(Nomination("GER", date(2017, 4, 2), 2390, id="n1"),))
    once = replace(named, uses=(Use(UseOf.NOMINATION, PRELIMINARY, date(2017, 6, 1), "ICCF-TR-2017 1.1.1(h)", "n1"),))
    assert enters(once, PRELIMINARY) == "1.1.1(k)"
    untitled = replace(once, titles={})
    refused = asked(untitled, PRELIMINARY)
    assert not refused.allowed
    assert "1.0.7/1" in [one.ground.clause.address for one in refused.tried if not one.holds]


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1", "ICCF-TR-2017 1.2.1(h)")
def test_what_a_nominee_uses_up_comes_with_the_answer_and_two_nominations_give_two_seats() -> None:
    first, second = Nomination("GER", date(2017, 1, 5), 2450), Nomination("GER", date(2017, 4, 2), 2460)
    player = Entrant("1", nominations=(second, first))
    assert use_names(asked(player, SEMI).uses) == [("nomination", "GER 2017-01-05")]
    again = seated(player, SEMI)
    assert use_names(asked(again, SEMI).uses) == [("nomination", "GER 2017-04-02")]
    assert enters(seated(again, SEMI), SEMI) is None


@pytest.mark.clause("ICCF-TR-2017 1.0.10/1", "ICCF-TR-2017 1.1.1(h)")
@pytest.mark.parametrize(("start", "route"), [(date(2017, 12, 31), "1.1.1(h)"), (date(2018, 1, 1), None)])
def test_a_nomination_is_for_its_calendar_year(start: date, route: str | None) -> None:
    player = Entrant("1", nominations=(Nomination("GER", date(2017, 4, 2), 2300),))
    assert enters(player, PRELIMINARY, start=start) == route
    for_next = Entrant("1", nominations=(Nomination("GER", date(2017, 4, 2), 2300, year=2018),))
    assert (enters(for_next, PRELIMINARY, start=start) is None) is (route is not None)


@pytest.mark.clause("ICCF-TR-2017 1.5.1(c)/3")
def test_a_nomination_for_another_event_opens_no_ladies_semi_final() -> None:
    lady = Entrant("1", sex="f", nominations=(Nomination("GER", date(2017, 4, 2), None, kind=LADIES_SEMI),))
    assert enters(lady, LADIES_SEMI) == "1.5.1(c)/3"
    assert enters(seated(lady, LADIES_SEMI), LADIES_SEMI) is None
    assert enters(lady, PRELIMINARY) is None
    assert enters(lady, LADIES_SEMI, on=date(2018, 2, 1), start=date(2018, 9, 1)) is None
    other = replace(lady, nominations=(Nomination("GER", date(2017, 4, 2), None, kind=PRELIMINARY),))
    assert enters(other, LADIES_SEMI) is None


@pytest.mark.clause("ICCF-TR-2017 2.5(c)", "ICCF-TR-2017 2.6(c)")
@pytest.mark.parametrize("kind", ["higher-class", "master-class"])
def test_a_statement_opens_one_class_once(kind: str) -> None:
    stated = Entrant("1", nominations=(Nomination("GER", ON, None, statement=True, kind=kind),))
    assert enters(stated, kind) is not None
    assert enters(seated(stated, kind), kind) is None
    assert enters(stated, kind, on=date(2018, 5, 1), start=date(2018, 9, 1)) is None
    other = "master-class" if kind == "higher-class" else "higher-class"
    assert enters(stated, other) is None


@pytest.mark.clause("ICCF-TR-2017 1.0.7/1", "ICCF-TR-2017 1.0.11/3")
def test_what_the_board_gave_is_used_up_by_its_seat() -> None:
    granted = Entrant("1", grants=(GrantedRight(CANDIDATES, date(2017, 5, 2), "EB 7"),))
    assert use_names(asked(granted, CANDIDATES).uses) == [("grant", "EB 7")]
    assert enters(seated(granted, CANDIDATES), CANDIDATES) is None
    twice = replace(granted, grants=(*granted.grants, GrantedRight(CANDIDATES, date(2017, 5, 3), "EB 8")))
    assert use_names(asked(seated(twice, CANDIDATES), CANDIDATES).uses) == [("grant", "EB 8")]


@pytest.mark.clause("ICCF-TR-2017 1.4.4/2", "ICCF-TR-2017 1.6.3/2")
@pytest.mark.parametrize(("kind", "cited"), [(FINAL, "1.4.4/2"), (LADIES_FINAL, "1.6.3/2")])
def test_a_free_place_is_in_the_final_it_was_given_for(kind: str, cited: str) -> None:
    free = Entrant("1", grants=(GrantedRight(kind, date(2017, 1, 1), "EB 9", free_place=True, cycle=30),))
    assert enters(free, kind, cycle=30) == cited
    assert enters(free, kind, cycle=31) is None


@pytest.mark.clause("ICCF-TR-2016 1.0.10/2")
@pytest.mark.parametrize(("members", "rests"), [(199, False), (200, True), (201, False), (5000, True)])
def test_in_2016_a_quota_at_a_limit_names_the_reading_of_more_than(members: int, rests: bool) -> None:
    for on, is_2016 in ((date(2017, 3, 31), True), (date(2017, 4, 1), False)):
        facts = nominations.quota(members, on=on).grounds[1].facts
        assert facts.get("reading") == ("at-least" if rests and is_2016 else None)


@pytest.mark.clause("ICCF-TR-2017 1.1.1(h)", "ICCF-TR-2017 1.2.1(h)", "ICCF-TR-2017 1.5.1(c)/3", "ICCF-TR-2017 2.5(c)",
                    "ICCF-TR-2017 2.6(c)")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "rating", "clause"),
    [
        (PRELIMINARY, 2300, "1.1.1(h)"),
        (SEMI, 2400, "1.2.1(h)"),
        ("ladies-world-championship-semi-final", 2000, "1.5.1(c)/3"),
        ("higher-class", None, "2.5(c)"),
        ("master-class", None, "2.6(c)"),
    ],
)
def test_a_nomination_counts_from_the_players_own_federation_alone(kind: str, rating: int | None, clause: str) -> None:
    own = Nomination("CZE", date(2017, 5, 1), rating, statement=True, kind=kind, id="n")
    player = Entrant("1", "CZE", sex="f", nominations=(own,))
    assert enters(player, kind) == clause
    for federation in ("GER", ""):
        assert enters(replace(player, federation=federation), kind) is None
    decision = asked(replace(player, federation="GER"), kind)
    (told,) = [tried.ground for tried in decision.tried if tried.ground.clause.address == clause]
    assert (told.facts["federation"], told.facts["of_others"]) == ("GER", ["CZE"])
    of_both = replace(player, nominations=(replace(own, federation="GER", id="g"), own))
    assert [use.reference for use in asked(of_both, kind).uses] == ["n"]
