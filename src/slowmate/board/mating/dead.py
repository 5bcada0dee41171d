"""Dead positions, and whether a side can still mate by any series of legal moves.

The Laws ask twice: a position in which neither side can mate ends the game (5.2.2, 1.3), and a player whose time has
run out does not lose to an opponent who cannot mate (6.7). Both sides may help; the count of moves and repetitions play
no part. Four arguments are tried, cheapest first: material that never mates, a mate that is put together (`plans`), a
search that follows the moves, and the regions in which men of a blocked position are confined. A yes comes with a
mating line that has been played through with python-chess. A no is proved by one of the arguments, each with its proof
where it is written. What is left within the bounds is undecided, and counts as alive until a director rules.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import chess

from slowmate.board.mating.material import cannot_mate
from slowmate.board.mating.moves import TURN, PackedMove, State, children, in_check, state_of, uci
from slowmate.board.mating.plans import planned_mate
from slowmate.board.mating.regions import DeadProofs
from slowmate.board.mating.search import BACKWARDS, BOLD, DIRECT, HOMELESS, LOOSE, PATIENT, Aim, SearchResult, search
from slowmate.board.moves import Colour
from slowmate.board.position import NO_MATE_POSSIBLE, Position
from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

NODES: Final = 100_000
"""Positions opened before a question is left undecided: a few seconds at worst."""
_FAIR: Final = (PATIENT, HOMELESS)
_QUICK: Final = (((DIRECT,), 80), ((BACKWARDS,), 400), ((LOOSE,), 300))
"""Short attempts at ordinary positions, with the positions each may open: most fall to the first."""
_LONGER: Final = ((_FAIR, 1000), ((DIRECT,), 1500), ((BOLD,), 1500))
"""Longer attempts, before every position that can arise is followed."""
_PLIES: Final = 2
"""The plies to look ahead for positions that regions decide."""


@dataclass(frozen=True, slots=True)
class MatingVerdict:
    """Whether a side can mate: True with a line that does, False if proved impossible, None if undecided.

    *by* names what decided: ``ended`` (the game is over on the board), ``material``, ``search`` (a mate was found, or
    every series of moves followed), ``regions``, or ``bounds`` for None.
    """

    answer: bool | None
    line: tuple[str, ...]
    by: str


@applies(clause("ICCF-LAWS-2019 6.7b"))
def can_mate(position: Position, colour: Colour, *, nodes: int = NODES) -> MatingVerdict:
    """Decide whether the side *colour* can mate by any series of legal moves, opening at most *nodes* positions."""
    board = position.board()
    question = _Question.of(board, white=colour is Colour.WHITE)
    return question.quickly(nodes) or question.thoroughly(nodes)


@applies(clause("ICCF-LAWS-2019 5.2.2"), NO_MATE_POSSIBLE)
def is_dead(position: Position, *, nodes: int = NODES) -> bool | None:
    """Decide whether neither side can mate by any series of legal moves; None if that stays undecided.

    Checkmate and stalemate have ended the game already: a mated position is not dead, a stalemate is.
    """
    board = position.board()
    if nodes and planned_mate(board, (chess.WHITE, chess.BLACK)) is not None:
        return False
    white, black = (_Question.of(board, white=colour) for colour in (chess.WHITE, chess.BLACK))
    steps: list[tuple[_Question, Step]] = [(white, _Question.by_men), (black, _Question.by_men)]
    for attempt in _QUICK:  # one mate is enough, and what one side finds hard may be easy for the other
        steps += [(side, partial(_Question.attempted, attempts=(attempt,), nodes=nodes)) for side in (white, black)]
    steps += [(side, partial(_Question.thoroughly, nodes=nodes)) for side in (white, black)]
    answers: dict[_Question, bool | None] = {}
    for side, step in steps:
        if answers.get(side) is None and (verdict := step(side)) is not None:
            if verdict.answer:
                return False
            answers[side] = verdict.answer
    return None if None in answers.values() else True


@dataclass(frozen=True, slots=True, eq=False)
class _Question:
    """One side's chances in one position, and the steps that settle them."""

    board: chess.Board
    state: State
    white: bool

    @classmethod
    def of(cls, board: chess.Board, *, white: bool) -> "_Question":
        return cls(board, state_of(board), white)

    def quickly(self, nodes: int) -> MatingVerdict | None:
        """Decide by the board, the material and a short search; return None if they leave it open."""
        return self.by_men() or self.by_plan(nodes) or self.attempted(_QUICK, nodes)

    def by_men(self) -> MatingVerdict | None:
        """Decide by the board and the material; return None if they leave it open."""
        if not children(self.state):
            mated = in_check(self.state) and bool(self.board.turn) != self.white
            return MatingVerdict(answer=mated, line=(), by="ended")
        if cannot_mate(self.state, white=self.white):
            return MatingVerdict(answer=False, line=(), by="material")
        return None

    def by_plan(self, nodes: int) -> MatingVerdict | None:
        """Return a mate that was planned and played to its end; None without one, or with no *nodes* to open."""
        line = planned_mate(self.board, (self.white,)) if nodes else None
        return (
            None if line is None else MatingVerdict(answer=True, line=tuple(move.uci() for move in line), by="search")
        )

    def thoroughly(self, nodes: int) -> MatingVerdict:
        """Decide by regions now and a few plies ahead, then by longer searches; the last follows every move."""
        dead = DeadProofs(self.white)
        if any(_dead_ahead(self.state, dead, plies) for plies in range(_PLIES + 1)):
            return MatingVerdict(answer=False, line=(), by="regions")
        verdict = self.attempted(_LONGER, nodes)
        if verdict is not None:
            return verdict
        result = search(self.state, white=self.white, aims=_FAIR, nodes=nodes, dead=dead)
        return self._verdict(result) or MatingVerdict(answer=None, line=(), by="bounds")

    def attempted(self, attempts: Sequence[tuple[Sequence[Aim], int]], nodes: int) -> MatingVerdict | None:
        for aims, share in attempts:
            verdict = self._verdict(search(self.state, white=self.white, aims=aims, nodes=min(nodes, share)))
            if verdict is not None:
                return verdict
        return None

    def _verdict(self, result: SearchResult) -> MatingVerdict | None:
        if result.answer is None:
            return None
        return MatingVerdict(result.answer, self._played(result.moves), by="search")

    def _played(self, moves: tuple[PackedMove, ...]) -> tuple[str, ...]:
        """Return the line as stored moves, after playing it with python-chess to the mate it promises."""
        board = self.board.copy(stack=False)
        line = []
        for move in moves:
            played = board.parse_uci(uci(state_of(board), move, chess960=board.chess960))
            board.push(played)
            line.append(played.uci())
        if moves and not (board.is_checkmate() and board.turn != self.white):
            raise AssertionError(f"no mate after {' '.join(line)} from {self.board.fen()}")
        return tuple(line)


Step = Callable[[_Question], MatingVerdict | None]
"""A way to an answer; None where it leaves the question open."""


def _dead_ahead(state: State, dead: DeadProofs, plies: int) -> bool:
    """Say whether the regions of every position *plies* ahead exclude a mate. Stop at the first that does not."""
    if plies == 0:
        return cannot_mate(state, white=dead.white) or dead.proves(state)
    following = children(state)
    if not following and in_check(state):
        return bool(state[TURN]) == dead.white
    return all(_dead_ahead(child, dead, plies - 1) for _, child in following)
