"""The rating terms of a game: frozen when it is arranged, so that lists do not depend on events."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Self

from slowmate.play.clocks.reflection import reflection
from slowmate.play.terms import Terms, Transmission

if TYPE_CHECKING:
    from slowmate.server.games.models import Game

FROZEN = (
    *("is_rated", "pool", "event_kind", "event_key", "white_start", "black_start", "white_by_level", "black_by_level"),
    *("level", "reflection_moves", "reflection_days", "is_postal", "is_agreed", "is_scheveningen"),
    *("is_between_countries",),
    *("white_original_id", "black_original_id", "over_the_board"),
)
"""The columns of a game that its terms of rating fill; no command changes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTerms:
    """The rating terms of a game. By default it is not rated: a challenge.

    *event_kind* is a slug of `records.KINDS`; *event_key* identifies its event (section).
    *white_start* and *black_start* are the start ratings of 9.4, None where the rules need none; *white_by_level* and
    *black_by_level* say whether they are the level of the event. *level* is what was announced or confirmed for an
    event that item 11 gives none. *is_agreed*: it has the agreement or authorisation that 9.2 asks of some kinds of
    event; *is_between_countries* what the teams of a friendly match say. The originals are the ids of replaced players,
    if the game may count for them. *over_the_board* are FIDE's columns of games.csv, for games of its pools.
    """

    is_rated: bool = False
    pool: str = "chess"
    event_kind: str = ""
    event_key: str = ""
    white_start: int | None = None
    black_start: int | None = None
    white_by_level: bool | None = None
    black_by_level: bool | None = None
    level: int | None = None
    is_agreed: bool = True
    is_scheveningen: bool = False
    is_between_countries: bool | None = None
    white_original_id: int | None = None
    black_original_id: int | None = None
    over_the_board: Mapping[str, Any] | None = None
    reported: date | None = None

    @classmethod
    def of(cls, row: "Game") -> Self:
        """Return the terms of an existing game, for one that takes its place."""
        terms = {name: getattr(row, name) for name in cls.__dataclass_fields__ if name != "reported"}
        return cls(**terms)

    @property
    def reversed(self) -> Self:
        """The same terms with colours reversed."""
        swapped = {
            "white_start": self.black_start,
            "black_start": self.white_start,
            "white_by_level": self.black_by_level,
            "black_by_level": self.white_by_level,
            "white_original_id": self.black_original_id,
            "black_original_id": self.white_original_id,
        }
        terms = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return type(self)(**{**terms, **swapped})


UNRATED = RatingTerms()


def copy_rating_terms(rating: RatingTerms, terms: Terms, *, to: "Game") -> None:
    """Copy the terms of rating to the columns of a new game; what 9.2 asks of its time comes from its clock."""
    for name in RatingTerms.__dataclass_fields__:
        value = getattr(rating, name)
        setattr(to, name, dict(value) if isinstance(value, Mapping) else value)
    if to.pool.startswith("fide-") and to.over_the_board is None:
        to.over_the_board = {}  # nothing is said of it, but it was played over the board
    to.is_postal = terms.transmission is Transmission.POST
    to.reflection_moves, to.reflection_days = reflection(terms.time_control) or (None, None)
