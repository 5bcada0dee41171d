"""A database that threads share as the server's do, and what every test of the server starts from."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_django import Settings

from slowmate.cli import import_archives
from tests.server.archives.bringing import Importer
from tests.support import migrated
from tests.support.effort import IS_LONG
from tests.support.postgres import NoPostgres, cluster

ON_POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgresql")
CLUSTER = os.environ.get("SLOWMATE_POSTGRES")
"""The PostgreSQL that `tools/with-postgres` has started for the whole run."""


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None,  # noqa: ARG001 - what pytest-django does comes first
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """SQLite keeps its tables in a file: in memory, all threads of a server would share one connection and with it
    one transaction."""
    from django.conf import settings  # noqa: PLC0415 - needs Django to be set up

    database = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        shutil.copyfile(migrated.sqlite_file(), file)
        database["TEST"]["NAME"] = str(file)
        database["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"  # nobody cuts the power of a test
    elif CLUSTER:
        database["TEST"]["TEMPLATE"] = migrated.postgres_template(CLUSTER)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Start from the migrated file that was copied; on PostgreSQL the database is made from a template each time."""
    return not ON_POSTGRESQL


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Argon2 is slow on purpose; tests make many people. `accounts/test_accounts` looks at the real setting."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A request leaves its language behind in the thread, for the next request to replace; not for the next test."""
    from django.utils import translation  # noqa: PLC0415 - needs Django to be set up

    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def events_of_this_test_alone(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that is not rolled back has its tables emptied, on SQLite row by row: events and lists refuse that."""
    marker = request.node.get_closest_marker("django_db")
    if marker is None or not marker.kwargs.get("transaction"):
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    from slowmate.server.games.models import GameEvent  # noqa: PLC0415 - needs Django to be set up
    from slowmate.server.ratings.models import Adjustment, RatingList  # noqa: PLC0415
    from tests.server.tampering import unguarded  # noqa: PLC0415

    with unguarded():
        GameEvent.objects.all().delete()
        Adjustment.objects.all().delete()
        RatingList.objects.order_by("-pk").update(previous=None, supersedes=None, revision=1)
        RatingList.objects.all().delete()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL run what is marked for it, in the long run all that reads or writes the database; never what starts
    processes of its own, which choose their database."""
    if not ON_POSTGRESQL:
        return
    there = [item for item in items if _is_for_postgresql(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in there])
    items[:] = there


def _is_for_postgresql(item: pytest.Item) -> bool:
    is_marked = IS_LONG or item.get_closest_marker("postgresql")
    return bool(is_marked and item.get_closest_marker("django_db") and not item.get_closest_marker("processes"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own: the one of the whole run, or else started here."""
    if CLUSTER:
        yield CLUSTER
        return
    try:
        with cluster() as url:
            yield url
    except NoPostgres as missing:
        pytest.skip(str(missing))


@pytest.fixture
def bring(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Importer:
    """`slowmate import` in this process: the settings are loaded, and the connection is the test's."""

    @contextmanager
    def same() -> Iterator[None]:
        yield

    monkeypatch.setattr(import_archives, "set_up", lambda *, demo, existing: None)  # noqa: ARG005
    monkeypatch.setattr(import_archives, "database", same)
    return Importer(tmp_path, capsys)
