"""Setting up a position from a FEN: what is known to be impossible is refused (3.10.3), with the reason.

Whether a position can be reached at all is not decided; these checks never refuse one that can be.
"""

import re

import chess

from slowmate.board.moves import quoted
from slowmate.rulebook import Clause, clause
from slowmate.rulebook.applies import applies

LONGEST = 128
UNREACHABLE = clause("ICCF-LAWS-2019 3.10.3")
_CASTLING = re.compile(r"(?:-|K?Q?k?q?|[A-H]{0,2}[a-h]{0,2})\Z")
_WHOLE = re.compile(r"[0-9]{1,5}\Z")
_REASONS = (
    (chess.STATUS_EMPTY, "there is no piece on the board"),
    (chess.STATUS_NO_WHITE_KING, "White has no king"),
    (chess.STATUS_NO_BLACK_KING, "Black has no king"),
    (chess.STATUS_TOO_MANY_KINGS, "a side has more than one king"),
    (chess.STATUS_PAWNS_ON_BACKRANK, "a pawn stands on the first or last rank"),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS, "White has more than eight pawns"),
    (chess.STATUS_TOO_MANY_BLACK_PAWNS, "Black has more than eight pawns"),
    (chess.STATUS_TOO_MANY_WHITE_PIECES, "White has more than sixteen men"),
    (chess.STATUS_TOO_MANY_BLACK_PIECES, "Black has more than sixteen men"),
    (chess.STATUS_OPPOSITE_CHECK, "the side that is not to move is in check"),
    (chess.STATUS_BAD_CASTLING_RIGHTS, "the castling rights do not fit the squares of king and rooks"),
    (chess.STATUS_INVALID_EP_SQUARE, "no pawn can just have passed the en passant square"),
    (chess.STATUS_TOO_MANY_CHECKERS, "more than two pieces give check"),
    (chess.STATUS_IMPOSSIBLE_CHECK, "no last move can have given this check"),
)


class IllegalPosition(ValueError):
    """A position that no series of legal moves can bring about, or a text that is not a FEN."""

    def __init__(self, why: str, *, clause: Clause | None = UNREACHABLE) -> None:
        super().__init__(why)
        self.why, self.clause = why, clause


def board_of(fen: str, *, chess960: bool | None) -> chess.Board:
    """Return the library's board of a FEN. *chess960* None: orthodox if the castling rights allow it, else Chess960."""
    if len(fen) > LONGEST:
        raise _not_a_fen(f"{len(fen):,} characters are too many for a FEN; the limit is {LONGEST}")
    fields = fen.split()
    if not 4 <= len(fields) <= 6:
        raise _not_a_fen(
            f"{quoted(fen)}: a FEN has the placement, the side to move, castling rights, the en passant square"
            " and usually two counts"
        )
    _check_fields(fields)
    if chess960 is None:
        try:
            return _checked(fen, chess960=False)
        except IllegalPosition:
            if fields[2] == "-":
                raise
            chess960 = True
    return _checked(fen, chess960=chess960)


def _check_fields(fields: list[str]) -> None:
    if "~" in fields[0]:
        raise _not_a_fen("a FEN does not mark promoted pieces")
    if not _CASTLING.match(fields[2]):
        raise _not_a_fen(f"{quoted(fields[2])} are not castling rights such as KQkq, HAha or -")
    for count in fields[4:]:
        if not _WHOLE.match(count):
            raise _not_a_fen(f"{quoted(count)} is not a count of moves")


@applies(UNREACHABLE)
def _checked(fen: str, *, chess960: bool) -> chess.Board:
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError:  # the rest was looked at before
        raise _not_a_fen("the squares, the side to move or the en passant square cannot be read") from None
    status = board.status()
    for flag, why in _REASONS:
        if status & flag:
            raise IllegalPosition(why)
    for colour, name in ((chess.WHITE, "White"), (chess.BLACK, "Black")):
        if _promoted(board, colour) > 8 - (board.pawns & board.occupied_co[colour]).bit_count():
            raise IllegalPosition(f"{name} has more promoted pieces than missing pawns")
    return board


@applies(clause("ICCF-LAWS-2019 2.2b"))
def _promoted(board: chess.Board, colour: chess.Color) -> int:
    """Count pieces of a side that can only come from promotion: those beyond its first set, bishops by their colour."""
    men = board.occupied_co[colour]
    light, dark = men & board.bishops & chess.BB_LIGHT_SQUARES, men & board.bishops & chess.BB_DARK_SQUARES
    sets = ((men & board.queens, 1), (men & board.rooks, 2), (men & board.knights, 2), (light, 1), (dark, 1))
    return sum(max(0, mask.bit_count() - first) for mask, first in sets)


def _not_a_fen(why: str) -> IllegalPosition:
    return IllegalPosition(why, clause=None)
