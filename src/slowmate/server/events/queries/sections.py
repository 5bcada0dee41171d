"""A section as its pages and programs read it: its row, seats and games, in a constant number of queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import prefetch_related_objects

from slowmate import records
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Seat, SeatHolding, Section
from slowmate.server.events.permissions import may_see_section
from slowmate.server.events.queries.record import holders, record, seats_of, sections_with_event
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import may_see_game
from slowmate.server.people.models import Office


class SectionGame(NamedTuple):
    """What tables and lists show of a game, and no more: sections are large and looked at often."""

    pk: int
    result: str
    termination: str
    finished: datetime | None
    plies: int
    is_over: bool
    white_id: int
    black_id: int


class SectionPairing(NamedTuple):
    """A pairing of a section with its game, once it is started."""

    white_id: int
    black_id: int
    board: int | None
    game: SectionGame | None


_COLUMNS = (
    *("white_id", "black_id", "board", "game_id", "game__result", "game__termination", "game__finished"),
    *("game__plies", "game__status", "game__white_id", "game__black_id"),
)


@dataclass(frozen=True, slots=True)
class SectionRows:
    """A section with all that is computed of it."""

    section: Section
    seats: Sequence[Seat]
    pairings: Sequence[SectionPairing]
    record: records.Event

    @property
    def names(self) -> Mapping[str, str]:
        """Players and teams by the ids of the record; where both have the same number, the player."""
        return {**self.team_names, **{player.id: str(player.name) for player in self.record.players}}

    @property
    def team_names(self) -> Mapping[str, str]:
        return {team.id: team.name for team in self.record.teams}

    def sat_on(self, seat: Seat) -> "list[Seat | SeatHolding]":
        """Everybody who sat on a seat; the last one holds it."""
        return holders(seat, self.section.event)

    def holder(self, seat: Seat) -> "Seat | SeatHolding":
        return self.sat_on(seat)[-1]

    @property
    def finished(self) -> int:
        """Games that are over; cancelled ones are not played any more either."""
        return sum(game.result is not None for game in self.record.games)

    @property
    def is_running(self) -> bool:
        return any(game.result is None for game in self.record.games)


def find_section(pk: int, person: Person) -> Section | None:
    """A section that somebody may see."""
    found = sections_with_event().filter(pk=pk).first()
    return found if found is not None and may_see_section(person, found) else None


def rows_of(section: Section) -> SectionRows:
    """All of a section: two queries, and one where teams play, whatever its size."""
    seats = list(seats_of(section))
    pairings = [_pairing(*row) for row in section.pairings.order_by("pk").values_list(*_COLUMNS)]
    return SectionRows(section, seats, pairings, record(section, seats, pairings))


def _pairing(white: int, black: int, board: int | None, pk: int | None, *game: Any) -> SectionPairing:
    if pk is None:
        return SectionPairing(white, black, board, None)
    result, termination, finished, plies, status, *players = game
    is_over = status == Game.Status.FINISHED
    return SectionPairing(white, black, board, SectionGame(pk, result, termination, finished, plies, is_over, *players))


def seen_games(rows: SectionRows, person: Person) -> set[int]:
    """Return the games of a section that somebody may look at; the others have no link."""
    finished = {pairing.game.pk for pairing in rows.pairings if pairing.game is not None and pairing.game.is_over}
    running = Game.objects.filter(pairing__section=rows.section).exclude(status=Game.Status.FINISHED)
    return finished | set(running.filter(may_see_game.among(person)).values_list("pk", flat=True))


def offices(person: User) -> list[Office]:
    """The offices of somebody, read once a request however often rights are asked."""
    prefetch_related_objects([person], "offices")
    return list(person.offices.all())
