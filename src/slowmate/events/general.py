"""Section 0 of the tournament rules: what holds for every tournament."""

from datetime import date
from fractions import Fraction
from typing import NamedTuple

from slowmate.records import Family, Kind
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling, clause

REGULATIONS = clause("ICCF-LAWS-2019 Glossary: regulations of an event")
"""The announcement of an event, which governs where the rules say nothing."""


class WithoutPositiveScore(NamedTuple):
    """Whether a leader keeps first place, and the clause by which no player qualifies."""

    keeps_place: bool
    nobody_qualifies: Clause


WITHOUT_POSITIVE_SCORE = Dated(
    {
        "ICCF-TR-2016 0.4": WithoutPositiveScore(keeps_place=True, nobody_qualifies=clause("ICCF-TR-2016 0.4")),
        "ICCF-TR-2017 0.4/1": WithoutPositiveScore(keeps_place=False, nobody_qualifies=clause("ICCF-TR-2017 0.4/2")),
    }
)
LEAGUE = Dated({"ICCF-TR-2016 0.1(e)": "ICCF League", "ICCF-TR-2017 0.1(e)": "Champions League"})


def has_positive_score(points: Fraction, games: int) -> bool:
    """Decide whether a player has more than half of the possible points."""
    return 2 * points > games


def is_bound_to_positive_score(kind: Kind) -> bool:
    return kind.multi_round or kind.family is Family.PROMOTION


def may_take_first_place(kind: Kind, points: Fraction, games: int, *, on: date) -> Ruling[bool]:
    """Decide whether the leader of a finished section is awarded first place. *on* is the day the event started.

    2017 withholds the place itself from a leader without a positive score; 2016 withholds only the promotion.
    """
    cited, without = WITHOUT_POSITIVE_SCORE.on(on)
    bound, positive = is_bound_to_positive_score(kind), has_positive_score(points, games)
    awarded = not bound or positive or without.keeps_place
    facts: dict[str, Fact] = {"kind": kind.slug, "points": points, "games": games, "bound": bound, "positive": positive}
    return Ruling(awarded, (Ground(cited, facts | {"awarded": awarded}),))


def may_qualify_upward(kind: Kind, points: Fraction, games: int, *, on: date) -> Ruling[bool]:
    """Decide whether a result may lead to the next round or class at all. *on* is the day the event started."""
    cited = WITHOUT_POSITIVE_SCORE.on(on)[1].nobody_qualifies
    allowed = not is_bound_to_positive_score(kind) or has_positive_score(points, games)
    return Ruling(allowed, (Ground(cited, {"kind": kind.slug, "points": points, "games": games, "allowed": allowed}),))


TYPES = {
    Family.CHAMPIONSHIP: Dated({"ICCF-TR-2016 0.1(a)": "Championship", "ICCF-TR-2017 0.1(a)": "Championship"}),
    Family.PROMOTION: Dated({"ICCF-TR-2016 0.1(b)": "Promotion", "ICCF-TR-2017 0.1(b)": "Promotion"}),
    Family.CUP: Dated({"ICCF-TR-2016 0.1(c)": "Cup", "ICCF-TR-2017 0.1(c)": "Cup"}),
    Family.NORM: Dated({"ICCF-TR-2016 0.1(d)": "Norm", "ICCF-TR-2017 0.1(d)": "Norm"}),
    Family.CHAMPIONS_LEAGUE: LEAGUE,
    Family.SPECIAL: Dated({"ICCF-TR-2016 0.1(f)": "Special", "ICCF-TR-2017 0.1(f)": "Special"}),
}
"""The six types of tournament and their names. In 2016 the fourth is misprinted as a second "special"; it is Norm."""


def tournament_type(kind: Kind, *, on: date) -> Ruling[str]:
    """Return the type a kind of event belongs to, by its name on a day; `Refused` for what is no ICCF tournament."""
    if kind.family not in TYPES:
        cited, _ = TYPES[Family.SPECIAL].on(on)
        raise Refused(Ground(cited, {"kind": kind.slug, "types": [dated.on(on)[1] for dated in TYPES.values()]}))
    cited, name = TYPES[kind.family].on(on)
    return Ruling(name, (Ground(cited, {"kind": kind.slug, "type": name}),))
