"""A finished game from an archive: its moves and its result, in three events."""

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
    """Return the events of a game of the past. Nothing is judged: it was played, and decided, elsewhere.

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
    """Return the game that `fold` makes of `imported`, where the position after its moves is known already.

    *occurrences* as `board.line.Line` counts them: those since the last capture or pawn move, in their order.
    """
    arranged, moved, ended = happened
    game = replace(
        evolve(None, arranged),
        latest=moved.at,
        started=moved.at,
        position=position,
        moves=Chain.of(moved.moves),
        occurrences=occurrences,
    )
    return evolve(replace(game, anchor=_anchor(game, occurrences)), ended)


def _anchor(game: Game, occurrences: Occurrences) -> Position:
    """Return the position after the last capture or pawn move: the first of those that are counted."""
    first, start = next(iter(occurrences.counts)), game.start
    if first == start.key:
        return start
    plies = 2 * game.position.fullmove + _is_black(game.position) - game.position.halfmove_clock
    return Position.from_numbers((*first, 0, plies // 2), chess960=start.is_chess960)


def _is_black(position: Position) -> bool:
    return position.turn is Colour.BLACK
