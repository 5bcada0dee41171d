"""The cost of an entry, and what it waits for: its fee, a bond, a confirmation (0.2, 3.6, 4.5, 8.4)."""

from collections.abc import Sequence
from datetime import date

from slowmate.events.entry.entrants import Entrant
from slowmate.events.entry.right import Right
from slowmate.events.entry.routes import CUP_FINAL_WINNER
from slowmate.events.entry.standing_routes import GM_NORM
from slowmate.events.entry.target import Target
from slowmate.events.organising.offices import Actor, Power, Procedure, ProcedureStep, tournament_office
from slowmate.events.running.section8.bonds import BOND_FACTOR
from slowmate.records import KINDS
from slowmate.rulebook import Dated, Fact, Ground, Ruling, clause, in_force

PAID = clause("ICCF-TR-2017 0.2/2")
FEE_SET = Power(clause("ICCF-TR-2017 0.2/1"), "the fee of a tournament", (Actor.CONGRESS, Actor.EXECUTIVE_BOARD))
FREE_FOR = Dated({"ICCF-TR-2017 4.5/1": 2600})
CONFIRMED = clause("ICCF-TR-2017 4.5/2")
IDENTITY = Power(clause("ICCF-TR-2017 4.5/3"), "the identity of a player from a non-member country", (Actor.TTC,))

FREE_ENTRY: Procedure = {
    ("pending", "confirm"): ProcedureStep((Actor.DELEGATE,), "accepted", CONFIRMED),
    ("pending", "verify identity"): ProcedureStep((Actor.TTC,), "accepted", IDENTITY.clause),
}
"""A free entry until it is confirmed: by the delegate, or by the commissioner for players from non-member countries."""


def fee_of(entrant: Entrant, target: Target, consumes: Sequence[Right] = (), *, on: date) -> Ruling[int]:
    """Return the fee of an entry: nothing for grandmasters and 2600 in Grandmaster norm events, or a cup's winner."""
    if any(right.free for right in consumes):
        return Ruling(0, (Ground(in_force(CUP_FINAL_WINNER.clause, on=target.start), {"fee": 0}),))
    if target.kind != GM_NORM:
        return Ruling(target.fee, ())
    cited, least = FREE_FOR.on(target.start)
    latest = entrant.latest(on=on)
    strong = latest is not None and latest.is_fixed and latest.rating >= least
    fee = 0 if entrant.holds("GM", on=on) or strong else target.fee
    facts: dict[str, Fact] = {"title": entrant.holds("GM", on=on), "rating": latest.rating if latest else None}
    return Ruling(fee, (Ground(cited, facts | {"fee": fee}),))


def bond_of(entrant: Entrant, fee: int, *, start: date) -> int:
    """Return the bond an entry needs beside its fee: double the fee, where one is owed."""
    _, factor = BOND_FACTOR.on(start)
    return factor * fee if entrant.owes_bond else 0


def fee_pending(
    entrant: Entrant, target: Target, consumes: Sequence[Right] = (), *, on: date, paid: int
) -> tuple[Ground, ...]:
    """Return what an entry waits for: its fee, a bond of double the fee, the delegate's confirmation of a free entry.

    Double of nothing is no bond: who owes one and enters free waits for the Tournament Office.
    """
    fee = fee_of(entrant, target, consumes, on=on).value
    bond, bond_clause = bond_of(entrant, fee, start=target.start), in_force(BOND_FACTOR.clause, on=target.start)
    grounds: list[Ground] = []
    if paid < fee:
        cited = in_force(PAID, on=target.start)
        grounds.append(Ground(cited, {"fee": fee, "paid": paid, "pending": "payment"}))
    elif paid < fee + bond:
        facts: dict[str, Fact] = {"fee": fee, "bond": bond, "paid": paid - fee, "pending": "bond"}
        grounds.append(Ground(bond_clause, facts))
    if entrant.owes_bond and fee == 0:
        office = tournament_office(KINDS[target.kind]).value
        grounds.append(Ground(bond_clause, {"fee": fee, "office": office, "pending": "office"}))
    if target.kind == GM_NORM and target.fee and fee == 0:
        step = "delegate" if entrant.is_member_federation else "identity"
        cited = CONFIRMED if entrant.is_member_federation else IDENTITY.clause
        grounds.append(Ground(in_force(cited, on=target.start), {"pending": step}))
    return tuple(grounds)
