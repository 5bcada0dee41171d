"""Start lists: what is missing before one is posted, what is posted, and how it is stored and read back."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from slowmate import records
from slowmate.events.organising.start_list import ListedSeat, Posting, StartList, start_list
from slowmate.events.organising.start_ratings import Adjustment
from slowmate.events.procedures import is_not_yet_started
from slowmate.records import Pairing
from slowmate.rulebook import Clause, Ruling
from slowmate.server.events.models import Draw, Event, EventEntry, Seat, Section
from slowmate.server.events.queries.division import candidates, draw_of, empty_seats, sections_of
from slowmate.server.events.queries.record import director_of, name_of
from slowmate.server.events.queries.section_cache import statement_of
from slowmate.server.events.queries.sections import SectionRows
from slowmate.server.people.models import Player
from slowmate.titles.norms import norms


def category_of(event: Event, players: Sequence[records.Player], *, start: date) -> str | None:
    """Return the category that a section of these players has, before anything is drawn."""
    draft = records.Event(event.name, event.kind_of, start, tuple(players), ())
    return norms(draft).category


def made_for(
    section: Section,
    players: Sequence[records.Player],
    games: Sequence[Pairing],
    on: date,
    *,
    time_control: str,
    adjusted: Mapping[str, Adjustment] | None = None,
) -> Ruling[StartList]:
    """Make the start list of a section whose numbers and colours are drawn, to be posted on a day.

    *time_control* is the time control in words, which every reader of the start list sees the same; *adjusted* the
    start ratings that the Ratings Commissioner set.
    """
    event = section.event
    drawn = records.Event(
        name=name_of(section),
        kind=event.kind_of,
        start=section.start,
        players=tuple(players),
        games=tuple(games),
        director=director_of(section),
        federation=event.federation or None,
        id=str(section.pk),
        **event.recorded_choices(),
    )
    posting = Posting(on, time_control, event.planned_end, level=event.level, adjusted=adjusted or {})
    return start_list(drawn, posting)


def plain(posted: StartList, numbers: Mapping[str, int]) -> dict[str, Any]:
    """Return a start list as a section stores it: without names, which are on the seats; *numbers* as drawn."""
    return {
        "kind": posted.kind,
        "edition": posted.edition,
        "posted": posted.posted.isoformat(),
        "start": posted.start.isoformat(),
        "planned_end": posted.planned_end.isoformat() if posted.planned_end else None,
        "time_control": posted.time_control,
        "plan": asdict(posted.plan) if posted.plan else None,
        "tie_breaks": [[name, str(cited)] for name, cited in posted.tie_breaks],
        "average": str(posted.average) if posted.average is not None else None,
        "category": posted.category,
        "offered": list(posted.offered),
        "seats": [_plain_seat(seat, numbers[seat.player]) for seat in posted.seats],
    }


def _plain_seat(seat: ListedSeat, number: int) -> dict[str, Any]:
    return {
        "number": number,
        "player": seat.player,
        "federation": seat.federation,
        "title": seat.title,
        "rating": seat.rating,
        "start_rating": seat.start_rating,
        "rated_by": str(seat.rated_by),
        "whites": seat.whites,
        "blacks": seat.blacks,
        "norms": {title: str(score) if score is not None else None for title, score in seat.norms.items()},
    }


def posted_of(section: Section) -> StartList | None:
    """Return the start list as it was posted; None before. What places lead to follows from its plan and the rules."""
    stored = section.start_list
    if not stored or "seats" not in stored:
        return None
    director = getattr(section.director, "player", None)
    return StartList(
        event=name_of(section),
        kind=stored["kind"],
        edition=stored["edition"],
        posted=date.fromisoformat(stored["posted"]),
        start=date.fromisoformat(stored["start"]),
        planned_end=date.fromisoformat(stored["planned_end"]) if stored["planned_end"] else None,
        director=director.name if director else None,
        time_control=stored["time_control"],
        promotion=(),
        plan=records.PromotionPlan(**stored["plan"]) if stored["plan"] else None,
        tie_breaks=tuple((name, Clause.parse(cited)) for name, cited in stored["tie_breaks"]),
        average=Decimal(stored["average"]) if stored["average"] is not None else None,
        category=stored["category"],
        offered=tuple(stored["offered"]),
        seats=tuple(_seat_from(seat) for seat in stored["seats"]),
        teams=(),
        games=(),
    )


def _seat_from(stored: Mapping[str, Any]) -> ListedSeat:
    return ListedSeat(
        number=stored["number"],
        player=stored["player"],
        name="",
        federation=stored["federation"],
        title=stored["title"],
        rating=stored["rating"],
        start_rating=stored["start_rating"],
        rated_by=Clause.parse(stored["rated_by"]),
        team=None,
        board=None,
        whites=stored["whites"],
        blacks=stored["blacks"],
        norms={title: Fraction(score) if score is not None else None for title, score in stored["norms"].items()},
    )


def stated_norms(rows: SectionRows) -> dict[str, Mapping[str, Fraction | None]]:
    """Return the statement of norms by title for each player of the start list: as posted, else by the frozen seats.

    None: the title is not open to the player.
    """
    posted = posted_of(rows.section)
    if posted is not None:
        return {seat.player: seat.norms for seat in posted.seats}
    needed = statement_of(rows.record).needed  # by the holders of the seats
    return {str(seat.player_id): needed.get(str(rows.holder(seat).player_id), {}) for seat in rows.seats}


# -- before they are posted -------------------------------------------------------------------------------------------

MAX_WAITING = 50
"""Entries that are offered for an empty seat: the first of the waiting list."""


@dataclass(frozen=True, slots=True)
class UnpostedSection:
    """One section, and what its start list still misses."""

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
class PostingState:
    """What stands between confirmed sections and their start lists: directors, empty seats, the day."""

    sections: tuple[UnpostedSection, ...]
    waiting: tuple[EventEntry, ...]
    """Entries that could take an empty seat, in the order of the waiting list."""
    in_time: Ruling[bool]
    draw: Draw | None

    @property
    def is_ready(self) -> bool:
        return self.in_time.value and all(section.is_ready for section in self.sections)

    @property
    def has_empty(self) -> bool:
        return any(section.empty for section in self.sections)


def posting_state(event: Event, *, on: date, sections: Sequence[Section] | None = None) -> PostingState:
    """Read what is missing: the same few queries however many sections there are."""
    rows = list(sections_of(event).select_related("director__player")) if sections is None else list(sections)
    empty: dict[int, list[Seat]] = {}
    for seat in empty_seats(rows):
        empty.setdefault(seat.section_id, []).append(seat)
    numbers: dict[int, int] = {}
    for number in Seat.objects.filter(section__in=rows).values_list("section_id", flat=True):
        numbers[number] = numbers.get(number, 0) + 1
    unposted = tuple(
        UnpostedSection(
            section,
            numbers.get(section.pk, 0),
            getattr(section.director, "player", None),
            tuple(empty.get(section.pk, ())),
        )
        for section in rows
    )
    waiting = tuple(candidates(event)[:MAX_WAITING]) if empty else ()
    start = rows[0].start if rows else event.start
    return PostingState(unposted, waiting, is_not_yet_started(start, on=on), draw_of(event))
