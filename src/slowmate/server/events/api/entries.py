"""Entering events, for programs: the same services as the pages."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Schema, Status
from pydantic import Field

from slowmate.events.entry.decision import EntryDecision, grounds_not_judged
from slowmate.events.entry.right import UseOf
from slowmate.formats.entrant_writing import use_as_json
from slowmate.rulebook import Ground as Grounds
from slowmate.rulebook import Ruling
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.accounts.api import ENTER, OFFICIAL, READ, account, person
from slowmate.server.events.models import Event, EventEntry
from slowmate.server.events.permissions import (
    may_enter_player,
    may_see_entries,
    may_see_entry,
    may_see_event,
    via_of,
)
from slowmate.server.events.queries.entries import EntryFilter, entries_of, filtered_entries, waiting_place
from slowmate.server.events.queries.reviews import under_review
from slowmate.server.events.services import admitting, entries
from slowmate.server.people.api import PlayerLine, player_line
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed
from slowmate.server.site.paging import REFUSALS, WRITING, Limit, Offset
from slowmate.server.site.shapes import LARGEST_ID, Body, Ground, Paged, ground
from slowmate.server.site.text import sentence

router = Router(tags=["events"])

EventId = Annotated[int, Path(ge=1, le=LARGEST_ID)]
EntryId = Annotated[int, Path(ge=1, le=LARGEST_ID)]
Words = Annotated[str, Field(max_length=500, pattern=r"^[^\x00]*$")]


class NotJudged(Schema):
    """A result that no edition in hand governs: what is done with it instead."""

    event: str
    why: str


class RulingOut(Schema):
    """The ruling on an entry."""

    answer: Literal["may", "may not", "the announcement decides", "the commissioner decides"]
    route: str | None = Field(description="The clause of the way in that is taken.")
    uses: list[dict[str, Any]] = Field(description="What is used up when the player is seated.")
    fee: int
    currency: str
    bond: int
    pending: list[str] = Field(description="What must still happen: payment, bond, delegate, identity, office.")
    grounds: list[Ground]
    not_judged: list[NotJudged] = Field(description="Results that no edition in hand governs.")


class EntryLine(Schema):
    id: int
    event: int
    player: PlayerLine
    state: Literal["asked", "pending", "accepted", "seated", "waiting", "withdrawn", "refused"]
    made: datetime
    place: int | None = Field(description="In the waiting list.")
    fee: int
    paid: int


class EntryOut(EntryLine):
    """An entry, and what the rules said when it was made."""

    ruling: RulingOut


class EntriesPage(Paged):
    items: list[EntryLine]


class EntryIn(Body):
    dry_run: bool = Field(default=False, description="Only say what the rules say; nothing is written.")
    player: int | None = Field(None, ge=1, le=LARGEST_ID, description="A player of a delegate's federation.")
    words: Words = Field("", description="To whoever runs the event.")


class DealIn(Body):
    what: Literal["admit", "refuse", "payment", "bond", "identity", "office"]
    entries: Annotated[list[Annotated[int, Field(ge=1, le=LARGEST_ID)]], Field(min_length=1, max_length=1000)]
    reason: Annotated[str, Field(max_length=1000, pattern=r"^[^\x00]*$")] = ""


class DealOut(Schema):
    done: int
    passed_over: int = Field(description="They did not wait for it any more.")
    refused: list[list[Ground]] = Field(description="The grounds of each that the rules refused.")


def find_event(request: HttpRequest, event: int) -> Event:
    """Return an event that the token's owner may see; other events do not exist for them."""
    row = Event.objects.select_related("series").filter(pk=event).first()
    if row is None or not may_see_event(person(request), row):
        raise Http404
    return row


def find_entry(request: HttpRequest, entry: int) -> EventEntry:
    row = EventEntry.objects.select_related("event__series", "player").filter(pk=entry).first()
    if row is None or not may_see_entry(person(request), row):
        raise Http404
    return row


@router.post(
    "/events/{int:event}/entries",
    auth=ENTER,
    response={200: RulingOut, 201: EntryOut, **WRITING},
    summary="Enter an event",
)
def enter(request: HttpRequest, event: EventId, body: EntryIn) -> Status[RulingOut] | Status[EntryOut]:
    """Enter the token's owner, or a player of their federation if they are its delegate. With `dry_run` it only returns
    the ruling, also a negative one; without, an entry the rules do not allow is refused (409)."""
    row, who, at = find_event(request, event), account(request), clock.now()
    player = Player.objects.filter(pk=body.player).first() if body.player else player_of(who)
    if player is None:
        raise Http404
    if not may_enter_player(who, player):
        raise NotAllowed
    if body.dry_run:
        return Status(200, _ruling(entries.ruling(player, row, on=at.date(), via=via_of(who, player)), row))
    made = entries.enter(row, player, words=body.words, actor=who, at=at)
    return Status(201, _entry(made))


def _uses(decision: EntryDecision) -> list[dict[str, Any]]:
    """Return what is used up; of a right whether it is under review, since a result of its section was corrected."""
    rights = [use for use in decision.uses if use.of is UseOf.RIGHT]
    sources = {use: int(use.reference) for use in rights if use.reference and use.reference.isdigit()}
    reviewed = under_review(sources.values())
    return [use_as_json(use) | {"under_review": sources.get(use) in reviewed} for use in decision.uses]


def _ruling(entry_ruling: Ruling[EntryDecision], event: Event) -> RulingOut:
    decision = entry_ruling.value
    is_in = decision.answer.value != "may not"
    return RulingOut(
        answer=decision.answer.value,
        route=str(decision.route) if decision.route and is_in else None,
        uses=_uses(decision) if is_in else [],
        fee=decision.fee,
        currency=event.currency,
        bond=decision.bond,
        pending=list(decision.pending),
        grounds=[ground(each) for each in entry_ruling.grounds],
        not_judged=_not_judged(entry_ruling.grounds),
    )


def _not_judged(grounds: Iterable[Grounds]) -> list[NotJudged]:
    return [
        NotJudged(event=str(each.facts["event"]), why=sentence(each, with_zone=True))
        for each in grounds_not_judged(grounds)
    ]


@router.get("/entries", auth=READ, response={200: EntriesPage, **REFUSALS}, summary="My entries")
def my_entries(request: HttpRequest, limit: Limit = 50, offset: Offset = 0) -> EntriesPage:
    """Return the entries of the token's owner, the latest first."""
    me = player_of(person(request))
    rows = entries_of(me).select_related("player") if me else EventEntry.objects.none()
    items = [_line(row, _place(row)) for row in rows[offset : offset + limit]]
    return EntriesPage(items=items, count=rows.count(), limit=limit, offset=offset)


def _place(row: EventEntry) -> int | None:
    waiting_before: int = getattr(row, "waiting_before", 0)
    return 1 + waiting_before if row.state == EventEntry.State.WAITING else None


@router.get("/entries/{int:entry}", auth=READ, response={200: EntryOut, **REFUSALS}, summary="An entry")
def entry_of(request: HttpRequest, entry: EntryId) -> EntryOut:
    """Return an entry, for its player, the delegate of their federation, and the office that runs the event."""
    return _entry(find_entry(request, entry))


@router.post(
    "/entries/{int:entry}/withdraw", auth=ENTER, response={200: EntryOut, **WRITING}, summary="Withdraw an entry"
)
def withdraw_entry(request: HttpRequest, entry: EntryId) -> EntryOut:
    """Withdraw an entry before play begins. The event's rules (8.1) say what it costs after the start list."""
    row = find_entry(request, entry)
    return _entry(entries.withdraw(row.pk, actor=account(request), at=clock.now()))


@router.post(
    "/entries/{int:entry}/confirm", auth=OFFICIAL, response={200: EntryOut, **WRITING}, summary="Confirm an entry"
)
def confirm_entry(request: HttpRequest, entry: EntryId) -> EntryOut:
    """Confirm a free entry of a player of the delegate's federation (4.5)."""
    row = find_entry(request, entry)
    return _entry(admitting.confirm(row.pk, actor=account(request), at=clock.now()))


@router.get(
    "/events/{int:event}/entries",
    auth=READ,
    response={200: EntriesPage, **REFUSALS},
    summary="The entries of an event",
)
def entries_of_event(
    request: HttpRequest,
    event: EventId,
    state: Literal["", "asked", "pending", "accepted", "seated", "waiting", "withdrawn", "refused"] = "",
    federation: Annotated[str, Query(max_length=3, pattern=r"^[A-Za-z]{0,3}$")] = "",
    q: Annotated[str, Query(max_length=80, pattern=r"^[^\x00]*$")] = "",
    limit: Limit = 50,
    offset: Offset = 0,
) -> EntriesPage:
    """Return the entries of an event in order, for those who run it."""
    row = find_event(request, event)
    if not may_see_entries(person(request), row):
        raise Http404
    rows = filtered_entries(row, EntryFilter(state, federation.upper(), q))
    items = [_line(each, None) for each in rows[offset : offset + limit]]
    return EntriesPage(items=items, count=rows.count(), limit=limit, offset=offset)


@router.post(
    "/events/{int:event}/entries/decisions",
    auth=OFFICIAL,
    response={200: DealOut, **WRITING},
    summary="Decide on entries",
)
def decide_on_entries(request: HttpRequest, event: EventId, body: DealIn) -> DealOut:
    """Admit, refuse (with a reason), or note what was paid or proved, for several entries of an event at once."""
    row = find_event(request, event)
    done = admitting.deal_with(row, body.what, body.entries, reason=body.reason, actor=account(request), at=clock.now())
    refused = [[ground(each) for each in why.grounds] for why in done.refused]
    return DealOut(done=done.done, passed_over=done.passed_over + int(done.is_own), refused=refused)


def _line(row: EventEntry, place: int | None) -> EntryLine:
    if row.player is None:
        raise Http404
    return EntryLine(
        id=row.pk,
        event=row.event_id,
        player=player_line(row.player),
        state=EventEntry.State(row.state).value,  # type: ignore[arg-type]  # what the column holds
        made=row.made,
        place=place,
        fee=row.fee,
        paid=row.paid,
    )


def _entry(row: EventEntry) -> EntryOut:
    place = waiting_place(row) if row.state == EventEntry.State.WAITING else None
    grounds = grounds_from(row.grounds)
    stored_ruling = RulingOut(
        answer=row.answer,  # type: ignore[arg-type]  # what the column holds
        route=row.route or None,
        uses=row.uses,
        fee=row.fee,
        currency=row.event.currency,
        bond=row.bond,
        pending=row.pending,
        grounds=[ground(each) for each in grounds],
        not_judged=_not_judged(grounds),
    )
    return EntryOut(**_line(row, place).model_dump(), ruling=stored_ruling)
