"""The journal of an event or a section: what was decided, as what, by whom, and on which grounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from slowmate.events.organising.offices import Actor
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.events.models import Decision, Section
from slowmate.server.events.pages.rendered_grounds import RenderedGround, render_grounds
from slowmate.server.events.text import happened_words, office_words
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One decision."""

    at: datetime
    what: str
    office: str
    player: Player | None
    """The player who holds the office; None where the server decided, or its holder has left."""
    about: Player | None
    """The player it concerns, if it is one."""
    reason: str
    grounds: tuple[RenderedGround, ...]
    section: Section | None
    superseded: datetime | None
    """When another decision took its place."""
    day: date | None = None
    """The day of the rules, for a step of the server; None: shown by the reader's clock."""


def journal_line(row: Decision, names: Mapping[str, str], *, here: int | None = None) -> DecisionLine:
    """Return a decision as the journal shows it, with the *names* of the players its grounds are about.

    *here* is the section whose journal it is.
    """
    successor = getattr(row, "superseded_by", None)
    return DecisionLine(
        row.at,
        happened_words(row.what),
        office_words(row.office),
        getattr(row.by, "player", None),
        row.player,
        row.reason,
        tuple(render_grounds(grounds_from(row.grounds), names)),
        row.section if row.section_id != here else None,
        successor.at if successor else None,
        row.at.date() if row.office == Actor.SERVER.value else None,
    )
