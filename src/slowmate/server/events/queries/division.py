"""The division of an event: entries to be seated, sizes to choose from, proposed sections and the judgement on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from slowmate import records
from slowmate.events.organising.draw import Field
from slowmate.events.organising.planning import Judgement, SizeProposal, judge_division, propose_sizes
from slowmate.events.organising.start_ratings import CountedRatings
from slowmate.server.events.models import Draw, Event, EventEntry, Seat, Section
from slowmate.server.events.permissions import office_of
from slowmate.server.events.queries.record import player_of_seat
from slowmate.server.events.queries.start_ratings import counted
from slowmate.server.events.regulations import regulations_from

SEATABLE = (EventEntry.State.ACCEPTED, EventEntry.State.WAITING)
NOT_PLAYED = (Section.State.PROPOSED, Section.State.CONFIRMED, Section.State.POSTED)


def candidates(event: Event) -> "QuerySet[EventEntry]":
    """Return the entries that can be seated, in the order in which they were made."""
    rows = event.entries.filter(state__in=SEATABLE, player__isnull=False)
    return rows.select_related("player__user", "event__series").order_by("made", "pk")


def already_started(event: Event) -> int:
    """Count the sections of the kind that start in the year of the event, without its own."""
    rows = Section.objects.filter(event__kind=event.kind, start__year=event.start.year).exclude(event=event)
    return rows.exclude(state=Section.State.PROPOSED).count()


def sizes_to_choose(event: Event, entrants: int) -> tuple[SizeProposal, ...]:
    """Return the ways to divide so many entrants, within the places that the announcement allows."""
    seated = entrants if event.places is None else min(entrants, event.places)
    proposals = propose_sizes(
        event.kind_of,
        seated,
        start=event.start,
        preferred=event.preferred_size,
        already=already_started(event),
    )
    return tuple(_with_waiting(proposal, entrants) for proposal in proposals)


def _with_waiting(proposal: SizeProposal, entrants: int) -> SizeProposal:
    waiting = entrants - sum(proposal.sizes)
    return SizeProposal(proposal.sizes, waiting, proposal.allowed_by, proposal.is_normal, proposal.grounds)


def draw_of(event: Event) -> Draw | None:
    """Return the newest draw of an event; where sections fill from a queue, the draw of the last section."""
    return event.draws.order_by("-number").first()


def field_of(draw: Draw, *, start: date) -> Field:
    """Return what a draw is made of, as it was stored."""
    event = draw.event
    return Field(
        tuple(entrant_from(entrant) for entrant in draw.entrants),
        tuple(draw.sizes),
        start,
        event.games_per_pairing,
        exchanges=tuple((first, second) for first, second in draw.exchanges),
        positions=regulations_from(event.regulations).positions,
        assumed=frozenset(entrant["id"] for entrant in draw.entrants if entrant.get("assumed")),
    )


def plain_entrants(event: Event, players: Sequence[records.Player], *, start: date) -> list[dict[str, Any]]:
    """Return entrants as a draw stores them: what a division looks at, without names.

    The rating is the one they would start with; *assumed* says that it is not their own.
    """
    ratings = counted(event, players, start=start)
    return [
        {"id": player.id, "federation": player.federation, "title": player.title, "rating": ratings.of(player)}
        | ({"assumed": True} if player.id in ratings.assumed else {})
        for player in players
    ]


def entrant_from(stored: dict[str, Any], name: str = "") -> records.Player:
    return records.Player(
        stored["id"], name or stored["id"], stored["federation"], title=stored["title"], rating=stored["rating"]
    )


def sections_of(event: Event) -> "QuerySet[Section]":
    """Return the sections of an event in their order, without those that a smaller division left empty."""
    return event.sections.filter(seats__isnull=False).distinct().order_by("number")


@dataclass(frozen=True, slots=True)
class ProposedSection:
    """One section of a division with its seats, the best player first, and the ratings that count."""

    section: Section
    seats: tuple[Seat, ...]
    ratings: CountedRatings


@dataclass(frozen=True, slots=True)
class Division:
    """All sections of a stage, with the judgement of the rules on them."""

    sections: tuple[ProposedSection, ...]
    judgement: Judgement | None

    @property
    def seats(self) -> list[Seat]:
        return [seat for section in self.sections for seat in section.seats]


def division_of(event: Event, sections: Sequence[Section] | None = None) -> Division:
    """Return the division of an event before play, or of one section of it, judged by the core: four queries."""
    rows = list(sections_of(event)) if sections is None else list(sections)
    start = rows[0].start if rows else event.start
    seats: dict[int, list[Seat]] = {section.pk: [] for section in rows}
    for seat in Seat.objects.filter(section__in=rows).select_related("player", "entry"):
        seats[seat.section_id].append(seat)
    ratings = counted(event, [player_of_seat(seat) for several in seats.values() for seat in several], start=start)
    for several in seats.values():
        several.sort(key=lambda seat: (-(ratings.ratings.get(str(seat.player_id)) or 0), seat.name, seat.pk))
    proposed = tuple(ProposedSection(section, tuple(seats[section.pk]), ratings) for section in rows)
    if not proposed or not all(section.seats for section in proposed):
        return Division(proposed, None)
    players = [tuple(player_of_seat(seat) for seat in section.seats) for section in proposed]
    everybody = [player.id for section in players for player in section]
    judgement = judge_division(everybody, players, event.kind_of, start=start, by=office_of(event), counted=ratings)
    return Division(proposed, judgement)


def empty_seats(sections: Sequence[Section]) -> "QuerySet[Seat]":
    """Return the seats whose players have withdrawn before play began."""
    rows = Seat.objects.filter(section__in=sections, entry__state=EventEntry.State.WITHDRAWN)
    return rows.select_related("player", "section").order_by("section__number", "number", "pk")
