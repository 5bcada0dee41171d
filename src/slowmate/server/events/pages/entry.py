"""The pages of entries: what one would use up, how one stands, and the lines of the list of an event's entries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from slowmate.rulebook import Clause
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.events.models import EventEntry, Section
from slowmate.server.events.pages.rendered_grounds import RenderedGround, render_grounds
from slowmate.server.events.queries.entries import public_section, waiting_place
from slowmate.server.events.queries.entry_preview import ConsumedUse, EntryPreview
from slowmate.server.events.text import decided_words, entry_words, office_words, pending_words, use_words
from slowmate.server.people.models import Player

State = EventEntry.State


@dataclass(frozen=True, slots=True)
class UseLine:
    """Something an entry would use up, in words."""

    words: str
    use: ConsumedUse


def use_lines(preview: EntryPreview) -> list[UseLine]:
    return [UseLine(use_words(consumed.use), consumed) for consumed in preview.uses]


# -- the page of an entry ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PastDecision:
    """Something that was decided about an entry."""

    at: datetime
    words: str
    office: str
    player: Player | None
    """The player who holds the office."""
    reason: str
    grounds: tuple[RenderedGround, ...]


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
    """The section of its seat, once that is public."""
    history: tuple[PastDecision, ...]
    is_open: bool
    """It may still be withdrawn."""
    is_used: bool
    """Its player has a seat: what it uses up is used."""
    is_paid: bool
    is_bond_paid: bool
    waits_for: tuple[str, ...]
    """What the office that runs the event can do with it, as `services.admitting` names it."""


def entry_page(entry: EventEntry, *, on: date) -> EntryPage:
    section = public_section(entry)
    start = section.start if section else entry.event.start
    is_seated = entry.state == State.SEATED
    return EntryPage(
        words=entry_words(entry.state),
        missing=_missing(entry),
        place=waiting_place(entry) if entry.state == State.WAITING else None,
        uses=tuple(use_words(use) for use in entry.uses),
        route=Clause.parse(entry.route) if entry.route else None,
        section=section,
        history=tuple(_history(entry)),
        is_open=entry.state in EventEntry.LIVE or (is_seated and on < start),
        is_used=is_seated,
        is_paid=entry.paid >= entry.fee,
        is_bond_paid=entry.bond_paid >= entry.bond,
        waits_for=_waits_for(entry),
    )


def _missing(entry: EventEntry) -> tuple[str, ...]:
    if entry.state not in (State.ASKED, State.PENDING):
        return ()
    return tuple(pending_words(what) for what in entry.pending)


def _waits_for(entry: EventEntry) -> tuple[str, ...]:
    if entry.state == State.ASKED:
        return ("admit", "refuse")
    if entry.state == State.PENDING:
        return (*(what for what in entry.pending if what != "delegate"), "take-out")
    return ("take-out",) if entry.state in (State.ACCEPTED, State.WAITING) else ()


def _history(entry: EventEntry) -> list[PastDecision]:
    rows = entry.decisions.select_related("by__player").order_by("-at", "-pk")
    return [
        PastDecision(
            row.at,
            decided_words(row.what),
            office_words(row.office),
            getattr(row.by, "player", None),
            row.reason,
            tuple(render_grounds(grounds_from(row.grounds), {})),
        )
        for row in rows
    ]


# -- the entries of an event, for the office that runs it -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry on one line of the list."""

    pk: int
    player: Player
    state: str
    missing: str
    """What it waits for, in words."""
    route: str
    """The address of the clause it came by."""
    made: datetime
    may_be_ticked: bool
    """The office that runs the event can decide something about it."""


def entry_rows(rows: Iterable[EventEntry]) -> list[EntryRow]:
    return [
        EntryRow(
            row.pk,
            row.player,
            row.get_state_display(),
            ", ".join(pending_words(what) for what in row.pending) if row.state == State.PENDING else "",
            row.route.partition(" ")[2],
            row.made,
            may_be_ticked=row.state in (State.ASKED, State.PENDING, State.ACCEPTED, State.WAITING),
        )
        for row in rows
        if row.player is not None
    ]


ENTRY_COLUMNS = (
    *("entry", "player", "name", "federation", "iccf_id", "rating", "title", "state", "made", "clause"),
    *("currency", "fee", "paid", "bond", "bond_paid", "due"),
)
"""Of the table for spreadsheets; `due` is what is not paid yet of fee and bond, while the entry is live or seated."""


def entry_cells(row: EventEntry, currency: str) -> list[object]:
    """Return the cells of an entry, in the order of `ENTRY_COLUMNS`."""
    player = row.player
    is_due = row.state in (*EventEntry.LIVE, State.SEATED)
    due = max(0, row.fee - row.paid) + max(0, row.bond - row.bond_paid) if is_due else 0
    columns = ("pk", "name", "federation", "iccf_id", "rating", "title")
    who = [getattr(player, column, "") for column in columns]
    money = [row.fee, row.paid, row.bond, row.bond_paid, due]
    return [row.pk, *who, row.state, row.made.date().isoformat(), row.route, currency, *money]
