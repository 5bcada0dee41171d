"""Each thread keeps its connection, and asks whether it still answers only when it has rested: that is a journey of
its own to the database, and would be a fifth of what a move costs there."""

from time import monotonic
from typing import Any

from django.db.backends.postgresql import base

RESTED = 2.0
"""Seconds after which a connection may have been lost without anybody noticing."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to PostgreSQL."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._used = -RESTED

    def close_if_health_check_failed(self) -> None:
        now = monotonic()
        if now - self._used < RESTED:
            self.health_check_done = True
        self._used = now
        super().close_if_health_check_failed()
