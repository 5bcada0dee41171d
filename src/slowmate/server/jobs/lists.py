"""Rating lists whose window has closed, prepared for the commissioner."""

from collections.abc import Callable
from datetime import datetime

from slowmate.server.games.models import Game
from slowmate.server.jobs.sweep import sweep
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import lists
from slowmate.server.ratings.services import list_preparation


def prepare(*, at: datetime, should_continue: Callable[[], bool] = lambda: True) -> list[RatingList]:
    """Prepare every list whose window has closed, in their order; return those that were made now.

    Deadlines that have passed are recorded first, so that a list after downtime is what it would have been.
    """
    made: list[RatingList] = []
    for pool in Game.Pool.values:
        period = lists.next_period(pool)
        if period is None or not lists.has_closed(period, on=at.date()):
            continue
        sweep(at=at, should_continue=should_continue)
        while should_continue() and (row := list_preparation.prepare_next(pool, at=at)) is not None:
            made.append(row)
    return made
