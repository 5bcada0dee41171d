"""Conditional moves: lines a player binds himself to while his opponent has the move.

A line is the opponent's move, the reply, the opponent's next move, and so on; several lines make a tree. When the
opponent makes a move that matches, the reply is played at once and costs no time. A move that carries an offer of a
draw is not replied to: the player answers himself, and the lines are dropped. So are lines that no longer match.
"""

from slowmate.board.position import Position
from slowmate.play.asking import Asked, read_move, refuse, require_play
from slowmate.play.commands import DropConditionals, SetConditionals
from slowmate.play.events import ConditionalsDropped, ConditionalsSet, Event
from slowmate.play.game import Game
from slowmate.rulebook import Ground, clause

ALTERNATELY = clause("ICCF-LAWS-2019 1.1")
BINDING = clause("ICCF-LAWS-2019 4.1")
MOST_LINES = 64
LONGEST_LINE = 60


def set_conditionals(game: Game, command: SetConditionals, asked: Asked) -> tuple[Event, ...]:
    """Lines in place of those set before. Each is legal, ends with a reply, and agrees with the others."""
    if not game.terms.transmission.is_server:
        raise refuse(BINDING, "no-conditionals", transmission=game.terms.transmission.value)
    require_play(game)
    if game.position.turn is command.by:
        raise refuse(ALTERNATELY, "on-move", player=command.by.value)
    if not 0 < len(command.lines) <= MOST_LINES:
        raise refuse(BINDING, "lines", lines=len(command.lines), most=MOST_LINES)
    lines = tuple(dict.fromkeys(_read(game.position, line) for line in command.lines))
    _require_one_reply(lines)
    facts = {"outcome": "conditionals", "player": command.by.value, "lines": len(lines)}
    return (ConditionalsSet(at=asked.at, grounds=(Ground(BINDING, facts),), by=command.by, lines=lines),)


def _read(position: Position, line: tuple[str, ...]) -> tuple[str, ...]:
    if not line or len(line) % 2 or len(line) > LONGEST_LINE:
        raise refuse(BINDING, "line-length", length=len(line), most=LONGEST_LINE)
    found = []
    for text in line:
        move = read_move(position, text, numeric=False)
        found.append(move.uci)
        position = position.play(move)
    return tuple(found)


def _require_one_reply(lines: tuple[tuple[str, ...], ...]) -> None:
    """After the same moves there is one reply, or nobody could tell which one the player is bound to."""
    replies: dict[tuple[str, ...], str] = {}
    for line in lines:
        for ply in range(1, len(line), 2):
            if replies.setdefault(line[:ply], line[ply]) != line[ply]:
                raise refuse(BINDING, "two-replies", after=" ".join(line[:ply]))


def drop_conditionals(game: Game, command: DropConditionals, asked: Asked) -> tuple[Event, ...]:
    """Lines whose moments have not come bind nobody yet."""
    if not game.side(command.by).lines:
        raise refuse(BINDING, "nothing-set", player=command.by.value)
    facts = {"outcome": "dropped", "player": command.by.value}
    return (ConditionalsDropped(at=asked.at, grounds=(Ground(BINDING, facts),), by=command.by),)
