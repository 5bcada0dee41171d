"""Articles 9.2, 9.3, 5.1.3 and 5.2.4: claims of a draw or a table result in a position.

Nothing here replays a game: how often positions occurred is kept move by move in `Occurrences`, the count of moves in
the position itself. Who may claim when, and what a claim brings about, is the game's business.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from slowmate.board.moves import Move
from slowmate.board.position import Key, Position
from slowmate.board.tablebase import TABLEBASE_DRAW, TABLEBASE_WIN, Tables, Verdict
from slowmate.rulebook import Fact, Ground, Ruling, clause

REPETITION = clause("ICCF-LAWS-2019 9.2.1")
REPETITION_INTENDED = clause("ICCF-LAWS-2019 9.2.1.1")
REPETITION_APPEARED = clause("ICCF-LAWS-2019 9.2.1.2")
FIFTY_INTENDED = clause("ICCF-LAWS-2019 9.3.1")
FIFTY_COMPLETED = clause("ICCF-LAWS-2019 9.3.2")
FIFTY_RULE = clause("ICCF-LAWS-2019 Glossary: 50-move rule")
TABLEBASE_INSTEAD = clause("ICCF-LAWS-2019 9.3.3")

THIRD_TIME = 3
FIFTY_MOVES = 100
"""Fifty moves by each side, counted as the position counts them."""
FIFTY_MOVE_MIN_PIECES = 8
TABLEBASE_MAX_PIECES = 6


class Claim(StrEnum):
    """The claims there are."""

    REPETITION = "repetition"
    FIFTY_MOVES = "fifty-move"
    TABLEBASE = "tablebase"


@dataclass(frozen=True, slots=True)
class Occurrences:
    """The number of occurrences of each position since the last capture or pawn move: earlier ones cannot come back."""

    counts: Mapping[Key, int] = field(hash=False, repr=False)
    """Never changed after it was made."""

    @classmethod
    def start(cls, position: Position) -> "Occurrences":
        """Return the record of a game that begins with a position."""
        return cls({position.key: 1})

    def then(self, position: Position) -> "Occurrences":
        """Return the record after a move that led to a position."""
        if position.halfmove_clock == 0:
            return Occurrences.start(position)
        counts = dict(self.counts)
        counts[position.key] = counts.get(position.key, 0) + 1
        return Occurrences(counts)

    def of(self, position: Position) -> int:
        """Return how often a position has occurred."""
        return self.counts.get(position.key, 0)


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A claim that can be made in a position. *holds* None: no table at hand decides it, so a director does."""

    claim: Claim
    holds: bool | None
    ground: Ground
    with_move: Move | None = None
    verdict: Verdict | None = None


def repetition(occurrences: Occurrences, position: Position, intended: Move | None = None) -> Ruling[bool]:
    """Decide whether the position occurs for the third time, now or with the intended move of the side to move."""
    if intended is None:
        times, cited = occurrences.of(position), REPETITION_APPEARED
    else:
        reached = position.play(intended)
        times = 1 if reached.halfmove_clock == 0 else occurrences.of(reached) + 1
        cited = REPETITION_INTENDED
    facts: dict[str, Fact] = {"outcome": "counted", "occurrences": times, "needed": THIRD_TIME}
    return Ruling(times >= THIRD_TIME, (Ground(cited, facts), Ground(REPETITION, facts)))


def fifty_moves(
    position: Position, intended: Move | None = None, *, min_pieces: int = FIFTY_MOVE_MIN_PIECES
) -> Ruling[bool]:
    """Decide whether fifty moves by each, with the intended move if any, passed without capture or pawn move.

    The claim does not exist with fewer than *min_pieces* men on the board, kings and pawns included.
    """
    cited = FIFTY_COMPLETED if intended is None else FIFTY_INTENDED
    after = position if intended is None else position.play(intended)
    enough = position.piece_count >= min_pieces
    facts: dict[str, Fact] = {
        "outcome": "counted",
        "moves": Fraction(after.halfmove_clock, 2),
        "pieces": position.piece_count,
        "needed_pieces": min_pieces,
    }
    grounds = [Ground(cited, facts), Ground(FIFTY_RULE, {"needed_moves": FIFTY_MOVES // 2})]
    if not enough:
        grounds.append(Ground(TABLEBASE_INSTEAD, {"pieces": position.piece_count}))
    return Ruling(after.halfmove_clock >= FIFTY_MOVES and enough, tuple(grounds))


def tablebase(
    position: Position, tables: Tables, *, max_pieces: int = TABLEBASE_MAX_PIECES
) -> Ruling[Verdict | None] | None:
    """Decide what a tablebase claim brings in a position.

    None: there is no such claim, as there are more men than *max_pieces*. A ruling of None: there is, but no table at
    hand covers the position (castling rights, or a table that is not installed); it goes to the director.
    """
    facts: dict[str, Fact]
    pieces = position.piece_count
    if pieces > max_pieces:
        return None
    verdict = tables.probe(position)
    if verdict is None:
        facts = {"outcome": "no-table", "pieces": pieces, "castling": position.has_castling_rights}
        return Ruling(None, (Ground(TABLEBASE_WIN, facts), Ground(TABLEBASE_DRAW, facts)))
    cited = TABLEBASE_WIN if verdict.winner else TABLEBASE_DRAW
    facts = {"outcome": "table", "pieces": pieces, "wdl": verdict.wdl, "turn": verdict.turn.value}
    return Ruling(verdict, (Ground(cited, facts),))


def open_claims(occurrences: Occurrences, position: Position, tables: Tables | None = None) -> tuple[OpenClaim, ...]:
    """Return the claims of the side to move: those that hold, and those that look due but that the Laws take away.

    A position in which the game is over has none. Dead positions are not looked for.
    """
    if not position.has_moves:
        return ()
    claims = [*_repetitions(occurrences, position), *_fifty(position)]
    ruling = tablebase(position, tables) if tables else None
    if ruling:
        claims.append(_table_claim(ruling))
    return tuple(claims)


def _repetitions(occurrences: Occurrences, position: Position) -> Iterator[OpenClaim]:
    appeared = repetition(occurrences, position)
    if appeared.value:
        yield OpenClaim(Claim.REPETITION, holds=True, ground=appeared.grounds[0])
    if max(occurrences.counts.values(), default=0) < THIRD_TIME - 1:
        return
    for move in position.legal_moves():
        intended = repetition(occurrences, position, move)
        if intended.value:
            yield OpenClaim(Claim.REPETITION, holds=True, ground=intended.grounds[0], with_move=move)


def _fifty(position: Position) -> Iterator[OpenClaim]:
    if position.halfmove_clock >= FIFTY_MOVES:
        completed = fifty_moves(position)
        yield OpenClaim(Claim.FIFTY_MOVES, completed.value, completed.grounds[0])
    elif position.halfmove_clock == FIFTY_MOVES - 1:
        for move in position.legal_moves():
            if position.play(move).halfmove_clock == FIFTY_MOVES:
                intended = fifty_moves(position, move)
                yield OpenClaim(Claim.FIFTY_MOVES, intended.value, intended.grounds[0], move)


def _table_claim(ruling: Ruling[Verdict | None]) -> OpenClaim:
    holds = True if ruling.value else None
    return OpenClaim(Claim.TABLEBASE, holds=holds, ground=ruling.grounds[0], verdict=ruling.value)
