"""So many moves in so many days, again and again; what is left at a control is carried forward."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from slowmate.play.clocks.accounts import DAY, ZERO, Account
from slowmate.play.clocks.counting import (
    COUNTED,
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
from slowmate.rulebook import Fact, Ground, Ruling
from slowmate.rulebook.applies import applies


@dataclass(frozen=True, slots=True)
class Classic:
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

    def opening(self) -> Account:
        return Account(self.days * DAY)

    @applies(FORTY_MOVES)
    def after_move(self, account: Account, reflected: timedelta) -> Ruling[tuple[Account, timedelta, timedelta]]:
        """The clock after a move, with what was charged and what was added."""
        cost = self.counting.cost(reflected)
        made = account.moves + 1
        added = self.days * DAY if made % self.moves == 0 else ZERO
        after = Account(account.left - cost + added, account.bank, made)
        grounds: tuple[Ground, ...] = (counting_ground(self.counting, reflected, cost, after.left - added),)
        if added:
            grounds += (Ground(REGULATIONS, {"outcome": "reached", "moves": made, "added": added, "left": after.left}),)
        return Ruling((after, cost, added), grounds)

    def cost(self, reflected: timedelta) -> timedelta:
        return self.counting.cost(reflected)

    def runs_out_after(self, account: Account) -> timedelta:
        return self.counting.runs_out_after(account.left)

    def used(self, account: Account, costs: Sequence[timedelta]) -> Account:
        """The clock after moves that were taken off, whose time is used all the same."""
        return Account(account.left - sum(costs, ZERO), account.bank, account.moves)

    def with_counter(self, account: Account, moves: int) -> Account:
        """The clock with its move counter put on (8.4), and with the time of the controls that it passes by this."""
        controls = moves // self.moves - account.moves // self.moves
        return Account(account.left + controls * self.days * DAY, account.bank, moves)


def counting_ground(counting: Counting, reflected: timedelta, cost: timedelta, left: timedelta) -> Ground:
    """How reflection was counted, for every control that counts so: to the second (6.5), or as the event has it."""
    whole = reflected // DAY * DAY if counting.whole_days else reflected
    doubled = cost - whole
    facts: dict[str, Fact] = {"reflected": reflected, "doubled": doubled, "charged": cost, "left": left}
    if doubled:
        outcome = "whole-days-doubled" if counting.whole_days else "exact-doubled"
        return Ground(REGULATIONS, {"outcome": outcome, **facts, "doubled_after": counting.doubled_after})
    if counting.whole_days:
        return Ground(REGULATIONS, {"outcome": "whole-days", **facts})
    return Ground(COUNTED, {"outcome": "exact", **facts})
