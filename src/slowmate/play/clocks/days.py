"""The common part of time controls in days: the event's rule counts reflection, and there is one clock and no bank."""

from collections.abc import Sequence
from datetime import timedelta

from slowmate.play.clocks.accounts import DAY, ZERO, Account
from slowmate.play.clocks.counting import COUNTED, REGULATIONS, Counting
from slowmate.rulebook import Fact, Ground


class InDays:
    """A time control that starts with *days* on the clock and counts reflection by *counting*.

    The controls declare these fields themselves: their order is that of constructors and of JSON.
    """

    __slots__ = ()
    days: int
    counting: Counting

    def opening(self) -> Account:
        return Account(self.days * DAY)

    def cost(self, reflected: timedelta) -> timedelta:
        return self.counting.cost(reflected)

    def runs_out_after(self, account: Account) -> timedelta:
        return self.counting.runs_out_after(account.left)

    def used(self, account: Account, costs: Sequence[timedelta]) -> Account:
        """Return the clock after moves were taken off, whose time stays used."""
        return Account(account.left - sum(costs, ZERO), account.bank, account.moves)


def counting_ground(counting: Counting, reflected: timedelta, cost: timedelta, left: timedelta) -> Ground:
    """Explain how reflection was counted: to the second (6.5), or as the event has it. Every control uses it."""
    whole = reflected // DAY * DAY if counting.whole_days else reflected
    doubled = cost - whole
    facts: dict[str, Fact] = {"reflected": reflected, "doubled": doubled, "charged": cost, "left": left}
    if doubled:
        outcome = "whole-days-doubled" if counting.whole_days else "exact-doubled"
        return Ground(REGULATIONS, {"outcome": outcome, **facts, "doubled_after": counting.doubled_after})
    if counting.whole_days:
        return Ground(REGULATIONS, {"outcome": "whole-days", **facts})
    return Ground(COUNTED, {"outcome": "exact", **facts})
