"""Results of games, counted in half points so that sums are exact."""

from enum import StrEnum

from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies


class Result(StrEnum):
    """The result of a game. A game without one is running.

    The forfeits are games that were not played over the board (FIDE); a default on a server is an ordinary win.
    """

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    BOTH_LOSE = "0-0"
    CANCELLED = "cancelled"
    WHITE_WINS_BY_FORFEIT = "+/-"
    BLACK_WINS_BY_FORFEIT = "-/+"
    BOTH_FORFEIT = "-/-"

    @property
    @applies(
        clause("ICCF-LAWS-2019 12.1"),
        clause("ICCF-LAWS-2019 Glossary: result"),
        clause("ICCF-LAWS-2019 Glossary: double default"),
        clause("ICCF-LAWS-2019 Glossary: forfeit"),
    )
    def half_points(self) -> tuple[int, int]:
        """What White and Black scored, in half points; a cancelled game scores nothing and does not count."""
        return _HALF_POINTS[self]

    @property
    def counts(self) -> bool:
        """Whether the game stands in the table."""
        return self is not Result.CANCELLED

    @property
    def is_forfeit(self) -> bool:
        return self in _FORFEITS


_HALF_POINTS = {
    Result.WHITE_WINS: (2, 0),
    Result.BLACK_WINS: (0, 2),
    Result.DRAW: (1, 1),
    Result.BOTH_LOSE: (0, 0),
    Result.CANCELLED: (0, 0),
    Result.WHITE_WINS_BY_FORFEIT: (2, 0),
    Result.BLACK_WINS_BY_FORFEIT: (0, 2),
    Result.BOTH_FORFEIT: (0, 0),
}
_FORFEITS = frozenset({Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT, Result.BOTH_FORFEIT})
