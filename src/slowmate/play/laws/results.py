"""Article 5: the ends of a game and their results."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from slowmate.board.mating.dead import is_dead
from slowmate.board.moves import Colour, IllegalMove, Move
from slowmate.board.position import Position
from slowmate.records import Result
from slowmate.rulebook import Ground, clause
from slowmate.rulebook.applies import applies

CHECKMATE = clause("ICCF-LAWS-2019 5.1.1")
STALEMATE = clause("ICCF-LAWS-2019 5.2.1")
DEAD = clause("ICCF-LAWS-2019 5.2.2")
_ANSWERS = 12
"""Answers tried when a move is undone; in an open position one of the first will do."""


class Termination(StrEnum):
    """The ways in which a game ends. The clause is in the event's grounds."""

    CHECKMATE = "checkmate"
    RESIGNATION = "resignation"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead-position"
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    FIFTY_MOVES = "fifty-move"
    TABLEBASE = "tablebase"
    TIME = "time"
    SILENCE = "silence"
    ADJUDICATION = "adjudication"
    DEFAULT = "default"
    DOUBLE_DEFAULT = "double-default"
    CANCELLED = "cancelled"
    COLOURS_REVERSED = "colours-reversed"
    REPORTED = "reported"


BY_POSITION = {
    Termination.CHECKMATE: CHECKMATE,
    Termination.STALEMATE: STALEMATE,
    Termination.DEAD_POSITION: DEAD,
}
"""Ends that the position itself brings, with the article that says so."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: *effective* is the instant that counts, which may lie before the decision."""

    result: Result
    termination: Termination
    effective: datetime
    is_rated: bool
    grounds: tuple[Ground, ...]


def win_for(colour: Colour) -> Result:
    return Result.WHITE_WINS if colour is Colour.WHITE else Result.BLACK_WINS


@applies(clause("ICCF-LAWS-2019 1.3"), clause("ICCF-LAWS-2019 1.2a"))
def ended_by_position(position: Position) -> tuple[Result, Termination, Ground] | None:
    """Return the end the position itself brings: mate, stalemate, or a position that is proved dead; else None.

    A position about which the search cannot decide is alive.
    """
    if position.is_checkmate:
        winner = position.turn.other
        return win_for(winner), Termination.CHECKMATE, Ground(CHECKMATE, {"winner": winner.value})
    if position.is_stalemate:
        return Result.DRAW, Termination.STALEMATE, Ground(STALEMATE, {"player": position.turn.value})
    return _dead(position)


def ended_by_move(before: Position, move: Move, after: Position) -> tuple[Result, Termination, Ground] | None:
    """Return what `ended_by_position` gives after a move, made where the game went on.

    After a move that both sides can take back, no mate is searched for: whatever could be reached before, still can be.
    After any other, a mate is found by its moves or proved impossible; nothing is guessed.
    """
    if after.is_checkmate or after.is_stalemate:
        return ended_by_position(after)
    return None if can_be_undone(before, move, after) else _dead(after)


def can_be_undone(before: Position, move: Move, after: Position) -> bool:
    """Say whether a few legal moves lead back to the very same position. False is no proof."""
    if after.halfmove_clock == 0 or move.promotion or before.castling != after.castling:
        return False
    back = _back(move)
    for answer in after.legal_moves()[:_ANSWERS]:
        try:
            again = after.play(answer).play(back).play(_back(answer))
        except IllegalMove:
            continue
        if again.key == before.key:
            return True
    return False


def _back(move: Move) -> Move:
    return Move(move.arrival + move.departure)


def _dead(position: Position) -> tuple[Result, Termination, Ground] | None:
    if is_dead(position):
        return Result.DRAW, Termination.DEAD_POSITION, Ground(DEAD, {"fen": position.fen})
    return None
