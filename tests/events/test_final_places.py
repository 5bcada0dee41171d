"""Final places, and the titles that they bring."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.events.running.final_places import final_places, titles_of_event, with_places
from slowmate.records import KINDS
from slowmate.testing.events import crosstable, team_event
from slowmate.titles.career import PlayedEvent, PlayerRecord
from slowmate.titles.norms import norms

FINISHED = {"A": "-11", "B": "0-1", "C": "00-"}
DRAWN = {"A": "-==", "B": "=-=", "C": "==-"}


def test_places_are_final_when_no_game_runs() -> None:
    assert final_places(crosstable(FINISHED)) == {"A": 1, "B": 2, "C": 3}
    assert final_places(crosstable({"A": "-11", "B": "0-.", "C": "0.-"})) == {}


def test_teams_and_fide_events_have_none() -> None:
    assert final_places(team_event({("A", "B"): "11"})) == {}
    assert final_places(replace(crosstable(FINISHED), kind=KINDS["fide-round-robin"])) == {}


@pytest.mark.clause("ICCF-TR-2017 0.4/1")
def test_a_first_place_that_is_withheld_is_nobodys() -> None:
    assert final_places(crosstable(DRAWN, kind="world-cup-final")) == {}
    assert final_places(crosstable(DRAWN)) == {"A": 1, "B": 1, "C": 1}
    assert final_places(crosstable(DRAWN, kind="world-cup-final", start=date(2017, 3, 31))) == {"A": 1, "B": 1, "C": 1}


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
