"""`slowmate norms` over the board, at the start, and the tables behind it."""

import json
from pathlib import Path

import pytest

from slowmate.cli import main

from .norm_files import FIELD, answer, event, run, swiss, wins


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "event.json"


@pytest.mark.clause("FIDE-TITLES-2017 1.43e")
def test_a_missing_host_that_closed_a_door_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, swiss()) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "What the file does not say" in shown
    assert "The host federation is not given (federation; 032 in a report)" in shown
    assert "Nothing but those is missing for: A. [FIDE-TITLES-2017 1.43e]" in shown
    with_host = answer(file, swiss(federation="GER"), capsys)
    assert with_host["players"][0]["norms"]["GM"]["achieved"]
    assert run(file, swiss(federation="GER")) == 0
    assert "What the file does not say" not in capsys.readouterr().out


@pytest.mark.clause("FIDE-TITLES-2017 0.31")
def test_nothing_is_said_of_weak_opponents_where_a_title_is_for_women(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(file, swiss(federation="GER"), "--player", "1", "--explain") == 0
    shown = capsys.readouterr().out
    assert "WGM and WIM are titles for women: nothing is shown for others" in shown
    assert "Titles for women: WGM; WIM. Sex: man. [FIDE-TITLES-2017 0.31]" in shown
    assert "–" not in next(line for line in shown.splitlines() if line.lstrip().startswith("A "))


def test_fide_rules_that_are_asked_for_rule_an_event_before_them(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = swiss(federation="GER", start="2016-03-01")
    assert run(file, old) == 2
    capsys.readouterr()
    assert run(file, old, "--rules", "fide-2017") == 0
    assert "as if by FIDE Title Regulations 2017" in capsys.readouterr().out
    assert answer(file, old, capsys, "--rules", "fide-2017")["players"][0]["norms"]["GM"]["achieved"]


@pytest.mark.clause("ICCF-TR-2017 App2.3(a)/statement", "ICCF-TR-2016 App2.4(a)/statement")
@pytest.mark.parametrize("start", ["2017-03-31", "2018-03-01"])
def test_the_statement_of_norms_is_that_of_the_start_whatever_came_since(
    file: Path, capsys: pytest.CaptureFixture[str], start: str
) -> None:
    before = answer(file, event(FIELD, start=start), capsys, "--statement")
    assert [one["id"] for one in before["players"]] == [str(n) for n in range(1, 14)]
    assert before["rules"] == ("ICCF-TR-2016" if start < "2017-04-01" else "ICCF-TR-2017")
    later = event(FIELD, start=start, games=wins("1", list(range(2, 14))))
    later["players"][4] |= {"status": "withdrawn"}
    later["players"][5] |= {"rating": 2700, "replaces": {"id": "6b", "name": "Player 6", "rating": 2415, "games": 100}}
    assert answer(file, later, capsys, "--statement") == before
    assert run(file, later, "--statement") == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Statement of norms: Section A")
    assert "[ICCF-TR-" in shown


def test_an_event_over_the_board_has_no_statement(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, swiss(), "--statement") == 2
    assert "kind: fide-swiss has no statement of norms" in capsys.readouterr().err


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.6.1", "FIDE-TITLES-2017 1.6/1", "FIDE-TITLES-2017 1.44/3", "FIDE-QC-2016 S1/1.7"
)
def test_the_table_of_scores_is_that_of_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["norms", "--scores", "9", "--format", "json"]) == 0
    rows = {row["score"]: row for row in json.loads(capsys.readouterr().out)["scores"]}
    assert (rows[7]["GM"], rows[7]["WIM"], rows[3.5]["IM"]) == ([2380, 2433], [2030, 2083], [2530, None])
    assert main(["norms", "--scores", "17"]) == 0
    shown = capsys.readouterr().out
    assert "17 rounds GM 6: printed -, text >=2710 [FIDE-QC-2016 S1/1.7]" in shown
    assert "own federation 10 at most" in shown


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--scores", "6"], "--scores: 6 is outside 7 to 19"),
        (["--scores", "20"], "--scores: 20 is"),
        ([], "EVENT: missing"),
    ],
)
def test_norms_of_nothing_are_bad_input(capsys: pytest.CaptureFixture[str], words: list[str], why: str) -> None:
    assert main(["norms", *words]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.clause("FIDE-TITLES-2017 1.72/#", "FIDE-TITLES-2017 1.46a/1")
def test_remarks_on_a_double_round_with_one_strong_federation(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = [
        {"id": str(n), "name": f"P{n}", "federation": "GER" if n < 6 else "FRA", "rating": 2500, "title": "GM"}
        for n in range(1, 7)
    ]
    about = {"name": "Double", "kind": "fide-double-round-robin", "start": "2018-03-01", "end": "2018-03-10"}
    found = answer(file, {**about, "players": players, "games": []}, capsys)
    cited = [one["clause"] for one in found["requirements"]]
    assert {"FIDE-TITLES-2017 1.72/#", "FIDE-TITLES-2017 1.46a/1"} <= set(cited)
