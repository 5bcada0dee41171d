"""`slowmate entry`: the ruling, every route, and what is wrong with a record."""

import json
from pathlib import Path

import pytest

from tests.cli.test_standings import ROOT, run

PLAYER = ROOT / "examples" / "player.json"
ASK = ("--on", "2017-05-10", "--start", "2017-09-20")


def test_the_answer_names_the_route_and_the_right_it_uses_up() -> None:
    done = run("entry", PLAYER, "--event", "world-championship-semi-final", *ASK, "--format", "json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert (answer["allowed"], answer["route"]) == (True, "ICCF-TR-2016 1.2.1(d)")
    assert answer["consumes"] == [
        {"event": "WCCC Preliminary 12", "clause": "ICCF-TR-2016 1.2.1(d)", "expires": "2020-02-01"}
    ]
    assert {tried["clause"] for tried in answer["tried"] if not tried["holds"]} >= {"ICCF-TR-2017 1.2.1(j)"}


def test_a_no_has_status_1_and_tells_every_route() -> None:
    done = run("entry", PLAYER, "--event", "world-championship-candidates", *ASK)
    assert done.returncode == 1
    assert "May not enter World Championship Candidates' Tournament." in done.stdout.decode()
    assert "[ICCF-TR-2017 1.3.1(h)]" in done.stdout.decode()


def test_people_read_it_as_sentences() -> None:
    out = run("entry", PLAYER, "--event", "grandmaster-norm", *ASK, "--fee", 20).stdout.decode()
    assert out.startswith("May enter Grandmaster Norm Tournament, by ICCF-TR-2017 4.4(1).")
    assert "still waits for: payment" in out


def test_results_are_read_off_whole_events_too(tmp_path: Path) -> None:
    event = json.loads((ROOT / "examples" / "section.json").read_text("utf-8"))
    event |= {"kind": "world-championship-preliminary", "end": "2020-01-01"}
    event["games"] = [game | {"result": game.get("result", "1/2-1/2")} for game in event["games"]]
    path = tmp_path / "record.json"
    path.write_text(json.dumps({"id": "3", "events": [{"event": event}]}), "utf-8")
    asked = ("--event", "world-championship-semi-final", "--on", "2020-05-01", "--format", "json")
    answer = json.loads(run("entry", path, *asked).stdout)
    assert (answer["allowed"], answer["route"]) == (True, "ICCF-TR-2017 1.2.1(d)")


BAD = {
    "no id": ({}, "id: missing"),
    "rating": (
        {"id": 1, "ratings": [{"date": "2017-04-01", "rating": -5, "games": 3}]},
        "ratings[0].rating: -5 is outside",
    ),
    "points": (
        {
            "id": 1,
            "results": [
                {"event": "x", "kind": "open-class", "start": "2017-05-01", "games": 6, "points": 7, "place": 1}
            ],
        },
        "results[0].points: expected points from 0 to 6 in halves, not 7",
    ),
    "kind": ({"id": 1, "uses": [{"kind": "blitz", "start": "2017-01-01"}]}, "uses[0].kind: 'blitz' is not a kind"),
    "date": ({"id": 1, "bars": [{"since": "soon", "clause": "x"}]}, "bars[0].since: 'soon' is not a date"),
    "cycle": ({"id": 1, "champion_of": ["first"]}, "champion_of: expected whole numbers, found 'first'"),
    "old event": (
        {
            "id": 1,
            "results": [
                {
                    "event": "x",
                    "kind": "open-class",
                    "start": "2015-05-01",
                    "end": "2016-05-01",
                    "games": 6,
                    "points": 5,
                    "place": 1,
                }
            ],
        },
        "no edition we hold governs 2015-05-01",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_record_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    record, expected = BAD[name]
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), "utf-8")
    done = run("entry", path, "--event", "master-class", *ASK)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert expected in done.stderr.decode()


def test_bad_options_are_named() -> None:
    assert b"--event: 'blitz' is not a kind" in run("entry", PLAYER, "--event", "blitz", *ASK).stderr
    assert b"--on: 'today' is not a date" in run("entry", PLAYER, "--event", "open-class", "--on", "today").stderr
