"""The classic time control: so many moves in so many days, repeated; time left at a control is carried forward."""

from dataclasses import dataclass
from datetime import timedelta

from slowmate.play.clocks.accounts import DAY, ZERO, Account
from slowmate.play.clocks.counting import (
    CUSTOMARY,
    EXTRA_LEAVE_DAYS,
    FORTY_DAYS,
    FORTY_MOVES,
    LEAVE_DAYS,
    REGULATIONS,
    Counting,
    Silence,
    require_not_negative,
    require_positive,
)
from slowmate.play.clocks.days import InDays, counting_ground
from slowmate.rulebook import Ground, Ruling
from slowmate.rulebook.applies import applies


@dataclass(frozen=True, slots=True)
class Classic(InDays):
    """The time control "*moves* in *days*": 10 in 50 by default. Not covered: controls of different lengths."""

    moves: int = 10
    days: int = 50
    counting: Counting = CUSTOMARY
    leave_days: int = LEAVE_DAYS
    extra_leave_days: int = EXTRA_LEAVE_DAYS
    silence: Silence | None = FORTY_DAYS

    def __post_init__(self) -> None:
        require_positive(moves=self.moves, days=self.days)
        require_not_negative(leave_days=self.leave_days, extra_leave_days=self.extra_leave_days)

    @applies(FORTY_MOVES)
    def after_move(self, account: Account, reflected: timedelta) -> Ruling[tuple[Account, timedelta, timedelta]]:
        """Return the clock after a move, with what was charged and what was added."""
        cost = self.counting.cost(reflected)
        made = account.moves + 1
        added = self.days * DAY if made % self.moves == 0 else ZERO
        after = Account(account.left - cost + added, account.bank, made)
        grounds: tuple[Ground, ...] = (counting_ground(self.counting, reflected, cost, after.left - added),)
        if added:
            grounds += (Ground(REGULATIONS, {"outcome": "reached", "moves": made, "added": added, "left": after.left}),)
        return Ruling((after, cost, added), grounds)

    def with_counter(self, account: Account, moves: int) -> Account:
        """Return the clock with its move counter put on (8.4), and with the time of the controls it passes by that."""
        controls = moves // self.moves - account.moves // self.moves
        return Account(account.left + controls * self.days * DAY, account.bank, moves)
