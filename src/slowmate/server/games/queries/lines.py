"""Lines of moves as people read them: conditional moves as a tree, the game for stepping through."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from slowmate.board import Position
from slowmate.server.site.piece_letters import in_own_letters


@dataclass(slots=True)
class Node:
    """One pair of a tree of conditional moves: if he plays *move*, *reply* is made; then what follows."""

    number: str
    move: str
    reply: str
    then: list["Node"] = field(default_factory=list)


def tree(position: Position, lines: Iterable[Sequence[str]]) -> list[Node]:
    """Conditional lines, which share their beginnings, as a tree."""
    branches: dict[str, list[Sequence[str]]] = {}
    for line in lines:
        if len(line) >= 2:
            branches.setdefault(line[0], []).append(line)
    found = []
    for first, together in branches.items():
        after = position.play_uci(first)
        reply = together[0][1]
        node = Node(
            _number(position),
            in_own_letters(position.algebraic(position.move_from_uci(first))),
            in_own_letters(after.algebraic(after.move_from_uci(reply))),
        )
        node.then = tree(after.play_uci(reply), [line[2:] for line in together])
        found.append(node)
    return found


def printed(position: Position, moves: Iterable[str]) -> tuple[list[str], Position]:
    """Moves as their reader has moves shown, numbered, and the position after them; `UnreadableMove` if illegal."""
    words: list[str] = []
    for text in moves:
        move = position.parse(text)
        number = _number(position) if not words or position.turn == "white" else ""
        words.append(f"{number}{in_own_letters(position.algebraic(move))}")
        position = position.play(move)
    return words, position


def board_json(position: Position, *, last: str = "", orientation: str = "white", **more: Any) -> dict[str, Any]:
    """What the board on a page needs of a position."""
    return {
        "fen": position.fen,
        "turn": position.turn.value,
        "check": position.is_check,
        "last": [last[:2], last[2:4]] if last else [],
        "orientation": orientation,
        **more,
    }


def steps(positions: Sequence[Position], moves: Sequence[str]) -> list[list[Any]]:
    """The game for stepping through: men, last move and check after each half-move."""
    return [
        [position.fen.partition(" ")[0], last, position.is_check]
        for position, last in zip(positions, ("", *moves), strict=True)
    ]


def _number(position: Position) -> str:
    return f"{position.fullmove}.{'' if position.turn == 'white' else '..'}"
