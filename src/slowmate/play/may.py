"""The rights of a player in a game now, or why they have none. Decisions are tried; nothing is carried out."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from slowmate.board.moves import Colour
from slowmate.play import commands
from slowmate.play.clocks import TripleBlock
from slowmate.play.decide import decide, require_under_way
from slowmate.play.events import ClaimKind
from slowmate.play.game import Game
from slowmate.play.laws.moves import require_may_move
from slowmate.play.laws.offers import require_offer_allowed
from slowmate.play.laws.postal import require_may_record
from slowmate.rulebook import Ground, Refused

WhyNot = tuple[Ground, ...]
"""The grounds on which something is not allowed; none where it is."""


@dataclass(frozen=True, slots=True)
class May:
    """A right of a player: true where they have it, else with the grounds of the refusal."""

    why_not: WhyNot = ()

    def __bool__(self) -> bool:
        return not self.why_not


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of one player; None where a game has nothing of the kind."""

    move: May
    offer: May
    claim: May
    tablebase: May
    conditionals: May
    resign: May
    accept_offer: May | None
    """None: no draw is offered to them."""
    refill: May | None
    """None: the time control knows no bank."""
    long_reflection: May | None
    """None: silence does not lose in this game."""


def rights_of(game: Game, colour: Colour, *, at: datetime) -> Rights:
    """Return the rights of one player at an instant."""

    def right_to(command: commands.Command) -> May:
        return May(why_not(game, command, at=at))

    def either(*tried: commands.Command) -> May:
        first = right_to(tried[0])
        return first or next((may for attempt in tried[1:] if (may := right_to(attempt))), first)

    draws = (ClaimKind.REPETITION, ClaimKind.FIFTY_MOVES)
    tables = (ClaimKind.TABLEBASE_DRAW, ClaimKind.TABLEBASE_WIN)
    # the move itself is not tried: whether it ends the game takes long to find out
    move = May(_grounds(lambda: _require_move(game, colour, max(at, game.latest))))
    return Rights(
        move=move,
        offer=May(move.why_not or why_no_offer(game, colour)),
        claim=either(*(commands.ClaimDraw(by=colour, claim=kind) for kind in draws)),
        tablebase=either(*(commands.ClaimTablebase(by=colour, claim=kind) for kind in tables)),
        conditionals=right_to(commands.SetConditionals(by=colour, lines=(_playable_line(game),))),
        resign=right_to(commands.Resign(by=colour)),
        accept_offer=right_to(commands.AcceptOffer(by=colour)) if game.has_offer_by(colour.other) else None,
        refill=right_to(commands.RefillClock(by=colour)) if isinstance(game.control, TripleBlock) else None,
        long_reflection=right_to(commands.AnnounceLongReflection(by=colour)) if game.control.silence else None,
    )


def why_not(game: Game, command: commands.Command, *, at: datetime) -> WhyNot:
    """Return the grounds against a command at an instant, also in a game that is over."""
    return _grounds(lambda: decide(game, command, at=max(at, game.latest)))


def why_no_offer(game: Game, colour: Colour) -> WhyNot:
    """Return the grounds against an offer of a draw with a player's next move."""
    return _grounds(lambda: require_offer_allowed(game, colour))


def why_no_record(game: Game, by: Colour) -> WhyNot:
    """Return the grounds against entering a player's next move in a game by post, e-mail or fax."""
    return _grounds(lambda: require_may_record(game, by))


def _require_move(game: Game, colour: Colour, at: datetime) -> None:
    require_may_move(game, colour, at)
    require_under_way(game, commands.MakeMove, at)


def _grounds(ask: Callable[[], object]) -> WhyNot:
    try:
        ask()
    except Refused as refused:
        return refused.grounds
    return ()


def _playable_line(game: Game) -> tuple[str, ...]:
    """Return a line that can be played, so that only the game itself can be the reason against conditional moves."""
    for move in game.position.legal_moves():
        after = game.position.play(move)
        replies = after.legal_moves()
        if replies:
            return move.uci, replies[0].uci
    return ()
