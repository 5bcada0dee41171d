"""Which version of the server a database is of, by its migrations."""

from collections.abc import Iterable

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from slowmate.records import BadInput

APP = "slowmate"


def migrations_of_ours(loader: MigrationLoader) -> set[str]:
    """Return the names of our own migrations that the database has had."""
    return {name for app, name in loader.applied_migrations if app == APP}


def unknown(applied: Iterable[str], loader: MigrationLoader) -> list[str]:
    """Return those of our own migrations that this version does not have: a newer version made them."""
    return sorted(name for name in applied if (APP, name) not in loader.disk_migrations)


def require_not_newer(loader: MigrationLoader | None = None) -> None:
    """Refuse a database that a newer version has changed: this one would read and write it wrongly."""
    loader = loader or MigrationLoader(connection)
    newer = unknown(migrations_of_ours(loader), loader)
    if newer:
        raise BadInput(
            f"the database {place_of_database()} is of a newer version than this ({settings.SLOWMATE_VERSION}), which "
            f"has no {newer[-1]}; install that version again, or go back to the backup that was made before the upgrade"
        )


def place_of_database() -> str:
    """Return the database by the name people know: a file, or its name on a server."""
    database = settings.DATABASES["default"]
    host = database.get("HOST")
    return f"{database['NAME']} on {host}" if host else str(database["NAME"])
