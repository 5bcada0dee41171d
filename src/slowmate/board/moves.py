"""A move as it is stored, the two colours, and what is raised when a move cannot be read."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import chess

from slowmate.rulebook import Clause

STORED = re.compile(r"([a-h][1-8])(?!\1)[a-h][1-8][qrbn]?\Z")
_SHOWN = 40


class Colour(StrEnum):
    """The two players by the colour of their men."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Colour":
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One move in its stored form: departure square, arrival square, and the letter of a promotion.

    Castling is the king's move in orthodox chess (``e1g1``) and king to the square of its rook in Chess960 (``f1g1``
    with the rook on g1), because there the king's own squares may also be those of a plain move.
    """

    uci: str

    def __post_init__(self) -> None:
        if not STORED.match(self.uci):
            raise ValueError(f"{quoted(self.uci)} is not a stored move such as e2e4 or e7e8q")

    @property
    def departure(self) -> str:
        return self.uci[:2]

    @property
    def arrival(self) -> str:
        return self.uci[2:4]

    @property
    def promotion(self) -> str | None:
        """The capital letter of the new piece, or None."""
        return self.uci[4:].upper() or None

    def __str__(self) -> str:
        return self.uci


class UnreadableMove(ValueError):
    """A move that cannot be played as it is written. *clause* is the rule it fails, where one can be named."""

    def __init__(self, why: str, *, clause: Clause | None = None) -> None:
        super().__init__(why)
        self.why, self.clause = why, clause


class IllegalMove(UnreadableMove):
    """The Laws do not allow the move in this position."""


class UnclearMove(IllegalMove):
    """The text is no move, or not a whole one: nothing that could be legal or illegal. The player is asked again."""


class AmbiguousMove(UnreadableMove):
    """The text fits more than one legal move."""


def quoted(text: str) -> str:
    """Quote text from outside, cut so that a message stays one short line."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")


@lru_cache(maxsize=4096)
def library_move(uci: str) -> chess.Move:
    """Return the library's move of a stored one. There are fewer than 4096 sensible ones, so each is made once."""
    if not STORED.match(uci):
        raise UnclearMove(f"{quoted(uci)} is not a move")
    return chess.Move.from_uci(uci)


@lru_cache(maxsize=4096)
def _stored(uci: str) -> Move:
    return Move(uci)


def stored_move(move: chess.Move) -> Move:
    """Return our move of the library's."""
    return _stored(move.uci())
