"""Start lists: what is posted before a section starts, kept as plain data and read back as the core knows it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils import translation

from slowmate import records
from slowmate.events.organising.start_list import ListedSeat, Posting, StartList, start_list
from slowmate.records import Pairing
from slowmate.rulebook import Clause, Ruling
from slowmate.server.events.models import Event, Section
from slowmate.server.events.queries.record import director_of, name_of
from slowmate.server.events.regulations import regulations_from
from slowmate.server.site.text import control_words
from slowmate.titles.norms import norms


def category_of(event: Event, players: Sequence[records.Player], *, start: date) -> str | None:
    """The category that a section of these players has, before anything is drawn."""
    draft = records.Event(event.name, event.kind_of, start, tuple(players), ())
    return norms(draft).category


def made_for(
    section: Section, players: Sequence[records.Player], games: Sequence[Pairing], on: date
) -> Ruling[StartList]:
    """The start list of a section whose numbers and colours are drawn, as it would be posted on a day."""
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
    with translation.override("en"):  # what is kept is the same for everybody; pages say it in the reader's language
        time = control_words(regulations_from(event.regulations).time_control)
    return start_list(drawn, Posting(on, time, event.planned_end, level=event.level))


def plain(posted: StartList, numbers: Mapping[str, int]) -> dict[str, Any]:
    """As a section keeps its start list. Names of people stand on seats, and are not repeated; *numbers* as drawn."""
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
    """The start list as it was posted; None before it was. What places lead to follows from its plan and the rules."""
    kept = section.start_list
    if not kept or "seats" not in kept:
        return None
    director = getattr(section.director, "player", None)
    return StartList(
        event=name_of(section),
        kind=kept["kind"],
        edition=kept["edition"],
        posted=date.fromisoformat(kept["posted"]),
        start=date.fromisoformat(kept["start"]),
        planned_end=date.fromisoformat(kept["planned_end"]) if kept["planned_end"] else None,
        director=director.name if director else None,
        time_control=kept["time_control"],
        promotion=(),
        plan=records.PromotionPlan(**kept["plan"]) if kept["plan"] else None,
        tie_breaks=tuple((name, Clause.parse(cited)) for name, cited in kept["tie_breaks"]),
        average=Decimal(kept["average"]) if kept["average"] is not None else None,
        category=kept["category"],
        offered=tuple(kept["offered"]),
        seats=tuple(_seat_from(seat) for seat in kept["seats"]),
        teams=(),
        games=(),
    )


def _seat_from(kept: Mapping[str, Any]) -> ListedSeat:
    return ListedSeat(
        number=kept["number"],
        player=kept["player"],
        name="",
        federation=kept["federation"],
        title=kept["title"],
        rating=kept["rating"],
        start_rating=kept["start_rating"],
        rated_by=Clause.parse(kept["rated_by"]),
        team=None,
        board=None,
        whites=kept["whites"],
        blacks=kept["blacks"],
        norms={title: Fraction(score) if score is not None else None for title, score in kept["norms"].items()},
    )
