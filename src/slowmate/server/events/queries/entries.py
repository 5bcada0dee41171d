"""Entries of an event and of a player, and the waiting list in its order."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from slowmate.events.procedures import is_full
from slowmate.rulebook import Ground
from slowmate.server.events.models import Event, EventEntry, Section
from slowmate.server.people.models import Player
from slowmate.server.site.filters import Filter, contains_words

State = EventEntry.State
TAKES_PLACE = (State.ACCEPTED, State.SEATED)
"""Entries that have a place of those an announcement limits."""


def waiting_list(event: Event) -> "QuerySet[EventEntry]":
    """Return the entries that wait for a place, in the order of entry."""
    return event.entries.filter(state=State.WAITING).order_by("made", "pk")


def waiting_place(entry: EventEntry) -> int:
    """Return the place of an entry in the waiting list, from 1."""
    before = Q(made__lt=entry.made) | Q(made=entry.made, pk__lt=entry.pk)
    return 1 + EventEntry.objects.filter(before, event=entry.event_id, state=State.WAITING).count()


def places_taken(event: Event) -> int:
    """Count the places of an event that are taken."""
    return event.entries.filter(state__in=TAKES_PLACE).count()


@dataclass(frozen=True, slots=True)
class WaitingListPlace:
    """The place of the waiting list that the next entry would have, and the grounds."""

    place: int
    grounds: tuple[Ground, ...]


def next_waiting_place(event: Event) -> WaitingListPlace | None:
    """Return the waiting list's place of the next entry to an event; None where there is room."""
    if event.places is None:
        return None
    full = is_full(event.places, places_taken(event))
    return WaitingListPlace(1 + waiting_list(event).count(), full.grounds) if full.value else None


def live_entry(event: Event, player: Player) -> EventEntry | None:
    """Return the live entry of a player: it may still lead to a seat, or has done so."""
    rows = event.entries.filter(player=player, state__in=(*EventEntry.LIVE, State.SEATED))
    if event.is_filled_from_a_queue:  # a player with a seat in one section may enter for the next
        rows = rows.exclude(state=State.SEATED)
    return rows.order_by("-pk").first()


def public_section(entry: EventEntry) -> Section | None:
    """Return the section in which the player of an entry has a seat, once that is public."""
    seats = entry.seats.select_related("section__event").exclude(section__state=Section.State.PROPOSED)
    seat = seats.order_by("-pk").first()
    return seat.section if seat and entry.state == State.SEATED else None


def entries_of(player: Player) -> "QuerySet[EventEntry]":
    """Return the entries of a player, the latest first; *waiting_before* counts those before a waiting entry."""
    before = EventEntry.objects.filter(
        Q(made__lt=OuterRef("made")) | Q(made=OuterRef("made"), pk__lt=OuterRef("pk")),
        event=OuterRef("event"),
        state=State.WAITING,
    )
    number = before.order_by().values("event").annotate(n=Count("pk")).values("n")
    rows = EventEntry.objects.filter(player=player).select_related("event").defer("grounds")
    return rows.annotate(waiting_before=Coalesce(Subquery(number), 0)).order_by("-made", "-pk")


# -- the list for the office that runs an event -----------------------------------------------------------------------


ORDERS: dict[str, tuple[Any, ...]] = {
    "made": ("made", "pk"),
    "-made": ("-made", "-pk"),
    "name": ("player__folded", "pk"),
    "rating": (F("player__rating").desc(nulls_last=True), "pk"),
    "federation": ("player__federation", "player__folded", "pk"),
    "state": ("state", "made", "pk"),
}
"""How a list of entries can be sorted."""


@dataclass(frozen=True, slots=True)
class EntryFilter(Filter):
    """Which entries a list shows, and in which order."""

    state: str = ""
    federation: str = ""
    words: str = ""
    order: str = "made"


def filtered_entries(event: Event, entry_filter: EntryFilter) -> "QuerySet[EventEntry]":
    """Return the entries of an event that a filter lets through, in its order."""
    rows = event.entries.filter(contains_words("player__folded", entry_filter.words), player__isnull=False)
    if entry_filter.state:
        rows = rows.filter(state=entry_filter.state)
    if entry_filter.federation:
        rows = rows.filter(player__federation=entry_filter.federation)
    return rows.select_related("player").defer("grounds").order_by(*ORDERS[entry_filter.order])


def numbers_by_state(event: Event) -> dict[str, int]:
    """Count the entries of an event in each state."""
    return dict(event.entries.values_list("state").annotate(n=Count("pk")).order_by("state"))


def federations_in(event: Event) -> list[str]:
    """Return the codes of the federations whose players have entered an event."""
    rows = event.entries.filter(player__isnull=False).exclude(player__federation="")
    return list(rows.order_by("player__federation").values_list("player__federation", flat=True).distinct())
