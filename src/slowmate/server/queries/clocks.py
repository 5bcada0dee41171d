"""The two clocks of a game as its page shows them: what is left, until when, and why that is not the same."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from slowmate import play
from slowmate.board import Colour
from slowmate.play.clocks import Account, Classic, Counting, Leave
from slowmate.play.clocks.accounts import DAY
from slowmate.play.flags import Upcoming, clock_at, next_end
from slowmate.server.models import Game, Player


@dataclass(frozen=True, slots=True)
class ClockCard:
    """One player's clock: what he has left now, in the bank, and until when."""

    player: Player
    colour: Colour
    left: timedelta
    bank: timedelta | None
    is_running: bool
    end: "End | None"
    """None: nothing ends by itself at this clock."""
    on_leave_until: datetime | None
    moves_to_control: int | None
    control_days: int | None
    """What the next time control adds."""
    leave_left: int | None
    """Days of leave left in this year; None where the time control knows no leave."""
    upcoming_leave: tuple[Leave, ...]
    is_long_reflection: bool

    @property
    def until(self) -> datetime | None:
        return self.end.at if self.end else None


@dataclass(frozen=True, slots=True)
class End:
    """When a player who makes no move loses, and what makes that sooner than his clock seems to say."""

    at: datetime
    away: timedelta
    silent_days: int | None
    """After so many days silence loses, before the flag falls; None: it is the flag that falls."""
    doubled_after: int | None
    """So many days on one move count once, every further day twice; None: none of those left does."""
    is_day_begun: bool
    """Part of a day has passed that comes off the clock when it is full."""


def clock_cards(row: Game, state: play.Game, at: datetime) -> tuple[ClockCard, ClockCard]:
    """White's clock and Black's at an instant."""
    end = next_end(state)
    running = play.running_at(state, max(at, state.latest)) if state.started else None

    def card(colour: Colour) -> ClockCard:
        account: Account = clock_at(state, colour, max(at, state.latest))
        leave = next((leave for leave in state.side(colour).leaves if leave.covers(at)), None)
        per_control = getattr(state.control, "moves", None)
        return ClockCard(
            player=row.player(colour),
            colour=colour,
            left=account.left,
            bank=account.bank if hasattr(state.control, "bank") else None,
            is_running=running is colour,
            end=_end(state, end, account.left, at) if end and end.colour is colour else None,
            on_leave_until=leave.ends if leave else None,
            moves_to_control=per_control - account.moves % per_control if per_control else None,
            control_days=state.control.days if isinstance(state.control, Classic) else None,
            leave_left=play.leave_left(state, colour, at.year) if state.control.leave_days else None,
            upcoming_leave=tuple(leave for leave in state.side(colour).leaves if leave.begins > at),
            is_long_reflection=state.side(colour).is_long_reflection,
        )

    return card(Colour.WHITE), card(Colour.BLACK)


def _end(state: play.Game, end: Upcoming, left: timedelta, at: datetime) -> End:
    """The end that comes first, with the rules of counting that matter for it."""
    away = end.at - at
    silence, counting = state.control.silence, getattr(state.control, "counting", None)
    if end.what is play.Due.SILENCE and silence:
        return End(end.at, away, silence.days, None, is_day_begun=False)
    if counting is None or away >= left:
        return End(end.at, away, None, None, is_day_begun=False)
    needed = state.control.runs_out_after(state.side(end.colour).account)
    is_doubled = counting.doubled_after is not None and needed > counting.doubled_after * DAY
    reflected = state.reflected(end.colour, max(at, state.latest))
    return End(
        end.at,
        away,
        None,
        counting.doubled_after if is_doubled else None,
        is_day_begun=not is_doubled and _has_begun(counting, reflected),
    )


def _has_begun(counting: Counting, reflected: timedelta) -> bool:
    return counting.whole_days and bool(reflected % DAY)
