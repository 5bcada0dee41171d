"""Appendix B: the 960 starting positions by number, and the four ways of castling.

The numbers are the customary ones: 518 is the orthodox position. The number is passed in. Drawn
uniformly from 0 to 959 (once for all pairings of an event, or for each pairing), it gives each position the same
chance.
"""

from itertools import combinations

import chess

from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

ENDS_KINGSIDE = clause("ICCF-LAWS-2019 B.3.4a")
ENDS_QUEENSIDE = clause("ICCF-LAWS-2019 B.3.4b")
POSITIONS = 960
_KNIGHTS = tuple(combinations(range(5), 2))


@applies(
    clause("ICCF-LAWS-2019 B.1"),
    clause("ICCF-LAWS-2019 B.2"),
    clause("ICCF-LAWS-2019 B.2.1"),
    clause("ICCF-LAWS-2019 B.2.2"),
)
def back_rank(number: int) -> str:
    """Return the pieces of the first rank, from a to h, in the position of a number from 0 to 959.

    One bishop comes to a light square and one to a dark; the three squares left over at last take rook, king and rook.
    """
    if not 0 <= number < POSITIONS:
        raise ValueError(f"a Chess960 position has a number from 0 to 959, not {number}")
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    rank: list[str | None] = [None] * 8
    rank[2 * light + 1] = rank[2 * dark] = "B"
    _place(rank, queen, "Q")
    for place in reversed(_KNIGHTS[knights]):
        _place(rank, place, "N")
    for piece in "RKR":
        _place(rank, 0, piece)
    return "".join(piece or "" for piece in rank)


def _place(rank: list[str | None], place: int, piece: str) -> None:
    free = [square for square, held in enumerate(rank) if held is None]
    rank[free[place]] = piece


@applies(clause("ICCF-LAWS-2019 B.2.3"), clause("ICCF-LAWS-2019 B.2.4"))
def start_fen(number: int) -> str:
    """Return the starting position of a drawn number: Black's pieces stand opposite White's."""
    rank = back_rank(number)
    return f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1"


@applies(
    clause("ICCF-LAWS-2019 B.3.2"),
    clause("ICCF-LAWS-2019 B.3.2.1"),
    clause("ICCF-LAWS-2019 B.3.2.2"),
    clause("ICCF-LAWS-2019 B.3.2.3"),
    clause("ICCF-LAWS-2019 B.3.2.4"),
    clause("ICCF-LAWS-2019 B.3.3"),
    ENDS_KINGSIDE,
    ENDS_QUEENSIDE,
    clause("ICCF-LAWS-2019 B.3.5.1"),
)
def castling_ends(king: int, rook: int) -> tuple[int, int]:
    """Return where king and rook arrive: g and f, or c and d, from wherever they stand.

    Both may move, or only one, or they swap. The side is named for the end squares, not for the way the king travels.
    """
    rank = chess.square_rank(king)
    files = (6, 5) if rook > king else (2, 3)
    return chess.square(files[0], rank), chess.square(files[1], rank)
