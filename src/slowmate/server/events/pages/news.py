"""News of events: entries are open, sections have started, sections are over."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from slowmate import records
from slowmate.server.events.models import Section
from slowmate.server.events.queries.news import ended_sections, opened_events, started_sections
from slowmate.server.events.queries.record import name_of, records_of
from slowmate.server.events.queries.section_cache import table_of
from slowmate.server.events.queries.sections import Participant, first_of
from slowmate.server.events.text import kind_words, shared_place
from slowmate.server.site.news import NewsItem
from slowmate.server.site.text import day
from slowmate.words import score

RETENTION = timedelta(days=90)
"""Older events are no news."""
MAX_ITEMS = 20
"""Of each sort."""
PLACES_NAMED = 3
"""Places of a finished section whose players are named."""


def news(*, at: datetime) -> list[NewsItem]:
    """Return what has happened with events lately, newest first: six queries."""
    today = at.date()
    since = today - RETENTION
    items = [*_opened(since, today), *_started(since, today), *_over(ended_sections(MAX_ITEMS), since)]
    return sorted(items, key=lambda item: (item.at, item.key), reverse=True)


@dataclass(frozen=True, slots=True)
class EndedSection:
    """A section that has ended, and its winners."""

    pk: int
    name: str
    on: date
    winners: tuple[Participant, ...]
    points: str


def just_ended(limit: int) -> list[EndedSection]:
    """Return the sections that ended last, with their winners: four queries."""
    sections = ended_sections(limit)
    tables = records_of(sections)
    return [_ended(section, tables[section.pk]) for section in sections]


def _ended(section: Section, event: records.Event) -> EndedSection:
    winners, points = first_of(event)
    words = score(points) if points is not None else ""
    return EndedSection(section.pk, name_of(section), section.ended or section.start, winners, words)


def _midnight(on: date) -> datetime:
    return datetime.combine(on, time(), UTC)


def _opened(since: date, today: date) -> Iterable[NewsItem]:
    for event in opened_events(since, today)[:MAX_ITEMS]:
        until = gettext("Entries until %(day)s.") % {"day": day(event.deadline)} if event.deadline else ""
        yield NewsItem(
            f"event-{event.pk}-open",
            _midnight(event.announced or today),
            gettext("Open for entry: %(event)s") % {"event": event.name},
            f"{kind_words(event.kind)}. {until}".strip(),
            reverse("event", args=[event.pk]),
        )


def _started(since: date, today: date) -> Iterable[NewsItem]:
    """Yield starts of stages: all sections of an event that start on one day are one piece of news."""
    for started in started_sections(since, today, limit=MAX_ITEMS):
        number = started.number
        words = ngettext("%(n)d section has started.", "%(n)d sections have started.", number) % {"n": number}
        yield NewsItem(
            f"event-{started.event}-started-{started.start.isoformat()}",
            _midnight(started.start),
            gettext("Started: %(event)s") % {"event": started.name},
            words,
            reverse("event", args=[started.event]) if number > 1 else reverse("section", args=[started.first]),
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
    """Say the first three places of a table: 1 Novák 9½, 2–3 ..."""
    names = {team.id: team.name for team in event.teams} or {player.id: player.name for player in event.players}
    lines = table_of(event).value
    sharing = {line.place: sum(other.place == line.place for other in lines) for line in lines}
    return ", ".join(
        f"{shared_place(line.place, sharing[line.place])} {names[line.id]} {score(line.points)}"
        for line in lines
        if line.place <= PLACES_NAMED
    )
