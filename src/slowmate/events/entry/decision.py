"""May a player enter an event? Every bar and every route, which held and why the others did not."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from slowmate.events.entry.entrants import Entrant
from slowmate.events.entry.rights import Right, former_champion_may_enter, ledger, may_use_again, rights_to_use
from slowmate.events.entry.routes import CANDIDATES, FINAL, SEMI_FINAL
from slowmate.events.entry.standing_routes import GM_NORM, LADIES_TITLES, MASTER_NORM, STANDING, StandingRoute, Target
from slowmate.events.organising.offices import Actor, Power, Procedure, ProcedureStep
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Requirement, Ruling, clause, in_force
from slowmate.titles.iccf.categories import category_step

PAID = clause("ICCF-TR-2017 0.2/2")
FEE_SET = Power(clause("ICCF-TR-2017 0.2/1"), "the fee of a tournament", (Actor.CONGRESS, Actor.EXECUTIVE_BOARD))
IN_TIME = clause("ICCF-TR-2017 1.0.5/2")
EXTENDED = Power(clause("ICCF-TR-2017 1.0.5/3"), "an entry deadline extended or a start postponed", (Actor.TTC,))
NOT_SUSPENDED = clause("ICCF-TR-2017 2.2/3")
DIRECT_ENTRY = clause("ICCF-TR-2017 2.2/4")
BOARD_DECIDES = clause("ICCF-TR-2017 1.0.11/3")
FREE_PLACES = clause("ICCF-TR-2017 1.4.4/2")
FREE_FOR = clause("ICCF-TR-2017 4.5/1")
FREE_FOR_WINNER = clause("ICCF-TR-2017 3.6/1")
CONFIRMED = clause("ICCF-TR-2017 4.5/2")
IDENTITY = Power(clause("ICCF-TR-2017 4.5/3"), "the identity of a player from a non-member country", (Actor.TTC,))
WITHOUT_QUALIFICATION = Dated({"ICCF-TR-2016 4.6": "commissioner may admit", "ICCF-TR-2017 4.6": "never"})
ADMITTED = Power(clause("ICCF-TR-2016 4.6"), "a player admitted without qualification", (Actor.TTC,))
NORM_ON_SERVER = Dated({"ICCF-TR-2016 4.7/1": 6, "ICCF-TR-2017 4.7/1": 3})
NORM_BY_POST = clause("ICCF-TR-2017 4.7/2")
ONE_TEAM = clause("ICCF-TR-2017 5.5/1")
BOND = clause("ICCF-TR-2017 8.4/6")
OPEN_TO_ALL = frozenset(
    {
        "world-cup-preliminary",
        "veterans-world-cup-preliminary",
        "thematic",
        "open",
        "open-preliminary",
        "chess960",
        "aspirer",
    }
)
"""Kinds the rules leave open to whoever is not barred."""
NORM_KINDS = frozenset({MASTER_NORM, GM_NORM})


@dataclass(frozen=True, slots=True)
class EntryDecision:
    """The answer. *consumes* are the rights that are used up; *yearly*: a right by title or rating is used this year.

    *tried*: what each route requires, and whether it holds; *pending*: what must still happen before the entry counts.
    """

    allowed: bool
    route: Clause | None
    consumes: tuple[Right, ...]
    yearly: bool
    tried: tuple[Requirement, ...]
    barred: tuple[Ground, ...]
    pending: tuple[str, ...] = ()


def may_enter(entrant: Entrant, target: Target, *, on: date, paid: int = 0) -> Ruling[EntryDecision]:
    """Whether a player may enter on a day, by which route, and which right that uses up.

    Bars come first. Of several routes the one that uses up nothing is taken, then one that is renewed every year, then
    the right that expires first.
    """
    barred = bars(entrant, target, on=on)
    tried: list[Requirement] = []
    chosen: tuple[Clause, bool] | None = None
    for route in STANDING:
        if route.kind == target.kind:
            parts = _standing(route, entrant, target, on)
            tried += parts
            if all(one.holds for one in parts) and (chosen is None or (chosen[1] and not route.yearly)):
                chosen = (parts[0].ground.clause, route.yearly)
    granted = _granted(entrant, target, on)
    tried += granted
    if chosen is None:
        chosen = next(((one.ground.clause, False) for one in granted if one.holds), None)
    held = ledger(entrant, on=on)
    rights = rights_to_use(held.value, target.kind, on=on)
    tried += [
        Requirement(Ground(right.earned.clause, _facts_of(right, on)), holds=right in rights.value)
        for right in held.value
        if right.earned.to == target.kind
    ]
    consumes: tuple[Right, ...] = ()
    if chosen is None and rights.value:
        consumes, chosen = rights.value, (rights.value[0].earned.clause, False)
    if chosen is None and target.kind in OPEN_TO_ALL:
        chosen = (NOT_SUSPENDED, False)
    pending = fee_pending(entrant, target, consumes, on=on, paid=paid)
    entry = EntryDecision(
        allowed=chosen is not None and not barred,
        route=chosen[0] if chosen else None,
        consumes=consumes,
        yearly=bool(chosen and chosen[1]),
        tried=tuple(tried),
        barred=barred,
        pending=tuple(str(ground.facts["pending"]) for ground in pending),
    )
    grounds = tuple(Ground(one.ground.clause, {**one.ground.facts, "holds": one.holds}) for one in tried)
    return Ruling(entry, (*barred, *grounds, *_refused_without(target, chosen is None), *pending))


def _standing(route: StandingRoute, entrant: Entrant, target: Target, on: date) -> tuple[Requirement, ...]:
    """Whether a route holds, and where it may be used once a year, whether it still may this year."""
    holds, facts = route.check(entrant, target, on)
    found = Requirement(Ground(in_force(route.clause, on=target.start), facts), holds)
    if not (holds and route.yearly):
        return (found,)
    free = may_use_again(entrant, target.kind, start=target.start)
    return found, Requirement(free.grounds[0], free.value)


def _granted(entrant: Entrant, target: Target, on: date) -> list[Requirement]:
    """What the Executive Board gave, what a former champion may ask for, and that ladies' titles give nothing here."""
    found = [
        Requirement(
            Ground(FREE_PLACES if grant.free_place else BOARD_DECIDES, {"reference": grant.reference, "on": grant.on}),
            holds=True,
        )
        for grant in entrant.grants
        if grant.kind == target.kind and grant.on <= on
    ]
    if target.kind == FINAL and target.deadline:
        asked = former_champion_may_enter(entrant, requested=on, deadline=target.deadline)
        found.append(Requirement(asked.grounds[0], asked.value))
    ladies: list[Fact] = [title for title in ("LGM", "LIM") if entrant.holds(title, on=on)]
    if target.kind in (SEMI_FINAL, CANDIDATES) and ladies:
        found.append(Requirement(Ground(LADIES_TITLES, {"titles": ladies}), holds=False))
    return found


def _facts_of(right: Right, on: date) -> dict[str, Fact]:
    return {
        "event": right.earned.event,
        "ended": right.earned.ended,
        "expires": right.expires,
        "used": right.used,
        "half": right.earned.half,
        "usable": right.is_usable(on=on),
    }


def _refused_without(target: Target, nothing_held: bool) -> tuple[Ground, ...]:  # noqa: FBT001 - read with its name
    if not nothing_held or target.kind not in NORM_KINDS:
        return ()
    cited, how = WITHOUT_QUALIFICATION.on(target.start)
    return (Ground(cited, {"kind": target.kind, "how": how}),)


# -- bars -------------------------------------------------------------------------------------------------------------


def bars(entrant: Entrant, target: Target, *, on: date) -> tuple[Ground, ...]:
    """Everything that keeps a player out of an event on a day, whatever his rights."""
    found: list[Ground] = []
    for bar in entrant.bars:
        if bar.since <= on and (bar.until is None or on < bar.until):
            facts: dict[str, Fact] = {"since": bar.since, "until": bar.until, "by": bar.clause}
            found.append(Ground(NOT_SUSPENDED, facts))
    if target.deadline is not None and on > target.deadline:
        found.append(Ground(IN_TIME, {"on": on, "deadline": target.deadline}))
    if not entrant.is_member_federation and not entrant.by_direct_entry:
        found.append(Ground(DIRECT_ENTRY, {"federation": entrant.federation, "member": False}))
    found += _norm_bars(entrant, target)
    if target.season is not None and target.team is not None:
        other = entrant.league_teams.get(target.season)
        if other is not None and other != target.team:
            found.append(Ground(ONE_TEAM, {"season": target.season, "team": other}))
    return tuple(found)


def _norm_bars(entrant: Entrant, target: Target) -> list[Ground]:
    """One norm tournament by server in each quarter (2016: half-year), one by post in each year, by their starts."""
    if target.kind not in NORM_KINDS:
        return []
    if target.by_post:
        same = [start for start, by_post in entrant.norm_starts if by_post and start.year == target.start.year]
        return [Ground(NORM_BY_POST, {"start": target.start, "earlier": list(same)})] if same else []
    cited, months = NORM_ON_SERVER.on(target.start)
    period = (target.start.year, (target.start.month - 1) // months)
    same = [
        start
        for start, by_post in entrant.norm_starts
        if not by_post and (start.year, (start.month - 1) // months) == period
    ]
    return [Ground(cited, {"start": target.start, "earlier": list(same), "months": months})] if same else []


# -- money and confirmations ------------------------------------------------------------------------------------------


def fee_of(entrant: Entrant, target: Target, consumes: tuple[Right, ...] = (), *, on: date) -> Ruling[int]:
    """The fee an entry costs: nothing for grandmasters and 2600 in Grandmaster norm events, nor for a cup's winner."""
    if any(right.earned.free for right in consumes):
        return Ruling(0, (Ground(in_force(FREE_FOR_WINNER, on=target.start), {"fee": 0}),))
    latest = entrant.latest(on=on)
    strong = latest is not None and latest.is_fixed and latest.rating >= 2600
    free = target.kind == GM_NORM and (entrant.holds("GM", on=on) or strong)
    facts: dict[str, Fact] = {"title": entrant.holds("GM", on=on), "rating": latest.rating if latest else None}
    return Ruling(0 if free else target.fee, (Ground(FREE_FOR, facts | {"fee": 0 if free else target.fee}),))


def fee_pending(
    entrant: Entrant, target: Target, consumes: tuple[Right, ...] = (), *, on: date, paid: int
) -> tuple[Ground, ...]:
    """What an entry waits for: its fee, a bond of double the fee, the delegate's confirmation of a free entry."""
    fee = fee_of(entrant, target, consumes, on=on)
    bond = 2 * fee.value if entrant.bond_owed and not entrant.bond_ended_regularly else 0
    found: list[Ground] = []
    if paid < fee.value:
        found.append(Ground(PAID, {"fee": fee.value, "paid": paid, "pending": "payment"}))
    elif paid < fee.value + bond:
        found.append(Ground(BOND, {"fee": fee.value, "bond": bond, "paid": paid - fee.value, "pending": "bond"}))
    if target.kind == GM_NORM and target.fee and fee.value == 0:
        step = "delegate" if entrant.is_member_federation else "identity"
        cited = CONFIRMED if entrant.is_member_federation else IDENTITY.clause
        found.append(Ground(cited, {"pending": step}))
    return tuple(found)


FREE_ENTRY: Procedure = {
    ("pending", "confirm"): ProcedureStep((Actor.DELEGATE,), "accepted", CONFIRMED),
    ("pending", "verify identity"): ProcedureStep((Actor.TTC,), "accepted", IDENTITY.clause),
}
"""A free entry until it is confirmed: by the delegate, or by the commissioner for players from non-member countries."""


def may_admit_without(average: Fraction, players: int, rating: int, *, start: date) -> Ruling[bool]:
    """2016 only: the commissioner may admit a player without qualification if the category does not fall.

    *average* is that of the *players* already in the section.
    """
    cited, how = WITHOUT_QUALIFICATION.on(start)
    after = (average * players + rating) / (players + 1)
    keeps = category_step(after, edition=cited.edition) >= category_step(average, edition=cited.edition)
    facts: dict[str, Fact] = {"before": average, "after": after, "how": how}
    if how == "never" or not keeps:
        raise Refused(Ground(cited, facts))
    return Ruling(True, (Ground(cited, facts),))
