"""Items that wait for people in offices, of any slice: a line of the desk, and the card that opens below it.

A slice lists its `SOURCES` in `pages/desk_items.py`, one for each kind of thing that waits, and says in
`desk_links(person)` where the desk leads besides. The desk joins those of all slices; the number in the header is how
many rows they have.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from slowmate.rulebook import Ground

if TYPE_CHECKING:
    from slowmate.server.accounts.models import User

MAX_ROWS = 200
"""Lines of one source on the desk."""
FILTERS = ("kind", "event", "player")
RETURN_PARAMS = ("desk", "next", *FILTERS)
"""Parameters that pages between the desk and a decision pass on, so that the desk is found as it was left."""


class Urgency(IntEnum):
    """Items that come first."""

    STOPS = 0
    """Something stands still until it is decided: a game, or an event whose day has come."""
    ASKED = 1
    """A person waits for an answer."""
    DUE = 2
    """A step that is due, and holds nobody up yet."""
    NEWS = 3
    """Only to be known."""
    LATER = 4
    """A step that comes after work that is not finished yet."""


@dataclass(frozen=True, slots=True)
class DeskAction:
    """One way to deal with what waits: a button of its card. The first that is offered is the one proposed."""

    words: str
    link: str
    """The page that it leads to or, where it sends something, that takes it."""
    sends: Mapping[str, str] | None = None
    """Values to POST there. None: the action is a link to a page for the decision."""
    reason: str | None = None
    """A reason drafted for it, which is edited on the card and sent as ``reason``. None: it asks for none."""


@dataclass(frozen=True, slots=True)
class BulkAction:
    """An action on several items of a kind at once: each is ticked, one button sends them all."""

    words: str
    """The words on the button."""
    link: str
    """The page that takes them (POST)."""
    field: str
    """The name under which each is sent, several times."""


@dataclass(frozen=True, slots=True)
class DeskItem:
    """One item that waits for a person."""

    key: str
    """The key in addresses: the kind and a number or two, ``entry-17``. Small letters and digits."""
    kind: str
    """The value of the filter by kind: small letters. Of one slice only."""
    kind_words: str
    """The words for that kind in the filter."""
    since: datetime
    urgency: Urgency
    words: str
    """The item in words, on one line."""
    link: str
    """The page that shows the whole item, and where it is decided."""
    event_id: int | None = None
    event: str = ""
    """The name of the event it belongs to, if it belongs to one."""
    players: tuple[str, ...] = ()
    """Names of the people it is about."""
    facts: tuple[tuple[str, str], ...] = ()
    """The case: what each fact is called, and what it is."""
    grounds: tuple[Ground, ...] = ()
    """The grounds, shown with their clauses."""
    actions: tuple[DeskAction, ...] = ()
    """The decisions that the card offers; *link* always follows them."""
    bulk: BulkAction | None = None
    bulk_value: str = ""
    """The value of its tick box."""
    is_since_day: bool = False
    """The rules name a day, not an instant: only the day of *since* (UTC) is shown."""

    @property
    def since_day(self) -> date:
        return self.since.date()

    @property
    def place(self) -> tuple[int, datetime, list[str]]:
        """The key for sorting: the urgent first, then the oldest; at the same instant by numbers."""
        return self.urgency, self.since, [part.zfill(20) for part in self.key.split("-")]


RowsQuery = Callable[["User", datetime], QuerySet[Any] | Sequence[Any]]


@dataclass(frozen=True, slots=True)
class DeskSource:
    """One kind of thing that waits: its rows, and the line that the desk shows for each."""

    query: "RowsQuery"
    """The rows that wait for a person; of a table of their own, so that they are counted together with others."""
    line: Callable[[Any, datetime], DeskItem]
    load: "Callable[[Any, User], Iterable[Any]]" = lambda rows, _person: rows
    """What the lines are made of, where it is more than the rows: a constant number of queries."""

    def items(self, person: "User", *, at: datetime) -> list[DeskItem]:
        """Return the lines of what waits for a person."""
        return [self.line(row, at) for row in self.load(self.query(person, at)[:MAX_ROWS], person)]


def items_of(sources: Iterable[DeskSource], person: "User", *, at: datetime) -> list[DeskItem]:
    """Return the lines of everything that waits for a person."""
    return [item for source in sources for item in source.items(person, at=at)]


def number_of(queries: "Iterable[RowsQuery]", person: "User", *, at: datetime) -> int:
    """Return how much waits for a person: the rows of all tables in one query."""
    rows = [query(person, at) for query in queries]
    tables = [part.order_by().values("pk") for part in rows if isinstance(part, QuerySet) and not part.query.is_empty()]
    number = tables[0].union(*tables[1:], all=True).count() if tables else 0
    return number + sum(len(part) for part in rows if not isinstance(part, QuerySet))


def return_params(request: HttpRequest) -> dict[str, str]:
    """Return what a page opened from the desk keeps in its forms (`desk/kept.html`) and links, to lead back there."""
    sent = request.POST if request.method == "POST" else request.GET
    return {name: sent[name][:200] for name in RETURN_PARAMS if sent.get(name)}


def return_url(request: HttpRequest, otherwise: str) -> str:
    """Return where a decision leads: to the next item on the desk as it was left, else to another address.

    Requests that do not come from the desk have no ``desk``.
    """
    return desk_url(request) if "desk" in return_params(request) else otherwise


def back_url(request: HttpRequest, otherwise: str) -> str:
    """Return where a page leads on which nothing was decided: to the desk as it was left, else to another address."""
    params = return_params(request)
    filters = {name: value for name, value in params.items() if name in FILTERS}
    return reverse("desk", query=filters or None) if "desk" in params else otherwise


def desk_url(request: HttpRequest, *, staying: str = "") -> str:
    """Return the address of the desk as it was left, with the next item open.

    *staying* is an item that must be sent again; it is in the query, as the page opens at the error, and an address
    with a fragment would not.
    """
    params = return_params(request)
    following = parse_key(params.get("next", ""))
    filters = {name: value for name, value in params.items() if name in FILTERS}
    if staying:
        return reverse("desk", query=filters | {"open": staying})
    return reverse(
        "desk", query=filters | ({"open": following} if following else {}) or None, fragment=following or None
    )


def parse_key(text: str) -> str:
    """Return a text that may be the key of an item in addresses; empty if it cannot be one."""
    return text if re.fullmatch(r"[a-z]{1,20}(-[0-9]{1,20}){1,2}", text) else ""
