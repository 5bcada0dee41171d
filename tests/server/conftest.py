"""A real server and a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from slowmate.testing.postgres import NoPostgres, cluster


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Argon2 is slow on purpose; tests make many people. `test_accounts` looks at the real setting."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A request leaves its language behind in the thread, for the next request to replace; not for the next test."""
    from django.utils import translation  # noqa: PLC0415 - needs Django to be set up

    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def events_of_this_test_alone(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that is not rolled back has its tables emptied, on SQLite row by row: events let nobody do that."""
    marker = request.node.get_closest_marker("django_db")
    if marker is None or not marker.kwargs.get("transaction"):
        yield
        return
    request.getfixturevalue("transactional_db")
    yield
    from slowmate.server.models import GameEvent  # noqa: PLC0415 - needs Django to be set up
    from tests.server.tampering import unguarded  # noqa: PLC0415

    with unguarded():
        GameEvent.objects.all().delete()


expect.set_options(timeout=20_000)  # a busy machine is no mistake of a page

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL the services and pages run again; what starts processes of its own chooses its own database."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgresql"):
        return
    here = str(Path(__file__).parent)
    once = [
        item
        for item in items
        if str(item.path).startswith(here)
        and (item.get_closest_marker("processes") or {"server", "page"} & set(getattr(item, "fixturenames", ())))
    ]
    config.hook.pytest_deselected(items=once)
    items[:] = [item for item in items if item not in once]


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own; tests that use it share a process."""
    try:
        with cluster() as url:
            yield url
    except NoPostgres as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """`slowmate serve --demo` on a free port, as a user starts it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "slowmate", "serve", "--demo", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/healthz")
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(address: str) -> None:
    for _ in range(1800):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310 - our own address
                assert answer.status == 200
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"{address} does not answer")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's chromium; the sandbox is off because tests may run as root."""
    chromium = shutil.which("chromium")
    assert chromium, "the browser tests need Debian's chromium: run make setup"
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    return {**browser_type_launch_args, "executable_path": chromium, "args": flags}


def picture(page: Page, name: str) -> None:
    """Keep a picture for the docs when asked to (SLOWMATE_PICTURES=1)."""
    if os.environ.get("SLOWMATE_PICTURES"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png")
