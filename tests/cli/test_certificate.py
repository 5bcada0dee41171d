"""`slowmate certificate` and `slowmate trf`, as people call them."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from slowmate.cli.files import write_bytes
from slowmate.cli.main import main
from slowmate.formats.event_json import read_event
from slowmate.formats.event_writing import event_as_json
from slowmate.formats.trf import read_trf, report_of, write_trf
from slowmate.records import BadInput
from tests.support.documents import memorial
from tests.support.sections import section

RATINGS = [2480, 2461, 2440, 2432, 2415, 2408, 2400, 2391, 2385, 2376, 2362, 2350, 2405]
KEY = "the federation's secret key\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    event = section(RATINGS, scores={"13": 8}, ended=date(2019, 2, 1))
    data = event_as_json(event)
    (tmp_path / "section.json").write_text(json.dumps(data), "utf-8")
    second = event_as_json(replace(event, name="Second"))
    record = {
        "id": "13",
        "name": "Player 13",
        "ratings": [{"date": "2017-01-01", "games": 90}],
        "events": [{"event": data}, {"event": second}],
    }
    (tmp_path / "record.json").write_text(json.dumps(record), "utf-8")
    (tmp_path / "one.trf").write_bytes(write_trf(report_of(memorial())))
    (tmp_path / "two.trf").write_bytes(write_trf(report_of(memorial(name="Second", start=date(2018, 9, 1)))))
    (tmp_path / "three.trf").write_bytes(write_trf(report_of(memorial(name="Third", start=date(2018, 11, 1)))))
    (tmp_path / "old.trf").write_bytes(write_trf(report_of(memorial(start=date(2016, 7, 7)))))
    (tmp_path / "key").write_text(KEY, "utf-8")
    return tmp_path


def call(folder: Path, words: str) -> int:
    """Run a command; names of files in the folder stand as {name}."""
    return main([word.replace("{", f"{folder}/").replace("}", "") for word in words.split()])


IT2 = "certificate it2 {two.trf} {one.trf} {three.trf} --player 365001 --title GM --on 2018-12-01"
NORM = "certificate norm {section.json} --player 13 --title GM --on 2019-08-17"


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (NORM, "norm.pdf"),
        ("certificate title {record.json} --title IM --on 2020-08-15", "title.pdf"),
        ("certificate it1 {one.trf} --player 1 --title GM --on 2018-07-16", "it1.pdf"),
        ("certificate it1 {one.trf} --player 365001 --title GM --on 2018-07-16", "it1.pdf"),
        (f"{IT2} --rating 2503 --reached 2018-12-01", "it2.pdf"),
        ("certificate it3 {old.trf} --on 2018-07-16 --rules fide-2017", "it3.pdf"),
        ("certificate it1 {old.trf} --player 1 --title GM --on 2018-07-16 --rules fide-2017", "it1.pdf"),
        ("certificate it3 {one.trf} --on 2018-07-16", "it3.pdf"),
        ("certificate norm {one.trf} --player 1 --title IM --on 2018-07-16", "fide.pdf"),
    ],
)
def test_each_kind_is_made_twice_the_same(folder: Path, words: str, output: str) -> None:
    made = []
    for _ in range(2):
        assert call(folder, f"{words} -o {{{output}}}") == 0
        made.append((folder / output).read_bytes())
    assert made[0] == made[1]
    assert made[0].startswith(b"%PDF")


def test_a_picture_and_the_json_by_the_ending(folder: Path) -> None:
    assert call(folder, f"{NORM} -o {{norm.png}}") == 0
    assert (folder / "norm.png").read_bytes().startswith(b"\x89PNG")
    assert call(folder, f"{NORM} -o {{norm.json}}") == 0
    assert json.loads((folder / "norm.json").read_text("utf-8"))["title_name"] == "Correspondence Chess Grandmaster"


def test_a_certificate_is_checked_with_its_key(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(folder, f"{NORM} -o {{norm.json}} --key-file {{key}}") == 0
    assert call(folder, "certificate check {norm.json} --key-file {key}") == 0
    said = json.loads((folder / "norm.json").read_text("utf-8"))
    said["player"]["name"] = "Somebody Else"
    (folder / "norm.json").write_text(json.dumps(said), "utf-8")
    assert call(folder, "certificate check {norm.json} --key-file {key}") == 1
    assert capsys.readouterr().out.splitlines() == [
        "the code belongs to this certificate",
        "the code does not belong to this certificate",
    ]
    assert call(folder, "certificate check {norm.json}") == 2


def test_a_fingerprint_needs_no_key(folder: Path) -> None:
    assert call(folder, f"{NORM} -o {{norm.json}}") == 0
    assert call(folder, "certificate check {norm.json}") == 0


def test_a_norm_that_was_not_made_is_refused_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(folder, "certificate norm {one.trf} --player 2 --title GM --on 2018-07-16 -o {no.pdf}") == 1
    assert not (folder / "no.pdf").exists()
    said = capsys.readouterr()
    assert said.err == ""
    first, *reasons = said.out.splitlines()
    assert first == "refused"
    assert any("[FIDE-TITLES-2017 1.45b]" in line for line in reasons)
    assert all(line.startswith("  • ") and len(line) < 160 for line in reasons)


@pytest.mark.clause("FIDE-TITLES-2017 1.51", "FIDE-TITLES-2017 1.53")
@pytest.mark.parametrize(
    ("words", "cited"),
    [
        ("certificate it2 {one.trf} --player 1 --title GM --on 2018-12-01", ["1.51", "1.53"]),
        (f"{IT2} --rating 2100 --reached 2018-11-01", ["1.53"]),
        (IT2, ["1.53"]),
    ],
)
def test_no_application_is_printed_for_a_title_that_is_not_earned(
    folder: Path, capsys: pytest.CaptureFixture[str], words: str, cited: list[str]
) -> None:
    assert call(folder, f"{words} -o {{no.pdf}}") == 1
    assert not (folder / "no.pdf").exists()
    reasons = capsys.readouterr().out.splitlines()[1:]
    assert [line.partition("[FIDE-TITLES-2017 ")[2].rstrip("]") for line in reasons] == cited


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (f"{NORM} -o {{x.doc}}", "--output: "),
        (f"{NORM} -o {{x.pdf}} --key-file {{section.json}}x", "section.jsonx: no such file"),
        (f"{NORM} -o {{x.pdf}} --sign A --sign B --sign C", "--sign: two signatures fit"),
        (f"{NORM} -o {{missing/x.pdf}}", "missing/x.pdf: cannot be written"),
        (f"{NORM.replace('2019-08-17', 'today')} -o {{x.pdf}}", "--on: 'today' is not a date"),
        (f"{NORM.replace('13', '99')} -o {{x.pdf}}", "--player: '99' is not the id"),
        (f"{NORM.replace('GM', 'KING')} -o {{x.pdf}}", "--title: no norm for 'KING'"),
        (
            "certificate it1 {section.json} --player 13 --title GM --on 2019-01-01 -o {x.pdf}",
            "kind: grandmaster-norm is not",
        ),
        (
            "certificate it1 {one.trf} --player 77 --title GM --on 2019-01-01 -o {x.pdf}",
            "one.trf: --player: '77' is not",
        ),
        ("certificate it1 {one.trf} --player 1 --title GM --on 2019-01-01 -o {x.json}", "--output: "),
        (
            "certificate it2 {one.trf} {one.trf} --player 1 --title GM --on 2019-01-01 -o {x.pdf}",
            "EVENT: one tournament",
        ),
        (f"{IT2} --rating 2503 -o {{x.pdf}}", "--reached: missing"),
        (f"{IT2} --rating 2503 --reached 2018-12-02 -o {{x.pdf}}", "--reached: 2018-12-02 is after the day of issue"),
        (f"{NORM.replace('2019-08-17', '2019-01-31')} -o {{x.pdf}}", "--on: 2019-01-31 is before the last game"),
        (
            "certificate it1 {one.trf} --player 1 --title GM --on 2010-01-01 -o {x.pdf}",
            "--on: 2010-01-01 is before the last game it rests on, of 2018-07-15",
        ),
        ("certificate it3 {one.trf} --on 2018-07-14 -o {x.pdf}", "--on: 2018-07-14 is before the last round"),
        ("certificate title {record.json} --title CHAMPION --on 2020-01-01 -o {x.pdf}", "--title: 'CHAMPION' is not"),
        ("certificate title {record.json} --on 2020-01-01 -o {x.pdf}", "--title: missing"),
        ("certificate title {one.trf} --on 2020-01-01 -o {x.pdf}", "line 1: not JSON"),
        ("certificate check {record.json}", "record.json: line 1: code: missing"),
        (
            "certificate it3 {old.trf} --on 2020-01-01 -o {x.pdf}",
            "old.trf: start: no edition we hold governs 2016-07-07",
        ),
        ("trf {key}", "key: line 1: neither JSON"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    folder: Path, capsys: pytest.CaptureFixture[str], words: str, why: str
) -> None:
    assert call(folder, words) == 2
    error = capsys.readouterr().err
    assert error.startswith("slowmate: ")
    assert error.count("\n") == 1
    assert why in error
    assert not (folder / "x.pdf").exists()


def test_a_key_has_sixteen_bytes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "key").write_text("short\n", "utf-8")
    assert call(folder, f"{NORM} -o {{x.pdf}} --key-file {{key}}") == 2
    assert "this one has 5" in capsys.readouterr().err


def test_a_title_may_be_given_by_itself(folder: Path) -> None:
    title = {"player": {"name": "Nováková, Eva", "sex": "f"}, "title": "CCE", "earned": "2018-01-01"}
    (folder / "title.json").write_text(json.dumps(title), "utf-8")
    words = "certificate title {title.json} --ladies-name --on 2018-08-01 -o {out.json}"
    assert call(folder, words) == 0
    said = json.loads((folder / "out.json").read_text("utf-8"))
    name = "Correspondence Chess Ladies International Master"
    assert (said["title"], said["printed_title"], said["title_name"]) == ("CCE", "LIM", name)


@pytest.mark.clause("ICCF-TR-2017 10.5/end")
@pytest.mark.parametrize(
    ("change", "options", "status", "why"),
    [
        ({"title": "LGM", "earned": "2024-01-01"}, "", 2, "title: LGM is a name of CCM on paper"),
        ({"title": "WGM"}, "", 2, "title: 'WGM' is not a title of the ICCF"),
        ({"title": "CCM", "earned": "2021-01-02"}, "--ladies-name", 1, "[ICCF-TR-2017 10.5/end]"),
        ({"title": "CCM", "player": {"name": "N", "sex": "m"}}, "--ladies-name", 1, "[ICCF-TR-2017 10.5/option]"),
        ({"title": "GM"}, "--ladies-name", 1, "GM, earned on 1 January 2018, has no ladies' name"),
        (
            {"events": [{"name": "E", "start": "2017-01-01", "end": "2016-12-31"}]},
            "",
            2,
            "events[0].end: 2016-12-31 is before the start, 2017-01-01",
        ),
        (
            {"events": [{"name": "E", "start": "2018-01-02"}]},
            "",
            2,
            "events[0].start: 2018-01-02 is after the title was earned, on 2018-01-01",
        ),
    ],
)
def test_no_paper_for_a_title_that_does_not_exist_or_cannot_have_been_earned(
    folder: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object], options: str, status: int, why: str
) -> None:
    title = {"player": {"name": "Nováková, Eva", "sex": "f"}, "title": "CCE", "earned": "2018-01-01"} | change
    (folder / "title.json").write_text(json.dumps(title), "utf-8")
    assert call(folder, f"certificate title {{title.json}} {options} --on 2024-08-01 -o {{out.pdf}}") == status
    said = capsys.readouterr()
    assert why in said.out + said.err
    assert not (folder / "out.pdf").exists()


def test_a_certificate_before_the_title_is_refused(folder: Path) -> None:
    title = {"player": {"name": "N"}, "title": "CCE", "earned": "2018-01-01"}
    (folder / "title.json").write_text(json.dumps(title), "utf-8")
    assert call(folder, "certificate title {title.json} --on 2017-12-31 -o {out.pdf}") == 1
    (folder / "title.json").write_text(json.dumps(title | {"earned": "1999-01-01"}), "utf-8")
    assert call(folder, "certificate title {title.json} --on 2017-12-31 -o {out.pdf}") == 2


# -- trf --------------------------------------------------------------------------------------------------------------


def test_a_report_becomes_json_and_json_a_report(folder: Path) -> None:
    assert call(folder, "trf {one.trf} -o {one.json}") == 0
    event = read_event((folder / "one.json").read_bytes())
    told = read_trf((folder / "one.trf").read_bytes(), file="x")
    assert told == event
    assert call(folder, "trf {one.json} --format trf -o {again.trf}") == 0
    assert (folder / "again.trf").read_bytes() == (folder / "one.trf").read_bytes()


def test_a_report_is_cleaned_and_loses_no_line(folder: Path) -> None:
    messy = (folder / "one.trf").read_bytes().replace(b"\r\n", b"   \r") + b"XXZ 4 5\r### end"
    (folder / "messy.trf").write_bytes(messy)
    assert call(folder, "trf {messy.trf} --format trf -o {clean.trf}") == 0
    assert (folder / "clean.trf").read_bytes() == (folder / "one.trf").read_bytes() + b"XXZ 4 5\r\n### end\r\n"


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(BadInput, match="cannot be written"):
        write_bytes(str(tmp_path / "taken"), b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_what_is_written_replaces_what_was_there(tmp_path: Path) -> None:
    for text in (b"first", b"second"):
        write_bytes(str(tmp_path / "file"), text)
    assert (tmp_path / "file").read_bytes() == b"second"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
