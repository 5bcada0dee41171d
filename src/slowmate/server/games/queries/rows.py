"""Games as lists show them: the few columns of a line, and no more, because lists can be long."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, QuerySet, Subquery

from slowmate.play import event_from_json
from slowmate.play.clocks import TimeControl
from slowmate.play.events import Arranged
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.queries.origin import COLUMNS as ORIGIN_COLUMNS
from slowmate.server.games.queries.origin import GameOrigin, from_columns
from slowmate.server.site.piece_letters import in_own_letters

COLUMNS = (
    *("pk", "white_id", "black_id", "white__name", "black__name", "white__rating", "black__rating", "status"),
    *("on_move_id", "offer_to_id", "awaits_director", "deadline", "starts"),
    *("plies_before", "plies", "last_move", "result", "finished"),
)
"""And what `GameOrigin` is made of."""
ARRANGED = Subquery(GameEvent.objects.filter(game=OuterRef("pk"), number=1, game__finished=None).values("data"))
"""The event that arranged a game that is not over."""


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
    status: str
    on_move_id: int | None
    offer_to_id: int | None
    awaits_director: bool
    deadline: datetime | None
    starts: datetime
    plies_before: int
    plies: int
    last_move: str
    result: str
    finished: datetime | None
    control: TimeControl | None
    """The time control of a game that is not over."""
    origin: GameOrigin

    def awaits(self, player_id: int) -> bool:
        """Return whether a player has to act: they have the move, or an offer to answer."""
        return player_id in (self.on_move_id, self.offer_to_id)

    @property
    def numbered(self) -> str:
        """The last move with its number: 23... Nf5."""
        number, is_black = divmod(self.plies_before + self.plies - 1, 2)
        return f"{number + 1}.{'..' if is_black else ''} {in_own_letters(self.last_move)}" if self.last_move else ""


def game_rows(games: "QuerySet[Game]") -> list[GameRow]:
    rows = games.values_list(*COLUMNS, ARRANGED, *ORIGIN_COLUMNS)
    own = len(COLUMNS)
    return [_row(values[:own], values[own], values[own + 1 :]) for values in rows]


def _row(columns: tuple[Any, ...], arranged: dict[str, Any] | None, belongs: tuple[Any, ...]) -> GameRow:
    return GameRow(*(*columns, control_of(arranged), from_columns(belongs)))


def control_of(arranged: dict[str, Any] | None) -> TimeControl | None:
    """Return the time control of a game from the column `ARRANGED`."""
    event = event_from_json(arranged) if arranged is not None else None
    return event.terms.time_control if isinstance(event, Arranged) else None


def page_of_games(games: "QuerySet[Game]", number: str | None, *, page_size: int) -> "Page[Any]":
    """Return one page of a long list; the nearest one where the number makes no sense."""
    page: Page[Any] = Paginator(games, page_size).get_page(number)
    page.object_list = some_rows(games, max(page.start_index() - 1, 0), page.end_index())
    return page


def some_rows(games: "QuerySet[Game]", first: int, end: int) -> list[GameRow]:
    """Return some lines of a long list in two queries: an index finds them before anything is joined."""
    numbers = list(games.values_list("pk", flat=True)[first:end])
    lines = {row.pk: row for row in game_rows(Game.objects.filter(pk__in=numbers))}
    return [lines[number] for number in numbers]
