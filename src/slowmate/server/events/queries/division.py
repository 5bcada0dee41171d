"""A division as it stands: who is to be seated, sizes to choose from, sections proposed, what the rules say of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from slowmate import records
from slowmate.events.organising.draw import Field
from slowmate.events.organising.planning import Judgement, SizeProposal, judge_division, propose_sizes
from slowmate.server.events.models import Draw, Event, EventEntry, Seat, Section
from slowmate.server.events.permissions import office_of
from slowmate.server.events.queries.record import player_of_seat
from slowmate.server.events.regulations import regulations_from

SEATABLE = (EventEntry.State.ACCEPTED, EventEntry.State.WAITING)
NOT_PLAYED = (Section.State.PROPOSED, Section.State.CONFIRMED, Section.State.POSTED)


def candidates(event: Event) -> "QuerySet[EventEntry]":
    """Entries that can be seated, in the order in which they were made."""
    rows = event.entries.filter(state__in=SEATABLE, player__isnull=False)
    return rows.select_related("player__user", "event__series").order_by("made", "pk")


def already_started(event: Event) -> int:
    """How many sections of the kind have started or will in the year of the event, others than its own."""
    rows = Section.objects.filter(event__kind=event.kind, start__year=event.start.year).exclude(event=event)
    return rows.exclude(state=Section.State.PROPOSED).count()


def sizes_to_choose(event: Event, entrants: int) -> tuple[SizeProposal, ...]:
    """The ways in which so many can be divided; where the announcement limits the places, so many at most."""
    seated = entrants if event.places is None else min(entrants, event.places)
    found = propose_sizes(
        event.kind_of,
        seated,
        start=event.start,
        preferred=event.preferred_size,
        already=already_started(event),
    )
    return tuple(_waiting_too(one, entrants) for one in found)


def _waiting_too(proposal: SizeProposal, entrants: int) -> SizeProposal:
    waiting = entrants - sum(proposal.sizes)
    return SizeProposal(proposal.sizes, waiting, proposal.allowed_by, proposal.is_normal, proposal.grounds)


def draw_of(event: Event) -> Draw | None:
    """The newest draw of an event; of an event whose sections fill from a queue, that of the last of them."""
    return event.draws.order_by("-number").first()


def field_of(draw: Draw, *, start: date) -> Field:
    """What a draw is made of, as it was kept."""
    event = draw.event
    return Field(
        tuple(entrant_from(one) for one in draw.entrants),
        tuple(draw.sizes),
        start,
        event.games_per_pairing,
        exchanges=tuple((one, other) for one, other in draw.exchanges),
        positions=regulations_from(event.regulations).positions,
    )


def plain_entrant(player: records.Player) -> dict[str, Any]:
    """An entrant as a draw keeps him: what a division looks at. His name stands with the player."""
    return {"id": player.id, "federation": player.federation, "title": player.title, "rating": player.rating}


def entrant_from(kept: dict[str, Any], name: str = "") -> records.Player:
    return records.Player(
        kept["id"], name or kept["id"], kept["federation"], title=kept["title"], rating=kept["rating"]
    )


def sections_of(event: Event) -> "QuerySet[Section]":
    """The sections of an event in their order; those that a smaller division left empty are none."""
    return event.sections.filter(seats__isnull=False).distinct().order_by("number")


@dataclass(frozen=True, slots=True)
class Proposed:
    """One section of a division with those who sit in it, best first."""

    section: Section
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Division:
    """All sections of a stage, with the judgement of the rules on them."""

    sections: tuple[Proposed, ...]
    judgement: Judgement | None

    @property
    def seats(self) -> list[Seat]:
        return [seat for one in self.sections for seat in one.seats]


def division_of(event: Event, sections: Sequence[Section] | None = None) -> Division:
    """The division of an event that is not yet played, or of one section of it: three queries and the core's word."""
    rows = list(sections_of(event)) if sections is None else list(sections)
    seats: dict[int, list[Seat]] = {section.pk: [] for section in rows}
    for seat in seats_best_first(rows):
        seats[seat.section_id].append(seat)
    found = tuple(Proposed(section, tuple(seats[section.pk])) for section in rows)
    if not found or not all(one.seats for one in found):
        return Division(found, None)
    players = [tuple(player_of_seat(seat) for seat in one.seats) for one in found]
    everybody = [player.id for section in players for player in section]
    start = rows[0].start
    judged = judge_division(everybody, players, event.kind_of, start=start, by=office_of(event))
    return Division(found, judged)


def seats_best_first(sections: Sequence[Section]) -> "QuerySet[Seat]":
    rows = Seat.objects.filter(section__in=sections).select_related("player", "entry")
    return rows.order_by("section__number", "-rating", "name", "pk")


def empty_seats(sections: Sequence[Section]) -> "QuerySet[Seat]":
    """Seats whose players have withdrawn before play began."""
    rows = Seat.objects.filter(section__in=sections, entry__state=EventEntry.State.WITHDRAWN)
    return rows.select_related("player", "section").order_by("section__number", "number", "pk")
