"""What concerns one player of events: rights and until when, bars and why, nominations, entries and their state."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q

from slowmate.events.entry.entrants import ListEntry
from slowmate.events.entry.right import RightState
from slowmate.events.entry.routes import FINAL
from slowmate.rulebook import Clause
from slowmate.server.events.models import Bar, Bond, Event, EventEntry, Grant, Nomination, Right
from slowmate.server.events.queries.entrant import lists_of
from slowmate.server.events.queries.entries import entries_of
from slowmate.server.events.queries.rights import rights_of
from slowmate.server.events.text import kind_words, pending_words, right_state, until_words
from slowmate.server.people.models import Player

OPEN = (RightState.OPEN, RightState.DEFERRED, RightState.REFERRED)
SOON = timedelta(days=30)
PAST_ENTRIES = 20
"""Entries that are over, of which the newest are shown."""


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
    """An entry, and what is to be known of it at a glance."""

    row: EventEntry
    missing: tuple[str, ...]
    place: int | None


@dataclass(frozen=True, slots=True)
class MyPage:
    """All of it."""

    rights: tuple[MyRight, ...]
    past_rights: tuple[MyRight, ...]
    bars: tuple[MyBar, ...]
    owes_bond: bool
    nominations: tuple[tuple[Nomination, str], ...]
    grants: tuple[tuple[Grant, str], ...]
    entries: tuple[MyEntry, ...]
    past_entries: tuple[MyEntry, ...]
    rating: ListEntry | None


def my_page(player: Player, *, on: date) -> MyPage:
    """A constant number of queries."""
    rights = [_right(row, on) for row in rights_of([player.pk])]
    open_ = [one for one in rights if one.row.state in OPEN and (one.row.expires is None or one.row.expires >= on)]
    entries = [_entry(row) for row in entries_of(player)[: PAST_ENTRIES * 5]]
    over = (EventEntry.State.WITHDRAWN, EventEntry.State.REFUSED)
    bonds = Bond.objects.filter(player=player, state=Bond.State.OWED)
    lists = [one for one in lists_of({player: on})[player.pk] if one.published <= on and one.is_published]
    return MyPage(
        rights=tuple(open_),
        past_rights=tuple(one for one in rights if one not in open_),
        bars=tuple(_bar(row, on) for row in player.bars.order_by("-since", "-pk")),
        owes_bond=bonds.exists(),
        nominations=tuple((row, kind_words(row.kind) if row.kind else "") for row in _nominations(player, on)),
        grants=tuple((row, kind_words(row.kind)) for row in player.grants.filter(_unused()).order_by("-on", "-pk")),
        entries=tuple(one for one in entries if one.row.state not in over),
        past_entries=tuple(one for one in entries if one.row.state in over)[:PAST_ENTRIES],
        rating=lists[-1] if lists else None,
    )


def _right(row: Right, on: date) -> MyRight:
    is_open = row.state in (RightState.OPEN, RightState.DEFERRED)
    return MyRight(
        row,
        kind_words(row.to),
        Clause.parse(row.clause),
        until_words(row),
        right_state(row.state),
        is_soon_over=is_open and row.expires is not None and on <= row.expires <= on + SOON,
        may_be_put_off=is_open and row.to == FINAL,
    )


def _bar(row: Bar, on: date) -> MyBar:
    return MyBar(row, Clause.parse(row.clause), row.since <= on and (row.until is None or on < row.until))


def _entry(row: EventEntry) -> MyEntry:
    is_waiting = row.state == EventEntry.State.WAITING
    missing = row.pending if row.state in (EventEntry.State.ASKED, EventEntry.State.PENDING) else []
    before: int = getattr(row, "waiting_before", 0)
    return MyEntry(row, tuple(pending_words(one) for one in missing), 1 + before if is_waiting else None)


def _nominations(player: Player, on: date) -> Sequence[Nomination]:
    """Those for this year and later that have given no seat."""
    rows = player.nominations.filter(_unused(), year__gte=on.year, withdrawn=None)
    return list(rows.order_by("year", "pk"))


def _unused() -> Q:
    return ~Q(uses__isnull=False, uses__given_back__isnull=True)


def finals_to_come() -> list[Event]:
    """Finals of the World Championship that are announced or open for entry."""
    rows = Event.objects.filter(kind=FINAL, state__in=(Event.State.ANNOUNCED, Event.State.OPEN))
    return list(rows.select_related("series").order_by("start", "pk"))
