"""`slowmate standings --chances` and `--game`: what a running section, and one of its games, still holds."""

import json
from pathlib import Path
from typing import Any

import pytest

from slowmate.cli.main import main

EXAMPLES = Path(__file__).parents[2] / "examples"
SECTION, TEAMS = EXAMPLES / "section.json", EXAMPLES / "teams.json"


def told(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["standings", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_everybody_has_places_odds_and_norms_in_the_order_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, SECTION, "--chances")
    _, chances = out.split("Chances, from 10,000 ways to end, drawn from the seed 'Amici Memorial, Section A'")
    rows = [line.split("  ") for line in chances.splitlines() if "made" in line]
    assert [row[0].strip() for row in rows][:3] == ["Oliveira, Rui", "García, Luis", "Müller, Heinz"]
    first = next(line for line in chances.splitlines() if "Oliveira" in line)
    assert "1-3" in first
    assert "about 1 in 2" in first
    assert "SIM (7½): made" in first


def test_the_json_only_gains_what_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    plain: dict[str, Any] = json.loads(told(capsys, SECTION, "--format", "json"))
    asked: dict[str, Any] = json.loads(told(capsys, SECTION, "--format", "json", "--chances", "--game", 12, 11))
    assert {key: asked[key] for key in plain} == plain
    assert set(asked) - set(plain) == {"outlook", "stakes"}
    assert [one["id"] for one in asked["outlook"]["players"]] == [str(number) for number in range(1, 14)]
    assert [one["player"] for one in asked["stakes"]] == ["11", "12"]  # White first
    assert asked["stakes"][0]["now"] == asked["outlook"]["players"][10]


def test_another_seed_is_told_and_the_same_one_gives_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    once, again, other = (told(capsys, SECTION, "--chances", "--seed", seed) for seed in ("7", "7", "8"))
    assert once == again
    assert "the seed '8'" in other


def test_what_a_game_means_has_a_line_for_each_result(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, SECTION, "--game", 11, 12)
    _, white, black = out.split("What this game means for ")
    assert [line.split("  ")[0].strip() for line in white.splitlines()[4:8]] == ["now", "a win", "a draw", "a loss"]
    assert "CCM (5½): about 1 in 20" in next(line for line in black.splitlines() if "a loss" in line)


def test_teams_have_places_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, TEAMS, "--chances")
    assert next(line for line in out.splitlines()[12:] if "Hanse" in line).split() == ["Hanse", "1", "certain"]


def test_a_league_is_told_where_it_leads(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    event: dict[str, Any] = json.loads(TEAMS.read_text("utf-8"))
    event["promotion"] = {"up": 1, "down": 1}
    del event["games"][-1]["result"]
    path = tmp_path / "league.json"
    path.write_text(json.dumps(event), "utf-8")
    out = told(capsys, path, "--chances")
    assert "Champions League, Division A: certain" in out or "Champions League, Division A: about" in out
    assert "down to Champions League, Division C: " in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--game", "11", "1"), "--game: '11' and '1' have no running game"),
        (("--game", "11", "nobody"), "--game: '11' and 'nobody' have no running game"),
    ],
)
def test_a_game_that_does_not_run_is_refused_in_one_line(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["standings", str(SECTION), *arguments]) == 2
    assert capsys.readouterr().err == f"slowmate: {SECTION}: {why}\n"


def test_events_over_the_board_have_no_chances(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    event: dict[str, Any] = json.loads(SECTION.read_text("utf-8")) | {"kind": "fide-round-robin"}
    path = tmp_path / "open.json"
    path.write_text(json.dumps(event), "utf-8")
    assert main(["standings", str(path), "--chances"]) == 2
    assert "only events of the ICCF" in capsys.readouterr().err
