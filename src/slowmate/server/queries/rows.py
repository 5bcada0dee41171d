"""Games as lists show them: the few columns of a line, and no more, because lists can be long."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from slowmate.board import Colour, Position
from slowmate.server.models import Game, GameEvent

COLUMNS = (
    *("pk", "white_id", "black_id", "white__name", "black__name", "white__rating", "black__rating", "label", "status"),
    *("on_move_id", "offer_to_id", "awaits_director", "deadline", "starts", "plies", "last_move", "result", "finished"),
)


@dataclass(frozen=True, slots=True)
class GameRow:
    """One line of a list of games."""

    pk: int
    white_id: int
    black_id: int
    white: str
    black: str
    white_rating: int | None
    black_rating: int | None
    label: str
    status: str
    on_move_id: int | None
    offer_to_id: int | None
    awaits_director: bool
    deadline: datetime | None
    starts: datetime
    plies: int
    last_move: str
    result: str
    finished: datetime | None
    before: int = 0
    """Plies before the first move, as the starting position of a thematic game counts them."""

    def awaits(self, player_id: int) -> bool:
        """Whether a player has to act: he has the move, or an offer to answer."""
        return player_id in (self.on_move_id, self.offer_to_id)

    @property
    def numbered(self) -> str:
        """The last move with its number: 23... Nf5."""
        number, is_black = divmod(self.before + self.plies - 1, 2)
        return f"{number + 1}.{'..' if is_black else ''} {self.last_move}" if self.last_move else ""


def game_rows(games: "QuerySet[Game]") -> list[GameRow]:
    rows = list(games.values_list(*COLUMNS))
    before = _plies_before([values[0] for values in rows])
    counted = ((*values, before.get(values[0], 0)) for values in rows)
    return [GameRow(*values) for values in counted]


def _plies_before(games: Iterable[int]) -> dict[int, int]:
    """For each game from a position of its own, the plies that its move number leaves out."""
    arranged = GameEvent.objects.filter(game__in=games, number=1).exclude(data__terms__fen=None)
    fens = arranged.filter(data__terms__fen__isnull=False).order_by().values_list("game_id", "data__terms__fen")
    return {game: _plies_of(fen) for game, fen in fens}


def _plies_of(fen: str) -> int:
    position = Position.from_fen(fen)
    return 2 * (position.fullmove - 1) + (position.turn is Colour.BLACK)


def page_of_games(games: "QuerySet[Game]", number: str | None, *, at_once: int) -> "Page[Any]":
    """One page of a long list; the nearest there is to a number that makes no sense."""
    page: Page[Any] = Paginator(games, at_once).get_page(number)
    page.object_list = game_rows(games[max(page.start_index() - 1, 0) : page.end_index()])
    return page
