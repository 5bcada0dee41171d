"""The reflection time that a time control gives, as 9.2 asks about it: so many days for so many moves."""

from datetime import date

from slowmate.events.kinds import AUTHORISED
from slowmate.play.clocks import Classic, FixedDays, TimeControl, TripleBlock
from slowmate.ratings.eligible import ReflectionTime, is_rated
from slowmate.records import Kind
from slowmate.rulebook import Ruling

LONG_GAME = 50
"""Moves over which the time of a control with an increment is looked at: the rules of the ICCF count 50 too."""


def reflection_time(control: TimeControl, *, by_post: bool) -> ReflectionTime:
    """So many days for so many moves. Where each move adds time, what there is for the first fifty."""
    if isinstance(control, Classic):
        return ReflectionTime(control.moves, control.days, by_post)
    if isinstance(control, FixedDays):
        return ReflectionTime(1, control.days, by_post)
    if isinstance(control, TripleBlock):
        days = control.clock + control.bank + min(LONG_GAME, control.increment_moves) * control.increment
        return ReflectionTime(LONG_GAME, days, by_post)
    return ReflectionTime(LONG_GAME, control.days + LONG_GAME * control.increment, by_post)


def is_event_rated(
    kind: Kind, control: TimeControl, *, start: date, by_post: bool, agreed: bool = False
) -> Ruling[bool]:
    """Whether an event that starts on a day is rated. *agreed*: by whom the rules ask, of a national event the Ratings
    Commissioner, of others the Executive Board or Congress."""
    return is_rated(
        kind,
        on=start,
        time=reflection_time(control, by_post=by_post),
        agreed=agreed,
        authorised=agreed or kind.slug in AUTHORISED,
    )
