"""The facts that FIDE's title regulations need about a tournament beyond its report."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum


class FideCategory(StrEnum):
    """The categories of tournament for which the regulations have rules of their own."""

    ORDINARY = "ordinary"
    NATIONAL_CHAMPIONSHIP = "national-championship"
    NATIONAL_TEAM = "national-team-championship"
    LEAGUE = "league"
    ZONAL = "zonal"
    SUBZONAL = "subzonal"
    WORLD_TEAM = "world-team-championship"
    WORLD_CLUB = "world-club-championship"
    CONTINENTAL_TEAM = "continental-team-championship"
    CONTINENTAL_CLUB = "continental-club-championship"
    WORLD_CUP = "world-cup"
    WOMENS_WORLD = "womens-world-championship"


@dataclass(frozen=True, slots=True, order=True)
class ClockSetting:
    """Minutes for the whole game and seconds added for (or delayed before) each move."""

    minutes: int
    increment: int = 0
    delay: int = 0


@dataclass(frozen=True, slots=True)
class FideTerms:
    """The terms of a tournament over the board. What is None or empty is not known, and not judged.

    *approvals* are prior approvals of the Qualification Commission or its chairman with their dates: ``registration``,
    ``composition``, ``duration``, ``federations``. *changes* names what was changed while it ran: ``composition``,
    ``conditions``, ``rounds``, ``order``, ``opponents``. *clocks* are all settings in use; *special_clocks* that those
    who differ play with clocks for disabled players. *predetermined*: all pairings were known before the start (None:
    as the kind of event has it). *subzonal_that_year*: the host alone held a Subzonal in the year of this championship.
    *byes* are (player, round) of byes the pairing gave; *computers* are ids of players that are none; *adjudicated* are
    positions in the event's games of those not decided by play over the board.
    """

    category: FideCategory = FideCategory.ORDINARY
    registered: date | None = None
    approvals: Mapping[str, date] = field(default_factory=dict)
    changes: tuple[str, ...] = ()
    clocks: tuple[ClockSetting, ...] = ()
    special_clocks: bool = False
    disabled_players: bool = False
    predetermined: bool | None = None
    subzonal_that_year: bool = False
    division: str | None = None
    byes: frozenset[tuple[str, int]] = frozenset()
    computers: frozenset[str] = frozenset()
    adjudicated: frozenset[int] = frozenset()
