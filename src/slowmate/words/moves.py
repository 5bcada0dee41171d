"""The board's reasons why a move cannot be played or a position not be set up, for translation."""

import re
from collections.abc import Callable

_QUOTED = re.compile(r"^(?:'[^']*'|\"[^\"]*\")(?: is illegal| is not a move| is ambiguous)?: (?P<why>.+)$", re.DOTALL)
_PLACE = "%s"
_FILLED = r"""([a-h][1-8]|[a-z]+|[0-9,]+|'[^']*'|"[^"]*")"""
NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
REASONS = (
    "there is no piece on %s",
    "White has the move",
    "Black has the move",
    "%s is occupied by a piece of the same colour",
    "%s is occupied by a piece of the same colour; castling is written 0-0",
    "%s is occupied by a piece of the same colour; castling is written 0-0-0",
    "a king moves to an adjoining square; castling is written 0-0",
    "a king moves to an adjoining square; castling is written 0-0-0",
    "only a pawn is promoted",
    "there is no king",
    "neither castling is left: king or rooks have moved",
    "that castling is gone: the rook has moved or was captured",
    "a piece stands in the way of king or rook",
    "the king is in check",
    "a square on the king's way is attacked",
    "name the piece the pawn becomes",
    "a pawn is promoted on the last rank only",
    "the square in front of the pawn is taken",
    "a pawn moves straight ahead and captures one square diagonally forward",
    "a pawn does not move backwards",
    "a pawn moves one square ahead, on its first move one or two",
    "en passant is possible only at once after the two-square advance",
    "there is nothing to capture on %s",
    "the pawn has moved already",
    "both squares in front of the pawn must be empty",
    "a piece stands in the way",
    "the king stays in check",
    "the king would be exposed to check",
    "no %s of the side to move can go to %s",
    "it does not capture en passant",
    "a pawn's capture names the file it comes from, as in exd5",
    "a numeric move has four digits, and a fifth for a promotion",
    "squares are coded 11 to 88, without 0 and 9",
    "the fifth digit is missing: 1 queen, 2 rook, 3 bishop, 4 knight",
    "the fifth digit is 1 to 4",
    "a fifth digit is for promotions only",
    "a bishop moves along its diagonals",
    "a rook moves along its file or rank",
    "a queen moves along a file, rank or diagonal",
    "a knight does not reach that square",
    "a king moves to an adjoining square",
    "a move is written like e4, Nf3, exd5, 0-0 or d8Q",
    "an offer is made with the move, not in its text",
    "the numeric notation is not used on the server; write it in algebraic notation",
    "the pieces on %s and %s can go there; add the square of departure",
    "%s characters are too many for a FEN; the limit is %s",
    "a FEN has the placement, the side to move, castling rights, the en passant square and usually two counts",
    "a FEN does not mark promoted pieces",
    "%s are not castling rights such as KQkq, HAha or -",
    "%s is not a count of moves",
    "the squares, the side to move or the en passant square cannot be read",
    "there is no piece on the board",
    "White has no king",
    "Black has no king",
    "a side has more than one king",
    "a pawn stands on the first or last rank",
    "White has more than eight pawns",
    "Black has more than eight pawns",
    "White has more than sixteen men",
    "Black has more than sixteen men",
    "the side that is not to move is in check",
    "the castling rights do not fit the squares of king and rooks",
    "no pawn can just have passed the en passant square",
    "more than two pieces give check",
    "no last move can have given this check",
    "White has more promoted pieces than missing pawns",
    "Black has more promoted pieces than missing pawns",
    "the game would be over before it starts",
)
"""Messages for translation; `%s` is a square, the name of a piece, a number, or what was written, in quotes."""

_PATTERNS = [
    (message, re.compile(re.escape(message).replace(re.escape(_PLACE), _FILLED) + r"\Z")) for message in REASONS
]


def reason(why: str, *, translate: Callable[[str], str] = str) -> str:
    """Return the reason alone, without the move in front of it, translated if it is a known one."""
    quoted = _QUOTED.match(why)
    text = quoted["why"] if quoted else why
    for message, pattern in _PATTERNS:
        match = pattern.match(text)
        if match:
            places = tuple(translate(place) if place in NAMES else place for place in match.groups())
            return translate(message) % places if places else translate(message)
    return text
