"""Imported tables whose games have no moves yet."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from slowmate import play
from slowmate.board import Position
from slowmate.records import Result
from slowmate.server.archives.models import Origin
from slowmate.server.events.models import Pairing, Section


class GameToPlace(NamedTuple):
    """A game as the tables are searched for it, its players by their numbers here."""

    events: tuple[str, ...]
    white: int
    black: int
    result: Result
    ended: date
    start: Position


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game of an imported table that has no moves yet. *start* is None where the table did not tell it."""

    pk: int
    ended: date
    start: Position | None

    def fits(self, start: Position) -> bool:
        """Whether moves from a starting position may be those of this game."""
        return self.start is None or is_same_start(self.start, start)


def is_same_start(one: Position, other: Position) -> bool:
    """Decide whether two starting positions are the same; the counts of earlier moves do not matter."""
    return one.key == other.key and one.is_chess960 == other.is_chess960


def told_start(snapshot: str) -> Position | None:
    """Return the starting position that the terms of a stored game tell, or None for the usual one."""
    terms = play.terms_from_text(snapshot)
    return terms.start_position() if terms.has_own_start else None


class Tables:
    """The games without moves of imported events, by the names of the events."""

    def __init__(self) -> None:
        brought = Origin.objects.filter(kind=Origin.Kind.EVENT).values("row")
        sections = Section.objects.filter(pk__in=brought).values_list("event__name", "pk")
        self._sections: dict[str, list[int]] = defaultdict(list)
        for name, pk in sections:
            self._sections[name].append(pk)

    def games_of(self, games: Sequence[GameToPlace]) -> list[TableGame | None]:
        """Return for each game its row without moves in the table of its event, or None.

        Of several rows the first with the same start and the same last day; else the first with the same start; else
        one that does not fit.
        """
        sections = {pk for game in games for event in game.events for pk in self._sections.get(event, ())}
        if not sections:
            return [None] * len(games)
        waiting: dict[tuple[str, int, int, str], list[TableGame]] = defaultdict(list)
        rows = Pairing.objects.filter(section__in=sections, game__plies=0).order_by("pk")
        columns = ("section__event__name", "game__white_id", "game__black_id", "game__result", "game_id")
        for event, white, black, result, pk, finished, snapshot in rows.values_list(
            *columns, "game__finished", "game__snapshot"
        ):
            waiting[event, white, black, result].append(TableGame(pk, finished.date(), told_start(snapshot)))
        rows_of_games: list[TableGame | None] = []
        for game in games:
            keys = ((event, game.white, game.black, game.result.value) for event in game.events)
            alike = next((waiting[key] for key in keys if waiting.get(key)), [])
            best = min(alike, key=lambda row: (not row.fits(game.start), row.ended != game.ended), default=None)
            if best is not None and best.fits(game.start):
                alike.remove(best)
            rows_of_games.append(best)
        return rows_of_games
