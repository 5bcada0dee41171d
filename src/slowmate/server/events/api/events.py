"""The events, by their state, and the announcement of each."""

from datetime import date
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Schema
from pydantic import Field

from slowmate.events.organising.cycles import governing_edition
from slowmate.records import KINDS, not_a_kind
from slowmate.rulebook import NoEdition
from slowmate.server.accounts.api import ANYBODY, person
from slowmate.server.events.choices import CHOICES, StoredIn
from slowmate.server.events.models import Event
from slowmate.server.events.permissions import may_see_event, office_of
from slowmate.server.events.queries.division import draw_of
from slowmate.server.events.queries.draws import file_of
from slowmate.server.events.queries.event_profile import profile_of
from slowmate.server.events.queries.events import (
    EventFilter,
    entry_counts,
    filtered_events,
    section_counts,
    visible_sections,
)
from slowmate.server.events.regulations import regulations_from
from slowmate.server.games.api.shapes import ControlOut, time_control
from slowmate.server.site.errors import Unfit
from slowmate.server.site.paging import REFUSALS
from slowmate.server.site.shapes import LARGEST_ID

router = Router(tags=["events"])

EventId = Annotated[int, Path(ge=1, le=LARGEST_ID)]
PAGE_SIZE = 50

STATES: dict[str, tuple[str, ...]] = {
    "draft": (Event.State.DRAFT,),
    "announced": (Event.State.ANNOUNCED,),
    "open": (Event.State.OPEN,),
    "closed": (Event.State.CLOSED, Event.State.PROPOSED, Event.State.CONFIRMED, Event.State.POSTED),
    "running": (Event.State.RUNNING,),
    "finished": (Event.State.FINISHED,),
    "settled": (Event.State.SETTLED,),
    "cancelled": (Event.State.CANCELLED,),
    "lapsed": (Event.State.LAPSED,),
}
"""The states that programs see: they are not told that sections are being made."""
StateName = Literal["draft", "announced", "open", "closed", "running", "finished", "settled", "cancelled", "lapsed"]
STATE_OF: dict[str, StateName] = {state: name for name, states in STATES.items() for state in states}  # type: ignore[misc]


class EventLine(Schema):
    """An event as a list shows it."""

    id: int
    name: str
    kind: str = Field(description="A slug of the kinds of event.", examples=["world-championship-preliminary"])
    state: StateName
    edition: str | None = Field(description="The edition of the rules that governs it.", examples=["ICCF-TR-2017"])
    start: date
    deadline: date | None = Field(description="Until when players enter.")
    sections: int
    entries: int = Field(description="Those who have entered and are still in it, or seated.")


class EventOut(EventLine):
    federation: str
    mode: str
    time_control: ControlOut
    fee: int | None = Field(description="In whole units of the currency; null where it is not announced.")
    currency: str
    office: str = Field(description="Who runs it.")
    ways_in: list[str] = Field(description="The clauses by which players may enter; none: the announcement says who.")
    leads_to: list[str] = Field(description="The kinds of event that results here lead to.")
    section_ids: list[int]


ANSWERED_CHOICES = tuple(
    row.name for row in CHOICES if row.stored_in is StoredIn.EVENT and row.name in EventOut.model_fields
)


class EventsPage(Schema):
    items: list[EventLine]
    count: int = Field(description="How many there are in all; a page has 50.")


@router.get("/events", auth=ANYBODY, response={200: EventsPage, **REFUSALS}, summary="Events")
def events(
    request: HttpRequest,
    state: Literal["", StateName] = "",
    kind: Annotated[str, Query(max_length=40, pattern=r"^[a-z0-9-]*$")] = "",
    federation: Annotated[str, Query(max_length=3, pattern=r"^[A-Za-z]{0,3}$")] = "",
    q: Annotated[str, Query(max_length=80, pattern=r"^[^\x00]*$")] = "",
    year: Annotated[int | None, Query(ge=1900, le=2200)] = None,
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
) -> EventsPage:
    """Return events, the newest start first. `q` has words of the name; capitals, accents and order do not matter."""
    if kind and kind not in KINDS:
        raise Unfit(not_a_kind(kind), field="kind")
    filters = EventFilter(kind=kind, year=year, federation=federation.upper(), words=q)
    rows = filtered_events(person(request), filters)
    if state:
        rows = rows.filter(state__in=STATES[state])
    first = (page - 1) * PAGE_SIZE
    page_rows = list(rows.order_by("-start", "-pk")[first : first + PAGE_SIZE])
    ids = [row.pk for row in page_rows]
    sections, entries = section_counts(ids), entry_counts(ids)
    items = [event_line(row, sections.get(row.pk, (0, 0))[0], entries.get(row.pk, 0)) for row in page_rows]
    return EventsPage(items=items, count=rows.count())


@router.get("/events/{int:event}", auth=ANYBODY, response={200: EventOut, **REFUSALS}, summary="An event")
def event(request: HttpRequest, event: EventId) -> EventOut:
    """Return the announcement of an event: the rules of its kind, and its own choices."""
    row = Event.objects.select_related("series").filter(pk=event).first()
    if row is None or not may_see_event(person(request), row):
        raise Http404
    sections, fixed = visible_sections(row, person(request)), profile_of(row)
    line = event_line(row, len(sections), entry_counts([row.pk]).get(row.pk, 0))
    return EventOut(
        **line.model_dump(),
        federation=row.federation,
        mode=row.transmission,
        time_control=time_control(regulations_from(row.regulations).time_control),
        **{name: getattr(row, name) for name in ANSWERED_CHOICES},
        office=office_of(row).value,
        ways_in=[str(clause) for clause in fixed.enters_by] if fixed else [],
        leads_to=list(fixed.leads_to) if fixed else [],
        section_ids=[section.pk for section in sections],
    )


@router.get(
    "/events/{int:event}/draw",
    auth=ANYBODY,
    response={200: dict[str, Any], **REFUSALS},
    summary="The draw of an event",
)
def event_draw(request: HttpRequest, event: EventId) -> Any:
    """Return the file for `slowmate draw --verify` from the day entries close, before there are sections.

    Until the start lists are posted it has only the commitment and the entrants in their order. An event whose sections
    are cut from a queue has a draw for each section: ask for that.
    """
    row = Event.objects.filter(pk=event).first()
    if row is None or not may_see_event(person(request), row):
        raise Http404
    draw = None if row.is_filled_from_a_queue else draw_of(row)
    if draw is None:
        raise Http404
    return file_of(draw, start=row.start)


def event_line(row: Event, sections: int, entries: int) -> EventLine:
    return EventLine(
        id=row.pk,
        name=row.name,
        kind=row.kind,
        state=STATE_OF[row.state],
        edition=_edition(row),
        start=row.start,
        deadline=row.deadline,
        sections=sections,
        entries=entries,
    )


def _edition(row: Event) -> str | None:
    try:
        return governing_edition(row.start).value
    except NoEdition:
        return None
