"""The state of one side's clock, and the charge of one move."""

from dataclasses import dataclass
from datetime import timedelta

ZERO = timedelta(0)
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Account:
    """One of the two displays of the clock: time left, time in the bank (Triple Block), and the move counter."""

    left: timedelta
    bank: timedelta = ZERO
    moves: int = 0


@dataclass(frozen=True, slots=True)
class Charge:
    """The charge of one move: every second since the opponent's move is in exactly one of the first four.

    *account* is what the clock holds afterwards: what it held before, less *charged*, plus *added*.
    """

    reflected: timedelta
    """The time the player's clock ran."""
    on_leave: timedelta
    stopped: timedelta
    """The time the director or a claim had stopped the clocks."""
    transit: timedelta
    """Post and e-mail: the time the opponent's move was under way, which is nobody's."""
    charged: timedelta
    added: timedelta
    account: Account
