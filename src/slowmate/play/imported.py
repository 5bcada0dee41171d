"""A finished game that an archive brings: its moves and its result as they were told, in three events."""

from collections.abc import Sequence
from datetime import datetime

from slowmate.play.events import Arranged, Ended, Event, Imported
from slowmate.play.laws.results import Termination
from slowmate.play.terms import Terms
from slowmate.records import Result


def imported(
    terms: Terms,
    moves: Sequence[str],
    result: Result,
    *,
    ended: datetime,
    termination: Termination = Termination.REPORTED,
    source: str = "",
) -> tuple[Event, ...]:
    """What happened in a game of the past. Nothing is judged: it was played, and decided, elsewhere.

    *moves* in their stored form, perhaps none; they are legal, or `fold` raises. *source* is where it comes from. The
    day it *ended* is the day of its rating list.
    """
    began = min(terms.starts, ended)
    return (
        Arranged(at=began, terms=terms),
        Imported(at=began, moves=tuple(moves), source=source),
        Ended(at=ended, result=result, termination=termination, effective=ended),
    )
