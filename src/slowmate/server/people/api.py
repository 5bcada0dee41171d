"""Players, for programs."""

from datetime import date
from typing import Annotated

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Schema
from pydantic import Field

from slowmate.server.accounts.api import ANYBODY, person
from slowmate.server.events.pages.player_events import PlayedSection, played_sections
from slowmate.server.events.queries.player_sections import records_of_seats, seat_numbers, visible_seats
from slowmate.server.people import queries as people
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry
from slowmate.server.ratings.queries.history import histories
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


class TitleOut(Schema):
    title: str
    confirmed: date
    number: int | None = Field(description="Of a champion: of which championship.")


class RatingOut(Schema):
    """What a list says of the player."""

    pool: str
    period: str
    revision: int
    rules: str
    valid_from: date
    rating: int | None
    rd: int | None
    games: int | None
    change: int | None
    period_games: int
    rank: int | None = Field(description="Null where the list does not show them.")
    published: bool


class PlayedOut(Schema):
    """A section the player plays or has played in."""

    section: int
    event: int
    name: str
    state: str
    place: int | None = Field(description="Equals have the same; in a team event the team's. Null before any result.")
    of: int = Field(description="How many are placed.")
    points: float
    games: int = Field(description="Finished games.")
    running: int


class PlayerDetails(PlayerOut):
    titles: list[TitleOut]
    ratings: list[RatingOut] = Field(description="Every list that counts, the first one first.")
    events: list[PlayedOut] = Field(description="Those that run, then those that are over; the newest of each first.")


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


@router.get("/players/{int:player}", auth=ANYBODY, response={200: PlayerDetails, **REFUSALS}, summary="A player")
def one(request: HttpRequest, player: PlayerId) -> PlayerDetails:
    """Their profile, their titles with the days they were confirmed, what every rating list says of them, their
    events."""
    row = Player.objects.filter(pk=player).first()
    if row is None:
        raise Http404
    titles = row.titles.order_by("confirmed", "pk")
    numbers = seat_numbers(row)
    seats = visible_seats([*numbers.playing, *numbers.over], person(request))
    return PlayerDetails(
        **player_out(row).model_dump(),
        titles=[
            TitleOut(title=title.title, confirmed=title.confirmed, number=title.number or None) for title in titles
        ],
        ratings=[_rating(entry) for history in histories(row) for entry in history.entries],
        events=[_played(line) for line in played_sections(seats, records_of_seats(seats), row)],
    )


def _played(line: PlayedSection) -> PlayedOut:
    return PlayedOut(
        section=line.section_id,
        event=line.event_id,
        name=line.name,
        state=line.stage,
        place=line.rank,
        of=line.of,
        points=float(line.points),
        games=line.games,
        running=line.running,
    )


def _rating(entry: ListEntry) -> RatingOut:
    numbers = ("rating", "rd", "games", "change", "period_games", "rank", "published")
    return RatingOut(
        pool=entry.list.pool,
        period=entry.list.period,
        revision=entry.list.revision,
        rules=entry.list.edition,
        valid_from=entry.list.valid_from,
        **{name: getattr(entry, name) for name in numbers},
    )
