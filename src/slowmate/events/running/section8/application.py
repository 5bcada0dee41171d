"""Sections 8.1 to 8.4/3: an application to leave an event, from its receipt to the answer.

`leaving` says what follows from the answer.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from slowmate.events.organising.offices import TOURNAMENT_OFFICE, Actor, Procedure, ProcedureStep
from slowmate.events.running.section8.leaving import ACCEPTED, NOT_ACCEPTED
from slowmate.rulebook import Dated, Fact, Ground, Refused, Ruling, clause, in_force
from slowmate.rulebook.calendar import Months, months_after

APPLY = clause("ICCF-TR-2017 8.1/1")
NOTIFY_OPPONENTS = clause("ICCF-TR-2017 8.1/2")
FEE_LOST = clause("ICCF-TR-2017 8.1(a)")
RIGHTS_LOST = clause("ICCF-TR-2017 8.1(b)")
TEAM_CHANGE = clause("ICCF-TR-2017 8.1/3")
DETAILS = clause("ICCF-TR-2017 8.3/6")
REVIEW = clause("ICCF-TR-2017 8.4/1")
SECOND_TIME = clause("ICCF-TR-2017 8.4/2")
CONTINUE = clause("ICCF-TR-2017 8.4/3")

SHORT_TIME = Months(24)
"""Within this time a second accepted withdrawal goes to the Tournament Office. The rules do not fix it."""


class WithdrawalReason(StrEnum):
    """The adequate reasons of 8.2, and any other."""

    DEATH = "death"
    ILLNESS = "illness"
    OUTSIDE = "outside circumstances"
    PERSONAL = "personal circumstances"
    OTHER = "other"


PLAY_PREVENTED_FOR = {
    WithdrawalReason.DEATH: Dated({"ICCF-TR-2017 8.2(a)": Months(0)}),
    WithdrawalReason.ILLNESS: Dated({"ICCF-TR-2017 8.2(b)": Months(3)}),
    WithdrawalReason.OUTSIDE: Dated({"ICCF-TR-2017 8.2(c)": Months(3)}),
    WithdrawalReason.PERSONAL: Dated({"ICCF-TR-2017 8.2(d)": Months(3)}),
}
"""For how long a reason must prevent play to be adequate."""


@dataclass(frozen=True, slots=True)
class WithdrawalApplication:
    """An application to withdraw.

    *start* is the day the player's event started; it decides the edition. *months*: for how long play is prevented.
    *games*: how many are running, *detailed*: of how many the player gave the details (on the server, of all).
    """

    player: str
    on: date
    reason: WithdrawalReason
    start: date
    text: str = ""
    months: int = 0
    games: int = 0
    detailed: int = 0
    last_accepted: date | None = None
    """The day on which an earlier withdrawal of the player was accepted."""


PROCEDURE: Procedure = {
    ("applied", "accept"): ProcedureStep((Actor.DIRECTOR,), "accepted", ACCEPTED, guard="acceptable"),
    ("applied", "forward"): ProcedureStep((Actor.DIRECTOR,), "in review", REVIEW),
    ("in review", "consult"): ProcedureStep(TOURNAMENT_OFFICE, "federation asked", REVIEW),
    ("federation asked", "answer"): ProcedureStep((Actor.DELEGATE,), "consulted", REVIEW, ("federation",)),
    ("federation asked", "go on without answer"): ProcedureStep(TOURNAMENT_OFFICE, "consulted", REVIEW),
    ("consulted", "accept"): ProcedureStep(TOURNAMENT_OFFICE, "accepted", ACCEPTED),
    ("consulted", "confirm inadequate"): ProcedureStep(TOURNAMENT_OFFICE, "offered to continue", CONTINUE),
    ("offered to continue", "continue"): ProcedureStep((Actor.PLAYER,), "continues", CONTINUE, ("player",)),
    ("offered to continue", "withdraw"): ProcedureStep((Actor.PLAYER,), "not accepted", NOT_ACCEPTED, ("player",)),
}
"""An application from its receipt to its end. The guard is `may_accept`; parties are player and federation."""


def receive_application(application: WithdrawalApplication) -> Ruling[str]:
    """Receive an application: it needs a reason in words, and goes to the director with a notice to every opponent."""
    apply, notify = in_force(APPLY, on=application.start), in_force(NOTIFY_OPPONENTS, on=application.start)
    facts: dict[str, Fact] = {"player": application.player, "on": application.on, "reason": application.reason.value}
    if not application.text.strip() and application.reason is not WithdrawalReason.DEATH:
        raise Refused(Ground(apply, facts | {"outcome": "no-reason"}))
    notices = Ground(notify, {"notices": application.games, "director_told": application.on})
    return Ruling("applied", (Ground(apply, facts | {"outcome": "received"}), notices))


def is_adequate(application: WithdrawalApplication) -> Ruling[bool]:
    """Decide whether the reason is adequate: it prevents play long enough; personal ones are described in full."""
    if application.reason not in PLAY_PREVENTED_FOR:
        review = in_force(REVIEW, on=application.start)
        return Ruling(False, (Ground(review, {"reason": application.reason.value, "adequate": False}),))
    cited, months = PLAY_PREVENTED_FOR[application.reason].on(application.start)
    detailed = application.reason is not WithdrawalReason.PERSONAL or bool(application.text.strip())
    adequate = application.months >= months and detailed
    facts: dict[str, Fact] = {"reason": application.reason.value, "months": application.months, "detailed": detailed}
    return Ruling(adequate, (Ground(cited, facts | {"adequate": adequate}),))


def has_details(application: WithdrawalApplication) -> Ruling[bool]:
    """Decide whether the games so far are described: all of them for personal reasons, if possible for others."""
    complete = application.detailed >= application.games
    required = application.reason is WithdrawalReason.PERSONAL
    facts: dict[str, Fact] = {"games": application.games, "detailed": application.detailed, "required": required}
    cited = in_force(DETAILS, on=application.start)
    if required and not complete:
        raise Refused(Ground(cited, facts | {"outcome": "incomplete"}))
    return Ruling(complete, (Ground(cited, facts | {"outcome": "complete" if complete else "warning"}),))


def proposed_answer(application: WithdrawalApplication, *, short_time: Months = SHORT_TIME) -> Ruling[str]:
    """Propose the director's answer: accept the application, or forward it to the Tournament Office."""
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


def may_accept(application: WithdrawalApplication, *, short_time: Months = SHORT_TIME) -> Ruling[bool]:
    """Decide whether the director may accept an application alone, or has to forward it."""
    answer = proposed_answer(application, short_time=short_time)
    return Ruling(answer.value == "accept", answer.grounds)


def cost_before_start(
    *, on: date, start_list: date, start: date, teams: bool = False, changes: int = 0
) -> Ruling[dict[str, Fact]]:
    """Say what withdrawing between start list and start costs: the fee, the right used, in a team event one change."""
    lost = start_list <= on < start
    facts: dict[str, Fact] = {"on": on, "start_list": start_list, "start": start}
    value: dict[str, Fact] = {"fee_lost": lost, "right_lost": lost, "changes": changes + int(lost and teams)}
    fee, right = in_force(FEE_LOST, on=start), in_force(RIGHTS_LOST, on=start)
    grounds = [Ground(fee, facts | {"lost": lost}), Ground(right, facts | {"lost": lost})]
    if teams:
        grounds.append(Ground(in_force(TEAM_CHANGE, on=start), {"changes": value["changes"]}))
    return Ruling(value, tuple(grounds))
