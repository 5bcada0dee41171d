"""The ``fide`` object of EVENT.json: what the title regulations ask about a tournament over the board."""

from slowmate.formats.rate_of_play import clock_settings
from slowmate.formats.reading import Node
from slowmate.records import ClockSetting, FideCategory, FideTerms

APPROVALS = ("registration", "composition", "duration", "federations")
CHANGES = ("composition", "conditions", "rounds", "order", "opponents")


def read_terms(event: Node, player_ids: set[str]) -> FideTerms | None:
    """Read the terms of an event; None if it states none. *player_ids* are those of its players.

    Clock settings that are not stated are taken from the rate of play, where that is plain.
    """
    games = event.children("games") if event.has("games") else ()
    adjudicated = frozenset(place for place, game in enumerate(games) if game.flag("adjudicated", default=False))
    clocks = clock_settings(event.optional_text("rate_of_play"))
    if not event.has("fide"):
        return FideTerms(clocks=clocks, adjudicated=adjudicated) if clocks or adjudicated else None
    node = event.child("fide")
    return FideTerms(
        category=node.choice("category", FideCategory) if node.has("category") else FideCategory.ORDINARY,
        registered=node.optional_day("registered"),
        approvals={name: approvals.day(name) for approvals in _approvals(node) for name in approvals.value},
        changes=_changes(node),
        clocks=tuple(_clock(entry) for entry in node.children("clocks")) if node.has("clocks") else clocks,
        special_clocks=node.flag("special_clocks", default=False),
        disabled_players=node.flag("disabled_players", default=False),
        predetermined=node.flag("predetermined", default=False) if node.has("predetermined") else None,
        subzonal_that_year=node.flag("subzonal_that_year", default=False),
        division=node.optional_text("division"),
        byes=frozenset(_bye(entry, player_ids) for entry in node.children("byes")) if node.has("byes") else frozenset(),
        computers=frozenset(_ids(node, "computers", player_ids)),
        adjudicated=adjudicated,
    )


def _approvals(node: Node) -> tuple[Node, ...]:
    if not node.has("approvals"):
        return ()
    approvals = node.child("approvals")
    for name in approvals.value:
        if name not in APPROVALS:
            raise approvals.bad(name, f"{name!r} is not one of {', '.join(APPROVALS)}")
    return (approvals,)


def _changes(node: Node) -> tuple[str, ...]:
    changes = node.texts("changes") if node.has("changes") else ()
    for name in changes:
        if name not in CHANGES:
            raise node.bad("changes", f"{name!r} is not one of {', '.join(CHANGES)}")
    return changes


def _clock(node: Node) -> ClockSetting:
    return ClockSetting(
        node.whole("minutes", least=1, most=1000),
        node.optional_whole("increment", least=0, most=3600) or 0,
        node.optional_whole("delay", least=0, most=3600) or 0,
    )


def _bye(node: Node, player_ids: set[str]) -> tuple[str, int]:
    player = node.text_of("player")
    if player not in player_ids:
        raise node.bad("player", f"{player!r} is not the id of a player of this event")
    return player, node.whole("round", least=1, most=1000)


def _ids(node: Node, key: str, player_ids: set[str]) -> tuple[str, ...]:
    ids = node.texts(key) if node.has(key) else ()
    for identity in ids:
        if identity not in player_ids:
            raise node.bad(key, f"{identity!r} is not the id of a player of this event")
    return ids
