"""Sizes: sections of individuals and groups of teams, by kind of event, and how many of them start."""

from dataclasses import dataclass
from datetime import date

from slowmate.events.organising.offices import Actor
from slowmate.rulebook import Clause, Fact, Ground, Refused, Ruling, clause, in_force


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a kind's sections by the rules.

    *permitted* beside the normal size needs the commissioner's word; outside *least* to *most* (None: no limit) nothing
    is allowed, and a size that is neither normal nor permitted warns. *sections*: how many normally start in a year.
    """

    normal: int | None
    clause: Clause
    permitted: tuple[int, ...] = ()
    permitted_by: Clause | None = None
    enlarged_by: Actor = Actor.TTC
    """The office that may allow a permitted size beside the normal one."""
    least: int | None = None
    most: int | None = None
    strict: bool = False
    """Outside the limits is blocked, not only warned of."""
    sections: int | None = None
    sections_by: Clause | None = None


NORM_SECTION = clause("ICCF-TR-2017 4.2/2")

SIZES: dict[str, Sizes] = {
    "world-championship-preliminary": Sizes(
        13, clause("ICCF-TR-2017 1.1.3/1"), (15, 17), clause("ICCF-TR-2017 1.1.3/2"), least=13, most=17,
        sections=30, sections_by=clause("ICCF-TR-2017 1.1.3/3"),
    ),
    "world-championship-semi-final": Sizes(
        13, clause("ICCF-TR-2017 1.2.2/1"), (15, 17), clause("ICCF-TR-2017 1.2.2/2"), least=13, most=17,
        sections=18, sections_by=clause("ICCF-TR-2017 1.2.2/3"),
    ),
    "world-championship-candidates": Sizes(
        13, clause("ICCF-TR-2017 1.3.2/1"), (15, 17), clause("ICCF-TR-2017 1.3.2/2"), least=13, most=17,
        sections=4, sections_by=clause("ICCF-TR-2017 1.3.2/3"),
    ),
    "world-championship-final": Sizes(17, clause("ICCF-TR-2017 1.4.2")),
    "ladies-world-championship-semi-final": Sizes(None, clause("ICCF-TR-2017 1.5.3"), least=9),
    "ladies-world-championship-final": Sizes(None, clause("ICCF-TR-2017 1.6.1"), least=11, strict=True),
    "olympiad-final": Sizes(None, clause("ICCF-TR-2017 1.7.4"), most=13),
    "ladies-olympiad-final": Sizes(None, clause("ICCF-TR-2017 1.8.4"), most=11),
    "master-class": Sizes(11, clause("ICCF-TR-2017 2.2/1"), least=11, most=11, strict=True),
    "higher-class": Sizes(7, clause("ICCF-TR-2017 2.2/2"), least=7, most=7, strict=True),
    "open-class": Sizes(7, clause("ICCF-TR-2017 2.2/2"), least=7, most=7, strict=True),
    "world-cup-preliminary": Sizes(None, clause("ICCF-TR-2017 3.3/1"), least=7, most=11, strict=True),
    "world-cup-semi-final": Sizes(None, clause("ICCF-TR-2017 3.3/2"), least=9, most=13, strict=True),
    "world-cup-final": Sizes(None, clause("ICCF-TR-2017 3.3/3"), least=9, most=15, strict=True),
    "veterans-world-cup-preliminary": Sizes(None, clause("ICCF-TR-2017 3.3/1"), least=7, most=11, strict=True),
    "veterans-world-cup-semi-final": Sizes(None, clause("ICCF-TR-2017 3.3/2"), least=9, most=13, strict=True),
    "veterans-world-cup-final": Sizes(None, clause("ICCF-TR-2017 3.3/3"), least=9, most=15, strict=True),
    "master-norm": Sizes(13, NORM_SECTION, least=13, most=13, strict=True),
    "grandmaster-norm": Sizes(13, NORM_SECTION, least=13, most=13, strict=True),
    "champions-league-a": Sizes(13, clause("ICCF-TR-2017 5.4/1"), (11,)),
    "champions-league-b": Sizes(13, clause("ICCF-TR-2017 5.4/1"), (11,)),
    "champions-league-c": Sizes(13, clause("ICCF-TR-2017 5.4/1"), (11,)),
}  # fmt: skip
"""Kinds without a row have no rule about size."""


def check_size(kind: str, size: int, *, by: Actor | None = None, start: date = date.max) -> Ruling[str]:
    """Decide whether a section may have a size: "ok", or "warning" where the rules say only what is normal.

    *by* is who allowed another size. `Refused` where the rules leave no choice. *start* of the event decides which
    edition is cited, the newest if it is not known; the sizes are the same in all.
    """
    rule = SIZES.get(kind)
    if rule is None:
        return Ruling("ok", ())
    facts: dict[str, Fact] = {"kind": kind, "size": size, "normal": rule.normal, "least": rule.least, "most": rule.most}
    if size == rule.normal:
        return Ruling("ok", (Ground(in_force(rule.clause, on=start), facts),))
    if size in rule.permitted and rule.permitted_by:
        cited, enlarged = in_force(rule.permitted_by, on=start), by is rule.enlarged_by
        return Ruling(
            "ok" if enlarged else "warning", (Ground(cited, facts | {"enlarged_by": by.value if by else None}),)
        )
    inside = (rule.least is None or size >= rule.least) and (rule.most is None or size <= rule.most)
    if not inside and (rule.strict or (rule.permitted_by and size > max(rule.permitted))):
        raise Refused(Ground(in_force(rule.clause, on=start), facts))
    expected = inside and rule.normal is None
    normal = size in rule.permitted
    return Ruling("ok" if expected or normal else "warning", (Ground(in_force(rule.clause, on=start), facts),))


def check_sections(kind: str, already: int, *, start: date = date.max) -> Ruling[str]:
    """Decide whether one more section may start this year: "warning" above what is normal."""
    rule = SIZES.get(kind)
    if rule is None or rule.sections is None or rule.sections_by is None:
        return Ruling("ok", ())
    facts: dict[str, Fact] = {"kind": kind, "already": already, "normal": rule.sections}
    return Ruling(
        "ok" if already < rule.sections else "warning", (Ground(in_force(rule.sections_by, on=start), facts),)
    )
