"""The page of a case: what it is about, how it stands, whose turn it is, what is proposed, and what was done."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from slowmate.events.organising.offices import Actor
from slowmate.rulebook import Ground
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.accounts.models import User
from slowmate.server.cases.pages.follows import FollowLine
from slowmate.server.cases.pages.procedures import PROCEDURES, CaseProcedure, Facts, Subject
from slowmate.server.events.models import Case, CaseStep
from slowmate.server.events.queries.case_turns import OfficeHolders, Turn, acting_in, procedure_of, turns_of
from slowmate.server.events.services.cases import Guards
from slowmate.server.events.text import happened_words, office_words
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site.text import word


def address_of(action: str) -> str:
    """Return a step as it is named in addresses."""
    return action.replace(" ", "-").replace("'", "")


@dataclass(frozen=True, slots=True)
class TurnLine:
    """An office, player or captain whose turn it is, and in whose place."""

    words: str
    of: str
    """The player, federation or team for which they act."""
    instead_of: str
    """The office that is empty or barred; empty if it decides itself."""
    is_nobody: bool
    """Whether nobody at all can take the step today."""


@dataclass(frozen=True, slots=True)
class CaseAction:
    """A step that the reader can take: its button, the drafted reason, and the ruling that guards it."""

    action: str
    words: str
    explained: str
    draft: str
    needs_reason: bool
    grounds: tuple[Ground, ...]
    holds: bool
    """Whether the guard holds; where it does not, the step may still be taken for a reason, if the core says so."""
    is_open: bool

    @property
    def address(self) -> str:
        return address_of(self.action)


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step that was taken."""

    number: int
    words: str
    office: str
    player: Player | None
    at: datetime
    reason: str
    grounds: tuple[Ground, ...]


@dataclass(frozen=True, slots=True)
class CasePage:
    case: Case
    name: str
    state: str
    subject: Subject
    place: str
    turns: tuple[TurnLine, ...]
    facts: Facts
    follows: tuple[FollowLine, ...]
    actions: tuple[CaseAction, ...]
    steps: tuple[StepLine, ...]
    is_barred: bool
    """The reader holds an office whose turn it would be, and may not decide: it is their own case."""


def case_page(case: Case, person: User, *, at: datetime) -> CasePage:
    """Return a case as a person sees it; it was read with its subjects (`case_turns.cases_with_subjects`)."""
    procedure, holders = PROCEDURES[case.procedure], OfficeHolders()
    turns = turns_of(case, holders)
    return CasePage(
        case,
        str(procedure.name),
        word("state", case.state),
        procedure.subject(case),
        procedure.place(case),
        tuple(map(_turn, turns)),
        procedure.facts(case),
        tuple(procedure.follows(case)),
        tuple(actions_of(case, person, holders, at=at)),
        tuple(_step(step) for step in sorted(case.steps.all(), key=lambda step: step.number)),
        is_barred=any(turn.stands_in_for for turn in turns) and _is_party(person, case),
    )


def _is_party(person: User, case: Case) -> bool:
    player = player_of(person)
    parties = {case.player_id, *(party.player_id for party in case.other_parties.all())}
    return player is not None and player.pk in parties


def actions_of(case: Case, person: User, holders: OfficeHolders, *, at: datetime) -> list[CaseAction]:
    """Return the steps that a person can take now, each with the ruling that guards it."""
    procedure, steps = PROCEDURES[case.procedure], procedure_of(case)
    actions = [action for state, action in steps if state == case.state and case.closed is None]
    own = [action for action in actions if acting_in(person, case, action, holders) is not None]
    guards = procedure.rules.guards(case, at) if own else {}
    return [_action(case, action, procedure, guards) for action in own]


def _action(case: Case, action: str, procedure: CaseProcedure, guards: Guards) -> CaseAction:
    step = procedure_of(case)[case.state, action]
    guard = guards[step.guard] if step.guard else None
    holds = guard is None or guard.value
    return CaseAction(
        action,
        procedure.button(action),
        str(procedure.explained.get(action, "")),
        procedure.draft(case, action),
        action in procedure.rules.need_reason or (not holds and step.may_override),
        guard.grounds if guard else (),
        holds,
        is_open=holds or step.may_override,
    )


def _turn(turn: Turn) -> TurnLine:
    return TurnLine(
        office_words(turn.actor.value),
        str(turn.player.name) if turn.player else turn.federation,
        office_words(turn.stands_in_for.value) if turn.stands_in_for else "",
        not turn.users and turn.actor not in (Actor.PLAYER, Actor.CAPTAIN),
    )


def _step(step: CaseStep) -> StepLine:
    return StepLine(
        step.number,
        happened_words(step.action).capitalize(),
        office_words(step.office),
        getattr(step.by, "player", None),
        step.at,
        step.reason,
        grounds_from(step.grounds),
    )


@dataclass(frozen=True, slots=True)
class CaseLine:
    """A case in a list."""

    case: Case
    name: str
    subject: Subject
    state: str
    turns: tuple[str, ...]


def case_lines(cases: Sequence[Case]) -> list[CaseLine]:
    """Return cases as lists show them: the holders of offices are read once for all."""
    holders = OfficeHolders()
    return [
        CaseLine(
            case,
            str(PROCEDURES[case.procedure].name),
            PROCEDURES[case.procedure].subject(case),
            word("state", case.state),
            tuple(_turn(turn).words for turn in turns_of(case, holders)),
        )
        for case in cases
    ]
