"""Sections 12, 6.2 and 6.3: invitational and open tournaments of federations, their approval and their money."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from slowmate.events.organising.offices import Actor, Power, Procedure, ProcedureStep, set_and_approved
from slowmate.rulebook import Dated, Fact, Ground, Refused, Requirement, Ruling, all_hold, clause, in_force
from slowmate.rulebook.calendar import Months, months_after, months_before
from slowmate.titles.iccf.categories import CATEGORIES
from slowmate.titles.iccf.tournament import ARBITER_FROM, DIRECTOR_PLAYS


class Ahead(NamedTuple):
    """The months from an application to the start, and whether a late one is refused or only warned of."""

    months: Months
    must: bool


STATUTES = clause("ICCF-TR-2017 12.1")
APPLICATION = clause("ICCF-TR-2017 12.2/1")
PROBLEM = clause("ICCF-TR-2017 12.2/3")
SEVERAL = clause("ICCF-TR-2017 12.2/4")
INVITATION_AHEAD = Dated(
    {
        "ICCF-TR-2016 12.3/1": Ahead(Months(6), must=False),
        "ICCF-TR-2017 12.3/1": Ahead(Months(3), must=True),
    }
)
OPEN_AHEAD = Dated(
    {
        "ICCF-TR-2016 12.4/1": Ahead(Months(4), must=True),
        "ICCF-TR-2017 12.4/1": Ahead(Months(3), must=True),
    }
)
LAPSES_AFTER = Dated({"ICCF-TR-2017 12.3/2": Months(6)})
RENEWAL = clause("ICCF-TR-2017 12.3/3")
ADVERTISED = Dated({"ICCF-TR-2016 12.4/2": "should not", "ICCF-TR-2017 12.4/2": "may not"})
SIMILAR = clause("ICCF-TR-2017 12.4/3")
VIA_FEDERATION = clause("ICCF-TR-2017 12.5/1")
INVITED = clause("ICCF-TR-2017 12.5/2")
DIRECTOR_CHOSEN = clause("ICCF-TR-2017 12.6/2")
PRIZES_TOLD = clause("ICCF-TR-2017 12.8/1")
DEPOSIT = clause("ICCF-TR-2017 12.8/2")
INTEREST = clause("ICCF-TR-2017 12.8/3")
OTHER_MONEY = clause("ICCF-TR-2017 12.8/4")
NORMS_REPORTED = Dated({"ICCF-TR-2016 12.9": "confirmed", "ICCF-TR-2017 12.9": "described"})
SPECIAL = clause("ICCF-TR-2017 6.2")
BEFORE_ANNOUNCEMENT = clause("ICCF-TR-2017 6.3/1")
CONSENT = clause("ICCF-TR-2017 6.3/2")

ACCORDS = Power(STATUTES, "the event accords with the Statutes", (Actor.ORGANISER,))
REFER_PROBLEM = Power(PROBLEM, "an application referred to Congress", (Actor.WTD,))
REFER_SEVERAL = Power(SEVERAL, "several applications of one federation referred to Congress", (Actor.WTD,))
WEIGH_SIMILAR = Power(SIMILAR, "an open tournament weighed against similar ones", (Actor.WTD,))
ANNOUNCE_SPECIAL = Power(SPECIAL, "a special tournament announced", (Actor.EXECUTIVE_BOARD,))
RATIFYING_NORMS: Procedure = set_and_approved(NORMS_REPORTED.clause, sets=Actor.QUALIFICATIONS, approves=Actor.CONGRESS)
"""Norms of such events: described in the commissioner's report, which Congress may ratify."""

APPROVAL: Procedure = {
    ("applied", "approve"): ProcedureStep((Actor.WTD,), "approved", APPLICATION, guard="complete", may_override=True),
    ("applied", "refuse"): ProcedureStep((Actor.WTD,), "refused", APPLICATION),
    ("applied", "refer"): ProcedureStep((Actor.WTD,), "with Congress", APPLICATION),
    ("with Congress", "approve"): ProcedureStep((Actor.CONGRESS,), "approved", APPLICATION),
    ("with Congress", "refuse"): ProcedureStep((Actor.CONGRESS,), "refused", APPLICATION),
    ("approved", "lapse"): ProcedureStep((Actor.SERVER,), "lapsed", LAPSES_AFTER.clause, guard="lapsed"),
    ("lapsed", "renew"): ProcedureStep((Actor.ORGANISER,), "applied", RENEWAL, ("organiser",)),
}
"""An application for recognition from its receipt to its end. Guards: `is_complete` (came in time, money told), which
the World Tournament Director may pass over with a reason, and `has_lapsed`."""


def applied_in_time(*, applied: date, start: date, is_open: bool) -> Ruling[bool]:
    """Decide whether an application came early enough, or must be refused. *start* of the event governs."""
    cited, ahead = (OPEN_AHEAD if is_open else INVITATION_AHEAD).on(start)
    latest = months_before(start, ahead.months)
    facts: dict[str, Fact] = {"applied": applied, "start": start, "months": ahead.months, "latest": latest}
    if applied > latest and ahead.must:
        raise Refused(Ground(cited, facts))
    return Ruling(applied <= latest, (Ground(cited, facts),))


def has_lapsed(*, approved_start: date, start: date | None, on: date) -> Ruling[bool]:
    """Decide whether an approval has lapsed: the tournament has not started within six months of the approved start."""
    cited, months = LAPSES_AFTER.on(approved_start)
    latest = months_after(approved_start, months)
    lapsed = (start or on) > latest
    facts: dict[str, Fact] = {"approved_start": approved_start, "latest": latest, "start": start, "lapsed": lapsed}
    return Ruling(lapsed, (Ground(cited, facts),))


def may_announce(*, on: date, approved: date | None, start: date, changed: int = 0) -> Ruling[bool]:
    """Check that the World Tournament Director approved an international tournament before it is announced.

    What was approved is the tournament as it was applied for (12.2/1, 12.8/1): *changed* is how much of it is different
    now, which another approval would have to cover.
    """
    facts: dict[str, Fact] = {"on": on, "approved": approved}
    if changed:
        facts["changed"] = changed
    holds = approved is not None and approved <= on and not changed
    return Ruling(holds, (Ground(in_force(BEFORE_ANNOUNCEMENT, on=start), facts),))


def may_advertise(*, on: date, approved: date | None, start: date) -> Ruling[bool]:
    """Check that an open tournament is not advertised before its formal approval; in 2016 it only should not be."""
    cited, rule = ADVERTISED.on(start)
    facts: dict[str, Fact] = {"on": on, "approved": approved}
    early = approved is None or on < approved
    if early and rule == "may not":
        raise Refused(Ground(cited, facts))
    return Ruling(not early, (Ground(cited, facts),))


def may_invite(*, on: date, approved: date | None, start: date, lapsed: bool = False) -> Ruling[bool]:
    """Check that there is a formal approval that has not lapsed, before anybody is invited."""
    if lapsed:
        raise Refused(Ground(in_force(RENEWAL, on=start), {"on": on, "lapsed": True}))
    ground = Ground(in_force(INVITED, on=start), {"on": on, "approved": approved})
    if approved is None or on < approved:
        raise Refused(ground)
    return Ruling(True, (ground,))


def invitation_route(federation: str, *, consent: date | None, on: date, start: date = date.max) -> Ruling[str]:
    """Return where an invitation goes: to the player's federation, never to the player, and only with its consent."""
    grounds = (
        Ground(in_force(VIA_FEDERATION, on=start), {"to": federation}),
        Ground(in_force(CONSENT, on=start), {"federation": federation, "consent": consent}),
    )
    if consent is None or consent > on:
        raise Refused(*grounds)
    return Ruling(federation, grounds)


def may_direct(
    director: str,
    players: Sequence[str],
    *,
    is_licensed: bool,
    is_arbiter: bool,
    category: str | None,
    start: date,
) -> Ruling[bool]:
    """Decide whether a director may direct a section (ids): licensed as the manual requires, and none of its players.

    *category* is that of the start list, such as "7" or "C". From category 7 on they are an International Arbiter; in
    2016 they should be.
    """
    arbiter, from_category = ARBITER_FROM.on(start)
    strong = category is not None and from_category is not None and CATEGORIES.index(category) >= from_category
    plays, _ = DIRECTOR_PLAYS.on(start)
    licence: dict[str, Fact] = {"licensed": is_licensed, "category": category, "arbiter": is_arbiter}
    title = "IA" if is_arbiter else None
    needed: dict[str, Fact] = {"director": director, "category": category, "title": title, "must": strong}
    requirements = [
        Requirement(Ground(in_force(DIRECTOR_CHOSEN, on=start), licence), is_licensed),
        Requirement(Ground(arbiter, needed), is_arbiter or not strong),
        Requirement(Ground(plays, {"director": director, "plays": director in players}), director not in players),
    ]
    return all_hold(requirements)


@dataclass(frozen=True, slots=True)
class Money:
    """The answers of a request for approval about money. None: not answered."""

    prizes: tuple[int, ...] | None = None
    source: str | None = None
    appearance_fees: int | None = None
    paid_late_before: bool = False
    deposited: int = 0
    interest: int = 0


def missing_money_answers(money: Money, *, start: date) -> Ruling[tuple[str, ...]]:
    """Return what a request still has to say about prizes, their source and other payments.

    A tournament without prizes says so (an empty list), and needs no source for them.
    """
    missing: list[str] = [] if money.prizes is not None else ["prizes"]
    if money.prizes != () and not (money.source or "").strip():
        missing.append("source")
    other = ["appearance_fees"] if money.appearance_fees is None else []
    prizes, payments = in_force(PRIZES_TOLD, on=start), in_force(OTHER_MONEY, on=start)
    grounds = (Ground(prizes, {"missing": list(missing)}), Ground(payments, {"missing": list(other)}))
    return Ruling((*missing, *other), grounds)


def is_complete(money: Money, *, applied: date, start: date, is_open: bool) -> Ruling[bool]:
    """Decide whether an application can be approved as it is: it came in time and tells everything about its money."""
    in_time = applied_in_time(applied=applied, start=start, is_open=is_open)
    answers = missing_money_answers(money, start=start)
    return Ruling(in_time.value and not answers.value, (*in_time.grounds, *answers.grounds))


def may_start(money: Money, *, start: date = date.max) -> Ruling[bool]:
    """Check that a federation that paid prizes late before has deposited the whole fund with ICCF."""
    fund = sum(money.prizes or ())
    facts: dict[str, Fact] = {"fund": fund, "deposited": money.deposited, "paid_late_before": money.paid_late_before}
    if money.paid_late_before and money.deposited < fund:
        raise Refused(Ground(in_force(DEPOSIT, on=start), facts))
    return Ruling(True, (Ground(in_force(DEPOSIT, on=start), facts),))


def settle_deposit(money: Money, *, start: date = date.max) -> Ruling[dict[str, int]]:
    """Settle a deposit: the Finance Director pays the prizes from it, its interest goes to the federation."""
    value = {"prizes": sum(money.prizes or ()), "credited": money.interest}
    return Ruling(value, (Ground(in_force(INTEREST, on=start), {**value, "paid_by": Actor.FINANCE.value}),))


def norm_is_final(*, in_report: bool, start: date) -> Ruling[bool]:
    """Decide whether a norm of such an event stands: in 2016 once the report to Congress has it, in 2017 at once."""
    cited, way = NORMS_REPORTED.on(start)
    final = in_report or way == "described"
    return Ruling(final, (Ground(cited, {"in_report": in_report, "way": way, "final": final}),))
