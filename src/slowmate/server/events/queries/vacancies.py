"""Vacant places of a Final, and who comes next for them (1.4.4/1, 1.6.3/1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from slowmate.events.organising.sizes import SIZES
from slowmate.events.running.standings import standings
from slowmate.events.running.vacancies import FILLED_BY, SENDS, next_for_vacant_places
from slowmate.rulebook import Ground, Ruling
from slowmate.server.events.models import Event, EventEntry, Grant, Section
from slowmate.server.events.queries.record import record_of
from slowmate.server.people.models import Player

OVER = (Section.State.FINISHED, Section.State.SETTLED)
TAKES_PLAYERS = (Event.State.ANNOUNCED, Event.State.OPEN)
"""States in which players who are admitted can still enter."""
BEFORE_DIVISION = (Event.State.ANNOUNCED, Event.State.OPEN, Event.State.CLOSED)
TAKEN = (EventEntry.State.ASKED, EventEntry.State.PENDING, EventEntry.State.ACCEPTED, EventEntry.State.SEATED)


@dataclass(frozen=True, slots=True)
class NextInLine:
    """A player who comes next for a vacant place."""

    player: Player
    has_entered: bool
    is_admitted: bool


@dataclass(frozen=True, slots=True)
class Vacancies:
    """The places of a Final, those that are taken, and who may be admitted to the others, in order."""

    places: int
    taken: int
    players: tuple[NextInLine, ...]
    ruling: Ruling[tuple[str, ...]]
    sections: Sequence[Section]
    """The tables that decide: the previous Final, and the sections below it."""

    @property
    def vacant(self) -> int:
        return max(0, self.places - self.taken)

    @property
    def to_admit(self) -> tuple[NextInLine, ...]:
        """Those who come next and are not admitted yet."""
        return tuple(line for line in self.players if not line.has_entered and not line.is_admitted)


def has_vacancies(event: Event) -> bool:
    """Return whether places of an event can be filled in this way: of a Final, before it is divided."""
    return event.kind in FILLED_BY and event.state in BEFORE_DIVISION


def finals_to_fill(kinds: Iterable[str]) -> list[Event]:
    """Return the Finals of some kinds with places for which nobody is admitted yet, and tables that say who is next."""
    rows = Event.objects.filter(kind__in=kinds, state__in=TAKES_PLAYERS).select_related("series")
    return [event for event in rows.order_by("start", "pk") if _open_places(event) > 0 and _senders(event)]


def _open_places(event: Event) -> int:
    """Return the vacant places for which nobody is admitted yet."""
    entered = _taken(event).values("player")
    return _places(event) - _taken(event).count() - _grants(event).exclude(player__in=entered).count()


def _places(event: Event) -> int:
    size = SIZES[event.kind]
    return event.preferred_size or event.places or size.normal or size.least or 0


def _taken(event: Event) -> "QuerySet[EventEntry]":
    return event.entries.filter(state__in=TAKEN)


def vacancies_of(event: Event) -> Vacancies:
    """Read who comes next, from the tables of the previous Final and of the sections that send players to this one."""
    sections = _senders(event)
    tables = [(record, standings(record).value) for record in map(record_of, sections)]
    places, taken = _places(event), _taken(event).count()
    everybody = sum(len(lines) for _, lines in tables)
    entered = set(_taken(event).values_list("player", flat=True))
    # players who have entered by a right of their own leave their turn to the next
    listed = next_for_vacant_places(event.kind, tables, everybody, start=event.start).value
    waiting = [player for player in listed if int(player) not in entered]
    admitted = set(_grants(event).values_list("player", flat=True))
    number = max(0, places - taken)
    shown = [*(player for player in listed if int(player) in admitted & entered), *waiting[: max(number, 1)]]
    rows = Player.objects.in_bulk([int(player) for player in shown])
    return Vacancies(
        places=places,
        taken=taken,
        players=tuple(NextInLine(rows[pk], pk in entered, pk in admitted) for pk in map(int, shown) if pk in rows),
        ruling=next_for_vacant_places(event.kind, tables, number, start=event.start),
        sections=sections,
    )


def names_listed(grounds: Iterable[Ground]) -> dict[str, str]:
    """Return the names of the players whom grounds list by their numbers."""
    numbers = {int(str(number)) for ground in grounds for number in _listed(ground)}
    return {str(pk): name for pk, name in Player.objects.filter(pk__in=numbers).values_list("pk", "name")}


def _listed(ground: Ground) -> Sequence[object]:
    listed = ground.facts.get("listed")
    return listed if isinstance(listed, list | tuple) else ()


def _grants(event: Event) -> "QuerySet[Grant]":
    clause = FILLED_BY[event.kind].clause.address
    return Grant.objects.filter(kind=event.kind, cycle=event.cycle, reference__startswith=clause)


def _senders(event: Event) -> list[Section]:
    """Return the sections whose tables decide: of the previous Final, and of the stage below, the latest before it."""
    sections: list[Section] = []
    for kind in (kind for kind, (final, _) in SENDS.items() if final == event.kind):
        earlier = Event.objects.filter(kind=kind, start__lt=event.start, sections__state__in=OVER)
        if latest := earlier.select_related("series").order_by("-start", "-pk").first():
            same = earlier.filter(start=latest.start)
            rows = Section.objects.filter(event__in=same, state__in=OVER).select_related("event__series", "director")
            sections += rows.distinct().order_by("event", "number", "pk")
    return sections
