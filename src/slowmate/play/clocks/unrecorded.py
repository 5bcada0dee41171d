"""The clocks of a game from an archive, which tells its moves and not its time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from slowmate.play.clocks.accounts import ZERO, Account
from slowmate.play.clocks.counting import Silence
from slowmate.rulebook import Ruling


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """No clock is known. A game under it came to its end elsewhere: nothing is charged, and no flag falls."""

    leave_days: int = 0
    extra_leave_days: int = 0
    silence: Silence | None = None

    def opening(self) -> Account:
        return Account(ZERO)

    def after_move(self, account: Account, reflected: timedelta) -> Ruling[tuple[Account, timedelta, timedelta]]:  # noqa: ARG002 - as every control
        return Ruling((account, ZERO, ZERO), ())

    def cost(self, reflected: timedelta) -> timedelta:  # noqa: ARG002 - as every control
        return ZERO

    def runs_out_after(self, account: Account) -> timedelta:  # noqa: ARG002 - as every control
        return timedelta.max

    def used(self, account: Account, costs: Sequence[timedelta]) -> Account:  # noqa: ARG002 - as every control
        return account
