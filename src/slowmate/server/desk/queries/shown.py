"""Which part of a desk is shown: one kind, one event, one player; and which item of it is open."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from slowmate.server.desk.queries.desk import Desk, Item
from slowmate.server.games.queries.belonging import kinds_in
from slowmate.server.site.folding import folded


@dataclass(frozen=True, slots=True)
class Shown:
    """What a director wants to see: of one kind, of one event, with every word in the players' names."""

    kind: str = ""
    event: str = ""
    player: str = ""

    def __bool__(self) -> bool:
        return bool(self.kind or self.event or self.player)

    @property
    def is_narrowed(self) -> bool:
        return bool(self.event or self.player)

    @property
    def kept(self) -> dict[str, str]:
        """What an address says of it."""
        named = {"kind": self.kind, "event": self.event, "player": self.player}
        return {name: value for name, value in named.items() if value}

    @property
    def query(self) -> str:
        return urlencode(self.kept)

    def fits(self, item: Item) -> bool:
        names = folded(f"{item.game.white.name} {item.game.black.name}")
        is_named = all(word in names for word in folded(self.player).split())
        return is_named and self.kind in ("", item.kind) and self.event in ("", item.belonging.kind)


def shown_by(sent: Mapping[str, str]) -> Shown:
    """As an address or a form says it."""
    return Shown(sent.get("kind", "")[:20], sent.get("event", "")[:200], sent.get("player", "").strip()[:80])


def key_in(text: str) -> str:
    """What an item is called, if a text can be that."""
    return text if re.fullmatch(r"[a-z]{1,20}(-[0-9]{1,20}){1,2}", text) else ""


def events_on(desk: Desk) -> list[tuple[str, str]]:
    """The events of what waits, by name, with the words that are shown for each."""
    return sorted(kinds_in(item.belonging for item in desk.items), key=lambda event: folded(event[1]))


@dataclass(frozen=True, slots=True)
class OpenItem:
    """The item whose case is shown, and what follows it."""

    item: Item
    following: str
    """The key of the next item: what is opened when this one is done."""
    kept: dict[str, str]
    """What every form and link of the case hands on, so that the desk looks the same afterwards."""

    @property
    def handed_on(self) -> str:
        return urlencode({"desk": "1", **self.kept})


def opened(items: list[Item], key: str, shown: Shown) -> OpenItem | None:
    """The item of that name; the first where none has it, as where it was dealt with elsewhere."""
    if not items:
        return None
    place = next((place for place, item in enumerate(items) if item.key == key), 0)
    following = items[(place + 1) % len(items)].key if len(items) > 1 else ""
    kept = {**shown.kept, **({"next": following} if following else {})}
    return OpenItem(items[place], following, kept)
