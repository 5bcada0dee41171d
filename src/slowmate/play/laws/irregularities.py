"""Article 7: reversed colours and illegal moves, which only games by post, e-mail or fax can have."""

from dataclasses import replace
from datetime import timedelta

from slowmate.board.moves import Colour
from slowmate.play.clocks import Account
from slowmate.play.clocks.accounts import DAY, ZERO
from slowmate.play.commands import CorrectColours, DismissIrregularity, ReinstatePosition
from slowmate.play.conditions import CLOCKS_RESTART, REINSTATED, Moment, refuse, require_reason
from slowmate.play.events import Ended, Event, IrregularityDismissed, PositionReinstated
from slowmate.play.evolve import clock_before
from slowmate.play.game import Game
from slowmate.play.laws.director import COUNTER, MOST, TIMES_CORRECTED, most_left
from slowmate.play.laws.moves import FINAL
from slowmate.play.laws.results import Termination
from slowmate.records import Result
from slowmate.rulebook import Fact, Ground, clause
from slowmate.rulebook.applies import applies

RESTART = clause("ICCF-LAWS-2019 7.1a")
CONTINUE = clause("ICCF-LAWS-2019 7.1b")
PENALISED = clause("ICCF-LAWS-2019 7.2b")
TEN_MOVES = 20
"""Ten moves by each player, in half-moves."""


def correct_colours(game: Game, command: CorrectColours, moment: Moment) -> tuple[Event, ...]:
    """End a game with reversed colours without result, so that a new one can start.

    This holds with fewer than ten moves by each. With more, the game continues, and the colours stand as played.
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
            at=moment.at,
            grounds=(Ground(RESTART, facts),),
            result=Result.CANCELLED,
            termination=Termination.COLOURS_REVERSED,
            effective=moment.at,
            is_rated=False,
            director=command.director,
            reason=command.reason,
        ),
    )


def dismiss_irregularity(game: Game, command: DismissIrregularity, moment: Moment) -> tuple[Event, ...]:
    """Find no illegal move in what was sent: play goes on, and the player sends their move again.

    The time the clocks stood still for it counts for nobody.
    """
    require_reason(command)
    irregularity = game.irregularity
    if irregularity is None:
        raise refuse(REINSTATED, "nothing-found")
    facts = {
        "outcome": "dismissed",
        "player": irregularity.by.value,
        "director": command.director,
        "reason": command.reason,
    }
    return (
        IrregularityDismissed(
            at=moment.at,
            grounds=(Ground(CLOCKS_RESTART, facts),),
            by=irregularity.by,
            ply=irregularity.ply,
            director=command.director,
            reason=command.reason,
        ),
    )


@applies(TIMES_CORRECTED, COUNTER, FINAL)
def reinstate_position(game: Game, command: ReinstatePosition, moment: Moment) -> tuple[Event, ...]:
    """Put back the position before an illegal move and penalise the guilty player, with at least one day.

    The clocks go back with the moves, counters and all: the innocent player has again what they had before, also the
    time of moves taken off; the guilty player has used what they reflected since. Or the director sets the times.
    """
    require_reason(command)
    if game.terms.transmission.is_server:
        raise refuse(REINSTATED, "server")
    if game.reconstruction:
        raise refuse(REINSTATED, "reconstruction")
    irregularity = game.irregularity
    expected = len(game.moves) + 1 if irregularity else len(game.moves)
    if not 1 <= command.ply <= expected:
        raise refuse(REINSTATED, "no-such-move", ply=command.ply, plies=len(game.moves))
    if not 0 < command.penalty_days <= MOST.days:
        raise refuse(PENALISED, "no-penalty", proposed=game.terms.penalty_days)
    offender = _mover(game, command.ply)
    removed = tuple(game.moves)[command.ply - 1 :]
    white = _account(game, Colour.WHITE, command, offender, command.white_left, moment)
    black = _account(game, Colour.BLACK, command, offender, command.black_left, moment)
    facts = {"player": offender.value, "director": command.director, "reason": command.reason}
    return (
        PositionReinstated(
            at=moment.at,
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
    """Return who makes the half-move of a number, from 1."""
    first = game.start.turn
    return first if ply % 2 else first.other


def _account(
    game: Game,
    colour: Colour,
    command: ReinstatePosition,
    offender: Colour,
    left: timedelta | None,
    moment: Moment,
) -> Account:
    """Return a clock as it was before the moves taken off; the guilty player's less time used since and penalty."""
    removed = len(game.moves) - (command.ply - 1)
    account = clock_before(game, colour, removed)
    if account is None:  # a clock was set since, or the game reconstructed
        if left is None:
            raise refuse(REINSTATED, "no-times", player=colour.value)
        account = game.account(colour)
        taken = sum(_mover(game, ply) is colour for ply in range(command.ply, len(game.moves) + 1))
        account = replace(account, moves=max(0, account.moves - taken))
    elif left is None:
        account = game.control.used(account, _costs(game, colour, removed, moment) if colour is offender else ())
    if left is not None:
        if not ZERO < left <= most_left(game.control) or left.microseconds:
            raise refuse(REINSTATED, "impossible-time", left=left)
        account = replace(account, left=left)
    penalty = command.penalty_days * DAY if colour is offender else ZERO
    return replace(account, left=account.left - penalty)


def _costs(game: Game, colour: Colour, removed: int, moment: Moment) -> list[timedelta]:
    """Return what the removed moves of a player have cost, also one that was sent and never made.

    Of a move under consideration only what the record shows counts.
    """
    taken = game.past_clocks[len(game.past_clocks) - removed :]
    costs = [past.charged for past in taken if past.by is colour]
    if colour is game.position.turn:
        sent = game.irregularity
        until, received = (sent.sent, sent.received) if sent and sent.sent else (moment.at, None)
        costs.append(game.control.cost(game.reflected(colour, until, received=received)))
    return costs
