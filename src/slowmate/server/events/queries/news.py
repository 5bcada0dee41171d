"""News of events: entries are open, sections have started, sections are over."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Count, Min
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from slowmate import records
from slowmate.server.events.models import Event, Section
from slowmate.server.events.pages.section_table import Named
from slowmate.server.events.queries.event_page import first_of
from slowmate.server.events.queries.record import name_of, records_of, sections_with_event
from slowmate.server.events.queries.section_cache import table_of
from slowmate.server.events.text import kind_words, shared_place
from slowmate.server.site.news import NewsItem
from slowmate.server.site.text import day
from slowmate.words import score

RECENT = timedelta(days=90)
"""What is older is no news."""
MOST = 20
"""Of each sort."""
NAMED = 3
"""Those of a finished section who are named: the first three places."""


def news(*, at: datetime) -> list[NewsItem]:
    """What has happened with events lately, newest first: six queries."""
    since = at.date() - RECENT
    found = [*_opened(since, at.date()), *_started(since, at.date()), *_over(ended_sections(MOST), since)]
    return sorted(found, key=lambda item: (item.at, item.key), reverse=True)


def ended_sections(number: int) -> list[Section]:
    """The sections that ended last, newest first."""
    over = (Section.State.FINISHED, Section.State.SETTLED)
    rows = [
        row
        for state in over  # each by its own index
        for row in sections_with_event().filter(state=state).order_by("-ended", "-pk")[:number]
    ]
    return sorted(rows, key=lambda row: (row.ended or date.min, row.pk), reverse=True)[:number]


@dataclass(frozen=True, slots=True)
class EndedSection:
    """A section that has ended, and who was first."""

    pk: int
    name: str
    on: date
    winners: tuple[Named, ...]
    points: str


def just_ended(number: int) -> list[EndedSection]:
    """The sections that ended last, with their winners: four queries."""
    sections = ended_sections(number)
    tables = records_of(sections)
    return [
        EndedSection(section.pk, name_of(section), section.ended or section.start, *first_of(tables[section.pk]))
        for section in sections
    ]


def _midnight(on: date) -> datetime:
    return datetime.combine(on, time(), UTC)


def _opened(since: date, today: date) -> Iterable[NewsItem]:
    rows = Event.objects.filter(state=Event.State.OPEN, announced__gte=since, announced__lte=today)
    for event in rows.order_by("-announced", "-pk")[:MOST]:
        until = gettext("Entries until %(day)s.") % {"day": day(event.deadline)} if event.deadline else ""
        yield NewsItem(
            f"event-{event.pk}-open",
            _midnight(event.announced or today),
            gettext("Open for entry: %(event)s") % {"event": event.name},
            f"{kind_words(event.kind)}. {until}".strip(),
            reverse("event", args=[event.pk]),
        )


def _started(since: date, today: date) -> Iterable[NewsItem]:
    """Starts of stages: all sections of an event that start on one day are one piece of news."""
    played = (Section.State.RUNNING, Section.State.FINISHED, Section.State.SETTLED)
    rows = Section.objects.filter(state__in=played, start__gte=since, start__lte=today).order_by()
    groups = rows.values_list("event_id", "event__name", "start").annotate(n=Count("pk"), first=Min("pk"))
    for event, name, start, number, first in groups.order_by("-start", "-first")[:MOST]:
        words = ngettext("%(n)d section has started.", "%(n)d sections have started.", number) % {"n": number}
        yield NewsItem(
            f"event-{event}-started-{start.isoformat()}",
            _midnight(start),
            gettext("Started: %(event)s") % {"event": name},
            words,
            reverse("event", args=[event]) if number > 1 else reverse("section", args=[first]),
        )


def _over(sections: Iterable[Section], since: date) -> Iterable[NewsItem]:
    recent = [section for section in sections if section.ended and section.ended >= since]
    tables = records_of(recent)
    for section in recent:
        yield NewsItem(
            f"section-{section.pk}-finished",
            _midnight(section.ended or since),
            gettext("Finished: %(section)s") % {"section": name_of(section)},
            first_places(tables[section.pk]),
            reverse("section", args=[section.pk]),
        )


def first_places(event: records.Event) -> str:
    """The first three places of a table: 1 Novák 9½, 2–3 ..."""
    names = {team.id: team.name for team in event.teams} or {player.id: player.name for player in event.players}
    lines = table_of(event).value
    sharing = {line.place: sum(other.place == line.place for other in lines) for line in lines}
    return ", ".join(
        f"{shared_place(line.place, sharing[line.place])} {names[line.id]} {score(line.points)}"
        for line in lines
        if line.place <= NAMED
    )
