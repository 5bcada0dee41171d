"""Article 2: the squares of the board and how each player sees them."""

from slowmate.board.moves import Colour
from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

SQUARE_NAMES = clause("ICCF-LAWS-2019 A.7")
FILES = "abcdefgh"
RANKS = "12345678"


@applies(clause("ICCF-LAWS-2019 2.1"))
def is_light(square: str) -> bool:
    """Say whether a square is a light one; a1 is dark."""
    return (FILES.index(square[0]) + RANKS.index(square[1])) % 2 == 1


@applies(clause("ICCF-LAWS-2019 2.2a"), SQUARE_NAMES)
def rows(seen_by: Colour) -> tuple[tuple[str, ...], ...]:
    """Return the 64 squares as a player sees them, far rank first: a light square is near on the right."""
    white = seen_by is Colour.WHITE
    files, ranks = (FILES, RANKS[::-1]) if white else (FILES[::-1], RANKS)
    return tuple(tuple(f"{file}{rank}" for file in files) for rank in ranks)
