"""The endgame tables of this server, opened once for each process."""

from functools import cache
from threading import Lock

from slowmate.board import Position, Tables, Verdict, open_tables

_one_at_a_time = Lock()


@cache
def _tables() -> Tables:
    return open_tables()


def probe(position: Position) -> Verdict | None:
    """Look a position up in the tables; None where none of them covers it."""
    with _one_at_a_time:  # the reader of the tables is not made for threads
        return _tables().probe(position)


def largest() -> int:
    """Return the most pieces that any of the tables has."""
    return _tables().largest


def complete() -> int:
    """Return up to how many men every position is answered; with more, some at most."""
    return _tables().complete
