"""Lists of games, and small boards without moves."""

from collections.abc import Iterable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from django import template
from django.utils.translation import gettext as _

from slowmate.board import Position
from slowmate.server.games.models import Game
from slowmate.server.games.pages.game_list import listed_games
from slowmate.server.games.pages.leave import refusal_groups
from slowmate.server.games.queries.origin import GameOrigin, origin_of
from slowmate.server.games.queries.rows import GameRow
from slowmate.server.games.text import origin_words
from slowmate.server.people.models import Player

register = template.Library()

_MEN = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}


@register.inclusion_tag("games/list.html")
def game_list(
    rows: Iterable[GameRow],
    me: Player | None = None,
    *,
    your_turn: bool = False,
    unread: Mapping[int, int] = MappingProxyType({}),
    resting: Mapping[int, date] = MappingProxyType({}),
) -> dict[str, Any]:
    """Show a list of games; for players their own, by opponents."""
    return {"games": listed_games(rows, me.pk if me else None, unread, resting), "your_turn": your_turn}


@register.filter
def origin(game: Game) -> GameOrigin:
    """Return what a game belongs to."""
    return origin_of(game)


register.filter("origin_words", origin_words)
register.filter("refusal_groups", refusal_groups)


@register.inclusion_tag("games/small_board.html")
def small_board(position: Position, colour: str = "white", *, label: str = "") -> dict[str, Any]:
    """Draw a small board without a script, seen from the side of *colour*."""
    return {"men": _men(position.fen, colour), "label": label or _("Small board with the starting position")}


@register.inclusion_tag("games/still_board.html")
def still_board(board: Mapping[str, Any]) -> dict[str, Any]:
    """Draw what the board of a page shows first, for browsers without scripts: men, last move and coordinates."""
    placement, last = board["fen"], tuple(board["last"])
    if "ply" in board:
        placement, move, _check = board["steps"][board["ply"]]
        last = (move[:2], move[2:4])
    colour = board["orientation"]
    squares = [f"{file}{rank}" for rank in "87654321" for file in "abcdefgh"]
    squares = squares[::-1] if colour == "black" else squares
    return {
        "squares": [(man, square in last) for man, square in zip(_men(placement, colour), squares, strict=True)],
        "files": [square[0] for square in squares[:8]],
        "ranks": [square[1] for square in squares[::8]],
        "label": _("Chessboard; the position is also given in words"),
    }


def _men(fen: str, colour: str) -> list[str]:
    """Return the men of a position as the style sheets name them, square by square, seen from the side of *colour*."""
    placed = fen.partition(" ")[0].replace("/", "")
    squares = "".join(" " * int(sign) if sign.isdigit() else sign for sign in placed)
    return [_man(letter) for letter in (reversed(squares) if colour == "black" else squares)]


def _man(letter: str) -> str:
    return f"{_MEN[letter.lower()]} {'white' if letter.isupper() else 'black'}" if letter != " " else ""
