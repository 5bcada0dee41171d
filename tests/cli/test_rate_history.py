"""`slowmate rate --periods`: list after list over an archive, by the rules of each day or all by one."""

import csv
import errno
from pathlib import Path

import pytest

from slowmate.cli import main

PLAYERS = "id,name,rating,games,points,opponents_sum\n1,Ann,2200,50,,\n2,Bob,2300,100,,\n3,Cy,,,,\n"
GAMES = """white,black,result,date
1,2,1-0,2016-10-01
1,2,1-0,2017-01-15
2,3,1/2-1/2,2023-04-01
3,1,1-0,2023-07-01
1,2,0-1,2023-10-01
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "p.csv").write_text(PLAYERS, encoding="utf-8")
    (tmp_path / "g.csv").write_text(GAMES, encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str) -> int:
    return main(["rate", "--players", str(folder / "p.csv"), "--games", str(folder / "g.csv"), *arguments])


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text("utf-8").splitlines()))


@pytest.mark.clause("ICCF-TR-2017 App1.19", "ICCF-RATING-2023 7")
def test_the_system_changes_where_the_editions_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--periods", "2016/4..2024/1", "--out", str(folder / "lists")) == 0
    shown = [line.split()[:2] for line in capsys.readouterr().out.splitlines()]
    editions = {period: edition for period, edition in shown if "/" in period}
    assert editions["2017/1"] == "ICCF-TR-2016"
    assert editions["2017/2"] == editions["2023/3"] == "ICCF-TR-2017"
    assert editions["2023/4"] == editions["2024/1"] == "ICCF-RATING-2023"
    names = sorted(path.name for path in (folder / "lists").iterdir())
    assert (len(names), names[0], names[-1]) == (30, "2016-4.csv", "2024-1.csv")


def test_each_list_is_what_a_single_period_would_give(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--periods", "2023/3..2024/1", "--out", str(folder / "lists")) == 0
    capsys.readouterr()
    players = folder / "p.csv"
    for period, rules in (("2023/3", "iccf-2017"), ("2023/4", "iccf-2023"), ("2024/1", "iccf-2023")):
        options = ["--rules", rules, "--period", period, "--format", "csv"]
        assert main(["rate", "--players", str(players), "--games", str(folder / "g.csv"), *options]) == 0
        printed = capsys.readouterr().out
        assert (folder / "lists" / f"{period.replace('/', '-')}.csv").read_text("utf-8") == printed
        players = folder / "last.csv"
        players.write_text(printed, encoding="utf-8")


@pytest.mark.clause("ICCF-RATING-2023 7", "ICCF-RATING-2023 2.1(b)/<=120")
def test_players_of_2017_come_to_2023_with_a_first_deviation(folder: Path) -> None:
    run(folder, "--periods", "2023/3..2023/4", "--out", str(folder / "lists"))
    before, after = rows(folder / "lists" / "2023-3.csv"), rows(folder / "lists" / "2023-4.csv")
    assert [line["rd"] for line in before] == ["", "", ""]
    assert [line["old_rd"] for line in after] == ["86", "60", "150"]
    assert after[1]["rd"] == "65"


def test_what_if_one_system_had_ruled_all_along(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--periods", "2016/4..2017/2", "--rules", "iccf-2023", "--out", str(folder / "lists")) == 0
    assert capsys.readouterr().out.count("ICCF-RATING-2023") == 3
    assert rows(folder / "lists" / "2017-2.csv")[1]["rd"]


def test_lists_are_added_to_a_folder_that_is_there(folder: Path) -> None:
    (folder / "lists").mkdir()
    (folder / "lists" / "kept.txt").write_text("x", encoding="utf-8")
    assert run(folder, "--periods", "2017/1..2017/2", "--format", "json", "--out", str(folder / "lists")) == 0
    assert sorted(path.name for path in (folder / "lists").iterdir()) == ["2017-1.json", "2017-2.json", "kept.txt"]
    assert sorted(path.name for path in folder.iterdir()) == ["g.csv", "lists", "p.csv"]


def test_without_rules_for_a_list_nothing_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--periods", "2015/4..2016/2", "--out", str(folder / "lists")) == 2
    assert "--periods: no edition we hold governs 2015-10-01" in capsys.readouterr().err
    assert sorted(path.name for path in folder.iterdir()) == ["g.csv", "p.csv"]


def test_a_game_without_a_day_stops_the_history_before_a_list_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "g.csv").write_text(GAMES + "1,2,1-0,\n", encoding="utf-8")
    assert run(folder, "--periods", "2017/1..2017/2", "--out", str(folder / "lists")) == 2
    assert (
        capsys.readouterr().err.strip().endswith("g.csv: line 7: date: empty; --period needs the day the game finished")
    )
    assert sorted(path.name for path in folder.iterdir()) == ["g.csv", "p.csv"]


def test_lists_need_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "--periods", "2017/1..2017/2") == 2
    assert run(folder, "--periods", "2017/1..2017/2", "--out", str(folder / "p.csv")) == 2
    errors = capsys.readouterr().err.splitlines()
    assert errors[0] == "slowmate: --out: missing; the folder to write the lists to"
    assert errors[1].endswith("p.csv: not a folder")


def test_a_full_disk_is_one_line_and_leaves_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert run(folder, "--periods", "2017/1..2017/2", "--out", str(folder / "lists")) == 2
    assert capsys.readouterr().err.strip().endswith("lists: cannot be written: no space left on device")
    assert sorted(path.name for path in folder.iterdir()) == ["g.csv", "p.csv"]


@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("engine", ["numpy", "duckdb"])
def test_games_from_before_the_first_edition_are_left_out_and_counted(
    folder: Path, capsys: pytest.CaptureFixture[str], engine: str
) -> None:
    (folder / "g.csv").write_text(GAMES + "1,2,1-0,2015-01-05\n2,1,1-0,1998-07-01\n", encoding="utf-8")
    assert run(folder, "--periods", "2016/1..2016/2", "--out", str(folder / "lists"), "--engine", engine) == 0
    assert "7 finished before 2015-09-01 or after 2016-02-29" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore:fetch_arrow:DeprecationWarning", "ignore:fetch_record:DeprecationWarning")
@pytest.mark.parametrize("engine", ["numpy", "duckdb"])
def test_games_of_the_unrated_whose_score_nobody_knows_stay_unknown(folder: Path, engine: str) -> None:
    (folder / "p.csv").write_text("id,rating,games\n1,,121\n2,2200,50\n3,,40\n", encoding="utf-8")
    (folder / "g.csv").write_text("white,black,result,date\n2,3,1/2-1/2,2015-10-01\n2,3,1-0,2016-01-05\n", "utf-8")
    assert run(folder, "--periods", "2016/1..2017/3", "--out", str(folder / "lists"), "--engine", engine) == 0
    for name in ("2016-1.csv", "2017-3.csv"):
        quiet, _, playing = rows(folder / "lists" / name)
        assert (quiet["games"], quiet["points"], quiet["opponents_sum"]) == ("121", "", "")
        assert (playing["points"], playing["opponents_sum"]) == ("", "")
    assert playing["rating"]
