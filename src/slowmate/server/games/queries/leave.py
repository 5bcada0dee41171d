"""A player's leave in their games: what runs or is to come, where it holds, where not and why, and what is left.

A period is known by its days from today on: in a game that began during it, it began later than in the others.
"""

from dataclasses import dataclass, field
from datetime import date, datetime

from slowmate import play
from slowmate.board import Colour
from slowmate.play import commands
from slowmate.play.clocks import Leave
from slowmate.rulebook import Ground, Refused
from slowmate.server.games.models import Game, LeavePeriod
from slowmate.server.games.queries.my_games import my_games
from slowmate.server.people.models import Player

MAX_PAST_PERIODS = 20
"""Periods on the page that are over."""

Days = tuple[date, date]
Refusals = list[tuple[Game, tuple[Ground, ...]]]


@dataclass(slots=True)
class LeaveSpan:
    """Leave that runs or is to come, and where it holds."""

    first: date
    last: date
    today: date
    is_registered: bool = False
    """Whether the player registered it; otherwise a director granted it in some game."""
    games: list[Game] = field(default_factory=list)
    refused: Refusals = field(default_factory=list)
    missing: list[Game] = field(default_factory=list)
    """Games in which it does not hold, though their rules would allow it."""

    @property
    def is_running(self) -> bool:
        return self.first <= self.today

    @property
    def from_today(self) -> date:
        """The first day for which it may still be taken."""
        return max(self.first, self.today)


@dataclass(frozen=True, slots=True)
class LeavePage:
    """A player's leave: what runs or is to come, in its order, and what is over."""

    periods: list[LeaveSpan]
    past: list[LeavePeriod]
    left: tuple[int, int] | None
    """The fewest and the most days left this year in one of the games; None where none knows leave."""

    @property
    def is_left_alike(self) -> bool:
        """Whether the same number of days is left in all games."""
        return self.left is not None and self.left[0] == self.left[1]


def leave_page(player: Player, *, at: datetime) -> LeavePage:
    """Read a player's leave in all their games."""
    games = [(row, play.game_from_text(row.snapshot)) for row in open_games(player)]
    left = [play.leave_left(state, row.colour_of(player), at.year) for row, state in games if state.control.leave_days]
    periods = _periods(player, games, at=at)
    past = player.leaves.exclude(ended=None, last__gte=at.date()).order_by("-first", "-pk")[:MAX_PAST_PERIODS]
    return LeavePage(periods, list(past), (min(left), max(left)) if left else None)


def _periods(player: Player, games: list[tuple[Game, play.Game]], *, at: datetime) -> list[LeaveSpan]:
    spans: dict[Days, LeaveSpan] = {}
    for period in LeavePeriod.open(player, on=at.date()):
        _span_of(spans, period, at=at).is_registered = True
    for row, state in games:
        for leave in play.open_leaves(state, row.colour_of(player), at):
            _span_of(spans, leave, at=at).games.append(row)
    for days, span in spans.items():
        for row, state in games if span.is_registered else ():
            if row not in span.games:
                _explain_absence(span, row, state, row.colour_of(player), days, at=at)
    return sorted(spans.values(), key=lambda span: (span.first, span.last))


def _span_of(spans: dict[Days, LeaveSpan], leave: Leave | LeavePeriod, *, at: datetime) -> LeaveSpan:
    """Return the span of a game's leave or of registered leave; its first day is the earliest of any game."""
    days = days_from(leave, today=at.date())
    span = spans.setdefault(days, LeaveSpan(leave.first, leave.last, at.date()))
    span.first = min(span.first, leave.first)
    return span


def _explain_absence(span: LeaveSpan, row: Game, state: play.Game, colour: Colour, days: Days, *, at: datetime) -> None:
    """Ask the rules why leave does not hold in a game."""
    try:
        play.decide(state, commands.TakeLeave(by=colour, first=days[0], last=days[1]), at=max(at, state.latest))
    except Refused as refused:
        span.refused.append((row, refused.grounds))
    else:
        span.missing.append(row)


def days_from(leave: Leave | LeavePeriod, *, today: date) -> Days:
    """Return the days of leave that are not past."""
    return max(leave.first, today), leave.last


def leave_in(state: play.Game, colour: Colour, days: Days, *, at: datetime) -> Leave | None:
    """Return a player's leave of these days in a game, if it holds there."""
    leaves = play.open_leaves(state, colour, at)
    return next((leave for leave in leaves if days_from(leave, today=at.date()) == days), None)


def open_games(player: Player) -> list[Game]:
    """Return a player's unfinished games with what the rules need to know of them."""
    return list(my_games(player).defer(None).exclude(status=Game.Status.FINISHED).order_by("pk"))


def on_leave_until(player: Player, *, today: date) -> date | None:
    """Return the last day of the leave a player is on, by what they registered."""
    running = LeavePeriod.open(player, on=today).filter(first__lte=today)
    return max(running.values_list("last", flat=True), default=None)
