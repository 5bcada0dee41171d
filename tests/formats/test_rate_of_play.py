"""Reading a rate of play, and judging it where it is plain."""

import json

import pytest

from slowmate.formats.event_json import read_event
from slowmate.formats.rate_of_play import clock_settings
from slowmate.records import ClockSetting
from slowmate.titles.fide.administration import administration


@pytest.mark.parametrize(
    ("text", "minutes", "increment"),
    [
        ("90+30", 90, 30),
        ("90' + 30''", 90, 30),
        ("90 min + 30 sec/move", 90, 30),
        ("90 minutes + 30 seconds per move", 90, 30),
        ("90min+30s a move from move 1", 90, 30),
        ("120 min", 120, 0),
        ("120", 120, 0),
        ("40/6000+30:900+30", 115, 30),
        ("40/5400+30:20/3600+30:900+30", 165, 30),
        ("5400+30", 90, 30),
        ("40/7200:3600", 180, 0),
        ("40/5400:1800+30", 120, 0),
    ],
)
def test_a_plain_rate_of_play_is_read(text: str, minutes: int, increment: int) -> None:
    assert clock_settings(text) == (ClockSetting(minutes, increment),)


@pytest.mark.parametrize(
    "text",
    [None, "", "classical", "90 min/40 moves + 30 min + 30 sec", "2h/40 + 1h", "40/90, 20/60, 15+30", "0+30", "::"],
)
def test_any_other_is_left_to_people(text: str | None) -> None:
    assert clock_settings(text) == ()


@pytest.mark.clause("FIDE-TITLES-2017 1.13/2")
@pytest.mark.parametrize(("text", "holds"), [("90+30", True), ("80+30", False), ("as usual", None)])
def test_the_rate_of_play_of_an_event_is_judged_where_it_is_plain(text: str, holds: bool | None) -> None:
    document = {
        "name": "Open",
        "kind": "fide-swiss",
        "start": "2018-03-01",
        "players": [],
        "games": [],
        "rate_of_play": text,
    }
    event = read_event(json.dumps(document).encode())
    found = {one.ground.clause.address: one.holds for one in administration(event)}
    assert found.get("1.13/2") is holds
