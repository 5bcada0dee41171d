"""What an event chooses of what the Laws leave to it: kept whole, played, and said in words."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from slowmate.events.organising.draw import Positions
from slowmate.play import clocks
from slowmate.play.terms import Notation, Transmission
from slowmate.server.events import regulations as rules
from slowmate.server.events.pages import regulations as words
from slowmate.server.events.regulations import Regulations
from slowmate.server.games.terms import PRESETS
from slowmate.server.site.errors import Unfit

START = date(2025, 3, 1)
SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"
CHOSEN = Regulations(
    clocks.Fischer(days=40, increment=2, cap=60),
    draw_after=20,
    tablebase_pieces=7,
    fifty_moves_from=9,
    penalty_days=3,
    notation=Notation.ALGEBRAIC,
    fen=SICILIAN,
)


@pytest.mark.parametrize(
    "chosen", [CHOSEN, Regulations(), *(Regulations(control) for control in PRESETS.values())], ids=str
)
def test_regulations_are_kept_with_every_number(chosen: Regulations) -> None:
    assert rules.regulations_from(json.loads(json.dumps(rules.plain(chosen)))) == chosen


def test_an_event_that_says_nothing_is_played_as_usual() -> None:
    assert rules.regulations_from({}) == Regulations(clocks.Classic(10, 50))


def test_a_game_is_played_under_the_regulations_from_the_first_hour_of_its_day() -> None:
    terms = rules.terms_of(CHOSEN, start=START, transmission=Transmission.POST)
    assert terms.starts == datetime(2025, 3, 1, tzinfo=UTC)
    assert (terms.time_control, terms.draw_after, terms.fen) == (CHOSEN.time_control, 20, SICILIAN)
    assert (terms.tablebase_pieces, terms.fifty_moves_from, terms.penalty_days) == (7, 9, 3)
    assert (terms.notation, terms.transmission) == (Notation.ALGEBRAIC, Transmission.POST)
    drawn = rules.terms_of(
        Regulations(positions=Positions.ONE), start=START, transmission=Transmission.SERVER, chess960=5
    )
    assert drawn.chess960 == 5


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (replace(CHOSEN, fen="rubbish"), "fen"),
        (replace(CHOSEN, fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), "fen"),
        (replace(CHOSEN, positions=Positions.EACH), "fen"),
        (replace(CHOSEN, tablebase_pieces=8), "tablebase_pieces"),
    ],
)
def test_regulations_under_which_nothing_can_be_played_are_refused(wrong: Regulations, field: str) -> None:
    with pytest.raises(Unfit) as unfit:
        rules.check(wrong, start=START, transmission=Transmission.SERVER)
    assert unfit.value.field == field


@pytest.mark.parametrize("control", [clocks.Classic(), clocks.Fischer(40, 2, 60), clocks.TripleBlock(4)], ids=str)
def test_only_what_the_laws_say_of_a_time_control_is_cited_from_them(control: clocks.TimeControl) -> None:
    cited = {each.name: each.clause for each in words.regulation_lines(Regulations(control), Transmission.SERVER)}
    assert cited["Time"] == words.TIME
    for own in ("Days are counted", "Bank", "At most on the clock", "Silence"):
        assert cited.get(own, words.CHOSEN) == words.CHOSEN


def test_a_start_before_the_first_laws_we_hold_is_refused() -> None:
    with pytest.raises(Unfit) as unfit:
        rules.check(Regulations(), start=date(2010, 1, 1), transmission=Transmission.SERVER)
    assert unfit.value.field == "start"


@pytest.mark.parametrize(
    ("choice", "numbers", "control"),
    [
        ("own-classic", {"moves": 12, "days": 40}, clocks.Classic(12, 40)),
        ("own-fischer", {"days": 20, "increment": 2, "cap": None}, clocks.Fischer(20, 2)),
        ("own-fischer", {"days": 20, "increment": 2, "cap": 30}, clocks.Fischer(20, 2, 30)),
        ("own-fixed", {"days": 4}, clocks.FixedDays(4)),
        (
            "own-triple-block",
            {"clock": 40, "bank": 60, "increment": 3, "increment_moves": 40, "protection": 5, "refill": "by-hand"},
            clocks.TripleBlock(3, 60, 40, 40, clocks.Refill.BY_HAND, 5),
        ),
    ],
)
def test_a_time_control_of_its_own_has_all_its_numbers(
    choice: str, numbers: dict[str, Any], control: clocks.TimeControl
) -> None:
    assert rules.own_control(choice, numbers) == control


@pytest.mark.parametrize(
    ("choice", "numbers", "field"),
    [
        ("own-classic", {"moves": 12}, "days"),
        ("own-fischer", {"days": 20, "increment": 2, "cap": 10}, "cap"),
        (
            "own-triple-block",
            {"clock": 5, "bank": 0, "increment": 1, "increment_moves": 1, "protection": 9},
            "protection",
        ),
        ("own-fixed", {"days": 0}, "days"),
    ],
)
def test_numbers_that_do_not_go_together_are_named(choice: str, numbers: dict[str, Any], field: str) -> None:
    with pytest.raises(Unfit) as unfit:
        rules.own_control(choice, numbers)
    assert unfit.value.field == field


def test_counting_leave_and_silence_are_the_events_own() -> None:
    numbers = {"leave_days": 45, "extra_leave_days": 0, "silence_days": 30, "doubled_after": 0, "whole_days": False}
    control = rules.with_numbers(clocks.Classic(), numbers)
    assert isinstance(control, clocks.Classic)
    assert (control.leave_days, control.extra_leave_days) == (45, 0)
    assert control.silence == clocks.Silence(30, (14, 28))
    assert (control.counting.doubled_after, control.counting.whole_days) == (None, False)
    assert rules.with_numbers(clocks.Classic(), {"silence_days": 0}) == clocks.Classic(silence=None)
    assert rules.with_numbers(clocks.Classic(), {}) == clocks.Classic()


def test_triple_block_knows_no_leave() -> None:
    with pytest.raises(Unfit, match="neither leave nor silence") as unfit:
        rules.with_numbers(PRESETS["triple-block-4"], {"leave_days": 30})
    assert unfit.value.field == "leave_days"


@pytest.mark.parametrize(
    ("most", "said"),
    [
        (0, "no claims"),
        (4, "claims with up to 4 men on the board, answered at once"),
        (5, "claims with up to 5 men on the board; up to 4 are answered at once, more go to the director"),
    ],
)
def test_an_event_promises_at_once_only_the_claims_that_the_tables_here_answer(most: int, said: str) -> None:
    lines = words.regulation_lines(Regulations(tablebase_pieces=most), Transmission.SERVER)
    assert {line.name: line.words for line in lines}["Endgame tables"] == said


def test_every_regulation_is_said_with_the_clause_that_leaves_it_to_the_event() -> None:
    lines = {one.name: (one.words, str(one.clause)) for one in words.regulation_lines(CHOSEN, Transmission.POST)}
    assert lines["Time"] == ("40 days and 2 days more for each move", "ICCF-LAWS-2019 6.2")
    assert lines["At most on the clock"][0] == "60 days"
    assert "after 20 days twice" in lines["Days are counted"][0]
    assert lines["Offers of a draw"] == ("after 20 moves by each player", "ICCF-LAWS-2019 9.1.1")
    assert lines["Leave"][0] == "30 days a year, and 30 days that the director may grant"
    assert "40 days" in lines["Silence"][0]
    assert lines["Endgame tables"][0] == "claims with up to 7 men on the board; the director decides"
    assert lines["Notation"][0] == "algebraic"
    assert lines["Start"][0] == f"White moves first: {SICILIAN}"
    block = {
        one.name: one.words
        for one in words.regulation_lines(Regulations(PRESETS["triple-block-5"]), Transmission.SERVER)
    }
    assert "first 50 moves" in block["Bank"]
    assert "Leave" not in block
    each = words.regulation_lines(Regulations(positions=Positions.EACH), Transmission.SERVER)
    assert any("each pair" in one.words for one in each)
