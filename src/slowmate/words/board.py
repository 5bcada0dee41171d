"""Phrases for the claims a position allows: articles 5 and 9 of the Laws."""

_TABLE = "%(pieces)s pieces are left; the tables say %(wdl)s for %(turn)s, who has the move (2 won to -2 lost)."
_NO_TABLE = "%(pieces)s pieces are left, but no table at hand covers the position (castling rights: %(castling)s)."
_LOOK_UP = (
    "The server could not answer the claim of %(player)s by itself: %(pieces)s pieces are left, and its tables do not "
    "cover the position (they go up to %(largest)s pieces). Look the position up in complete tables, without the "
    "50-move rule."
)
_CASTLING = (
    "The server could not answer the claim of %(player)s by itself: no table has positions in which castling is still "
    "possible. Find out what best play from the position leads to, without the 50-move rule."
)
_FIFTY = "%(moves)s [moves:move|moves] by each side without capture or pawn move; %(pieces)s pieces, at least %(needed_pieces)s needed."

PHRASES = {
    "ICCF-LAWS 5.1.3#table": _TABLE,
    "ICCF-LAWS 5.1.3#no-table": _NO_TABLE,
    "ICCF-LAWS 5.1.3#look-up": f"{_LOOK_UP} If they say a win for %(player)s, the claim is right; else it is not.",
    "ICCF-LAWS 5.1.3#castling": f"{_CASTLING} If %(player)s wins, the claim is right; else it is not.",
    "ICCF-LAWS 5.2.4#table": _TABLE,
    "ICCF-LAWS 5.2.4#no-table": _NO_TABLE,
    "ICCF-LAWS 5.2.4#look-up": f"{_LOOK_UP} If they say a draw, the claim is right; else it is not.",
    "ICCF-LAWS 5.2.4#castling": f"{_CASTLING} If it is a draw, the claim is right; else it is not.",
    "ICCF-LAWS 9.2.1#counted": "Times the position counts as having occurred: %(occurrences)s. Needed: %(needed)s.",
    "ICCF-LAWS 9.2.1.1#counted": "Times the position has occurred with that move: %(occurrences)s. Needed: %(needed)s.",
    "ICCF-LAWS 9.2.1.2#counted": "Times the position has occurred: %(occurrences)s. Needed: %(needed)s.",
    "ICCF-LAWS 9.3.1#counted": f"With the move: {_FIFTY}",
    "ICCF-LAWS 9.3.2#counted": _FIFTY,
}
