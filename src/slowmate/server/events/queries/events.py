"""Events: those a list shows, and what one of them has: sections, entries, decisions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Max, Min, Q, QuerySet

from slowmate.events.entry.decision import Answer, may_enter
from slowmate.events.entry.routes import FINAL
from slowmate.events.organising.sizes import SIZES
from slowmate.rulebook import NoEdition
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Decision, Event, EventEntry, Section
from slowmate.server.events.permissions import (
    PUBLIC_EVENTS,
    PUBLIC_SECTIONS,
    may_see_event,
    may_see_section,
    shown_entries,
)
from slowmate.server.events.queries.entrants import entrants_of, target_of
from slowmate.server.events.queries.record import WITH_EVENT
from slowmate.server.people.models import Player
from slowmate.server.site.filters import Filter, contains_words

State = Event.State
STAGES: dict[str, tuple[str, ...]] = {
    "open": (State.OPEN, State.ANNOUNCED),
    "coming": (State.CLOSED, State.PROPOSED, State.CONFIRMED, State.POSTED),
    "running": (State.RUNNING,),
    "finished": (State.FINISHED, State.SETTLED, State.CANCELLED, State.LAPSED),
    "draft": (State.DRAFT,),
}
"""The parts of the list of events. Cancelled events are listed with the finished ones, and say so."""
_ORDER = {
    "open": (F("deadline").asc(nulls_last=True), "start", "pk"),
    "coming": ("start", "pk"),
    "running": ("-start", "-pk"),
    "finished": ("-start", "-pk"),
    "draft": ("start", "pk"),
}
LIVE_ENTRIES = (*EventEntry.LIVE, EventEntry.State.SEATED)
"""Entries that count for something."""


# -- the list of events -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EventFilter(Filter):
    """Which events a list shows."""

    kind: str = ""
    year: int | None = None
    federation: str = ""
    mode: str = ""
    words: str = ""


NO_FILTER = EventFilter()


def visible_events(person: Person) -> "QuerySet[Event]":
    """Return the events that a person may see."""
    return may_see_event.rows(person)


def filtered_events(person: Person, filters: EventFilter = NO_FILTER) -> "QuerySet[Event]":
    """Return the events a person may see and a filter lets through."""
    rows = visible_events(person)
    if filters.kind:
        rows = rows.filter(kind=filters.kind)
    if filters.year:
        rows = rows.filter(start__gte=date(filters.year, 1, 1), start__lte=date(filters.year, 12, 31))
    if filters.federation:
        rows = rows.filter(federation=filters.federation)
    if filters.mode:
        rows = rows.filter(transmission=filters.mode)
    return rows.filter(contains_words("folded", filters.words))


def events_of_stage(rows: "QuerySet[Event]", stage: str) -> "QuerySet[Event]":
    """Return one part of the list, in its order."""
    return rows.filter(state__in=STAGES[stage]).order_by(*_ORDER[stage])


def stage_of(event: Event) -> str:
    return next(stage for stage, states in STAGES.items() if event.state in states)


def counts_by_stage(rows: "QuerySet[Event]") -> dict[str, int]:
    """Count the events of each part of the list: one query."""
    counts = dict(rows.order_by().values_list("state").annotate(Count("pk")))
    return {stage: sum(counts.get(state, 0) for state in states) for stage, states in STAGES.items()}


def years_of_events() -> list[int]:
    """Return the years from the newest in which an event starts to the oldest."""
    starts = Event.objects.filter(PUBLIC_EVENTS).aggregate(first=Min("start"), last=Max("start"))
    if starts["first"] is None:
        return []
    return list(range(starts["last"].year, starts["first"].year - 1, -1))


def section_counts(ids: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Count for each event its public sections, and those of them that are over."""
    is_over = Q(state__in=(Section.State.FINISHED, Section.State.SETTLED))
    rows = Section.objects.filter(event__in=ids).filter(PUBLIC_SECTIONS).order_by()
    counts = rows.values_list("event").annotate(number=Count("pk"), over=Count("pk", filter=is_over))
    return {event: (number, over) for event, number, over in counts}


def entry_counts(ids: Iterable[int]) -> dict[int, int]:
    """Count for each event the entries that are live or seated."""
    rows = EventEntry.objects.filter(event__in=ids, state__in=LIVE_ENTRIES).order_by()
    return dict(rows.values_list("event").annotate(Count("pk")))


def entered_events(player: Player | None, ids: Sequence[int]) -> set[int]:
    """Return those of these events that a player has entered."""
    if player is None:
        return set()
    rows = EventEntry.objects.filter(player=player, event__in=ids, state__in=LIVE_ENTRIES)
    return set(rows.values_list("event", flat=True))


def entry_answers(player: Player | None, events: Sequence[Event], *, on: date) -> dict[int, Answer]:
    """Return what the rules answer a player about entering each of these events that is open, by its number.

    The player is read once, however many events there are. Teams are entered by their captains.
    """
    open_events = [event for event in events if event.state == State.OPEN and not event.kind_of.teams]
    if player is None or not open_events:
        return {}
    entrant = entrants_of([player], on=on)[player.pk]
    answers: dict[int, Answer] = {}
    for event in open_events:
        try:
            answers[event.pk] = may_enter(entrant, target_of(event), on=on).value.answer
        except NoEdition:
            continue
    return answers


def finals_to_come() -> list[Event]:
    """Return the Finals of the World Championship that are announced or open for entry."""
    rows = Event.objects.filter(kind=FINAL, state__in=(State.ANNOUNCED, State.OPEN))
    return list(rows.select_related("series").order_by("start", "pk"))


# -- one event --------------------------------------------------------------------------------------------------------


def visible_sections(event: Event, person: Person) -> list[Section]:
    """Return the sections of an event that a person may see, in their order: one query."""
    rows = event.sections.select_related(*WITH_EVENT).order_by("number")
    return [section for section in rows if may_see_section(person, section)]


def live_entry_number(event: Event, player: Player | None) -> int | None:
    """Return the number of the entry of a player that counts for something; None if there is none."""
    if player is None:
        return None
    rows = EventEntry.objects.filter(event=event, player=player, state__in=LIVE_ENTRIES).order_by("-pk")
    return rows.values_list("pk", flat=True).first()


def public_entries(event: Event, person: Person) -> "QuerySet[EventEntry]":
    """Return the entries whose names a person may see, by name."""
    rows = event.entries.filter(state__in=shown_entries(person, event)).select_related("player", "team")
    return rows.order_by("player__folded", "team__name", "pk")


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """How many have entered: counted without names, so everybody may know."""

    accepted: int
    """Accepted or seated."""
    waiting: int
    others: int
    """Entered, and something is still missing."""

    @property
    def any(self) -> bool:
        return bool(self.accepted or self.waiting or self.others)


def counts_of_entries(event: Event) -> EntryCounts:
    state = EventEntry.State
    counts = event.entries.order_by().aggregate(
        accepted=Count("pk", filter=Q(state__in=(state.ACCEPTED, state.SEATED))),
        waiting=Count("pk", filter=Q(state=state.WAITING)),
        others=Count("pk", filter=Q(state__in=(state.ASKED, state.PENDING))),
    )
    return EntryCounts(**counts)


@dataclass(frozen=True, slots=True)
class EntryQueue:
    """The queue for the next section of an event whose sections are cut whenever enough have entered."""

    waiting: int
    size: int

    @property
    def missing(self) -> int:
        """How many more a section takes; 0 where it can be cut."""
        return max(0, self.size - self.waiting)


def queue_of(event: Event) -> EntryQueue | None:
    """Return the queue of an event; None where all sections start together, and where entries are over."""
    size = SIZES[event.kind].normal if event.is_filled_from_a_queue else None
    if size is None or event.state != State.OPEN:
        return None
    return EntryQueue(event.entries.filter(state=EventEntry.State.ACCEPTED).count(), size)


# -- what was decided -------------------------------------------------------------------------------------------------


def decisions_about_section(section: Section) -> "QuerySet[Decision]":
    """Return what was decided about a section and about its event as a whole, newest first.

    A step that the section took itself, as its event did, is in it once.
    """
    own = Decision.objects.filter(section=section, is_public=True).values("what")
    of_event = Q(event=section.event_id, section=None) & ~Q(what__in=own)
    return _public_decisions().filter(Q(section=section) | of_event)


def decisions_about_event(event: Event) -> "QuerySet[Decision]":
    """Return what was decided about an event as a whole, newest first."""
    return _public_decisions().filter(event=event, section=None)


def _public_decisions() -> "QuerySet[Decision]":
    """Return the public decisions. Entries are their players' business until the start list, and never public."""
    rows = Decision.objects.filter(is_public=True).select_related("by__player", "player", "section", "superseded_by")
    return rows.order_by("-at", "-pk")
