"""What every test may use, which tests are run, and in which order."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# the server's settings are read when tests are collected: its data must not be a developer's own
os.environ.setdefault("SLOWMATE_DATA", tempfile.mkdtemp(prefix="slowmate-tests-"))
os.environ.setdefault("SLOWMATE_SECRET_KEY", "only for tests, and long enough for the server")

# a busy machine is no mistake of the code: nothing fails for having taken long
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

SLOW = ("processes", "slow")
BROWSER = Path(__file__).parent / "server" / "browser"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is for the long run to it, and begin with the slow tests: no core waits for one at the end."""
    if not os.environ.get("SLOWMATE_LONG"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long")])
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    items.sort(key=lambda item: not (BROWSER in item.path.parents or any(map(item.get_closest_marker, SLOW))))
