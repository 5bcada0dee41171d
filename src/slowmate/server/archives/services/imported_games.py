"""Imported games as rows: three events each, with frozen terms of rating like any other game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache

from slowmate import play
from slowmate.board import Occurrences, Position
from slowmate.play import clocks
from slowmate.play.clocks.turns import midnight
from slowmate.play.terms import Terms, Transmission
from slowmate.records import Result
from slowmate.server.archives.queries.tables import is_same_start
from slowmate.server.games import repository
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.rating import RatingTerms, copy_rating_terms
from slowmate.server.games.services import games
from slowmate.server.ratings.models import RatingList

LATE = "games finished in the window of a list that is published; they are in none until that list is revised"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedGame:
    """A game to import, its players by their numbers here. *read* is the position after its moves, if it has any."""

    white: int
    black: int
    result: Result
    starts: date
    ended: date
    rating: RatingTerms
    moves: tuple[str, ...] = ()
    read: tuple[Position, Occurrences] | None = None
    termination: play.Termination = play.Termination.REPORTED
    transmission: Transmission = Transmission.SERVER
    fen: str | None = None
    chess960: int | None = None
    reflection: tuple[int, int] | None = None
    """The time control: moves, days."""
    is_postal: bool = False

    @property
    def start(self) -> Position:
        """The starting position."""
        return _terms(self.starts, self.transmission, self.fen, self.chess960).start_position()

    def may_be(self, row: Game) -> bool:
        """Decide whether a stored game may be this one: it has the same start, or this one does not tell its start."""
        if self.chess960 is None and self.fen is None:
            return True
        return is_same_start(play.terms_from_text(row.snapshot).start_position(), self.start)


def write(past: Sequence[ImportedGame], *, source: str) -> list[Game]:
    """Store games with their events, in the caller's transaction."""
    made = [_rows(game, source) for game in past]
    repository.create([row for row, _ in made], [events for _, events in made])
    return [row for row, _ in made]


def _rows(game: ImportedGame, source: str) -> tuple[Game, list[GameEvent]]:
    terms = _terms(game.starts, game.transmission, game.fen, game.chess960)
    ended = _noon(game.ended)
    happened = play.imported(terms, game.moves, game.result, ended=ended, termination=game.termination, source=source)
    state = play.fold(happened) if game.read is None else _as_read(happened, game.read)
    row = Game(white_id=game.white, black_id=game.black)
    events = games.event_rows(row, happened, actor=None)
    games.reflect(row, state)
    copy_rating_terms(game.rating, terms, to=row)
    row.is_postal = row.is_postal or game.is_postal
    if game.reflection is not None:
        row.reflection_moves, row.reflection_days = game.reflection
    return row, events


def _as_read(
    happened: "tuple[play.events.Arranged, play.events.Imported, play.events.Ended]", read: tuple[Position, Occurrences]
) -> play.Game:
    return play.imported_game(happened, position=read[0], occurrences=read[1])


@lru_cache(maxsize=1024)
def _terms(starts: date, transmission: Transmission, fen: str | None, chess960: int | None) -> Terms:
    return Terms(
        starts=midnight(starts),
        time_control=clocks.Unrecorded(),
        transmission=transmission,
        fen=fen,
        chess960=chess960,
    )


def _noon(day: date) -> datetime:
    return midnight(day).replace(hour=12)


def add_moves(rows: Mapping[int, ImportedGame], *, source: str) -> None:
    """Add moves to games imported with a table, in the caller's transaction.

    A game whose table did not tell its starting position takes that of the moves.
    """
    for row in Game.objects.filter(pk__in=rows).order_by("pk"):
        before, state, game = row.version, repository.state_of(row), rows[row.pk]
        happened = play.events.Imported(at=state.latest, moves=game.moves, source=source)
        if not state.terms.has_own_start:
            happened = replace(happened, chess960=game.chess960, fen=game.fen)
        events = games.event_rows(row, (happened,), actor=None)
        games.reflect(row, play.evolve(state, happened))
        repository.save(row, events, (), after=before)


def too_late(days: Sequence[tuple[str, date]]) -> int:
    """Return how many games (pool and day) fall into a list already made and published here."""
    rows = RatingList.objects.filter(state=RatingList.State.PUBLISHED, is_imported=False)
    windows = list(rows.values_list("pool", "results_from", "results_until").distinct())
    return sum(any(pool == of and first <= day <= last for of, first, last in windows) for pool, day in days)
