"""Who decides: those who act in the tournament rules, the decisions left to people, and steps taken in turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from slowmate.records import Family, Kind
from slowmate.rulebook import Clause, Fact, Ground, Refused, Ruling


class Actor(StrEnum):
    """Who acts in the rules. The software itself acts as SERVER."""

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


def record_decision(power: Power, *, actor: Actor, by: str, on: date, reason: str, **facts: Fact) -> Ruling[Decision]:
    """Record a decision; `Refused` to whoever does not have the power, or without a name and a reason."""
    told: dict[str, Fact] = {"what": power.what, "office": actor.value, "by": by, "on": on, "reason": reason, **facts}
    if actor not in power.actors:
        entitled = [entitled.value for entitled in power.actors]
        raise Refused(Ground(power.clause, told | {"outcome": "not-entitled", "entitled": entitled}))
    if not by.strip() or not reason.strip():
        raise Refused(Ground(power.clause, told | {"outcome": "no-reason"}))
    return Ruling(Decision(power.what, actor, by, on, reason), (Ground(power.clause, told | {"outcome": "decided"}),))


RESPONSIBLE: dict[Family, Actor] = {
    Family.CHAMPIONSHIP: Actor.TTC,
    Family.NORM: Actor.TTC,
    Family.PROMOTION: Actor.NTTC,
    Family.CUP: Actor.NTTC,
    Family.CHAMPIONS_LEAGUE: Actor.NTTC,
    Family.SPECIAL: Actor.NTTC,
}


def tournament_office(kind: Kind) -> Actor:
    """The commissioner whose events are of that kind."""
    return RESPONSIBLE[kind.family]


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """One step of a procedure: who may take it, where it leads, and the clause."""

    actors: tuple[Actor, ...]
    to: str
    clause: Clause


Procedure = Mapping[tuple[str, str], ProcedureStep]
"""From a state by an action to a step."""


def take_step(procedure: Procedure, state: str, action: str, *, actor: Actor, **facts: Fact) -> Ruling[str]:
    """Take a step of a procedure; the state it leads to, or `Refused` if it is not that one's turn."""
    step = procedure.get((state, action))
    if step is None:
        known = next(iter(procedure.values())).clause
        possible = [wanted for here, wanted in procedure if here == state]
        raise Refused(
            Ground(known, {"outcome": "no-such-step", "state": state, "action": action, "possible": possible})
        )
    told: dict[str, Fact] = {"state": state, "action": action, "office": actor.value, "to": step.to, **facts}
    if actor not in step.actors:
        entitled = [entitled.value for entitled in step.actors]
        raise Refused(Ground(step.clause, told | {"outcome": "not-entitled", "entitled": entitled}))
    return Ruling(step.to, (Ground(step.clause, told | {"outcome": "taken"}),))
