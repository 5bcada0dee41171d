"""Why a move cannot be played, as the board says it, for readers of another language."""

import re
from collections.abc import Callable

_QUOTED = re.compile(r"^(?:'[^']*'|\"[^\"]*\")(?: is illegal| is not a move| is ambiguous)?: (?P<why>.+)$", re.DOTALL)
_PLACE = "%s"
NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
REASONS = (
    "there is no piece on %s",
    "White has the move",
    "Black has the move",
    "%s is occupied by a piece of the same colour",
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
)
"""Messages for translation; `%s` is a square, or the name of a piece."""

_PATTERNS = [
    (message, re.compile(re.escape(message).replace(re.escape(_PLACE), r"([a-h][1-8]|[a-z]+)") + r"\Z"))
    for message in REASONS
]


def reason(why: str, *, translate: Callable[[str], str] = str) -> str:
    """The reason alone, without the move in front of it, translated where it is one we know."""
    quoted = _QUOTED.match(why)
    text = quoted["why"] if quoted else why
    for message, pattern in _PATTERNS:
        found = pattern.match(text)
        if found:
            places = tuple(translate(place) if place in NAMES else place for place in found.groups())
            return translate(message) % places if places else translate(message)
    return text
