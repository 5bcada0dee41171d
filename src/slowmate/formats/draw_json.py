"""DRAW.json: a draw as it is published, for people who want to draw again (`slowmate draw --verify`).

    {"commitment": "SHA-256 of the seed", "seed": "...", "entrants": [{"id", "name", "federation", "title", "rating"}],
     "sections": [[ids in the order of numbers]], "pairings": [{"section": 1, "white": id, "black": id}]}

and, where they are not as usual: "start" (a date), "games_per_pairing", "exchanges" ([[id, id]], by hand after the
division), and "players" (ids by board) of entrants that are teams. "assumed" is true of an entrant without a rating,
whose "rating" is the one that the event assumes; such entrants are spread over the sections. In Chess960 "chess960" is
"one" or "each" (position for all games, or for each pair), and that of a pairing the number of its position.
"""

import json
from typing import Any

from slowmate.events.organising.draw import CHESS960_POSITIONS, Field, Paired, Positions, PublishedDraw
from slowmate.formats.event_json import MAX_RATING
from slowmate.formats.reading import Node, parse_json
from slowmate.records import Player
from slowmate.rulebook import EDITIONS

MAX_BYTES = 128 * 1024 * 1024
"""Room for the draw of as many entrants as a list of entrants may have: 50,000 of them take 27 million bytes."""
USUAL_START = EDITIONS["ICCF-TR-2017"].begins
"""The start decides which edition is cited, not what is drawn."""


def read_draw(data: bytes, *, file: str = "DRAW") -> PublishedDraw:
    """Read a published draw, or refuse the file with the field that is wrong."""
    node = parse_json(data, file=file, what="a draw", limit=MAX_BYTES)
    entrants = tuple(_entrant(child) for child in node.children("entrants"))
    ids = {entrant.id for entrant in entrants}
    if not entrants:
        raise node.bad("entrants", "nobody has entered")
    if len(ids) < len(entrants):
        raise node.bad("entrants", "an id is used twice")
    teams = {
        entrant.id: child.texts("players")
        for entrant, child in zip(entrants, node.children("entrants"), strict=True)
        if child.has("players")
    }
    if teams and len(teams) < len(entrants):
        raise node.bad("entrants", "some are teams with players and some are not")
    seed = node.exact_text("seed") if node.has("seed") else None
    sections = _lists(node, "sections") if seed is not None else ()
    _require_everybody(node, sections, ids, drawn=seed is not None)
    positions = _positions(node)
    exchanges = tuple(_pair(node, pair) for pair in _lists(node, "exchanges")) if node.has("exchanges") else ()
    pairings = tuple(node.children("pairings")) if seed is not None else ()
    return PublishedDraw(
        node.text_of("commitment"),
        seed,
        Field(
            entrants,
            tuple(len(section) for section in sections),
            node.optional_day("start") or USUAL_START,
            node.optional_whole("games_per_pairing", least=1, most=2) or 1,
            teams,
            exchanges,
            positions,
            frozenset(
                entrant.id
                for entrant, child in zip(entrants, node.children("entrants"), strict=True)
                if child.flag("assumed", default=False)
            ),
        ),
        sections,
        tuple(_paired(child) for child in pairings),
        tuple(child.whole("chess960", least=0, most=CHESS960_POSITIONS - 1) for child in pairings if positions),
    )


def _positions(node: Node) -> Positions | None:
    positions = node.optional_text("chess960")
    if positions is not None and positions not in list(Positions):
        raise node.bad("chess960", f"{positions!r} is neither one position for all games nor one for each pair")
    return Positions(positions) if positions else None


def _require_everybody(node: Node, sections: tuple[tuple[str, ...], ...], ids: set[str], *, drawn: bool) -> None:
    listed = [entrant for section in sections for entrant in section]
    if not drawn:
        return
    for entrant in listed:
        if entrant not in ids:
            raise node.bad("sections", f"{entrant!r} is not the id of an entrant")
    if len(listed) != len(ids) or len(set(listed)) != len(listed):
        raise node.bad("sections", f"{len(listed)} places for {len(ids)} entrants; everybody is in one section, once")
    if not all(sections):
        raise node.bad("sections", "a section has nobody in it")


def _entrant(node: Node) -> Player:
    identity = node.text_of("id")
    return Player(
        identity,
        node.optional_text("name") or identity,
        federation=node.optional_text("federation"),
        title=node.optional_text("title"),
        rating=node.optional_whole("rating", least=1, most=MAX_RATING),
    )


def _lists(node: Node, key: str) -> tuple[tuple[str, ...], ...]:
    values = node.list_of(key)
    lists = []
    for number, value in enumerate(values):
        if not isinstance(value, list) or not all(isinstance(identity, str | int) for identity in value):
            raise node.bad(key, f"entry {number + 1} is not a list of ids")
        lists.append(tuple(str(identity).strip() for identity in value))
    return tuple(lists)


def _pair(node: Node, ids: tuple[str, ...]) -> tuple[str, str]:
    if len(ids) != 2:
        raise node.bad("exchanges", "an exchange is two ids")
    return ids[0], ids[1]


def _paired(node: Node) -> Paired:
    return node.whole("section", least=1, most=100_000), node.text_of("white"), node.text_of("black")


def draw_json(draw: PublishedDraw) -> dict[str, Any]:
    """Return a draw as it is published, as plain values."""
    field = draw.field
    pairings: list[dict[str, Any]] = [
        {"section": section, "white": white, "black": black} for section, white, black in draw.pairings
    ]
    plain: dict[str, Any] = {
        "commitment": draw.commitment,
        "seed": draw.seed,
        "start": field.start.isoformat(),
        "games_per_pairing": field.games_per_pairing,
        "entrants": [_entrant_json(entrant, field) for entrant in field.entrants],
        "exchanges": [list(pair) for pair in field.exchanges],
        "sections": [list(section) for section in draw.sections],
        "pairings": pairings,
    }
    if field.positions:
        plain["chess960"] = field.positions.value
        for pairing, position in zip(pairings, draw.positions, strict=True):
            pairing["chess960"] = position
    return plain


def draw_text(draw: PublishedDraw) -> str:
    """Write a draw as it is published, as text."""
    return json.dumps(draw_json(draw), ensure_ascii=False, indent=1) + "\n"


def _entrant_json(player: Player, field: Field) -> dict[str, str | int | bool | list[str] | None]:
    plain: dict[str, str | int | bool | list[str] | None] = {
        "id": player.id,
        "name": player.name,
        "federation": player.federation,
        "title": player.title,
        "rating": player.rating,
    }
    if player.id in field.assumed:
        plain["assumed"] = True
    if player.id in field.teams:
        plain["players"] = list(field.teams[player.id])
    return plain
