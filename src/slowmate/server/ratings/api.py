"""Rating lists for programs: as `slowmate rate` writes them, and the files from which it gives them again."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Path, Query, Router, Schema
from pydantic import Field

from slowmate.formats.grounds import fact_json
from slowmate.ratings import SYSTEMS
from slowmate.rulebook import Ground
from slowmate.server.accounts.api import ANYBODY, READ, person
from slowmate.server.games.models import Game
from slowmate.server.people.permissions import player_of
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import files, lists
from slowmate.server.ratings.queries.explanation import explain
from slowmate.server.ratings.queries.forecast import GameOutlook, forecast_of
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed
from slowmate.server.site.paging import REFUSALS
from slowmate.server.site.problems import Problem
from slowmate.server.site.shapes import LARGEST_ID
from slowmate.server.site.text import sentence

router = Router(tags=["ratings"])
players = Router(tags=["ratings"])
"""Operations under the address of a player."""

PeriodPath = Annotated[str, Path(pattern=r"^[0-9]{4}-([1-4]|0[1-9]|1[0-2])$", examples=["2024-1", "2018-02"])]
PoolName = Literal["chess", "chess960", "fide-standard", "fide-rapid", "fide-blitz"]
Revision = Annotated[int | None, Query(ge=1, le=32_767, description="An earlier revision; else the newest.")]
Pool = Annotated[
    PoolName | None,
    Query(description="Whose ratings: chess, or FIDE's standard list where the period is a month, if none is named."),
]
PlayerId = Annotated[int, Path(ge=1, le=LARGEST_ID)]


class ListLine(Schema):
    period: str
    rules: str = Field(description="The edition that made it.")
    valid_from: date
    published: date
    players: int
    revision: int
    pool: str


class Lists(Schema):
    lists: list[ListLine]


class Step(Schema):
    clause: str
    facts: dict[str, Any]
    words: str


class ExplanationOut(Schema):
    rules: str
    rating: int | None
    rd: int | None
    steps: list[Step]


class GameForecastOut(Schema):
    """A running game: the rating if this game alone ends that way."""

    game: int
    opponent: int
    as_white: bool
    expected: float | None = Field(description="The expected score, where there is one.")
    win: int | None
    draw: int | None
    loss: int | None


class ScoreForecastOut(Schema):
    points: float
    lowest: int | None
    highest: int | None


class ForecastOut(Schema):
    """As `slowmate rate --forecast` writes it, with the list it begins with and the one it is of."""

    rules: str
    id: int
    pool: str
    list: str | None = Field(description="The newest list.")
    period: str = Field(description="The list that comes next.")
    old_rating: int | None
    now: int | None = Field(description="With the games finished since the newest list.")
    games: Sequence[GameForecastOut]
    scores: Sequence[ScoreForecastOut]
    expected_score: float | None
    expected_rating: float | None
    break_even: float | None


@router.get("", auth=ANYBODY, response={200: Lists, **REFUSALS}, summary="Rating lists")
def all_lists(
    request: HttpRequest,  # noqa: ARG001 - the same for everybody
    pool: Annotated[PoolName | Literal["all"], Query(description="Whose ratings; all of them with `all`.")] = "chess",
) -> Lists:
    """Return the published lists, the latest first, each in its newest revision."""
    pools = Game.Pool.values if pool == "all" else [pool]
    return Lists(lists=[_line(row) for listed in pools for row in lists.published(listed)])


def _line(row: RatingList) -> ListLine:
    return ListLine(
        period=row.period,
        rules=row.edition,
        valid_from=row.valid_from,
        published=row.published.date() if row.published else row.valid_from,
        players=row.players,
        revision=row.revision,
        pool=row.pool,
    )


def _find_list(period: str, pool: str | None, revision: int | None) -> RatingList:
    row = lists.find(period, pool=pool or "", revision=revision)
    if row is None:
        raise Http404
    return row


def _with_files(period: str, pool: str | None, revision: int | None) -> RatingList:
    """Return a list that was made here: the sources of imported ones are not known."""
    row = _find_list(period, pool, revision)
    if row.is_imported:
        raise Http404
    return row


def _csv(text: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@router.get("/{period}", auth=ANYBODY, response={200: dict[str, Any], **REFUSALS}, summary="A rating list")
def one_list(
    request: HttpRequest,  # noqa: ARG001
    period: PeriodPath,
    format: Literal["json", "csv"] = "json",  # noqa: A002 - what the address says
    pool: Pool = None,
    revision: Revision = None,
) -> HttpResponse:
    """Return a list as `slowmate rate` writes it, with every player of players.csv; `command` repeats it from the two
    files."""
    row = _find_list(period, pool, revision)
    if format == "csv":
        return _csv(files.as_csv(row), f"{row.slug}.csv")
    return HttpResponse(files.as_json(row), content_type="application/json; charset=utf-8")


@router.get("/{period}/players.csv", auth=ANYBODY, response={200: str, **REFUSALS}, summary="Players before a list")
def players_before(
    request: HttpRequest,  # noqa: ARG001
    period: PeriodPath,
    pool: Pool = None,
    revision: Revision = None,
) -> HttpResponse:
    """Return the players for `slowmate rate --players`."""
    return _csv(files.players_csv(_with_files(period, pool, revision)), "players.csv")


@router.get("/{period}/games.csv", auth=ANYBODY, response={200: str, **REFUSALS}, summary="The games of a list")
def games_of_list(
    request: HttpRequest,  # noqa: ARG001
    period: PeriodPath,
    pool: Pool = None,
    revision: Revision = None,
) -> HttpResponse:
    """Return the games for `slowmate rate --games`."""
    return _csv(files.games_csv(_with_files(period, pool, revision)), "games.csv")


@router.get(
    "/{period}/players/{int:player}",
    auth=ANYBODY,
    response={200: ExplanationOut, **REFUSALS},
    summary="How a player's number came about",
)
def explained(
    request: HttpRequest,  # noqa: ARG001
    period: PeriodPath,
    player: PlayerId,
    pool: Pool = None,
    revision: Revision = None,
) -> ExplanationOut:
    """Return every step of the calculation with its clause. The last fact named `rating` is the published one."""
    row = _find_list(period, pool, revision)
    explanation = explain(row, player)
    if explanation is None:
        raise Http404
    steps = [_step(step, explanation.names) for step in explanation.steps]
    return ExplanationOut(rules=row.edition, rating=explanation.entry.rating, rd=explanation.entry.rd, steps=steps)


def _step(step: Ground, names: Mapping[str, str]) -> Step:
    facts = {name: fact_json(fact) for name, fact in step.facts.items()}
    return Step(clause=str(step.clause), facts=facts, words=sentence(step, with_zone=True, names=names))


@players.get(
    "/players/{int:player}/forecast",
    auth=READ,
    response={200: ForecastOut, 403: Problem, **REFUSALS},
    summary="What my running games can bring",
)
def forecast(request: HttpRequest, player: PlayerId, pool: PoolName = "chess") -> ForecastOut:
    """Return a forecast of one's own games: the rating by each result and score, the expected one and the
    break-even."""
    me = player_of(person(request))
    if me is None or me.pk != player:
        raise NotAllowed
    player_forecast = forecast_of(me, clock.now(), pool=pool)
    core = player_forecast.core
    return ForecastOut(
        rules=SYSTEMS[player_forecast.rules].edition,
        id=me.pk,
        pool=pool,
        list=player_forecast.of.period if player_forecast.of else None,
        period=str(player_forecast.period),
        old_rating=core.old_rating,
        now=core.now,
        games=[_game(outlook) for outlook in player_forecast.games],
        scores=[
            ScoreForecastOut(points=outlook.points, lowest=outlook.lowest, highest=outlook.highest)
            for outlook in core.scores
        ],
        expected_score=core.expected_score,
        expected_rating=core.expected_rating,
        break_even=core.break_even,
    )


def _game(outlook: GameOutlook) -> GameForecastOut:
    return GameForecastOut(
        game=outlook.game.pk,
        opponent=outlook.opponent.pk,
        as_white=outlook.as_white,
        expected=outlook.expected,
        win=outlook.win.rating,
        draw=outlook.draw.rating,
        loss=outlook.loss.rating,
    )
