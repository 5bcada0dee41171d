"""A federation, for programs."""

from datetime import date
from typing import Annotated

from django.http import Http404, HttpRequest
from ninja import Path, Router, Schema
from pydantic import Field

from slowmate.server.accounts.api import ANYBODY, person
from slowmate.server.events.queries.federations import federation_summary, players_of
from slowmate.server.people.api import PlayerLine, player_line
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from slowmate.server.site.paging import REFUSALS, Limit, Offset
from slowmate.server.site.shapes import Paged

router = Router(tags=["events"])

Code = Annotated[str, Path(pattern=r"^[A-Za-z]{3}$")]


class OfficerOut(Schema):
    office: str
    player: PlayerLine | None
    since: date


class NamedOut(Schema):
    player: PlayerLine
    kind: str = Field(description="Empty: the rating says which stage of the World Championship.")
    on: date


class OwnEventOut(Schema):
    id: int
    name: str
    kind: str
    start: date


class TeamOut(Schema):
    id: int
    name: str
    event: int


class FederationOut(Paged):
    """Its players by rating, a page of them; and the rest of what its page says."""

    code: str
    name: str
    member: bool
    zone: str
    members: int | None = Field(description="That it declared last.")
    officers: list[OfficerOut]
    nominations: list[NamedOut] = Field(description="Of this year.")
    events: list[OwnEventOut]
    teams: list[TeamOut]
    items: list[PlayerLine]


@router.get("/federations/{code}", auth=ANYBODY, response={200: FederationOut, **REFUSALS}, summary="A federation")
def federation(request: HttpRequest, code: Code, limit: Limit = 50, offset: Offset = 0) -> FederationOut:
    summary = federation_summary(code.upper(), person(request), on=clock.now().date())
    if summary is None:
        raise Http404
    players = players_of(summary.code)
    return FederationOut(
        code=summary.code,
        name=summary.name,
        member=summary.is_member,
        zone=summary.zone,
        members=summary.members.members if summary.members else None,
        officers=[_officer(office) for office in summary.officers],
        nominations=[NamedOut(player=player_line(row.player), kind=row.kind, on=row.on) for row in summary.nominations],
        events=[OwnEventOut(id=row.pk, name=row.name, kind=row.kind, start=row.start) for row in summary.events],
        teams=[TeamOut(id=row.pk, name=row.name, event=row.event_id) for row in summary.teams],
        items=[player_line(row) for row in players[offset : offset + limit]],
        count=players.count(),
        limit=limit,
        offset=offset,
    )


def _officer(office: Office) -> OfficerOut:
    player = getattr(office.user, "player", None)
    return OfficerOut(office=office.kind, player=player_line(player) if player else None, since=office.begins)
