"""Nominations by federations, for programs of their delegates."""

from datetime import date
from typing import Annotated, Literal

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Schema, Status
from pydantic import Field

from slowmate.server.accounts.api import OFFICIAL, READ, account, person
from slowmate.server.events.models import Nomination
from slowmate.server.events.permissions import may_nominate
from slowmate.server.events.queries.federations import nominations_of, quota_of
from slowmate.server.events.services import nominations
from slowmate.server.people.api import PlayerLine, player_line
from slowmate.server.people.models import Player
from slowmate.server.site import clock
from slowmate.server.site.paging import REFUSALS, WRITING
from slowmate.server.site.shapes import LARGEST_ID, Body, Ground, ground

router = Router(tags=["events"])

Code = Annotated[str, Path(pattern=r"^[A-Za-z]{3}$")]
Year = Annotated[int, Query(ge=1900, le=2200)]
NominationId = Annotated[int, Path(ge=1, le=LARGEST_ID)]


class NominationOut(Schema):
    id: int
    player: PlayerLine
    kind: str = Field(description="Empty: the rating says which stage of the World Championship.")
    year: int
    on: date
    rating: int | None
    statement: str
    withdrawn: bool


class NominationsOut(Schema):
    """A federation's nominations of a year, and how many it may make."""

    year: int
    members: int
    quota: int
    left: int
    grounds: list[Ground]
    items: list[NominationOut]


class NominationIn(Body):
    player: int = Field(ge=1, le=LARGEST_ID)
    kind: Literal["", "ladies-world-championship-semi-final", "higher-class", "master-class"] = ""
    year: int = Field(ge=1900, le=2200)
    statement: Annotated[str, Field(max_length=500, pattern=r"^[^\x00]*$")] = ""


def _own(request: HttpRequest, code: str) -> str:
    """Return the code of a federation whose delegate asks; for others it has no such page."""
    if not may_nominate(person(request), code.upper()):
        raise Http404
    return code.upper()


@router.get(
    "/federations/{code}/nominations",
    auth=READ,
    response={200: NominationsOut, **REFUSALS},
    summary="Nominations of a year",
)
def nominations_of_year(request: HttpRequest, code: Code, year: Year | None = None) -> NominationsOut:
    """Return the nominations of a year, for the federation's delegate."""
    federation, today = _own(request, code), clock.now().date()
    quota = quota_of(federation, year or today.year, on=today)
    return NominationsOut(
        year=quota.year,
        members=quota.members,
        quota=quota.allowed,
        left=quota.left,
        grounds=[ground(each) for each in quota.grounds],
        items=[_out(row) for row in nominations_of(federation, quota.year)],
    )


@router.post(
    "/federations/{code}/nominations",
    auth=OFFICIAL,
    response={201: NominationOut, **WRITING},
    summary="Nominate a player",
)
def nominate(request: HttpRequest, code: Code, body: NominationIn) -> Status[NominationOut]:
    """Nominate a player of the federation, within the quota; not the delegate themselves."""
    federation = _own(request, code)
    player = Player.objects.filter(pk=body.player, federation=federation).first()
    if player is None:
        raise Http404
    made = nominations.nominate(
        player, kind=body.kind, year=body.year, statement=body.statement, actor=account(request), at=clock.now()
    )
    return Status(201, _out(made))


@router.post(
    "/nominations/{int:nomination}/withdraw",
    auth=OFFICIAL,
    response={200: NominationOut, **WRITING},
    summary="Take a nomination back",
)
def take_nomination_back(request: HttpRequest, nomination: NominationId) -> NominationOut:
    """Take a nomination back, until it has given a seat."""
    row = Nomination.objects.filter(pk=nomination).first()
    if row is None:
        raise Http404
    _own(request, row.federation)
    return _out(nominations.take_back(nomination, actor=account(request), at=clock.now()))


def _out(row: Nomination) -> NominationOut:
    return NominationOut(
        id=row.pk,
        player=player_line(row.player),
        kind=row.kind,
        year=row.year,
        on=row.on,
        rating=row.rating,
        statement=row.words,
        withdrawn=row.withdrawn is not None,
    )
