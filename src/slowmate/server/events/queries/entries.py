"""Entries of an event and of a player, and who waits in which order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from slowmate.events.procedures import is_full
from slowmate.rulebook import Ground
from slowmate.server.events.models import Event, EventEntry
from slowmate.server.events.text import pending_words
from slowmate.server.people.models import Player
from slowmate.server.site.folding import folded

State = EventEntry.State
TAKES_PLACE = (State.ACCEPTED, State.SEATED)
"""Entries that have a place of those an announcement limits."""


def waiting_list(event: Event) -> "QuerySet[EventEntry]":
    """Who waits for a place, in the order of entry."""
    return event.entries.filter(state=State.WAITING).order_by("made", "pk")


def waiting_place(entry: EventEntry) -> int:
    """The place of a waiting entry: how many would be seated until it is."""
    before = Q(made__lt=entry.made) | Q(made=entry.made, pk__lt=entry.pk)
    return 1 + EventEntry.objects.filter(before, event=entry.event_id, state=State.WAITING).count()


def taken(event: Event) -> int:
    """How many places are taken."""
    return event.entries.filter(state__in=TAKES_PLACE).count()


@dataclass(frozen=True, slots=True)
class Wait:
    """Whoever enters now waits for a place: at which place of the list, and why."""

    place: int
    grounds: tuple[Ground, ...]


def wait_of(event: Event) -> Wait | None:
    """What awaits the next who enters an event; nothing where there is room."""
    if event.places is None:
        return None
    full = is_full(event.places, taken(event))
    return Wait(1 + waiting_list(event).count(), full.grounds) if full.value else None


def live_entry(event: Event, player: Player) -> EventEntry | None:
    """The entry of a player that stands: it may still lead to a seat, or has done so."""
    rows = event.entries.filter(player=player, state__in=(*EventEntry.LIVE, State.SEATED))
    if event.is_filled_from_a_queue:  # who has a seat in one section may enter for the next
        rows = rows.exclude(state=State.SEATED)
    return rows.order_by("-pk").first()


def entries_of(player: Player) -> "QuerySet[EventEntry]":
    """What a player has entered, the latest first; *waiting_before* is how many wait before an entry that waits."""
    before = EventEntry.objects.filter(
        Q(made__lt=OuterRef("made")) | Q(made=OuterRef("made"), pk__lt=OuterRef("pk")),
        event=OuterRef("event"),
        state=State.WAITING,
    )
    number = before.order_by().values("event").annotate(n=Count("pk")).values("n")
    rows = EventEntry.objects.filter(player=player).select_related("event").defer("grounds")
    return rows.annotate(waiting_before=Coalesce(Subquery(number), 0)).order_by("-made", "-pk")


# -- the desk of whoever runs an event --------------------------------------------------------------------------------


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
class Shown:
    """Which entries a list shows, and in which order."""

    state: str = ""
    federation: str = ""
    words: str = ""
    order: str = "made"

    def __bool__(self) -> bool:
        return bool(self.state or self.federation or self.words)


def shown_by(query: Mapping[str, str]) -> Shown:
    """What an address asks for; what means nothing is left out."""
    state, order = query.get("state", ""), query.get("order", "")
    return Shown(
        state if state in State.values else "",
        query.get("federation", "")[:3].upper(),
        query.get("q", "").strip()[:80],
        order if order in ORDERS else "made",
    )


def entries_for_desk(event: Event, shown: Shown) -> "QuerySet[EventEntry]":
    """The entries of an event, as far as they are asked for."""
    rows = event.entries.filter(player__isnull=False)
    if shown.state:
        rows = rows.filter(state=shown.state)
    if shown.federation:
        rows = rows.filter(player__federation=shown.federation)
    for word in folded(shown.words).split():
        rows = rows.filter(player__folded__contains=word)
    return rows.select_related("player").defer("grounds").order_by(*ORDERS[shown.order])


@dataclass(frozen=True, slots=True)
class DeskLine:
    """An entry as it stands on the desk: on one line."""

    pk: int
    player: Player
    state: str
    missing: str
    """What it waits for, in words."""
    route: str
    """The address of the clause it came by."""
    made: datetime
    may_be_ticked: bool
    """It waits for a word of whoever runs the event."""


def desk_lines(rows: Iterable[EventEntry]) -> list[DeskLine]:
    return [
        DeskLine(
            row.pk,
            row.player,
            row.get_state_display(),
            ", ".join(pending_words(one) for one in row.pending) if row.state == State.PENDING else "",
            row.route.partition(" ")[2],
            row.made,
            may_be_ticked=row.state in (State.ASKED, State.PENDING),
        )
        for row in rows
        if row.player is not None
    ]


def numbers_by_state(event: Event) -> dict[str, int]:
    """How many entries are in each state."""
    return dict(event.entries.values_list("state").annotate(n=Count("pk")).order_by("state"))


def federations_in(event: Event) -> list[str]:
    """The federations that entries of an event are from."""
    found = event.entries.filter(player__isnull=False).exclude(player__federation="")
    return list(found.order_by("player__federation").values_list("player__federation", flat=True).distinct())
