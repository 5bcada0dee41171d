"""A little calculator of time in one game, from the words of the Laws alone: it shares nothing with what it checks.

6.5: a move stops the player's clock and starts the opponent's. 4.2: by post it is made when it is sent, and nobody can
think about a move they have not received. 6.10: a clock the director has stopped stands still. 10.1: and so on leave.
The numbers are the event's: whole days of 24 hours, and after so many days on one move every further day twice.
"""

from datetime import datetime, timedelta
from itertools import pairwise

Spans = list[tuple[datetime, datetime]]


def sorted_out(began: datetime, received: datetime, sent: datetime, stops: Spans, leaves: Spans) -> dict[str, float]:
    """The seconds between two sendings, one stretch after the other in which nothing changes."""
    seconds = {"transit": 0.0, "reflected": 0.0, "leave": 0.0, "stopped": 0.0}
    turning_points = {began, received, sent}
    for first, last in stops + leaves:
        turning_points |= {first, last}
    instants = sorted(point for point in turning_points if began <= point <= sent)
    for here, there in pairwise(instants):
        middle = here + (there - here) / 2
        if middle < received:
            kind = "transit"
        elif any(first <= middle < last for first, last in stops):
            kind = "stopped"
        elif any(first <= middle < last for first, last in leaves):
            kind = "leave"
        else:
            kind = "reflected"
        seconds[kind] += (there - here).total_seconds()
    return seconds


def taken_off(reflected: float, *, whole_days: bool, twice_after: int | None) -> float:
    """The seconds that so many seconds of reflection on one move take off a clock."""
    day = 24 * 60 * 60
    once = reflected - reflected % day if whole_days else reflected
    twice = 0 if twice_after is None else max(0, once - twice_after * day)
    return once + twice


def days(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)
