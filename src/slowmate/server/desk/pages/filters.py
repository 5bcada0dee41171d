"""The shown part of a desk: filters by kind, event and player, the open line, and tick boxes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from slowmate.server.desk.pages.desk_page import DeskLine
from slowmate.server.games.text import origin_choices
from slowmate.server.site.desk_items import BulkAction, DeskItem
from slowmate.server.site.folding import folded


@dataclass(frozen=True, slots=True)
class DeskFilter:
    """The items to show: of one kind, of one event, with every word in the players' names."""

    kind: str = ""
    event: str = ""
    player: str = ""

    def __bool__(self) -> bool:
        return bool(self.kind or self.event or self.player)

    @property
    def is_filtered(self) -> bool:
        return bool(self.event or self.player)

    @property
    def params(self) -> dict[str, str]:
        """The parameters of the filter in addresses."""
        named = {"kind": self.kind, "event": self.event, "player": self.player}
        return {name: value for name, value in named.items() if value}

    @property
    def query(self) -> str:
        return urlencode(self.params)

    def fits(self, line: DeskLine) -> bool:
        names = folded(" ".join(line.waiting.players))
        is_named = all(word in names for word in folded(self.player).split())
        return is_named and self.kind in ("", line.kind) and self.event in ("", line.event)


def filter_of(sent: Mapping[str, str]) -> DeskFilter:
    """Return the filter that an address or a form sends."""
    return DeskFilter(sent.get("kind", "")[:20], sent.get("event", "")[:200], sent.get("player", "").strip()[:80])


def events_on(lines: Iterable[DeskLine]) -> list[tuple[str, str]]:
    """Return the events of the lines, sorted by name, with their words."""
    choices = origin_choices(line.origin for line in lines if line.origin)
    return sorted(choices, key=lambda event: folded(event[1]))


@dataclass(frozen=True, slots=True)
class OpenLine:
    """The line whose case is shown, and what follows it."""

    line: DeskLine
    following: str
    """The key of the next line: what is opened when this one is done."""
    previous: str
    shown: DeskFilter
    params: dict[str, str]
    """The parameters that forms and links of the case pass on, so that the desk looks the same afterwards."""

    @property
    def next_query(self) -> str:
        """The query that opens the next line on the desk."""
        return self._opening(self.following)

    @property
    def previous_query(self) -> str:
        return self._opening(self.previous)

    def _opening(self, key: str) -> str:
        return f"{urlencode({**self.shown.params, 'open': key})}#{key}"

    @property
    def return_query(self) -> str:
        return urlencode({"desk": "1", **self.params})

    def leading(self, link: str) -> str:
        """Return an address that passes on how the desk looked."""
        path, mark, place = link.partition("#")
        return f"{path}{'&' if '?' in path else '?'}{self.return_query}{mark}{place}"


def opened(lines: list[DeskLine], key: str, desk_filter: DeskFilter) -> OpenLine | None:
    """Return the line with a key; the first if there is none, as after it was dealt with elsewhere."""
    if not lines:
        return None
    place = next((place for place, line in enumerate(lines) if line.key == key), 0)
    following, previous = (lines[(place + step) % len(lines)].key if len(lines) > 1 else "" for step in (1, -1))
    params = {**desk_filter.params, **({"next": following} if following else {})}
    return OpenLine(lines[place], following, previous, desk_filter, params)


@dataclass(frozen=True, slots=True)
class CardAction:
    """A button of a card: a link, or a form that sends something, with a reason to edit where it asks for one."""

    words: str
    link: str
    sends: dict[str, str] | None
    reason: str | None
    is_proposed: bool


@dataclass(frozen=True, slots=True)
class Card:
    """The part that opens below a line about no game: the case, its grounds, and the decisions."""

    waiting: DeskItem
    link: str
    """The page that shows the whole item."""
    actions: list[CardAction]


def card_of(open_line: OpenLine) -> Card:
    """Return the card of a line; each link and form passes on how the desk looked."""
    waiting, params = open_line.line.waiting, {"desk": "1", **open_line.params}
    actions = [
        CardAction(
            action.words,
            open_line.leading(action.link) if action.sends is None else action.link,
            None if action.sends is None else {**action.sends, **params},
            action.reason,
            is_proposed=place == 0,
        )
        for place, action in enumerate(waiting.actions)
    ]
    return Card(waiting, open_line.leading(waiting.link), actions)


@dataclass(frozen=True, slots=True)
class Ticking:
    """A form that deals with all that are ticked, where there are several that it could deal with."""

    id: str
    bulk: BulkAction


@dataclass(frozen=True, slots=True)
class Row:
    """A line as the desk lays it out."""

    line: DeskLine
    form: str
    """The id of the form of its tick box; empty without one."""
    is_open: bool
    has_neighbours: bool
    """The line is open, and not the only one."""

    @property
    def shows_names(self) -> bool:
        """The case of a game that is open names both players itself."""
        return bool(self.line.people) and not (self.is_open and self.line.item)


def rows_of(lines: list[DeskLine], open_line: OpenLine | None) -> tuple[list[Row], list[Ticking]]:
    """Return the lines with their tick boxes, and the forms of these."""
    numbers = Counter(line.waiting.bulk for line in lines if line.waiting.bulk)
    forms = [Ticking(f"ticked-{place}", bulk) for place, bulk in enumerate(numbers) if numbers[bulk] > 1]
    ids = {form.bulk: form.id for form in forms}
    key = open_line.line.key if open_line else ""
    are_several = len(lines) > 1
    return [Row(line, _form(line, ids), is_open := line.key == key, is_open and are_several) for line in lines], forms


def _form(line: DeskLine, ids: Mapping[BulkAction, str]) -> str:
    bulk = line.waiting.bulk
    return ids.get(bulk, "") if bulk else ""
