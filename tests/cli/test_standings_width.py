"""The table of an event on any width: rank, name and points stay, and what is left out is said."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from tests.cli.commands import EXAMPLE, run
from tests.formats.peculiar_trf import FILES, game, report, row


def on_a_terminal(width: int, *arguments: object) -> list[str]:
    """What a terminal of this width shows, without styles."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    command = [sys.executable, "-m", "slowmate", *map(str, arguments)]
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    with subprocess.Popen(
        command, stdout=follower, stderr=follower, stdin=subprocess.DEVNULL, env=environment | {"TERM": "xterm"}
    ) as process:
        os.close(follower)
        shown = b""
        try:
            while piece := os.read(leader, 65536):
                shown += piece
        except OSError:  # the other end is closed
            pass
        process.wait(60)
    os.close(leader)
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode()).replace("\r\n", "\n").split("\n")


def swiss(players: int, rounds: int) -> bytes:
    """A Swiss in which neighbours meet, a different neighbour each round, White always winning."""
    opponents: dict[int, list[str]] = {number: [] for number in range(1, players + 1)}
    for turn in range(1, rounds + 1):
        free = list(opponents)
        while len(free) > 1:
            one, other = free.pop(0), free.pop(min(turn - 1, len(free) - 1))
            opponents[one].append(game(other, "w 1"))
            opponents[other].append(game(one, "b 0"))
        for alone in free:
            opponents[alone].append("0000 - U")
    rows = [
        row(number, f"{sum(one.endswith(('1', 'U')) for one in told)}.0", *told, name=f"Longsurname{number}, Firstname")
        for number, told in opponents.items()
    ]
    return report(rows, headers=["042 2019/05/04", "092 Swiss"]).data


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_rank_name_and_points_are_never_dropped(width: int, tmp_path: Path) -> None:
    path = tmp_path / "swiss.trf"
    path.write_bytes(swiss(123, 9))
    lines = on_a_terminal(width, "standings", path)
    assert max(len(line) for line in lines) <= width
    shown = [line for line in lines if "Longsurname" in line]
    assert len(shown) == 123
    assert shown[0].split()[0].startswith("1")
    assert any("Points" in line and "Name" in line and "#" in line for line in lines)
    heading = next(line for line in lines if "Points" in line)
    end = heading.index("Points") + len("Points")
    assert all(re.search(r"[\d½]$", line[:end]) for line in shown)


def test_what_is_left_out_is_said_and_the_cross_table_goes_first(tmp_path: Path) -> None:
    path = tmp_path / "swiss.trf"
    path.write_bytes(swiss(30, 9))
    narrow = " ".join(on_a_terminal(100, "standings", path))
    assert "Left out, for 100 columns: cross-table." in narrow
    assert "Rating" in narrow
    assert "Left out" not in " ".join(on_a_terminal(200, "standings", path))


def test_the_example_of_the_readme_is_readable_on_eighty_columns() -> None:
    lines = on_a_terminal(80, "standings", EXAMPLE)
    assert "…" not in "".join(lines)
    assert sum("2018" not in line and re.search(r"^ +\d+(-\d+)? ", line) is not None for line in lines) == 12


def test_a_swiss_shows_rounds_and_no_matrix(tmp_path: Path) -> None:
    path = tmp_path / "swiss.trf"
    path.write_bytes(swiss(137, 7))
    lines = run("standings", path).stdout.decode().splitlines()
    assert max(len(line) for line in lines) < 160
    first = next(line for line in lines if "Longsurname1," in line)
    assert re.search(r"\b2w1\b", first)
    assert any("bye1" in line for line in lines)


def test_teams_that_do_not_all_meet_show_rounds(tmp_path: Path) -> None:
    path = tmp_path / "teams.trf"
    path.write_bytes(FILES["byes of teams"].data)
    out = run("standings", path).stdout.decode()
    assert "2:1½" in out
    assert "bye:2" in out


def test_a_report_without_a_date_has_a_table_and_takes_a_start(tmp_path: Path) -> None:
    path = tmp_path / "undated.trf"
    path.write_bytes(FILES["no date at all"].data)
    done = run("standings", path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "started" not in done.stdout.decode()
    assert "started 04 May 2019" in run("standings", path, "--start", "2019-05-04").stdout.decode()
    assert b"042: missing" in run("norms", path).stderr
    assert run("norms", path, "--start", "2019-05-04").returncode == 0
    assert b"--start: 'soon' is not a date" in run("standings", path, "--start", "soon").stderr


def test_warnings_are_one_line_each_and_the_answer_is_given(tmp_path: Path) -> None:
    path = tmp_path / "doubtful.trf"
    path.write_bytes(FILES["a record misspelt"].data)
    done = run("standings", path, "--format", "json")
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["standings"]) == 2
    assert done.stderr.decode().splitlines() == [
        f"slowmate: {path}: line 6: '0O1' is no record of a report, and the line is left out; did you mean 001?",
        f"slowmate: {path}: 062 says 3 players, but there are 2",
    ]


def test_shared_places_are_explained_with_what_was_tried(tmp_path: Path) -> None:
    rows = [
        row(1, "1.0", game(2, "w 1"), name="Ann"),
        row(2, "0.0", game(1, "b 0"), name="Bob"),
        row(3, "1.0", game(4, "w 1"), name="Cyd"),
        row(4, "0.0", game(3, "b 0"), name="Dan"),
    ]
    path = tmp_path / "x.trf"
    path.write_bytes(report(rows).data)
    assert "Places 1-2 are shared by Ann; Cyd, on 1 point: the event names no tie-breaks" in run(
        "standings", path, "--explain"
    ).stdout.decode().replace("\n", " ")
    path.write_bytes(report(rows, headers=["042 2019/05/04", "202 DE,BH/C1"]).data)
    out = run("standings", path, "--explain").stdout.decode()
    assert "Places 1-2, level on 1 point: DE is Ann 0; Cyd 0." in out
    assert "Places 3-4 are shared by Bob; Dan, on 0 points: level in DE, BH/C1, too." in out


def test_an_event_of_ours_goes_into_a_report_and_back_and_what_is_lost_is_said(tmp_path: Path) -> None:
    path = tmp_path / "out.trf"
    done = run("trf", EXAMPLE, "--format", "trf", "-o", path)
    assert done.returncode == 0
    assert b"a report has no place for all of it; not kept: " in done.stderr
    assert b"players' games" in done.stderr
    back = json.loads(run("trf", path).stdout)
    assert back["kind"] == "grandmaster-norm"
    assert back["start"] == "2018-03-01"


@pytest.mark.parametrize(
    ("name", "more", "is_report"),
    [("a.trf", (), True), ("a.TRFX", (), True), ("a.json", (), False), ("a.trf", ("--format", "json"), False)],
)
def test_what_is_written_is_what_the_name_of_the_file_says(
    tmp_path: Path, name: str, more: tuple[str, ...], *, is_report: bool
) -> None:
    assert run("trf", EXAMPLE, "-o", tmp_path / name, *more).returncode == 0
    assert (tmp_path / name).read_bytes().startswith(b"{") is not is_report


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"hello", b"\x00\x01\x02", b"name;points\n"])
def test_what_is_no_report_gets_a_true_message(data: bytes) -> None:
    done = run("trf", "-", stdin=data)
    assert done.returncode == 2
    assert b"json" in done.stderr.lower()
    assert b"tournament report" in done.stderr
    assert b"expecting value" not in done.stderr


def test_what_a_report_cannot_hold_of_games_and_ids_is_said(tmp_path: Path) -> None:
    event = json.loads(EXAMPLE.read_text("utf-8"))
    event["players"] = [player | {"id": f"P{player['id']}"} for player in event["players"]]
    event["games"] = [
        game | {"white": f"P{game['white']}", "black": f"P{game['black']}", "date": "2019-01-01", "board": 1}
        for game in event["games"]
    ]
    event["games"][0]["result"] = "cancelled"
    done = run("trf", "-", "--format", "trf", "-o", tmp_path / "out.trf", stdin=json.dumps(event).encode())
    assert done.returncode == 0
    for lost in (b"players' id", b"games' date", b"games' board", b"cancelled games"):
        assert lost in done.stderr


def test_a_cross_table_that_is_too_large_is_not_left_out_in_silence() -> None:
    event = json.loads(EXAMPLE.read_text("utf-8"))
    event["players"] += [{"id": f"more {number}"} for number in range(30)]
    out = run("standings", "-", stdin=json.dumps(event).encode()).stdout.decode()
    assert "No cross-table: 43 are too many for one." in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["-o", "x.csv"], "'x.csv' ends in none of .json, .trf, .trfx; give such a name, or --format"),
        (["-o", "x.parquet"], "'x.parquet' ends in none of .json, .trf, .trfx"),
    ],
)
def test_a_report_is_not_written_under_a_name_for_something_else(arguments: list[str], why: str) -> None:
    done = run("trf", EXAMPLE, *arguments)
    assert done.returncode == 2
    assert why in done.stderr.decode()
