"""Cases of every procedure, for programs: the same services as the pages."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any, Literal

from django.db import transaction
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Path, Query, Router, Schema, Status
from ninja.errors import ValidationError
from pydantic import ConfigDict, Field
from pydantic import ValidationError as InvalidBody

from slowmate.play import commands
from slowmate.records import Result
from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.accounts.api import CASES, READ, account
from slowmate.server.accounts.models import Token, User
from slowmate.server.cases.forms import asks_of, step_form
from slowmate.server.cases.pages.case_page import CaseAction, actions_of
from slowmate.server.cases.pages.procedures import PROCEDURES
from slowmate.server.cases.queries.cases import case_for, cases_of
from slowmate.server.desk import services as desk
from slowmate.server.events.models import Case, CaseStep
from slowmate.server.events.queries.case_turns import CORRECTION, OfficeHolders, Turn, acting_in, procedure_of, turns_of
from slowmate.server.events.queries.reviews import open_corrections
from slowmate.server.events.services import cases
from slowmate.server.games.models import Game
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.paging import REFUSALS, WRITING
from slowmate.server.site.problems import WrongScope
from slowmate.server.site.shapes import LARGEST_ID, Body, Ground, ground
from slowmate.server.site.steps import first_error

router = Router(tags=["cases"])

PAGE_SIZE = 50
CaseId = Annotated[int, Path(ge=1, le=LARGEST_ID)]
Number = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Words = Annotated[str, Field(max_length=1000, pattern=r"^[^\x00]*$")]


class SubjectOut(Schema):
    """What a case is about."""

    kind: str = Field(examples=["section", "event", "player"])
    id: int
    name: str


class TurnOut(Schema):
    """Whose turn it is: an office, a player, a team or a federation."""

    office: str
    player: int | None
    team: int | None
    federation: str | None
    stands_in_for: str | None = Field(description="The office whose step it is, where nobody in it may decide.")


class CaseLine(Schema):
    """A case as lists have it."""

    id: int
    procedure: str
    state: str
    about: SubjectOut
    turn: list[TurnOut]
    until: date | None
    opened: datetime
    closed: datetime | None


class CasesPage(Schema):
    items: list[CaseLine]
    count: int


class CaseRulingOut(Schema):
    value: bool
    grounds: list[Ground]


class StepOut(Schema):
    """A step that was taken."""

    at: datetime
    step: str
    office: str
    player: int | None
    reason: str
    grounds: list[Ground]


class MayOut(Schema):
    """A step that the owner of the token can take now."""

    step: str
    asks: list[str] = Field(description="Fields that the step takes besides its reason.")
    ruling: CaseRulingOut


class FollowOut(Schema):
    """One thing that follows."""

    kind: str = Field(examples=["place", "right", "norm", "title", "prize"])
    id: int = Field(description="Of a place, right, norm, title or prize the number of the player.")
    words: str
    grounds: list[Ground]


class CaseOut(CaseLine):
    facts: dict[str, Any]
    follows: list[FollowOut]
    steps: list[StepOut]
    may: list[MayOut]


class PreviewOut(Schema):
    """What would follow, with nothing written."""

    ruling: CaseRulingOut
    follows: list[FollowOut]


class StepIn(Body):
    model_config = ConfigDict(extra="allow", strict=True)

    step: Annotated[str, Field(max_length=40)]
    reason: Words = ""
    seen: Annotated[int, Field(ge=0, le=LARGEST_ID)] | None = Field(None, description="How many steps you have seen.")


class CaseIn(Body):
    """A case to open: the procedure, and what it asks."""

    model_config = ConfigDict(extra="allow", strict=True)

    procedure: Annotated[str, Field(max_length=40)]
    dry_run: bool = Field(default=False, description="Answer what follows, and write nothing.")


# -- what opens a case ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opening:
    """How programs open the cases of a procedure."""

    body: type[Body]
    """What it asks."""
    open: Callable[[Any, User, datetime], Case]
    """The service, given the body, the actor and the time."""


class AboutIn(Body):
    kind: Literal["game"]
    id: Number


class CorrectionIn(Body):
    """The right result of a game whose section is settled."""

    about: AboutIn
    result: Literal["1-0", "0-1", "1/2-1/2"]
    text: Words


def _correct(body: CorrectionIn, actor: User, at: datetime) -> Case:
    """Correct the result of a game; `Stale` if its section is not settled, so that nothing is to be decided."""
    if not Game.objects.filter(pk=body.about.id).exists():
        raise Http404

    def make(name: str) -> commands.DirectorCommand:
        return commands.CorrectResult(director=name, reason=body.text, result=Result(body.result))

    with transaction.atomic():
        desk.decide(body.about.id, make, actor=actor, at=at)
        case = open_corrections().filter(section__pairings__game=body.about.id).first()
        if case is None:
            raise Stale(_("The section is not settled: correct the result as any other decision on a game."))
    return case


OPENINGS: dict[str, Opening] = {CORRECTION: Opening(CorrectionIn, _correct)}
"""Procedures whose cases programs open, by their names."""


# -- addresses --------------------------------------------------------------------------------------------------------


@router.get("/cases", auth=READ, response={200: CasesPage, **REFUSALS}, summary="My cases")
def my_cases(
    request: HttpRequest,
    state: Annotated[Literal["open", "closed"] | None, Query()] = None,
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
) -> CasesPage:
    """Cases I am a party to, or in which my offices take steps, the newest first; 50 a page."""
    rows = cases_of(account(request), PROCEDURES, is_open=None if state is None else state == "open")
    holders, first = OfficeHolders(), (page - 1) * PAGE_SIZE
    return CasesPage(
        items=[CaseLine(**_line(case, holders)) for case in rows[first : first + PAGE_SIZE]], count=rows.count()
    )


@router.get("/cases/{int:case}", auth=READ, response={200: CaseOut, **REFUSALS}, summary="A case")
def one_case(request: HttpRequest, case: CaseId) -> CaseOut:
    """A case with its facts, its steps, and what the owner of the token can do now."""
    return _case_out(_case(request, case), account(request))


@router.post(
    "/cases",
    auth=CASES,
    response={200: PreviewOut, 201: CaseOut, **WRITING},
    summary="Open a case, or see what follows",
)
def open_case(request: HttpRequest, body: CaseIn) -> Status[Any]:
    """Open a case of a procedure. A `correction` asks `about` (`{"kind": "game", "id"}`), `result` and `text`; the
    director of the section gives it. With `dry_run` nothing is written."""
    opening, actor, at = OPENINGS.get(body.procedure), account(request), clock.now()
    if opening is None:
        raise Unfit(_("There is no such procedure, or its cases are not opened here."), field="procedure")
    try:
        asked = opening.body.model_validate(_own_fields(request, CaseIn))
    except InvalidBody as invalid:
        raise ValidationError([{**error, "loc": ("body", *error["loc"])} for error in invalid.errors()]) from None
    with transaction.atomic():
        row = opening.open(asked, actor, at)
        found = case_for(actor, row.pk, PROCEDURES)
        if found is None:
            raise NotAllowed
        answer = _preview(found) if body.dry_run else _case_out(found, actor)
        transaction.set_rollback(body.dry_run)
    return Status(200 if body.dry_run else 201, answer)


@router.post("/cases/{int:case}/steps", auth=CASES, response={200: CaseOut, **WRITING}, summary="Take a step of a case")
def take_step(request: HttpRequest, case: CaseId, body: StepIn) -> CaseOut:
    """Take a step that is yours: 403 if it is another's, 409 if it is not its turn. Steps of offices take a token with
    the scope `official`, those of players and captains one with the scope `play`."""
    row, actor = _case(request, case), account(request)
    if body.step not in {action for _state, action in procedure_of(row)}:
        raise Unfit(_("There is no such step."), field="step")
    _require_scope(request, row, body.step, actor)
    given, asked = _own_fields(request, StepIn), asks_of(row.procedure, body.step)
    if unknown := sorted(given.keys() - set(asked)):
        raise Unfit(_("This step does not ask for that."), field=unknown[0])
    form = step_form(row.procedure, body.step)({"reason": body.reason, "seen": body.seen, **given})
    if not form.is_valid():
        raise Unfit(first_error(form), field=next(iter(form.errors)))
    asks = {name: form.cleaned_data[name] for name in asked}
    rules = PROCEDURES[row.procedure].rules
    cases.take(
        rules, case, body.step, reason=body.reason, seen=body.seen, asks=asks, actor=actor, at=clock.now()
    )  # fmt: skip
    return _case_out(_case(request, case), actor)


def _own_fields(request: HttpRequest, shape: type[Body]) -> dict[str, Any]:
    """Return the fields of a body besides those that every procedure has; it was read as JSON before."""
    return {name: value for name, value in json.loads(request.body).items() if name not in shape.model_fields}


def _require_scope(request: HttpRequest, case: Case, step: str, actor: User) -> None:
    """Raise `WrongScope` if an office's step comes with a token that plays, or the other way round."""
    acting = acting_in(actor, case, step)
    if acting is None:
        return
    scope = Token.Scope.PLAY if acting.actor.value in ("player", "team captain") else Token.Scope.OFFICIAL
    if request.auth.scope != scope:  # type: ignore[attr-defined]  # put there by the door
        raise WrongScope(scope)


def _case(request: HttpRequest, pk: int) -> Case:
    row = case_for(account(request), pk, PROCEDURES)
    if row is None:
        raise Http404
    return row


# -- shapes -----------------------------------------------------------------------------------------------------------


def _line(case: Case, holders: OfficeHolders) -> dict[str, Any]:
    about = PROCEDURES[case.procedure].subject(case)
    return {
        "id": case.pk,
        "procedure": case.procedure,
        "state": case.state,
        "about": SubjectOut(kind=about.kind, id=about.pk, name=about.name),
        "turn": [_turn(turn) for turn in turns_of(case, holders)],
        "until": case.until,
        "opened": case.opened,
        "closed": case.closed,
    }


def _turn(turn: Turn) -> TurnOut:
    return TurnOut(
        office=turn.actor.value,
        player=turn.player.pk if turn.player else None,
        team=turn.team_id,
        federation=turn.federation or None,
        stands_in_for=turn.stands_in_for.value if turn.stands_in_for else None,
    )


def _case_out(case: Case, actor: User) -> CaseOut:
    holders = OfficeHolders()
    return CaseOut(
        **_line(case, holders),
        facts=case.facts,
        follows=_follows(case),
        steps=[_step(step) for step in sorted(case.steps.all(), key=lambda step: step.number)],
        may=[_may(case, action) for action in actions_of(case, actor, holders, at=clock.now())],
    )


def _follows(case: Case) -> list[FollowOut]:
    lines = PROCEDURES[case.procedure].follows(case)
    return [FollowOut(kind=line.kind, id=line.pk, words=line.words, grounds=[]) for line in lines]


def _step(step: CaseStep) -> StepOut:
    player = getattr(step.by, "player", None)
    return StepOut(
        at=step.at,
        step=step.action,
        office=step.office,
        player=player.pk if player else None,
        reason=step.reason,
        grounds=[ground(each) for each in grounds_from(step.grounds)],
    )


def _may(case: Case, action: CaseAction) -> MayOut:
    grounds = [ground(each) for each in action.grounds]
    return MayOut(
        step=action.action,
        asks=asks_of(case.procedure, action.action),
        ruling=CaseRulingOut(value=action.holds, grounds=grounds),
    )


def _preview(case: Case) -> PreviewOut:
    """Return what a case would be about: the grounds of its first step, and what follows."""
    grounds = [ground(each) for step in case.steps.all() for each in grounds_from(step.grounds)]
    return PreviewOut(ruling=CaseRulingOut(value=True, grounds=grounds), follows=_follows(case))
