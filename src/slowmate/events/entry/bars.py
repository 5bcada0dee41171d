"""Bars to an entry despite any right: suspensions, deadlines, how often they may start."""

from datetime import date

from slowmate.events.entry.entrants import Entrant
from slowmate.events.entry.standing_routes import GM_NORM, MASTER_NORM, MEMORIAL
from slowmate.events.entry.target import OF_ONE_FEDERATION, Target
from slowmate.events.general import REGULATIONS
from slowmate.events.organising.cycles import MEMORIAL_HELD
from slowmate.events.organising.league import ONE_TEAM
from slowmate.events.organising.offices import Actor, Power
from slowmate.rulebook import Dated, Fact, Ground, clause, in_force

IN_TIME = clause("ICCF-TR-2017 1.0.5/2")
EXTENDED = Power(clause("ICCF-TR-2017 1.0.5/3"), "an entry deadline extended or a start postponed", (Actor.TTC,))
NOT_SUSPENDED = clause("ICCF-TR-2017 2.2/3")
DIRECT_ENTRY = clause("ICCF-TR-2017 2.2/4")
NORM_ON_SERVER = Dated({"ICCF-TR-2016 4.7/1": 6, "ICCF-TR-2017 4.7/1": 3})
NORM_BY_POST = clause("ICCF-TR-2017 4.7/2")
NORM_KINDS = frozenset({MASTER_NORM, GM_NORM})


def bars(entrant: Entrant, target: Target, *, on: date, cut: date | None = None) -> tuple[Ground, ...]:
    """Return everything that keeps a player out of an event on a day, apart from rights.

    *on* is the day of the entry. When the sections are *cut* the player is judged again, for that day; that
    the entry came in time no longer matters.
    """
    day = cut or on
    grounds: list[Ground] = []
    for bar in entrant.bars:
        if bar.since <= day and (bar.until is None or day < bar.until):
            facts: dict[str, Fact] = {"since": bar.since, "until": bar.until, "by": bar.clause}
            grounds.append(Ground(in_force(NOT_SUSPENDED, on=target.start), facts))
    if target.deadline is not None and on > target.deadline:
        grounds.append(Ground(in_force(IN_TIME, on=target.start), {"on": on, "deadline": target.deadline}))
    if not entrant.is_member_federation and not entrant.by_direct_entry:
        facts = {"federation": entrant.federation, "member": False}
        grounds.append(Ground(in_force(DIRECT_ENTRY, on=target.start), facts))
    cited, is_held = MEMORIAL_HELD.on(target.start)
    if target.kind == MEMORIAL and not is_held:
        grounds.append(Ground(cited, {"kind": target.kind, "start": target.start}))
    if target.kind in OF_ONE_FEDERATION and target.federation not in (None, entrant.federation):
        facts = {"host": target.federation, "federation": entrant.federation, "outcome": "own players"}
        grounds.append(Ground(REGULATIONS, facts))
    grounds += _norm_bars(entrant, target)
    if target.season is not None and target.team is not None:
        other = entrant.league_teams.get(target.season)
        if other is not None and other != target.team:
            grounds.append(Ground(in_force(ONE_TEAM, on=target.start), {"season": target.season, "team": other}))
    return tuple(grounds)


def _norm_bars(entrant: Entrant, target: Target) -> list[Ground]:
    """Allow one norm tournament by server each quarter (2016: half-year), one by post each year, by their starts."""
    if target.kind not in NORM_KINDS:
        return []
    if target.by_post:
        same = [start for start, by_post in entrant.norm_starts if by_post and start.year == target.start.year]
        cited = in_force(NORM_BY_POST, on=target.start)
        return [Ground(cited, {"start": target.start, "earlier": list(same)})] if same else []
    cited, months = NORM_ON_SERVER.on(target.start)
    period = (target.start.year, (target.start.month - 1) // months)
    same = [
        start
        for start, by_post in entrant.norm_starts
        if not by_post and (start.year, (start.month - 1) // months) == period
    ]
    return [Ground(cited, {"start": target.start, "earlier": list(same), "months": months})] if same else []
