"""The sections a person directs, and the games of these."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When

from slowmate.play.clocks import TimeControl
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Section
from slowmate.server.events.permissions import may_direct_section
from slowmate.server.games.models import Game, LeaveInGame
from slowmate.server.games.queries.rows import ARRANGED, control_of
from slowmate.server.people.permissions import holds_direction

COLUMNS = (
    *("pairing__section_id", "pk", "white__name", "black__name", "status", "result", "awaits_director"),
    *("on_move__name", "deadline", "last_move_at", "starts"),
)


@dataclass(frozen=True, slots=True)
class DirectedGame:
    """A game of a section as its director looks over it."""

    section: int
    pk: int
    white: str
    black: str
    status: str
    result: str
    awaits_director: bool
    on_move: str | None
    deadline: datetime | None
    last_move_at: datetime | None
    starts: datetime
    control: TimeControl | None
    is_away: bool
    """The player on move is on leave."""


def directed_sections(person: User) -> "QuerySet[Section]":
    """Return the sections a director directs, those with waiting games first, then running ones: those they are named
    for, and running ones without a director in office; none in which they play."""
    if not holds_direction(person):
        return Section.objects.none()
    states = (Section.State.RUNNING, Section.State.POSTED, Section.State.FINISHED)
    named = Q(director=person, state__in=states) | Q(state=Section.State.RUNNING)
    rows = may_direct_section.rows(person).filter(named).select_related("event")
    order = Case(*(When(state=state, then=Value(place)) for place, state in enumerate(states)))
    waiting = Exists(Game.objects.filter(pairing__section=OuterRef("pk"), awaits_director=True))
    return rows.order_by(waiting.desc(), order, "-start", "event__name", "number")


def games_of(sections: Sequence[Section], *, at: datetime) -> Iterator[DirectedGame]:
    """Yield the games of sections: two queries."""
    games = Game.objects.filter(pairing__section__in=sections)
    leave = LeaveInGame.objects.filter(game__in=games, begins__lte=at, ends__gt=at, player=F("game__on_move"))
    away = set(leave.values_list("game_id", flat=True))
    for *values, arranged in games.order_by().values_list(*COLUMNS, ARRANGED):
        number = values[1]
        yield DirectedGame(*values, control_of(arranged), number in away)  # type: ignore[call-arg]  # as `COLUMNS`
