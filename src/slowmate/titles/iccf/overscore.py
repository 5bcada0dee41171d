"""10.0.3: what a score beyond the norm adds to the games that count towards a title."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from slowmate.rulebook import Fact, Ground, Ruling, clause
from slowmate.titles.iccf.event_norms import COUNTED

PRINCIPLE = clause("ICCF-TR-2017 10.0.3")
FORMULA = clause("ICCF-TR-2017 App2.2.4(c)/formula")
FLOOR = clause("ICCF-TR-2017 App2.2.4(c)/floor")
WALK = COUNTED.under("ICCF-TR-2016")[0]

MOST_PLAYERS_2016 = 20


def overscored_games(
    games: int, score: Fraction, *, expected: Decimal, needed: Fraction, strict: bool = False
) -> Ruling[int]:
    """Return overscored games of a norm under 2017: games * (score - sum) / sum, rounded down.

    10.0.3 speaks of half a point above the norm, the formula of the unrounded sum. The formula rules; *strict* asks for
    the half point as well.
    """
    total = Fraction(expected)
    exact = games * (score - total) / total
    overscored = max(0, exact.numerator // exact.denominator)
    facts: dict[str, Fact] = {"games": games, "score": score, "sum": expected, "overscore": overscored}
    if strict and score - needed < Fraction(1, 2):
        return Ruling(0, (Ground(PRINCIPLE, {**facts, "needed": needed, "overscore": 0}),))
    exact_shown = Decimal(round(exact * 10_000)).scaleb(-4)
    return Ruling(overscored, (Ground(FORMULA, {**facts, "exact": exact_shown}), Ground(FLOOR, facts)))


def overscored_games_2016(games: int, score: Fraction, *, needed_for: Callable[[int], Fraction | None]) -> Ruling[int]:
    """Return overscored games of a norm under 2016: how many more games could have been played and lost.

    The same title and category is followed to larger fields while the score still suffices; the tables end at twenty
    players. *needed_for* gives the norm for a number of games.
    """
    more, walk = 0, {str(games): needed_for(games)}
    while games + more + 2 <= MOST_PLAYERS_2016:
        following = needed_for(games + more + 1)
        if following is None:
            break
        walk[str(games + more + 1)] = following
        if following > score:
            break
        more += 1
    facts: dict[str, Fact] = {"games": games, "score": score, "walk": walk, "overscore": more}
    return Ruling(more, (Ground(WALK, facts),))
