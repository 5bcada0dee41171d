"""A database of another version, and none at all: what is refused, in which words, and that nothing is made."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from slowmate.cli import main
from slowmate.cli.server_setup import require_migrated
from slowmate.records import BadInput
from slowmate.server.jobs import backup, prepare
from tests.support import migrated

LATER = "9999_of_a_later_version"


@pytest.mark.django_db
def test_a_database_of_a_newer_version_is_refused_by_every_command_and_at_the_start() -> None:
    require_migrated()
    MigrationRecorder(connection).record_applied("slowmate", LATER)
    for refuse in (require_migrated, prepare.prepare):
        with pytest.raises(BadInput, match=f"is of a newer version than this .* no {LATER}; install that version"):
            refuse()


@pytest.mark.django_db
def test_a_later_migration_of_a_library_is_no_newer_version_of_ours() -> None:
    MigrationRecorder(connection).record_applied("account", LATER)
    require_migrated()


@pytest.mark.django_db
def test_a_database_of_an_older_version_is_to_be_migrated() -> None:
    recorder = MigrationRecorder(connection)
    last = max(name for app, name in recorder.applied_migrations() if app == "slowmate")
    recorder.record_unapplied("slowmate", last)
    with pytest.raises(BadInput, match="is of an older version; run: slowmate manage migrate"):
        require_migrated()


@pytest.mark.django_db
def test_a_database_without_our_tables_is_none() -> None:
    recorder = MigrationRecorder(connection)
    for _app, name in [key for key in recorder.applied_migrations() if key[0] == "slowmate"]:
        recorder.record_unapplied("slowmate", name)
    with pytest.raises(BadInput, match=r"no server's database here: .* has no tables of a server"):
        require_migrated()


def test_a_copy_made_by_a_newer_version_is_not_restored(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    shutil.copyfile(migrated.sqlite_file(), copy)
    backup.check_sqlite(copy, copy)
    with sqlite3.connect(copy) as database:
        row = ("slowmate", LATER, "2030-01-01")
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)", row)
    with pytest.raises(BadInput, match=f"was made by a newer version: this one has no {LATER}"):
        backup.check_sqlite(copy, copy)


@pytest.mark.parametrize(
    "command",
    [
        ["verify"],
        ["manage", "administrator", "anna@example.org"],
        ["manage", "release-mail"],
        ["manage", "shell"],
        ["backup", "there"],
        ["worker", "--once"],
        ["import", "players", "players.csv"],
        ["verify", "--demo"],
    ],
    ids=" ".join,
)
def test_where_there_is_no_database_that_is_said_and_nothing_is_made(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DATABASE_URL", "SLOWMATE_DEMO", "SLOWMATE_MAIL"):
        monkeypatch.setenv(name, "")  # which --demo sets, and the next test must not see
    monkeypatch.setenv("SLOWMATE_DATA", str(tmp_path / "var"))
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "no server's database here: " in said
    assert f"SLOWMATE_DATA is {tmp_path / 'var'}" in said
    assert not (tmp_path / "var").exists()


def test_where_slowmate_data_is_not_set_the_folder_that_was_taken_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("SLOWMATE_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    assert main(["verify"]) == 2
    assert f"SLOWMATE_DATA is not set, so {tmp_path / 'var'} was taken" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
