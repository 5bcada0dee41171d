"""Events and sections taken for a step: locked, checked for the right, and unchanged since the page was shown.

The row of the event is always locked first. The second of two people finds it in another state than their page
showed, and gets an error.
"""

from datetime import datetime

from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, Section
from slowmate.server.events.permissions import acting_for, runs
from slowmate.server.events.services.steps import By
from slowmate.server.site.errors import NotAllowed, Stale, Unfit

LONGEST_REASON = 1000


def locked_event(pk: int) -> Event:
    """Lock an event until the transaction ends: other entries, closing and dividing come before or after."""
    rows = Event.objects.select_for_update(of=("self",)).select_related("series", "organiser")
    event = rows.filter(pk=pk).first()
    if event is None:
        raise NotAllowed
    return event


def event_to_run(pk: int, *, actor: User, seen: str | None = None) -> Event:
    """Lock an event that a user runs. *seen* is the state in which their page showed it."""
    event = locked_event(pk)
    if not runs(actor, event):
        raise NotAllowed
    require_as_seen(event.state, seen)
    return event


def locked_section(pk: int) -> Section:
    """Lock a section, and its event before it."""
    event = Section.objects.values_list("event", flat=True).filter(pk=pk).first()
    if event is None:
        raise NotAllowed
    locked = locked_event(event)
    section = Section.objects.select_for_update(of=("self",)).select_related("director__player").get(pk=pk)
    section.event = locked
    return section


def section_to_run(pk: int, *, actor: User, seen: str | None = None) -> Section:
    section = locked_section(pk)
    if not runs(actor, section.event):
        raise NotAllowed
    require_as_seen(section.state, seen)
    return section


def require_as_seen(state: str, seen: str | None) -> None:
    if seen is not None and state != seen:
        raise Stale(_("Somebody has just taken another step here. This is the current state; look, then decide."))


def by_whoever_runs(event: Event, actor: User, at: datetime, *, reason: str = "", **facts: object) -> By:
    """Return who takes a step: the actor, as the office that runs the event."""
    return By(acting_for(event), at, actor, reason, facts)


def required_reason(reason: str) -> str:
    """Return a reason that others will read; `Unfit` without one."""
    words = reason.strip()
    if not words:
        raise Unfit(_("Say why: everybody concerned reads it."), field="reason")
    return words[:LONGEST_REASON]
