"""An event as the core asks about entries to it."""

from datetime import date

from slowmate.events.entry.routes import FINAL
from slowmate.events.entry.target import Target
from slowmate.server.events.models import Event

NEVER_HELD = (Event.State.DRAFT, Event.State.CANCELLED, Event.State.LAPSED)


def target_of(event: Event, *, start: date | None = None) -> Target:
    """The event a player asks to enter; *start* is that of a section cut from a queue, where it has one of its own."""
    begins = start or event.start
    return Target(
        event.kind,
        begins,
        event.deadline,
        by_post=event.by_post,
        fee=event.fee or 0,
        ladies_minimum=event.ladies_minimum,
        cycle=event.cycle,
        earlier=_earlier(event, begins),
        federation=event.federation or None,
    )


def _earlier(event: Event, start: date) -> tuple[date, ...]:
    """When entries for earlier Finals closed: who let them pass has put off his right. Only Finals are asked about."""
    if event.kind != FINAL:
        return ()
    before = Event.objects.filter(kind=FINAL, start__lt=start, deadline__isnull=False).exclude(state__in=NEVER_HELD)
    return tuple(day for day in before.order_by("deadline").values_list("deadline", flat=True) if day is not None)
