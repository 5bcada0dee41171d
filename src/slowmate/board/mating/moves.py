"""Positions as bare integers and their legal moves, for searches that visit many positions.

A state holds what decides which moves are legal and nothing else: no counters, no history. Two positions that allow the
same continuations are therefore one key, which is what a search through "any series of legal moves" needs. The rules
are those of python-chess, with its attack tables; the tests compare the two move for move.
"""

from collections.abc import Iterator
from typing import Final

import chess

Bits = int
"""A set of squares, one bit each, a1 lowest."""

State = tuple[int, ...]
"""Pawns, knights, bishops, rooks, queens, kings, white men, black men, white to move (1 or 0), squares of the rooks
that may still castle, square behind a pawn that can be taken in passing (or -1)."""

PackedMove = int
"""Square left, square reached times 64, man promoted to times 4096. Castling is the king taking its own rook."""

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, WHITE_MEN, BLACK_MEN, TURN, CASTLING, PASSING = range(11)

KNIGHT_FROM: Final = chess.BB_KNIGHT_ATTACKS
KING_FROM: Final = chess.BB_KING_ATTACKS
PAWN_FROM: Final = chess.BB_PAWN_ATTACKS
_DIAG, _DIAG_MASK = chess.BB_DIAG_ATTACKS, chess.BB_DIAG_MASKS
_FILE, _FILE_MASK = chess.BB_FILE_ATTACKS, chess.BB_FILE_MASKS
_RANK, _RANK_MASK = chess.BB_RANK_ATTACKS, chess.BB_RANK_MASKS
RAY: Final = chess.BB_RAYS
EVERYWHERE: Final = chess.BB_ALL
_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8


def squares(bits: Bits) -> Iterator[int]:
    """Yield the squares of a set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def state_of(board: chess.Board) -> State:
    """Return the state of a python-chess board."""
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        int(board.turn),
        board.clean_castling_rights(),
        board.ep_square if board.ep_square is not None and board.has_pseudo_legal_en_passant() else -1,
    )


def uci(state: State, move: PackedMove, *, chess960: bool) -> str:
    """Write a move as python-chess does for a board of the same kind of chess."""
    start, end, promotion = move & 63, move >> 6 & 63, move >> 12
    if not chess960 and state[KING] >> start & 1 and state[CASTLING] >> end & 1 and _same_side(state, start, end):
        end = start + 2 if end > start else start - 2
    return chess.Move(start, end, promotion or None).uci()


def _same_side(state: State, first: int, second: int) -> bool:
    both = 1 << first | 1 << second
    return both & state[WHITE_MEN] in (0, both)


def diagonal(square: int, occupied: Bits) -> Bits:
    """Return what a bishop attacks."""
    return _DIAG[square][_DIAG_MASK[square] & occupied]


def straight(square: int, occupied: Bits) -> Bits:
    """Return what a rook attacks."""
    return _FILE[square][_FILE_MASK[square] & occupied] | _RANK[square][_RANK_MASK[square] & occupied]


def attacked(state: State, *, by_white: bool, occupied: Bits) -> Bits:
    """Return every square the men of one side attack on a board so occupied."""
    pawns, knights, bishops, rooks, queens, kings = state[:6]
    men = state[WHITE_MEN] if by_white else state[BLACK_MEN]
    own_pawns = pawns & men
    if by_white:
        reach = (own_pawns & ~chess.BB_FILE_A) << 7 | (own_pawns & ~chess.BB_FILE_H) << 9
    else:
        reach = (own_pawns & ~chess.BB_FILE_H) >> 7 | (own_pawns & ~chess.BB_FILE_A) >> 9
    left = men & knights
    while left:
        low = left & -left
        reach |= KNIGHT_FROM[low.bit_length() - 1]
        left ^= low
    left = men & (bishops | queens)
    while left:
        low = left & -left
        at = low.bit_length() - 1
        reach |= _DIAG[at][_DIAG_MASK[at] & occupied]
        left ^= low
    left = men & (rooks | queens)
    while left:
        low = left & -left
        at = low.bit_length() - 1
        reach |= _FILE[at][_FILE_MASK[at] & occupied] | _RANK[at][_RANK_MASK[at] & occupied]
        left ^= low
    return reach & EVERYWHERE | KING_FROM[(men & kings).bit_length() - 1]


def in_check(state: State) -> bool:
    """Say whether the side to move is in check."""
    white, black = state[WHITE_MEN], state[BLACK_MEN]
    mine, theirs = (white, black) if state[TURN] else (black, white)
    return bool(_checkers(state, (mine & state[KING]).bit_length() - 1, theirs, white | black))


def is_mated(state: State) -> bool:
    """Say whether the side to move is checkmated. Try a step of the king first, which answers most checks."""
    turn = state[TURN]
    mine, theirs = (state[WHITE_MEN], state[BLACK_MEN]) if turn else (state[BLACK_MEN], state[WHITE_MEN])
    king_bit = mine & state[KING]
    danger = attacked(state, by_white=not turn, occupied=(mine | theirs) ^ king_bit)
    if not danger & king_bit or KING_FROM[king_bit.bit_length() - 1] & ~mine & ~danger:
        return False
    return not children(state)


def children(state: State) -> list[tuple[PackedMove, State]]:
    """Return every legal move with the state it leads to."""
    white, black, turn, castling = state[WHITE_MEN], state[BLACK_MEN], state[TURN], state[CASTLING]
    mine, theirs = (white, black) if turn else (black, white)
    occupied = white | black
    king_bit = mine & state[KING]
    king = king_bit.bit_length() - 1
    danger = attacked(state, by_white=not turn, occupied=occupied ^ king_bit)
    moves: list[tuple[PackedMove, State]] = []

    targets = KING_FROM[king] & ~mine & ~danger
    if targets:
        rights = castling & ~(chess.BB_RANK_1 if turn else chess.BB_RANK_8) if castling else 0
        _piece_moves(state, KING, king, targets, rights, moves)

    # A check confines every other man to the line of that check; a double check leaves only the king.
    confined = ~mine & EVERYWHERE
    if king_bit & danger:
        checkers = _checkers(state, king, theirs, occupied)
        if checkers & (checkers - 1):
            return moves
        confined = chess.between(king, checkers.bit_length() - 1) | checkers
    elif castling:
        _castling_moves(state, king, danger, moves)

    pinned = _pinned(state, king, mine, theirs, occupied)
    _officers(state, mine & ~(state[PAWN] | king_bit), confined, pinned, moves)
    _pawns(state, confined, pinned, moves)
    if state[PASSING] >= 0:
        _passing_moves(state, king, moves)
    return moves


def _officers(state: State, left: Bits, confined: Bits, pinned: Bits, moves: list[tuple[PackedMove, State]]) -> None:
    """Add the moves of knights, bishops, rooks and queens."""
    _, knights, bishops, rooks, _, kings, white, black, turn, castling, _ = state
    occupied = white | black
    rays = RAY[(kings & (white if turn else black)).bit_length() - 1]
    while left:
        low = left & -left
        left ^= low
        at = low.bit_length() - 1
        if low & knights:
            kind, targets = KNIGHT, KNIGHT_FROM[at] & confined
        elif low & bishops:
            kind, targets = BISHOP, _DIAG[at][_DIAG_MASK[at] & occupied] & confined
        elif low & rooks:
            kind, targets = ROOK, straight(at, occupied) & confined
        else:
            kind, targets = QUEEN, (_DIAG[at][_DIAG_MASK[at] & occupied] | straight(at, occupied)) & confined
        if low & pinned:
            targets &= rays[at]
        if targets:
            _piece_moves(state, kind, at, targets, castling & ~low, moves)


def _pawns(state: State, confined: Bits, pinned: Bits, moves: list[tuple[PackedMove, State]]) -> None:
    """Add the moves of pawns, but for captures in passing."""
    white, black, turn = state[WHITE_MEN], state[BLACK_MEN], state[TURN]
    mine, theirs = (white, black) if turn else (black, white)
    empty = ~(white | black)
    takes = PAWN_FROM[turn]
    left = state[PAWN] & mine
    while left:
        low = left & -left
        left ^= low
        at = low.bit_length() - 1
        if turn:
            step = low << 8 & empty
            if step and low & chess.BB_RANK_2:
                step |= step << 8 & empty
        else:
            step = low >> 8 & empty
            if step and low & chess.BB_RANK_7:
                step |= step >> 8 & empty
        targets = (takes[at] & theirs | step) & confined
        if low & pinned:
            targets &= RAY[(mine & state[KING]).bit_length() - 1][at]
        if targets:
            _pawn_moves(state, at, targets, moves)


def _checkers(state: State, king: int, theirs: Bits, occupied: Bits) -> Bits:
    return theirs & (
        KNIGHT_FROM[king] & state[KNIGHT]
        | PAWN_FROM[state[TURN]][king] & state[PAWN]
        | diagonal(king, occupied) & (state[BISHOP] | state[QUEEN])
        | straight(king, occupied) & (state[ROOK] | state[QUEEN])
    )


def _pinned(state: State, king: int, mine: Bits, theirs: Bits, occupied: Bits) -> Bits:
    """Return the men of the side to move that stand alone between their king and a line piece."""
    pinned = 0
    left = theirs & (
        diagonal(king, theirs) & (state[BISHOP] | state[QUEEN]) | straight(king, theirs) & (state[ROOK] | state[QUEEN])
    )
    while left:
        low = left & -left
        left ^= low
        between = chess.between(king, low.bit_length() - 1) & occupied
        if between & mine and not between & (between - 1):
            pinned |= between
    return pinned


def _piece_moves(
    state: State, kind: int, at: int, targets: Bits, castling: Bits, moves: list[tuple[PackedMove, State]]
) -> None:
    white, black, turn = state[WHITE_MEN], state[BLACK_MEN], state[TURN]
    theirs = black if turn else white
    before, men, after = state[:kind], state[kind], state[kind + 1 : 6]
    from_bit = 1 << at
    while targets:
        low = targets & -targets
        targets ^= low
        both = from_bit | low
        move = at | (low.bit_length() - 1) << 6
        if low & theirs:
            stay = ~low
            kinds = [bits & stay for bits in state[:6]]
            kinds[kind] ^= both
            if turn:
                child = (*kinds, white ^ both, black & stay, 0, castling & stay, -1)
            else:
                child = (*kinds, white & stay, black ^ both, 1, castling & stay, -1)
        elif turn:
            child = (*before, men ^ both, *after, white ^ both, black, 0, castling, -1)
        else:
            child = (*before, men ^ both, *after, white, black ^ both, 1, castling, -1)
        moves.append((move, child))


def _pawn_moves(state: State, at: int, targets: Bits, moves: list[tuple[PackedMove, State]]) -> None:
    white, black, turn, castling = state[WHITE_MEN], state[BLACK_MEN], state[TURN], state[CASTLING]
    from_bit = 1 << at
    for to in squares(targets):
        low = 1 << to
        stay = ~low
        kinds = [bits & stay for bits in state[:6]]
        kinds[PAWN] ^= from_bit
        men = (white ^ from_bit | low, black & stay, 0) if turn else (white & stay, black ^ from_bit | low, 1)
        move = at | to << 6
        if low & _LAST_RANKS:
            for kind in (QUEEN, KNIGHT, ROOK, BISHOP):
                promoted = kinds[:]
                promoted[kind] |= low
                moves.append((move | kind + 1 << 12, (*promoted, *men, castling & stay, -1)))
            continue
        kinds[PAWN] |= low
        passing = -1
        if abs(to - at) == 16:
            behind = (to + at) // 2
            enemy = kinds[PAWN] & men[1 if turn else 0]
            if PAWN_FROM[turn][behind] & enemy:
                passing = behind
        moves.append((move, (*kinds, *men, castling & stay, passing)))


def _passing_moves(state: State, king: int, moves: list[tuple[PackedMove, State]]) -> None:
    """Add captures in passing: they take two men off one line at once, so each is tried and tested for check."""
    turn, to = state[TURN], state[PASSING]
    mine, theirs = (state[WHITE_MEN], state[BLACK_MEN]) if turn else (state[BLACK_MEN], state[WHITE_MEN])
    taken = 1 << (to - 8 if turn else to + 8)
    for at in squares(PAWN_FROM[not turn][to] & state[PAWN] & mine):
        both = 1 << at | 1 << to
        kinds = list(state[:6])
        kinds[PAWN] = kinds[PAWN] & ~taken ^ both
        men = (mine ^ both, theirs ^ taken) if turn else (theirs ^ taken, mine ^ both)
        child = (*kinds, *men, 1 - turn, state[CASTLING], -1)
        if not attacked(child, by_white=not turn, occupied=men[0] | men[1]) >> king & 1:
            moves.append((at | to << 6, child))


def _castling_moves(state: State, king: int, danger: Bits, moves: list[tuple[PackedMove, State]]) -> None:
    """Add castling. The king may not pass an attacked square, nor may either man pass another.

    What the rook leaves may be attacked. In Chess960 the rook may have shielded its king, so the final position is
    tested as well.
    """
    turn = state[TURN]
    mine = state[WHITE_MEN] if turn else state[BLACK_MEN]
    home = chess.BB_RANK_1 if turn else chess.BB_RANK_8
    occupied = state[WHITE_MEN] | state[BLACK_MEN]
    corner = 0 if turn else 56
    for rook in squares(state[CASTLING] & home & mine & state[ROOK]):
        king_to, rook_to = (corner + 6, corner + 5) if rook > king else (corner + 2, corner + 3)
        king_path = chess.between(king, king_to) | 1 << king_to
        rook_path = chess.between(rook, rook_to) | 1 << rook_to
        others = occupied & ~(1 << king | 1 << rook)
        if (king_path | rook_path) & others or king_path & danger:
            continue
        kings = state[KING] ^ 1 << king | 1 << king_to
        rooks = state[ROOK] & ~(1 << rook) | 1 << rook_to
        men = mine & ~(1 << king | 1 << rook) | 1 << king_to | 1 << rook_to
        sides = (men, state[BLACK_MEN]) if turn else (state[WHITE_MEN], men)
        child = (*state[:ROOK], rooks, state[QUEEN], kings, *sides, 1 - turn, state[CASTLING] & ~home, -1)
        if not attacked(child, by_white=not turn, occupied=sides[0] | sides[1]) >> king_to & 1:
            moves.append((king | rook << 6, child))
