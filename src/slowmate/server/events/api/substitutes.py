"""Substitutes in team events, for programs: the same services as the pages."""

from datetime import date
from typing import Annotated, Literal

from django.http import Http404, HttpRequest
from ninja import Path, Router, Schema
from pydantic import Field

from slowmate.server.accounts.api import ANYBODY, ENTER, OFFICIAL, account, person
from slowmate.server.events.models import Case, SeatHolding, Section
from slowmate.server.events.permissions import may_place_substitute
from slowmate.server.events.queries.record import seats_of
from slowmate.server.events.queries.sections import find_section
from slowmate.server.events.queries.substitutes import STATUS, boards_of, substitution_ruling
from slowmate.server.events.services import replacement_status, substituting
from slowmate.server.people.api import PlayerLine, player_line
from slowmate.server.people.models import Player
from slowmate.server.site import clock
from slowmate.server.site.paging import REFUSALS, WRITING
from slowmate.server.site.shapes import LARGEST_ID, Body, Ground, ground

router = Router(tags=["events"])

SectionId = Annotated[int, Path(ge=1, le=LARGEST_ID)]
Number = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Words = Annotated[str, Field(max_length=1000, pattern=r"^[^\x00]*$")]


class SubstituteOut(Schema):
    """A board that a substitute took."""

    team: str
    board: int
    number: int | None = Field(description="That of the seat on the start list.")
    player: int = Field(description="The number of the substitute's page.")
    name: str
    replaces: int = Field(description="The number of the page of the player of the start list.")
    since: date | None = Field(description="None: an archive does not tell it.")
    has_replacement_status: bool
    is_holder: bool = Field(description="Nobody has taken over the board since.")


class SubstituteIn(Body):
    number: Number = Field(description="That of the seat on the start list.")
    player: Number = Field(description="The number of the substitute's page.")
    reason: Words = ""
    dry_run: bool = Field(default=False, description="Answer what the rules say, and do nothing.")


class PlacedOut(Schema):
    """The ruling on a substitute for a board, and whether they were placed there."""

    may: bool
    placed: bool
    player: PlayerLine
    grounds: list[Ground]


class RequestOut(Schema):
    """A request for Replacement status."""

    id: int
    section: int
    player: int
    state: Literal["requested", "director agrees", "granted", "refused"]


class RequestIn(Body):
    what: Literal["agree", "consent", "refuse"] = Field(description="The director agrees, the commissioner consents.")
    reason: Words = ""


def _section(request: HttpRequest, section: int) -> Section:
    row = find_section(section, person(request))
    if row is None or not row.event.kind_of.teams:
        raise Http404
    return row


@router.get(
    "/sections/{int:section}/substitutes",
    auth=ANYBODY,
    response={200: list[SubstituteOut], **REFUSALS},
    summary="The substitutes of a section",
)
def substitutes(request: HttpRequest, section: SectionId) -> list[SubstituteOut]:
    """Return the substitutes, team by team, by board, in the order in which they came."""
    return [
        SubstituteOut(
            team=board.team,
            board=board.seat.board or 0,
            number=board.seat.number,
            player=holding.player_id,
            name=str(holding.name),
            replaces=board.seat.player_id,
            since=holding.begins,
            has_replacement_status=holding.has_replacement_status,
            is_holder=holding is board.holder,
        )
        for board in boards_of(_section(request, section))
        for holding in board.sat
        if isinstance(holding, SeatHolding)
    ]


@router.post(
    "/sections/{int:section}/substitutes",
    auth=OFFICIAL,
    response={200: PlacedOut, **WRITING},
    summary="Place a substitute",
)
def place_substitute(request: HttpRequest, section: SectionId, body: SubstituteIn) -> PlacedOut:
    """Place a substitute on a board of a team, by the director of the section (8.7(b))."""
    row, actor = _section(request, section), account(request)
    player = Player.objects.filter(pk=body.player).first()
    if not may_place_substitute(actor, row, player):
        raise Http404
    seats = list(seats_of(row))
    seat = next((seat for seat in seats if seat.number == body.number and seat.board is not None), None)
    if player is None or seat is None:
        raise Http404
    ruling = substitution_ruling(row, seats, seat, player, at=clock.now())
    if not body.dry_run:
        substituting.place(row.pk, seat.pk, player, reason=body.reason, actor=actor, at=clock.now())
    return PlacedOut(
        may=ruling.value,
        placed=not body.dry_run,
        player=player_line(player),
        grounds=[ground(each) for each in ruling.grounds],
    )


@router.post(
    "/sections/{int:section}/status",
    auth=ENTER,
    response={200: RequestOut, **WRITING},
    summary="Ask for Replacement status",
)
def ask_status(request: HttpRequest, section: SectionId) -> RequestOut:
    """Request Replacement status for oneself, while no game of the board is over and few moves are made (8.7(e))."""
    row = _section(request, section)
    return _request(replacement_status.ask(row.pk, actor=account(request), at=clock.now()))


@router.post(
    "/status/{int:request_id}",
    auth=OFFICIAL,
    response={200: RequestOut, **WRITING},
    summary="Decide on Replacement status",
)
def decide_status(request: HttpRequest, request_id: SectionId, body: RequestIn) -> RequestOut:
    """Decide on a request, first by the director, then by the Qualifications Commissioner; a refusal has a reason."""
    if not Case.objects.filter(pk=request_id, procedure=STATUS).exists():
        raise Http404
    actor, at = account(request), clock.now()
    return _request(replacement_status.decide_on(request_id, body.what, reason=body.reason, actor=actor, at=at))


def _request(case: Case) -> RequestOut:
    return RequestOut(
        id=case.pk,
        section=case.section_id or 0,
        player=case.player_id or 0,
        state=case.state,  # type: ignore[arg-type]  # what the column holds
    )
