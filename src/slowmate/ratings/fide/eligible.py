"""FIDE sections 0 to 5: which events and which games are rated at all, and on which list.

The start of the event decides which edition governs, registration included. Composition (section 6) is apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from slowmate.rulebook import Dated, Ground, Ruling, clause
from slowmate.rulebook.applies import applies

EDITION = Dated({"FIDE-RATING-2017 0.1": "FIDE-RATING-2017"})
OVER_THE_BOARD = clause("FIDE-RATING-2017 0/1")
REGISTERED_AHEAD = Dated({"FIDE-RATING-2017 0.2/1": timedelta(days=7)})
COMMISSION = clause("FIDE-RATING-2017 0.2/2")
NORMS, NORMS_DAYS = Dated({"FIDE-RATING-2017 0.2/3": 30}).newest
OWNER = clause("FIDE-RATING-2017 0.2/4")
LICENSED = clause("FIDE-RATING-2017 0.3")
LAWS = clause("FIDE-RATING-2017 2.1")
ASSUMED, ASSUMED_MOVES = Dated({"FIDE-RATING-2017 1.1/1": 60}).newest
MASTERS, (MASTERS_RATING, MASTERS_MINUTES) = Dated({"FIDE-RATING-2017 1.1/2": (2200, 120)}).newest
CLUB, (CLUB_RATING, CLUB_MINUTES) = Dated({"FIDE-RATING-2017 1.1/3": (1600, 90)}).newest
OTHERS, OTHERS_MINUTES = Dated({"FIDE-RATING-2017 1.1/4": 60}).newest
FIRST_CONTROL, FIRST_CONTROL_MOVES = Dated({"FIDE-RATING-2017 1.2": 40}).newest
RAPID, (RAPID_ABOVE, RAPID_BELOW) = Dated({"FIDE-RATING-2017 1.3": (10, 60)}).newest
BLITZ, (BLITZ_FROM, BLITZ_TO) = Dated({"FIDE-RATING-2017 1.4": (5, 10)}).newest
DAY, DAY_HOURS = Dated({"FIDE-RATING-2017 3.1": 12}).newest
DURATION, DURATION_DAYS = Dated({"FIDE-RATING-2017 4.1": 90}).newest
LEAGUE = clause("FIDE-RATING-2017 4.11")
LONGER = clause("FIDE-RATING-2017 4.12")
UNPLAYED = clause("FIDE-RATING-2017 5.1/1")
BOTH_MOVED, BOTH_MOVED_PLIES = Dated({"FIDE-RATING-2017 5.1/2": 2}).newest


class FideList(StrEnum):
    """The three lists; a player has a rating of their own on each."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


@dataclass(frozen=True, slots=True)
class ControlStage:
    """One control: *moves* in *minutes*, or all the rest of the moves where *moves* is None."""

    minutes: int
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class FideTimeControl:
    """The time each player has; *increment* is in seconds a move, from the first."""

    stages: tuple[ControlStage, ...]
    increment: int = 0


@dataclass(frozen=True, slots=True)
class Registration:
    """An event's registration before it began, with the decisions of officials.

    *arbiters* says for each whether they are licensed; *rounds_a_day* counts rounds on the busiest day; *late_allowed*,
    *refused* and *longer_approved* are decisions of the Qualification Commission.
    """

    federation: str
    start: date
    end: date
    registered: date | None
    control: FideTimeControl
    arbiters: Mapping[str, bool] = field(default_factory=dict)
    rounds_a_day: int = 1
    over_the_board: bool = True
    laws: str = "FIDE"
    is_league: bool = False
    late_allowed: bool = False
    refused: bool = False
    longer_approved: bool = False


def minutes(control: FideTimeControl) -> Fraction:
    """Return the time each player has for 60 moves, increments included, in minutes."""
    seconds = sum(stage.minutes * 60 for stage in control.stages) + ASSUMED_MOVES * control.increment
    return Fraction(seconds, 60)


def least_minutes(higher_rating: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the least time for the standard list by the higher rating; NaN (unrated) counts as below 1600."""
    return np.select(
        [higher_rating >= MASTERS_RATING, higher_rating >= CLUB_RATING],
        [MASTERS_MINUTES, CLUB_MINUTES],
        default=OTHERS_MINUTES,
    )


@applies(
    clause("FIDE-QC-2016 S2/R1.1"),
    clause("FIDE-QC-2016 S2/R1.1-trf"),
    clause("FIDE-QC-2016 S2/ENG-1"),
    clause("FIDE-QC-2016 S2/R1.3"),
    clause("FIDE-QC-2016 S2/R1.4"),
)
def is_on(
    which: FideList, time: NDArray[np.float64], white: NDArray[np.float64], black: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Return whether games go on a list, by their time for 60 moves and both standard ratings.

    It is decided game by game, so that one event may have games of both kinds. A standard game of 60 to 89 minutes with
    a player of 1600 or more is on no list.
    """
    if which is FideList.RAPID:
        return (time > RAPID_ABOVE) & (time < RAPID_BELOW)
    if which is FideList.BLITZ:
        return (time >= BLITZ_FROM) & (time <= BLITZ_TO)
    return time >= least_minutes(np.fmax(white, black))


@applies(clause("FIDE-QC-2016 S2/ENG-2"))
def list_of(control: FideTimeControl, white: int | None, black: int | None) -> Ruling[FideList | None]:
    """Return a game's list, or None. *white* and *black* are standard ratings when the event began."""
    first = control.stages[0].moves
    if first is not None and first != FIRST_CONTROL_MOVES:
        return Ruling(None, (Ground(FIRST_CONTROL, {"moves": first, "required": FIRST_CONTROL_MOVES}),))
    time = minutes(control)
    assumed = Ground(ASSUMED, {"minutes": time, "moves": ASSUMED_MOVES, "increment": control.increment})
    ratings = [np.array([np.nan if rating is None else rating], np.float64) for rating in (white, black)]
    for which, rule in ((FideList.RAPID, RAPID), (FideList.BLITZ, BLITZ)):
        if is_on(which, np.array([float(time)]), *ratings)[0]:
            return Ruling(which, (assumed, Ground(rule, {"minutes": time})))
    least = int(least_minutes(np.fmax(*ratings))[0])
    rule = {MASTERS_MINUTES: MASTERS, CLUB_MINUTES: CLUB}.get(least, OTHERS)
    if is_on(FideList.STANDARD, np.array([float(time)]), *ratings)[0]:
        return Ruling(FideList.STANDARD, (assumed, Ground(rule, {"minutes": time, "least": least})))
    if time < BLITZ_FROM:
        rule, least = BLITZ, BLITZ_FROM
    return Ruling(None, (assumed, Ground(rule, {"minutes": time, "least": least})))


def has_both_moved(plies: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether games were played: both made a move, so there are at least two half-moves."""
    return plies >= BOTH_MOVED_PLIES


def is_ratable(event: Registration) -> Ruling[bool]:
    """Return whether an event may be rated, or what it fails. Raises `NoEdition` before July 2017."""
    EDITION.on(event.start)
    failures = [*_registration_failures(event), *_play_failures(event), *_duration_failures(event)]
    if failures:
        return Ruling(False, tuple(failures))
    return Ruling(True, (Ground(OVER_THE_BOARD, {"start": event.start}), Ground(OWNER, {"owner": event.federation})))


def may_give_norms(event: Registration) -> Ruling[bool]:
    """Return whether norms can be made: registered 30 days ahead. Late registration saves only the rating."""
    ahead = (event.start - event.registered).days if event.registered else None
    facts = {"days_ahead": ahead, "required": NORMS_DAYS}
    return Ruling(ahead is not None and ahead >= NORMS_DAYS, (Ground(NORMS, facts),))


def _registration_failures(event: Registration) -> list[Ground]:
    failures = []
    if event.refused:
        failures.append(Ground(COMMISSION, {"refused": True}))
    if event.registered is None:
        failures.append(Ground(OVER_THE_BOARD, {"registered": False}))
    elif event.start - event.registered < REGISTERED_AHEAD.newest[1] and not event.late_allowed:
        failures.append(Ground(REGISTERED_AHEAD.clause, {"registered": event.registered, "start": event.start}))
    unlicensed = [name for name, licensed in event.arbiters.items() if not licensed]
    if unlicensed:
        failures.append(Ground(LICENSED, {"unlicensed": unlicensed}))
    return failures


def _play_failures(event: Registration) -> list[Ground]:
    failures = []
    if not event.over_the_board:
        failures.append(Ground(OVER_THE_BOARD, {"over_the_board": False}))
    if event.laws != "FIDE":
        failures.append(Ground(LAWS, {"laws": event.laws}))
    hours = event.rounds_a_day * 2 * minutes(event.control) / 60
    if hours > DAY_HOURS:
        failures.append(Ground(DAY, {"hours": hours, "most": DAY_HOURS}))
    return failures


def _duration_failures(event: Registration) -> list[Ground]:
    """Check the days, first and last included. Leagues and approved events may take longer."""
    days = (event.end - event.start).days + 1
    if days <= DURATION_DAYS:
        return []
    facts = {"days": days, "most": DURATION_DAYS}
    if event.is_league or event.longer_approved:
        return []
    return [Ground(DURATION, facts), Ground(LEAGUE, {"league": False}), Ground(LONGER, {"approved": False})]
