"""Automatic steps of events: entries close, approvals lapse, sections start and end, rights run out.

Idempotent, and exact after downtime: each step carries the day the rules give it, and what was done is not done again.
Any number of workers may run it.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db.models import Model, QuerySet

from slowmate.server.cases.services import correction
from slowmate.server.events.queries import due
from slowmate.server.events.services import consequences, cutting, dividing, planning, rights, starting

log = logging.getLogger(__name__)

LOOKED_BACK = timedelta(days=1)
"""A game is often recorded later than it ended."""


def look_at_events(*, at: datetime, should_continue: Callable[[], bool] = lambda: True) -> int:
    """Take every step that is due; how many were taken. One that fails is logged, and keeps no other waiting."""
    today = at.date()
    steps: tuple[tuple[QuerySet[Model], Callable[[int], object]], ...] = (
        (due.to_close(on=today), lambda pk: dividing.close_entries(pk, at=at)),
        (due.to_lapse(), lambda pk: planning.lapse(pk, at=at)),
        (due.to_start(on=today), lambda pk: starting.start(pk, at=at)),
        (due.sections_to_start(on=today), lambda pk: starting.start_section(pk, at=at)),
        (due.sections_over(), lambda pk: consequences.finish(pk, at=at)),
        (due.to_play_out(), lambda pk: cutting.play_out(pk, at=at)),
    )
    taken = 0
    for rows, take in steps:
        taken += _each(rows.values_list("pk", flat=True), take, should_continue)
    return taken


def look_at_rights(*, at: datetime, since: datetime | None) -> None:
    """Write down what is certain in running sections, what corrected results change, and what has run out; tell whose
    right soon will."""
    changed = {section.pk: section for section in due.sections_changed(since=(since or at) - LOOKED_BACK)}
    _each(changed, lambda pk: rights.refresh_provisional(changed[pk], at), should_continue=lambda: True)
    _each(due.sections_corrected().values_list("pk", flat=True), consequences.look, should_continue=lambda: True)
    correction.open_missing(at=at)
    rights.expire(at=at)
    rights.warn_of_expiry(at=at)


def _each(numbers: Iterable[int], take: Callable[[int], object], should_continue: Callable[[], bool]) -> int:
    taken = 0
    for pk in list(numbers):
        if not should_continue():
            break
        try:
            taken += bool(take(pk))
        except Exception:
            log.exception("a step of an event could not be taken", extra={"number": pk})
    return taken
