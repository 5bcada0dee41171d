"""The ledger of rights (1.0.6, 1.0.7): what a player has earned, how long it lasts, and what has been used."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from slowmate.events.entry.entrants import Entrant, PastResult
from slowmate.events.entry.right import VALID_FOR, Deferral, Right, RightState, Turn, Use, UseOf, series_of
from slowmate.events.entry.routes import (
    FINAL,
    ONE_RIGHT,
    TWO_SECONDS,
    earned_by,
    given_by,
    judging_day,
    rights_of,
    still_leads,
)
from slowmate.events.entry.target import Target
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause, in_force
from slowmate.rulebook.calendar import Months, Years, months_before, years_after

ONCE = clause("ICCF-TR-2017 1.0.7/1")
ONCE_A_YEAR = clause("ICCF-TR-2017 1.0.7/2")
ONE_MORE = clause("ICCF-TR-2017 1.0.7/5")
TABLE = clause("ICCF-TR-2017 1.0.6")
DEFERRED_ONCE = clause("ICCF-TR-2017 1.4.3/1")
CHAMPION_ASKS_AHEAD = Dated({"ICCF-TR-2017 1.4.3/2": Months(1)})

EXPIRING = frozenset(
    {"world-championship-preliminary", "world-championship-semi-final", "world-championship-candidates"}
)
"""Rights that expire. Those of classes have no date; those of cups, ladies and Finals are for numbers of a series."""


# -- the ledger -------------------------------------------------------------------------------------------------------


def ledger(entrant: Entrant, *, on: date, start: date | None = None) -> Ruling[tuple[Right, ...]]:
    """Return all rights a player's results have earned by a day, oldest first, with their last days and states.

    A right lasts three years from the end of the event; the n-th at a level that is unused and unexpired when it is
    earned lasts n-1 years longer. The entry date counts. What was used while the event ran is its one right.
    Results from before every edition in hand are judged by that of the event entered, which begins on *start* (None:
    by that of the day).
    """
    grounds: list[Ground] = []
    rights: list[Right] = []
    unclaimed = [use for use in entrant.uses if use.of is UseOf.RIGHT and use.reference is not None]
    for result in sorted(entrant.results, key=lambda result: (result.ended is None, result.ended or on, result.source)):
        if result.start > on or (result.ended and result.ended > on):
            continue
        earned = rights_of(result, entrant.id, by=start or on)
        grounds += earned.grounds
        for series in dict.fromkeys(
            [right.series for right in earned.value] + [series_of(use.kind) for use in unclaimed]
        ):
            own = [right for right in earned.value if right.series == series]
            use = _claim(unclaimed, result, series)
            if use is None and not own:
                continue
            of_section, section_grounds = _one_right(own, use, result, entrant.id, judging_day(result, by=start or on))
            grounds += section_grounds
            for right in of_section:
                dated = with_last_day(right, rights)
                rights.append(_put_off(dated.value, entrant.deferrals))
                grounds += dated.grounds
    return Ruling(tuple(_aged(right, on) for right in rights), tuple(grounds))


def _claim(unclaimed: list[Use], result: PastResult, series: str) -> Use | None:
    """Take the use of what this section gave in a series; each counts once, even if two sections share a name."""
    for use in unclaimed:
        if use.reference in (result.source, result.event) and series_of(use.kind) == series:
            unclaimed.remove(use)
            return use
    return None


def _one_right(
    own: Sequence[Right], use: Use | None, result: PastResult, holder: str, day: date
) -> tuple[list[Right], tuple[Ground, ...]]:
    """Return what a section gave in one series: what was used of it, or else what it gives."""
    if use is None:
        return list(own), ()
    right = next((right for right in own if right.to == use.kind), None)
    if right is not None:
        return [replace(right, state=RightState.USED, used=use.start, office=None)], ()
    route = given_by(use.kind, result)
    if route is None:
        return list(own), ()
    given = replace(earned_by(route, result, holder, day), state=RightState.USED, used=use.start)
    cited, _ = ONE_RIGHT.on(day)
    more: list[Fact] = [right.to for right in own]
    return [given], (Ground(cited, {"event": result.event, "kept": use.kind, "not_also": more}),) if more else ()


def with_last_day(right: Right, before: Sequence[Right] = ()) -> Ruling[Right]:
    """Return a right with its last day, after those the holder earned *before*. Halves last three years each."""
    if right.to not in EXPIRING or right.earned is None or right.state is RightState.REFERRED:
        return Ruling(right, ())
    same = [earlier for earlier in before if earlier.to == right.to and not earlier.half and not right.half]
    number = 1 + sum(_was_open(earlier, right.earned) for earlier in same)
    cited, years = VALID_FOR.on(right.judged_on)
    longer = number - 1
    expires = years_after(right.earned, Years(years + longer))
    facts: dict[str, Fact] = {"event": right.event, "ended": right.earned, "number": number, "expires": expires}
    if number > 1:
        cited = in_force(ONE_MORE, on=right.judged_on)
    return Ruling(replace(right, expires=expires), (Ground(cited, facts),))


def _was_open(right: Right, day: date) -> bool:
    if right.state is RightState.REFERRED:
        return False
    return (right.used is None or right.used > day) and (right.expires is None or day <= right.expires)


def _put_off(right: Right, deferrals: Sequence[Deferral]) -> Right:
    for deferral in deferrals:
        if right.to == FINAL and right.is_usable(on=date.min) and deferral.source in (None, right.source, right.event):
            right = defer(right, final=deferral.cycle).value
    return right


def _aged(right: Right, on: date) -> Right:
    is_over = right.state is RightState.OPEN and right.expires is not None and right.expires < on
    return replace(right, state=RightState.EXPIRED) if is_over else right


# -- using a right ----------------------------------------------------------------------------------------------------


def defer(right: Right, *, final: int | None) -> Ruling[Right]:
    """Put a right to the Final off from the Final of a number, once; a second time it is lost."""
    facts: dict[str, Fact] = {"deferred": len(right.deferred), "kind": right.to, "event": right.event, "final": final}
    cited = in_force(DEFERRED_ONCE, on=right.judged_on)
    if right.to != FINAL or right.state not in (RightState.OPEN, RightState.DEFERRED):
        raise Refused(Ground(cited, facts | {"outcome": "not-open"}))
    after = replace(right, state=RightState.DEFERRED, deferred=(*right.deferred, final))
    if facts["deferred"]:
        return Ruling(replace(after, state=RightState.LOST), (Ground(cited, facts | {"outcome": "lost"}),))
    return Ruling(after, (Ground(cited, facts | {"outcome": "deferred"}),))


def is_for(right: Right, target: Target, *, on: date) -> bool:
    """Decide whether a right is for the event of that number in its series, by a way that its edition has.

    Where a number is unknown, a right for a certain number counts as long as other rights by results do.
    """
    if not still_leads(right, start=target.start).value:
        return False
    if right.turn is Turn.DEFERRABLE:
        return _is_for_final(right, target, on)
    if right.turn is Turn.ANY:
        return True
    if right.cycle is None or target.cycle is None:
        _, years = VALID_FOR.on(right.judged_on)
        return right.earned is None or on <= years_after(right.earned, years)
    ahead = target.cycle - right.cycle
    if right.turn is Turn.TWO_PREVIOUS:
        return ahead >= 1 and (ahead <= 2 or right.is_provisional)
    return ahead == (0 if right.turn is Turn.SAME else 1)


def _is_for_final(right: Right, target: Target, on: date) -> bool:
    """Decide for a Final after the one that gave the right; a Final that the holder let pass counts as put off."""
    passed = [day for day in target.earlier if right.earned is not None and right.earned <= day < on]
    if len(passed) > 1:
        return False
    if target.cycle is None:
        return True
    if right.clause.address == "1.4.1(a)" and right.cycle is not None and target.cycle <= right.cycle:
        return False
    return all(final is None or target.cycle == final + 1 for final in right.deferred)


def rights_to_use(rights: Sequence[Right], target: Target, *, on: date) -> Ruling[tuple[Right, ...]]:
    """Return the rights to use for an entry: one, or two halves; the first to expire. Empty if there is none."""
    of_kind = [right for right in rights if right.to == target.kind]
    open_ = [right for right in of_kind if right.is_usable(on=on) and is_for(right, target, on=on)]
    open_.sort(key=lambda right: (right.expires or date.max, right.earned or date.max, right.source))
    spent = [right.event for right in of_kind if right not in open_]
    facts: dict[str, Fact] = {"kind": target.kind, "open": len(open_), "spent": list(spent)}
    whole = [right for right in open_ if not right.half]
    if whole:
        return Ruling((whole[0],), (Ground(in_force(ONCE, on=target.start), facts | {"event": whole[0].event}),))
    halves = [right for right in open_ if right.half]
    if len(halves) >= 2:
        events: list[Fact] = [right.event for right in halves[:2]]
        return Ruling(
            tuple(halves[:2]), (Ground(in_force(TWO_SECONDS.clause, on=target.start), facts | {"halves": events}),)
        )
    return Ruling((), (Ground(in_force(ONCE, on=target.start), facts | {"halves": len(halves)}),))


def may_use_again(entrant: Entrant, kind: str, *, start: date) -> Ruling[bool]:
    """Decide whether a right by title, champion status or rating is still free in the year the event starts."""
    used = [use.start for use in entrant.uses if use.is_yearly and use.kind == kind and use.start.year == start.year]
    facts: dict[str, Fact] = {"kind": kind, "year": str(start.year), "used": list(used)}
    return Ruling(not used, (Ground(in_force(ONCE_A_YEAR, on=start), facts | {"free": not used}),))


def former_champion_may_enter(entrant: Entrant, target: Target, *, requested: date) -> Ruling[bool]:
    """Let a former World Champion enter one later Final, if they ask a month before the entry deadline.

    Where the deadline is unknown, nothing stands against it yet.
    """
    cited, months = CHAMPION_ASKS_AHEAD.on(target.start)
    latest = None if target.deadline is None else months_before(target.deadline, months)
    used = [use.start for use in entrant.uses if use.of is UseOf.CHAMPION]
    later = [won for won in entrant.champion_of if target.cycle is None or won < target.cycle]
    facts: dict[str, Fact] = {"cycles": list(entrant.champion_of), "requested": requested, "latest": latest}
    holds = bool(later) and not used and (latest is None or requested <= latest)
    return Ruling(holds, (Ground(cited, facts | {"used": list(used), "holds": holds}),))


def table_of_qualifiers(entrants: Sequence[Entrant], *, on: date) -> Ruling[tuple[Right, ...]]:
    """Return the published table of all open rights. It informs; the ledger decides."""
    rows = tuple(right for entrant in entrants for right in ledger(entrant, on=on).value if right.is_usable(on=on))
    return Ruling(rows, (Ground(in_force(TABLE, on=on), {"on": on, "rows": len(rows)}),))
