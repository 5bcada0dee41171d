"""A player's leave as his games have it: what runs or is to come, where it holds, where not and why, and what is left.

A period is known by its days from today on: in a game that began during it, it began later than in the others.
"""

from collections.abc import Iterable
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
from slowmate.server.site.text import sentence

PAST = 20
"""Periods that are over on one page."""

Days = tuple[date, date]
Refusals = list[tuple[Game, tuple[Ground, ...]]]


@dataclass(frozen=True, slots=True)
class RefusedAlike:
    """Games in which leave is refused in the same words."""

    grounds: tuple[Ground, ...]
    games: list[Game]


@dataclass(slots=True)
class Period:
    """Leave that runs or is to come, and where it holds."""

    first: date
    last: date
    today: date
    is_registered: bool = False
    """By the player himself; otherwise a director granted it in some game."""
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

    @property
    def refused_alike(self) -> list[RefusedAlike]:
        return alike(self.refused)


@dataclass(frozen=True, slots=True)
class LeavePage:
    """What a player is told of his leave: what runs or is to come, in its order, and what is over."""

    periods: list[Period]
    past: list[LeavePeriod]
    left: tuple[int, int] | None
    """The fewest and the most days left this year in one of his games; None where none knows leave."""

    @property
    def is_left_alike(self) -> bool:
        """Whether the same number of days is left in all his games."""
        return self.left is not None and self.left[0] == self.left[1]


def leave_page(player: Player, *, at: datetime) -> LeavePage:
    games = [(row, play.game_from_text(row.snapshot)) for row in open_games(player)]
    left = [play.leave_left(state, row.colour_of(player), at.year) for row, state in games if state.control.leave_days]
    periods = _periods(player, games, at=at)
    past = player.leaves.exclude(ended=None, last__gte=at.date()).order_by("-first", "-pk")[:PAST]
    return LeavePage(periods, list(past), (min(left), max(left)) if left else None)


def _periods(player: Player, games: list[tuple[Game, play.Game]], *, at: datetime) -> list[Period]:
    found: dict[Days, Period] = {}
    for kept in LeavePeriod.open(player, on=at.date()):
        _found(found, kept, at=at).is_registered = True
    for row, state in games:
        for leave in play.open_leaves(state, row.colour_of(player), at):
            _found(found, leave, at=at).games.append(row)
    for days, period in found.items():
        for row, state in games if period.is_registered else ():
            if row not in period.games:
                _not_there(period, row, state, row.colour_of(player), days, at=at)
    return sorted(found.values(), key=lambda period: (period.first, period.last))


def _found(found: dict[Days, Period], leave: Leave | LeavePeriod, *, at: datetime) -> Period:
    """The period of a game's leave or of what was registered; its first day is the earliest of any game."""
    days = days_from(leave, today=at.date())
    period = found.setdefault(days, Period(leave.first, leave.last, at.date()))
    period.first = min(period.first, leave.first)
    return period


def _not_there(period: Period, row: Game, state: play.Game, colour: Colour, days: Days, *, at: datetime) -> None:
    """Ask the rules why leave does not hold in a game."""
    try:
        play.decide(state, commands.TakeLeave(by=colour, first=days[0], last=days[1]), at=max(at, state.latest))
    except Refused as refused:
        period.refused.append((row, refused.grounds))
    else:
        period.missing.append(row)


def days_from(leave: Leave | LeavePeriod, *, today: date) -> Days:
    """The days of leave that are not past."""
    return max(leave.first, today), leave.last


def leave_in(state: play.Game, colour: Colour, days: Days, *, at: datetime) -> Leave | None:
    """A player's leave of these days in a game, if it holds there."""
    held = play.open_leaves(state, colour, at)
    return next((leave for leave in held if days_from(leave, today=at.date()) == days), None)


def open_games(player: Player) -> list[Game]:
    """His games that are not over, with what the rules need to know of them."""
    return list(my_games(player).defer(None).exclude(status=Game.Status.FINISHED).order_by("pk"))


def alike(refusals: Iterable[tuple[Game, tuple[Ground, ...]]]) -> list[RefusedAlike]:
    """Refusals with the same words told once, the most frequent first."""
    found: dict[tuple[str, ...], RefusedAlike] = {}
    for row, grounds in refusals:
        words = tuple(map(sentence, grounds))
        found.setdefault(words, RefusedAlike(grounds, [])).games.append(row)
    return sorted(found.values(), key=lambda one: -len(one.games))


def on_leave_until(player: Player, *, today: date) -> date | None:
    """The last day of the leave a player is on, by what he has registered."""
    running = LeavePeriod.open(player, on=today).filter(first__lte=today)
    return max(running.values_list("last", flat=True), default=None)
