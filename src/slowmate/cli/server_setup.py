"""Setting up the server's side for a command: settings, database, and what is wrong with them in one line."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from slowmate.records import BadInput

DEMO_FILE = "demo.sqlite3"


def set_up(*, demo: bool = False, existing: bool = False) -> None:
    """Load the settings. The demo has a database file of its own, so that it never mixes with real data.

    *existing*: refuse, and make nothing, where there is no server's database.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "slowmate.server.settings")
    if demo:
        data = Path(os.environ.get("SLOWMATE_DATA", "var")).resolve()
        os.environ["SLOWMATE_DEMO"] = "1"
        os.environ["DATABASE_URL"] = f"sqlite:///{data / DEMO_FILE}"
        if not os.environ.get("SLOWMATE_MAIL"):  # the people are invented: no mail leaves unless it is set
            os.environ["SLOWMATE_MAIL"] = f"file://{quote(str(data / 'demo-mail'))}"
    try:
        import django  # noqa: PLC0415 - only the server needs it
    except ImportError:
        raise BadInput("the server is not installed; install slowmate[server]") from None
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415

    try:
        if existing:
            _require_file()
        django.setup()
    except ImproperlyConfigured as wrong:
        raise BadInput(str(wrong)) from None
    except OSError as wrong:
        raise unwritable("SLOWMATE_DATA", wrong) from None


def _require_file() -> None:
    """Refuse an SQLite database that is not there: loading the settings would make a folder, a key and an empty one."""
    from slowmate.server.site.environment import sqlite_file  # noqa: PLC0415 - only the server needs it

    data = Path(os.environ.get("SLOWMATE_DATA", "var")).resolve()
    file = sqlite_file(os.environ.get("DATABASE_URL"), data)
    if file is not None and not file.is_file():
        raise BadInput(f"no server's database here: {file} is not there; {_where_else(data)}")


def _where_else(data: Path) -> str:
    """Say where the database was looked for, and what to do."""
    place = f"is {data}" if "SLOWMATE_DATA" in os.environ else f"is not set, so {data} was taken"
    return (
        f"SLOWMATE_DATA {place}. Use the server's own settings (where it is installed as a service: slowmate-admin "
        "instead of slowmate), or make a new server: slowmate serve"
    )


def unwritable(setting: str, wrong: OSError) -> BadInput:
    """Return bad input that names a file or folder that cannot be used."""
    why = (wrong.strerror or str(wrong)).lower()
    return BadInput(f"{wrong.filename}: {why}; name a folder that this account can write to", field=setting)


@contextmanager
def database(*, at_once: bool = True) -> Iterator[None]:
    """Turn an error that keeps the database from answering into one line; close connections afterwards.

    *at_once*: ask it before anything is done, for what cannot do without.
    """
    from django.db import DatabaseError, connections  # noqa: PLC0415 - only the server needs it
    from django.db.utils import InterfaceError  # noqa: PLC0415

    try:
        if at_once:
            _reach()
        yield
    except (DatabaseError, InterfaceError) as wrong:
        where = os.environ.get("DATABASE_URL", "the database in SLOWMATE_DATA")
        why = " ".join(str(wrong if at_once else _reason(wrong)).split())
        raise BadInput(f"{_without_password(where)}: {why}", field="DATABASE_URL") from None
    finally:
        connections.close_all()
        for connection in connections.all():
            close_pool = getattr(connection, "close_pool", None)
            if close_pool is not None:
                close_pool()


def _reach() -> None:
    """Ask PostgreSQL once, without the pool, which would try for long and say less."""
    from django.conf import settings  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415
    from django.db.utils import OperationalError  # noqa: PLC0415

    if connection.vendor != "postgresql":
        return
    import psycopg  # noqa: PLC0415

    named = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    given = {name: value for name, key in named.items() if (value := settings.DATABASES["default"].get(key))}
    try:
        psycopg.connect(**given, connect_timeout=10).close()
    except psycopg.Error as wrong:
        raise OperationalError(str(wrong)) from wrong


def _reason(wrong: Exception) -> Exception:
    """Return the reason from the database itself: the pool says only how long it waited."""
    from django.db.utils import OperationalError  # noqa: PLC0415

    try:
        _reach()
    except OperationalError as reason:
        return reason
    return wrong


def require_migrated() -> None:
    """Refuse a database of another version: `slowmate serve` or `slowmate manage migrate` brings an older one up to
    date."""
    from django.conf import settings  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415
    from django.db.migrations.executor import MigrationExecutor  # noqa: PLC0415

    from slowmate.server.jobs import versions  # noqa: PLC0415

    executor = MigrationExecutor(connection)
    versions.require_not_newer(executor.loader)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    place = versions.place_of_database()
    if not versions.migrations_of_ours(executor.loader):
        raise BadInput(f"no server's database here: {place} has no tables of a server; {_where_else(settings.DATA)}")
    raise BadInput(f"the database {place} is of an older version; run: slowmate manage migrate")


def _without_password(url: str) -> str:
    from urllib.parse import urlsplit  # noqa: PLC0415

    parts = urlsplit(url)
    return url.replace(f":{parts.password}@", ":...@") if parts.password else url
