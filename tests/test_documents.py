"""What the documents show is true."""

import doctest
import inspect
import json
import re
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import slowmate.rulebook.dated
from slowmate.cli import main
from slowmate.events.entry.readings import Reading
from slowmate.formats import entrant_json, entrants_csv, record_json
from slowmate.records import Event, ExtraPoints, FideTerms, Pairing, Player, Team

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

ROOT = Path(__file__).parents[1]


def test_the_worked_example_for_contributors_runs() -> None:
    result = doctest.testfile(str(ROOT / "CONTRIBUTING.md"), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0


def test_the_example_of_a_dated_value_runs() -> None:
    result = doctest.testmod(slowmate.rulebook.dated)
    assert result.attempted > 2
    assert result.failed == 0


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_what_a_document_links_to_is_there(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert ((ROOT / name).parent / target).exists(), target


def test_the_tests_that_stand_against_a_threat_are_there() -> None:
    named = re.findall(r"`([a-z_/]*test_[a-z_]+\.py)`", (ROOT / "docs" / "security.md").read_text("utf-8"))
    assert len(named) > 30
    assert [name for name in named if not (ROOT / "tests" / "server" / name).exists()] == []


def test_every_unit_of_systemd_allows_the_files_that_the_manual_says() -> None:
    units = list((ROOT / "deploy").glob("*.service"))
    assert units
    assert [unit.name for unit in units if "\nLimitNOFILE=16384\n" not in unit.read_text("utf-8")] == []
    assert "16,384 open files" in (ROOT / "docs" / "operate.md").read_text("utf-8")


def test_the_operator_is_told_of_every_command_of_ours_under_manage() -> None:
    text = (ROOT / "docs" / "operate.md").read_text("utf-8")
    commands = (ROOT / "src" / "slowmate" / "server" / "management" / "commands").glob("[a-z]*.py")
    named = [f"slowmate manage {path.stem.replace('_', '-')} " for path in commands]
    assert named
    assert all(name in text for name in named)


def test_the_readme_names_no_command_that_is_not_there() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    targets = set(re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[0].split())
    assert set(re.findall(r"`?make ([a-z-]+)", text)) <= targets
    from slowmate.cli.main import COMMANDS  # noqa: PLC0415 - named where it is used

    assert set(re.findall(r"slowmate ([a-z]+)[ `]", text)) <= set(COMMANDS)


def documented(heading: str) -> list[str]:
    """The fields in the table below a heading of docs/formats.md."""
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    section = re.split(r"^#{2,4} ", text.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^\| `([a-z_0-9]+)`", section, re.MULTILINE)


@pytest.mark.parametrize(
    ("heading", "record", "not_said", "more"),
    [
        ("The event", Event, {"is_acknowledged"}, {"acknowledged"}),
        ("Players", Player, set(), set()),
        ("Teams", Team, set(), set()),
        ("Games", Pairing, {"ended"}, {"date", "adjudicated"}),
        ("Extra points", ExtraPoints, set(), set()),
        ("fide", FideTerms, {"adjudicated"}, set()),
    ],
)
def test_every_field_of_an_event_file_is_in_the_tables(
    heading: str, record: "type[DataclassInstance]", not_said: set[str], more: set[str]
) -> None:
    names = [field.name for field in fields(record)]
    wanted = {*names, *more} - not_said
    assert sorted(documented(heading)) == sorted(wanted), f"correct the table {heading!r} of docs/formats.md"


def test_every_named_reading_of_entries_is_in_the_table() -> None:
    text = (ROOT / "docs" / "events.md").read_text("utf-8")
    assert re.findall(r"^\| `([a-z-]+)` \|", text.partition("| `reading` |")[2], re.MULTILINE)[: len(Reading)] == list(
        Reading
    )


def test_every_column_of_entrants_is_in_the_table() -> None:
    assert tuple(documented("ENTRANTS.csv")) == entrants_csv.COLUMNS


@pytest.mark.parametrize(
    ("heading", "reader"),
    [("For `slowmate entry`", entrant_json.read_entrant), ("For `slowmate titles`", record_json.record_of)],
)
def test_every_field_of_a_record_is_in_its_table(heading: str, reader: Callable[..., object]) -> None:
    own = inspect.getsource(reader)
    source = inspect.getsource(sys.modules[reader.__module__])
    read = set(re.findall(r'\b(?:node\.\w+\(|\w+\(node, )"(\w+)"', own))
    lists = set(re.findall(r'\b_?list(?:ed)?\(node, "(\w+)"', source))
    assert read | lists == set(documented(heading))
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    inner = set(re.findall(r'(?:node|entry)\.\w+(?:\.get)?\("(\w+)"', source)) - {"kind"}
    assert {name for name in inner if f'"{name}"' not in text and f"`{name}`" not in text} == set()


@pytest.mark.parametrize(
    "command",
    [
        ["standings", "section.json"],
        ["standings", "teams.json"],
        ["norms", "section.json"],
        ["draw", "entrants.csv", "--section-size", "13", "--seed", "Amici"],
        ["entry", "player.json", "--event", "world-championship-semi-final", "--on", "2017-05-10"],
        ["titles", "record.json", "--on", "2020-01-01"],
        ["trf", "section.json"],
        ["standings", "section.json", "--game", "11", "12"],
        ["standings", "open.trf"],
        ["norms", "open.trf"],
        ["trf", "open.trf"],
        ["game", "mygame.pgn"],
    ],
)
def test_the_examples_that_are_shipped_run(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command[0], str(ROOT / "examples" / command[1]), *command[2:]]) == 0
    said = capsys.readouterr()
    assert said.out
    assert said.err == ""


@pytest.mark.parametrize(
    "command",
    [
        "norm section.json --player 3 --title SIM --on 2019-12-01",
        "title record.json --title IM --on 2019-12-01",
    ],
)
def test_the_certificates_that_the_documents_make_of_the_examples_can_be_made(command: str, tmp_path: Path) -> None:
    assert f"slowmate certificate {command}" in (ROOT / "docs" / "formats.md").read_text("utf-8")
    kind, name, *rest = command.split()
    path = tmp_path / "certificate.json"
    assert main(["certificate", kind, str(ROOT / "examples" / name), *rest, "-o", str(path)]) == 0
    assert json.loads(path.read_text("utf-8"))["award"] == kind


def test_the_examples_hold_no_field_that_is_not_documented() -> None:
    entry = json.loads((ROOT / "examples" / "player.json").read_text("utf-8"))
    record = json.loads((ROOT / "examples" / "record.json").read_text("utf-8"))
    assert set(entry) <= set(documented("For `slowmate entry`"))
    assert set(record) <= set(documented("For `slowmate titles`"))
    for name in ("section", "teams"):
        event = json.loads((ROOT / "examples" / f"{name}.json").read_text("utf-8"))
        assert set(event) <= set(documented("The event"))
        assert {key for player in event["players"] for key in player} <= set(documented("Players"))
        assert {key for game in event["games"] for key in game} <= set(documented("Games"))
