"""A fixed number of days for every move; nothing is saved."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from slowmate.play.clocks.accounts import DAY, ZERO, Account
from slowmate.play.clocks.counting import (
    EXACT,
    EXTRA_LEAVE_DAYS,
    LEAVE_DAYS,
    REGULATIONS,
    Counting,
    Silence,
    require_not_negative,
    require_positive,
)
from slowmate.play.clocks.days import InDays, counting_ground
from slowmate.rulebook import Ground, Ruling


@dataclass(frozen=True, slots=True)
class FixedDays(InDays):
    """*days* for each move, counted exactly unless *counting* says otherwise."""

    days: int = 5
    counting: Counting = EXACT
    leave_days: int = LEAVE_DAYS
    extra_leave_days: int = EXTRA_LEAVE_DAYS
    silence: Silence | None = None

    def __post_init__(self) -> None:
        require_positive(days=self.days)
        require_not_negative(leave_days=self.leave_days, extra_leave_days=self.extra_leave_days)

    def after_move(self, account: Account, reflected: timedelta) -> Ruling[tuple[Account, timedelta, timedelta]]:
        cost = self.counting.cost(reflected)
        before = account.left - cost
        left = self.days * DAY
        after = Account(left, account.bank, account.moves + 1)
        grounds: tuple[Ground, ...] = (counting_ground(self.counting, reflected, cost, before),)
        if left != before:
            grounds += (Ground(REGULATIONS, {"outcome": "fixed", "days": self.days, "left": left}),)
        return Ruling((after, cost, left - before), grounds)

    def used(self, account: Account, costs: Sequence[timedelta]) -> Account:
        """Return the clock after moves were taken off: each had its own days, so that only the first counts."""
        return Account(account.left - sum(costs[:1], ZERO), account.bank, account.moves)
