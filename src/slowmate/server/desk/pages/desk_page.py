"""One desk for all offices: what waits for a person in any of them, the urgent first, each on a line."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.cases.pages import desk_items as cases
from slowmate.server.desk.pages.item_words import KINDS, title
from slowmate.server.desk.queries import desk
from slowmate.server.desk.queries.desk import GameItem
from slowmate.server.events.pages import desk_items as events
from slowmate.server.games.queries.origin import GameOrigin
from slowmate.server.games.text import origin_words
from slowmate.server.people.permissions import may_give_offices
from slowmate.server.people.queries import prefetch_offices
from slowmate.server.ratings.pages import desk_items as ratings
from slowmate.server.site.desk_items import BulkAction, DeskItem, Urgency, items_of, number_of
from slowmate.server.titles.pages import desk_items as titles

SLICES = (events, ratings, titles, cases)
"""Whose work comes to the desk besides games."""
OFFICE_SOURCES = tuple(source for slice_items in SLICES for source in slice_items.SOURCES)
_URGENCY = (Urgency.STOPS, Urgency.ASKED, Urgency.NEWS)
"""The urgency of items in games, by `GameItem.urgency`."""


@dataclass(frozen=True, slots=True)
class DeskLine:
    """One thing that waits. *item*: where it is about a game, which has a card of its own."""

    waiting: DeskItem
    origin: GameOrigin | None
    """The event it is about, or what its game belongs to; None, if it is about neither."""
    item: GameItem | None = None

    @property
    def key(self) -> str:
        return self.waiting.key

    @property
    def kind(self) -> str:
        return self.waiting.kind

    @property
    def event(self) -> str:
        """The value of the filter."""
        return self.origin.kind if self.origin else ""

    @property
    def people(self) -> str:
        return (" – " if self.item else ", ").join(self.waiting.players)


@dataclass(frozen=True, slots=True)
class Everything:
    """The lines, the urgent first and then the oldest, and the number of items of each kind, which can be more."""

    lines: list[DeskLine]
    numbers: dict[str, int]
    more_silent: bool
    """More players may be silent than are listed."""

    @property
    def total(self) -> int:
        return sum(self.numbers.values())

    @property
    def more_ends(self) -> bool:
        return self.numbers.get("flag", 0) > desk.MAX_ROWS

    @property
    def kinds(self) -> dict[str, str]:
        """The words of each kind there is."""
        return {line.kind: line.waiting.kind_words for line in self.lines}


def everything(person: User, *, at: datetime) -> Everything:
    """Return what waits for a person in all their offices: a constant number of queries."""
    prefetch_offices(person)
    games = desk.waiting(person, at=at)
    others = items_of(OFFICE_SOURCES, person, at=at)
    lines = [_of_game(item) for item in games.items]
    lines += [DeskLine(item, GameOrigin(item.event_id, item.event) if item.event_id else None) for item in others]
    lines.sort(key=lambda line: line.waiting.place)
    return Everything(lines, games.numbers | Counter(item.kind for item in others), games.more_silent)


def ends(person: User, *, at: datetime) -> list[DeskLine]:
    """Return the games that ended by themselves, each on a line."""
    return [_of_game(item) for item in desk.ends(person, at=at)]


def number_waiting(person: User, *, at: datetime) -> int:
    """Count what waits for a person in all their offices; every page shows it."""
    prefetch_offices(person)
    return number_of((*desk.COUNTED, *(source.query for source in OFFICE_SOURCES)), person, at=at)


def desk_links(person: User) -> list[tuple[str, str]]:
    """Return where else the holders of offices go: words and addresses, of every slice."""
    links = [link for slice_items in SLICES for link in slice_items.desk_links(person)]
    return [*links, (_("Offices"), reverse("offices"))] if may_give_offices(person) else links


def _of_game(item: GameItem) -> DeskLine:
    origin, game = item.origin, item.game
    waiting = DeskItem(
        key=item.key,
        kind=item.kind,
        kind_words=str(KINDS[item.kind]),
        since=item.since,
        urgency=_URGENCY[item.urgency],
        words=title(item),
        link=reverse("game", args=[game.pk]),
        event_id=origin.event_id,
        event=origin_words(origin),
        players=(str(game.white.name), str(game.black.name)),
        bulk=BulkAction(_("Take note of the ticked games"), reverse("desk-note"), "game") if item.is_end else None,
        bulk_value=str(game.pk),
    )
    return DeskLine(waiting, origin, item)
