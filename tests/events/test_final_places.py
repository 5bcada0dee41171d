"""Final places, and the titles that they bring."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.events.running.final_places import final_places, finalists, titles_of_event, titles_won, with_places
from slowmate.records import KINDS
from slowmate.titles.career import PlayedEvent, PlayerRecord, career
from slowmate.titles.norms import norms
from tests.support.crosstables import crosstable, team_event

FINISHED = {"A": "-11", "B": "0-1", "C": "00-"}
DRAWN = {"A": "-==", "B": "=-=", "C": "==-"}


def test_places_are_final_when_no_game_runs() -> None:
    assert final_places(crosstable(FINISHED)) == {"A": 1, "B": 2, "C": 3}
    assert final_places(crosstable({"A": "-11", "B": "0-.", "C": "0.-"})) == {}


def test_teams_and_fide_events_have_none() -> None:
    assert final_places(team_event({("A", "B"): "11"})) == {}
    assert final_places(replace(crosstable(FINISHED), kind=KINDS["fide-round-robin"])) == {}


ON_HALF = {"A": "-10=", "B": "0-1=", "C": "10-=", "D": "===-"}
"""Everybody has half of the points; three have won a game."""


@pytest.mark.clause("ICCF-TR-2017 10.2(a)", "ICCF-TR-2017 1.4.5/2", "ICCF-TR-2016 10.4(a)", "ICCF-TR-2016 10.2")
@pytest.mark.parametrize("start", [date(2017, 3, 31), date(2018, 3, 1)])
def test_a_final_in_which_all_have_half_of_the_points_has_its_champion_and_its_first_three(start: date) -> None:
    event = replace(crosstable(ON_HALF, kind="world-championship-final", start=start), cycle=31)
    places = final_places(event)
    assert places["D"] == 4
    won = {(one.player, one.title) for one in titles_of_event(event, norms(event))}
    assert {title for player, title in won if player == "D"} == set()
    for player in "ABC":
        assert (player, "GM") in won
        assert ((player, "WCCC") in won) is (places[player] == 1)


@pytest.mark.clause("ICCF-TR-2017 10.4(c)")
def test_first_place_of_a_cup_final_is_a_title_with_half_of_the_points_too() -> None:
    assert final_places(crosstable(DRAWN, kind="world-cup-final")) == {"A": 1, "B": 1, "C": 1}
    event = crosstable(ON_HALF, kind="world-cup-final")
    won = {one.player for one in titles_of_event(event, norms(event)) if one.title == "IM"}
    assert won == {player for player, place in final_places(event).items() if place == 1}


def test_an_event_brings_its_champion_and_the_titles_of_its_places() -> None:
    event = replace(crosstable(FINISHED, kind="world-championship-final"), cycle=30)
    found = [(one.player, one.title, one.number) for one in titles_of_event(event, norms(event))]
    assert found == [("A", "WCCC", 30), ("A", "GM", None), ("B", "GM", None), ("C", "GM", None)]
    running = replace(event, games=event.games[1:])
    assert titles_of_event(running, norms(running)) == ()


def test_a_record_gets_the_places_of_its_finished_events() -> None:
    events = [crosstable(FINISHED), replace(crosstable(FINISHED), games=())]
    record = with_places(PlayerRecord("A", "Player A", tuple(PlayedEvent(event, "A") for event in events)))
    assert [played.places for played in record.events] == [{"A": 1, "B": 2, "C": 3}, {}]


CANDIDATES = "world-championship-candidates"
ENDED = date(2020, 1, 1)
IN_ORDER = {"A": "-1111", "B": "0-111", "C": "00-11", "D": "000-1", "E": "0000-"}
LEVEL_SECOND = {"A": "-1111", "B": "0-===", "C": "0=-==", "D": "0==-=", "E": "0===-"}


@pytest.mark.clause("ICCF-TR-2017 10.4(a)/final", "ICCF-TR-2017 1.4.1(b)/1", "ICCF-TR-2016 10.6(a)/final")
@pytest.mark.parametrize("start", [date(2017, 3, 31), date(2018, 1, 1)])
def test_who_qualifies_for_the_final_by_a_candidates_section_is_international_master(start: date) -> None:
    event = replace(crosstable(IN_ORDER, kind=CANDIDATES, start=start), end=ENDED)
    assert finalists(event, ended=ENDED) == ("A", "B")
    assert [(one.player, one.title) for one in titles_of_event(event, norms(event))] == [("A", "IM"), ("B", "IM")]
    assert titles_won(event, ended=ENDED) == titles_of_event(event, norms(event))
    three = replace(event, final_places=3)
    assert finalists(three, ended=ENDED) == ("A", "B", "C")
    running = replace(event, games=(replace(event.games[0], result=None), *event.games[1:]))
    assert finalists(running, ended=ENDED) == ()
    other = replace(event, kind=KINDS["world-championship-semi-final"])
    assert finalists(other, ended=ENDED) == ()
    assert titles_of_event(other, norms(other)) == ()


@pytest.mark.clause("ICCF-TR-2017 10.4(a)/final")
def test_nobody_qualifies_while_an_office_decides_between_equals() -> None:
    event = replace(crosstable(LEVEL_SECOND, kind=CANDIDATES), end=ENDED)
    assert finalists(event, ended=ENDED) == ("A",)
    assert finalists(event, ended=ENDED, ranked={"D": 2, "B": 3, "C": 4, "E": 5}) == ("A", "D")


@pytest.mark.clause("ICCF-TR-2017 0.4/1")
def test_nobody_qualifies_by_a_section_without_a_positive_score() -> None:
    event = replace(crosstable({"A": "-===", "B": "=-==", "C": "==-=", "D": "===-"}, kind=CANDIDATES), end=ENDED)
    assert finalists(event, ended=ENDED) == ()


@pytest.mark.clause("ICCF-TR-2017 10.4(a)/final", "ICCF-TR-2017 1.4.1(a)")
def test_the_first_three_of_a_final_qualify_for_the_next_and_are_grandmasters_by_it() -> None:
    event = replace(crosstable(IN_ORDER, kind="world-championship-final"), end=ENDED)
    assert finalists(event, ended=ENDED) == ("A", "B", "C")
    won = [(one.player, one.title) for one in titles_of_event(event, norms(event)) if one.title != "WCCC"]
    assert won == [("A", "GM"), ("B", "GM"), ("C", "GM")]


@pytest.mark.clause("ICCF-TR-2017 10.4(a)/final")
@pytest.mark.parametrize(("player", "has_title"), [("A", True), ("B", True), ("C", False)])
def test_a_record_reads_from_the_event_who_qualified(player: str, has_title: bool) -> None:
    event = replace(crosstable(IN_ORDER, kind=CANDIDATES), end=ENDED)
    record = with_places(PlayerRecord(player, player, (PlayedEvent(event, player),)))
    awards = [(award.title, award.earned) for award in career(record, on=date(2021, 1, 1)).awards]
    assert awards == ([("IM", ENDED)] if has_title else [])
    assert career(record, on=date(2019, 12, 31)).awards == ()
    free = with_places(PlayerRecord(player, player, (PlayedEvent(event, player, qualified=True),)))
    assert [award.title for award in career(free, on=date(2021, 1, 1)).awards] == ["IM"]
