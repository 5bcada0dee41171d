"""The slices whose work comes to the desk besides games: a line for each, of what its `queries.waiting` offers."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from slowmate.server.accounts.models import User
from slowmate.server.events.queries import waiting as events
from slowmate.server.ratings.queries import waiting as ratings
from slowmate.server.site.desk_items import DeskItem
from slowmate.server.titles.queries import applications_waiting as applications
from slowmate.server.titles.queries import waiting as titles


class Waits(Protocol):
    def __call__(self, person: User, *, at: datetime) -> list[DeskItem]: ...


class Counts(Protocol):
    def __call__(self, person: User, *, at: datetime) -> int: ...


@dataclass(frozen=True, slots=True)
class Work:
    """What a slice brings to the desk: what waits for somebody, how much that is, and where he goes for the rest."""

    waiting: Waits
    number_waiting: Counts
    ways_of: Callable[[User], list[tuple[str, str]]] = lambda _person: []


WORK: tuple[Work, ...] = (
    Work(events.waiting, events.number_waiting, events.ways_of),
    Work(ratings.waiting, ratings.number_waiting, ratings.ways_of),
    Work(titles.waiting, titles.number_waiting, titles.ways_of),
    Work(applications.waiting, applications.number_waiting, applications.ways_of),
)
