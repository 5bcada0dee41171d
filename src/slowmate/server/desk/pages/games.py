"""The list of the games that a director directs, with its search."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from slowmate.server.accounts.models import User
from slowmate.server.desk.queries.desk import DirectedGamesFilter, directed, directed_origins
from slowmate.server.games.queries.my_games import SearchWord
from slowmate.server.games.text import origins_named
from slowmate.server.site.folding import folded

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from slowmate.server.games.models import Game


@dataclass(frozen=True, slots=True)
class DirectedGamesSearch:
    """A director's search among their games, as typed."""

    words: str = ""
    status: str = ""

    def __bool__(self) -> bool:
        return bool(self.words or self.status)


def directed_games(person: User, search: DirectedGamesSearch) -> "QuerySet[Game]":
    """Return the games of a director that a search finds, with events named in the reader's language."""
    words = folded(search.words).split()
    origins = directed_origins(person) if words else set()
    search_words = tuple(SearchWord(word, tuple(origins_named(origins, word))) for word in words)
    return directed(person, DirectedGamesFilter(search_words, search.status))
