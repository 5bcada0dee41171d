"""A mate that is put together instead of searched for: the cheap answer to most positions that are alive.

The mated king walks, over squares that are empty and not attacked, to where few flights are open to it. An officer of
the other side comes in one move or two to give check and to guard what is left of them; where that is not all, the
mating king or a second officer comes before it, and men that could take the checking officer or step in between go
away. Both sides help, and wait while the other one moves. If no such plan works, both sides make a move that opens the
position, and it is tried again from there.

What is found is only a plan: it is played by legal moves on a board of the library's, and nothing is claimed but what
ends there in checkmate, so that no reasoning of this module has to be trusted. None says nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import chess

from slowmate.board.mating.moves import (
    EVERYWHERE,
    KING_FROM,
    KNIGHT_FROM,
    PAWN_FROM,
    Bits,
    diagonal,
    squares,
    straight,
)
from slowmate.board.position import copied

ROUNDS: Final = 16
"""The number of searches for a plan, after a move of each side."""
STANDS, MISSING, UNGUARDED, TRIES = 3, 2, 12, 3
"""Limits: squares tried for the mated king, flights of a check that need a guard, such checks, and plans played."""
FAR: Final = 6
"""The most steps that kings walk."""
LONGEST: Final = 24

Step = tuple[int, int]
"""A move from a square to a square."""


class Plan(NamedTuple):
    """Moves of the mating side, the last of which mates, and of the other; squares a waiting side leaves alone."""

    winner: tuple[Step, ...]
    loser: tuple[Step, ...]
    keep: Bits


class _Officer(NamedTuple):
    square: int
    kind: chess.PieceType
    sees: Bits
    others_see: Bits
    """The squares that the other men of its side guard."""


class _Check(NamedTuple):
    """A check of the king on a square: who gives it from where, the way there, and flights that it leaves."""

    king: int
    man: int
    to: int
    steps: tuple[Step, ...]
    missing: Bits


def _flights_and_steps(check: _Check) -> tuple[int, int]:
    return check.missing.bit_count(), len(check.steps)


def planned_mate(board: chess.Board, sides: Sequence[bool]) -> list[chess.Move] | None:
    """Return moves of both sides to a mate by one of the *sides* (White is True); None if no plan works."""
    now, before = copied(board), list[chess.Move]()
    for number in range(ROUNDS):
        for white in sorted(sides, key=lambda side: _strength(now, white=side), reverse=True):
            line = _Hunt(now, white=white).mate() if _is_armed(now, white=white) else None
            if line is not None:
                return before + line
        for _ in range(2):
            move = _opening_move(now, number)
            if move is None:
                return None
            now.push(move)
            before.append(move)
    return None


def _is_armed(board: chess.Board, *, white: bool) -> bool:
    """Say whether a side has a queen or a rook, or no pawn that could become one."""
    men = board.occupied_co[white]
    return bool(men & (board.queens | board.rooks)) or not men & board.pawns


def _strength(board: chess.Board, *, white: bool) -> int:
    """Estimate how likely a side is to mate: by its officers, and by the room that the other king has."""
    mine, theirs = board.occupied_co[white], board.occupied_co[not white]
    king = (theirs & board.kings).bit_length() - 1
    minor = board.knights | board.bishops
    officers = 9 * (mine & board.queens).bit_count() + 5 * (mine & board.rooks).bit_count()
    return officers + 3 * (mine & minor).bit_count() - 2 * (KING_FROM[king] & ~theirs).bit_count()


def _opening_move(board: chess.Board, number: int) -> chess.Move | None:
    """Choose a move that opens the position.

    That is a running pawn if there is no rook or queen, else a capture or a pawn move. *number* chooses between equals,
    so that not always the same man moves.
    """
    own, other = board.occupied_co[board.turn], board.occupied_co[not board.turn]
    heavy = board.queens | board.rooks
    runs = _runner(board) if not own & heavy else None
    if runs is not None:
        return runs
    for men, targets in (
        (own, other & ~heavy),
        (own & board.pawns, ~board.occupied),
        (own & ~board.kings, ~other),
        (own, EVERYWHERE),
    ):
        moves = list(islice(board.generate_legal_moves(men, targets), 5))
        if moves:
            return moves[number % len(moves)]
    return None


def _runner(board: chess.Board) -> chess.Move | None:
    """Return the next step of the pawn with the shortest free way to promotion, if it is legal."""
    white = board.turn
    best = (FAR + 1, 0)
    for at in squares(board.pawns & board.occupied_co[white]):
        ahead = chess.BB_FILES[at & 7] & (EVERYWHERE & -2 << at if white else (1 << at) - 1)
        if not ahead & board.occupied:
            best = min(best, (ahead.bit_count(), at))
    steps, at = best
    if steps > FAR:
        return None
    move = chess.Move(at, at + 8 if white else at - 8, chess.QUEEN if steps == 1 else None)
    return move if board.is_legal(move) else None


class _Hunt:
    """The chances of one side on one board."""

    def __init__(self, board: chess.Board, *, white: bool) -> None:
        self.board, self.white = board, white
        self.occupied, self.mine = board.occupied, board.occupied_co[white]
        king_bit = board.occupied_co[not white] & board.kings
        self.king = king_bit.bit_length() - 1
        self.theirs = board.occupied_co[not white] ^ king_bit
        self.open = self.occupied ^ king_bit
        self.own_king = (self.mine & board.kings).bit_length() - 1
        self.officers, guarded = self._officers()
        self.walk = _walk(self.king, ~(self.occupied | guarded))
        stands = [
            (2 * (KING_FROM[at] & ~self.theirs & ~guarded).bit_count() + steps, at)
            for steps, layer in enumerate(self.walk)
            for at in squares(layer)
        ]
        self.stands = [at for _, at in sorted(stands)[:STANDS]]

    def _officers(self) -> tuple[list[_Officer], Bits]:
        """Return the officers, and what the whole side guards."""
        board = self.board
        pawns = self.mine & board.pawns
        west, east = (7, 9) if self.white else (-9, -7)
        fixed = _shifted(pawns & ~chess.BB_FILE_A, west) | _shifted(pawns & ~chess.BB_FILE_H, east)
        fixed |= KING_FROM[self.own_king]
        seen = []
        for at in squares(self.mine & ~board.pawns & ~board.kings):
            kind = board.piece_type_at(at) or chess.KNIGHT
            seen.append((at, kind, SEES[kind](at, self.open)))
        officers = []
        for at, kind, sees in seen:
            others = fixed
            for other, _, theirs in seen:
                if other != at:
                    others |= theirs
            officers.append(_Officer(at, kind, sees, others))
        return officers, officers[0].others_see | officers[0].sees if officers else fixed

    def mate(self) -> list[chess.Move] | None:
        """Return moves of both sides to a mate, if one of the first plans works."""
        for plan in islice(self._plans(), TRIES):
            line = _played(self.board, plan, white=self.white)
            if line is not None:
                return line
        return None

    def _plans(self) -> Iterator[Plan]:
        """Yield checks that leave no flight, then those for which another man comes to guard, least missing first."""
        unguarded = []
        for check in self._checks():
            if check.missing:
                unguarded.append(check)
            else:
                yield from self._plan(check, ())
        free = self._free_for_king() if unguarded else 0
        for check in sorted(unguarded, key=_flights_and_steps)[:UNGUARDED]:
            help_ = self._king_helps(check, free) or self._officer_helps(check)
            if help_:
                yield from self._plan(check, help_)

    def _checks(self) -> Iterator[_Check]:
        """Yield the checks by officers, in one move or two, on squares where the king may stand and has at most two
        flights."""
        mine, occupied = self.mine, self.occupied
        for king in self.stands:
            zone = KING_FROM[king]
            flights = zone & ~self.theirs
            for man, kind, sees, others in self.officers:
                left, look = self.open & ~(1 << man), SEES[kind]
                aims = look(king, left) & ~mine
                for to in squares(aims):
                    there, low = look(to, left), 1 << to
                    missing = flights & ~(others | there | low) | low & zone & ~others
                    if missing.bit_count() > MISSING:
                        continue
                    if sees & low:
                        yield _Check(king, man, to, ((man, to),), missing)
                    elif over := there & sees & ~occupied & ~aims & ~(1 << king):
                        middle = over.bit_length() - 1
                        yield _Check(king, man, to, ((man, middle), (middle, to)), missing)

    def _plan(self, check: _Check, help_: tuple[Step, ...]) -> Iterator[Plan]:
        """Yield the plan of a check, if the men that could answer it can go away first."""
        line = 1 << check.to | chess.between(check.to, check.king)
        zone = KING_FROM[check.king]
        walk = _route(self.walk, check.king)
        keep = zone | 1 << check.king | line
        away: tuple[Step, ...] | None = ()
        if defenders := self._defenders(check, line):
            away = None if defenders & zone else self._away(check, defenders, line, keep | _squares_of(walk))
        if away is not None:
            yield Plan((*help_, *check.steps), (*walk, *away), keep)

    def _defenders(self, check: _Check, line: Bits) -> Bits:
        """Return men of the mated side that take on the first square of a line, or step on one of the others."""
        board, open_ = self.board, self.open & ~(1 << check.man)
        defenders = PAWN_FROM[self.white][check.to] & board.pawns
        for at in squares(line):
            defenders |= KNIGHT_FROM[at] & board.knights
            defenders |= diagonal(at, open_) & (board.bishops | board.queens)
            defenders |= straight(at, open_) & (board.rooks | board.queens)
            if at != check.to:
                defenders |= self._pushing_to(at)
        return defenders & self.theirs & ~(1 << check.to)

    def _pushing_to(self, at: int) -> Bits:
        """Return pawns of the mated side that can step on an empty square."""
        once, twice, rank = (at + 8, at + 16, 4) if self.white else (at - 8, at - 16, 3)
        if not 0 <= once < 64:
            return 0
        pawns = 1 << once
        if at >> 3 == rank and not self.occupied >> once & 1:
            pawns |= 1 << twice
        return pawns & self.board.pawns & self.theirs

    def _away(self, check: _Check, defenders: Bits, line: Bits, keep: Bits) -> tuple[Step, ...] | None:
        """Return a move for each man to where it neither defends nor gives check; None if one of them has none."""
        keep |= _squares_of(check.steps)
        board, steps = self.board, list[Step]()
        for at in squares(defenders & ~board.pawns):
            look, left = SEES[board.piece_type_at(at) or chess.KNIGHT], self.open & ~(1 << check.man | 1 << at)
            for to in squares(look(at, self.occupied) & ~self.occupied & ~keep):
                if not look(to, left) & (line | 1 << self.own_king):
                    steps.append((at, to))
                    keep |= 1 << to
                    break
            else:
                return None
        return None if defenders & board.pawns else tuple(steps)

    def _free_for_king(self) -> Bits:
        """Return where the mating king can go, as far as the men of the other side are concerned."""
        board, open_ = self.board, self.occupied & ~(1 << self.own_king)
        attacked = 0
        for at in squares(self.theirs):
            kind = board.piece_type_at(at)
            attacked |= PAWN_FROM[not self.white][at] if kind == chess.PAWN else SEES[kind or chess.KNIGHT](at, open_)
        return ~(self.occupied | attacked)

    def _king_helps(self, check: _Check, free: Bits) -> tuple[Step, ...]:
        """Return the way of the mating king to where it guards what is missing."""
        apart = ~_grown(1 << check.king)
        posts = free & apart & ~(1 << check.to | chess.between(check.to, check.king) | 1 << self.king)
        for flight in squares(check.missing):
            posts &= KING_FROM[flight]
        walk = _walk(self.own_king, free & apart) if posts else []
        for layer in walk[1:]:
            if layer & posts:
                return _route(walk, (layer & posts).bit_length() - 1)
        return ()

    def _officer_helps(self, check: _Check) -> tuple[Step, ...]:
        """Return a move or two of another officer to where it guards what is missing."""
        empty = ~(
            self.occupied | _squares_of(check.steps) | chess.between(check.to, check.king) | KING_FROM[check.king]
        )
        for man, kind, sees, _ in self.officers:
            if man == check.man:
                continue
            left, look = self.open & ~(1 << man | 1 << check.man) | 1 << check.to, SEES[kind]
            posts = empty
            for flight in squares(check.missing):
                posts &= look(flight, left)
            if posts & sees:
                return ((man, (posts & sees).bit_length() - 1),)
            for post in squares(posts):
                over = look(post, left) & sees & empty
                if over:
                    middle = over.bit_length() - 1
                    return ((man, middle), (middle, post))
        return ()


SEES: Final[dict[chess.PieceType, Callable[[int, Bits], Bits]]] = {
    chess.KNIGHT: lambda at, _occupied: KNIGHT_FROM[at],
    chess.BISHOP: diagonal,
    chess.ROOK: straight,
    chess.QUEEN: lambda at, occupied: diagonal(at, occupied) | straight(at, occupied),
}
"""The squares an officer guards from a square, which are also those from which it guards that square."""


def _shifted(bits: Bits, by: int) -> Bits:
    return (bits << by if by > 0 else bits >> -by) & EVERYWHERE


def _grown(bits: Bits) -> Bits:
    """Return some squares and all beside them."""
    wide = bits | (bits & ~chess.BB_FILE_H) << 1 | (bits & ~chess.BB_FILE_A) >> 1
    return (wide | wide << 8 | wide >> 8) & EVERYWHERE


def _walk(king: int, free: Bits) -> list[Bits]:
    """Return where a king comes over free squares, by the number of steps."""
    layers, seen = [1 << king], 1 << king
    for _ in range(FAR):
        layer = _grown(layers[-1]) & free & ~seen
        if not layer:
            break
        layers.append(layer)
        seen |= layer
    return layers


def _route(walk: list[Bits], to: int) -> tuple[Step, ...]:
    """Return the steps of a walk to one of its squares."""
    steps: list[Step] = []
    for layer in reversed(walk[: next(number for number, layer in enumerate(walk) if layer >> to & 1)]):
        before = (KING_FROM[to] & layer).bit_length() - 1
        steps.append((before, to))
        to = before
    return tuple(reversed(steps))


def _squares_of(steps: tuple[Step, ...]) -> Bits:
    """Return every square that moves touch."""
    touched = 0
    for start, to in steps:
        touched |= 1 << start | 1 << to | chess.between(start, to)
    return touched


# playing


def _played(board: chess.Board, plan: Plan, *, white: bool) -> list[chess.Move] | None:
    """Play a plan out; return its moves, or None if one is not legal or the last does not mate.

    Each side waits while it has nothing to do. The mating move waits until the other side has done its part.
    """
    board = copied(board)
    left = {white: list(plan.winner), not white: list(plan.loser)}
    keep = plan.keep | _squares_of(plan.winner) | _squares_of(plan.loser)
    back: dict[bool, chess.Move] = {}
    line: list[chess.Move] = []
    while left[white] and len(line) < LONGEST:
        steps = left[board.turn]
        if steps and not (board.turn == white and len(steps) == 1 and left[not white]):
            move = chess.Move(*steps.pop(0))
            if not board.is_legal(move):
                return None
        else:
            waiting = _waiting(board, keep, back.get(board.turn))
            if waiting is None:
                return None
            move, again = waiting, chess.Move(waiting.to_square, waiting.from_square)
            if board.kings >> move.from_square & 1:
                steps.insert(0, (again.from_square, again.to_square))
            else:
                back[board.turn] = again
        board.push(move)
        line.append(move)
    return line if not left[white] and board.is_checkmate() else None


def _waiting(board: chess.Board, keep: Bits, back: chess.Move | None) -> chess.Move | None:
    """Choose a move that takes nothing, gives no check and leaves some squares alone.

    First a move back, then one of an officer, then of a pawn; else a step of the king, which has to come back.
    """
    if back is not None and board.is_legal(back):
        return back
    men = board.occupied_co[board.turn] & ~board.kings & ~keep
    for group in (men & ~board.pawns, men & board.pawns):
        for move in board.generate_legal_moves(group, ~(board.occupied | keep)):
            if not move.promotion and not board.gives_check(move):
                return move
    return next(board.generate_legal_moves(board.kings, ~board.occupied), None)
