"""The journal of an event or a section: what was decided, as what, by whom, and on which grounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from slowmate.rulebook.kept import grounds_from
from slowmate.server.events.models import Decision, Event, Section
from slowmate.server.events.pages.rendered_grounds import RenderedGround, render_grounds
from slowmate.server.events.text import happened_words, office_words
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision."""

    at: datetime
    what: str
    office: str
    who: Player | None
    """Who holds the office; nobody where the server decided, or its holder has left."""
    about: Player | None
    """The player whom it concerns, if it is one."""
    reason: str
    grounds: tuple[RenderedGround, ...]
    section: Section | None
    superseded: datetime | None
    """When another decision took its place."""


def of_section(section: Section) -> "QuerySet[Decision]":
    """What was decided about a section and about its event as a whole, newest first."""
    return _public().filter(Q(section=section) | Q(event=section.event_id, section=None))


def of_event(event: Event) -> "QuerySet[Decision]":
    return _public().filter(event=event)


def _public() -> "QuerySet[Decision]":
    """Entries are their players' business until the start list, and stand in no public journal."""
    rows = Decision.objects.filter(is_public=True).select_related("by__player", "player", "section", "superseded_by")
    return rows.order_by("-at", "-pk")


def entry(row: Decision, names: Mapping[str, str], *, here: int | None = None) -> Entry:
    """A decision as the journal shows it; *names* of the players whom its grounds are about, *here* the section whose
    journal it is."""
    after = getattr(row, "superseded_by", None)
    return Entry(
        row.at,
        happened_words(row.what),
        office_words(row.office),
        getattr(row.by, "player", None),
        row.player,
        row.reason,
        tuple(render_grounds(grounds_from(row.grounds), names)),
        row.section if row.section_id != here else None,
        after.at if after else None,
    )
