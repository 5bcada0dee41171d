"""Players, for programs."""

from typing import Annotated

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Schema

from slowmate.server.accounts.api import ANYBODY
from slowmate.server.people import queries as people
from slowmate.server.people.models import Player
from slowmate.server.site.paging import REFUSALS, Limit, Offset
from slowmate.server.site.shapes import LARGEST_ID, Paged

router = Router(tags=["people"])

PlayerId = Annotated[int, Path(ge=1, le=LARGEST_ID)]


class PlayerLine(Schema):
    id: int
    name: str
    federation: str
    title: str
    rating: int | None


class PlayerOut(PlayerLine):
    rating_games: int
    iccf_id: str | None
    fide_id: str | None
    about: str


class PlayersPage(Paged):
    items: list[PlayerLine]


def player_line(player: Player) -> PlayerLine:
    return PlayerLine(
        id=player.pk, name=player.name, federation=player.federation, title=player.title, rating=player.rating
    )


def player_out(player: Player) -> PlayerOut:
    return PlayerOut(
        **player_line(player).model_dump(),
        rating_games=player.rating_games,
        iccf_id=player.iccf_id,
        fide_id=player.fide_id,
        about=player.about,
    )


@router.get("/players", auth=ANYBODY, response={200: PlayersPage, **REFUSALS}, summary="Players")
def players(
    request: HttpRequest,  # noqa: ARG001 - the same for everybody
    q: Annotated[str, Query(max_length=80, pattern=r"^[^\x00]*$")] = "",
    federation: Annotated[str, Query(max_length=3, pattern=r"^[A-Za-z]{0,3}$")] = "",
    limit: Limit = 50,
    offset: Offset = 0,
) -> PlayersPage:
    """By name; `q` is words of the name, without regard to capitals, accents and order."""
    rows = people.players(q)
    if federation:
        rows = rows.filter(federation=federation.upper())
    items = [player_line(row) for row in rows[offset : offset + limit]]
    return PlayersPage(items=items, count=rows.count(), limit=limit, offset=offset)


@router.get("/players/{int:player}", auth=ANYBODY, response={200: PlayerOut, **REFUSALS}, summary="A player")
def one(request: HttpRequest, player: PlayerId) -> PlayerOut:  # noqa: ARG001
    found = Player.objects.filter(pk=player).first()
    if found is None:
        raise Http404
    return player_out(found)
