"""Refilling the clock from the bank by hand in Triple Block (Appendix C), as the regulations of the event have it."""

from dataclasses import replace

from slowmate.play.clocks import TripleBlock
from slowmate.play.clocks.accounts import ZERO
from slowmate.play.clocks.counting import REGULATIONS
from slowmate.play.commands import RefillClock
from slowmate.play.conditions import TRIPLE_BLOCK, Moment, refuse
from slowmate.play.events import ClockRefilled, Event
from slowmate.play.game import Game
from slowmate.rulebook import Ground
from slowmate.rulebook.applies import applies


@applies(TRIPLE_BLOCK)
def refill_clock(game: Game, command: RefillClock, moment: Moment) -> tuple[Event, ...]:
    """Fill the clock of the player on move from the bank by hand (Triple Block), as far as both allow."""
    if not isinstance(game.control, TripleBlock):
        raise refuse(REGULATIONS, "no-bank")
    if game.position.turn is not command.by:
        raise refuse(REGULATIONS, "not-on-move", player=command.by.value)
    before, reflected = game.account(command.by), game.reflected(command.by, moment.at)
    moved = game.control.by_hand(before, reflected)
    if moved <= ZERO:
        raise refuse(REGULATIONS, "nothing-to-refill", player=command.by.value, bank=before.bank)
    clock = game.side(command.by).account
    account = replace(clock, left=clock.left + moved, bank=clock.bank - moved)
    left = before.left + moved - reflected
    facts = {"outcome": "by-hand", "player": command.by.value, "moved": moved, "left": left, "bank": account.bank}
    return (
        ClockRefilled(at=moment.at, grounds=(Ground(REGULATIONS, facts),), by=command.by, moved=moved, account=account),
    )
