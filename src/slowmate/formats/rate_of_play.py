"""A rate of play as text: the minutes for the whole game and the seconds a move, where the text is plain enough.

Reads the coded form of tournament reports, ``40/6000+30:900+30`` (moves, seconds, increment, period by period), and the
short form people write: ``90+30``, ``90' + 30''``, ``90 min + 30 sec/move``, ``120 min``. Anything else is left to
people: a rate of play that is only half understood must not decide about a norm.
"""

import re
from dataclasses import replace
from fractions import Fraction

from slowmate.play.clocks import TripleBlock
from slowmate.play.clocks.reflection import MOVES, reflection
from slowmate.ratings.eligible import ReflectionTime
from slowmate.ratings.fide.eligible import ControlStage, FideTimeControl
from slowmate.records import ClockSetting

_PERIOD = re.compile(r"(?:(\d+)/)?(\d+)(?:\+(\d+))?")
_MINUTES = r"(\d{1,3})\s*(?:'|′|’|m|min|mins|minutes)?\.?"
_SECONDS = r"(\d{1,2})\s*(?:''|\"|″|”|s|sec|secs|seconds)?\.?"
_A_MOVE = r"(?:\s*(?:/|per|a|each)\s*move)?"
_SHORT = re.compile(rf"{_MINUTES}(?:\s*\+\s*{_SECONDS}{_A_MOVE}(?:\s*from move 1)?)?", re.IGNORECASE)
LEAST_CODED_SECONDS = 1000
"""The least seconds of a coded period; fewer are minutes, as 15 for a quarter of an hour."""


def clock_settings(text: str | None) -> tuple[ClockSetting, ...]:
    """Return the one setting a text states, or none."""
    if not text:
        return ()
    setting = _coded(text.strip()) or _short(text.strip())
    return (setting,) if setting else ()


def _coded(text: str) -> ClockSetting | None:
    periods = [_PERIOD.fullmatch(part) for part in text.split(":")]
    if not all(periods):
        return None
    seconds = sum(int(period[2]) for period in periods if period)
    increments = {int(period[3] or 0) for period in periods if period}
    if seconds < LEAST_CODED_SECONDS:
        return None
    return ClockSetting(seconds // 60, min(increments))


def _short(text: str) -> ClockSetting | None:
    match = _SHORT.fullmatch(text)
    return ClockSetting(int(match[1]), int(match[2] or 0)) if match and int(match[1]) else None


def time_control(text: str | None) -> FideTimeControl | None:
    """Return the controls of a game over the board: those of the coded form, or one for the whole game."""
    periods = [_PERIOD.fullmatch(part) for part in (text or "").strip().split(":")]
    settings = clock_settings(text)
    if not settings:
        return None
    increment = settings[0].increment
    matches = [period for period in periods if period]
    if len(matches) != len(periods) or sum(int(period[2]) for period in matches) < LEAST_CODED_SECONDS:
        return FideTimeControl((ControlStage(settings[0].minutes),), increment)
    stages = (
        ControlStage(int(match[2]) // 60, int(match[1]) if match[1] and len(matches) > 1 else None) for match in matches
    )
    return FideTimeControl(tuple(stages), increment)


# By correspondence: days for moves

_SEPARATOR = r"\s*(?:a|per|each|/)\s*"
_NUMBER = r"(\d{1,4}(?:\.\d{1,2})?)"
_MOVES_IN_DAYS = re.compile(r"(\d{1,3})\s*moves?\s*(?:in|/|per)\s*(\d{1,4})\s*days?", re.IGNORECASE)
_DAYS_FOR_MOVES = re.compile(r"(\d{1,4})\s*days?\s*(?:for|/|per)\s*(\d{1,3})\s*moves?", re.IGNORECASE)
_DAYS_A_MOVE = re.compile(rf"{_NUMBER}\s*days?{_SEPARATOR}move", re.IGNORECASE)
_DAYS_AND_INCREMENT = re.compile(
    rf"(\d{{1,4}})\s*days?\s*\+\s*(\d{{1,3}})(?:\s*days?)?(?:{_SEPARATOR}move)?", re.IGNORECASE
)
_TRIPLE_BLOCK = re.compile(
    r"triple[\s-]*block\s*(\d{1,3})(?:\s*days?)?(?:\s*,?\s*(?:with\s+)?bank\s*(\d{1,3})(?:\s*days?)?)?", re.IGNORECASE
)
_TRANSMISSION = re.compile(
    r"\s*[,;]?\s*\(?\b(?:(?:by|on\s+the|on)\s+)?(?:(post(?:al)?)|(?:web\s*)?server|e-?mail)\b\)?\s*$", re.IGNORECASE
)
UNREAD_RATE = (
    "is not a rate of play that can be read; write it as 10 moves in 50 days, 3 days a move, 30 days + 3, or "
    "triple block 2 (with by post at the end for an event by post)"
)


def reflection_time(text: str | None) -> ReflectionTime | None:
    """Return the reflection time of a correspondence event, such as ``10 moves in 50 days``, perhaps ``by post``.

    Also read are days a move, days with an increment, and triple block with its days a move; None for anything else.
    """
    if not text:
        return None
    sent = _TRANSMISSION.search(text)
    pace = _pace((text[: sent.start()] if sent else text).strip())
    return ReflectionTime(*pace, postal=bool(sent and sent[1])) if pace and pace[0] else None


def _pace(text: str) -> tuple[int, int] | None:
    """Return a number of moves and the days for them."""
    if match := _MOVES_IN_DAYS.fullmatch(text):
        return int(match[1]), int(match[2])
    if match := _DAYS_FOR_MOVES.fullmatch(text):
        return int(match[2]), int(match[1])
    if match := _DAYS_A_MOVE.fullmatch(text):
        days = Fraction(match[1])
        return days.denominator, days.numerator
    if match := _DAYS_AND_INCREMENT.fullmatch(text):
        return MOVES, int(match[1]) + MOVES * int(match[2])
    if (match := _TRIPLE_BLOCK.fullmatch(text)) and int(match[1]):
        control = TripleBlock(int(match[1]))
        return reflection(control if match[2] is None else replace(control, bank=int(match[2])))
    return None
