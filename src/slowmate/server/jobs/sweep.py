"""Automatic events of games: starts, reminders, warnings, silence, flags. Idempotent, for any number of workers."""

import logging
from collections.abc import Callable
from datetime import datetime

from slowmate.server.games.models import Game
from slowmate.server.games.services import games

BATCH = 200
log = logging.getLogger(__name__)


def sweep(*, at: datetime, should_continue: Callable[[], bool] = lambda: True) -> int:
    """Let every game that is due look at its clock; how many something happened in.

    However late it runs, what it records carries the instant the rules give it. A game that fails is logged and left
    due; the others are not kept waiting. *should_continue* is asked after each batch.
    """
    happened, after = 0, 0
    while True:
        due = list(Game.objects.filter(due__lte=at, pk__gt=after).order_by("pk").values_list("pk", flat=True)[:BATCH])
        for pk in due:
            try:
                happened += games.look_at_clock(pk, at=at)
            except Exception:
                log.exception("a game could not look at its clock", extra={"game": pk})
        if len(due) < BATCH or not should_continue():
            return happened
        after = due[-1]
