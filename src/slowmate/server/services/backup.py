"""The whole database in one file, consistent while the server runs, and back into an empty place.

SQLite is copied with its own backup, PostgreSQL dumped with pg_dump. The portable form holds the same rows as lines of
JSON: it needs no program of PostgreSQL, and moves a federation from SQLite to PostgreSQL. Not in it: sessions (people
sign in again), and the secret key beside the database, which is to be kept too.
"""

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction

from slowmate.records import BadInput
from slowmate.server.models import Game, User

PORTABLE = "slowmate-portable-2"
_SQLITE, _POSTGRES, _GZIP = b"SQLite format 3\x00", b"PGDMP", b"\x1f\x8b"
_BATCH = 1000
_LEFT_OUT = frozenset({"sessions.session", "contenttypes.contenttype", "auth.permission", "usersessions.usersession"})


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
    _dump(fresh)
    return "a portable dump"


def _copy_sqlite(fresh: Path) -> None:
    """SQLite's online backup: one consistent state, while others read and write."""
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
    """Bring a backup into an empty place, up to this version; what kind of backup it was."""
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
        kind = _restore_portable(path)
    else:
        raise BadInput("is no backup of ours", file=str(path))
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    return kind


def require_empty() -> None:
    """Refuse to restore over anything: the database must have no tables, or nobody and no game in them."""
    tables = set(connection.introspection.table_names())
    for model in (User, Game):
        if model._meta.db_table in tables and model._default_manager.exists():
            raise BadInput("is not empty; a backup is restored into an empty place only", field="DATABASE_URL")


def _restore_sqlite(path: Path) -> str:
    if connection.vendor != "sqlite":
        raise BadInput("is a copy of SQLite; use one made with --portable for PostgreSQL", file=str(path))
    target = Path(settings.DATABASES["default"]["NAME"])
    connection.close()
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        shutil.copyfile(path, fresh)
        fresh.chmod(0o600)
        _check_sqlite(fresh, path)
        _to_disk(fresh)
        for rest in ("-wal", "-shm"):
            target.with_name(target.name + rest).unlink(missing_ok=True)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    return "a copy of the SQLite database"


def _check_sqlite(fresh: Path, path: Path) -> None:
    copy = sqlite3.connect(fresh)
    try:
        answer = copy.execute("PRAGMA quick_check").fetchone()[0]
        named = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        is_ours = copy.execute(named, [Game._meta.db_table]).fetchone()
    except sqlite3.DatabaseError as wrong:
        raise BadInput(f"is damaged: {wrong}", file=str(path)) from None
    finally:
        copy.close()
    if answer != "ok":
        raise BadInput(f"is damaged: {answer}", file=str(path))
    if not is_ours:
        raise BadInput("is no backup of ours", file=str(path))


def _restore_postgres(path: Path) -> str:
    if connection.vendor != "postgresql":
        raise BadInput("is a dump of PostgreSQL; use one made with --portable for SQLite", file=str(path))
    if not shutil.which("pg_restore"):
        raise BadInput("pg_restore is not installed; it comes with PostgreSQL's client programs", file=str(path))
    arguments = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", "--clean", "--if-exists"]
    _run(["pg_restore", *arguments, f"--dbname={settings.DATABASES['default']['NAME']}", str(path)])
    return "a dump of the PostgreSQL database"


def _run(command: list[str]) -> None:
    """A program of PostgreSQL on our database; what it complains of is told in one line."""
    database = settings.DATABASES["default"]
    named = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    given = {variable: str(database[key]) for variable, key in named.items() if database.get(key)}
    done = subprocess.run(command, env=os.environ | given, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise BadInput(f"{command[0]}: {' '.join(done.stderr.split())}", field="DATABASE_URL")


# the portable form


def _models() -> list[type[models.Model]]:
    """Every table, those that others point to first."""
    kept = [model for model in apps.get_models() if model._meta.label_lower not in _LEFT_OUT and model._meta.managed]
    ordered: list[type[models.Model]] = serializers.sort_dependencies([(None, kept)], allow_cycles=True)
    return ordered


class _Exact(DjangoJSONEncoder):
    """Instants to the microsecond, which the usual encoder cuts off."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def _dump(fresh: Path) -> None:
    with transaction.atomic(), gzip.open(fresh, "wt", encoding="utf-8") as file:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")  # one state for all tables
        file.write(json.dumps({"format": PORTABLE, "version": settings.SLOWMATE_VERSION}) + "\n")
        for model in _models():
            rows = model._default_manager.order_by("pk").iterator(chunk_size=_BATCH)
            serializers.serialize("jsonl", rows, stream=file, cls=_Exact)
        file.write(json.dumps({"format": PORTABLE, "end": True}) + "\n")


def _restore_portable(path: Path) -> str:
    call_command("migrate", interactive=False, verbosity=0)
    known = _models()
    try:
        with transaction.atomic():
            for model in reversed(known):  # what migrations wrote themselves
                model._default_manager.all().delete()
            for batch in _batches(path):
                _insert(batch)
    except (
        OSError,
        EOFError,
        UnicodeDecodeError,
        json.JSONDecodeError,
        serializers.base.DeserializationError,
    ) as wrong:
        raise BadInput(f"is damaged: {wrong}", file=str(path)) from None
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), known):
            cursor.execute(statement)
    return "a portable dump"


def _insert(batch: list[Any]) -> None:
    """Rows exactly as they were: a date that is set by itself when a row is made keeps its value."""
    model = type(batch[0])
    if any(getattr(part, "auto_now", False) or getattr(part, "auto_now_add", False) for part in model._meta.fields):
        for row in batch:
            row.save_base(raw=True, force_insert=True)
    else:
        model._default_manager.bulk_create(batch)


def _batches(path: Path) -> Iterator[list[Any]]:
    """The rows of a dump, in batches of one table; a dump that was cut off is damaged."""
    batch: list[Any] = []
    is_complete = False
    with gzip.open(path, "rt", encoding="utf-8") as file:
        if json.loads(file.readline() or "{}").get("format") != PORTABLE:
            raise BadInput("is no backup of ours", file=str(path))
        for line in file:
            if line.startswith('{"format"'):
                is_complete = True
                break
            (one,) = serializers.deserialize("jsonl", line)
            if batch and (type(one.object) is not type(batch[0]) or len(batch) >= _BATCH):
                yield batch
                batch = []
            batch.append(one.object)
    if batch:
        yield batch
    if not is_complete:
        raise BadInput("is damaged: it ends in the middle", file=str(path))
