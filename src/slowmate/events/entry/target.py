"""The event a player asks to enter."""

from dataclasses import dataclass
from datetime import date

OF_ONE_FEDERATION = frozenset({"national", "national-preliminary"})
"""Kinds that are a federation's own, for its players alone."""


@dataclass(frozen=True, slots=True)
class Target:
    """The event a player asks to enter. *start* decides its edition; *ladies_minimum* is what was set for 1.5.1(d).

    *cycle* is its number in its series, such as 28 for the 28th World Championship; *earlier* are the days on which
    entries for the earlier events of the kind closed. *season* and *team* (its id) are those of the league.
    *federation* is whose own the event is, where it is of such a kind.
    """

    kind: str
    start: date
    deadline: date | None = None
    by_post: bool = False
    fee: int = 0
    ladies_minimum: int | None = None
    season: int | None = None
    team: str | None = None
    cycle: int | None = None
    earlier: tuple[date, ...] = ()
    federation: str | None = None
