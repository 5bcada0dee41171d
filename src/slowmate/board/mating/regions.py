"""The squares where every man can ever stand, and whether a mate fits into them: the argument for blocked positions.

**Regions.** Each man gets the set of squares it could reach if both sides did everything for it. The sets start with
the squares of the diagram and grow until nothing changes. A move adds its square only when what the move needs has
already been shown possible: a square to be entered must be able to lose the man that stands there in the diagram, a
pawn takes only where an enemy can come, a king does not enter a square that a man of the diagram attacks and that man
can neither leave nor be taken. Every rule only gets weaker as the sets grow, so the sets hold for every series of legal
moves: the first move of a game to leave them would need something that no earlier move had made possible.

**Mate.** A mate needs a square for the king, a man that attacks it, and every neighbouring square either attacked by
the mating side or occupied by a man of the mated king. Each man stands on one square. If no choice of squares from the
regions does that, there is no mate; checks that could be answered are not looked into, so "may mate" proves nothing.
"""

from dataclasses import dataclass, field

from slowmate.board.mating.moves import (
    BISHOP,
    BLACK_MEN,
    CASTLING,
    EVERYWHERE,
    KING,
    KING_FROM,
    KNIGHT,
    KNIGHT_FROM,
    PASSING,
    PAWN,
    PAWN_FROM,
    QUEEN,
    ROOK,
    WHITE_MEN,
    Bits,
    State,
    diagonal,
    squares,
    straight,
)

_FILES = [0x0101010101010101 << file for file in range(8)]
_LAST_RANK = (0xFF, 0xFF << 56)
PROMOTED = 6
"""A pawn that has promoted: it may be any piece."""


@dataclass(slots=True)
class Man:
    """One man of the diagram: its kind, side (1 White, 0 Black), square, and where it can ever stand."""

    kind: int
    side: int
    home: int
    region: Bits
    promoted: Bits = 0
    takes: Bits = 0
    """Squares on which it can take; for a pawn only these, for a piece every square of its region."""

    def anywhere(self) -> Bits:
        return self.region | self.promoted


@dataclass(slots=True)
class Regions:
    """The men of a state with their regions, the men that never leave, and what those attack for ever."""

    men: list[Man]
    fixed: list[Bits]
    guarded: list[Bits]


def regions(state: State) -> Regions:
    """Compute the regions of every man of *state*, whichever side is to move."""
    result = Regions(_men(state), [0, 0], [0, 0])
    while _grow(result):
        pass
    return result


def _men(state: State) -> list[Man]:
    men = []
    for kind in range(6):
        for home in squares(state[kind]):
            side = state[WHITE_MEN] >> home & 1
            men.append(Man(kind, side, home, 1 << home))
    if state[PASSING] >= 0:
        # A pawn that can be taken in passing counts as if it could also stand on the square it passed.
        behind = state[PASSING]
        victim = behind - 8 if behind >= 40 else behind + 8
        next(man for man in men if man.home == victim).region |= 1 << behind
    if state[CASTLING]:
        _add_castling(state, men)
    return men


def _add_castling(state: State, men: list[Man]) -> None:
    for man in men:
        corner = 56 * (1 - man.side)
        rooks = state[CASTLING] & (0xFF << corner)
        if rooks and man.kind == KING:
            man.region |= (1 << 2 | 1 << 6) << corner
        elif rooks >> man.home & 1:
            man.region |= (1 << 3 | 1 << 5) << corner


def _grow(known_regions: Regions) -> bool:
    """Do one round of the fixpoint; say whether any region grew."""
    can_stand, can_take = [0, 0], [0, 0]
    for man in known_regions.men:
        if man.kind != KING:
            can_stand[man.side] |= man.anywhere()
        can_take[man.side] |= man.takes | man.promoted if man.kind == PAWN else man.region
    fixed, kings = [0, 0], 0
    for man in known_regions.men:
        bit = 1 << man.home
        if man.region == bit and not man.promoted and (man.kind == KING or not can_take[1 - man.side] & bit):
            fixed[man.side] |= bit
            if man.kind == KING:
                kings |= bit
    known_regions.fixed = fixed
    known_regions.guarded = [_guarded(known_regions, 0), _guarded(known_regions, 1)]
    walls = fixed[0] | fixed[1]
    changed = False
    for man in known_regions.men:
        enterable = ~(fixed[man.side] | kings) & EVERYWHERE
        if man.kind == PAWN:
            changed |= _grow_pawn(known_regions, man, enterable, can_stand[1 - man.side], can_take[man.side])
        else:
            if man.kind == KING:
                enterable &= ~known_regions.guarded[1 - man.side]
            region = _flood(man.kind, man.region, enterable, walls)
            changed |= region != man.region
            man.region = region
    return changed


def _guarded(known_regions: Regions, side: int) -> Bits:
    """Return squares that men of *side* always attack, because they never leave and nothing gets between.

    The enemy king is the one to be kept out, so it does not count as something in between.
    """
    guarded = others = 0
    for man in known_regions.men:
        if man.kind != KING or man.side == side:
            others |= man.anywhere()
    for man in known_regions.men:
        bit = 1 << man.home
        if man.side == side and bit & known_regions.fixed[side]:
            guarded |= attacks(man.kind, side, man.home, others)
    return guarded


def attacks(kind: int, side: int, square: int, occupied: Bits) -> Bits:
    """Return what a man attacks from a square; a promoted pawn attacks what any piece would."""
    if kind == PAWN:
        return PAWN_FROM[side][square]
    if kind == KNIGHT:
        return KNIGHT_FROM[square]
    if kind == BISHOP:
        return diagonal(square, occupied)
    if kind == ROOK:
        return straight(square, occupied)
    if kind == KING:
        return KING_FROM[square]
    lines = diagonal(square, occupied) | straight(square, occupied)
    return lines if kind == QUEEN else lines | KNIGHT_FROM[square]


def _flood(kind: int, region: Bits, enterable: Bits, walls: Bits) -> Bits:
    new = region
    while new:
        low = new & -new
        step = attacks(kind, 0, low.bit_length() - 1, walls) & enterable & ~region
        region |= step
        new = new ^ low | step
    return region


def _grow_pawn(known_regions: Regions, pawn: Man, enterable: Bits, enemies: Bits, own_takes: Bits) -> bool:
    """Grow the region of a pawn; say whether it grew.

    Pushes need an empty square, captures an enemy on the square; on the last rank the pawn becomes a piece.
    """
    side = pawn.side
    before = pawn.region, pawn.promoted, pawn.takes
    walls = known_regions.fixed[0] | known_regions.fixed[1]
    free = enterable & ~walls & _before_opposing_pawns(known_regions, pawn, own_takes)
    region, takes, new = pawn.region, pawn.takes, pawn.region
    while new:
        low = new & -new
        new ^= low
        captures = PAWN_FROM[side][low.bit_length() - 1] & enemies & enterable
        takes |= captures
        step = (captures | (low << 8 if side else low >> 8) & free) & ~region
        region |= step
        new |= step
    pawn.region, pawn.takes = region, takes
    on_last = region & _LAST_RANK[side]
    if on_last:
        pawn.promoted = _flood(PROMOTED, pawn.promoted | on_last, enterable, walls)
    return (pawn.region, pawn.promoted, pawn.takes) != before


def _before_opposing_pawns(known_regions: Regions, pawn: Man, own_takes: Bits) -> Bits:
    """Return squares a pawn can push to as far as enemy pawns ahead of it on its file are concerned.

    Neither of two opposing pawns passes the other while both stay on the file and on the board.
    """
    file = _FILES[pawn.home & 7]
    if pawn.region & ~file:
        return EVERYWHERE
    free = EVERYWHERE
    for other in known_regions.men:
        if other.kind != PAWN or other.side == pawn.side or not file >> other.home & 1:
            continue
        ahead = other.home > pawn.home if pawn.side else other.home < pawn.home
        if ahead and not other.region & ~file and not other.region & own_takes:
            beyond = EVERYWHERE << (other.home & ~7) if pawn.side else EVERYWHERE >> (56 - (other.home & ~7))
            free &= ~beyond
    return free


def no_mate_fits(known_regions: Regions, *, white: bool) -> bool:
    """Say whether there is no square of the enemy king on which the named side could ever mate it."""
    side = int(white)
    king = next(man for man in known_regions.men if man.kind == KING and man.side != side)
    return not any(_mate_fits(known_regions, side, at) for at in squares(king.region))


def _mate_fits(known_regions: Regions, side: int, at: int) -> bool:
    """Say whether the king on *at* can be attacked with its neighbours guarded or blocked, one square for each man."""
    zone = KING_FROM[at] | 1 << at
    walls = known_regions.fixed[0] | known_regions.fixed[1]
    reached = {(known_regions.guarded[side] | KING_FROM[at] & known_regions.fixed[1 - side]) & zone}
    for man in known_regions.men:
        choices = _blocks(man, zone ^ 1 << at) if man.side != side else _attacks_on(man, at, zone, walls)
        if choices:
            reached |= {had | more for had in reached for more in choices}
            if zone in reached:
                return True
    return False


def _blocks(man: Man, neighbours: Bits) -> set[Bits]:
    if man.kind == KING:
        return set()
    return {1 << at for at in squares(man.anywhere() & neighbours)}


def _attacks_on(man: Man, king: int, zone: Bits, walls: Bits) -> set[Bits]:
    """Return the sets of squares in the king's zone that a man can attack from the squares it can reach."""
    apart = ~(1 << king) & EVERYWHERE
    if man.kind == KING:
        return {KING_FROM[at] & zone for at in squares(man.region & apart & ~zone)} - {0}
    choices = {attacks(man.kind, man.side, at, walls) & zone for at in squares(man.region & apart)}
    if man.promoted:
        choices |= {attacks(PROMOTED, man.side, at, walls) & zone for at in squares(man.promoted & apart)}
    choices.discard(0)
    return choices


@dataclass(slots=True)
class DeadProofs:
    """The proofs by regions so far for one mating side, so that a search need not repeat them.

    Regions found for one state hold for every state with the same pawns and pieces in which each man stands inside its
    region: the men that never leave have regions of one square and so stand where they stood, pawns face each other as
    they did, and the rules by which the regions stopped growing look at nothing else. Captures in passing and castling
    are left out: such states are always worked out afresh.
    """

    white: bool
    proofs: dict[tuple[int, ...], list[list[tuple[int, int, Bits]]]] = field(default_factory=dict)
    attempts: int = 0
    proved: int = 0

    def proves(self, state: State) -> bool:
        """Say whether the named side is proved unable to mate."""
        key = _signature(state)
        plain = state[PASSING] < 0 and not state[CASTLING]
        if plain and any(_covers(proof, state) for proof in self.proofs.get(key, ())):
            return True
        self.attempts += 1
        known_regions = regions(state)
        if not no_mate_fits(known_regions, white=self.white):
            return False
        self.proved += 1
        if plain:
            pieces = [(man.kind, man.side, man.region) for man in known_regions.men if man.kind != PAWN]
            self.proofs.setdefault(key, []).append(pieces)
        return True

    def is_worth_asking(self, opened: int) -> bool:
        """Say whether proofs have paid for themselves so far. *opened* is the work a search has done."""
        return self.attempts * _COST <= opened // 8 + self.proved * _GAIN + _CREDIT


_COST, _GAIN, _CREDIT = 80, 400, 1600
"""In opened states: the cost of computing regions, the value of a proof, the credit at the start."""


def _signature(state: State) -> tuple[int, ...]:
    white, black = state[WHITE_MEN], state[BLACK_MEN]
    counts = [(men & bits).bit_count() for bits in state[KNIGHT : QUEEN + 1] for men in (white, black)]
    return (state[PAWN] & white, state[PAWN] & black, *counts)


def _covers(proof: list[tuple[int, int, Bits]], state: State) -> bool:
    """Say whether the men of the state can be matched with those of the proof so that each stands in its region."""
    groups: dict[tuple[int, int], list[Bits]] = {}
    for kind, side, region in proof:
        groups.setdefault((kind, side), []).append(region)
    for (kind, side), available in groups.items():
        stand = state[kind] & (state[WHITE_MEN] if side else state[BLACK_MEN])
        if len(available) == 1:
            if not stand & available[0]:
                return False
        elif not _matched(list(squares(stand)), available):
            return False
    return True


def _matched(stand: list[int], available: list[Bits]) -> bool:
    """Say whether there is one region for each square, by augmenting paths."""
    taken: dict[int, int] = {}

    def place(square: int, seen: set[int]) -> bool:
        for index, region in enumerate(available):
            if region >> square & 1 and index not in seen:
                seen.add(index)
                if index not in taken or place(taken[index], seen):
                    taken[index] = square
                    return True
        return False

    return all(place(square, set()) for square in stand)
