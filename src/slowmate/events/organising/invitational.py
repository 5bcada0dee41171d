"""Sections 12, 6.2 and 6.3: invitational and open tournaments of federations, their approval and their money."""

from dataclasses import dataclass
from datetime import date

from slowmate.events.calendar import months_after
from slowmate.events.organising.offices import Actor, Power, Procedure, ProcedureStep
from slowmate.rulebook import Clause, Dated, Fact, Ground, Refused, Ruling, clause

STATUTES = clause("ICCF-TR-2017 12.1")
APPLICATION = clause("ICCF-TR-2017 12.2/1")
PROBLEM = clause("ICCF-TR-2017 12.2/3")
SEVERAL = clause("ICCF-TR-2017 12.2/4")
INVITATION_AHEAD = Dated({"ICCF-TR-2016 12.3/1": 6, "ICCF-TR-2017 12.3/1": 3})
OPEN_AHEAD = Dated({"ICCF-TR-2016 12.4/1": 4, "ICCF-TR-2017 12.4/1": 3})
LAPSES = clause("ICCF-TR-2017 12.3/2")
RENEWAL = clause("ICCF-TR-2017 12.3/3")
ADVERTISED = clause("ICCF-TR-2017 12.4/2")
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

LAPSE_MONTHS = 6
ACCORDS = Power(STATUTES, "the event accords with the Statutes", (Actor.ORGANISER,))
REFER_PROBLEM = Power(PROBLEM, "an application referred to Congress", (Actor.WTD,))
REFER_SEVERAL = Power(SEVERAL, "several applications of one federation referred to Congress", (Actor.WTD,))
WEIGH_SIMILAR = Power(SIMILAR, "an open tournament weighed against similar ones", (Actor.WTD,))
ANNOUNCE_SPECIAL = Power(SPECIAL, "a special tournament announced", (Actor.EXECUTIVE_BOARD,))
RATIFY_NORMS = Power(clause("ICCF-TR-2017 12.9"), "norms ratified", (Actor.QUALIFICATIONS, Actor.CONGRESS))

APPROVAL: Procedure = {
    ("applied", "approve"): ProcedureStep((Actor.WTD,), "approved", APPLICATION),
    ("applied", "refuse"): ProcedureStep((Actor.WTD,), "refused", APPLICATION),
    ("applied", "refer"): ProcedureStep((Actor.WTD,), "with Congress", APPLICATION),
    ("with Congress", "approve"): ProcedureStep((Actor.CONGRESS,), "approved", APPLICATION),
    ("with Congress", "refuse"): ProcedureStep((Actor.CONGRESS,), "refused", APPLICATION),
    ("approved", "lapse"): ProcedureStep((Actor.SERVER,), "lapsed", LAPSES),
    ("lapsed", "renew"): ProcedureStep((Actor.ORGANISER,), "applied", RENEWAL),
}
"""An application for recognition from its receipt to its end."""


def applied_in_time(*, applied: date, start: date, is_open: bool) -> Ruling[date]:
    """Whether an application came early enough; the last day for it. *start* of the event governs."""
    cited, months = (OPEN_AHEAD if is_open else INVITATION_AHEAD).on(start)
    latest = months_after(start, -months)
    facts: dict[str, Fact] = {"applied": applied, "start": start, "months": months, "latest": latest}
    if applied > latest:
        raise Refused(Ground(cited, facts))
    return Ruling(latest, (Ground(cited, facts),))


def has_lapsed(*, approved_start: date, start: date | None, on: date) -> Ruling[bool]:
    """Whether an approval has lapsed: the tournament has not started within six months of the approved start."""
    latest = months_after(approved_start, LAPSE_MONTHS)
    lapsed = (start or on) > latest
    return Ruling(
        lapsed,
        (Ground(LAPSES, {"approved_start": approved_start, "latest": latest, "start": start, "lapsed": lapsed}),),
    )


def _after_approval(cited: Clause, *, on: date, approved: date | None) -> Ruling[bool]:
    facts: dict[str, Fact] = {"on": on, "approved": approved}
    if approved is None or on < approved:
        raise Refused(Ground(cited, facts))
    return Ruling(True, (Ground(cited, facts),))


def may_announce(*, on: date, approved: date | None) -> Ruling[bool]:
    """A national organisation announces an international tournament once the World Tournament Director approved it."""
    return _after_approval(BEFORE_ANNOUNCEMENT, on=on, approved=approved)


def may_advertise(*, on: date, approved: date | None) -> Ruling[bool]:
    """An open tournament is not advertised before its formal approval."""
    return _after_approval(ADVERTISED, on=on, approved=approved)


def may_invite(*, on: date, approved: date | None, lapsed: bool = False) -> Ruling[bool]:
    """No invitation before the formal approval, nor after it lapsed and before it is renewed."""
    if lapsed:
        raise Refused(Ground(RENEWAL, {"on": on, "lapsed": True}))
    return _after_approval(INVITED, on=on, approved=approved)


def invitation_route(federation: str, *, consent: date | None) -> Ruling[str]:
    """Where an invitation goes: to the player's federation, never to himself; it needs that federation's consent."""
    grounds = (
        Ground(VIA_FEDERATION, {"to": federation}),
        Ground(CONSENT, {"federation": federation, "consent": consent}),
    )
    if consent is None:
        raise Refused(*grounds)
    return Ruling(federation, grounds)


def may_direct(*, is_licensed: bool, category: int | None = None, is_arbiter: bool = False) -> Ruling[bool]:
    """Whether a director may be chosen: as the manual requires; an International Arbiter from category 7 on."""
    needs_arbiter = category is not None and category >= 7
    facts: dict[str, Fact] = {"licensed": is_licensed, "category": category, "arbiter": is_arbiter}
    if not is_licensed or (needs_arbiter and not is_arbiter):
        raise Refused(Ground(DIRECTOR_CHOSEN, facts))
    return Ruling(True, (Ground(DIRECTOR_CHOSEN, facts),))


@dataclass(frozen=True, slots=True)
class Money:
    """What a request for approval says about money. None: not answered."""

    prizes: tuple[int, ...] | None = None
    source: str | None = None
    appearance_fees: int | None = None
    paid_late_before: bool = False
    deposited: int = 0
    interest: int = 0


def missing_money_answers(money: Money) -> Ruling[tuple[str, ...]]:
    """What a request still has to say about prizes, their source and other payments."""
    missing = [name for name in ("prizes", "source") if not getattr(money, name)]
    other = ["appearance_fees"] if money.appearance_fees is None else []
    grounds = (Ground(PRIZES_TOLD, {"missing": missing}), Ground(OTHER_MONEY, {"missing": other}))
    return Ruling((*missing, *other), grounds)


def may_start(money: Money) -> Ruling[bool]:
    """A federation that paid prizes late before deposits the whole fund with ICCF before the start."""
    fund = sum(money.prizes or ())
    facts: dict[str, Fact] = {"fund": fund, "deposited": money.deposited, "paid_late_before": money.paid_late_before}
    if money.paid_late_before and money.deposited < fund:
        raise Refused(Ground(DEPOSIT, facts))
    return Ruling(True, (Ground(DEPOSIT, facts),))


def settle_deposit(money: Money) -> Ruling[dict[str, int]]:
    """What becomes of a deposit: the Finance Director pays the prizes from it, its interest goes to the federation."""
    value = {"prizes": sum(money.prizes or ()), "credited": money.interest}
    return Ruling(value, (Ground(INTEREST, {**value, "paid_by": Actor.FINANCE.value}),))


def norm_is_final(*, in_report: bool, start: date) -> Ruling[bool]:
    """Whether a norm of such an event stands: in 2016 once the report to Congress confirms it, in 2017 at once."""
    cited, way = NORMS_REPORTED.on(start)
    final = in_report or way == "described"
    return Ruling(final, (Ground(cited, {"in_report": in_report, "way": way, "final": final}),))
