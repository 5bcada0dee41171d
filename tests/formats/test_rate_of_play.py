"""Reading a rate of play, and judging it where it is plain."""

import json

import pytest

from slowmate.formats.event_json import read_event
from slowmate.formats.rate_of_play import clock_settings, reflection_time
from slowmate.ratings.eligible import ReflectionTime
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


@pytest.mark.clause("ICCF-TR-2017 9.2/time-server", "ICCF-TR-2017 9.2/time-post", "ICCF-RATING-2023 1.3/time-server")
@pytest.mark.parametrize(
    ("text", "moves", "days", "postal"),
    [
        ("10 moves in 50 days", 10, 50, False),
        ("50 days for 10 moves", 10, 50, False),
        ("20 days / 10 moves, by post", 10, 20, True),
        ("10 moves in 20 days (postal)", 10, 20, True),
        ("1 day a move", 1, 1, False),
        ("3 days per move", 1, 3, False),
        ("3 days/move on the server", 1, 3, False),
        ("2.5 days a move", 2, 5, False),
        ("30 days + 1", 50, 80, False),
        ("30 days + 2 days/move", 50, 130, False),
        ("triple block 1", 50, 150, False),
        ("Triple-Block 2, bank 75", 50, 225, False),
    ],
)
def test_days_for_moves_are_read_in_their_common_forms(text: str, moves: int, days: int, postal: bool) -> None:
    assert reflection_time(text) == ReflectionTime(moves, days, postal)


@pytest.mark.parametrize(
    "text",
    [None, "", "10 days for the whole game", "as agreed", "90+30", "0 moves in 50 days", "triple block 0", "by post",
     "10 moves in 50 days, then 10 in 20", "40 moves in 100 days and a day a move", "days a move"],
)  # fmt: skip
def test_no_other_text_is_read_as_days_for_moves(text: str | None) -> None:
    assert reflection_time(text) is None
