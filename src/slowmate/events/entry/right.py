"""A right to enter an event as a value that can be stored: who has it, whence, to what, until when, and its state."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from slowmate.events.organising.offices import Actor
from slowmate.rulebook import EDITIONS, Clause, Dated
from slowmate.rulebook.calendar import Years

VALID_FOR = Dated({"ICCF-TR-2017 1.0.7/4": Years(3)})
"""For how long a right by a result may be used."""

SERIES: dict[str, tuple[str, ...]] = {
    "world": (
        "world-championship-preliminary",
        "world-championship-semi-final",
        "world-championship-candidates",
        "world-championship-final",
    ),
    "ladies": ("ladies-world-championship-semi-final", "ladies-world-championship-final"),
    "classes": ("open-class", "higher-class", "master-class"),
    "cup": ("world-cup-preliminary", "world-cup-semi-final", "world-cup-final"),
    "veterans": ("veterans-world-cup-preliminary", "veterans-world-cup-semi-final", "veterans-world-cup-final"),
    "olympiad": ("olympiad-preliminary", "olympiad-final"),
    "ladies-olympiad": ("ladies-olympiad-preliminary", "ladies-olympiad-final"),
}
"""Kinds that are stages of one series, lowest first. A series is numbered: the 28th World Championship, Cup 21."""


def series_of(kind: str) -> str:
    """Return the series of which a kind of event is a stage; without stages, the kind itself."""
    return next((name for name, kinds in SERIES.items() if kind in kinds), kind)


class RightState(StrEnum):
    """The state of a right. REFERRED: a shared place would give it, and an office decides who has it."""

    OPEN = "open"
    USED = "used"
    DEFERRED = "deferred"
    LOST = "lost"
    EXPIRED = "expired"
    REFERRED = "referred"


class Turn(StrEnum):
    """Which number of the series a right is for, counted from the number of the event that gave it."""

    ANY = "any"
    SAME = "same"
    NEXT = "next"
    TWO_PREVIOUS = "two previous"
    """One of the next two, or any later one while the event that gave it runs."""
    DEFERRABLE = "deferrable"
    """A Final: the first that comes, or once the one after it."""


@dataclass(frozen=True, slots=True)
class Right:
    """A right and its life. *source* is the section that gave it; it *started* on a day, and *earned* is its last one.

    *given_by* is its kind of event, and *cycle* its number in its series; *deferred* the numbers of the Finals it was
    put off from, None where it is not known which; *used* the start of the event it was used for. *office* decides on a
    referred right.
    """

    holder: str
    to: str
    clause: Clause
    source: str
    event: str
    started: date
    cycle: int | None = None
    earned: date | None = None
    expires: date | None = None
    half: bool = False
    free: bool = False
    turn: Turn = Turn.ANY
    state: RightState = RightState.OPEN
    used: date | None = None
    deferred: tuple[int | None, ...] = ()
    office: Actor | None = None
    of_federation: bool = False
    given_by: str = ""

    @property
    def judged_on(self) -> date:
        """The first day of the edition by which the right was judged, for the rules of that edition."""
        return EDITIONS[self.clause.edition].begins

    @property
    def id(self) -> str:
        """The id of a right: one event gives a holder one in a series, but may refer several."""
        own = f"{self.holder}/{self.source}/{self.series}"
        return f"{own}/{self.to}" if self.state is RightState.REFERRED else own

    @property
    def series(self) -> str:
        return series_of(self.to)

    @property
    def is_provisional(self) -> bool:
        """Whether the event that gave it still runs: its right may become a higher one."""
        return self.earned is None

    def is_usable(self, *, on: date) -> bool:
        is_open = self.state in (RightState.OPEN, RightState.DEFERRED)
        return is_open and (self.expires is None or on <= self.expires)


class UseOf(StrEnum):
    """The kinds of what an entry uses up."""

    RIGHT = "right"
    YEARLY = "yearly"
    NOMINATION = "nomination"
    GRANT = "grant"
    CHAMPION = "champion"


USED_BY_CLAUSE = {
    **dict.fromkeys(("1.1.1(h)", "1.2.1(h)", "1.5.1(c)/3", "2.5(c)", "2.6(c)"), UseOf.NOMINATION),
    **dict.fromkeys(("1.0.11/3", "1.4.4/2", "1.6.3/2"), UseOf.GRANT),
    "1.4.3/2": UseOf.CHAMPION,
}
"""What entries by a clause use up, other than a right by a result, title or rating."""


@dataclass(frozen=True, slots=True)
class Use:
    """A thing that an entry used up, for which kind of event and its start.

    *reference* names it: the section a right came from, the id of a nomination, the reference of a grant; a right by
    title or rating is used for a year, and a former champion's privilege once, without a name. *cycle* is the number
    of the event that was entered.
    """

    of: UseOf
    kind: str
    start: date
    clause: str
    reference: str | None = None
    cycle: int | None = None

    @property
    def is_yearly(self) -> bool:
        """Whether it used up a right by title or rating: not if its clause is that of a nomination or a grant."""
        return self.of is UseOf.YEARLY and self.clause.rpartition(" ")[2] not in USED_BY_CLAUSE


@dataclass(frozen=True, slots=True)
class Deferral:
    """A right to a Final that was put off: the section it came from (None: unknown) and the number of that Final."""

    source: str | None
    cycle: int | None
