"""What has happened with events lately: entries opened, sections started, sections over."""

from datetime import date
from typing import NamedTuple

from django.db.models import Count, Min, QuerySet

from slowmate.server.events.models import Event, Section
from slowmate.server.events.queries.record import sections_with_event
from slowmate.server.events.queries.sections import OVER


def opened_events(since: date, until: date) -> "QuerySet[Event]":
    """Return the events that were announced between two days and are open for entry, newest first."""
    rows = Event.objects.filter(state=Event.State.OPEN, announced__gte=since, announced__lte=until)
    return rows.order_by("-announced", "-pk")


class StartedSections(NamedTuple):
    """Sections of an event that started on one day: how many, and the first of them."""

    event: int
    name: str
    start: date
    number: int
    first: int


def started_sections(since: date, until: date, *, limit: int) -> list[StartedSections]:
    """Return the starts between two days, newest first."""
    played = (Section.State.RUNNING, *OVER)
    rows = Section.objects.filter(state__in=played, start__gte=since, start__lte=until).order_by()
    groups = rows.values_list("event_id", "event__name", "start").annotate(n=Count("pk"), first=Min("pk"))
    return [StartedSections(*group) for group in groups.order_by("-start", "-first")[:limit]]


def ended_sections(limit: int) -> list[Section]:
    """Return the sections that ended last, newest first."""
    rows = [
        row
        for state in OVER  # each by its own index
        for row in sections_with_event().filter(state=state).order_by("-ended", "-pk")[:limit]
    ]
    return sorted(rows, key=lambda row: (row.ended or date.min, row.pk), reverse=True)[:limit]
