"""A finished game that an archive brings: its moves and its result as they were told, in three events."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from slowmate.board import Colour, Occurrences, Position
from slowmate.play.chain import Chain
from slowmate.play.events import Arranged, Ended, Imported
from slowmate.play.evolve import evolve
from slowmate.play.game import Game
from slowmate.play.laws.results import Termination
from slowmate.play.terms import Terms
from slowmate.records import Result


def imported(
    terms: Terms,
    moves: Sequence[str],
    result: Result,
    *,
    ended: datetime,
    termination: Termination = Termination.REPORTED,
    source: str = "",
) -> tuple[Arranged, Imported, Ended]:
    """What happened in a game of the past. Nothing is judged: it was played, and decided, elsewhere.

    *moves* in their stored form, perhaps none; they are legal, or `fold` raises. *source* is where it comes from. The
    day it *ended* is the day of its rating list.
    """
    began = min(terms.starts, ended)
    return (
        Arranged(at=began, terms=terms),
        Imported(at=began, moves=tuple(moves), source=source),
        Ended(at=ended, result=result, termination=termination, effective=ended),
    )


def imported_game(happened: tuple[Arranged, Imported, Ended], *, position: Position, occurrences: Occurrences) -> Game:
    """The game that `fold` makes of `imported`, for whoever has just read its moves and knows where they led.

    *occurrences* as `board.line.Line` counts them: those since the last capture or pawn move, in their order.
    """
    arranged, told, ended = happened
    game = replace(
        evolve(None, arranged),
        latest=told.at,
        started=told.at,
        position=position,
        moves=Chain.of(told.moves),
        occurrences=occurrences,
    )
    return evolve(replace(game, anchor=_anchor(game, occurrences)), ended)


def _anchor(game: Game, occurrences: Occurrences) -> Position:
    """The position after the last capture or pawn move: the first of those that are counted."""
    first, start = next(iter(occurrences.counts)), game.start
    if first == start.key:
        return start
    plies = 2 * game.position.fullmove + _is_black(game.position) - game.position.halfmove_clock
    return Position.from_numbers((*first, 0, plies // 2), chess960=start.is_chess960)


def _is_black(position: Position) -> bool:
    return position.turn is Colour.BLACK
