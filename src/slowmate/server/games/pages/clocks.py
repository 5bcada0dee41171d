"""The two clocks of a game: the time that is left, until when, and why the two differ."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from slowmate import play
from slowmate.board import Colour
from slowmate.play.clocks import Account, Classic, Leave, TimeControl
from slowmate.play.laws.flags import ExplainedEnd, clock_at, explained_end
from slowmate.server.games.models import Game
from slowmate.server.games.text import TimeUrgency, time_urgency
from slowmate.server.people.models import Player


@dataclass(frozen=True, slots=True)
class ClockCard:
    """One player's clock: the time left on it and in the bank, and until when."""

    player: Player
    colour: Colour
    is_mine: bool
    """Whether it is the reader's."""
    left: timedelta
    bank: timedelta | None
    is_running: bool
    control: TimeControl
    end: ExplainedEnd | None
    """When time ends at this clock; None if it does not."""
    on_leave_until: datetime | None
    moves_to_control: int | None
    control_days: int | None
    """The time that the next time control adds."""
    leave_left: int | None
    """Days of leave left in this year; None where the time control knows no leave."""
    upcoming_leave: tuple[Leave, ...]
    is_long_reflection: bool
    lacks_receipt: bool
    """By post: the clock does not run, for no record shows when the player on move received the last one."""

    @property
    def shows_leave_left(self) -> bool:
        """Whether days of leave are shown: only the player's own, where the time control knows leave."""
        return self.is_mine and self.leave_left is not None

    @property
    def urgency(self) -> TimeUrgency | None:
        """The urgency; None for a clock that stands still, and where there is no hurry."""
        return time_urgency(self.end.away, self.control) if self.end else None

    @property
    def until(self) -> datetime | None:
        return self.end.at if self.end else None


def clock_cards(
    row: Game, state: play.Game, at: datetime, *, reader: Colour | None = None
) -> tuple[ClockCard, ClockCard]:
    """Return White's clock and Black's at an instant. *reader*: the colour of a reader who plays."""
    end = explained_end(state, at=at)
    running = play.running_at(state, max(at, state.latest)) if state.started else None

    def card(colour: Colour) -> ClockCard:
        account: Account = clock_at(state, colour, max(at, state.latest))
        leave = next((leave for leave in state.side(colour).leaves if leave.covers(at)), None)
        per_control = getattr(state.control, "moves", None)
        return ClockCard(
            player=row.player(colour),
            colour=colour,
            is_mine=colour is reader,
            left=account.left,
            bank=account.bank if hasattr(state.control, "bank") else None,
            is_running=running is colour,
            control=state.control,
            end=end if end and end.colour is colour else None,
            on_leave_until=leave.ends if leave else None,
            moves_to_control=per_control - account.moves % per_control if per_control else None,
            control_days=state.control.days if isinstance(state.control, Classic) else None,
            leave_left=play.leave_left(state, colour, at.year) if state.control.leave_days else None,
            upcoming_leave=tuple(leave for leave in state.side(colour).leaves if leave.begins > at),
            is_long_reflection=state.side(colour).is_long_reflection,
            lacks_receipt=state.lacks_receipt and colour is state.position.turn,
        )

    return card(Colour.WHITE), card(Colour.BLACK)
