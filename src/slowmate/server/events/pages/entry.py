"""How an entry stands: what is missing, what it would use up, and what was decided about it so far."""

from dataclasses import dataclass
from datetime import date, datetime

from slowmate.rulebook import Clause
from slowmate.rulebook.kept import grounds_from
from slowmate.server.events.models import EventEntry, Section
from slowmate.server.events.pages.rendered_grounds import Told, told
from slowmate.server.events.queries.entries import waiting_place
from slowmate.server.events.text import decided_words, entry_words, office_words, pending_words, use_words
from slowmate.server.people.models import Player

State = EventEntry.State


@dataclass(frozen=True, slots=True)
class Past:
    """Something that was decided about an entry."""

    at: datetime
    words: str
    office: str
    who: Player | None
    reason: str
    grounds: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class EntryPage:
    """An entry as its page shows it."""

    words: str
    """How it stands."""
    missing: tuple[str, ...]
    place: int | None
    """In the waiting list."""
    uses: tuple[str, ...]
    route: Clause | None
    section: Section | None
    """Where its player is seated, once that is public."""
    history: tuple[Past, ...]
    is_open: bool
    """It may still be withdrawn."""
    is_used: bool
    """Its player sits: what it uses up is used."""
    is_paid: bool
    is_bond_paid: bool
    waits_for: tuple[str, ...]
    """What whoever runs the event can do with it, as `services.admitting` names it."""


def entry_page(entry: EventEntry, *, on: date) -> EntryPage:
    section = _section(entry)
    start = section.start if section else entry.event.start
    is_seated = entry.state == State.SEATED
    return EntryPage(
        words=entry_words(entry.state),
        missing=tuple(pending_words(one) for one in entry.pending)
        if entry.state in (State.ASKED, State.PENDING)
        else (),
        place=waiting_place(entry) if entry.state == State.WAITING else None,
        uses=tuple(use_words(one) for one in entry.uses),
        route=Clause.parse(entry.route) if entry.route else None,
        section=section,
        history=tuple(_history(entry)),
        is_open=entry.state in EventEntry.LIVE or (is_seated and on < start),
        is_used=is_seated,
        is_paid=entry.paid >= entry.fee,
        is_bond_paid=entry.bond_paid >= entry.bond,
        waits_for=_waits_for(entry),
    )


def _waits_for(entry: EventEntry) -> tuple[str, ...]:
    if entry.state == State.ASKED:
        return ("admit", "refuse")
    return tuple(one for one in entry.pending if one != "delegate") if entry.state == State.PENDING else ()


def _section(entry: EventEntry) -> Section | None:
    seats = entry.seats.select_related("section__event").exclude(section__state=Section.State.PROPOSED)
    seat = seats.order_by("-pk").first()
    return seat.section if seat and entry.state == State.SEATED else None


def _history(entry: EventEntry) -> list[Past]:
    rows = entry.decisions.select_related("by__player").order_by("-at", "-pk")
    return [
        Past(
            row.at,
            decided_words(row.what),
            office_words(row.office),
            getattr(row.by, "player", None),
            row.reason,
            tuple(told(grounds_from(row.grounds), {})),
        )
        for row in rows
    ]
