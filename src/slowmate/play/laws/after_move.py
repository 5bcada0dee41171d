"""The consequences of a move: the clocks change over (6.5), the position may end the game (5), and conditional
moves of the opponent that match are played at once, each recorded with its own time."""

from datetime import datetime

from slowmate.board.moves import Colour, Move
from slowmate.play.clocks import Account, Charge
from slowmate.play.clocks.counting import COUNTED
from slowmate.play.conditions import SENT
from slowmate.play.events import Ended, Event, MoveMade
from slowmate.play.evolve import evolve, fold
from slowmate.play.game import Game
from slowmate.play.laws.flags import is_out_of_time
from slowmate.play.laws.offers import OFFER_LIFE, OFFERED
from slowmate.play.laws.results import ended_by_move
from slowmate.rulebook import Fact, Ground, clause
from slowmate.rulebook.applies import applies

MADE = clause("ICCF-LAWS-2019 4.1")


@applies(COUNTED, clause("ICCF-LAWS-2019 Glossary: made"))
def played(
    game: Game,
    move: Move,
    *,
    at: datetime,
    offer: bool = False,
    conditional: bool = False,
    sent: datetime | None = None,
    received: datetime | None = None,
    grounds: tuple[Ground, ...] = (),
    went_on: bool = False,
) -> tuple[Event, ...]:
    """Return the events of a legal move of the player on move, charged to their clock, and of the end it brings.

    *sent* and *received* are the dates of a game by post or e-mail. An offer with a move that ends the game is void.
    *went_on*: a record that was checked before shows that the move did not end the game, which is not asked again.
    """
    by, made, is_server = game.position.turn, sent or at, game.terms.transmission.is_server
    received = None if is_server else game.receipt(received)
    before, charge, counted = _charge(game, by, made=made, received=received)
    end = None if went_on else ended_by_move(game.position, move, game.position.play(move))
    algebraic, is_offer = game.position.algebraic(move), offer and end is None
    how = _move_ground(by, algebraic, conditional=conditional, sent=sent)
    event = MoveMade(
        at=at,
        grounds=(how, *grounds, *_offer_grounds(game, by, offer=offer, is_offer=is_offer), *counted),
        by=by,
        move=move.uci,
        algebraic=algebraic,
        charge=charge,
        made=made,
        offer=is_offer,
        conditional=conditional,
        received=received,
        before=None if is_server else before,
    )
    if end is None:
        return (event,)
    result, termination, ground = end
    rated = game.terms.may_be_rated
    return event, Ended(
        at=at, grounds=(ground,), result=result, termination=termination, effective=made, is_rated=rated
    )


def _move_ground(by: Colour, algebraic: str, *, conditional: bool, sent: datetime | None) -> Ground:
    facts: dict[str, Fact] = {"player": by.value, "move": algebraic}
    if sent:
        return Ground(SENT, {"outcome": "sent", **facts, "sent": sent})
    return Ground(MADE, {"outcome": "conditional" if conditional else "made", **facts})


def _offer_grounds(game: Game, by: Colour, *, offer: bool, is_offer: bool) -> tuple[Ground, ...]:
    """Explain which offer the move rejects or makes; one that ends the game makes none."""
    outcomes = []
    if game.has_offer_by(by.other):
        outcomes.append((OFFER_LIFE, "rejected-by-move"))
    if offer:
        outcomes.append((OFFERED, "offered") if is_offer else (OFFER_LIFE, "void"))
    return tuple(Ground(cited, {"outcome": outcome, "player": by.value}) for cited, outcome in outcomes)


def _charge(
    game: Game, by: Colour, *, made: datetime, received: datetime | None
) -> tuple[Account, Charge, tuple[Ground, ...]]:
    """Return what the clock held, and what the move cost: the reflection between receipt and sending."""
    spent = game.counted_at(made, received=received)
    if spent is None:
        raise ValueError("a move needs a running game")
    before = game.account(by, received=received, sent=made)
    ruling = game.control.after_move(before, spent.reflected)
    account, cost, added = ruling.value
    charge = Charge(spent.reflected, spent.on_leave, spent.stopped, spent.transit, cost, added, account)
    return before, charge, ruling.grounds


def with_replies(game: Game, events: tuple[Event, ...], *, at: datetime) -> tuple[Event, ...]:
    """Return the events of a move and of the conditional moves it brings about; none once the flag has fallen."""
    game = fold(events, game)
    all_events = list(events)
    while (lines := game.side(game.position.turn).lines) and not game.is_over and not is_out_of_time(game, at):
        reply = played(game, game.position.move_from_uci(lines[0][0]), at=at, conditional=True)
        all_events.extend(reply)
        for event in reply:
            game = evolve(game, event)
    return tuple(all_events)
