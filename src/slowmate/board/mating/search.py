"""The search for a mate with the help of both sides, through every position that can arise.

Best first: the states that look nearest to a mate are opened first, each state once. Several aims may take turns over
the same states; they only order the work. When nothing is left to open, every series of legal moves has been followed
and none mates. What is set aside unopened is proved: material that never mates (`material`), or regions into
which no mate fits (`regions`), asked after captures and pawn moves, which no later move takes back.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

import chess

from slowmate.board.mating.material import DARK, LIGHT, cannot_mate
from slowmate.board.mating.moves import (
    BISHOP,
    BLACK_MEN,
    CASTLING,
    KING,
    KING_FROM,
    KNIGHT,
    KNIGHT_FROM,
    PASSING,
    PAWN,
    PAWN_FROM,
    QUEEN,
    ROOK,
    TURN,
    WHITE_MEN,
    PackedMove,
    State,
    children,
    diagonal,
    in_check,
    is_mated,
    squares,
    straight,
)
from slowmate.board.mating.regions import DeadProofs

_DISTANCE: Final = [[chess.square_distance(start, end) for end in range(64)] for start in range(64)]
_NEAR, _FREE, _FAR = 2, 4, 9
"""Steps of the kings from which freedom is counted, freedom until then, pawn steps if there is no pawn."""


def _king_steps(*corners: int) -> list[int]:
    """Return steps to a mate in one of the corners, by the mated king's square times 64 plus the other king's."""
    return [
        min(_DISTANCE[loser][corner] + max(_DISTANCE[winner][corner] - 2, 0) for corner in corners)
        for loser in range(64)
        for winner in range(64)
    ]


_AHEAD: Final = (
    [chess.BB_FILES[at & 7] & (1 << at) - 1 for at in range(64)],
    [chess.BB_FILES[at & 7] & -2 << at for at in range(64)],
)
"""The squares in front of a pawn, Black's and White's."""


def _cornered() -> list[tuple[int, int, list[int]]]:
    """Return mates by one minor piece: a corner, a blocker beside it, and the steps of both kings to get there."""
    mates = []
    for corner, along, up in ((chess.A1, 1, 8), (chess.H1, -1, 8), (chess.A8, 1, -8), (chess.H8, -1, -8)):
        for blocked, other in ((along, up), (up, along)):
            posts = (corner + 2 * other, corner + 2 * other + blocked)
            walk = [
                _DISTANCE[loser][corner] + min(_DISTANCE[winner][post] for post in posts)
                for loser in range(64)
                for winner in range(64)
            ]
            mates.append((corner, corner + blocked, walk))
    return mates


def _line_moves(attacks: Callable[[int, int], int]) -> list[list[int]]:
    """Return moves of a line piece on an empty board; ten where it never comes."""
    table = []
    for start in range(64):
        in_one = attacks(start, 0)
        in_two = in_one
        for at in squares(in_one):
            in_two |= attacks(at, 0)
        table.append(
            [0 if at == start else 1 if in_one >> at & 1 else 2 if in_two >> at & 1 else 10 for at in range(64)]
        )
    return table


_CORNERED: Final = _cornered()
_KNIGHT_MOVES: Final = [[chess.square_knight_distance(start, end) for end in range(64)] for start in range(64)]
_BISHOP_MOVES: Final = _line_moves(diagonal)
_ROOK_MOVES: Final = _line_moves(straight)
_PAIR, _LONE = 24, 44
"""The handicap of minor pieces alone against a pawn that can promote, so that it is not given up for a rare mate."""
_ANY_CORNER: Final = _king_steps(chess.A1, chess.H1, chess.A8, chess.H8)


@dataclass(frozen=True, slots=True)
class Aim:
    """The weights that make a state look near to a mate, and the order of equal states. It only orders the work."""

    kings: int = 3
    """For each step the mated king is away from a corner and the other king from standing opposite it."""
    promotion: int = 6
    """For each step a pawn that is needed as a piece has to go."""
    lacking: int = 20
    """For having no queen or rook."""
    material: int = 3
    """For each piece of the mated side: it may answer checks, but it may also block or be taken by a pawn."""
    freedom: int = 0
    """For each square the mated king can go to, once the kings stand right."""
    newest_first: bool = True
    backwards: bool = False
    """Take the moves of a state in the opposite order: a second attempt that goes astray elsewhere."""


DIRECT: Final = Aim(lacking=32, freedom=2)
BACKWARDS: Final = Aim(lacking=32, freedom=2, backwards=True)
BOLD: Final = Aim(kings=6, lacking=40, freedom=3)
LOOSE: Final = Aim(kings=1, material=0)
PATIENT: Final = Aim(newest_first=False)
HOMELESS: Final = Aim(kings=0)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The end of a search: a mate and the moves to it, no mate at all (False), or nothing within the bounds (None)."""

    answer: bool | None
    moves: tuple[PackedMove, ...]
    opened: int


def search(
    root: State, *, white: bool, aims: Sequence[Aim], nodes: int, dead: DeadProofs | None = None
) -> SearchResult:
    """Look for a mate by the named side, opening at most *nodes* states. The material of *root* is not looked at."""
    winner = int(white)
    estimate = _estimate(aims, white=white)
    estimate_after_quiet_move = _quiet_estimate(aims, estimate, white=white)
    backwards = any(aim.backwards for aim in aims)
    came_from: dict[State, tuple[State, PackedMove] | None] = {root: None}
    queues: list[list[tuple[int, int, State]]] = [[(0, 0, root)] for _ in aims]
    signed = [(queue, -1 if aim.newest_first else 1) for queue, aim in zip(queues, aims, strict=True)]
    opened: set[State] = set()
    order = 0
    while (state := _next(queues, opened)) is not None:
        if len(opened) >= nodes:
            return SearchResult(None, (), len(opened))
        opened.add(state)
        may_check = _checking_squares(state) if state[TURN] == winner else None
        pawns, kings, waiting = state[PAWN], state[KING], BLACK_MEN if state[TURN] else WHITE_MEN
        as_before = estimate_after_quiet_move(state)
        following = children(state)
        for move, child in reversed(following) if backwards else following:
            if child in came_from:
                continue
            came_from[child] = (state, move)
            if may_check is not None and _may_be_check(move, may_check) and in_check(child) and is_mated(child):
                return SearchResult(answer=True, moves=_line(came_from, child), opened=len(opened))
            values = as_before if child[KING] == kings else None
            if child[PAWN] != pawns or child[waiting] != state[waiting]:
                values = None
                if cannot_mate(child, white=white) or (dead is not None and _is_dead(dead, state, child, len(opened))):
                    continue
            order += 1
            for (queue, sign), value in zip(signed, values or estimate(child), strict=True):
                heappush(queue, (value, sign * order, child))
    return SearchResult(answer=False, moves=(), opened=len(opened))


def _checking_squares(state: State) -> tuple[int, int]:
    """Return squares where the side to move can check by the arriving man, and those whose man may discover a check.

    Every move that gives check arrives on one of the first or leaves one of the second; castling and captures in
    passing, which change two squares more, are always tried.
    """
    turn = state[TURN]
    mine, theirs = (state[WHITE_MEN], state[BLACK_MEN]) if turn else (state[BLACK_MEN], state[WHITE_MEN])
    king = (theirs & state[KING]).bit_length() - 1
    lines = diagonal(king, mine | theirs) | straight(king, mine | theirs)
    always = 1 << state[PASSING] if state[PASSING] >= 0 else 0
    return lines | KNIGHT_FROM[king] | always | (mine & state[CASTLING]), lines & mine


def _may_be_check(move: PackedMove, squares_of: tuple[int, int]) -> bool:
    arriving, leaving = squares_of
    return bool(arriving >> (move >> 6 & 63) & 1 or leaving >> (move & 63) & 1)


def _next(queues: list[list[tuple[int, int, State]]], opened: set[State]) -> State | None:
    """Return the best state not yet opened of the queue whose turn it is.

    Every state is in every queue: if one is empty, all are.
    """
    queue = queues[len(opened) % len(queues)]
    while queue:
        state = heappop(queue)[2]
        if state not in opened:
            return state
    return None


def _is_dead(dead: DeadProofs, state: State, child: State, opened: int) -> bool:
    """Ask the regions after a capture or a pawn move, as long as that pays."""
    men, left = state[WHITE_MEN] | state[BLACK_MEN], child[WHITE_MEN] | child[BLACK_MEN]
    if state[PAWN] == child[PAWN] and men.bit_count() == left.bit_count():
        return False
    return dead.is_worth_asking(opened) and dead.proves(child)


def _line(came_from: dict[State, tuple[State, PackedMove] | None], state: State) -> tuple[PackedMove, ...]:
    moves = []
    while (step := came_from[state]) is not None:
        state, move = step
        moves.append(move)
    return tuple(reversed(moves))


def _estimate(aims: Sequence[Aim], *, white: bool) -> Callable[[State], list[int]]:
    """Return a function that estimates how far a state is from a mate in a corner, by each aim."""
    mine_at, theirs_at = (WHITE_MEN, BLACK_MEN) if white else (BLACK_MEN, WHITE_MEN)
    weights = [(aim.kings, aim.promotion, aim.lacking, aim.material, aim.freedom) for aim in aims]
    looks_at_freedom = any(aim.freedom for aim in aims)

    def estimate(state: State) -> list[int]:
        pawns, _, _, rooks, queens, kings = state[:6]
        mine, theirs = state[mine_at], state[theirs_at]
        both = (theirs & kings).bit_length() * 64 + (mine & kings).bit_length() - 65
        steps = _ANY_CORNER[both]
        promotion, lacking, freedom, blocking = 0, 1, 0, 0
        material = (theirs & ~pawns).bit_count()
        if mine & (rooks | queens):
            lacking = 0
            if looks_at_freedom:
                freedom = _freedom(state, mine, theirs, white=white) if steps <= _NEAR else _FREE
        elif mine & pawns:
            promotion = _to_promotion(mine & pawns, mine | theirs, white=white)
        else:
            steps, promotion, blocking = _minor_pieces(state, mine, theirs, steps, white=white)
            material = 0
        return [
            steps * by_steps
            + promotion * by_promotion
            + lacking * by_lack
            + material * by_material
            + freedom * by_freedom
            + blocking
            for by_steps, by_promotion, by_lack, by_material, by_freedom in weights
        ]

    return estimate


def _quiet_estimate(
    aims: Sequence[Aim], estimate: Callable[[State], list[int]], *, white: bool
) -> Callable[[State], list[int] | None]:
    """Return a function for the estimate that a quiet move of a piece leaves unchanged.

    It gives None where the estimate also asks where pieces stand, not for kings and men alone.
    """
    mine_at, theirs_at = (WHITE_MEN, BLACK_MEN) if white else (BLACK_MEN, WHITE_MEN)
    looks_at_freedom = any(aim.freedom for aim in aims)

    def estimate_after_move(state: State) -> list[int] | None:
        mine, theirs, kings = state[mine_at], state[theirs_at], state[KING]
        if not mine & (state[ROOK] | state[QUEEN]):
            return None
        if looks_at_freedom:
            both = (theirs & kings).bit_length() * 64 + (mine & kings).bit_length() - 65
            if _ANY_CORNER[both] <= _NEAR:
                return None
        return estimate(state)

    return estimate_after_move


def _freedom(state: State, mine: int, theirs: int, *, white: bool) -> int:
    king = theirs & state[KING]
    occupied = (mine | theirs) ^ king
    knights, pawns = mine & state[KNIGHT], mine & state[PAWN]
    diagonals, lines = mine & (state[BISHOP] | state[QUEEN]), mine & (state[ROOK] | state[QUEEN])
    beside, takes = KING_FROM[(mine & state[KING]).bit_length() - 1], PAWN_FROM[not white]
    free = 0
    flights = KING_FROM[king.bit_length() - 1] & ~theirs & ~beside
    while flights:
        low = flights & -flights
        flights ^= low
        at = low.bit_length() - 1
        if not (
            KNIGHT_FROM[at] & knights
            or takes[at] & pawns
            or diagonal(at, occupied) & diagonals
            or straight(at, occupied) & lines
        ):
            free += 1
    return free


def _minor_pieces(state: State, mine: int, theirs: int, steps: int, *, white: bool) -> tuple[int, int, int]:
    """Return steps of the kings, of a pawn and of a blocker for bishops and knights alone.

    Two that work together need no help, else a man of the mated side must block, if need be one that is yet to promote.
    """
    knights, bishops = mine & state[KNIGHT], mine & state[BISHOP]
    king = (theirs & state[KING]).bit_length() - 1
    near = max(0, min(_KNIGHT_MOVES[at][king] for at in squares(knights)) - 2) if knights else 0
    if knights & (knights - 1) or (knights and bishops) or (bishops & DARK and bishops & LIGHT):
        return steps, 0, _PAIR + near
    blockers = [_KNIGHT_MOVES[at] for at in squares(theirs & state[KNIGHT])]
    blockers += [_BISHOP_MOVES[at] for at in squares(theirs & state[BISHOP])]
    if knights:
        blockers += [_ROOK_MOVES[at] for at in squares(theirs & state[ROOK])]
    if not blockers:
        pawns = theirs & state[PAWN]
        return steps, _to_promotion(pawns, mine | theirs, white=not white), _LONE + near
    both = king * 64 + (mine & state[KING]).bit_length() - 1
    best, blocking = 99, 0
    for corner, beside, walk in _CORNERED:
        if bishops and not bishops & (DARK if DARK >> corner & 1 else LIGHT):
            continue
        moves = min(reach[beside] for reach in blockers)
        if 3 * walk[both] + moves < 3 * best + blocking:
            best, blocking = walk[both], moves
    return best, 0, _LONE + near + blocking


def _to_promotion(pawns: int, occupied: int, *, white: bool) -> int:
    """Return steps of the pawn that is nearest to promotion, with one more for every man in its way."""
    ahead = _AHEAD[white]
    nearest = _FAR
    while pawns:
        low = pawns & -pawns
        pawns ^= low
        path = ahead[low.bit_length() - 1]
        steps = path.bit_count() + (path & occupied).bit_count()
        if steps < nearest:
            nearest = steps
    return nearest
