"""`slowmate standings`, run as a user runs it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import EXAMPLE, ROOT, run


def example() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(EXAMPLE.read_text("utf-8"))
    return found


def test_the_table_has_a_line_for_everybody_with_results_points_and_tie_breaks() -> None:
    done = run("standings", EXAMPLE)
    out = done.stdout.decode()
    assert done.returncode == 0
    assert done.stderr == b""
    line = next(line for line in out.splitlines() if "Oliveira" in line)
    assert line.split()[:4] == ["1", "GM", "Oliveira,", "Rui"]
    assert line.split()[-5:] == ["7½", "12", "3", "42¼", "0"]
    assert "12-13" in out
    assert "3 games still running" in out


def test_the_explanation_names_the_clause_of_each_tie() -> None:
    out = run("standings", EXAMPLE, "--explain").stdout.decode()
    assert "wins are Müller, Heinz 2; Schmidt, Jürgen 1. [ICCF-TR-2017 7.2(a)]" in out
    assert "Novák, Jan; Ōta, Kenji are level in everything and share it. [ICCF-TR-2017 7.5]" in out


def test_the_json_is_the_contract() -> None:
    answer = json.loads(run("standings", EXAMPLE, "--format", "json").stdout)
    assert list(answer) == ["standings"]
    assert answer["standings"][0] == {
        "place": 1,
        "id": "3",
        "points": 7.5,
        "tie_breaks": {"wins": 3, "sonneborn_berger": 42.25, "mutual": 0},
        "qualifies": [],
    }
    assert [line["place"] for line in answer["standings"]] == [*range(1, 13), 12]


def test_the_places_of_a_finished_event_say_what_they_qualify_for() -> None:
    event = example() | {"kind": "world-championship-preliminary"}
    event["games"] = [game | {"result": game.get("result", "1/2-1/2")} for game in event["games"]]
    done = run("standings", "-", "--format", "json", stdin=json.dumps(event).encode())
    lines = json.loads(done.stdout)["standings"]
    assert [line["qualifies"] for line in lines[:3]] == [
        ["world-championship-semi-final"],
        ["world-championship-semi-final"],
        ["world-championship-preliminary"],
    ]
    assert lines[-1]["qualifies"] == []


def test_the_json_explains_on_demand() -> None:
    answer = json.loads(run("standings", EXAMPLE, "--format", "json", "--explain").stdout)
    assert answer["grounds"][0] == {
        "clause": "ICCF-TR-2017 7.2(a)",
        "facts": {"tied": ["5", "8"], "place": 3, "by": "wins", "values": {"8": 2, "5": 1}, "decided": True},
    }


def test_teams_are_ordered_by_board_points_then_match_points() -> None:
    answer = json.loads(run("standings", ROOT / "examples" / "teams.json", "--format", "json").stdout)
    first, second = answer["standings"][:2]
    assert (first["id"], first["points"], first["tie_breaks"]["match_points"]) == ("HAN", 9, 6)
    assert (second["id"], second["points"], second["tie_breaks"]["match_points"]) == ("BOH", 9, 5)
    assert list(first["tie_breaks"]) == ["match_points", "mutual", "board_1", "board_2", "board_3", "board_4"]


def test_the_team_table_names_the_teams() -> None:
    assert "Alentejo" in run("standings", ROOT / "examples" / "teams.json").stdout.decode()


def test_standard_input_is_read_for_a_dash() -> None:
    done = run("standings", "-", "--format", "json", stdin=EXAMPLE.read_bytes())
    assert len(json.loads(done.stdout)["standings"]) == 13


def changed(**changes: object) -> bytes:
    return json.dumps(example() | changes, indent=1).encode()


def with_player(**changes: object) -> bytes:
    event = example()
    event["players"][3] |= changes
    return json.dumps(event, indent=1).encode()


def without(key: str) -> bytes:
    event = example()
    del event[key]
    return json.dumps(event, indent=1).encode()


def with_game(**changes: object) -> bytes:
    event = example()
    event["games"][2] |= changes
    return json.dumps(event, indent=1).encode()


BAD = {
    "missing name": (without("name"), "name: missing"),
    "missing games": (without("games"), "games: missing"),
    "unknown player": (with_game(white="99"), "games[2].white: '99' is not the id of a player"),
    "impossible result": (with_game(result="2-0"), "games[2].result: '2-0' is not one of 1-0, 0-1"),
    "a game against himself": (with_game(white="1", black="1"), "games[2].black: '1' cannot play against themselves"),
    "duplicate id": (with_player(id="1"), "players[3].id: '1' is used twice"),
    "unknown kind": (changed(kind="blitz"), "kind: 'blitz' is not a kind of event; the kinds are world-championship"),
    "not a date": (changed(start="1.3.2018"), "start: '1.3.2018' is not a date"),
    "no edition": (changed(start="2015-12-31"), "start: no edition we hold governs 2015-12-31"),
    "rating of -5": (with_player(rating=-5), "players[3].rating: -5 is outside 1 to 4000"),
    "rating as text": (with_player(rating="high"), "players[3].rating: expected a whole number, not text"),
    "players not a list": (changed(players={}), "players: expected a list, not an object"),
    "a player not an object": (changed(players=[1]), "players[0]: expected an object, not a number"),
    "teams with strangers": (changed(teams=[{"id": "A", "players": ["77"]}]), "'77' is not the id of a player"),
    "a player of two teams": (
        changed(teams=[{"id": "A", "players": ["1"]}, {"id": "B", "players": ["2", "1"]}]),
        "teams[1].players: '1' stands in two places",
    ),
    "status": (with_player(status="asleep"), "players[3].status: 'asleep' is not one of playing, "),
    "a late tie-break": (
        changed(further_tie_breaks=[{"name": "lot", "stated": "2018-03-02", "values": {"1": 1}}]),
        "further_tie_breaks: ",
    ),
    "not JSON": (b'{"name": "x",', "not JSON: expecting property name"),
    "a list": (b"[1, 2]", "an EVENT is a JSON object"),
    "nothing": (b"", "the file is empty"),
    "not UTF-8": (b'{"name": "\xff"}', "not UTF-8"),
    "not a number": (b'{"name": NaN}', "NaN is not a number"),
    "deep nesting": (b"[" * 100_000, "nested too deeply"),
    "50 MB of rubbish": (b"\x00rubbish" * 6_600_000, "too large for an EVENT"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_in_one_line_with_status_2(name: str, tmp_path: Path) -> None:
    data, expected = BAD[name]
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    done = run("standings", path)
    message = done.stderr.decode()
    assert done.returncode == 2
    assert done.stdout == b""
    assert message.count("\n") == 1
    assert message.startswith(f"slowmate: {path}")
    assert expected in message


def test_the_line_of_a_wrong_field_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    data = with_player(rating="high")
    path.write_bytes(data)
    line = next(number for number, text in enumerate(data.decode().splitlines(), 1) if '"high"' in text)
    assert f"bad.json: line {line}: players[3].rating: " in run("standings", path).stderr.decode()


def test_a_file_that_is_not_there_is_bad_input() -> None:
    done = run("standings", "/nonexistent/event.json")
    assert (done.returncode, done.stderr) == (2, b"slowmate: /nonexistent/event.json: no such file or directory\n")


@pytest.mark.parametrize("arguments", [["frobnicate"], ["standings"], ["standings", "x", "--format", "xml"], []])
def test_wrong_arguments_are_told_in_one_line(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"--help" in done.stderr


@pytest.mark.parametrize("command", [[], ["standings"], ["clauses"], ["serve"]])
def test_help_teaches_by_example(command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0
    assert b"examples:" in done.stdout


def test_a_closed_pipe_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m slowmate standings {EXAMPLE} --format json | head -n 1",
        shell=True,
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"{\n"
    assert done.stderr == b""


@pytest.mark.parametrize("kind", ["olympiad-final", "friendly-match"])
def test_an_event_of_teams_that_names_none_has_no_table(kind: str, tmp_path: Path) -> None:
    event = json.loads((ROOT / "examples" / "teams.json").read_text("utf-8"))
    path = tmp_path / "event.json"
    path.write_text(json.dumps(event | {"kind": kind, "teams": []}), "utf-8")
    done = run("standings", path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().count("\n") == 1
    assert f"teams: missing; {kind} is an event of teams" in done.stderr.decode()
    path.write_text(json.dumps(event | {"kind": kind}), "utf-8")
    assert run("standings", path).returncode == 0
