"""`slowmate draw`: the same seed, the same sections; what is wrong is named."""

import hashlib
import json
from pathlib import Path

import pytest

from slowmate.formats.event_json import read_event
from slowmate.formats.event_writing import event_text
from slowmate.records import KINDS
from tests.cli.commands import run
from tests.support.crosstables import crosstable, team_event

HEADER = "id,name,federation,title,rating\n"
FIELD = HEADER + "".join(
    f'{n},"Last, First {n}",{["GER", "CZE", "POL"][n % 3]},,{2000 + 7 * n}\n' for n in range(1, 27)
)


@pytest.fixture
def entrants(tmp_path: Path) -> Path:
    path = tmp_path / "entrants.csv"
    path.write_text(FIELD, "utf-8")
    return path


def test_a_draw_tells_sections_colours_and_how_even_they_are(entrants: Path) -> None:
    answer = json.loads(run("draw", entrants, "--section-size", 13, "--seed", "s", "--format", "json").stdout)
    assert [len(section["players"]) for section in answer["sections"]] == [13, 13]
    assert [len(section["games"]) for section in answer["sections"]] == [78, 78]
    assert answer["gap"] == pytest.approx(answer["spread"] - answer["bound"])
    assert answer["gap"] < 1
    assert {ground["clause"] for ground in answer["grounds"]} >= {"ICCF-TR-2017 1.0.5/4", "ICCF-TR-2017 0.3/2"}
    for section in answer["sections"]:
        whites = [white for white, _ in section["games"]]
        assert all(whites.count(player) == 6 for player in section["players"])


def test_the_same_seed_draws_the_same_and_another_does_not(entrants: Path) -> None:
    def drawn(seed: str) -> bytes:
        return run("draw", entrants, "--section-size", 13, "--seed", seed, "--format", "json").stdout

    assert drawn("s") == drawn("s")
    assert drawn("s") != drawn("t")


def test_the_table_is_for_people(entrants: Path) -> None:
    out = run("draw", entrants, "--section-size", 13, "--seed", "Amici").stdout.decode()
    assert "Section 2, average" in out
    assert 'Seed "Amici".' in out
    assert "26 entrants in sections of 13, 13." in out


def test_sections_are_written_as_events_that_other_commands_read(entrants: Path, tmp_path: Path) -> None:
    out = tmp_path / "sections"
    done = run("draw", entrants, "--section-size", 13, "--seed", "s", "--start", "2018-01-01", "--out", out)
    assert done.returncode == 0
    assert sorted(path.name for path in out.iterdir()) == ["section-1.json", "section-2.json"]
    table = json.loads(run("standings", out / "section-1.json", "--format", "json").stdout)
    assert len(table["standings"]) == 13


BAD = {
    "no id column": ("name\nx\n", "line 1: no column 'id' in the header"),
    "empty file": ("", "line 1: no column 'id' in the header"),
    "used twice": (HEADER + "1,a,,,2000\n2,b,,,2000\n1,c,,,2000\n", "line 4: id: '1' is used twice, first on line 2"),
    "no id": (HEADER + ",a,,,2000\n", "line 2: id: empty"),
    "short line": (HEADER + "1,a\n", "line 2: 2 fields where the header has 5"),
    "rating": (HEADER + "1,a,,,high\n", "line 2: rating: 'high' is not a whole number"),
    "rating of 1e9": (HEADER + "1,a,,,1000000000\n", "line 2: rating: 1000000000 is outside 1 to 4000"),
    "open quote": (HEADER + '1,"a,,,2000\n', "not CSV: unexpected end of data"),
    "one entrant": (HEADER + "1,a,,,2000\n", "1 entrants are too few"),
    "not text": ("id\n\udcff\n", "line 2: not UTF-8"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_entrants_are_refused_in_one_line(name: str, tmp_path: Path) -> None:
    text, expected = BAD[name]
    path = tmp_path / "bad.csv"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    done = run("draw", path, "--section-size", 13, "--seed", "s", "--out", tmp_path / "out")
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert expected in done.stderr.decode()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--section-size", "13", "--sizes", "13,15,17", "--seed", "s"], b""),
        (["--section-size", "13", "--sizes", "x", "--seed", "s"], b"--sizes: 'x' is not a list"),
        (["--section-size", "11", "--sizes", "11,12", "--seed", "s"], b"26 entrants cannot be divided"),
        (["--section-size", "1", "--seed", "s"], b"cannot be divided into sections of 1"),
        (["--section-size", "13", "--seed", "s", "--kind", "blitz"], b"--kind: 'blitz' is not a kind of event"),
        (["--section-size", "13", "--seed", "s", "--start", "tomorrow"], b"--start: 'tomorrow' is not a date"),
        (["--section-size", "13", "--seed", "s", "--out", "/proc/nothing/here"], b"here: cannot be written: no such"),
    ],
)
def test_bad_options_are_named(entrants: Path, arguments: list[str], expected: bytes) -> None:
    done = run("draw", entrants, *arguments)
    assert done.returncode == (2 if expected else 0)
    assert expected in done.stderr


def test_an_event_is_written_as_it_is_read() -> None:
    for event in (crosstable({"A": "-1.", "B": "0-=", "C": ".=-"}), team_event({("A", "B"): "1=0."})):
        assert read_event(event_text(event).encode()) == event


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            ["--section-size", "13", "--sizes", "13,15,17"],
            "5 entrants cannot be divided into sections of 13, 15, 17",
        ),
        (["--section-size", "13", "--sizes", "13,-1"], "sections of -1, 13: a section has two players or more"),
        (["--section-size", "13", "--sizes", "0"], "sections of 0, 13: a section has two players or more"),
        (["--section-size", "13", "--sizes", "99999999999"], "is the most a section can have"),
        (["--section-size", "99999999999"], "5 entrants cannot be divided into sections of 99999999999"),
        (["--section-size", "5", "--start", "1990-01-01"], "--start: no edition we hold governs 1990-01-01"),
        (["--section-size", "5", "--kind", "grandmaster-norm"], "a section of 5 is not allowed"),
        (["--section-size", "5", "--kind", "open-clas"], "did you mean open-class?"),
    ],
)
def test_sizes_and_days_that_cannot_be(tmp_path: Path, arguments: list[str], expected: str) -> None:
    path = tmp_path / "five.csv"
    path.write_text(HEADER + "".join(f"{n},P{n},,,2000\n" for n in range(5)), "utf-8")
    done = run("draw", path, "--seed", "s", "--out", tmp_path / "out", *arguments)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert expected in done.stderr.decode()
    assert not (tmp_path / "out").exists()


@pytest.mark.clause("ICCF-TR-2017 2.2/2", "ICCF-TR-2017 1.1.3/2")
def test_the_sizes_of_a_kind_are_obeyed(entrants: Path) -> None:
    done = run("draw", entrants, "--section-size", 13, "--seed", "s", "--kind", "open-class")
    assert done.returncode == 2
    assert b"[ICCF-TR-2017 2.2/2]" in done.stderr
    done = run("draw", entrants, "--section-size", 13, "--seed", "s", "--kind", "world-championship-preliminary")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_published_draw_is_verified_and_a_changed_one_is_not(entrants: Path, tmp_path: Path) -> None:
    file = tmp_path / "draw.json"
    done = run("draw", entrants, "--section-size", 13, "--seed", "s", "--format", "json", "--publish", file)
    told = json.loads(file.read_text("utf-8"))
    assert told["commitment"] == hashlib.sha256(b"s").hexdigest()
    assert told["sections"] == [section["players"] for section in json.loads(done.stdout)["sections"]]
    assert told["pairings"][0].keys() == {"section", "white", "black"}
    verified = run("draw", "--verify", file)
    assert (verified.returncode, verified.stdout[:4]) == (0, b"yes:")
    first, second, *rest = told["sections"][0]
    told["sections"][0] = [second, first, *rest]
    file.write_text(json.dumps(told), "utf-8")
    changed = run("draw", "--verify", file)
    assert changed.returncode == 1
    assert changed.stdout.decode() == f"no: section 1, number 1: {second}, but {first} was drawn\n"
    assert changed.stderr == b""


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seed": "chosen later"}, "no: the commitment "),
        ({"seed": None, "sections": [], "pairings": []}, "no: the seed is not published yet"),
        ({"pairings": []}, "no: section 1, a game: none, but drawn was "),
    ],
)
def test_the_first_difference_is_told(entrants: Path, tmp_path: Path, change: dict[str, object], why: str) -> None:
    file = tmp_path / "draw.json"
    run("draw", entrants, "--section-size", 13, "--seed", "s", "--publish", file)
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | change), "utf-8")
    answer = run("draw", "--verify", file)
    assert answer.returncode == 1
    assert answer.stdout.decode().startswith(why)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--verify", "missing.json"),
        ("--verify", "entrants.csv"),
        ("--section-size", "13", "--seed", "s"),
        ("entrants.csv", "--seed", "s"),
        ("entrants.csv", "--section-size", "13"),
    ],
)
def test_what_is_missing_or_no_draw_is_one_line_and_status_2(entrants: Path, arguments: tuple[str, ...]) -> None:
    given = [str(entrants) if one == "entrants.csv" else one for one in arguments]
    answer = run("draw", *given)
    assert answer.returncode == 2
    assert len(answer.stderr.decode().splitlines()) == 1


def test_a_published_draw_of_a_day_without_rules_is_refused(entrants: Path, tmp_path: Path) -> None:
    file = tmp_path / "draw.json"
    run("draw", entrants, "--section-size", 13, "--seed", "s", "--publish", file)
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | {"start": "1990-01-01"}), "utf-8")
    answer = run("draw", "--verify", file)
    assert answer.returncode == 2
    assert b"start: no edition we hold governs 1990-01-01" in answer.stderr


@pytest.mark.clause("ICCF-TR-2016 1.0.5/4", "ICCF-TR-2017 1.0.5/4")
@pytest.mark.parametrize(("start", "edition"), [("2017-03-31", "ICCF-TR-2016"), ("2017-04-01", "ICCF-TR-2017")])
def test_a_draw_cites_the_edition_of_its_start(entrants: Path, start: str, edition: str) -> None:
    done = run("draw", entrants, "--section-size", 13, "--seed", "s", "--start", start, "--format", "json")
    assert {ground["clause"].split()[0] for ground in json.loads(done.stdout)["grounds"]} == {edition}


@pytest.mark.parametrize("kind", sorted(kind.slug for kind in KINDS.values() if kind.teams))
def test_players_are_not_divided_into_an_event_of_teams(kind: str, tmp_path: Path) -> None:
    entrants = tmp_path / "entrants.csv"
    entrants.write_text("id,name\n1,A\n2,B\n3,C\n", "utf-8")
    done = run("draw", entrants, "--kind", kind, "--section-size", 3, "--seed", "s", "--out", tmp_path / "out")
    assert (done.returncode, done.stdout) == (2, b"")
    assert (
        done.stderr.decode() == f"slowmate: --kind: {kind} is an event of teams; entrants who are players make none\n"
    )
    assert not (tmp_path / "out").exists()
