"""Dates of events: stages, yearly starts, announcements, cycles of championships, cups and olympiads."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from slowmate.events.entry.routes import STAGES
from slowmate.events.organising.offices import Actor, Power, Procedure, set_and_approved
from slowmate.events.running.promotion import LADIES_OLYMPIAD_PROMOTION, OLYMPIAD_PROMOTION
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling, clause, in_force
from slowmate.rulebook.calendar import Months, Years, months_before, years_after

PREAMBLE = Dated({"ICCF-TR-2016 preamble": "ICCF-TR-2016", "ICCF-TR-2017 preamble": "ICCF-TR-2017"})
FOUR_STAGES = clause("ICCF-TR-2017 1.0.2")
SEPARATE = Dated({"ICCF-TR-2016 1.0.3/1": "both", "ICCF-TR-2017 1.0.3/1": "normally both"})
FINAL_SCHEDULED = Power(clause("ICCF-TR-2017 1.0.4/1"), "the schedule of a World Championship Final", (Actor.TTC,))
ANNOUNCED_AHEAD = Dated({"ICCF-TR-2017 1.0.4/2": Months(4)})
ONCE_A_YEAR = Dated({"ICCF-TR-2016 1.0.5/1": False, "ICCF-TR-2017 1.0.5/1": True})


class OlympiadStart(NamedTuple):
    """The way an Olympiad is played, the number that divides the years of its starts (None: any), and its clause."""

    how: str
    every: int | None
    year_by: Clause


OLYMPIAD = {
    "olympiad": Dated(
        {
            "ICCF-TR-2016 1.7.1": OlympiadStart("post or server", None, clause("ICCF-TR-2016 1.7.1")),
            "ICCF-TR-2017 1.7.1/1": OlympiadStart("server", 4, clause("ICCF-TR-2017 1.7.1/2")),
        }
    ),
    "ladies-olympiad": Dated(
        {
            "ICCF-TR-2016 1.8.1": OlympiadStart("post or server", None, clause("ICCF-TR-2016 1.8.1")),
            "ICCF-TR-2017 1.8.1/1": OlympiadStart("server", 4, clause("ICCF-TR-2017 1.8.1/2")),
        }
    ),
}
OLYMPIAD_JUNE = {
    "olympiad": Power(clause("ICCF-TR-2017 1.7.1/3"), "the start of an Olympiad", (Actor.TTC,)),
    "ladies-olympiad": Power(clause("ICCF-TR-2017 1.8.1/3"), "the start of a Ladies' Olympiad", (Actor.TTC,)),
}
DECISIVE = {"olympiad": clause("ICCF-TR-2017 1.7.1/4"), "ladies-olympiad": clause("ICCF-TR-2017 1.8.1/4")}
MEMORIAL = "memorial-under-2300"
MEMORIAL_HELD = Dated({"ICCF-TR-2016 6.1": False, "ICCF-TR-2017 6.1/1": True})
MEMORIAL_OUTLINE = MEMORIAL_HELD.clause
TEAM_SIZE = {
    "olympiad": clause("ICCF-TR-2017 1.7.2"),
    "ladies-olympiad": clause("ICCF-TR-2017 1.8.2"),
    MEMORIAL: MEMORIAL_OUTLINE,
}
FIRST_STAGE = {
    "olympiad": Dated({"ICCF-TR-2016 1.7.3": "Semi-Final", "ICCF-TR-2017 1.7.3": "Preliminary"}),
    "ladies-olympiad": Dated({"ICCF-TR-2016 1.8.3": "Semi-Final", "ICCF-TR-2017 1.8.3": "Preliminary"}),
}
ONE_TEAM = {
    "olympiad": clause("ICCF-TR-2017 1.7.5/1"),
    "ladies-olympiad": clause("ICCF-TR-2017 1.8.5/1"),
    MEMORIAL: MEMORIAL_OUTLINE,
}
COMBINED = {
    "olympiad": Power(clause("ICCF-TR-2017 1.7.5/2"), "a combined team", (Actor.EXECUTIVE_BOARD,)),
    "ladies-olympiad": Power(clause("ICCF-TR-2017 1.8.5/2"), "a combined team of ladies", (Actor.EXECUTIVE_BOARD,)),
    MEMORIAL: Power(MEMORIAL_OUTLINE, "a combined team of the Memorial", (Actor.EXECUTIVE_BOARD,)),
}
SETTING_PROMOTION: dict[str, Procedure] = {
    "olympiad": set_and_approved(OLYMPIAD_PROMOTION),
    "ladies-olympiad": set_and_approved(LADIES_OLYMPIAD_PROMOTION),
}
"""Promotion from the preliminaries: the commissioner sets it, the Executive Board approves before the start."""
CUP_EVERY = Dated({"ICCF-TR-2017 3.1": Years(2)})
CUP_ROUND_LASTS = Dated({"ICCF-TR-2017 3.2": Years(2)})
CUP_ONE_DAY = clause("ICCF-TR-2017 3.4")
MEMORIAL_SCHEDULE = Power(clause("ICCF-TR-2017 6.1/3"), "the schedule of the Memorial", (Actor.NTTC,))
LADIES_SECTIONS = Power(clause("ICCF-TR-2017 1.5.2"), "players assigned to Ladies' Semi-Final sections", (Actor.TTC,))
MORE_CANDIDATES = Power(
    clause("ICCF-TR-2017 1.4.1(b)/2"), "the number of Final places of a Candidates section", (Actor.TTC,)
)
MOST_FREE_PLACES = Dated({"ICCF-TR-2017 1.4.4/2": 2})
MOST_FREE_PLACES_LADIES = Dated({"ICCF-TR-2017 1.6.3/2": 2})
FREE_PLACES_FINAL = Power(MOST_FREE_PLACES.clause, "a free place in the Final", (Actor.EXECUTIVE_BOARD,))
FREE_PLACES_LADIES = Power(
    MOST_FREE_PLACES_LADIES.clause, "a free place in the Ladies' Final", (Actor.EXECUTIVE_BOARD,)
)
NEXT_LADIES = Power(clause("ICCF-TR-2017 1.6.3/1"), "next players admitted to the Ladies' Final", (Actor.TTC,))
VACANT = Dated({"ICCF-TR-2016 1.4.4/1": "priority", "ICCF-TR-2017 1.4.4/1": "only"})
NEXT_FOR_FINAL = Power(VACANT.clause, "a player admitted to a vacant place of the Final", (Actor.EXECUTIVE_BOARD,))


def governing_edition(start: date) -> Ruling[str]:
    """Return the edition of the tournament rules that governs an event to its end: that of the day it starts."""
    cited, edition = PREAMBLE.on(start)
    return Ruling(edition, (Ground(cited, {"start": start, "edition": edition}),))


def next_stage(kind: str, *, start: date = date.max) -> Ruling[str | None]:
    """Return the next stage of the World Championship; None after the Final."""
    place = STAGES.index(kind)
    following = STAGES[place + 1] if place + 1 < len(STAGES) else None
    facts: dict[str, Fact] = {"stage": kind, "number": place + 1, "next": following}
    return Ruling(following, (Ground(in_force(FOUR_STAGES, on=start), facts),))


def last_announcement(start: date) -> date:
    """Return the last day on which a Final can be announced: four months before its start."""
    _, months = ANNOUNCED_AHEAD.on(start)
    return months_before(start, months)


def announced_in_time(*, announced: date, start: date) -> Ruling[bool]:
    """Decide whether a Final is announced four months before its start at least."""
    latest = last_announcement(start)
    facts: dict[str, Fact] = {"announced": announced, "start": start, "latest": latest}
    return Ruling(announced <= latest, (Ground(in_force(ANNOUNCED_AHEAD.clause, on=start), facts),))


def section_is_uniform(by_post: Sequence[bool], *, start: date) -> Ruling[bool]:
    """Decide whether all players of a section play the same way, by post or on the server."""
    cited, _ = SEPARATE.on(start)
    facts: dict[str, Fact] = {"post": sum(by_post), "server": len(by_post) - sum(by_post)}
    if len(set(by_post)) > 1:
        raise Refused(Ground(cited, facts))
    return Ruling(True, (Ground(cited, facts),))


def stage_plan(post_sections: int, *, start: date) -> Ruling[str]:
    """Decide whether a stage may go without postal sections: in 2016 that was not the rule."""
    cited, rule = SEPARATE.on(start)
    warned = post_sections == 0 and rule == "both"
    return Ruling("warning" if warned else "ok", (Ground(cited, {"post_sections": post_sections, "rule": rule}),))


def yearly_start(starts: Sequence[date], *, year: int) -> Ruling[str]:
    """Decide whether the sections of a stage start together once a year; 2016 only asks for fixed dates."""
    cited, once = ONCE_A_YEAR.on(date(year, 12, 31))
    days: Sequence[Fact] = sorted({start for start in starts if start.year == year})
    return Ruling("warning" if once and len(days) > 1 else "ok", (Ground(cited, {"year": str(year), "days": days}),))


# -- olympiads --------------------------------------------------------------------------------------------------------


def olympiad_cycle_may_start(which: str, *, start: date, by_post: bool) -> Ruling[bool]:
    """Decide whether a cycle of an Olympiad may start: since 2017 on the server only, in years divisible by four.

    *start* is that of its first stage; the final starts whenever that is over.
    """
    how_clause, (how, every, year_clause) = OLYMPIAD[which].on(start)
    grounds = (
        Ground(how_clause, {"how": how, "by_post": by_post}),
        Ground(year_clause, {"year": str(start.year), "every": every}),
    )
    wrong = (by_post and how == "server", every is not None and start.year % every != 0)
    if any(wrong):
        raise Refused(*(ground for ground, is_wrong in zip(grounds, wrong, strict=True) if is_wrong))
    return Ruling(True, grounds)


def olympiad_first_stage(which: str, *, start: date) -> Ruling[str]:
    cited, name = FIRST_STAGE[which].on(start)
    return Ruling(name, (Ground(cited, {"stages": [name, "Final"]}),))


def may_enter_team(
    which: str,
    *,
    debt: int,
    teams: int,
    players: int,
    announced: int | None,
    federations: int = 1,
    is_approved: bool = False,
    start: date = date.max,
) -> Ruling[bool]:
    """Decide whether a team may enter: no debts, one team a federation, as many players as announced.

    *federations*: how many it combines; more than one need the approval of the Executive Board. *debt* and *teams* are
    those of all of them. The Memorial follows the outline of the Olympiad.
    """
    checks = [
        (Ground(in_force(ONE_TEAM[which], on=start), {"debt": debt, "teams": teams}), debt <= 0 and teams == 0),
        (
            Ground(in_force(TEAM_SIZE[which], on=start), {"players": players, "announced": announced}),
            players == announced,
        ),
    ]
    if federations > 1:
        facts: dict[str, Fact] = {"federations": federations, "approved": is_approved}
        checks.append((Ground(in_force(COMBINED[which].clause, on=start), facts), is_approved))
    wrong = [ground for ground, holds in checks if not holds]
    if wrong:
        raise Refused(*wrong)
    return Ruling(True, tuple(ground for ground, _ in checks))


def may_adjudicate(which: str, federation: str, contending: Sequence[str], *, start: date = date.max) -> Ruling[bool]:
    """Check that an adjudicator comes from a country that is not involved, directly or indirectly."""
    facts: dict[str, Fact] = {"federation": federation, "contending": list(contending)}
    ground = Ground(in_force(DECISIVE[which], on=start), facts)
    if federation in contending:
        raise Refused(ground)
    return Ruling(True, (ground,))


# -- cups -------------------------------------------------------------------------------------------------------------


def cup_rhythm(last: int, start: int) -> Ruling[str]:
    """Check that a World Cup starts every second year, which is the norm."""
    cited, years = CUP_EVERY.on(date(start, 12, 31))
    return Ruling("ok" if start - last == years else "warning", (Ground(cited, {"last": last, "start": start}),))


def cup_round_ends(start: date) -> Ruling[date]:
    """Return the day a round of a World Cup ends, after two years; games running then are adjudicated."""
    cited, years = CUP_ROUND_LASTS.on(start)
    end = years_after(start, years)
    return Ruling(end, (Ground(cited, {"start": start, "end": end}),))


def cup_starts_together(starts: Sequence[date]) -> Ruling[bool]:
    """Check that all groups of a round start on one day."""
    days: Sequence[Fact] = sorted(set(starts))
    ground = Ground(in_force(CUP_ONE_DAY, on=min(starts, default=date.max)), {"days": days})
    if len(days) > 1:
        raise Refused(ground)
    return Ruling(True, (ground,))


# -- vacancies --------------------------------------------------------------------------------------------------------


def for_vacant_places(
    places: int, missed_by_tie_break: Sequence[str], next_by_points: Sequence[str], *, start: date
) -> Ruling[tuple[str, ...]]:
    """Return whom the Board may admit to a Final: those who missed it by tie-break; in 2016 then the next ones."""
    cited, rule = VACANT.on(start)
    listed = list(missed_by_tie_break) + (list(next_by_points) if rule == "priority" else [])
    return Ruling(tuple(listed[:places]), (Ground(cited, {"places": places, "rule": rule, "listed": list(listed)}),))


def may_give_free_place(given: int, *, ladies: bool, start: date = date.max) -> Ruling[bool]:
    """Allow at most two free places in one Final, or Ladies' Final."""
    cited, most = (MOST_FREE_PLACES_LADIES if ladies else MOST_FREE_PLACES).on(start)
    ground = Ground(cited, {"given": given, "most": most})
    if given >= most:
        raise Refused(ground)
    return Ruling(True, (ground,))
