"""The days of an event that go together, before the core is asked about a step."""

from datetime import date

from slowmate.events.procedures import time_to_post
from slowmate.server.site.errors import Unfit
from slowmate.server.site.text import sentence


def require_time_to_post(deadline: date, start: date, *, field: str = "deadline") -> None:
    """Raise `Unfit`, with the clause, if no day is left to divide and to post start lists before the start."""
    required = time_to_post(deadline, start)
    if not required.holds:
        raise Unfit(f"{sentence(required.ground)} ({required.ground.clause.address})", field=field)
