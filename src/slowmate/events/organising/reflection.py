"""Whether an event is rated with its time control: 9.2 asks for so many days a move."""

from datetime import date

from slowmate.events.kinds import AUTHORISED
from slowmate.play.clocks import TimeControl
from slowmate.play.clocks.reflection import reflection
from slowmate.ratings.eligible import ReflectionTime, is_rated
from slowmate.records import Kind
from slowmate.rulebook import Ruling


def is_event_rated(
    kind: Kind, control: TimeControl, *, start: date, by_post: bool, agreed: bool = False
) -> Ruling[bool]:
    """Whether an event that starts on a day is rated. *agreed*: by whom the rules ask, of a national event the Ratings
    Commissioner, of others the Executive Board or Congress."""
    moves, days = reflection(control)
    return is_rated(
        kind,
        on=start,
        time=ReflectionTime(moves, days, by_post),
        agreed=agreed,
        authorised=agreed or kind.slug in AUTHORISED,
    )
