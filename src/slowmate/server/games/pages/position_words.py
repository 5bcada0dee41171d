"""A position for those who do not see the board: whose men stand where, who has the move, what is still possible."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from slowmate.board import Colour, Position

SQUARES = tuple(f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh")


@dataclass(frozen=True, slots=True)
class PositionWords:
    """A position in words."""

    men: list[tuple[str, str]]
    turn: Colour
    is_check: bool
    castling: str
    """Empty where nobody may castle any more."""
    en_passant: str
    """The square on which a pawn can be captured in passing now, or nothing."""

    @property
    def to_move(self) -> str:
        """The side to move, and whether it is in check."""
        words = _("White to move") if self.turn is Colour.WHITE else _("Black to move")
        return f"{words}, {_('in check')}" if self.is_check else words


def position_words(position: Position) -> PositionWords:
    """Put a position into words of the reader's language."""
    stand = {square: piece for square in SQUARES if (piece := position.piece_at(square))}
    _men, _turn, castling, passing, *_rest = position.fen.split()
    men = [(_side(colour), _men_of(stand, colour)) for colour in Colour]
    open_to = [f"{_side(colour)} {ways}" for colour in Colour if (ways := _castlings(stand, colour, castling))]
    return PositionWords(
        men, position.turn, position.is_check, "; ".join(open_to), passing if passing in SQUARES else ""
    )


def _side(colour: Colour) -> str:
    return _("White") if colour is Colour.WHITE else _("Black")


def _men_of(stand: dict[str, str], colour: Colour) -> str:
    parts = []
    for letter in "KQRBNP":
        where = [square for square, piece in stand.items() if piece == _of(letter, colour)]
        if where:
            parts.append(f"{_name(letter, len(where))} {' '.join(where)}")
    return ", ".join(parts)


def _of(letter: str, colour: Colour) -> str:
    return letter.upper() if colour is Colour.WHITE else letter.lower()


def _name(letter: str, number: int) -> str:
    names = {
        "K": npgettext("men on their squares", "king", "kings", number),
        "Q": npgettext("men on their squares", "queen", "queens", number),
        "R": npgettext("men on their squares", "rook", "rooks", number),
        "B": npgettext("men on their squares", "bishop", "bishops", number),
        "N": npgettext("men on their squares", "knight", "knights", number),
        "P": npgettext("men on their squares", "pawn", "pawns", number),
    }
    return names[letter]


def _castlings(stand: dict[str, str], colour: Colour, rights: str) -> str:
    """Return the castlings that are still allowed. In Chess960 the rook may be named by its file."""
    king = next((square[0] for square, piece in stand.items() if piece == _of("k", colour)), "")
    own = [right.lower() for right in rights if right == _of(right, colour) and right != "-"]
    is_short = [right == "k" or (right in "abcdefgh" and right > king) for right in own]
    return ", ".join(way for way, is_open in (("0-0", True in is_short), ("0-0-0", False in is_short)) if is_open)
