"""The page of the events of one player: rights and their last days, bars, nominations, entries and their state."""

from dataclasses import dataclass
from datetime import date, timedelta

from slowmate.events.entry.entrants import ListEntry
from slowmate.events.entry.right import RightState
from slowmate.events.entry.routes import FINAL
from slowmate.rulebook import Clause
from slowmate.server.events.models import Bar, Bond, EventEntry, Grant, Nomination, Right
from slowmate.server.events.queries.entrants import lists_of
from slowmate.server.events.queries.entries import entries_of
from slowmate.server.events.queries.federations import open_nominations, unused
from slowmate.server.events.queries.rights import rights_of
from slowmate.server.events.text import kind_words, pending_words, right_state, until_words
from slowmate.server.people.models import Player

OPEN = (RightState.OPEN, RightState.DEFERRED, RightState.REFERRED)
EXPIRES_SOON = timedelta(days=30)
MAX_PAST_ENTRIES = 20
"""Entries that are over and shown, the newest."""


@dataclass(frozen=True, slots=True)
class MyRight:
    """A right as its holder sees it."""

    row: Right
    kind: str
    clause: Clause
    until: str
    state: str
    is_soon_over: bool
    may_be_put_off: bool


@dataclass(frozen=True, slots=True)
class MyBar:
    row: Bar
    clause: Clause
    is_running: bool


@dataclass(frozen=True, slots=True)
class MyEntry:
    """An entry, with what is missing and its place in the waiting list."""

    row: EventEntry
    missing: tuple[str, ...]
    place: int | None


@dataclass(frozen=True, slots=True)
class MyEvents:
    """All that concerns one player of events."""

    rights: tuple[MyRight, ...]
    past_rights: tuple[MyRight, ...]
    bars: tuple[MyBar, ...]
    owes_bond: bool
    nominations: tuple[tuple[Nomination, str], ...]
    grants: tuple[tuple[Grant, str], ...]
    entries: tuple[MyEntry, ...]
    past_entries: tuple[MyEntry, ...]
    rating: ListEntry | None


def my_events_page(player: Player, *, on: date) -> MyEvents:
    """Read it in a constant number of queries."""
    rights = [_right(row, on) for row in rights_of([player.pk])]
    open_rights = [right for right in rights if _is_open(right.row, on)]
    entries = [_entry(row) for row in entries_of(player)[: MAX_PAST_ENTRIES * 5]]
    over = (EventEntry.State.WITHDRAWN, EventEntry.State.REFUSED)
    bonds = Bond.objects.filter(player=player, state=Bond.State.OWED)
    lists = [entry for entry in lists_of({player: on})[player.pk] if entry.published <= on and entry.is_published]
    return MyEvents(
        rights=tuple(open_rights),
        past_rights=tuple(right for right in rights if right not in open_rights),
        bars=tuple(_bar(row, on) for row in player.bars.order_by("-since", "-pk")),
        owes_bond=bonds.exists(),
        nominations=tuple((row, kind_words(row.kind) if row.kind else "") for row in open_nominations(player, on=on)),
        grants=tuple((row, kind_words(row.kind)) for row in player.grants.filter(unused()).order_by("-on", "-pk")),
        entries=tuple(entry for entry in entries if entry.row.state not in over),
        past_entries=tuple(entry for entry in entries if entry.row.state in over)[:MAX_PAST_ENTRIES],
        rating=lists[-1] if lists else None,
    )


def _is_open(row: Right, on: date) -> bool:
    return row.state in OPEN and (row.expires is None or row.expires >= on)


def _right(row: Right, on: date) -> MyRight:
    is_open = row.state in (RightState.OPEN, RightState.DEFERRED)
    return MyRight(
        row,
        kind_words(row.to),
        Clause.parse(row.clause),
        until_words(row),
        right_state(row.state),
        is_soon_over=is_open and row.expires is not None and on <= row.expires <= on + EXPIRES_SOON,
        may_be_put_off=is_open and row.to == FINAL,
    )


def _bar(row: Bar, on: date) -> MyBar:
    return MyBar(row, Clause.parse(row.clause), row.since <= on and (row.until is None or on < row.until))


def _entry(row: EventEntry) -> MyEntry:
    is_waiting = row.state == EventEntry.State.WAITING
    missing = row.pending if row.state in (EventEntry.State.ASKED, EventEntry.State.PENDING) else []
    before: int = getattr(row, "waiting_before", 0)
    return MyEntry(row, tuple(pending_words(what) for what in missing), 1 + before if is_waiting else None)
