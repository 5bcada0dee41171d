"""The terms that an event's regulations fix for a game before it starts (Glossary: regulations of an event; 6.2)."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from slowmate.board.claims import FIFTY_MOVE_MIN_PIECES, TABLEBASE_MAX_PIECES
from slowmate.board.position import Position
from slowmate.play.clocks import TimeControl
from slowmate.play.clocks.counting import REGULATIONS
from slowmate.play.laws.results import ended_by_position
from slowmate.rulebook import Dated, Ground, NoEdition, Refused, clause
from slowmate.rulebook.applies import applies

FIFTY_MOVES = clause("ICCF-LAWS-2019 9.3.2")

IN_ADVANCE = clause("ICCF-LAWS-2019 6.2")

LAWS: Dated[str] = Dated({"ICCF-LAWS-2019 Intro-2": "ICCF-LAWS-2019"})
"""The Laws that govern a game, by the day its event starts. They do not change while it runs."""
IN_FORCE = LAWS.clause
SET_UP = clause("ICCF-LAWS-2019 3.10.3")
HALFMOVES = 4
"""The field of a FEN that counts moves without capture or pawn move."""


class Transmission(StrEnum):
    """The ways in which moves travel. A game over the board is no correspondence game, so it has no value here."""

    SERVER = "server"
    POST = "post"
    EMAIL = "email"
    FAX = "fax"

    @property
    @applies(clause("ICCF-LAWS-2019 Intro-1"), clause("ICCF-LAWS-2019 Glossary: non-server"))
    def is_server(self) -> bool:
        return self is Transmission.SERVER


class Notation(StrEnum):
    """The notation in a game by post or e-mail: numeric, or another that both players agreed to (8.1.1)."""

    NUMERIC = "numeric"
    ALGEBRAIC = "algebraic"


@dataclass(frozen=True, slots=True)
class Terms:
    """The options of the Laws chosen for one game, all fixed in advance."""

    starts: datetime
    """The start of White's clock; the Laws are those of this day."""
    time_control: TimeControl
    transmission: Transmission = Transmission.SERVER
    chess960: int | None = None
    """The number of the starting position drawn, in Chess960."""
    fen: str | None = None
    """The starting position of a thematic game."""
    counts_from_fen: bool = False
    """Moves without capture or pawn move that the position brings along count for the 50-move rule. They are not moves
    of this game, and without this the count starts at zero (9.3)."""
    draw_after: int = 0
    """Moves by each player before a draw may be offered or agreed (9.1.1); never before both have moved."""
    tablebase_pieces: int = TABLEBASE_MAX_PIECES
    """Men on the board, at most, for a claim on a tablebase (5.1.3, 5.2.4)."""
    fifty_moves_from: int = FIFTY_MOVE_MIN_PIECES
    """Men on the board, at least, for a claim under the 50-move rule (9.3)."""
    penalty_days: int = 5
    """The days proposed to the director as penalty for an illegal move (7.2)."""
    notation: Notation = Notation.NUMERIC
    is_variant: bool = False
    """Whether the event departs from the Laws, so that its games are not rated."""

    def __post_init__(self) -> None:
        if self.starts.tzinfo is None:
            raise ValueError("the start needs a time zone")
        object.__setattr__(self, "starts", self.starts.astimezone(UTC).replace(microsecond=0))
        if self.chess960 is not None and self.fen is not None:
            raise ValueError("a game starts from a Chess960 number or from a position, not both")
        for name in ("draw_after", "tablebase_pieces", "fifty_moves_from", "penalty_days"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name.replace('_', ' ')} cannot be negative")

    @property
    @applies(clause("ICCF-LAWS-2019 Preface-2"))
    def may_be_rated(self) -> bool:
        """Only a game played according to the Laws may be rated; Chess960 is within them (Appendix B)."""
        return not self.is_variant

    @property
    def has_own_start(self) -> bool:
        """Whether the starting position is told: a number of Chess960 or the position of a thematic game."""
        return self.chess960 is not None or self.fen is not None

    @applies(clause("ICCF-LAWS-2019 2.3b"))
    def start_position(self) -> Position:
        if self.chess960 is not None:
            return Position.chess960(self.chess960)
        return Position.initial() if self.fen is None else Position.from_fen(self.fen)


@applies(FIFTY_MOVES)
def counted_from_start(terms: Terms) -> Terms:
    """Return the terms with the position's count of moves set to zero, unless the event counts earlier moves."""
    if terms.fen is None or terms.counts_from_fen:
        return terms
    fields = terms.fen.split()
    fields[HALFMOVES : HALFMOVES + 1] = ["0"] if len(fields) > HALFMOVES else []
    return replace(terms, fen=" ".join(fields))


@applies(REGULATIONS, IN_ADVANCE)
def check_terms(terms: Terms) -> Position:
    """Return the starting position, if the game can be played under these terms; raise `Refused` if not.

    The day of the start governs. Refused: a start before the first edition of the Laws that we hold, a position that is
    illegal or already decided.
    """
    try:
        LAWS.on(terms.starts.date())
    except NoEdition as missing:
        raise Refused(Ground(IN_FORCE, {"starts": terms.starts})) from missing
    try:
        start = terms.start_position()
    except ValueError as illegal:
        raise Refused(Ground(SET_UP, {"fen": (terms.fen or "")[:100], "why": str(illegal)})) from illegal
    if terms.fen is not None and ended_by_position(start):
        raise Refused(Ground(SET_UP, {"fen": start.fen, "why": "the game would be over before it starts"}))
    return start
