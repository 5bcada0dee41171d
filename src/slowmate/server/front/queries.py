"""What a new server still lacks, and the challenges that wait for a player."""

from dataclasses import dataclass

from slowmate.server.events.models import Event
from slowmate.server.games.models import Challenge
from slowmate.server.people.models import Office, Player

PLANNING = (Office.Kind.ORGANISER, Office.Kind.TITLE_TOURNAMENTS, Office.Kind.NON_TITLE_TOURNAMENTS)
"""Offices that plan events, of which a federation needs one at least."""


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """What a new server has: players, officials who plan, decide and keep ratings, an event."""

    players: int
    has_organiser: bool
    has_director: bool
    has_ratings: bool
    has_event: bool

    @property
    def are_done(self) -> bool:
        return self.has_organiser and self.has_director and self.has_ratings and self.has_event


def first_steps() -> FirstSteps:
    """Return how far a new server is set up, for its administrator."""
    kinds = set(Office.objects.values_list("kind", flat=True))
    return FirstSteps(
        players=Player.objects.count(),
        has_organiser=not kinds.isdisjoint(PLANNING),
        has_director=Office.Kind.DIRECTOR in kinds,
        has_ratings=Office.Kind.RATINGS in kinds,
        has_event=Event.objects.exists(),
    )


def challenges_to(player: Player) -> int:
    """Count the open challenges to a player."""
    return Challenge.objects.filter(opponent=player, state=Challenge.State.OPEN).count()
