"""Lines of moves as people read them: conditional moves as a tree, the game for stepping through."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from slowmate.board import Position
from slowmate.server.site.piece_letters import in_own_letters


@dataclass(slots=True)
class ConditionalNode:
    """One pair of a tree of conditional moves: if the opponent plays *move*, *reply* is made; then what follows."""

    number: str
    move: str
    reply: str
    then: list["ConditionalNode"] = field(default_factory=list)


def conditional_tree(position: Position, lines: Iterable[Sequence[str]]) -> list[ConditionalNode]:
    """Arrange conditional lines, which share their beginnings, as a tree."""
    branches: dict[str, list[Sequence[str]]] = {}
    for line in lines:
        if len(line) >= 2:
            branches.setdefault(line[0], []).append(line)
    nodes = []
    for first, lines_of_branch in branches.items():
        after = position.play_uci(first)
        reply = lines_of_branch[0][1]
        node = ConditionalNode(
            _number(position),
            in_own_letters(position.algebraic(position.move_from_uci(first))),
            in_own_letters(after.algebraic(after.move_from_uci(reply))),
        )
        node.then = conditional_tree(after.play_uci(reply), [line[2:] for line in lines_of_branch])
        nodes.append(node)
    return nodes


def print_moves(position: Position, moves: Iterable[str]) -> tuple[list[str], Position]:
    """Return moves numbered, in the piece letters of their reader, and the position after them.

    Raises `UnreadableMove` if one is illegal.
    """
    words: list[str] = []
    for text in moves:
        move = position.parse(text)
        number = _number(position) if not words or position.turn == "white" else ""
        words.append(f"{number}{in_own_letters(position.algebraic(move))}")
        position = position.play(move)
    return words, position


def board_json(position: Position, *, last: str = "", orientation: str = "white", **more: Any) -> dict[str, Any]:
    """Return what the board on a page needs of a position."""
    return {
        "fen": position.fen,
        "turn": position.turn.value,
        "check": position.is_check,
        "last": [last[:2], last[2:4]] if last else [],
        "orientation": orientation,
        **more,
    }


def destinations(position: Position) -> dict[str, list[str]]:
    """Return where each piece may go, for the board on the page. Castling in Chess960 goes to the rook's square."""
    targets: dict[str, list[str]] = {}
    for move in position.legal_moves():
        squares = targets.setdefault(move.departure, [])
        if move.arrival not in squares:
            squares.append(move.arrival)
    return targets


def board_steps(positions: Sequence[Position], moves: Sequence[str]) -> list[list[Any]]:
    """Return the game for stepping through: men, last move and check after each half-move."""
    return [
        [position.fen.partition(" ")[0], last, position.is_check]
        for position, last in zip(positions, ("", *moves), strict=True)
    ]


def _number(position: Position) -> str:
    return f"{position.fullmove}.{'' if position.turn == 'white' else '..'}"
