"""Days for the game and an increment with each move, optionally with a cap."""

from dataclasses import dataclass
from datetime import timedelta

from slowmate.play.clocks.accounts import DAY, Account
from slowmate.play.clocks.counting import (
    CUSTOMARY,
    EXTRA_LEAVE_DAYS,
    FORTY_DAYS,
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
class Fischer(InDays):
    """*days* for the game and *increment* days after each move, the clock never above *cap* days (None: no cap)."""

    days: int = 30
    increment: int = 3
    cap: int | None = None
    counting: Counting = CUSTOMARY
    leave_days: int = LEAVE_DAYS
    extra_leave_days: int = EXTRA_LEAVE_DAYS
    silence: Silence | None = FORTY_DAYS

    def __post_init__(self) -> None:
        require_positive(days=self.days, cap=self.days if self.cap is None else self.cap)
        require_not_negative(
            increment=self.increment, leave_days=self.leave_days, extra_leave_days=self.extra_leave_days
        )
        if self.cap is not None and self.cap < self.days:
            raise ValueError("the cap cannot be less than the days at the start")

    def after_move(self, account: Account, reflected: timedelta) -> Ruling[tuple[Account, timedelta, timedelta]]:
        cost = self.counting.cost(reflected)
        before = account.left - cost
        left = before + self.increment * DAY
        if self.cap is not None:
            left = max(before, min(left, self.cap * DAY))
        after = Account(left, account.bank, account.moves + 1)
        grounds: tuple[Ground, ...] = (counting_ground(self.counting, reflected, cost, before),)
        if left > before:
            grounds += (Ground(REGULATIONS, {"outcome": "increment", "added": left - before, "left": left}),)
        return Ruling((after, cost, left - before), grounds)
