"""Where limits are counted: a table that only time empties.

django-allauth counts failed sign-ins, resets and used codes in Django's cache `default`, and so do our own limits that
go over its `ratelimit`. Django's table for a cache deletes counters once there are many, which lets anybody make it
forget a lock by filling it.
"""

from datetime import datetime
from typing import Any

from django.core.cache.backends.db import DatabaseCache


class LimitTable(DatabaseCache):
    """A cache in the database, shared by all processes, that deletes what has run out and nothing else."""

    def _cull(self, db: str, cursor: Any, now: datetime, num: int) -> None:  # noqa: ARG002 - what Django passes
        super()._cull(db, cursor, now, 0)  # type: ignore[misc]  # of no rows, none are too many
