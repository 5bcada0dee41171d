"""Section 0 of the tournament rules: what holds for every tournament."""

from datetime import date
from fractions import Fraction

from slowmate.records import Family, Kind
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling

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


TYPES = {
    Family.CHAMPIONSHIP: Dated({"ICCF-TR-2016 0.1(a)": "Championship", "ICCF-TR-2017 0.1(a)": "Championship"}),
    Family.PROMOTION: Dated({"ICCF-TR-2016 0.1(b)": "Promotion", "ICCF-TR-2017 0.1(b)": "Promotion"}),
    Family.CUP: Dated({"ICCF-TR-2016 0.1(c)": "Cup", "ICCF-TR-2017 0.1(c)": "Cup"}),
    Family.NORM: Dated({"ICCF-TR-2016 0.1(d)": "Norm", "ICCF-TR-2017 0.1(d)": "Norm"}),
    Family.CHAMPIONS_LEAGUE: Dated({"ICCF-TR-2016 0.1(e)": "ICCF League", "ICCF-TR-2017 0.1(e)": "Champions League"}),
    Family.SPECIAL: Dated({"ICCF-TR-2016 0.1(f)": "Special", "ICCF-TR-2017 0.1(f)": "Special"}),
}
"""The six types of tournament and their names. In 2016 the fourth is misprinted as a second "special"; it is Norm."""


def tournament_type(kind: Kind, *, on: date) -> Ruling[str]:
    """The type a kind of event belongs to, by its name on a day; `Refused` for what is no ICCF tournament."""
    if kind.family not in TYPES:
        cited, _ = TYPES[Family.SPECIAL].on(on)
        raise Refused(Ground(cited, {"kind": kind.slug, "types": [dated.on(on)[1] for dated in TYPES.values()]}))
    cited, name = TYPES[kind.family].on(on)
    return Ruling(name, (Ground(cited, {"kind": kind.slug, "type": name}),))
