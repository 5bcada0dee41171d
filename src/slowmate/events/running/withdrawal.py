"""Section 8, 8.1 to 8.6: leaving an event, accepted or not, silently, and what follows."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from slowmate.events.calendar import months_after, years_after
from slowmate.events.organising.offices import Actor, Power, Procedure, ProcedureStep
from slowmate.records import Status
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause

APPLY = clause("ICCF-TR-2017 8.1/1")
TELL_OPPONENTS = clause("ICCF-TR-2017 8.1/2")
FEE_LOST = clause("ICCF-TR-2017 8.1(a)")
RIGHTS_LOST = clause("ICCF-TR-2017 8.1(b)")
TEAM_CHANGE = clause("ICCF-TR-2017 8.1/3")
ALL_EVENTS = clause("ICCF-TR-2017 8.3/1")
REGISTER = clause("ICCF-TR-2017 8.3/2")
TELL_RATINGS = clause("ICCF-TR-2017 8.3/3")
ABUSE = clause("ICCF-TR-2017 8.3/4")
SIX_MONTHS = clause("ICCF-TR-2017 8.3/5")
DETAILS = clause("ICCF-TR-2017 8.3/6")
REVIEW = clause("ICCF-TR-2017 8.4/1")
SECOND_TIME = clause("ICCF-TR-2017 8.4/2")
CONTINUE = clause("ICCF-TR-2017 8.4/3")
NOT_ACCEPTED = clause("ICCF-TR-2017 8.4/4")
TWELVE_MONTHS = clause("ICCF-TR-2017 8.4/5")
BOND = clause("ICCF-TR-2017 8.4/6")
BOND_BACK = clause("ICCF-TR-2017 8.4/7")
BOND_TOLD = clause("ICCF-TR-2017 8.4/8")
NO_NORM = clause("ICCF-TR-2017 8.5/1")
TWO_YEARS = clause("ICCF-TR-2017 8.5/3")
BOND_AGAIN = clause("ICCF-TR-2017 8.5/4")
FIVE_YEARS = clause("ICCF-TR-2017 8.5/5")
BOND_FREE = clause("ICCF-TR-2017 8.6")

SILENT_SCOPE = Dated({"ICCF-TR-2016 8.5": "this event", "ICCF-TR-2017 8.5/2": "all events"})
"""From how many events a silent withdrawer is withdrawn."""
SHORT_TIME = 24
"""Months within which a second accepted withdrawal is looked at by the Tournament Office (not fixed by the rules)."""
BOND_FACTOR = 2
LEAST_MONTHS = 3


class WithdrawalReason(StrEnum):
    """What the rules know as an adequate reason."""

    DEATH = "death"
    ILLNESS = "illness"
    OUTSIDE = "outside circumstances"
    PERSONAL = "personal circumstances"
    OTHER = "other"


ADEQUATE = {
    WithdrawalReason.DEATH: clause("ICCF-TR-2017 8.2(a)"),
    WithdrawalReason.ILLNESS: clause("ICCF-TR-2017 8.2(b)"),
    WithdrawalReason.OUTSIDE: clause("ICCF-TR-2017 8.2(c)"),
    WithdrawalReason.PERSONAL: clause("ICCF-TR-2017 8.2(d)"),
}


@dataclass(frozen=True, slots=True)
class WithdrawalApplication:
    """An application to withdraw. *games*: how many run, and of how many the details were given (server games: all)."""

    player: str
    on: date
    reason: WithdrawalReason
    text: str = ""
    months: int = 0
    """For how long play is prevented."""
    games: int = 0
    detailed: int = 0
    last_accepted: date | None = None
    """When an earlier withdrawal of the player was accepted."""


PROCEDURE: Procedure = {
    ("applied", "accept"): ProcedureStep((Actor.DIRECTOR,), "accepted", ALL_EVENTS),
    ("applied", "forward"): ProcedureStep((Actor.DIRECTOR,), "in review", REVIEW),
    ("in review", "accept"): ProcedureStep((Actor.TTC, Actor.NTTC), "accepted", ALL_EVENTS),
    ("in review", "confirm inadequate"): ProcedureStep((Actor.TTC, Actor.NTTC), "offered to continue", CONTINUE),
    ("offered to continue", "continue"): ProcedureStep((Actor.PLAYER,), "continues", CONTINUE),
    ("offered to continue", "withdraw"): ProcedureStep((Actor.PLAYER,), "not accepted", NOT_ACCEPTED),
}
"""An application from its receipt to its end; `offices.take_step` walks it."""

SUSPENSION_AT_FIRST = Power(TWO_YEARS, "suspension for a silent withdrawal", (Actor.TTC, Actor.NTTC))


def receive_application(application: WithdrawalApplication) -> Ruling[str]:
    """Take an application: it needs a reason in words, and goes to the director with a notice to every opponent."""
    facts: dict[str, Fact] = {"player": application.player, "on": application.on, "reason": application.reason.value}
    if not application.text.strip() and application.reason is not WithdrawalReason.DEATH:
        raise Refused(Ground(APPLY, facts | {"outcome": "no-reason"}))
    notices = Ground(TELL_OPPONENTS, {"notices": application.games, "director_told": application.on})
    return Ruling("applied", (Ground(APPLY, facts | {"outcome": "received"}), notices))


def is_adequate(application: WithdrawalApplication) -> Ruling[bool]:
    """Whether the reason is adequate: it prevents play for three months at least, personal ones in full detail."""
    cited = ADEQUATE.get(application.reason)
    if cited is None:
        return Ruling(False, (Ground(REVIEW, {"reason": application.reason.value, "adequate": False}),))
    long = application.reason is WithdrawalReason.DEATH or application.months >= LEAST_MONTHS
    told = application.reason is not WithdrawalReason.PERSONAL or bool(application.text.strip())
    facts: dict[str, Fact] = {"reason": application.reason.value, "months": application.months, "detailed": told}
    return Ruling(long and told, (Ground(cited, facts | {"adequate": long and told}),))


def has_details(application: WithdrawalApplication) -> Ruling[bool]:
    """Whether the games so far are told: all of them for personal reasons, whenever possible for others."""
    complete = application.detailed >= application.games
    required = application.reason is WithdrawalReason.PERSONAL
    facts: dict[str, Fact] = {"games": application.games, "detailed": application.detailed, "required": required}
    if required and not complete:
        raise Refused(Ground(DETAILS, facts | {"outcome": "incomplete"}))
    return Ruling(complete, (Ground(DETAILS, facts | {"outcome": "complete" if complete else "warning"}),))


def proposed_answer(application: WithdrawalApplication, *, short_time: int = SHORT_TIME) -> Ruling[str]:
    """What a director should do with an application: accept it, or forward it to the Tournament Office."""
    adequate, details = is_adequate(application), has_details(application)
    grounds = (*adequate.grounds, *details.grounds)
    if not adequate.value:
        forward = Ground(REVIEW, {"player": application.player, "outcome": "forward"})
        return Ruling("forward", (*grounds, forward))
    earlier = application.last_accepted
    if earlier is not None and application.on < months_after(earlier, short_time):
        again: dict[str, Fact] = {"earlier": earlier, "on": application.on, "months": short_time}
        return Ruling("forward", (*grounds, Ground(SECOND_TIME, again)))
    return Ruling("accept", grounds)


@dataclass(frozen=True, slots=True)
class WithdrawalConsequences:
    """What follows from a withdrawal, for a server to carry out.

    *status* is the player's in each of *events*; he may enter again on *entry_from*; *tell* is whom to inform.
    """

    status: Status
    events: tuple[str, ...]
    entry_from: date | None
    norm_possible: bool
    keeps_rights: bool
    bond_needed: bool
    tell: tuple[Actor, ...]


def after_acceptance(player: str, events: tuple[str, ...], *, on: date) -> Ruling[WithdrawalConsequences]:
    """What an accepted withdrawal brings: out of all approved events, no entry for six months, and who is told."""
    entry = months_after(on, 6)
    grounds = (
        Ground(ALL_EVENTS, {"player": player, "events": list(events)}),
        Ground(REGISTER, {"player": player, "on": on, "tell": [Actor.WTD.value, Actor.DELEGATE.value]}),
        Ground(TELL_RATINGS, {"player": player, "tell": [Actor.RATINGS.value]}),
        Ground(SIX_MONTHS, {"on": on, "entry_from": entry}),
    )
    told = (Actor.WTD, Actor.DELEGATE, Actor.RATINGS)
    value = WithdrawalConsequences(
        Status.WITHDRAWN_ACCEPTED, events, entry, norm_possible=True, keeps_rights=True, bond_needed=False, tell=told
    )
    return Ruling(value, grounds)


def after_refusal(player: str, events: tuple[str, ...], *, on: date) -> Ruling[WithdrawalConsequences]:
    """What a withdrawal that was not accepted brings: the same in all events, no entry for a year, then a bond."""
    entry = months_after(on, 12)
    grounds = (
        Ground(NOT_ACCEPTED, {"player": player, "events": list(events)}),
        Ground(TWELVE_MONTHS, {"on": on, "entry_from": entry}),
        Ground(BOND, {"factor": BOND_FACTOR}),
    )
    value = WithdrawalConsequences(
        Status.WITHDRAWN,
        events,
        entry,
        norm_possible=False,
        keeps_rights=True,
        bond_needed=True,
        tell=(Actor.TTC, Actor.NTTC, Actor.DELEGATE),
    )
    return Ruling(value, grounds)


def after_silence(
    player: str, event: str, others: tuple[str, ...], *, start: date, on: date, earlier: int = 0, years: int = 0
) -> Ruling[WithdrawalConsequences]:
    """What a silent withdrawal brings. *start* of the event governs; *earlier*: how often before.

    *years* is what the Tournament Office decided for a first time (at most two); a second time brings five at least.
    """
    cited, scope = SILENT_SCOPE.on(start)
    events = (event, *others) if scope == "all events" else (event,)
    grounds = [
        Ground(NO_NORM, {"player": player, "norm": False, "qualification": False}),
        Ground(cited, {"player": player, "events": list(events)}),
    ]
    if earlier:
        years = max(5, years)
        grounds.append(Ground(FIVE_YEARS, {"earlier": earlier, "years": years, "entry_from": years_after(on, years)}))
    else:
        if not 0 <= years <= 2:
            raise Refused(Ground(TWO_YEARS, {"years": years, "outcome": "too-long"}))
        grounds.append(Ground(TWO_YEARS, {"years": years, "entry_from": years_after(on, years)}))
    grounds.append(Ground(BOND_AGAIN, {"factor": BOND_FACTOR}))
    value = WithdrawalConsequences(
        Status.SILENT,
        events,
        years_after(on, years) if years else None,
        norm_possible=False,
        keeps_rights=False,
        bond_needed=True,
        tell=(Actor.TTC, Actor.NTTC, Actor.WTD),
    )
    return Ruling(value, tuple(grounds))


def cost_before_start(
    *, on: date, start_list: date, start: date, teams: bool = False, changes: int = 0
) -> Ruling[dict[str, Fact]]:
    """What withdrawing between start list and start costs: the fee, the right used, and in a team event one change."""
    lost = start_list <= on < start
    facts: dict[str, Fact] = {"on": on, "start_list": start_list, "start": start}
    value: dict[str, Fact] = {"fee_lost": lost, "right_lost": lost, "changes": changes + int(lost and teams)}
    grounds = [Ground(FEE_LOST, facts | {"lost": lost}), Ground(RIGHTS_LOST, facts | {"lost": lost})]
    if teams:
        grounds.append(Ground(TEAM_CHANGE, {"changes": value["changes"]}))
    return Ruling(value, tuple(grounds))


def after_abuse(player: str, *, found: date) -> Ruling[date]:
    """A found abuse of the privilege suspends for five years; the first day the player may enter again."""
    entry = years_after(found, 5)
    return Ruling(entry, (Ground(ABUSE, {"player": player, "found": found, "entry_from": entry}),))


@dataclass(frozen=True, slots=True)
class BondCase:
    """What is known for a bond: why one is owed, and whether an event played under one has ended regularly since."""

    owed: bool
    ended_regularly: bool = False


def bond_for(case: BondCase, fee: int, paid: int, *, silently: bool = False) -> Ruling[int]:
    """The bond an entry needs, in the units of the fee; `Refused` if less was paid. A free entry is referred on."""
    if not case.owed or case.ended_regularly:
        return Ruling(0, (Ground(BOND_FREE, {"owed": case.owed, "ended_regularly": case.ended_regularly}),))
    least = BOND_FACTOR * fee
    facts: dict[str, Fact] = {"fee": fee, "least": least, "paid": paid}
    cited = BOND_AGAIN if silently else BOND
    if fee == 0:
        return Ruling(0, (Ground(cited, facts | {"outcome": "refer", "to": Actor.TTC.value}),))
    if paid < least:
        raise Refused(Ground(cited, facts | {"outcome": "too-little"}))
    told = Ground(BOND_TOLD, {"tell": [Actor.TTC.value, Actor.NTTC.value]})
    return Ruling(paid, (Ground(cited, facts | {"outcome": "paid"}), told))


def settle_bond(bond: int, iccf_share: int, *, regular: bool) -> Ruling[dict[str, int]]:
    """Who gets a bond when the tournament ends: the player, or ICCF its part and the federation the rest."""
    value = {"player": bond, "ICCF": 0, "federation": 0}
    if not regular:
        value = {"player": 0, "ICCF": min(bond, iccf_share), "federation": max(0, bond - iccf_share)}
    return Ruling(value, (Ground(BOND_BACK, {"bond": bond, "regular": regular, **value}),))


def first_day_again(barred: tuple[tuple[date, date | None], ...], *, on: date) -> date | None:
    """The first day from *on* that no bar covers; None while one without end does. A bar ends on its second day."""
    day = on
    while True:
        covering = [until for since, until in barred if since <= day and (until is None or day < until)]
        if not covering:
            return day
        if None in covering:
            return None
        day = max(until for until in covering if until is not None)
