"""Offices: those who act in the tournament rules, the decisions left to people, and steps taken in turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from slowmate.records import Family, Kind
from slowmate.rulebook import Clause, Fact, Ground, Refused, Ruling, clause, in_force


class Actor(StrEnum):
    """An actor of the rules. The software itself acts as SERVER."""

    PLAYER = "player"
    CAPTAIN = "team captain"
    DIRECTOR = "tournament director"
    ORGANISER = "tournament organiser"
    TTC = "Title Tournament Commissioner"
    NTTC = "Non-Title Tournament Commissioner"
    WTD = "World Tournament Director"
    RATINGS = "Ratings Commissioner"
    QUALIFICATIONS = "Qualifications Commissioner"
    FINANCE = "Finance Director"
    DELEGATE = "delegate of a federation"
    EXECUTIVE_BOARD = "Executive Board"
    CONGRESS = "Congress"
    APPEALS = "Appeals Commission"
    ARBITRATION = "Arbitration Commission"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Decision:
    """A human decision as it is recorded: what, by whom acting as what, when and why."""

    what: str
    actor: Actor
    by: str
    on: date
    reason: str


@dataclass(frozen=True, slots=True)
class Power:
    """A decision the rules leave to people: the clause that gives it, and who has it."""

    clause: Clause
    what: str
    actors: tuple[Actor, ...]


def record_decision(
    power: Power, *, actor: Actor, by: str, on: date, reason: str, start: date | None = None, **facts: Fact
) -> Ruling[Decision]:
    """Record a decision; raise `Refused` without the power, a name or a reason.

    *start* is that of the event it concerns, which decides the edition; where there is none, the day does.
    """
    cited = in_force(power.clause, on=start or on)
    ground_facts: dict[str, Fact] = {
        "what": power.what,
        "office": actor.value,
        "by": by,
        "on": on,
        "reason": reason,
        **facts,
    }
    if actor not in power.actors:
        entitled = [entitled.value for entitled in power.actors]
        raise Refused(Ground(cited, ground_facts | {"outcome": "not-entitled", "entitled": entitled}))
    if not by.strip() or not reason.strip():
        raise Refused(Ground(cited, ground_facts | {"outcome": "no-reason"}))
    return Ruling(Decision(power.what, actor, by, on, reason), (Ground(cited, ground_facts | {"outcome": "decided"}),))


TOURNAMENT_OFFICE = (Actor.TTC, Actor.NTTC)
"""The two commissioners; which of them is the office of an event follows from its kind."""
WHO_RUNS_IT = (Actor.TTC, Actor.NTTC, Actor.ORGANISER)
"""The offices that run an event: its commissioner, or the organiser of an event that is not ICCF's own."""
NOT_COVERED = clause("ICCF-TR-2017 1.0.11/3")
"""What these rules do not cover, the Executive Board decides."""
RESPONSIBLE: dict[Family, Actor] = {
    Family.CHAMPIONSHIP: Actor.TTC,
    Family.NORM: Actor.TTC,
    Family.PROMOTION: Actor.NTTC,
    Family.CUP: Actor.NTTC,
    Family.CHAMPIONS_LEAGUE: Actor.NTTC,
    Family.SPECIAL: Actor.NTTC,
}


def tournament_office(kind: Kind) -> Actor:
    """Return the commissioner for events of that kind."""
    return RESPONSIBLE[kind.family]


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """One step of a procedure: who may take it, where it leads, and the clause.

    *parties*: for whom they have to act, as "old federation"; none: the office is enough. *guard*: the ruling that must
    hold. With *may_override* the step may be taken in spite of it, for a reason that is recorded.
    """

    actors: tuple[Actor, ...]
    to: str
    clause: Clause
    parties: tuple[str, ...] = ()
    guard: str | None = None
    may_override: bool = False


Procedure = Mapping[tuple[str, str], ProcedureStep]
"""A table from a state and an action to a step."""


@dataclass(frozen=True, slots=True)
class Case:
    """A procedure under way: its state, and by their part in it the ids of those whom it concerns.

    *office* is the Tournament Office of its event, where it has one, or its organiser; which one, the party "organiser"
    says. *commissioner* is the commissioner for events of that kind, who is next after an organiser. *start* of that
    event decides which edition is cited; where no event is concerned, it is the day the case was opened.
    """

    state: str
    start: date
    parties: Mapping[str, str] = field(default_factory=dict)
    office: Actor | None = None
    commissioner: Actor | None = None


@dataclass(frozen=True, slots=True)
class Acting:
    """A person who takes a step: as what, and for which player, team or federation (its id).

    *stands_in_for*: the office whose step it is, where nobody is in it or those who are may not decide.
    """

    actor: Actor
    of: str | None = None
    stands_in_for: Actor | None = None


def take_step(
    procedure: Procedure,
    case: Case,
    action: str,
    *,
    by: Acting,
    rulings: Mapping[str, Ruling[bool]] | None = None,
    override: str = "",
) -> Ruling[Case]:
    """Take a step of a procedure; the case as it stands then, or `Refused` if it is not that one's turn.

    *rulings* are the guards that were asked, by name: a step with a guard cannot be taken without its ruling.
    *override* is the reason for going on where one does not hold.
    """
    step = procedure.get((case.state, action))
    if step is None:
        cited = in_force(next(iter(procedure.values())).clause, on=case.start)
        possible = [name for here, name in procedure if here == case.state]
        raise Refused(
            Ground(cited, {"outcome": "no-such-step", "state": case.state, "action": action, "possible": possible})
        )
    cited = in_force(step.clause, on=case.start)
    facts: dict[str, Fact] = {"state": case.state, "action": action, "office": by.actor.value, "to": step.to}
    entitled = entitled_to(step, case)
    if not _is_entitled(by, step, case):
        named = [actor.value for actor in entitled]
        raise Refused(Ground(cited, facts | {"outcome": "not-entitled", "entitled": named}))
    party_names = _parties(step, case)
    if party_names and by.of not in [case.parties[part] for part in party_names if part in case.parties]:
        parties: list[Fact] = list(party_names)
        raise Refused(Ground(cited, facts | {"outcome": "wrong-party", "of": by.of, "parties": parties}))
    guard = _guard(step, action, rulings or {})
    grounds = guard.grounds if guard else ()
    if guard and not guard.value:
        against: dict[str, Fact] = {"action": action, "guard": step.guard}
        if not (step.may_override and override.strip()):
            raise Refused(*grounds, Ground(cited, against | {"outcome": "guarded"}))
        grounds = (*grounds, Ground(cited, against | {"outcome": "overridden", "reason": override}))
    if by.stands_in_for is not None:
        away: dict[str, Fact] = {
            "outcome": "stands-in",
            "office": by.actor.value,
            "stands_in_for": by.stands_in_for.value,
            "reading": "next-office",
        }
        grounds = (*grounds, Ground(in_force(NOT_COVERED, on=case.start), away))
    return Ruling(replace(case, state=step.to), (*grounds, Ground(cited, facts | {"outcome": "taken", "of": by.of})))


def next_offices(actor: Actor, case: Case) -> tuple[Actor, ...]:
    """Return who takes the steps of an office that is empty or whose holders may not decide, in this order.

    A director is named by the office that runs the event, and an organiser runs an event with the consent of its
    commissioner: these are next. The Executive Board is the last. Nobody stands in for a player or a captain.
    """
    if actor in (Actor.PLAYER, Actor.CAPTAIN, Actor.SERVER):
        return ()
    above = {Actor.DIRECTOR: (case.office, case.commissioner), Actor.ORGANISER: (case.commissioner,)}.get(actor, ())
    offices = [*(office for office in above if office is not None), Actor.EXECUTIVE_BOARD]
    return tuple(office for office in dict.fromkeys(offices) if office is not actor)


def _is_entitled(by: Acting, step: ProcedureStep, case: Case) -> bool:
    entitled = entitled_to(step, case)
    if by.stands_in_for is None:
        return by.actor in entitled
    return by.stands_in_for in entitled and by.actor in next_offices(by.stands_in_for, case)


def entitled_to(step: ProcedureStep, case: Case) -> tuple[Actor, ...]:
    """Return who may take a step; of the commissioners and organisers the one whose event it is."""
    if step.actors not in (TOURNAMENT_OFFICE, WHO_RUNS_IT):
        return step.actors
    if case.office is None:
        raise ValueError("a case that comes before the Tournament Office has to say which one that is")
    return tuple(actor for actor in step.actors if actor is case.office)


def _parties(step: ProcedureStep, case: Case) -> tuple[str, ...]:
    """Return the parties for whom a step is taken; an organiser acts for their own events."""
    is_own = step.actors == WHO_RUNS_IT and case.office is Actor.ORGANISER and "organiser" in case.parties
    return ("organiser",) if is_own else step.parties


def _guard(step: ProcedureStep, action: str, rulings: Mapping[str, Ruling[bool]]) -> Ruling[bool] | None:
    if step.guard is None:
        return None
    if step.guard not in rulings:
        raise ValueError(f"the step {action!r} needs the ruling {step.guard!r}")
    return rulings[step.guard]


def set_and_approved(cited: Clause, *, sets: Actor = Actor.TTC, approves: Actor = Actor.EXECUTIVE_BOARD) -> Procedure:
    """Return a procedure in which one office decides and another approves: both have to speak."""
    return {
        ("open", "set"): ProcedureStep((sets,), "set", cited),
        ("set", "set"): ProcedureStep((sets,), "set", cited),
        ("set", "approve"): ProcedureStep((approves,), "in force", cited),
        ("set", "send back"): ProcedureStep((approves,), "open", cited),
    }
