"""Section 0 of the tournament rules: what holds for every tournament."""

from datetime import date
from fractions import Fraction

from slowmate.records import Family, Kind
from slowmate.rulebook import Dated, Fact, Ground, Ruling

WITHOUT_POSITIVE_SCORE = Dated({"ICCF-TR-2016 0.4": "place without promotion", "ICCF-TR-2017 0.4/1": "no first place"})
NOBODY_QUALIFIES = Dated({"ICCF-TR-2016 0.4": False, "ICCF-TR-2017 0.4/2": False})


def has_positive_score(points: Fraction, games: int) -> bool:
    """More than half of the points that could be had."""
    return 2 * points > games


def is_bound_to_positive_score(kind: Kind) -> bool:
    return kind.multi_round or kind.family is Family.PROMOTION


def may_take_first_place(kind: Kind, points: Fraction, games: int, *, on: date) -> Ruling[bool]:
    """Whether the leader of a finished section is awarded first place. *on* is the day the event started.

    2017 withholds the place itself from a leader without a positive score; 2016 withholds only the promotion.
    """
    cited, consequence = WITHOUT_POSITIVE_SCORE.on(on)
    bound, positive = is_bound_to_positive_score(kind), has_positive_score(points, games)
    awarded = not bound or positive or consequence == "place without promotion"
    facts: dict[str, Fact] = {"kind": kind.slug, "points": points, "games": games, "bound": bound, "positive": positive}
    return Ruling(awarded, (Ground(cited, facts | {"awarded": awarded}),))


def may_qualify_upward(kind: Kind, points: Fraction, games: int, *, on: date) -> Ruling[bool]:
    """Whether a result may lead to the next round or class at all. *on* is the day the event started."""
    cited, without = NOBODY_QUALIFIES.on(on)
    allowed = not is_bound_to_positive_score(kind) or has_positive_score(points, games) or without
    return Ruling(allowed, (Ground(cited, {"kind": kind.slug, "points": points, "games": games, "allowed": allowed}),))
