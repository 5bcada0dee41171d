"""Section 8, 8.1 to 8.4/3: an application to leave an event, from its receipt to the answer.

What follows from the answer is in `leaving`, what a bond is in `bonds`.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from slowmate.events.calendar import months_after
from slowmate.events.organising.offices import TOURNAMENT_OFFICE, Actor, Procedure, ProcedureStep
from slowmate.rulebook import Fact, Ground, Refused, Ruling, clause, in_force

APPLY = clause("ICCF-TR-2017 8.1/1")
TELL_OPPONENTS = clause("ICCF-TR-2017 8.1/2")
FEE_LOST = clause("ICCF-TR-2017 8.1(a)")
RIGHTS_LOST = clause("ICCF-TR-2017 8.1(b)")
TEAM_CHANGE = clause("ICCF-TR-2017 8.1/3")
ALL_EVENTS = clause("ICCF-TR-2017 8.3/1")
DETAILS = clause("ICCF-TR-2017 8.3/6")
REVIEW = clause("ICCF-TR-2017 8.4/1")
SECOND_TIME = clause("ICCF-TR-2017 8.4/2")
CONTINUE = clause("ICCF-TR-2017 8.4/3")
NOT_ACCEPTED = clause("ICCF-TR-2017 8.4/4")

SHORT_TIME = 24
"""Months within which a second accepted withdrawal is looked at by the Tournament Office (not fixed by the rules)."""
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
    start: date
    """When the event started in which he applied: it decides the edition."""
    text: str = ""
    months: int = 0
    """For how long play is prevented."""
    games: int = 0
    detailed: int = 0
    last_accepted: date | None = None
    """When an earlier withdrawal of the player was accepted."""


PROCEDURE: Procedure = {
    ("applied", "accept"): ProcedureStep((Actor.DIRECTOR,), "accepted", ALL_EVENTS, guard="acceptable"),
    ("applied", "forward"): ProcedureStep((Actor.DIRECTOR,), "in review", REVIEW),
    ("in review", "consult"): ProcedureStep(TOURNAMENT_OFFICE, "federation asked", REVIEW),
    ("federation asked", "answer"): ProcedureStep((Actor.DELEGATE,), "consulted", REVIEW, ("federation",)),
    ("federation asked", "go on without answer"): ProcedureStep(TOURNAMENT_OFFICE, "consulted", REVIEW),
    ("consulted", "accept"): ProcedureStep(TOURNAMENT_OFFICE, "accepted", ALL_EVENTS),
    ("consulted", "confirm inadequate"): ProcedureStep(TOURNAMENT_OFFICE, "offered to continue", CONTINUE),
    ("offered to continue", "continue"): ProcedureStep((Actor.PLAYER,), "continues", CONTINUE, ("player",)),
    ("offered to continue", "withdraw"): ProcedureStep((Actor.PLAYER,), "not accepted", NOT_ACCEPTED, ("player",)),
}
"""An application from its receipt to its end. The guard is `may_accept`; parties are the player and his federation."""


def receive_application(application: WithdrawalApplication) -> Ruling[str]:
    """Take an application: it needs a reason in words, and goes to the director with a notice to every opponent."""
    applied, told = in_force(APPLY, on=application.start), in_force(TELL_OPPONENTS, on=application.start)
    facts: dict[str, Fact] = {"player": application.player, "on": application.on, "reason": application.reason.value}
    if not application.text.strip() and application.reason is not WithdrawalReason.DEATH:
        raise Refused(Ground(applied, facts | {"outcome": "no-reason"}))
    notices = Ground(told, {"notices": application.games, "director_told": application.on})
    return Ruling("applied", (Ground(applied, facts | {"outcome": "received"}), notices))


def is_adequate(application: WithdrawalApplication) -> Ruling[bool]:
    """Whether the reason is adequate: it prevents play for three months at least, personal ones in full detail."""
    if application.reason not in ADEQUATE:
        review = in_force(REVIEW, on=application.start)
        return Ruling(False, (Ground(review, {"reason": application.reason.value, "adequate": False}),))
    cited = in_force(ADEQUATE[application.reason], on=application.start)
    long = application.reason is WithdrawalReason.DEATH or application.months >= LEAST_MONTHS
    told = application.reason is not WithdrawalReason.PERSONAL or bool(application.text.strip())
    facts: dict[str, Fact] = {"reason": application.reason.value, "months": application.months, "detailed": told}
    return Ruling(long and told, (Ground(cited, facts | {"adequate": long and told}),))


def has_details(application: WithdrawalApplication) -> Ruling[bool]:
    """Whether the games so far are told: all of them for personal reasons, whenever possible for others."""
    complete = application.detailed >= application.games
    required = application.reason is WithdrawalReason.PERSONAL
    facts: dict[str, Fact] = {"games": application.games, "detailed": application.detailed, "required": required}
    cited = in_force(DETAILS, on=application.start)
    if required and not complete:
        raise Refused(Ground(cited, facts | {"outcome": "incomplete"}))
    return Ruling(complete, (Ground(cited, facts | {"outcome": "complete" if complete else "warning"}),))


def proposed_answer(application: WithdrawalApplication, *, short_time: int = SHORT_TIME) -> Ruling[str]:
    """What a director should do with an application: accept it, or forward it to the Tournament Office."""
    adequate, details = is_adequate(application), has_details(application)
    grounds = (*adequate.grounds, *details.grounds)
    if not adequate.value:
        forward = Ground(in_force(REVIEW, on=application.start), {"player": application.player, "outcome": "forward"})
        return Ruling("forward", (*grounds, forward))
    earlier = application.last_accepted
    if earlier is not None and application.on < months_after(earlier, short_time):
        again: dict[str, Fact] = {"earlier": earlier, "on": application.on, "months": short_time}
        return Ruling("forward", (*grounds, Ground(in_force(SECOND_TIME, on=application.start), again)))
    return Ruling("accept", grounds)


def may_accept(application: WithdrawalApplication, *, short_time: int = SHORT_TIME) -> Ruling[bool]:
    """Whether the director may accept an application himself: what he would have to forward, he may not."""
    proposed = proposed_answer(application, short_time=short_time)
    return Ruling(proposed.value == "accept", proposed.grounds)


def cost_before_start(
    *, on: date, start_list: date, start: date, teams: bool = False, changes: int = 0
) -> Ruling[dict[str, Fact]]:
    """What withdrawing between start list and start costs: the fee, the right used, and in a team event one change."""
    lost = start_list <= on < start
    facts: dict[str, Fact] = {"on": on, "start_list": start_list, "start": start}
    value: dict[str, Fact] = {"fee_lost": lost, "right_lost": lost, "changes": changes + int(lost and teams)}
    fee, right = in_force(FEE_LOST, on=start), in_force(RIGHTS_LOST, on=start)
    grounds = [Ground(fee, facts | {"lost": lost}), Ground(right, facts | {"lost": lost})]
    if teams:
        grounds.append(Ground(in_force(TEAM_CHANGE, on=start), {"changes": value["changes"]}))
    return Ruling(value, tuple(grounds))
