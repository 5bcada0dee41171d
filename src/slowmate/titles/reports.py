"""The answer of `norms`: the statement of norms of an event and, player by player, the state of each norm.

Both federations' rules fill in the same values. Everything a reader may ask "why?" about carries its ground.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from slowmate.rulebook import Fact, Requirement


class NormOutlook(StrEnum):
    """The outlook of a norm: the points are in hand, can still be made, or cannot be made any more."""

    GUARANTEED = "guaranteed"
    REACHABLE = "reachable"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Norm:
    """One player's norm for one title.

    *needed* is the score a title performance takes, None where the opponents are too weak for one. *possible*: nothing
    but the score stands against the norm. *performance*: the score is there; *achieved*: and so is all the rest.
    *counted_games* is what the norm is worth towards a title, with the overscored games; without the norm, the games.
    """

    needed: Fraction | None
    achieved: bool
    possible: bool
    counted_games: int
    overscore_games: int = 0
    sum: Decimal | None = None
    performance: bool = False
    outlook: NormOutlook = NormOutlook.GONE
    still_needed: Fraction | None = None
    requirements: tuple[Requirement, ...] = ()
    """The requirements that held or failed for this player and title, in the order it was applied."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game as norms see it: the opponent, the rating they count with, what was scored, and what is expected.

    *score* is None while the game runs. *counts* is false for a game that is left out (cancelled, ignored).
    """

    opponent: str
    rating: Decimal | None
    score: Fraction | None
    counts: bool = True
    expectancies: Mapping[str, Decimal] = field(default_factory=dict)
    """By title: what a player who just deserves it would score (ICCF 2017)."""


@dataclass(frozen=True, slots=True)
class PlayerNorms:
    """One line of the report. *games* are those that count now; *extra* goes into the JSON as it is."""

    id: str
    opponents_average: Fraction | None
    score: Fraction
    games: int
    norms: Mapping[str, Norm]
    running: int = 0
    board: int | None = None
    lines: tuple[GameLine, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    """The requirements that held or failed for this player whatever the title."""
    extra: Mapping[str, Fact] = field(default_factory=dict)
    """FIDE: performance, ignored, and opponents by title and by federation."""


@dataclass(frozen=True, slots=True)
class BoardReport:
    """A board of a team event: a section of its own."""

    board: int
    average: Decimal | None
    category: str | None
    titles_possible: Mapping[str, bool]
    requirements: tuple[Requirement, ...]


@dataclass(frozen=True, slots=True)
class NormReport:
    """The answer for an event. *rules* is the edition; *titles_possible*: open to at least one of the players.

    *as_if*: the edition was asked for, and is not the one in force when the event started.
    """

    rules: str
    titles_possible: Mapping[str, bool]
    average: Decimal | None
    category: str | None
    requirements: tuple[Requirement, ...]
    players: tuple[PlayerNorms, ...]
    boards: tuple[BoardReport, ...] = ()
    as_if: bool = False
