"""Article 6: the time controls of an event as values, and what a clock holds."""

from slowmate.play.clocks.accounts import Account, Charge
from slowmate.play.clocks.classic import Classic
from slowmate.play.clocks.counting import Counting, Silence
from slowmate.play.clocks.fischer import Fischer
from slowmate.play.clocks.fixed import FixedDays
from slowmate.play.clocks.triple_block import Refill, TripleBlock
from slowmate.play.clocks.turns import Leave, Turn
from slowmate.play.clocks.unrecorded import Unrecorded

TimeControl = Classic | Fischer | FixedDays | TripleBlock | Unrecorded
"""Every time control answers the same questions: what a clock opens with (`opening`), what a move costs and earns
(`after_move`), what so much reflection on one move takes off (`cost`), how much of it brings the flag down
(`runs_out_after`), and what is left of it when moves are taken off the record whose time is used (`used`)."""

__all__ = [
    "Account",
    "Charge",
    "Classic",
    "Counting",
    "Fischer",
    "FixedDays",
    "Leave",
    "Refill",
    "Silence",
    "TimeControl",
    "TripleBlock",
    "Turn",
    "Unrecorded",
]
