"""Phrases for the claims a position allows: articles 5 and 9 of the Laws."""

_TABLE = "%(pieces)s pieces are left; the tables say %(wdl)s for %(turn)s, who has the move (2 won to -2 lost)."
_NO_TABLE = "%(pieces)s pieces are left, but no table at hand covers the position (castling rights: %(castling)s)."
_FIFTY = (
    "%(moves)s moves by each side without capture or pawn move; %(pieces)s pieces, at least %(needed_pieces)s needed."
)

PHRASES = {
    "ICCF-LAWS 5.1.3#table": _TABLE,
    "ICCF-LAWS 5.1.3#no-table": _NO_TABLE,
    "ICCF-LAWS 5.2.4#table": _TABLE,
    "ICCF-LAWS 5.2.4#no-table": _NO_TABLE,
    "ICCF-LAWS 9.2.1#counted": "Times the position counts as having occurred: %(occurrences)s. Needed: %(needed)s.",
    "ICCF-LAWS 9.2.1.1#counted": "Times the position has occurred with that move: %(occurrences)s. Needed: %(needed)s.",
    "ICCF-LAWS 9.2.1.2#counted": "Times the position has occurred: %(occurrences)s. Needed: %(needed)s.",
    "ICCF-LAWS 9.3.1#counted": f"With the move: {_FIFTY}",
    "ICCF-LAWS 9.3.2#counted": _FIFTY,
}
