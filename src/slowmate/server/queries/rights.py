"""What a player may do in a game now; where he may not, why: the core is asked, and nothing is carried out."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from slowmate import play
from slowmate.board import Colour
from slowmate.play import asking, commands, moves
from slowmate.play.clocks import TripleBlock
from slowmate.play.events import ClaimKind
from slowmate.play.offers import require_offer_allowed
from slowmate.rulebook import Ground, Refused

Why = tuple[Ground, ...]
"""Nothing: it is allowed. Else the grounds on which it is not."""


@dataclass(frozen=True, slots=True)
class Rights:
    """Each is empty where the player may, else the grounds of the refusal."""

    move: Why
    offer: Why
    claim: Why
    tablebase: Why
    conditionals: Why
    resign: Why
    accept_offer: Why | None
    """None: no draw is offered to him."""
    refill: Why | None
    """None: the time control knows no bank."""
    long_reflection: Why | None
    """None: silence does not lose in this game."""


def why_not(state: play.Game, command: commands.Command, *, at: datetime) -> Why:
    """What stands against a command at an instant, also in a game that is over."""
    try:
        play.decide(state, command, at=max(at, state.latest))
    except Refused as refused:
        return refused.grounds
    return ()


def rights_of(state: play.Game, colour: Colour, *, at: datetime) -> Rights:
    """The rights of one player at an instant."""
    why = partial(why_not, state, at=at)
    claim = why(commands.ClaimDraw(by=colour, claim=ClaimKind.REPETITION))
    move = _require(state, colour, max(at, state.latest)) or claim
    return Rights(
        move=move,
        offer=move or _offer(state, colour),
        claim=claim,
        tablebase=why(commands.ClaimTablebase(by=colour, claim=ClaimKind.TABLEBASE_DRAW)),
        conditionals=why(commands.SetConditionals(by=colour, lines=(_a_line(state),))),
        resign=why(commands.Resign(by=colour)),
        accept_offer=why(commands.AcceptOffer(by=colour)) if state.has_offer_by(colour.other) else None,
        refill=why(commands.RefillClock(by=colour)) if isinstance(state.control, TripleBlock) else None,
        long_reflection=why(commands.AnnounceLongReflection(by=colour)) if state.control.silence else None,
    )


def _require(state: play.Game, colour: Colour, at: datetime) -> Why:
    """What stands against a move. The move itself is not tried: whether it ends the game takes long to find out."""
    if not state.terms.transmission.is_server:
        return (Ground(moves.SENT, {"outcome": "not-server", "transmission": state.terms.transmission.value}),)
    try:
        asking.require_play(state)
        asking.require_on_move(state, colour)
        asking.require_not_on_leave(state, colour, at)
    except Refused as refused:
        return refused.grounds
    return ()


def _offer(state: play.Game, colour: Colour) -> Why:
    try:
        require_offer_allowed(state, colour)
    except Refused as refused:
        return refused.grounds
    return ()


def _a_line(state: play.Game) -> tuple[str, ...]:
    """A line that can be played, so that only the game itself can be the reason against conditional moves."""
    for move in state.position.legal_moves():
        after = state.position.play(move)
        replies = after.legal_moves()
        if replies:
            return move.uci, replies[0].uci
    return ()
