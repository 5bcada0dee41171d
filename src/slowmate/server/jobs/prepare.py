"""Preparing a server before it answers: its database, and the files of its pages, compressed and named by content."""

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection

from slowmate.records import BadInput
from slowmate.server.jobs import versions

LOCK = 0x510_3A7E
"""The number of the lock that servers of one PostgreSQL database take while they prepare it."""


def prepare() -> None:
    """Bring the database up to this version and collect the files of the pages; refuse one of a newer version."""
    versions.require_not_newer()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    collect_static()


@contextmanager
def alone() -> Iterator[None]:
    """Hold a lock, so that other servers that start on the same database wait until it is prepared."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
        return
    settings.DATA.mkdir(parents=True, exist_ok=True)
    with (settings.DATA / "preparing.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def collect_static() -> None:
    """Collect the files of the pages into STATIC_ROOT, if they are not there as they are now.

    A mark beside them says what they were made from; it is empty until the end, so that a start that was cut short is
    redone.
    """
    if settings.STATIC_ROOT is None:
        return
    root = Path(settings.STATIC_ROOT)
    made_from, mark = _made_from(), root / "made-from"
    if mark.exists() and mark.read_text() == made_from:
        return
    _clear(root, mark)
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(made_from)


def _clear(root: Path, mark: Path) -> None:
    """Remove what we collected before. A folder without our mark is not ours, and stays as it is."""
    root.mkdir(parents=True, exist_ok=True)
    if not mark.exists() and any(root.iterdir()):
        raise BadInput(f"{root} holds other files; name a folder for the server alone", field="SLOWMATE_STATIC")
    mark.write_text("")
    for path in root.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path != mark:
            path.unlink()


def _made_from() -> str:
    """Return a digest of the names, sizes and times of the files the finders see."""
    digest = sha256(settings.SLOWMATE_VERSION.encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda pair: pair[0]):
            stat = Path(storage.path(name)).stat()
            digest.update(f"{name}:{stat.st_size}:{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
