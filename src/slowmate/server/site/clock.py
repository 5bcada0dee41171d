"""The one place that knows what time it is. Tests set it; nothing else reads a clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_offset = timedelta(0)


def now() -> datetime:
    """Return the server's time: UTC, in whole seconds, the unit in which games are timed."""
    return (datetime.now(UTC) + _offset).replace(microsecond=0)


def zone(name: str) -> ZoneInfo:
    """Return a time zone by its name; UTC where this machine does not know it (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


@contextmanager
def shifted(by: timedelta) -> Iterator[None]:
    """Set the clock ahead, for tests."""
    global _offset  # noqa: PLW0603 - one clock for all threads of the process
    before = _offset
    _offset = before + by
    try:
        yield
    finally:
        _offset = before
