"""Article 9.1: offering a draw, and the life of an offer.

An offer is made with a move, or is what a failed claim under 9.2 or 9.3 leaves. It cannot be withdrawn. It lives until
the opponent accepts it, declines it, moves, or runs out of time; any end of the game lapses it.
"""

from collections import deque
from collections.abc import Iterable

from slowmate.board.moves import Colour
from slowmate.play.commands import AcceptOffer, DeclineOffer, WithdrawOffer
from slowmate.play.conditions import STOPPED, Moment, refuse
from slowmate.play.events import Ended, Event, MoveMade, OfferDeclined, Stop
from slowmate.play.game import Game
from slowmate.play.laws.results import Termination
from slowmate.records import Result
from slowmate.rulebook import Ground, clause
from slowmate.rulebook.applies import applies

OFFERED = clause("ICCF-LAWS-2019 9.1.2.1b")

HARASSMENT = clause("ICCF-LAWS-2019 13.3.2.3(e)")

AGREEMENT = clause("ICCF-LAWS-2019 5.2.3")
MINIMUM = clause("ICCF-LAWS-2019 9.1.1")
FINAL = clause("ICCF-LAWS-2019 9.1.2.1c")
OFFER_LIFE = clause("ICCF-LAWS-2019 9.1.2.1d")
BOTH_MOVED = 2
LATELY = 6
"""The number of a player's last moves that are searched for offers."""


@applies(OFFERED)
def require_offer_allowed(game: Game, by: Colour) -> None:
    """Refuse an offer with the next move before both have moved or the event's minimum is reached.

    The minimum counts moves completed by both when the offer can be accepted: with 20, from 20...x on.
    """
    require_moves(game, len(game.moves) + 1, by)


def require_moves(game: Game, plies: int, by: Colour) -> None:
    """Refuse a draw before so many half-moves: one by each, and the event's minimum."""
    if plies < BOTH_MOVED:
        raise refuse(AGREEMENT, "too-early", player=by.value)
    if plies < 2 * game.terms.draw_after:
        raise refuse(MINIMUM, "too-early", minimum=game.terms.draw_after, moves=plies // 2)


@applies(clause("ICCF-LAWS-2019 9.1.2.1a"))
def accept_offer(game: Game, command: AcceptOffer, moment: Moment) -> tuple[Event, ...]:
    """End the game as a draw by agreement, also during leave and while a claim waits."""
    _require_offer(game, command.by)
    if Stop.ADJUDICATION in game.stops:
        raise refuse(STOPPED[Stop.ADJUDICATION], "interrupted", why=Stop.ADJUDICATION.value)
    require_moves(game, len(game.moves), command.by)
    facts = {"player": command.by.value, "moves": len(game.moves) // 2}
    return (
        Ended(
            at=moment.at,
            grounds=(Ground(AGREEMENT, {"outcome": "agreed", **facts}),),
            result=Result.DRAW,
            termination=Termination.AGREEMENT,
            effective=moment.at,
            is_rated=game.terms.may_be_rated,
        ),
    )


def decline_offer(game: Game, command: DeclineOffer, moment: Moment) -> tuple[Event, ...]:
    """Decline an offer without a move; this is final."""
    _require_offer(game, command.by)
    return (
        OfferDeclined(
            at=moment.at,
            grounds=(Ground(OFFER_LIFE, {"outcome": "declined", "player": command.by.value}),),
            by=command.by,
        ),
    )


def withdraw_offer(_game: Game, command: WithdrawOffer, _moment: Moment) -> tuple[Event, ...]:
    """Refuse to withdraw an offer, whether there is one or not."""
    raise refuse(FINAL, "refused", player=command.by.value)


@applies(HARASSMENT)
def offers_lately(events: Iterable[Event], by: Colour, *, moves: int = LATELY) -> int:
    """Count the offers with a player's last moves, for the director, who judges whether it is harassment.

    Nothing is blocked by it: the right to offer has no limit, and the Laws name no number.
    """
    own = deque((event.offer for event in events if isinstance(event, MoveMade) and event.by is by), maxlen=moves)
    return sum(own)


def _require_offer(game: Game, by: Colour) -> None:
    if not game.has_offer_by(by.other):
        raise refuse(OFFER_LIFE, "no-offer", player=by.value)
