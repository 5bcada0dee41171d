"""`slowmate trf`: a report as JSON and back, also where nobody knows when the tournament was."""

import json
from pathlib import Path

import pytest

from slowmate.cli.main import main
from tests.formats.peculiar_trf import pair, report


@pytest.fixture
def undated(tmp_path: Path) -> Path:
    path = tmp_path / "undated.trf"
    path.write_bytes(report(pair(), headers=()).data)
    return path


def test_a_report_without_a_date_becomes_json_that_says_so(undated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trf", str(undated)]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["start"] is None
    assert f"{undated}: the file does not say when the event started; --start DATE does" in told.err


def test_that_json_has_a_table_and_goes_back_into_a_report(undated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = undated.with_suffix(".json")
    assert main(["trf", str(undated), "-o", str(written)]) == 0
    assert main(["standings", str(written), "--format", "json"]) == 0
    assert main(["trf", str(written), "-o", str(undated.with_name("again.trf"))]) == 0
    told = capsys.readouterr()
    assert '"points": 1' in told.out
    assert "0001" not in told.out + told.err + undated.with_name("again.trf").read_text()
    assert "042" not in undated.with_name("again.trf").read_text()


def test_a_start_that_is_given_is_the_start(undated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trf", str(undated), "--start", "2019-05-04"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["start"] == "2019-05-04"
    assert told.err == ""


def test_norms_and_events_of_correspondence_need_the_day(undated: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = undated.with_suffix(".json")
    main(["trf", str(undated), "-o", str(written)])
    capsys.readouterr()
    assert main(["norms", str(written)]) == 2
    assert "start: expected a date such as 2018-03-01, not null" in capsys.readouterr().err
    ours = written.read_text().replace('"fide-swiss"', '"open-class"')
    written.write_text(ours)
    for command in ("trf", "standings"):
        assert main([command, str(written)]) == 2
        assert "start: expected a date" in capsys.readouterr().err
