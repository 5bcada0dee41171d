"""`slowmate position`: one FEN in, one JSON line out, as it arrives."""

import io
import json
import subprocess
import sys
from collections.abc import Callable

import pytest

from slowmate.board import Position
from slowmate.cli import main
from slowmate.cli.position import _is_dead

LAWS = "ICCF-LAWS-2019"
Ask = Callable[..., tuple[int, list[dict[str, object]]]]
COMMAND = [sys.executable, "-c", "import sys; from slowmate.cli import main; sys.exit(main())", "position"]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    def run(*fens: str) -> tuple[int, list[dict[str, object]]]:
        status = main(["position", *fens])
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run


def test_everything_is_said_of_a_position(ask: Ask) -> None:
    fen = "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"
    status, answers = ask(fen)
    assert status == 0
    assert answers == [
        {
            "fen": fen,
            "legal": True,
            "ended": None,
            "dead": False,
            "can_mate": {"white": True, "black": False},
            "tablebase": {"wdl": -2, "claim": "loss"},
        }
    ]


@pytest.mark.clause(f"{LAWS} 1.2a", f"{LAWS} 5.2.1", f"{LAWS} 5.2.2", f"{LAWS} 1.3")
@pytest.mark.parametrize(
    ("fen", "ended", "dead"),
    [
        ("4R1k1/5ppp/8/8/8/8/8/6K1 b - - 1 1", "checkmate", None),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", None),
        ("8/8/8/8/8/2k5/8/K7 w - - 0 1", "dead-position", True),
        ("8/8/3b4/8/8/2k5/8/K1B5 w - - 0 1", "dead-position", True),
        ("8/8/4b3/8/8/2k5/8/K1B5 w - - 0 1", None, False),
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "dead-position", True),
    ],
)
def test_how_a_position_ends_the_game(ask: Ask, fen: str, ended: str | None, dead: bool | None) -> None:
    _, (answer,) = ask(fen)
    assert answer["ended"] == ended
    if dead is not None:
        assert answer["dead"] is dead


def test_an_illegal_position_is_told_and_the_rest_goes_on(ask: Ask) -> None:
    status, answers = ask("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "rubbish", "8/8/8/8/8/2k5/8/K7 w - - 0 1")
    assert status == 1
    assert [answer["legal"] for answer in answers] == [False, False, True]
    assert answers[0] == {
        "fen": "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "legal": False,
        "why": "a pawn stands on the first or last rank",
        "clause": f"{LAWS} 3.10.3",
    }


@pytest.mark.clause(f"{LAWS} Glossary: 6-piece tablebase")
def test_the_tables_are_null_where_they_do_not_reach(ask: Ask) -> None:
    _, answers = ask(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1",
    )
    assert [answer["tablebase"] for answer in answers] == [None, None, None]
    assert all(answer["legal"] for answer in answers)


def test_a_mating_line_is_legal_and_ends_in_mate(ask: Ask) -> None:
    fen = "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1"
    _, (answer,) = ask("--lines", fen)
    lines = answer["lines"]
    assert isinstance(lines, dict)
    assert lines["black"] is None
    position = Position.from_fen(fen)
    for uci in lines["white"]:
        position = position.play_uci(uci)
    assert position.is_checkmate
    assert position.turn == "black"


def test_positions_are_answered_as_they_arrive() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin
        assert running.stdout
        for fen in ("8/8/8/8/8/2k5/8/K7 w - - 0 1", "no position", "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"):
            running.stdin.write(f"{fen}\n\n".encode())
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["fen"] == fen
        running.stdin.close()
        assert running.wait() == 1


def test_a_line_of_a_megabyte_is_refused_and_the_next_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = b"8" * 1_000_000 + b"\n8/8/8/8/8/2k5/8/K7 w - - 0 1"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["position"]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert "too many" in json.loads(first)["why"]
    assert len(first) < 5000
    assert json.loads(second)["dead"] is True


@pytest.mark.parametrize(
    ("answers", "dead"),
    [
        ((False, False), True),
        ((False, None), False),
        ((None, None), False),
        ((True, False), False),
        ((True, None), False),
    ],
)
def test_what_is_undecided_counts_as_alive(answers: tuple[bool | None, ...], dead: bool) -> None:
    assert _is_dead(list(answers)) is dead
