"""The results of endgame tables, for claims under 5.1.3 and 5.2.4.

The 50-move rule is left out of account: a win that takes longer is a win. Positions with castling rights are in no
table. The tables are files: they are opened here once and passed to the code that decides a claim.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self

import chess
import chess.syzygy

from slowmate.board.moves import Colour
from slowmate.board.position import Position
from slowmate.records import BadInput
from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

TABLEBASE_WIN = clause("ICCF-LAWS-2019 5.1.3")
TABLEBASE_DRAW = clause("ICCF-LAWS-2019 5.2.4")

ENVIRONMENT = "SLOWMATE_SYZYGY"
MAX_OPEN = 64
PACKAGED = Path(__file__).parent / "data" / "syzygy"
"""The tables of three and four men, which come with the package: win, draw and loss alone, 1.3 MB. They are Ronald de
Man's, as python-chess distributes them; such tables may be passed on freely."""


class TablebaseOutcome(StrEnum):
    """The result of best play, seen from the side that has the move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the tables for one position."""

    wdl: int
    """As the tables count: 2 won, 1 won but not within fifty moves, 0 drawn, -1 and -2 lost, for the side to move."""
    turn: Colour

    @property
    @applies(TABLEBASE_WIN, TABLEBASE_DRAW)
    def outcome(self) -> TablebaseOutcome:
        """The forced outcome without the 50-move rule."""
        if self.wdl == 0:
            return TablebaseOutcome.DRAW
        return TablebaseOutcome.WIN if self.wdl > 0 else TablebaseOutcome.LOSS

    @property
    def winner(self) -> Colour | None:
        """The side that wins, or None in a drawn position."""
        if self.wdl == 0:
            return None
        return self.turn if self.wdl > 0 else self.turn.other


class Tables:
    """Opened endgame tables of one or more directories. An answer is `None` where no table covers the position."""

    __slots__ = ("_largest", "_tablebase", "complete", "directories")

    def __init__(self, directories: Sequence[str]) -> None:
        self.directories = tuple(directories)
        self._tablebase = chess.syzygy.Tablebase(max_fds=MAX_OPEN)
        for directory in self.directories:
            try:
                self._tablebase.add_directory(directory, load_dtz=False)
            except OSError as error:
                raise BadInput(f"no endgame tables here: {error.strerror or error}", file=directory) from None
        self._largest = max((len(name) - 1 for name in self._tablebase.wdl), default=2)
        self.complete = self._complete()
        """Positions with up to so many men are answered, whatever the men are; with more, some of them at most."""

    @property
    def largest(self) -> int:
        """The most pieces any of the tables has."""
        return self._largest

    def _complete(self) -> int:
        men = 2
        while men < self._largest and self._has_all(men + 1):
            men += 1
        return men

    def _has_all(self, men: int) -> bool:
        """Return whether every table of so many men is there."""
        return all(name in self._tablebase.wdl for name in chess.syzygy.tablenames(piece_count=men))

    @applies(clause("ICCF-LAWS-2019 Glossary: 6-piece tablebase"))
    def probe(self, position: Position) -> Verdict | None:
        """Return the verdict on a position; None where no table reaches: too many pieces, castling rights, no file."""
        if position.piece_count > self._largest or position.has_castling_rights:
            return None
        try:
            wdl = self._tablebase.probe_wdl(position.board())
        except KeyError:  # no such table, or one for more pieces than any table has
            return None
        except (AssertionError, IndexError, OSError, ValueError) as error:
            where = os.pathsep.join(self.directories)
            raise BadInput(f"an endgame table for {position.fen} is damaged: {error}", file=where) from None
        return Verdict(wdl, position.turn)

    def close(self) -> None:
        self._tablebase.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def table_directories(configured: str | None = None) -> tuple[str, ...]:
    """Return where tables are: the configured directories, then those of the package.

    *configured* is a list of directories as in a search path; without it the environment's SLOWMATE_SYZYGY counts.
    """
    search_path = os.environ.get(ENVIRONMENT, "") if configured is None else configured
    return (*filter(None, search_path.split(os.pathsep)), str(PACKAGED))


def open_tables(configured: str | None = None) -> Tables:
    """Open the tables of `table_directories`; raise `BadInput` for a directory that cannot be read."""
    return Tables(table_directories(configured))
