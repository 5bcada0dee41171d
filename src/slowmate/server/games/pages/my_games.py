"""The page of a player's own games, with its search."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from slowmate.server.games.queries.leave import on_leave_until
from slowmate.server.games.queries.my_games import (
    GameFilter,
    GameQueue,
    SearchWord,
    finished_games,
    my_origins,
    my_queue,
)
from slowmate.server.games.queries.rows import page_of_games
from slowmate.server.games.text import origin_choices, origins_named, sorted_origins
from slowmate.server.people.models import Player
from slowmate.server.site.folding import folded

if TYPE_CHECKING:
    from django.core.paginator import Page

    from slowmate.server.games.queries.origin import GameOrigin

PAGE_SIZE = 25
"""Finished games on one page."""


@dataclass(frozen=True, slots=True)
class GameSearch:
    """A player's search among their games, as typed."""

    event: str = ""
    """The kind of an origin."""
    words: str = ""

    def __bool__(self) -> bool:
        return bool(self.event or self.words)

    def filter_among(self, origins: "Collection[GameOrigin]") -> GameFilter:
        """Return the filter of games: each word with the origins that contain it in the reader's language."""
        words = folded(self.words).split()
        return GameFilter(self.event, tuple(SearchWord(word, tuple(origins_named(origins, word))) for word in words))


@dataclass(frozen=True, slots=True)
class MyGamesPage:
    """The page of one's own games: the queue, one page of finished games, and the search."""

    search: GameSearch
    queue: GameQueue
    finished: "Page[Any]"
    events: list[tuple[str, str]]
    """The choices of the search by event."""
    on_leave: date | None
    """The last day of the leave the player is on."""

    @property
    def may_search(self) -> bool:
        return bool(self.events or self.search)

    @property
    def finds_nothing(self) -> bool:
        queue = self.queue
        return bool(self.search) and not any([queue.to_act, queue.on_leave, queue.waiting, self.finished.object_list])

    @property
    def shows_turn(self) -> bool:
        return bool(self.queue.to_act or not self.search)

    @property
    def shows_waiting(self) -> bool:
        return bool(self.queue.waiting or not self.search)

    @property
    def shows_finished(self) -> bool:
        return bool(self.finished.object_list or not self.search)


def my_games_page(player: Player, search: GameSearch, *, page: str | None, at: datetime) -> MyGamesPage:
    """Read the page. *page*: the number of the page of finished games, as the address gives it."""
    origins = sorted_origins(my_origins(player))
    chosen = search.filter_among(origins)
    return MyGamesPage(
        search=search,
        queue=my_queue(player, chosen, at=at),
        finished=page_of_games(finished_games(player, chosen), page, page_size=PAGE_SIZE),
        events=origin_choices(origins),
        on_leave=on_leave_until(player, today=at.date()),
    )
