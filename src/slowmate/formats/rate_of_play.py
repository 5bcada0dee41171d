"""A rate of play as text: the minutes for the whole game and the seconds a move, where the text is plain enough.

Reads the coded form of tournament reports, ``40/6000+30:900+30`` (moves, seconds, increment, period by period), and the
short form people write: ``90+30``, ``90' + 30''``, ``90 min + 30 sec/move``, ``120 min``. Anything else is left to
people: a rate of play that is only half understood must not decide about a norm.
"""

import re

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


_MOVES_IN_DAYS = re.compile(r"(\d{1,3})\s*moves?\s*(?:in|/|per)\s*(\d{1,4})\s*days?", re.IGNORECASE)
_DAYS_FOR_MOVES = re.compile(r"(\d{1,4})\s*days?\s*(?:for|/|per)\s*(\d{1,3})\s*moves?", re.IGNORECASE)
_POST = re.compile(r"\bpost(?:al)?\b", re.IGNORECASE)


def reflection_time(text: str | None) -> ReflectionTime | None:
    """Return the reflection time of a correspondence event, such as ``10 moves in 50 days``, perhaps ``by post``."""
    if not text:
        return None
    if moves_first := _MOVES_IN_DAYS.search(text):
        moves, days = int(moves_first[1]), int(moves_first[2])
    elif days_first := _DAYS_FOR_MOVES.search(text):
        moves, days = int(days_first[2]), int(days_first[1])
    else:
        return None
    return ReflectionTime(moves, days, postal=bool(_POST.search(text))) if moves else None
