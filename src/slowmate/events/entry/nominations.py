"""Nominations by federations (1.0.10, 1.1.1(h), 1.2.1(h), 2.5(c), 2.6(c)), and what the Executive Board may grant."""

from datetime import date

from slowmate.events.entry.readings import Reading
from slowmate.events.entry.routes import PRELIMINARY, SEMI_FINAL
from slowmate.events.entry.standing_routes import BY_RATING, LADIES_MINIMUM, LADIES_QUOTA, SEMI_FINAL_RATING
from slowmate.events.organising.offices import NOT_COVERED, Actor, Power, Procedure, set_and_approved
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause, in_force

TWO_A_YEAR = Dated({"ICCF-TR-2017 1.0.10/1": 2})
_MORE = ((5000, 5), (2000, 4), (1000, 3), (500, 2), (200, 1))
BY_MEMBERS = Dated({"ICCF-TR-2016 1.0.10/2": _MORE, "ICCF-TR-2017 1.0.10/2": _MORE})
"""Members declared for the previous year, and how many more nominations they give; totals, not sums."""
MORE_THAN = frozenset({"ICCF-TR-2016"})
"""Editions whose text says "more than 200" and so on; it is read as "at least", as the editions after it say."""

EB_TOURNAMENT = Power(
    clause("ICCF-TR-2017 1.0.11/1"), "a special tournament that gives a qualification", (Actor.EXECUTIVE_BOARD,)
)
EB_APPLICATION = Power(NOT_COVERED, "an application the rules do not cover", (Actor.EXECUTIVE_BOARD,))
CONDITIONS = clause("ICCF-TR-2017 1.0.11/2")
SETTING_LADIES_QUOTA: Procedure = set_and_approved(LADIES_QUOTA)
"""The quota of ladies a federation may enter: the commissioner sets it, the Executive Board approves."""
SETTING_LADIES_MINIMUM: Procedure = set_and_approved(LADIES_MINIMUM)
"""The least rating that admits a lady to a Semi-Final, likewise."""


def quota(members: int, *, on: date) -> Ruling[int]:
    """Return how many players a federation may nominate in a year, by its members of the year before."""
    always, base = TWO_A_YEAR.on(on)
    by_members, steps = BY_MEMBERS.on(on)
    more = next((extra for least, extra in steps if members >= least), 0)
    facts: dict[str, Fact] = {"members": members, "more": more}
    if by_members.edition in MORE_THAN and members in dict(steps):
        facts |= {"reading": Reading.AT_LEAST.value}
    grounds = (Ground(always, {"base": base}), Ground(by_members, facts))
    return Ruling(base + more, grounds)


def may_nominate(members: int, already: int, *, year: int | None = None, on: date) -> Ruling[bool]:
    """Decide whether a federation may nominate one more player for a year, after so many for both stages together.

    The rules are those of the day *on*, and the year that of the day unless it is given.
    """
    allowed = quota(members, on=on)
    facts: dict[str, Fact] = {"members": members, "already": already, "quota": allowed.value}
    facts |= {"year": str(year or on.year)}
    ground = Ground(in_force(TWO_A_YEAR.clause, on=on), facts)
    if already >= allowed.value:
        raise Refused(ground)
    return Ruling(True, (*allowed.grounds, ground))


def stage_for(rating: int | None, *, on: date) -> Ruling[str]:
    """Return the stage of a nominee: the Semi-Finals from 2400 on, by the list valid on the day; else Preliminaries."""
    kind = SEMI_FINAL if rating is not None and rating >= SEMI_FINAL_RATING else PRELIMINARY
    return Ruling(
        kind, (Ground(in_force(BY_RATING, on=on), {"rating": rating, "limit": SEMI_FINAL_RATING, "kind": kind}),)
    )


def may_announce_special(conditions: str, *, start: date = date.max) -> Ruling[bool]:
    """Check that a special tournament that gives qualifications is announced with its exact conditions."""
    ground = Ground(in_force(CONDITIONS, on=start), {"conditions": conditions})
    if not conditions.strip():
        raise Refused(ground)
    return Ruling(True, (ground,))


def within_ladies_quota(entered: int, allowed: int, *, start: date = date.max) -> Ruling[bool]:
    """Decide whether a federation may enter one more lady to the Semi-Finals, within the quota that was set."""
    ground = Ground(in_force(LADIES_QUOTA, on=start), {"entered": entered, "quota": allowed})
    if entered >= allowed:
        raise Refused(ground)
    return Ruling(True, (ground,))
