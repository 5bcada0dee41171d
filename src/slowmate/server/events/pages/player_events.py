"""The events of one player: what they play in, and what they have played in, with place and score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from slowmate import records
from slowmate.server.events.models import Seat, Section
from slowmate.server.events.queries.player_sections import place_of, score_of
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.queries.sections import OVER
from slowmate.server.events.text import dates_of, kind_words, points_of_games, shared_place
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class PlayedSection:
    """A section as the page of one of its players shows it."""

    section_id: int
    event_id: int
    name: str
    kind: str
    dates: str
    stage: str
    """The state it is in, as programs read it."""
    state: str
    is_over: bool
    rank: int | None
    """The place of the player, or of their team; None before a game is over. Equals have the same."""
    place: str
    """The same in words."""
    of: int
    """How many are placed."""
    score: str
    running: int
    points: Fraction
    games: int
    """That are over."""


def played_sections(seats: Sequence[Seat], tables: Mapping[int, records.Event], player: Player) -> list[PlayedSection]:
    """Return a line for each of these seats of a player."""
    return [_line(seat, tables[seat.section_id], str(player.pk)) for seat in seats]


def _line(seat: Seat, event: records.Event, player: str) -> PlayedSection:
    section = seat.section
    score = score_of(event, player)
    place = place_of(event, str(seat.team_id) if seat.team_id else player)
    return PlayedSection(
        section_id=section.pk,
        event_id=section.event_id,
        name=name_of(section),
        kind=kind_words(section.event.kind),
        dates=dates_of(section),
        stage=section.state,
        state=str(Section.State(section.state).label),
        is_over=section.state in OVER,
        rank=place.place if place else None,
        place=shared_place(*place) if place else "",
        of=len(event.teams or event.players),
        score=points_of_games(score.points, score.games),
        running=score.running,
        points=score.points,
        games=score.games,
    )
