"""`slowmate game`: a file of games in, a verdict on each out."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from slowmate.cli import main
from tests.cli.commands import run

LAWS = "ICCF-LAWS-2019"
Check = Callable[..., tuple[int, str, str]]
KNIGHTS = '[Event "x"]\n[White "Anna"]\n[Black "Bo"]\n\n1.Nf3 Nf6 2.Ng1 Ng8 3.Nf3 Nf6 4.Ng1 Ng8 (=) *\n'
MATE = '[Event "x"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
ILLEGAL = '[Event "x"]\n\n1. e4 e5 2. Ke3 *\n'


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    def run(text: str | bytes, *arguments: str) -> tuple[int, str, str]:
        path = tmp_path / "games.pgn"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["game", str(path), *arguments])
        out, error = capsys.readouterr()
        return status, out, error

    return run


def test_one_game_is_one_object(check: Check) -> None:
    status, out, error = check(KNIGHTS, "--format", "json")
    assert (status, error) == (0, "")
    answer = json.loads(out)
    assert answer == {
        "legal": True,
        "game": 1,
        "white": "Anna",
        "black": "Bo",
        "plies": 8,
        "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5",
        "result": "*",
        "termination": "running",
        "clause": None,
        "claims": [
            {"claim": "repetition", "clause": f"{LAWS} 9.2.1.2", "holds": True, "with_move": None},
            {"claim": "repetition", "clause": f"{LAWS} 9.2.1.1", "holds": True, "with_move": "Nf3"},
        ],
        "numeric": ["7163", "7866", "6371", "6678"] * 2,
        "algebraic": ["Nf3", "Nf6", "Ng1", "Ng8"] * 2,
        "remarks": [],
    }


def test_an_illegal_game_says_where_and_why(check: Check) -> None:
    status, out, _ = check(ILLEGAL, "--format", "json")
    answer = json.loads(out)
    assert status == 1
    assert (answer["legal"], answer["ply"], answer["move"]) == (False, 3, "Ke3")
    assert "adjoining" in answer["why"]
    assert answer["clause"] == f"{LAWS} 3.8.1"


def test_several_games_are_one_object_a_line_and_one_bad_game_makes_the_answer_no(check: Check) -> None:
    status, out, _ = check(KNIGHTS + "\n" + ILLEGAL + "\n" + MATE, "--format", "json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [(answer["game"], answer["legal"]) for answer in answers] == [(1, True), (2, False), (3, True)]
    assert check(KNIGHTS + "\n" + MATE, "--format", "json")[0] == 0


@pytest.mark.clause(f"{LAWS} 5.1.1", f"{LAWS} 5.2.1", f"{LAWS} 5.2.2", f"{LAWS} 8.5b")
@pytest.mark.parametrize(
    ("text", "result", "termination", "remarks"),
    [
        (MATE, "0-1", "checkmate", 0),
        (MATE.replace("0-1", "*"), "0-1", "checkmate", 0),
        (MATE.replace("0-1", "1-0"), "1-0", "checkmate", 1),
        ('[FEN "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1"]\n\n1. Qf7 *\n', "1/2-1/2", "stalemate", 0),
        ('[FEN "8/8/8/8/8/2k5/2p5/K7 w - - 0 1"]\n\n1. Ka2 c1=N+ *\n', "1/2-1/2", "dead-position", 0),
        ('[FEN "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1"]\n\n1... Kf7 *\n', "1/2-1/2", "dead-position", 0),
        ('[Event "x"]\n[Termination "adjudication"]\n\n1. e4 1-0\n', "1-0", "adjudication", 0),
        ('[Event "x"]\n\n1. e4 1-0\n', "1-0", "unstated", 0),
        ('[Event "x"]\n[Result "1-0"]\n\n1. e4 0-1\n', "0-1", "unstated", 1),
        ('[Event "x"]\n\n1. e4\n', "*", "running", 0),
    ],
)
def test_result_and_termination(check: Check, text: str, result: str, termination: str, remarks: int) -> None:
    answer = json.loads(check(text, "--format", "json")[1])
    assert (answer["result"], answer["termination"], len(answer["remarks"])) == (result, termination, remarks)
    if termination in {"checkmate", "stalemate", "dead-position"}:
        assert answer["claims"] == []
        assert answer["clause"].startswith(LAWS)


@pytest.mark.clause(f"{LAWS} 9.3.1", f"{LAWS} 9.3.2", f"{LAWS} 5.2.4", f"{LAWS} 5.1.3")
def test_claims_of_fifty_moves_and_tables(check: Check) -> None:
    def claims(fen: str, moves: str) -> list[tuple[str, str, bool | None, str | None]]:
        answer = json.loads(check(f'[FEN "{fen}"]\n\n{moves} *\n', "--format", "json")[1])
        return [(c["claim"], c["clause"].split()[1], c["holds"], c["with_move"]) for c in answer["claims"]]

    eight = "8/5pp1/3k4/8/2RB4/3K4/2r3b1/8 w - - {} 150"
    assert claims(eight.format(99), "150. Ke3") == [("fifty-move", "9.3.2", True, None)]
    intended = claims(eight.format(98), "150. Ke3")
    assert {claim[:3] for claim in intended} == {("fifty-move", "9.3.1", True)}
    assert "Rxc4" not in {claim[3] for claim in intended}, "a capture ends the count"
    seven = "8/5p2/3k4/8/2RB4/3K4/2r3b1/8 w - - 99 150"
    assert claims(seven, "150. Ke3") == [("fifty-move", "9.3.2", False, None)]
    assert claims("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "1. Kd2") == [("tablebase", "5.2.4", True, None)]
    assert claims("8/8/8/4k3/8/5K2/4P3/8 w - - 0 1", "1. Ke3") == [("tablebase", "5.1.3", True, None)]
    assert claims("4k3/8/8/8/8/8/P7/R3K2R w KQ - 0 1", "1. a3")[0][2] is None, "castling rights: the director decides"


def test_one_game_is_shown_in_both_notations(check: Check) -> None:
    status, out, _ = check(KNIGHTS)
    assert status == 0
    assert "7163" in out
    assert "Ng8 (=)" in out
    assert "White has the move and may claim" in out
    assert f"[{LAWS} 9.2.1.2]" in out


def test_an_archive_is_a_line_a_game_and_a_count(check: Check) -> None:
    status, out, _ = check((KNIGHTS + "\n") * 3 + ILLEGAL)
    lines = out.splitlines()
    assert (status, len(lines)) == (1, 5)
    assert "illegal at ply 3" in lines[3]
    assert "3.8.1" in lines[3]
    assert lines[4] == "4 games: 3 legal, 1 not"


def test_one_game_of_an_archive_can_be_picked(check: Check) -> None:
    text = (KNIGHTS + "\n") * 2 + MATE
    assert json.loads(check(text, "--game", "3", "--format", "json")[1])["termination"] == "checkmate"
    status, out, error = check(text, "--game", "9")
    assert (status, out) == (2, "")
    assert "no game 9" in error


@pytest.mark.parametrize("text", ["", "rubbish", b"\x89PNG\r\n\x1a\n\x00\x00", "\n\n\n"])
def test_what_is_no_pgn_is_bad_input_in_one_line(check: Check, text: str | bytes) -> None:
    status, out, error = check(text)
    assert (status, out) == (2, "")
    assert error.startswith("slowmate: ")
    assert error.count("\n") == 1
    assert "games.pgn" in error


def test_a_file_that_cannot_be_read_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "missing.pgn", tmp_path):
        assert main(["game", str(path)]) == 2
        assert str(path) in capsys.readouterr().err


def test_old_files_in_latin_1_and_with_a_byte_order_mark_are_read(check: Check) -> None:
    answer = json.loads(check('[White "Müller"]\n\n1. e4 *\n'.encode("latin-1"), "--format", "json")[1])
    assert answer["white"] == "Müller"
    answer = json.loads(check('[White "Müller"]\n\n1. e4 *\n'.encode("utf-8-sig"), "--format", "json")[1])
    assert answer["white"] == "Müller"


@pytest.mark.parametrize(
    "text",
    [
        '[Event "x"]\n\n1. e4 ' + "(1. d4 " * 10_000 + ")" * 10_000,
        '[Event "x"]\n\n1. e4 {' + "x" * 3_000_000,
        '[Event "x"]\n\n' + "N" * 3_000_000,
    ],
    ids=["nested", "endless comment", "endless word"],
)
def test_hostile_files_are_refused_with_a_short_reason(check: Check, text: str) -> None:
    status, out, error = check(text, "--format", "json")
    answer = json.loads(out)
    assert (status, error, answer["legal"]) == (1, "", False)
    assert len(out) < 1000


def test_progress_is_for_a_terminal_only(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text((KNIGHTS + "\n") * 50)
    start = "import sys; from slowmate.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", start, "game", str(path), "--format", "json"]
    piped = subprocess.run(command, capture_output=True, check=True)
    assert piped.stderr == b""
    parent, child = pty.openpty()
    watched = subprocess.run(command, stdout=subprocess.PIPE, stderr=child, check=True)
    os.close(child)
    assert b"checking" in os.read(parent, 65536)
    os.close(parent)
    assert watched.stdout == piped.stdout


NAMES = """[Event "T"]
[White "Dvořák, Jiří"]
[Black "Žižka, Ján"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_utf_8_and_utf_16_are_recognised(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "names.pgn"
    path.write_bytes((NAMES * 3).encode(encoding))
    done = run("game", path, "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["white"] for line in done.stdout.splitlines()] == ["Dvořák, Jiří"] * 3


def test_another_encoding_is_assumed_aloud_or_told(tmp_path: Path) -> None:
    path = tmp_path / "names.pgn"
    path.write_bytes((NAMES * 2).encode("cp1250"))
    done = run("game", path)
    assert done.returncode == 0
    assert done.stderr.decode() == (
        f"slowmate: {path}: line 2: not UTF-8; read as latin-1, letters may be wrong: give --encoding\n"
    )
    done = run("game", path, "--encoding", "cp1250")
    assert "Dvořák, Jiří - Žižka, Ján" in done.stdout.decode()
    assert done.stderr == b""


@pytest.mark.parametrize("encoding", ["klingon", "hex", "x\x01y"])
def test_an_encoding_that_there_is_not_is_bad_input(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "names.pgn"
    path.write_text(NAMES, "utf-8")
    done = run("game", path, "--encoding", encoding)
    assert done.returncode == 2
    assert b"--encoding" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_a_letter_across_two_pieces_of_a_long_line_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "long.pgn"
    comment = "{" + "x" * 65_528 + "řřřřř" * 4 + "}"
    path.write_text(f'[Event "T"]\n[White "A"]\n[Black "B"]\n\n{comment} 1. e4 *\n', "utf-8")
    done = run("game", path, "--format", "json")
    assert (done.returncode, done.stderr) == (0, b"")


def test_nothing_can_be_claimed_in_a_game_that_is_over(tmp_path: Path) -> None:
    path = tmp_path / "over.pgn"
    over = '[Event "T"]\n[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 '
    path.write_text(f"{over}0-1\n", "utf-8")
    assert "may claim" not in run("game", path).stdout.decode()
    assert json.loads(run("game", path, "--format", "json").stdout)["claims"] == []
    path.write_text(f"{over}*\n", "utf-8")
    assert json.loads(run("game", path, "--format", "json").stdout)["claims"] != []


def test_a_result_without_a_reason_is_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "names.pgn"
    path.write_text(NAMES, "utf-8")
    assert "3 plies; the file does not say how it ended" in run("game", path).stdout.decode()
    assert json.loads(run("game", path, "--format", "json").stdout)["termination"] == "unstated"


@pytest.mark.parametrize("text", ['{"name": "An event", "players": []}', "{", "\n\n{a comment and nothing else}\n"])
def test_a_comment_alone_is_no_game(tmp_path: Path, text: str) -> None:
    """JSON stands in braces, as comments of PGN do: a wrong file is no legal game of no moves."""
    path = tmp_path / "wrong.json"
    path.write_text(text, "utf-8")
    done = run("game", path)
    assert done.returncode == 2
    assert b"this is no PGN" in done.stderr
    assert done.stderr.count(b"\n") == 1
    path.write_text("{a comment} *\n", "utf-8")
    assert run("game", path).returncode == 0
