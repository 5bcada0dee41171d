"""Backups while people play, on disks that are full, and restored where they would do harm."""

import json
import resource
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.processes import PATIENCE, environment, fresh, migrated_environment, run_python, serving, slowmate

pytestmark = pytest.mark.processes

MAKE = """
from slowmate.server.site import clock
from tests.support.people import game, person
for _ in range(3):
    game(person(), person(), "e4", "e5", at=clock.now())
"""
PLAY = """
import sys
from slowmate.server.models import Game
from slowmate.server.site import clock
from slowmate.server.games.services import playing
from tests.support.games import shuffled_moves
for number, move in enumerate(shuffled_moves(2000)):
    row = Game.objects.select_related("white__user__player", "black__user__player").get(pk=NUMBER)
    actor = (row.white, row.black)[number % 2].user
    playing.make_move(row.pk, move, actor=actor, at=clock.now(), ply=number)
    print(number, flush=True)
"""
START = """
from slowmate.server.site import clock
from slowmate.server.models import User
from tests.support.people import game
print(game(*User.objects.select_related("player").order_by("pk")[:2], at=clock.now()).pk)
"""
PLIES = """
import json
from slowmate.server.models import Game
print(json.dumps(dict(Game.objects.values_list("pk", "plies"))))
"""
SET_UP = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "slowmate.server.settings"
import django
django.setup()
"""


def with_full_disk(*arguments: str, env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """A command that can write no file beyond 64 kB."""
    return subprocess.run(
        [sys.executable, "-m", "slowmate", *arguments],
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536)),
    )


def test_a_full_disk_is_told_in_one_line_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    one, other = migrated_environment(tmp_path / "one"), environment(tmp_path / "other")
    run_python(MAKE, one)
    file = tmp_path / "backup"
    done = with_full_disk("backup", str(file), env=one)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "cannot be written" in done.stderr
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == []
    assert slowmate("backup", str(file), env=one).returncode == 0
    refused = with_full_disk("restore", str(file), env=other)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1), refused.stderr
    assert not (tmp_path / "other").exists()
    assert slowmate("restore", str(file), env=other).returncode == 0


def test_a_file_copied_beside_a_running_server_is_restored_with_the_moves_of_its_log(tmp_path: Path) -> None:
    one, other = migrated_environment(tmp_path / "one"), environment(tmp_path / "other")
    run_python(MAKE, one)
    (file,) = (tmp_path / "one").glob("*.sqlite3")
    holder = sqlite3.connect(file)  # who reads keeps SQLite from emptying the log into the file
    holder.execute("BEGIN")
    holder.execute("SELECT count(*) FROM slowmate_game").fetchone()
    run_python(START, one)
    copies = tmp_path / "copies"
    copies.mkdir()
    for path in (file, file.with_name(file.name + "-wal")):
        shutil.copyfile(path, copies / path.name)
    holder.close()
    restored = slowmate("restore", str(copies / file.name), env=other)
    assert (restored.returncode, restored.stderr) == (0, "")
    assert "4 games, all well" in restored.stdout
    assert run_python(PLIES, other) == run_python(PLIES, one)
    assert sorted(path.name for path in copies.iterdir()) == [file.name, file.name + "-wal"]


def test_nothing_is_restored_under_a_server_that_runs(tmp_path: Path) -> None:
    one, other = migrated_environment(tmp_path / "one"), environment(tmp_path / "other", SLOWMATE_WEB_PROCESSES="1")
    run_python(MAKE, one)
    file = tmp_path / "backup"
    assert slowmate("backup", str(file), env=one).returncode == 0
    with serving(other):
        refused = slowmate("restore", str(file), env=other)
        assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
        assert "is in use; stop the server, then restore" in refused.stderr
    done = slowmate("restore", str(file), env=other)
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 games, all well" in done.stdout


def test_a_backup_with_many_damaged_pages_is_refused_in_few_words(tmp_path: Path) -> None:
    one, other, file = migrated_environment(tmp_path / "one"), environment(tmp_path / "other"), tmp_path / "backup"
    run_python(MAKE, one)
    assert slowmate("backup", str(file), env=one).returncode == 0
    with file.open("r+b") as damaged:
        damaged.seek(file.stat().st_size // 2)
        damaged.write(b"\xa5" * 4096 * 40)
    refused = slowmate("restore", str(file), env=other)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert len(refused.stderr) < 400
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("options", [(), ("--portable",)])
def test_a_backup_and_whoever_writes_do_not_wait_for_each_other(options: tuple[str, ...], tmp_path: Path) -> None:
    one = migrated_environment(tmp_path / "one")
    run_python(MAKE, one)
    (file,) = (tmp_path / "one").glob("*.sqlite3")
    writer = sqlite3.connect(file)
    writer.execute("BEGIN IMMEDIATE")
    done = slowmate("backup", *options, str(tmp_path / "backup"), env=one)
    writer.close()
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("sqlite", ()),
        pytest.param("sqlite", ("--portable",), marks=pytest.mark.long),
        ("postgresql", ()),
        pytest.param("postgresql", ("--portable",), marks=pytest.mark.long),
    ],
)
def test_a_backup_made_while_people_play_holds_every_game_whole(
    kind: str, options: tuple[str, ...], request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    postgres = request.getfixturevalue("postgres") if kind == "postgresql" else None
    one = migrated_environment(tmp_path / "one", kind, postgres)
    other = environment(tmp_path / "other", fresh(kind, postgres, "kept"))
    run_python(MAKE, one)
    pk = int(run_python(START, one))
    command = [sys.executable, "-c", SET_UP + PLAY.replace("NUMBER", str(pk))]
    with subprocess.Popen(command, env=one, stdout=subprocess.PIPE, text=True) as player:
        try:
            assert player.stdout is not None
            made = int(player.stdout.readline())
            file = tmp_path / "backup"
            assert slowmate("backup", *options, str(file), env=one).returncode == 0
            assert player.poll() is None, "nobody played meanwhile"
        finally:
            player.kill()
    restored = slowmate("restore", str(file), env=other)
    assert (restored.returncode, restored.stderr) == (0, "")
    assert "4 games, all well" in restored.stdout
    assert json.loads(run_python(PLIES, other))[str(pk)] > made
