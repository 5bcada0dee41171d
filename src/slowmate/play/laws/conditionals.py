"""Conditional moves: lines a player binds themselves to while their opponent has the move.

A line is the opponent's move, the reply, the opponent's next move, and so on; several lines make a tree. When the
opponent makes a move that matches, the reply is played at once and costs no time. A move that carries an offer of a
draw is not replied to: the player answers themselves, and the lines are dropped. So are lines that no longer match.
"""

from slowmate.board.position import Position
from slowmate.play.commands import DropConditionals, SetConditionals
from slowmate.play.conditions import ON_MOVE, Moment, read_move, refuse, require_play
from slowmate.play.events import ConditionalsDropped, ConditionalsSet, Event
from slowmate.play.game import Game
from slowmate.play.laws.after_move import MADE
from slowmate.rulebook import Ground, Refused

MOST_LINES = 64
LONGEST_LINE = 60


def set_conditionals(game: Game, command: SetConditionals, moment: Moment) -> tuple[Event, ...]:
    """Set lines in place of earlier ones. Each is legal, ends with a reply, and agrees with the others."""
    if not game.terms.transmission.is_server:
        raise refuse(MADE, "no-conditionals", transmission=game.terms.transmission.value)
    require_play(game)
    if game.position.turn is command.by:
        raise refuse(ON_MOVE, "on-move", player=command.by.value)
    if not 0 < len(command.lines) <= MOST_LINES:
        raise refuse(MADE, "lines", lines=len(command.lines), most=MOST_LINES)
    read = [_read(game.position, line, number) for number, line in enumerate(command.lines, 1)]
    _require_one_reply(game.position, read)
    lines = tuple(dict.fromkeys(read))
    facts = {"outcome": "conditionals", "player": command.by.value, "lines": len(lines)}
    return (ConditionalsSet(at=moment.at, grounds=(Ground(MADE, facts),), by=command.by, lines=lines),)


def _read(position: Position, line: tuple[str, ...], number: int) -> tuple[str, ...]:
    if not line or len(line) > LONGEST_LINE:
        raise refuse(MADE, "line-length", line=number, length=len(line), most=LONGEST_LINE)
    moves = []
    for text in line:
        try:
            move = read_move(position, text, numeric=False)
        except Refused as refused:
            (ground,) = refused.grounds
            raise Refused(Ground(ground.clause, {"outcome": "in-line", "line": number, **ground.facts})) from refused
        moves.append(move.uci)
        printed = position.algebraic(move)
        position = position.play(move)
    if len(line) % 2:
        raise refuse(MADE, "no-reply", line=number, move=printed)
    return tuple(moves)


def _require_one_reply(position: Position, lines: list[tuple[str, ...]]) -> None:
    """Refuse two replies after the same moves: nobody could tell which one binds the player."""
    replies: dict[tuple[str, ...], str] = {}
    for number, line in enumerate(lines, 1):
        for ply in range(1, len(line), 2):
            if replies.setdefault(line[:ply], line[ply]) != line[ply]:
                raise refuse(MADE, "two-replies", line=number, after=_printed(position, line[:ply]))


def _printed(position: Position, moves: tuple[str, ...]) -> str:
    """Print stored moves as a player writes them."""
    words = []
    for uci in moves:
        words.append(position.algebraic(position.move_from_uci(uci)))
        position = position.play_uci(uci)
    return " ".join(words)


def drop_conditionals(game: Game, command: DropConditionals, moment: Moment) -> tuple[Event, ...]:
    """Drop lines whose moments have not come: they bind nobody yet."""
    if not game.side(command.by).lines:
        raise refuse(MADE, "nothing-set", player=command.by.value)
    facts = {"outcome": "dropped", "player": command.by.value}
    return (ConditionalsDropped(at=moment.at, grounds=(Ground(MADE, facts),), by=command.by),)
