"""Article 7: reversed colours and illegal moves, which only games by post, e-mail or fax can have."""

from dataclasses import replace
from datetime import timedelta

from slowmate.board.moves import Colour
from slowmate.play.clocks import Account
from slowmate.play.clocks.accounts import DAY, ZERO
from slowmate.play.commands import CorrectColours, DismissIrregularity, ReinstatePosition
from slowmate.play.conditions import Asked, refuse, require_reason
from slowmate.play.events import Ended, Event, IrregularityDismissed, PositionReinstated
from slowmate.play.game import Game
from slowmate.play.laws.director import MOST
from slowmate.play.laws.results import Termination
from slowmate.records import Result
from slowmate.rulebook import Fact, Ground, clause
from slowmate.rulebook.applies import applies

RESTART = clause("ICCF-LAWS-2019 7.1a")
CONTINUE = clause("ICCF-LAWS-2019 7.1b")
REINSTATED = clause("ICCF-LAWS-2019 7.2a")
PENALISED = clause("ICCF-LAWS-2019 7.2b")
GOES_ON = clause("ICCF-LAWS-2019 6.10c")
TEN_MOVES = 20
"""Ten moves by each player, in half-moves."""


def correct_colours(game: Game, command: CorrectColours, asked: Asked) -> tuple[Event, ...]:
    """Colours were reversed: with fewer than ten moves by each this game ends without result, and a new one starts.

    With more, the game continues, and the colours stand as played.
    """
    require_reason(command)
    if game.terms.transmission.is_server:
        raise refuse(RESTART, "server")
    plies = len(game.moves)
    if plies >= TEN_MOVES:
        raise refuse(CONTINUE, "continues", moves=plies // 2)
    facts: dict[str, Fact] = {
        "outcome": "restart",
        "moves": plies // 2,
        "director": command.director,
        "reason": command.reason,
    }
    return (
        Ended(
            at=asked.at,
            grounds=(Ground(RESTART, facts),),
            result=Result.CANCELLED,
            termination=Termination.COLOURS_REVERSED,
            effective=asked.at,
            is_rated=False,
            director=command.director,
            reason=command.reason,
        ),
    )


def dismiss_irregularity(game: Game, command: DismissIrregularity, asked: Asked) -> tuple[Event, ...]:
    """The director finds no illegal move in what was sent: play goes on as it was, and the player sends his move again.

    The time the clocks stood still for it is nobody's.
    """
    require_reason(command)
    found = game.irregularity
    if found is None:
        raise refuse(REINSTATED, "nothing-found")
    facts = {"outcome": "dismissed", "player": found.by.value, "director": command.director, "reason": command.reason}
    return (
        IrregularityDismissed(
            at=asked.at,
            grounds=(Ground(GOES_ON, facts),),
            by=found.by,
            ply=found.ply,
            director=command.director,
            reason=command.reason,
        ),
    )


@applies(clause("ICCF-LAWS-2019 6.11a"), clause("ICCF-LAWS-2019 6.11b"), clause("ICCF-LAWS-2019 4.3"))
def reinstate_position(game: Game, command: ReinstatePosition, asked: Asked) -> tuple[Event, ...]:
    """The position before an illegal move is put back and the guilty player penalised; the penalty is never nothing.

    The clocks' move counters go back with the moves, and with them the time of controls that are no longer passed.
    Times are what the clocks then show unless the director sets them; time spent on moves taken off is not given back.
    """
    require_reason(command)
    if game.terms.transmission.is_server:
        raise refuse(REINSTATED, "server")
    if game.reconstruction:
        raise refuse(REINSTATED, "reconstruction")
    found = game.irregularity
    expected = len(game.moves) + 1 if found else len(game.moves)
    if not 1 <= command.ply <= expected:
        raise refuse(REINSTATED, "no-such-move", ply=command.ply, plies=len(game.moves))
    if not 0 < command.penalty_days <= MOST.days:
        raise refuse(PENALISED, "no-penalty", proposed=game.terms.penalty_days)
    offender = _mover(game, command.ply)
    removed = tuple(game.moves)[command.ply - 1 :]
    white = _account(game, Colour.WHITE, command, offender, command.white_left, asked)
    black = _account(game, Colour.BLACK, command, offender, command.black_left, asked)
    facts = {"player": offender.value, "director": command.director, "reason": command.reason}
    return (
        PositionReinstated(
            at=asked.at,
            grounds=(
                Ground(REINSTATED, {"outcome": "reinstated", **facts, "ply": command.ply, "removed": len(removed)}),
                Ground(PENALISED, {"outcome": "penalised", **facts, "days": command.penalty_days}),
            ),
            ply=command.ply,
            offender=offender,
            removed=removed,
            white=white,
            black=black,
            director=command.director,
            reason=command.reason,
        ),
    )


def _mover(game: Game, ply: int) -> Colour:
    """Who makes the half-move of a number, from 1."""
    first = game.start.turn
    return first if ply % 2 else first.other


def _account(
    game: Game,
    colour: Colour,
    command: ReinstatePosition,
    offender: Colour,
    left: timedelta | None,
    asked: Asked,
) -> Account:
    """A clock after the moves taken off, with the time the director set or what it shows, less the penalty."""
    account = game.side(colour).account
    taken = sum(_mover(game, ply) is colour for ply in range(command.ply, len(game.moves) + 1))
    account = game.control.with_counter(account, max(0, account.moves - taken))
    if left is None:
        left = account.left - game.control.cost(game.reflected(colour, asked.at))
    elif not ZERO < left <= MOST or left.microseconds:
        raise refuse(REINSTATED, "impossible-time", left=left)
    penalty = command.penalty_days * DAY if colour is offender else ZERO
    return replace(account, left=left - penalty)
