"""`slowmate titles` on a player's record."""

import json
from pathlib import Path
from typing import Any

import pytest

from slowmate.cli import main

from .norm_files import FIELD, OLD, answer, event, everything, record, run, wins


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "event.json"


@pytest.mark.parametrize("name", ["World Cup [a] 2018", "Open [/] of [bold]", "[/x] :smile: [link=x]"])
def test_names_with_brackets_are_printed_as_they_are(file: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    data = event(FIELD, name=name, games=wins("1", list(range(2, 14))))
    data["players"][0]["name"] = f"Player {name}"
    for options in ((), ("--explain",)):
        assert run(file, data, *options) == 0
        shown = capsys.readouterr().out
        assert shown.splitlines()[0] == name
        assert f"Player {name}" in shown
    data["end"] = "2018-12-31"
    assert run(file, record(name=name, events=[{"event": data}]), "--on", "2019-01-01", command="titles") == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{name}, on 1 January 2019")
    assert f"by norms in Before, {name}" in shown


def test_a_record_becomes_norms_titles_and_what_is_missing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(file, record(), capsys, "--on", "2019-01-01", "--explain", command="titles")
    assert [one["title"] for one in found["titles"]] == ["CCE", "CCM", "IM"]
    title = found["titles"][-1]
    assert (title["title"], title["date"], title["route"]) == ("IM", "2018-12-01", "norms")
    assert title["events"] == ["Before", "Section A"]
    assert [norm["title"] for norm in found["norms"]] == ["IM", "GM", "SIM", "IM", "CCM", "CCE"]
    assert [lacks["title"] for lacks in found["missing"]] == ["SIM", "GM"]
    assert found["missing"][0]["words"] == "For SIM: one more SIM norm (5 games are missing)."
    assert {ground["clause"] for ground in title["grounds"]} >= {"ICCF-TR-2017 10.4(d)"}


@pytest.mark.clause("ICCF-TR-2017 10.8(d)", "ICCF-TR-2017 10.8(b)", "ICCF-TR-2016 10.10(b)")
def test_a_title_counts_for_opponents_in_events_after_its_confirmation(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def counts(start: str, **more: object) -> dict[str, bool]:
        options = ("--on", "2019-01-01", "--counts-in", start)
        found = answer(file, record(**more), capsys, *options, command="titles")
        return {one["title"]: one["holds"] for one in found["counts"]}

    assert counts("2018-12-01") == {"CCE": False, "CCM": False, "IM": False}
    assert counts("2018-12-02") == {"CCE": True, "CCM": True, "IM": True}
    held = {"titles": [{"title": "GM", "date": "2018-12-05"}]}
    assert counts("2018-12-05", **held)["GM"] is False
    assert counts("2018-12-06", **held)["GM"] is True
    assert run(file, record(), "--on", "2019-01-01", "--counts-in", "2018-12-02", command="titles") == 0
    assert "✓ IM: A title of 1 December 2018 counts for opponents" in capsys.readouterr().out


@pytest.mark.clause("ICCF-TR-2017 10.8(e)", "ICCF-TR-2017 10.8(b)")
def test_a_direct_title_is_valid_from_the_commissioners_confirmation(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [game | {"date": "2018-12-01"} for game in everything(13, "1-0")]
    final = event([2550] * 13, kind="world-championship-final", cycle=30, games=games)

    def valid(**more: object) -> dict[str, Any]:
        found = answer(
            file, record(norms=[], events=[{"event": final}], **more), capsys, "--on", "2019-06-01", command="titles"
        )
        return {one["title"]: one["valid_from"] for one in found["titles"] if one["route"] == "direct"}

    assert valid() == {"GM": None, "WCCC 30": None}
    confirmed = [{"title": "GM", "date": "2019-01-15"}, {"title": "WCCC 30", "date": "2018-11-30"}]
    assert valid(confirmations=confirmed) == {"GM": "2019-01-15", "WCCC 30": None}
    data = record(norms=[], events=[{"event": final}], confirmations=confirmed)
    file.write_text(json.dumps(data), "utf-8")
    made = file.with_name("gm.json")
    words = ["certificate", "title", str(file), "--title", "GM", "-o", str(made), "--on"]
    assert main([*words, "2019-01-14"]) == 1
    assert main([*words, "2019-01-15"]) == 0
    assert json.loads(made.read_text("utf-8"))["valid_from"] == "2019-01-15"


def test_a_record_is_printed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, record(), "--on", "2019-01-01", "--explain", command="titles") == 0
    shown = capsys.readouterr().out
    assert "IM on 01 December 2018, by norms in Before, Section A" in shown
    assert "For GM: one more GM norm (" in shown
    assert run(file, record(), "--on", "2018-06-01", command="titles") == 0
    assert "Section A: 0 points, 12 running: GM with 8 more" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        ({"norms": [{"title": "FM"}]}, (), "norms[0].title: 'FM' is not one of GM, SIM, IM"),
        (
            {"norms": [OLD, OLD]},
            (),
            "norms[1].event: Before of 2016-02-01 makes one norm for IM, and it is listed already",
        ),
        ({"norms": [OLD, {**OLD, "event": " BEFORE "}]}, (), "norms[1].event: BEFORE of 2016-02-01 makes one norm"),
        ({"norms": [{**OLD, "event": "Section A", "start": "2018-03-01", "date": "2018-12-01"}]}, (), "in events too"),
        ({"norms": [{**OLD, "date": "2016-01-31"}]}, (), "norms[0].date: 2016-01-31 is before the start of the event"),
        ({"events": [{"event": event([2400] * 9)}] * 2}, (), "events[1].event: Section A of 2018-03-01 stands in the"),
        ({"events": [{"event": event([2400] * 9, end="2018-02-28")}]}, (), "events[0].event.end: 2018-02-28 is before"),
        ({"events": [{"player": "99", "event": event([2400] * 9)}]}, (), "events[0].player: '99' is not the id"),
        ({"events": [{"event": event([2400] * 9, kind="fide-swiss")}]}, (), "events[0].event.kind: fide-swiss"),
        (
            {"events": [{"event": event([2400] * 9, games=wins("1", [2]))}]},
            (),
            "events[0].event.games[0].date: missing; a finished game of the record needs its day",
        ),
        ({"events": [{"event": event([2400] * 9, start="2014-01-01")}]}, (), "no edition we hold governs 2014-01-01"),
        ({}, ("--on", "tomorrow"), "--on: 'tomorrow' is not a date"),
        ({"id": None}, (), "id: expected text, not null"),
    ],
)
def test_a_bad_record_is_one_line_and_status_2(
    file: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object], options: tuple[str, ...], message: str
) -> None:
    assert run(file, record(**change), *options, command="titles") == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert message in captured.err


@pytest.mark.parametrize("command", ["norms", "titles"])
@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_file_is_called_empty(file: Path, capsys: pytest.CaptureFixture[str], command: str, text: str) -> None:
    assert run(file, text, command=command) == 2
    assert "the file is empty" in capsys.readouterr().err
