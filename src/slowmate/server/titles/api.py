"""Norms and titles for programs: the register, and what a player still lacks."""

from datetime import date
from typing import Annotated

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Schema
from pydantic import Field

from slowmate.rulebook import NoEdition
from slowmate.server.accounts.api import ANYBODY
from slowmate.server.events.queries.reviews import review_flag
from slowmate.server.people.api import PlayerLine, player_line
from slowmate.server.people.models import Player
from slowmate.server.people.validators import FORMER
from slowmate.server.site import clock
from slowmate.server.site.paging import REFUSALS, Limit, Offset
from slowmate.server.site.shapes import LARGEST_ID, Ground, Paged, ground
from slowmate.server.titles.models import Norm
from slowmate.server.titles.pages.profile import Prospect, prospects
from slowmate.server.titles.pages.register import TitleLine, title_lines
from slowmate.server.titles.queries import register_lists
from slowmate.server.titles.queries.register import career_of

router = Router(tags=["titles"])

PlayerId = Annotated[int, Path(ge=1, le=LARGEST_ID)]
Year = Annotated[int | None, Query(ge=1900, le=2200, description="Of the day it was made, or is valid from.")]
TitleName = Annotated[str, Query(max_length=4, pattern=r"^[A-Za-z]{0,4}$", examples=["IM"])]
Federation = Annotated[str, Query(max_length=3, pattern=r"^[A-Za-z]{0,3}$")]


class NormOut(Schema):
    """A norm of the register; one result can be a norm for several titles."""

    id: int
    player: PlayerLine
    title: str
    event: str
    section: int | None = Field(description="Its page; null where it was brought from an archive.")
    start: date = Field(description="The day the event started.")
    earned: date = Field(description="The day its score was in hand.")
    rules: str = Field(description="The edition that made it.")
    score: float | None
    needed: float | None
    games: int
    overscore_games: int
    counted_games: int
    gm_games: int
    sim_games: int
    state: str = Field(description="proposed or confirmed")
    under_review: bool = Field(description="A result of its section was corrected; what follows is not decided yet.")
    source: str


class NormsOut(Paged):
    items: list[NormOut]


class TitleOut(Schema):
    """A title that somebody holds."""

    player: PlayerLine
    title: str
    number: int | None = Field(description="Of a champion: of which championship.")
    confirmed: date = Field(description="The day it is valid from.")
    source: str
    award: int | None = Field(description="Its page with the grounds, where this server has awarded it.")
    route: str | None = Field(description="norms, direct or application")
    under_review: bool = Field(description="A result that it rests on was corrected; what follows is not decided yet.")
    certificate: str = Field(description="What its certificate says, which can be the ladies' name.")


class TitlesOut(Paged):
    items: list[TitleOut]


class MissingOut(Schema):
    """What a title still takes: norms, games, games against Grandmasters, rated games."""

    title: str
    norms: int
    games: int
    gm_games: int
    rated_games: int
    grounds: list[Ground]


class AheadOut(Schema):
    title: str
    needed: str
    state: str = Field(description="made, open or gone")
    chance: str


class ProspectOut(Schema):
    """A running section in which norms can be made."""

    section: int
    name: str
    points: str
    running: int
    norms: list[AheadOut]


class PlayerNormsOut(Schema):
    norms: list[NormOut]
    missing: list[MissingOut] = Field(description="For every title above the best one held, the nearest first.")
    prospects: list[ProspectOut]


@router.get("/norms", auth=ANYBODY, response={200: NormsOut, **REFUSALS}, summary="The register of norms")
def norms_of_year(
    request: HttpRequest,  # noqa: ARG001 - the same for everybody
    year: Year = None,
    title: TitleName = "",
    federation: Federation = "",
    limit: Limit = 50,
    offset: Offset = 0,
) -> NormsOut:
    """Norms that stand, the latest first: a row for each title that a result is a norm for."""
    chosen = register_lists.RegisterFilter(year, title.upper(), federation.upper())
    rows = register_lists.norms(chosen, each=True)
    items = [_norm(row) for row in rows[offset : offset + limit]]
    return NormsOut(items=items, count=rows.count(), limit=limit, offset=offset)


@router.get("/titles", auth=ANYBODY, response={200: TitlesOut, **REFUSALS}, summary="Titles awarded")
def titles_of_year(
    request: HttpRequest,  # noqa: ARG001
    year: Year = None,
    title: TitleName = "",
    federation: Federation = "",
    limit: Limit = 50,
    offset: Offset = 0,
) -> TitlesOut:
    """Titles that are held, the latest first, champions with their numbers."""
    rows = register_lists.titles(register_lists.RegisterFilter(year, title.upper(), federation.upper()))
    items = [_title(line) for line in title_lines(list(rows[offset : offset + limit]))]
    return TitlesOut(items=items, count=rows.count(), limit=limit, offset=offset)


@router.get(
    "/players/{int:player}/norms",
    auth=ANYBODY,
    response={200: PlayerNormsOut, **REFUSALS},
    summary="A player's norms, and what they still lack",
)
def norms_of_player(request: HttpRequest, player: PlayerId) -> PlayerNormsOut:  # noqa: ARG001
    """A player's norms, what titles above their best one take, and the norms at stake where they play."""
    owner = Player.objects.filter(pk=player).exclude(name=FORMER).first()
    if owner is None:
        raise Http404
    rows = Norm.objects.filter(player=owner, state__in=Norm.LIVE).select_related("player")
    rows = rows.annotate(is_under_review=review_flag("section"))
    return PlayerNormsOut(
        norms=[_norm(row) for row in rows.order_by("-earned", "pk")],
        missing=_missing(owner),
        prospects=[_prospect(prospect) for prospect in prospects(owner)],
    )


def _missing(player: Player) -> list[MissingOut]:
    try:
        missing = career_of(player, on=clock.now().date()).missing
    except NoEdition:
        return []
    return [
        MissingOut(
            title=lacks.title,
            norms=lacks.norms,
            games=lacks.games,
            gm_games=lacks.gm_games,
            rated_games=lacks.rated_games,
            grounds=[ground(each) for each in grounds],
        )
        for lacks, grounds in missing
    ]


def _prospect(prospect: Prospect) -> ProspectOut:
    return ProspectOut(
        section=prospect.section_id,
        name=prospect.name,
        points=prospect.points,
        running=prospect.running,
        norms=[
            AheadOut(title=norm.title, needed=norm.needed, state=norm.step, chance=norm.chance.words)
            for norm in prospect.norms
        ],
    )


def _norm(row: Norm) -> NormOut:
    return NormOut(
        id=row.pk,
        player=player_line(row.player),
        title=row.title,
        event=row.event,
        section=row.section_id,
        start=row.started,
        earned=row.earned,
        rules=row.rules,
        score=None if row.score is None else float(row.score),
        needed=None if row.needed is None else float(row.needed),
        games=row.games,
        overscore_games=row.overscore,
        counted_games=row.counted,
        gm_games=row.gm_games,
        sim_games=row.sim_games,
        state=row.state,
        under_review=getattr(row, "is_under_review", False),
        source=row.source,
    )


def _title(line: TitleLine) -> TitleOut:
    return TitleOut(
        player=player_line(line.player),
        title=line.title,
        number=line.number or None,
        confirmed=line.confirmed,
        source=line.source,
        award=line.award.pk if line.award else None,
        route=line.award.route if line.award else None,
        under_review=line.is_under_review,
        certificate=line.ladies or line.title,
    )
