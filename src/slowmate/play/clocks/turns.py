"""The time one player has been on move: what counts as reflection, what was leave, what was a stopped clock.

A turn is folded up to its *mark*; from there to an instant the time is leave where leave is booked, else reflection.
"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from slowmate.play.clocks.accounts import DAY, ZERO


@dataclass(frozen=True, slots=True)
class Leave:
    """Days of leave, *first* to *last* inclusive, in UTC. The clock rests from *begins* until *ends*.

    A day on which leave begins or ends counts as a day of leave, however little of it was left.
    """

    first: date
    last: date
    begins: datetime
    ends: datetime
    extra: bool = False
    """Granted by the director on top of what every player may take."""

    @classmethod
    def booked(cls, first: date, last: date, *, at: datetime, extra: bool = False) -> "Leave":
        """Leave for whole days; if the first of them is today, the clock rests from now on."""
        begins = midnight(first)
        return cls(first, last, begins if extra else max(begins, at), midnight(last) + DAY, extra)

    def covers(self, at: datetime) -> bool:
        return self.begins <= at < self.ends

    def within(self, since: datetime, until: datetime) -> timedelta:
        """How much of a span is this leave."""
        return max(ZERO, min(self.ends, until) - max(self.begins, since))

    def days_in(self, year: int) -> int:
        first, last = max(self.first, date(year, 1, 1)), min(self.last, date(year, 12, 31))
        return max(0, (last - first).days + 1)


def midnight(day: date) -> datetime:
    """The beginning of a day on the server's clock."""
    return datetime.combine(day, time(), UTC)


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's time on move since *began*, counted up to *mark*."""

    began: datetime
    mark: datetime
    reflected: timedelta = ZERO
    on_leave: timedelta = ZERO
    stopped: timedelta = ZERO

    @classmethod
    def beginning(cls, at: datetime) -> "Turn":
        return cls(at, at)


def counted_to(turn: Turn, at: datetime, leaves: tuple[Leave, ...], *, stopped: bool) -> Turn:
    """The turn counted up to an instant; nothing changes before its mark."""
    passed = at - turn.mark
    if passed <= ZERO:
        return turn
    if stopped:
        return replace(turn, mark=at, stopped=turn.stopped + passed)
    resting = overlap(leaves, turn.mark, at) if leaves else ZERO
    return Turn(turn.began, at, turn.reflected + passed - resting, turn.on_leave + resting, turn.stopped)


def overlap(leaves: tuple[Leave, ...], since: datetime, until: datetime) -> timedelta:
    """How much of a span is leave. Leaves do not overlap each other."""
    return sum((leave.within(since, until) for leave in leaves), ZERO)


def when_reflected(turn: Turn, needed: timedelta, leaves: tuple[Leave, ...], *, stopped: bool) -> datetime | None:
    """The instant at which so much reflection will have passed on this move; None while the clock is stopped.

    Never before the mark: what a director takes off a clock takes effect when he does it.
    """
    if stopped:
        return None
    instant, missing = turn.mark, max(ZERO, needed - turn.reflected)
    if not leaves:
        return instant + missing
    for leave in sorted(leaves, key=lambda leave: leave.begins):
        if leave.ends <= instant:
            continue
        running = max(ZERO, leave.begins - instant)
        if missing < running or (missing == running and missing > ZERO):
            break
        if missing == ZERO and not leave.covers(instant):
            break
        missing -= running
        instant = leave.ends
    return instant + missing
