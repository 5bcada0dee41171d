"""The ledger of rights (1.0.6, 1.0.7): what a player has earned, how long it lasts, and what has been used."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from slowmate.events.calendar import months_after, years_after
from slowmate.events.entry.entrants import Entrant, UsedRight
from slowmate.events.entry.routes import FINAL, EarnedRight, rights_of
from slowmate.rulebook import Fact, Ground, Refused, Ruling, clause

ONCE = clause("ICCF-TR-2017 1.0.7/1")
ONCE_A_YEAR = clause("ICCF-TR-2017 1.0.7/2")
THREE_YEARS = clause("ICCF-TR-2017 1.0.7/4")
ONE_MORE = clause("ICCF-TR-2017 1.0.7/5")
TABLE = clause("ICCF-TR-2017 1.0.6")
HALVES = clause("ICCF-TR-2017 1.1.2(a)")
DEFERRED_ONCE = clause("ICCF-TR-2017 1.4.3/1")
FORMER_CHAMPION = clause("ICCF-TR-2017 1.4.3/2")

YEARS = 3
EXPIRING = frozenset(
    {"world-championship-preliminary", "world-championship-semi-final", "world-championship-candidates"}
)
"""Rights that expire. Those of classes and cups have no date; a right to a Final is for the next, or the one after."""


@dataclass(frozen=True, slots=True)
class Right:
    """A right in the ledger. *expires* is its last day (None: none yet, or never); *used* the day its event started."""

    earned: EarnedRight
    expires: date | None
    used: date | None = None

    def is_usable(self, *, on: date) -> bool:
        return self.used is None and (self.expires is None or on <= self.expires)


def ledger(entrant: Entrant, *, on: date) -> Ruling[tuple[Right, ...]]:
    """All rights a player's results have earned by a day, oldest first, with their last days and uses.

    A right lasts three years from the end of the event; the n-th at a level that is unused and unexpired when it is
    earned lasts n-1 years longer. The entry date counts.
    """
    earned: list[EarnedRight] = []
    grounds: list[Ground] = []
    for result in entrant.results:
        if result.start > on or (result.ended and result.ended > on):
            continue
        ruling = rights_of(result)
        earned += ruling.value
        grounds += ruling.grounds
    rights: list[Right] = []
    for one in sorted(earned, key=lambda right: (right.ended is None, right.ended or on)):
        right, ground = _dated(one, rights, entrant.uses)
        rights.append(right)
        grounds += ground
    return Ruling(tuple(rights), tuple(grounds))


def _dated(one: EarnedRight, before: Sequence[Right], uses: Sequence[UsedRight]) -> tuple[Right, tuple[Ground, ...]]:
    used = next((use.start for use in uses if use.kind == one.to and use.event == one.event), None)
    if one.to not in EXPIRING or one.ended is None:
        return Right(one, None, used), ()
    same = [right for right in before if right.earned.to == one.to and right.earned.half is one.half]
    number = 1 + sum(_was_open(right, one.ended) for right in same)
    expires = years_after(one.ended, YEARS + number - 1)
    facts: dict[str, Fact] = {"event": one.event, "ended": one.ended, "number": number, "expires": expires}
    return Right(one, expires, used), (Ground(ONE_MORE if number > 1 else THREE_YEARS, facts),)


def _was_open(right: Right, day: date) -> bool:
    return (right.used is None or right.used > day) and (right.expires is None or day <= right.expires)


def rights_to_use(rights: Sequence[Right], kind: str, *, on: date) -> Ruling[tuple[Right, ...]]:
    """The rights to consume for an entry: one, or two halves; the one that expires first. Empty if there is none."""
    open_ = [right for right in rights if right.earned.to == kind and right.is_usable(on=on)]
    open_.sort(key=lambda right: right.expires or date.max)
    spent = [right for right in rights if right.earned.to == kind and not right.is_usable(on=on)]
    facts: dict[str, Fact] = {"kind": kind, "open": len(open_), "spent": [right.earned.event for right in spent]}
    whole = [right for right in open_ if not right.earned.half]
    if whole:
        return Ruling((whole[0],), (Ground(ONCE, facts | {"event": whole[0].earned.event}),))
    halves = [right for right in open_ if right.earned.half]
    if len(halves) >= 2:
        events: list[Fact] = [right.earned.event for right in halves[:2]]
        return Ruling(tuple(halves[:2]), (Ground(HALVES, facts | {"halves": events}),))
    return Ruling((), (Ground(ONCE, facts | {"halves": len(halves)}),))


def may_use_again(entrant: Entrant, kind: str, *, start: date) -> Ruling[bool]:
    """Whether a right by title, champion status or rating is still free in the calendar year the event starts in."""
    used = [
        use.start for use in entrant.uses if use.kind == kind and use.event is None and use.start.year == start.year
    ]
    facts: dict[str, Fact] = {"kind": kind, "year": str(start.year), "used": list(used)}
    return Ruling(not used, (Ground(ONCE_A_YEAR, facts | {"free": not used}),))


def defer_final(entrant: Entrant) -> Ruling[int]:
    """Put off a right to the Final, once; a second time it is lost."""
    facts: dict[str, Fact] = {"deferred": entrant.deferred_finals, "kind": FINAL}
    if entrant.deferred_finals >= 1:
        raise Refused(Ground(DEFERRED_ONCE, facts | {"outcome": "lost"}))
    return Ruling(entrant.deferred_finals + 1, (Ground(DEFERRED_ONCE, facts | {"outcome": "deferred"}),))


def former_champion_may_enter(entrant: Entrant, *, requested: date, deadline: date) -> Ruling[bool]:
    """A former World Champion may enter one later Final, asking at least a month before the entry deadline."""
    latest = months_after(deadline, -1)
    facts: dict[str, Fact] = {"cycles": list(entrant.champion_of), "requested": requested, "latest": latest}
    holds = bool(entrant.champion_of) and not entrant.champion_requests and requested <= latest
    return Ruling(holds, (Ground(FORMER_CHAMPION, facts | {"used": list(entrant.champion_requests), "holds": holds}),))


def table_of_qualifiers(entrants: Sequence[Entrant], *, on: date) -> Ruling[tuple[tuple[str, Right], ...]]:
    """The published table: everybody's open rights. It informs; the ledger decides."""
    rows = tuple(
        (entrant.id, right) for entrant in entrants for right in ledger(entrant, on=on).value if right.is_usable(on=on)
    )
    return Ruling(rows, (Ground(TABLE, {"on": on, "rows": len(rows)}),))
