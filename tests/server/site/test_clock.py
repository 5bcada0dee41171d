"""The one place that reads a clock and a time zone."""

import pytest

from slowmate.server.site import clock


@pytest.mark.parametrize(
    ("name", "found"),
    [("Europe/Prague", "Europe/Prague"), ("Europe/Atlantis", "UTC"), ("../etc/passwd", "UTC"), ("", "UTC")],
)
def test_a_zone_that_nobody_knows_is_utc(name: str, found: str) -> None:
    assert clock.zone(name).key == found
