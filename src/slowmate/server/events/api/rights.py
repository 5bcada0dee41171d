"""Rights to enter, for programs: the Table of Qualifiers, a player's rights, and the record entries are judged by."""

from datetime import date
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from slowmate.formats.entrant_writing import entrant_as_json
from slowmate.server.accounts.api import ANYBODY, READ, person
from slowmate.server.events.forms.filters import QualifierFilterForm
from slowmate.server.events.models import Right
from slowmate.server.events.permissions import may_read_record
from slowmate.server.events.queries.entrants import entrant_of
from slowmate.server.events.queries.rights import qualifiers, rights_of
from slowmate.server.people.api import PlayerId, PlayerLine, player_line
from slowmate.server.people.models import Player
from slowmate.server.site import clock
from slowmate.server.site.paging import REFUSALS, Limit, Offset
from slowmate.server.site.shapes import Paged

router = Router(tags=["events"])


class RightOut(Schema):
    """A right that a result gave."""

    id: int
    to: str = Field(description="The kind of event it opens.")
    clause: str
    event: str = Field(description="The section that gave it, as people know it.")
    section: int | None
    cycle: int | None
    earned: date | None
    expires: date | None
    half: bool
    free: bool
    under_review: bool = Field(
        description="A result of its section was corrected, and what follows is not decided yet."
    )
    provisional: bool = Field(description="The section still runs: what it gives may become higher.")
    state: str


class QualifierOut(RightOut):
    player: PlayerLine


class QualifiersPage(Paged):
    items: list[QualifierOut]


def _fields(row: Right) -> dict[str, Any]:
    return {
        "id": row.pk,
        "to": row.to,
        "clause": row.clause,
        "event": row.event,
        "section": row.section_id,
        "cycle": row.cycle,
        "earned": row.earned,
        "expires": row.expires,
        "half": row.is_half,
        "free": row.is_free,
        "under_review": getattr(row, "is_under_review", False),
        "provisional": row.earned is None,
        "state": row.state,
    }


@router.get("/qualifiers", auth=ANYBODY, response={200: QualifiersPage, **REFUSALS}, summary="Table of Qualifiers")
def table_of_qualifiers(
    request: HttpRequest,  # noqa: ARG001 - the same for everybody
    stage: Annotated[str, Query(max_length=40, pattern=r"^[a-z0-9-]*$")] = "",
    federation: Annotated[str, Query(max_length=3, pattern=r"^[A-Za-z]{0,3}$")] = "",
    q: Annotated[str, Query(max_length=80, pattern=r"^[^\x00]*$")] = "",
    limit: Limit = 50,
    offset: Offset = 0,
) -> QualifiersPage:
    """Open rights of players by the kind of event they lead to, what runs out first before others (1.0.6)."""
    filters = QualifierFilterForm({"stage": stage, "federation": federation, "q": q}).filter
    if stage and not filters.stage:
        return QualifiersPage(items=[], count=0, limit=limit, offset=offset)
    rows = qualifiers(filters, on=clock.now().date())
    items = [
        QualifierOut(**_fields(row), player=player_line(row.player))
        for row in rows[offset : offset + limit]
        if row.player is not None
    ]
    return QualifiersPage(items=items, count=rows.count(), limit=limit, offset=offset)


@router.get(
    "/players/{int:player}/rights",
    auth=ANYBODY,
    response={200: list[RightOut], **REFUSALS},
    summary="A player's rights",
)
def rights_of_player(request: HttpRequest, player: PlayerId) -> list[RightOut]:  # noqa: ARG001 - the same for everybody
    """Return the rights that results gave a player, the latest first, also used and lapsed ones."""
    if not Player.objects.filter(pk=player).exists():
        raise Http404
    return [RightOut(**_fields(row)) for row in rights_of([player])]


@router.get(
    "/players/{int:player}/record.json",
    auth=READ,
    response={200: dict[str, Any], **REFUSALS},
    summary="The record entries are judged by",
)
def record_of_player(request: HttpRequest, player: PlayerId) -> dict[str, Any]:
    """Return the RECORD.json of `slowmate entry`, for the player alone; the program answers as the page does."""
    row = Player.objects.filter(pk=player).first()
    if row is None or not may_read_record(person(request), row):
        raise Http404
    return dict(entrant_as_json(entrant_of(row, on=clock.now().date(), whole=True)))
