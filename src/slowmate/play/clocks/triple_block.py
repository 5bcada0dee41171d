"""Triple Block: a clock that never holds more than its cap, an increment for the first moves, and a bank.

Time is exact. There is no leave, no doubling, no silence, and nothing stops the clock but a move. The flag
falls when the clock is empty, whatever the bank still holds: a player refills in time, or loses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from slowmate.play.clocks.accounts import DAY, ZERO, Account
from slowmate.play.clocks.counting import (
    COUNTED,
    EXACT,
    FORTY_MOVES,
    REGULATIONS,
    Counting,
    Silence,
    require_not_negative,
    require_positive,
)
from slowmate.rulebook import Ground, Ruling
from slowmate.rulebook.applies import applies


class Refill(StrEnum):
    """The times when the bank fills the clock: after each own move and by hand, or only by hand on one's own turn."""

    AFTER_MOVE = "after-move"
    BY_HAND = "by-hand"


@dataclass(frozen=True, slots=True)
class TripleBlock:
    """*clock* days to begin with and at most; *increment* days after each of the first *increment_moves* moves, what
    exceeds the clock going to the *bank*. *protection* (None: off): after the last increment, a player whose whole time
    is less than so many days after a move has their clock set to them."""

    increment: int
    bank: int = 50
    clock: int = 50
    increment_moves: int = 50
    refill: Refill = Refill.AFTER_MOVE
    protection: int | None = None

    def __post_init__(self) -> None:
        require_positive(increment=self.increment, clock=self.clock, increment_moves=self.increment_moves)
        require_not_negative(bank=self.bank)
        if self.protection is not None and not 0 < self.protection <= self.clock:
            raise ValueError("the protection is a number of days that the clock can hold")

    @property
    def counting(self) -> Counting:
        return EXACT

    @property
    def leave_days(self) -> int:
        return 0

    @property
    def extra_leave_days(self) -> int:
        return 0

    @property
    def silence(self) -> Silence | None:
        return None

    def opening(self) -> Account:
        return Account(self.clock * DAY, self.bank * DAY)

    @applies(FORTY_MOVES)
    def after_move(self, account: Account, reflected: timedelta) -> Ruling[tuple[Account, timedelta, timedelta]]:
        made, cap = account.moves + 1, self.clock * DAY
        left, bank = account.left - reflected, account.bank
        grounds: tuple[Ground, ...] = (
            Ground(COUNTED, {"outcome": "exact", "reflected": reflected, "charged": reflected, "left": left}),
        )
        added = self.increment * DAY if made <= self.increment_moves else ZERO
        if added:
            left += added
            bank += max(ZERO, left - cap)
            left = min(left, cap)
            grounds += (Ground(REGULATIONS, {"outcome": "increment", "added": added, "left": left, "bank": bank}),)
        if self.refill is Refill.AFTER_MOVE and bank and left < cap:
            moved = min(cap - left, bank)
            left, bank = left + moved, bank - moved
            grounds += (Ground(REGULATIONS, {"outcome": "refill", "moved": moved, "left": left, "bank": bank}),)
        if self.protection is not None and made > self.increment_moves and left + bank < self.protection * DAY:
            topped_up = self.protection * DAY - left - bank
            left, bank, added = self.protection * DAY, ZERO, added + topped_up
            grounds += (Ground(REGULATIONS, {"outcome": "protection", "added": topped_up, "left": left}),)
        return Ruling((Account(left, bank, made), reflected, added), grounds)

    def by_hand(self, account: Account, reflected: timedelta) -> timedelta:
        """Return what a refill by hand moves at this point of a move: as much from the bank as the clock can hold."""
        return min(self.clock * DAY - (account.left - reflected), account.bank)

    def cost(self, reflected: timedelta) -> timedelta:
        return reflected

    def runs_out_after(self, account: Account) -> timedelta:
        return max(ZERO, account.left)

    def used(self, account: Account, costs: Sequence[timedelta]) -> Account:
        """Return the clock after moves were taken off: their time stays used, and the bank filled the clock after each.

        What a refill by hand put in for time that is not used any more goes back to the bank.
        """
        over = max(ZERO, account.left - self.clock * DAY)
        left, bank = account.left - over, account.bank + over
        for cost in costs:
            left -= cost
            if self.refill is Refill.AFTER_MOVE and left > ZERO:
                moved = min(self.clock * DAY - left, bank)
                left, bank = left + moved, bank - moved
        return Account(left, bank, account.moves)
