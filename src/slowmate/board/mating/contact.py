"""A short mate by a queen beside the king, put together instead of searched for: cheap where many men are left.

A queen on a square next to the king mates if another man guards her there, no other man can take her, and every square
to which the king could go is guarded. Both sides help: the queen comes in three moves at most, one more man may come
first to guard what is missing, before that a pawn may make way, and the mated side waits. What is found is only a plan:
it is played by legal moves, and nothing is claimed but what ends in mate. None says nothing.
"""

from collections.abc import Iterator

from slowmate.board.mating.moves import (
    BISHOP,
    BLACK_MEN,
    KING,
    KING_FROM,
    KNIGHT,
    KNIGHT_FROM,
    PAWN,
    PAWN_FROM,
    QUEEN,
    ROOK,
    TURN,
    WHITE_MEN,
    Bits,
    PackedMove,
    State,
    attacked,
    children,
    diagonal,
    is_mated,
    squares,
    straight,
)

TRIES, PUSHES = 2, 3
"""Plans that are played out, and moves of pawns that are tried first, before this gives up."""
LONGEST = 12

Plan = tuple[tuple[PackedMove, ...], Bits, Bits]
"""Moves of the mating side, squares the other side leaves as they are, and a man of its own that goes away."""


def contact_mate(state: State, *, white: bool) -> tuple[PackedMove, ...] | None:
    """Moves of both sides from a state to a mate by the named side; None if no plan at hand works."""
    mine = state[WHITE_MEN] if white else state[BLACK_MEN]
    if not mine & state[QUEEN]:
        return None
    return _by_plans(state, (), white=white) or _after_a_pawn(state, white=white)


def _after_a_pawn(state: State, *, white: bool) -> tuple[PackedMove, ...] | None:
    """The same after a pawn has gone out of the way of the queen and the bishops."""
    before: list[PackedMove] = []
    if bool(state[TURN]) != white:
        waited = _waiting(state, children(state), 0, 0)
        if waited is None:
            return None
        before, state = [waited[0]], waited[1]
    mine, theirs = (WHITE_MEN, BLACK_MEN) if white else (BLACK_MEN, WHITE_MEN)
    pushes = [
        (_mobility(child, child[mine]), move, child)
        for move, child in children(state)
        if child[PAWN] != state[PAWN] and child[theirs] == state[theirs] and not move >> 12
    ]
    now = _mobility(state, state[mine])
    for mobility, move, child in sorted(pushes, reverse=True)[:PUSHES]:
        if mobility > now and (line := _by_plans(child, (*before, move), white=white)):
            return line
    return None


def _mobility(state: State, mine: Bits) -> int:
    occupied = state[WHITE_MEN] | state[BLACK_MEN]
    seen = 0
    for at in squares(mine & (state[QUEEN] | state[BISHOP])):
        seen |= diagonal(at, occupied)
    for at in squares(mine & state[QUEEN]):
        seen |= straight(at, occupied)
    return (seen & ~mine).bit_count()


def _by_plans(state: State, before: tuple[PackedMove, ...], *, white: bool) -> tuple[PackedMove, ...] | None:
    for number, (plan, hands_off, away) in enumerate(_plans(state, white=white)):
        if number == TRIES:
            break
        line = _played(state, plan, hands_off, away, white=white)
        if line is not None:
            return before + line
    return None


def _plans(state: State, *, white: bool) -> Iterator[Plan]:
    mine, theirs = (state[WHITE_MEN], state[BLACK_MEN]) if white else (state[BLACK_MEN], state[WHITE_MEN])
    occupied = mine | theirs
    king_bit = theirs & state[KING]
    king = king_bit.bit_length() - 1
    for queen in squares(mine & state[QUEEN]):
        without = _removed(state, 1 << queen, white=white)
        open_board = (occupied ^ king_bit) & ~(1 << queen)
        guarded = attacked(without, by_white=white, occupied=open_board)
        wanted = []
        ways = _ways(queen, KING_FROM[king] & ~mine, occupied, mine, king_bit)
        for at in squares(KING_FROM[king] & ~mine):
            low = 1 << at
            takers = _takers(state, at, theirs & ~king_bit & ~low, open_board | low, white=white)
            if takers & state[PAWN] or takers & (takers - 1):
                continue
            seen = diagonal(at, open_board) | straight(at, open_board)
            missing = KING_FROM[king] & ~(theirs & ~low) & ~seen & ~low & ~guarded | (low & ~guarded)
            way = ways.get(at)
            if way is not None:
                wanted.append((missing, low, way, takers))
        hands_off = KING_FROM[king] | king_bit
        wanted.sort(key=lambda plan: plan[3] > 0)
        for missing, _, way, takers in wanted:
            if not missing:
                yield way, hands_off, takers
        yield from _with_help(state, mine, theirs, queen, wanted, hands_off, white=white)


def _with_help(
    state: State,
    mine: Bits,
    theirs: Bits,
    queen: int,
    wanted: list[tuple[Bits, Bits, tuple[PackedMove, ...], Bits]],
    hands_off: Bits,
    *,
    white: bool,
) -> Iterator[Plan]:
    """Plans in which another man first comes to guard what is missing."""
    occupied = mine | theirs
    for man in squares(mine & ~state[KING] & ~(1 << queen)):
        low = 1 << man
        rest = occupied & ~low
        for at, coming in _comings(state, man, mine, theirs, white=white):
            guards = _guards(state, man, at, rest, white=white)
            for missing, target, way, takers in wanted:
                if missing and not missing & ~guards and not target >> at & 1:
                    yield (*coming, *way), hands_off | 1 << at, takers & ~(1 << at)


def _comings(
    state: State, man: int, mine: Bits, theirs: Bits, *, white: bool
) -> Iterator[tuple[int, tuple[PackedMove, ...]]]:
    """The squares a man reaches in one move or two, with the moves."""
    barred, occupied = mine | theirs & state[KING], mine | theirs
    first = _moves(state, man, occupied, white=white) & ~barred
    for at in squares(first):
        yield at, (man | at << 6,)
    if state[PAWN] >> man & 1:
        return
    seen, rest = first | 1 << man, occupied & ~(1 << man)
    for at in squares(first & ~occupied):
        further = _guards(state, man, at, rest, white=white) & ~barred & ~seen
        seen |= further
        for end in squares(further):
            yield end, (man | at << 6, at | end << 6)


def _removed(state: State, bit: Bits, *, white: bool) -> State:
    men = WHITE_MEN if white else BLACK_MEN
    return tuple(bits & ~bit if kind in (QUEEN, men) else bits for kind, bits in enumerate(state))


def _takers(state: State, at: int, theirs: Bits, occupied: Bits, *, white: bool) -> Bits:
    """The men of the other side, its king apart, that aim at a square."""
    return theirs & (
        KNIGHT_FROM[at] & state[KNIGHT]
        | PAWN_FROM[white][at] & state[PAWN]
        | diagonal(at, occupied) & (state[BISHOP] | state[QUEEN])
        | straight(at, occupied) & (state[ROOK] | state[QUEEN])
    )


def _moves(state: State, man: int, occupied: Bits, *, white: bool) -> Bits:
    if state[PAWN] >> man & 1:
        ahead = man + 8 if white else man - 8
        takes = PAWN_FROM[white][man] & occupied
        return takes if occupied >> ahead & 1 or not 8 <= ahead < 56 else takes | 1 << ahead
    return _guards(state, man, man, occupied, white=white)


def _guards(state: State, man: int, at: int, occupied: Bits, *, white: bool) -> Bits:
    """What a man would attack from a square."""
    if state[PAWN] >> man & 1:
        return PAWN_FROM[white][at]
    if state[KNIGHT] >> man & 1:
        return KNIGHT_FROM[at]
    found = 0
    if (state[BISHOP] | state[QUEEN]) >> man & 1:
        found |= diagonal(at, occupied)
    if (state[ROOK] | state[QUEEN]) >> man & 1:
        found |= straight(at, occupied)
    return found


def _ways(queen: int, targets: Bits, occupied: Bits, mine: Bits, king: Bits) -> dict[int, tuple[PackedMove, ...]]:
    """The queen's moves to each of some squares, three at most, over squares that are empty."""
    left = occupied & ~(1 << queen)
    found: dict[int, tuple[PackedMove, ...]] = {}
    reached: dict[int, tuple[PackedMove, ...]] = {queen: ()}
    seen = 1 << queen
    for _ in range(3):
        further: dict[int, tuple[PackedMove, ...]] = {}
        for at, moves in reached.items():
            new = (diagonal(at, left) | straight(at, left)) & ~mine & ~king & ~seen
            for to in squares(new & (targets | ~occupied)):
                way = (*moves, at | to << 6)
                if targets >> to & 1:
                    found.setdefault(to, way)
                if not occupied >> to & 1:
                    further[to] = way
            seen |= new & ~occupied
        if all(at in found for at in squares(targets)):
            break
        reached = further
    return found


def _played(
    state: State, plan: tuple[PackedMove, ...], hands_off: Bits, away: Bits, *, white: bool
) -> tuple[PackedMove, ...] | None:
    """The plan played out, the other side waiting; None if a move of it is not legal or it does not mate."""
    line: list[PackedMove] = []
    left = list(plan)
    while left and len(line) < LONGEST:
        following = children(state)
        if bool(state[TURN]) == white:
            move = left.pop(0)
            state = dict(following).get(move, state)
            if bool(state[TURN]) == white:
                return None
        else:
            keep = hands_off
            for planned in left:
                keep |= 1 << (planned & 63) | 1 << (planned >> 6 & 63)
            waiting = _waiting(state, following, keep, away)
            if waiting is None:
                return None
            move, state = waiting
        line.append(move)
    return tuple(line) if is_mated(state) else None


def _waiting(
    state: State, following: list[tuple[PackedMove, State]], keep: Bits, away: Bits
) -> tuple[PackedMove, State] | None:
    """A move that takes nothing and leaves some squares as they are: of the man that is to go, or else of a piece."""
    mover, other = (BLACK_MEN, WHITE_MEN) if not state[TURN] else (WHITE_MEN, BLACK_MEN)
    away &= state[mover]
    found = None
    for move, child in following:
        changed = state[mover] ^ child[mover]
        if child[other] != state[other] or child[KING] != state[KING] or move >> 12 or changed & keep & ~away:
            continue
        if changed & away or (not away and child[PAWN] == state[PAWN]):
            return move, child
        found = found or (move, child)
    return found
