"""The time one player has been on move, from dated intervals: transit, reflection, leave, stopped clocks.

`counted` is the one calculation, for every transmission: what a move costs, what a clock shows, by what a claim is
measured. On the server a move is received when it is sent; by post the time until receipt is nobody's.
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
        """Return leave for whole days; if the first of them is today, the clock rests from now on."""
        begins = midnight(first)
        return cls(first, last, begins if extra else max(begins, at), midnight(last) + DAY, extra)

    def covers(self, at: datetime) -> bool:
        return self.begins <= at < self.ends

    def days_in(self, year: int) -> int:
        first, last = max(self.first, date(year, 1, 1)), min(self.last, date(year, 12, 31))
        return max(0, (last - first).days + 1)


def midnight(day: date) -> datetime:
    """Return the beginning of a day on the server's clock."""
    return datetime.combine(day, time(), UTC)


@dataclass(frozen=True, slots=True)
class Stopped:
    """A time during which no clock ran: the game was interrupted, or a claim waited."""

    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's time on move since *began*, when the opponent's move was sent."""

    began: datetime
    received: datetime | None = None
    """The receipt of that move; None: no record shows it yet."""
    stops: tuple[Stopped, ...] = ()
    """The stops of the clocks since then, in their order; those before *began* are left out."""
    stopped_since: datetime | None = None
    """The beginning of the stop that goes on now."""
    claimed: datetime | None = None
    """The player's last claim of a draw by post on this turn."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The time since the opponent's move was sent: every second is in exactly one of the four."""

    transit: timedelta
    reflected: timedelta
    on_leave: timedelta
    stopped: timedelta


def counted(turn: Turn, until: datetime, leaves: tuple[Leave, ...], *, received: datetime | None = None) -> Counted:
    """Split a turn up to an instant into its parts; the instant is that of sending, if the move was made then.

    *received* is the date of receipt that comes with the move; without it the one on record counts. Until receipt, and
    as long as no record shows one, the time is transit. After it, it is reflection, but for what lies in a stop or in
    leave; leave within a stop counts only as the stop.
    """
    until = max(until, turn.began)
    begun = min(received or turn.received or until, until)
    stops = _stops(turn, until)
    stopped = _stopped(stops, begun, until) if stops else ZERO
    resting = ZERO
    for leave in leaves:
        first, last = max(leave.begins, begun), min(leave.ends, until)
        if first < last:
            resting += last - first - _stopped(stops, first, last)
    return Counted(begun - turn.began, until - begun - stopped - resting, resting, stopped)


def _stops(turn: Turn, until: datetime) -> tuple[Stopped, ...]:
    """Return when the clocks stood still, the stop that goes on included. Stops do not overlap, nor do leaves."""
    since = turn.stopped_since
    return turn.stops if since is None or since >= until else (*turn.stops, Stopped(since, until))


def _stopped(stops: tuple[Stopped, ...], since: datetime, until: datetime) -> timedelta:
    return sum((max(ZERO, min(stop.until, until) - max(stop.since, since)) for stop in stops), ZERO)


def standing_still(turn: Turn, at: datetime, *, is_stopped: bool) -> Turn:
    """Return the turn after something that may have stopped the clocks or started them again."""
    since = turn.stopped_since
    if is_stopped == (since is not None):
        return turn
    if since is None:
        return replace(turn, stopped_since=at)
    stops = turn.stops if at <= since else (*turn.stops, Stopped(since, at))
    return replace(turn, stopped_since=None, stops=stops)


def next_turn(turn: Turn | None, sent: datetime, *, received: datetime | None) -> Turn:
    """Return the opponent's turn, from the sending of a move on.

    By post the clocks may have stood still since it was sent.
    """
    if turn is None or not (turn.stops or turn.stopped_since):
        return Turn(sent, received)
    stops = tuple(stop for stop in turn.stops if stop.until > sent)
    return Turn(sent, received, stops, turn.stopped_since)


def when_reflected(turn: Turn, needed: timedelta, leaves: tuple[Leave, ...], *, since: datetime) -> datetime:
    """Return the instant at which so much reflection will have passed on this move, while nothing stops the clock.

    Never before *since*, when something last happened: what a director takes off a clock takes effect when they do it.
    """
    instant, missing = since, max(ZERO, needed - counted(turn, since, leaves).reflected)
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
