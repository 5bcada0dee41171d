"""The men that can never mate, whatever both sides play.

Both sides work together here: the question is whether a mate is possible at all, so the loser's men help as blockers.
Three facts are proved, and nothing else is claimed:

1. A bare king never mates.
2. King and knight never mate a king whose only other men are queens. The mating knight is the only man that gives
   check, so nothing is pinned and no check is discovered: a queen that blocks a flight square of her king must not
   attack the knight. Only the mating side's king can shut her line to it, for another queen on that line attacks the
   knight herself and the mated king is never on it. She must not attack that king either, for the mating side has just
   moved. The tests go through all placements of the two kings and the knight: in none can every flight square be
   guarded or so blocked.
3. King and bishops of one square colour never mate a king whose other men are only queens, rooks and bishops of that
   same square colour. Put the mated king on (0, 0), a square of the bishops' colour, checked along the diagonal through
   (1, 1). Two checks at once cannot be: a bishop leaving a diagonal of the king for another square never lands on the
   king's other diagonal, and a king opens one line at a time. Of (1, 0) and (0, 1), both on the board and both of the
   other colour, the mating king guards at most one, for every square next to both is next to (0, 0). The bishops guard
   neither, so a queen or rook stands on one of the two. Lines from (0, 0) to the bishops run on their own colour, so
   she is not pinned, and (1, 1) is next to her: she takes the bishop there or steps in between.

Pawns of the mating side may promote to anything and pawns of the other side may promote to blockers, so facts 2 and 3
need boards without them.
"""

from slowmate.board.mating.moves import BISHOP, BLACK_MEN, KING, KNIGHT, PAWN, ROOK, WHITE_MEN, State

DARK = 0xAA55AA55AA55AA55
LIGHT = 0x55AA55AA55AA55AA


def cannot_mate(state: State, *, white: bool) -> bool:
    """Say whether the material of *state* is such that the named side can never mate."""
    mine, theirs = (state[WHITE_MEN], state[BLACK_MEN]) if white else (state[BLACK_MEN], state[WHITE_MEN])
    men = mine & ~state[KING]
    if not men:
        return True
    if state[PAWN]:
        return False
    if men & ~(state[BISHOP] | state[KNIGHT]):
        return False
    if not men & state[BISHOP]:
        return not men & (men - 1) and not theirs & (state[ROOK] | state[BISHOP] | state[KNIGHT])
    if men & state[KNIGHT]:
        return False
    colour = LIGHT if men & LIGHT else DARK
    return not men & ~colour and not theirs & state[KNIGHT] and not theirs & state[BISHOP] & ~colour
