"""Positions, notation and the claims a position allows, on top of python-chess."""

from slowmate.board.claims import Claim, Occurrences, OpenClaim, open_claims
from slowmate.board.moves import AmbiguousMove, Colour, IllegalMove, Move, UnreadableMove
from slowmate.board.position import Key, Position
from slowmate.board.setup import IllegalPosition
from slowmate.board.tablebase import TablebaseOutcome, Tables, Verdict, open_tables

__all__ = [
    "AmbiguousMove",
    "Claim",
    "Colour",
    "IllegalMove",
    "IllegalPosition",
    "Key",
    "Move",
    "Occurrences",
    "OpenClaim",
    "Position",
    "TablebaseOutcome",
    "Tables",
    "UnreadableMove",
    "Verdict",
    "open_claims",
    "open_tables",
]
