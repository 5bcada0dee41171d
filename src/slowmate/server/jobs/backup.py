"""The whole database in one file, consistent while the server runs, and back into an empty place.

SQLite is copied with its own backup, PostgreSQL dumped with pg_dump; `portable` suits both. The secret key beside the
database is not in it: keep that too.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from slowmate.records import BadInput
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.jobs import portable as portable_form
from slowmate.server.jobs import versions
from slowmate.server.mail import hold
from slowmate.server.site import clock

_SQLITE, _POSTGRES, _GZIP = b"SQLite format 3\x00", b"PGDMP", b"\x1f\x8b"


def backup(path: Path, *, portable: bool = False) -> str:
    """Write a backup; nothing is at *path* until it is complete. What kind of backup it is."""
    try:
        _require_free(path)
        return _write_whole(path, portable=portable)
    except FileExistsError:
        raise BadInput("is there already; a backup never overwrites", file=str(path)) from None
    except OSError as wrong:
        why = (wrong.strerror or str(wrong)).lower()
        raise BadInput(f"cannot be written: {why}", file=str(path)) from None
    except sqlite3.Error as wrong:  # a disk that is full, as SQLite says it
        raise BadInput(f"cannot be written: {wrong}", file=str(path)) from None


def _require_free(path: Path) -> None:
    if path.exists():
        raise FileExistsError(path)
    if not path.parent.is_dir():
        raise BadInput("the folder does not exist", file=str(path))


def _write_whole(path: Path, *, portable: bool) -> str:
    """Write beside the place first, under another name."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.touch(mode=0o600)  # it holds everything people wrote
    try:
        kind = _write(fresh, portable=portable)
        _to_disk(fresh)
        os.link(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    return kind


def _write(fresh: Path, *, portable: bool) -> str:
    if not portable and connection.vendor == "sqlite":
        _copy_sqlite(fresh)
        return "a copy of the SQLite database"
    if not portable and shutil.which("pg_dump"):
        _run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={fresh}"])
        return "a dump of the PostgreSQL database"
    portable_form.dump(fresh)
    return "a portable dump"


def _copy_sqlite(fresh: Path) -> None:
    """Copy with SQLite's online backup: one consistent state, while others read and write."""
    connection.ensure_connection()
    copy = sqlite3.connect(fresh)
    try:
        connection.connection.backup(copy)
    finally:
        copy.close()


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def restore(path: Path) -> str:
    """Bring a backup into an empty place, up to this version; what kind of backup it was. Mail is held then."""
    try:
        with path.open("rb") as file:
            head = file.read(16)
    except OSError as wrong:
        raise BadInput((wrong.strerror or str(wrong)).lower(), file=str(path)) from None
    require_empty()
    if head.startswith(_SQLITE):
        kind = _restore_sqlite(path)
    elif head.startswith(_POSTGRES):
        kind = _restore_postgres(path)
    elif head.startswith(_GZIP):
        portable_form.load(path)
        kind = "a portable dump"
    else:
        raise BadInput("is no backup of ours", file=str(path))
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    hold.begin(at=clock.now())
    return kind


def require_empty() -> None:
    """Refuse to restore over anything: the database must have no tables, or nobody and no game in them."""
    tables = set(connection.introspection.table_names())
    for model in (User, Game):
        if model._meta.db_table in tables and model._default_manager.exists():
            what = "accounts" if model is User else "games"
            raise BadInput(
                f"the database {versions.place_of_database()} has {what}; a backup is restored into an empty place only"
            )


def _restore_sqlite(path: Path) -> str:
    if connection.vendor != "sqlite":
        raise BadInput("is a copy of SQLite; use one made with --portable for PostgreSQL", file=str(path))
    target = Path(settings.DATABASES["default"]["NAME"])
    connection.close()
    _require_idle(target)
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _copy_with_log(path, fresh)
        check_sqlite(fresh, path)
        _to_disk(fresh)
        for rest in ("-wal", "-shm"):
            target.with_name(target.name + rest).unlink(missing_ok=True)
        fresh.replace(target)
    except OSError as wrong:
        why = (wrong.strerror or str(wrong)).lower()
        raise BadInput(f"cannot be written: {why}", file=str(target)) from None
    finally:
        for rest in ("", "-wal", "-shm"):
            fresh.with_name(fresh.name + rest).unlink(missing_ok=True)
    return "a copy of the SQLite database"


def _require_idle(target: Path) -> None:
    """Refuse to replace a file that a running server uses: what people do in it would be lost."""
    if not target.exists():
        return
    target_connection = sqlite3.connect(target, timeout=1)
    try:
        target_connection.execute("PRAGMA journal_mode=DELETE")  # which SQLite does for whoever is alone
    except sqlite3.OperationalError:
        raise BadInput("is in use; stop the server, then restore", file=str(target)) from None
    finally:
        target_connection.close()


def _copy_with_log(path: Path, fresh: Path) -> None:
    """Copy a file with its write-ahead log: a copy made beside a running server has its last moves there."""
    for rest in ("", "-wal"):
        source = path.with_name(path.name + rest)
        if not rest or source.exists():
            shutil.copyfile(source, fresh.with_name(fresh.name + rest))
            fresh.with_name(fresh.name + rest).chmod(0o600)


def check_sqlite(fresh: Path, path: Path) -> None:
    copy = sqlite3.connect(fresh)
    try:
        answer = copy.execute("PRAGMA quick_check(1)").fetchone()[0]  # of a hundred damaged pages the first will do
        named = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        is_ours = copy.execute(named, [Game._meta.db_table]).fetchone()
        applied = "SELECT name FROM django_migrations WHERE app = ?"
        migrations = copy.execute(applied, [versions.APP]).fetchall() if is_ours else []
    except sqlite3.DatabaseError as wrong:
        raise BadInput(f"is damaged: {wrong}", file=str(path)) from None
    finally:
        copy.close()
    if answer != "ok":
        raise BadInput(f"is damaged: {answer}", file=str(path))
    if not is_ours:
        raise BadInput("is no backup of ours", file=str(path))
    _require_not_newer((name for (name,) in migrations), path)


def _require_not_newer(applied: Iterable[str], path: Path) -> None:
    """Refuse a backup that a newer version made, before anything of it is in its place."""
    newer = versions.unknown(applied, MigrationLoader(None))
    if newer:
        raise BadInput(f"was made by a newer version: this one has no {newer[-1]}", file=str(path))


def _restore_postgres(path: Path) -> str:
    if connection.vendor != "postgresql":
        raise BadInput("is a dump of PostgreSQL; use one made with --portable for SQLite", file=str(path))
    if not shutil.which("pg_restore"):
        raise BadInput("pg_restore is not installed; it comes with PostgreSQL's client programs", file=str(path))
    of_migrations = ["--data-only", "--table=django_migrations", "--file=-", str(path)]
    rows = [line.split("\t") for line in _run(["pg_restore", *of_migrations]).splitlines()]
    _require_not_newer((row[2] for row in rows if row[1:2] == [versions.APP]), path)
    arguments = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", "--clean", "--if-exists"]
    _run(["pg_restore", *arguments, f"--dbname={settings.DATABASES['default']['NAME']}", str(path)])
    return "a dump of the PostgreSQL database"


def _run(command: list[str]) -> str:
    """Run a program of PostgreSQL on our database; return what it prints. Its complaints become one line of
    BadInput."""
    database = settings.DATABASES["default"]
    named = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    given = {variable: str(database[key]) for variable, key in named.items() if database.get(key)}
    done = subprocess.run(command, env=os.environ | given, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise BadInput(f"{command[0]}: {' '.join(done.stderr.split())}", field="DATABASE_URL")
    return done.stdout
