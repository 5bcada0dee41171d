"""The entries of one player in all lists, pool by pool."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet

from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList


@dataclass(frozen=True, slots=True)
class PoolHistory:
    """A player's entries in the lists of one pool that count, the first list first."""

    pool: str
    name: str
    player: Player
    entries: Sequence[ListEntry]

    @property
    def published(self) -> list[ListEntry]:
        """The entries with a published rating."""
        return [entry for entry in self.entries if entry.published and entry.rating is not None]

    @property
    def newest(self) -> ListEntry:
        return self.entries[-1]

    @property
    def latest_first(self) -> list[ListEntry]:
        """The rows of the table behind the graph."""
        return self.published[::-1]

    @property
    def has_rd(self) -> bool:
        return any(entry.rd is not None for entry in self.published)

    @property
    def best(self) -> ListEntry | None:
        """The list with the highest rating, the first of equals."""
        return max(self.published, key=lambda entry: entry.rating or 0, default=None)


def histories(player: Player) -> list[PoolHistory]:
    """Return the histories of a player in all pools with an entry: one query."""
    rows = _counting(player).order_by("list__pool", "list__valid_from")
    by_pool = {pool: list(some) for pool, some in groupby(rows, key=lambda entry: entry.list.pool)}
    return [PoolHistory(pool, str(name), player, by_pool[pool]) for pool, name in Game.Pool.choices if pool in by_pool]


def history_in(player: Player, pool: str) -> PoolHistory | None:
    """Return the history of a player in one pool; None if no list of it has the player."""
    entries = list(_counting(player).filter(list__pool=pool).order_by("list__valid_from"))
    return PoolHistory(pool, str(Game.Pool(pool).label), player, entries) if entries else None


def _counting(player: Player) -> "QuerySet[ListEntry]":
    """Return the entries of a player in the lists that count: of each period the newest revision."""
    rows = ListEntry.objects.filter(player=player, list__state=RatingList.State.PUBLISHED)
    return rows.exclude(list__superseded_by__state=RatingList.State.PUBLISHED).select_related("list")
