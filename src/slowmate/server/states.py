"""Games as their rows keep them, read once: whoever looks at a game moves in it next, and then looks again.

Lists of all of somebody's games read theirs themselves, which would leave nothing else at hand here.
"""

from functools import lru_cache

from slowmate import play
from slowmate.server.models import Game

KEPT = 256
"""Games that a process has at hand; they take some 20 kB each."""
_made: dict[str, play.Game] = {}


def state_of(row: Game) -> play.Game:
    """The game that a row describes."""
    return _read(row.snapshot)


def keep(row: Game, state: play.Game) -> None:
    """Have a game at hand that has just been written."""
    _made[row.snapshot] = state
    _read(row.snapshot)
    _made.pop(row.snapshot, None)


@lru_cache(maxsize=KEPT)
def _read(text: str) -> play.Game:
    return _made.pop(text, None) or play.game_from_text(text)
