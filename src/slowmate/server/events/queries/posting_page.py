"""What stands between confirmed sections and their start lists: directors, empty seats, the day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from slowmate.events.procedures import is_not_yet_started
from slowmate.rulebook import Ruling
from slowmate.server.events.models import Draw, Event, EventEntry, Seat, Section
from slowmate.server.events.queries.division import candidates, draw_of, empty_seats, sections_of
from slowmate.server.people.models import Player

MOST_WAITING = 50
"""Entries that are offered for an empty seat: the first of the list, for they come first."""


@dataclass(frozen=True, slots=True)
class ToPost:
    """One section, and what is still missing of it."""

    section: Section
    players: int
    director: Player | None
    empty: tuple[Seat, ...]

    @property
    def is_ready(self) -> bool:
        return self.director is not None and not self.empty

    @property
    def is_posted(self) -> bool:
        return self.section.state == Section.State.POSTED


@dataclass(frozen=True, slots=True)
class PostingPage:
    sections: tuple[ToPost, ...]
    waiting: tuple[EventEntry, ...]
    """Who could take an empty seat, in the order of the waiting list."""
    in_time: Ruling[bool]
    draw: Draw | None

    @property
    def is_ready(self) -> bool:
        return self.in_time.value and all(one.is_ready for one in self.sections)

    @property
    def has_empty(self) -> bool:
        return any(one.empty for one in self.sections)


def posting_page(event: Event, *, on: date, sections: Sequence[Section] | None = None) -> PostingPage:
    """The same few queries however many sections there are."""
    rows = list(sections_of(event).select_related("director__player")) if sections is None else list(sections)
    empty: dict[int, list[Seat]] = {}
    for seat in empty_seats(rows):
        empty.setdefault(seat.section_id, []).append(seat)
    numbers: dict[int, int] = {}
    for section in Seat.objects.filter(section__in=rows).values_list("section_id", flat=True):
        numbers[section] = numbers.get(section, 0) + 1
    found = tuple(
        ToPost(one, numbers.get(one.pk, 0), getattr(one.director, "player", None), tuple(empty.get(one.pk, ())))
        for one in rows
    )
    waiting = tuple(candidates(event)[:MOST_WAITING]) if empty else ()
    start = rows[0].start if rows else event.start
    return PostingPage(found, waiting, is_not_yet_started(start, on=on), draw_of(event))
