"""Article 10: leave, in whole days of the calendar year on the server's clock (UTC). There are no adjournments.

During leave the player's clock rests and they make no move; they may still resign, and answer an offer. Their
conditional moves are moves they made before, and are played. Triple Block has no leave.
"""

from dataclasses import replace
from datetime import date, datetime, timedelta

from slowmate.board.moves import Colour
from slowmate.play.clocks import Leave, TripleBlock
from slowmate.play.commands import Adjourn, EndLeave, GrantLeave, TakeLeave
from slowmate.play.conditions import ON_LEAVE, TRIPLE_BLOCK, Moment, refuse, require_reason
from slowmate.play.events import Event, LeaveEnded, LeaveGranted, LeaveTaken
from slowmate.play.game import Game
from slowmate.play.laws.claims import OWN_CLOCK
from slowmate.rulebook import Ground, clause
from slowmate.rulebook.applies import applies

ADJOURNMENT = clause("ICCF-LAWS-2019 10.1a")
NO_LEAVE = clause("ICCF-LAWS-2019 10.1c")
LONGEST = 366


@applies(OWN_CLOCK, TRIPLE_BLOCK)
def take_leave(game: Game, command: TakeLeave, moment: Moment) -> tuple[Event, ...]:
    """Take leave for whole days from today on, within the days of each calendar year it touches."""
    _require_leave(game, command.by)
    require_days_ahead(command.first, command.last, at=moment.at)
    _require_free(game, command.by, command.first, command.last)
    leave = Leave.booked(command.first, command.last, at=moment.at)
    _require_allowance(game, command.by, leave, game.control.leave_days)
    facts = {"outcome": "taken", "player": command.by.value, "first": leave.first, "last": leave.last}
    left = {"left": _left(game, command.by, leave, command.first.year, game.control.leave_days)}
    return (LeaveTaken(at=moment.at, grounds=(Ground(ON_LEAVE, {**facts, **left}),), by=command.by, leave=leave),)


def end_leave(game: Game, command: EndLeave, moment: Moment) -> tuple[Event, ...]:
    """End leave: the player's clock runs from now on, and today is a day of leave. Leave not begun costs nothing."""
    today = moment.at.date()
    leaves = [leave for leave in open_leaves(game, command.by, moment.at) if command.first in (None, leave.first)]
    if not leaves:
        raise refuse(ON_LEAVE, "no-leave", player=command.by.value)
    before = leaves[0]
    rest = Leave(before.first, today, before.begins, moment.at, before.extra) if before.begins <= moment.at else None
    facts = {"outcome": "ended" if rest else "given-up", "player": command.by.value, "first": before.first}
    return (
        LeaveEnded(
            at=moment.at,
            grounds=(Ground(ON_LEAVE, {**facts, "last": today}),),
            by=command.by,
            before=before,
            leave=rest,
        ),
    )


def grant_leave(game: Game, command: GrantLeave, moment: Moment) -> tuple[Event, ...]:
    """Grant extra leave, also for past days of this move, which then do not count as reflection."""
    require_reason(command)
    _require_leave(game, command.to)
    _require_days(command.first, command.last, moment.at)
    _require_free(game, command.to, command.first, command.last)
    leave = Leave.booked(command.first, command.last, at=moment.at, extra=True)
    _require_allowance(game, command.to, leave, game.control.extra_leave_days)
    side = game.side(command.to)
    after = replace(side, leaves=(*side.leaves, leave))
    granted = replace(game, white=after) if command.to is Colour.WHITE else replace(game, black=after)
    credited = game.reflected(command.to, moment.at) - granted.reflected(command.to, moment.at)
    facts = {"outcome": "granted", "player": command.to.value, "first": leave.first, "last": leave.last}
    return (
        LeaveGranted(
            at=moment.at,
            grounds=(Ground(ON_LEAVE, {**facts, "credited": credited}),),
            to=command.to,
            leave=leave,
            credited=credited,
            director=command.director,
            reason=command.reason,
        ),
    )


def adjourn(_game: Game, command: Adjourn, _moment: Moment) -> tuple[Event, ...]:
    """Refuse to adjourn: a player stops their clock by a move or by leave only."""
    raise refuse(ADJOURNMENT, "refused", player=command.by.value)


def require_days_ahead(first: date, last: date, *, at: datetime) -> None:
    """Refuse days on which no leave can be taken in any game: before today, or more than a year ahead."""
    _require_days(first, last, at)
    if first < at.date():
        raise refuse(ON_LEAVE, "in-the-past", first=first, today=at.date())


def _require_days(first: date, last: date, at: datetime) -> None:
    is_near = abs(first.year - at.year) <= 1 and last.year - at.year <= 1
    if not is_near or not timedelta(0) <= last - first < timedelta(days=LONGEST):
        raise refuse(ON_LEAVE, "no-days", first=first, last=last)


def _require_leave(game: Game, by: Colour) -> None:
    if isinstance(game.control, TripleBlock):
        raise refuse(NO_LEAVE, "refused", player=by.value)


def _require_free(game: Game, by: Colour, first: date, last: date) -> None:
    for leave in game.side(by).leaves:
        if leave.first <= last and first <= leave.last:
            raise refuse(ON_LEAVE, "overlaps", first=leave.first, last=leave.last)


def _require_allowance(game: Game, by: Colour, leave: Leave, allowed: int) -> None:
    for year in {leave.first.year, leave.last.year}:
        left = _left(game, by, leave, year, allowed)
        if left < 0:
            facts = {"player": by.value, "year": str(year), "allowed": allowed, "asked": leave.days_in(year)}
            raise refuse(ON_LEAVE, "used-up", **facts, left=left + leave.days_in(year))


def _left(game: Game, by: Colour, new: Leave, year: int, allowed: int) -> int:
    """Return the days of a year that remain after the new leave."""
    return allowed - _taken(game, by, year, extra=new.extra) - new.days_in(year)


def _taken(game: Game, by: Colour, year: int, *, extra: bool) -> int:
    return sum(leave.days_in(year) for leave in game.side(by).leaves if leave.extra is extra)


def leave_left(game: Game, colour: Colour, year: int, *, extra: bool = False) -> int:
    """Return the days of leave left in a calendar year, or of *extra* leave the director may grant."""
    allowed = game.control.extra_leave_days if extra else game.control.leave_days
    return allowed - _taken(game, colour, year, extra=extra)


def open_leaves(game: Game, colour: Colour, at: datetime) -> tuple[Leave, ...]:
    """Return a player's leave that runs or is to come, in its order."""
    rest = (leave for leave in game.side(colour).leaves if leave.ends > at)
    return tuple(sorted(rest, key=lambda leave: leave.begins))
