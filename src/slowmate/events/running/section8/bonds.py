"""Sections 8.4/6 to 8.4/8, 8.5/4 and 8.6: the bond under which a player comes back, and when he owes none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from slowmate.events.organising.offices import Actor
from slowmate.records import Status
from slowmate.rulebook import Fact, Ground, Refused, Ruling, clause, in_force

BOND = clause("ICCF-TR-2017 8.4/6")
BOND_BACK = clause("ICCF-TR-2017 8.4/7")
BOND_TOLD = clause("ICCF-TR-2017 8.4/8")
BOND_AGAIN = clause("ICCF-TR-2017 8.5/4")
BOND_FREE = clause("ICCF-TR-2017 8.6")

BOND_FACTOR = 2


@dataclass(frozen=True, slots=True)
class PastWithdrawal:
    """A withdrawal in the register: how the player left, on which day, and when that event had started."""

    status: Status
    on: date
    start: date


@dataclass(frozen=True, slots=True)
class BondedEvent:
    """An event a player entered under a bond, the day it ended for him, and whether in accordance with the rules."""

    event: str
    entered: date
    ended: date | None = None
    regular: bool = False


def bond_owed(
    register: Sequence[PastWithdrawal], bonded: Sequence[BondedEvent], *, on: date
) -> Ruling[PastWithdrawal | None]:
    """The withdrawal for which a player owes a bond on a day; None if he owes none.

    A withdrawal not accepted, or a silent one, brings it; an event entered under a bond since then and finished
    regularly ends it. What he entered before does not.
    """
    causes = [one for one in register if one.status in (Status.WITHDRAWN, Status.SILENT) and one.on <= on]
    latest = max(causes, key=lambda one: one.on, default=None)
    after = [one for one in bonded if one.regular and latest is not None and one.entered > latest.on]
    free_since = min((one.ended for one in after if one.ended is not None and one.ended <= on), default=None)
    if latest is None:
        return Ruling(None, (Ground(in_force(BOND_FREE, on=on), {"left": None}),))
    if free_since is not None:
        free = in_force(BOND_FREE, on=latest.start)
        return Ruling(None, (Ground(free, {"left": latest.on, "regular_since": free_since}),))
    cited = in_force(BOND_AGAIN if latest.status is Status.SILENT else BOND, on=latest.start)
    return Ruling(latest, (Ground(cited, {"factor": BOND_FACTOR, "left": latest.on}),))


def bond_for(owed: PastWithdrawal, fee: int, paid: int, *, office: Actor) -> Ruling[int]:
    """The bond an entry needs, in the units of the fee; `Refused` if less was paid.

    Double of nothing is no bond: a free entry is referred to the Tournament *office* of the event.
    """
    least = BOND_FACTOR * fee
    facts: dict[str, Fact] = {"fee": fee, "least": least, "paid": paid}
    cited = in_force(BOND_AGAIN if owed.status is Status.SILENT else BOND, on=owed.start)
    if fee == 0:
        return Ruling(0, (Ground(cited, facts | {"outcome": "refer", "to": office.value}),))
    if paid < least:
        raise Refused(Ground(cited, facts | {"outcome": "too-little"}))
    told = Ground(in_force(BOND_TOLD, on=owed.start), {"tell": [office.value]})
    return Ruling(paid, (Ground(cited, facts | {"outcome": "paid"}), told))


def settle_bond(bond: int, iccf_share: int, *, regular: bool, start: date) -> Ruling[dict[str, int]]:
    """Who gets a bond when the tournament ends: the player, or ICCF its part and the federation the rest."""
    value = {"player": bond, "ICCF": 0, "federation": 0}
    if not regular:
        value = {"player": 0, "ICCF": min(bond, iccf_share), "federation": max(0, bond - iccf_share)}
    return Ruling(value, (Ground(in_force(BOND_BACK, on=start), {"bond": bond, "regular": regular, **value}),))
