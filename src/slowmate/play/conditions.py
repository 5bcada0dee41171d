"""The moment of a command, which every decision takes, and the conditions that many decisions share."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from slowmate.board.moves import Colour, Move, UnreadableMove
from slowmate.board.position import Position
from slowmate.board.tablebase import Verdict
from slowmate.play.commands import DirectorCommand
from slowmate.play.events import Stop
from slowmate.play.game import Game
from slowmate.rulebook import Clause, Fact, Ground, Refused, clause

TRIPLE_BLOCK = clause("ICCF-LAWS-2019 C")

CLAIM_PROCEDURE = clause("ICCF-LAWS-2019 9.4.1a")

REINSTATED = clause("ICCF-LAWS-2019 7.2a")

CLOCKS_RESTART = clause("ICCF-LAWS-2019 6.10c")

ADJUDICATION = clause("ICCF-LAWS-2019 11.1")

ON_MOVE = clause("ICCF-LAWS-2019 1.1")
ILLEGAL = clause("ICCF-LAWS-2019 3.10.2")
SENT = clause("ICCF-LAWS-2019 4.2")
ON_LEAVE = clause("ICCF-LAWS-2019 10.1b")
STOPPED: dict[Stop, Clause] = {
    Stop.CLAIM: CLAIM_PROCEDURE,
    Stop.DIRECTOR: CLOCKS_RESTART,
    Stop.ADJUDICATION: ADJUDICATION,
    Stop.IRREGULARITY: REINSTATED,
}
DISCRETION = clause("ICCF-LAWS-2019 Glossary: tournament director's discretion")
LONGEST_MOVE = 20

Probe = Callable[[Position], Verdict | None]
"""A function that returns the endgame tables' verdict on a position, or None where no table covers it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The instant of a command, and the tables that can answer it."""

    at: datetime
    probe: Probe | None = None


def instant(at: datetime) -> datetime:
    """Return an instant in whole seconds of the server's time, UTC."""
    if at.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return at.astimezone(UTC).replace(microsecond=0)


def refuse(cited: Clause, outcome: str, **facts: Fact) -> Refused:
    """Build a refusal for one reason; *outcome* tells apart the reasons of one clause."""
    return Refused(Ground(cited, {"outcome": outcome, **facts}))


def require_dates(game: Game, received: datetime | None, sent: datetime | None, moment: Moment) -> datetime | None:
    """Return when a player received the opponent's move, as they state with their own or with a claim.

    The dates of the exchange must be in order: opponent's move, receipt, sending, now. A receipt on record stands: none
    of a player's own statements makes their reflection shorter.
    """
    dates = [date for date in (received, sent) if date is not None]
    if any(date.tzinfo is None for date in dates):
        raise refuse(SENT, "no-time-zone")
    began = game.turn.began if game.turn else moment.at
    order = [began, *dates, moment.at]
    if order != sorted(order):
        raise refuse(SENT, "out-of-order", began=began, received=received, sent=sent, now=moment.at)
    if received is None:
        return None
    on_record = game.turn.received if game.turn else None
    if on_record is not None and instant(received) > on_record:
        raise refuse_receipt(game, on_record)
    return instant(received)


def refuse_receipt(game: Game, on_record: datetime) -> Refused:
    """Build a refusal: a receipt is on record, or the game begins with this move and nothing was received."""
    player = game.position.turn.value
    if not game.moves:
        return refuse(SENT, "nothing-received", player=player)
    return refuse(SENT, "received-before", player=player, received=on_record)


def require_on_move(game: Game, by: Colour) -> None:
    if game.position.turn is not by:
        raise refuse(ON_MOVE, "not-on-move", player=by.value)


def require_play(game: Game) -> None:
    """Refuse a move while the game is interrupted."""
    if game.stops:
        stop = game.stops[-1]
        raise refuse(STOPPED[stop], "interrupted", why=stop.value)


def require_not_on_leave(game: Game, by: Colour, at: datetime) -> None:
    """Refuse a move during leave."""
    for leave in game.side(by).leaves:
        if leave.covers(at):
            raise refuse(ON_LEAVE, "on-leave", player=by.value, first=leave.first, last=leave.last)


def read_move(position: Position, text: str, *, numeric: bool) -> Move:
    """Read a legal move as the player wrote it; refuse an illegal or unclear one with the reason."""
    try:
        return position.parse(text, numeric=numeric)
    except UnreadableMove as unreadable:
        cited = unreadable.clause or ILLEGAL
        raise Refused(
            Ground(ILLEGAL, {"move": text[:LONGEST_MOVE], "why": unreadable.why, "rule": str(cited)})
        ) from unreadable


def require_reason(command: DirectorCommand) -> None:
    """Refuse a director's act that is not signed or has no reason."""
    if not command.director.strip() or not command.reason.strip():
        raise refuse(DISCRETION, "no-reason")
