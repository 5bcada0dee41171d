"""Sections 8.4/6 to 8.4/8, 8.5/4 and 8.6: the bond under which a player comes back, and until when they owe one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from slowmate.events.organising.offices import Actor
from slowmate.records import Status
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause, in_force

BOND_FACTOR = Dated({"ICCF-TR-2017 8.4/6": 2})
"""The least bond, in entry fees."""
BOND_BACK = clause("ICCF-TR-2017 8.4/7")
BOND_REPORTED = clause("ICCF-TR-2017 8.4/8")
BOND_AFTER_SILENCE = clause("ICCF-TR-2017 8.5/4")
BOND_FREE = clause("ICCF-TR-2017 8.6")


@dataclass(frozen=True, slots=True)
class PastWithdrawal:
    """A withdrawal in the register: how the player left, on which day, and when that event had started."""

    status: Status
    on: date
    start: date


@dataclass(frozen=True, slots=True)
class BondedEvent:
    """An event entered under a bond, the day it ended for the player, and whether in accordance with the rules."""

    event: str
    entered: date
    ended: date | None = None
    regular: bool = False


def bond_owed(
    register: Sequence[PastWithdrawal], bonded: Sequence[BondedEvent], *, on: date
) -> Ruling[PastWithdrawal | None]:
    """Find the withdrawal for which a player owes a bond on a day; None if there is none.

    A withdrawal not accepted, or a silent one, requires it. An event entered under a bond since then and finished
    regularly ends it; an event entered earlier does not.
    """
    causes = [past for past in register if past.status in (Status.WITHDRAWN, Status.SILENT) and past.on <= on]
    latest = max(causes, key=lambda past: past.on, default=None)
    after = [event for event in bonded if event.regular and latest is not None and event.entered > latest.on]
    free_since = min((event.ended for event in after if event.ended is not None and event.ended <= on), default=None)
    if latest is None:
        return Ruling(None, (Ground(in_force(BOND_FREE, on=on), {"left": None}),))
    if free_since is not None:
        free = in_force(BOND_FREE, on=latest.start)
        return Ruling(None, (Ground(free, {"left": latest.on, "regular_since": free_since}),))
    return Ruling(latest, (bond_ground(latest.status, left=latest.on, start=latest.start),))


def bond_ground(status: Status, *, left: date, start: date) -> Ground:
    """Cite why a player who left with this status needs a bond. *start* of the event they left governs."""
    cited, factor = BOND_FACTOR.on(start)
    if status is Status.SILENT:
        cited = in_force(BOND_AFTER_SILENCE, on=start)
    return Ground(cited, {"factor": factor, "left": left})


def bond_for(owed: PastWithdrawal, fee: int, paid: int, *, office: Actor) -> Ruling[int]:
    """Return the bond an entry needs, in the units of the fee; raise `Refused` if less was paid.

    Double of nothing is no bond: a free entry is referred to the Tournament *office* of the event.
    """
    cited, factor = BOND_FACTOR.on(owed.start)
    if owed.status is Status.SILENT:
        cited = in_force(BOND_AFTER_SILENCE, on=owed.start)
    least = factor * fee
    facts: dict[str, Fact] = {"fee": fee, "least": least, "paid": paid}
    if fee == 0:
        return Ruling(0, (Ground(cited, facts | {"outcome": "refer", "to": office.value}),))
    if paid < least:
        raise Refused(Ground(cited, facts | {"outcome": "too-little"}))
    reported = Ground(in_force(BOND_REPORTED, on=owed.start), {"tell": [office.value]})
    return Ruling(paid, (Ground(cited, facts | {"outcome": "paid"}), reported))


def settle_bond(bond: int, iccf_share: int, *, regular: bool, start: date) -> Ruling[dict[str, int]]:
    """Divide a bond when the tournament ends: all to the player, or ICCF its part and the federation the rest."""
    value = {"player": bond, "ICCF": 0, "federation": 0}
    if not regular:
        value = {"player": 0, "ICCF": min(bond, iccf_share), "federation": max(0, bond - iccf_share)}
    return Ruling(value, (Ground(in_force(BOND_BACK, on=start), {"bond": bond, "regular": regular, **value}),))
