"""The counting of reflection on one move against a clock. The Laws leave its numbers to the regulations of the event.

Customary: whole days of 24 hours, so that the first 24 hours are free; every day beyond the twentieth on one move
counts twice; a clock at zero has fallen, because a control is reached in less than its time (Glossary: time control).
"""

from dataclasses import dataclass
from datetime import timedelta

from slowmate.play.clocks.accounts import DAY, ZERO
from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

FORTY_MOVES = clause("ICCF-LAWS-2019 Glossary: move")

COUNTED = clause("ICCF-LAWS-2019 6.5")

DISPLAYS = clause("ICCF-LAWS-2019 6.1")

REGULATIONS = clause("ICCF-LAWS-2019 Glossary: regulations of an event")
"""The clause to cite for a number that no Law gives: the regulations of the event state it."""
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Counting:
    """*whole_days* drops what is not a full day; *doubled_after* days on one move (None: never) count twice;
    *falls_at_zero*: a clock that shows nothing has fallen; otherwise it may show zero, but not less."""

    whole_days: bool = True
    doubled_after: int | None = 20
    falls_at_zero: bool = True

    def __post_init__(self) -> None:
        if self.doubled_after is not None and self.doubled_after < 0:
            raise ValueError("days on one move are doubled after a number of days, not before it began")

    def cost(self, reflected: timedelta) -> timedelta:
        """Return what reflection on one move takes off the clock."""
        counted = reflected // DAY * DAY if self.whole_days else reflected
        if self.doubled_after is None:
            return counted
        return counted + max(ZERO, counted - self.doubled_after * DAY)

    @applies(clause("ICCF-LAWS-2019 Glossary: time control"), DISPLAYS)
    def runs_out_after(self, left: timedelta) -> timedelta:
        """Return the least reflection on one move that brings the flag down, from the time left when the move came."""
        unit = DAY if self.whole_days else _SECOND
        needed = -(-left // unit) if self.falls_at_zero else left // unit + 1
        limit = None if self.doubled_after is None else self.doubled_after * DAY // unit
        if limit is not None and needed > limit:
            needed = limit - (limit - needed) // 2
        return max(needed, 0) * unit


@dataclass(frozen=True, slots=True)
class Silence:
    """A player who reflects *days* without a word loses on the next day; they are reminded on the days named before."""

    days: int = 40
    reminders: tuple[int, ...] = (14, 28, 35)

    def __post_init__(self) -> None:
        if self.days < 1 or any(not 0 < day < self.days for day in self.reminders):
            raise ValueError("reminders fall on days between the move and the last day of silence")
        if list(self.reminders) != sorted(set(self.reminders)):
            raise ValueError("reminders are named in their order, each once")


LEAVE_DAYS = EXTRA_LEAVE_DAYS = 30
"""Days in a calendar year: a player's own leave, and the extra leave that the director may grant."""
CUSTOMARY = Counting()
EXACT = Counting(whole_days=False, doubled_after=None)
FORTY_DAYS = Silence()


def require_positive(**numbers: int) -> None:
    """Raise `ValueError` unless the numbers of a time control are at least 1 (6.2)."""
    for name, number in numbers.items():
        if number < 1:
            raise ValueError(f"{name.replace('_', ' ')} must be at least 1, not {number}")


def require_not_negative(**numbers: int) -> None:
    for name, number in numbers.items():
        if number < 0:
            raise ValueError(f"{name.replace('_', ' ')} cannot be negative: {number}")
