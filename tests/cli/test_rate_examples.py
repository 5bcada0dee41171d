"""The examples of players.csv and games.csv that the documents show: rated by every system, and all columns told."""

import json
import re
from pathlib import Path

import pytest

from slowmate.cli import main
from slowmate.formats.rating_csv import GAME_COLUMNS, PLAYER_NUMBERS

ROOT = Path(__file__).parents[2]
FILES = ["--players", str(ROOT / "examples" / "players.csv"), "--games", str(ROOT / "examples" / "games.csv")]


@pytest.mark.parametrize(
    ("rules", "games", "left_out"),
    [
        ("iccf-2016", 9, {"ICCF-TR-2017 9.2(a)": 1, "ICCF-TR-2017 9.3/1": 1}),
        ("iccf-2017", 9, {"ICCF-TR-2017 9.2(a)": 1, "ICCF-TR-2017 9.3/1": 1}),
        ("iccf-2023", 9, {"ICCF-TR-2017 9.2(a)": 1, "ICCF-TR-2017 9.3/1": 1}),
        ("fide-2017", 0, {"FIDE-RATING-2017 0/1": 10, "FIDE-RATING-2017 5.1/1": 1}),
    ],
)
def test_the_examples_are_rated(
    capsys: pytest.CaptureFixture[str], rules: str, games: int, left_out: dict[str, int]
) -> None:
    assert main(["rate", "--rules", rules, *FILES, "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert sum(one["period_games"] for one in answer["players"]) == 2 * games
    assert {one["clause"]: one["games"] for one in answer["left_out"]} == left_out


def test_the_examples_have_a_list_of_their_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "--rules", "iccf-2023", *FILES, "--period", "2024/1", "--list", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)["players"]
    assert [one["id"] for one in listed] == ["101", "107", "102", "103"]


def test_the_document_tells_every_column() -> None:
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    told = set(re.findall(r"`([a-z_0-9]+)`", text))
    assert {"id", "last_game", "running", "fide_id", *PLAYER_NUMBERS, *GAME_COLUMNS} <= told
