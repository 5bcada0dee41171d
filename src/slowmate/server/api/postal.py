"""Games by post, e-mail or fax, and requests to the director: the same services as the pages."""

from django.http import Http404, HttpRequest
from ninja import Router, Status

from slowmate.board import Colour
from slowmate.play.events import Sheet
from slowmate.records import Result
from slowmate.server import clock
from slowmate.server.api import games
from slowmate.server.api.door import PLAY, READ, account, person
from slowmate.server.api.games import REFUSALS, WRITING, GameId, Limit, Offset, find_game
from slowmate.server.api.shapes import (
    FlagIn,
    GameOut,
    GameReportIn,
    RecordIn,
    RequestIn,
    RequestOut,
    RequestsPage,
    ScoresheetIn,
)
from slowmate.server.models import Report
from slowmate.server.permissions import is_player_of, player_of
from slowmate.server.services import correspondence, postal

router = Router(tags=["games by post"])


@router.post(
    "/{int:game}/recorded-moves", auth=PLAY, response={200: GameOut, **WRITING}, summary="Enter a move with its dates"
)
def record_move(request: HttpRequest, game: GameId, body: RecordIn) -> GameOut:
    """A player enters his own moves, the director those of both. An illegal move is recorded and stops the game."""
    row = find_game(request, game)
    postal.record_move(
        row.pk,
        body.move,
        sent=body.sent,
        received=body.received,
        offer=body.offer,
        ply=body.ply,
        actor=account(request),
        at=clock.now(),
    )
    return games.game(request, row.pk)


@router.post("/{int:game}/flag-claims", auth=PLAY, response={200: GameOut, **WRITING}, summary="Claim a flag")
def claim_flag(request: HttpRequest, game: GameId, body: FlagIn) -> GameOut:
    """The director decides, by the dates of the moves."""
    row = find_game(request, game)
    postal.claim_flag(row.pk, Colour(body.against), actor=account(request), at=clock.now())
    return games.game(request, row.pk)


@router.post("/{int:game}/scoresheets", auth=PLAY, response={200: GameOut, **WRITING}, summary="Hand in a scoresheet")
def hand_in_scoresheet(request: HttpRequest, game: GameId, body: ScoresheetIn) -> GameOut:
    row = find_game(request, game)
    who, at = account(request), clock.now()
    postal.hand_in_scoresheet(row.pk, Sheet(body.form), assistant=body.assistant, actor=who, at=at)
    return games.game(request, row.pk)


@router.post("/{int:game}/game-reports", auth=PLAY, response={200: GameOut, **WRITING}, summary="Report the game")
def report_game(request: HttpRequest, game: GameId, body: GameReportIn) -> GameOut:
    """The finished game as you have it: all moves and the result."""
    row = find_game(request, game)
    postal.report_game(row.pk, Result(body.result), tuple(body.moves), actor=account(request), at=clock.now())
    return games.game(request, row.pk)


@router.get(
    "/{int:game}/requests", auth=READ, response={200: RequestsPage, **REFUSALS}, summary="My requests to the director"
)
def requests(request: HttpRequest, game: GameId, limit: Limit = 50, offset: Offset = 0) -> RequestsPage:
    """Newest first, with the answers. Your opponent does not see them."""
    row, who = find_game(request, game), person(request)
    if not is_player_of(who, row):
        raise Http404
    rows = row.reports.filter(by=player_of(who)).order_by("-made", "-pk")
    items = [_request(each) for each in rows[offset : offset + limit]]
    return RequestsPage(items=items, count=rows.count(), limit=limit, offset=offset)


@router.post("/{int:game}/requests", auth=PLAY, response={201: RequestOut, **WRITING}, summary="Ask the director")
def ask_director(request: HttpRequest, game: GameId, body: RequestIn) -> Status[RequestOut]:
    row = find_game(request, game)
    made = correspondence.report(row, body.text, kind=Report.Kind(body.kind), actor=account(request), at=clock.now())
    return Status(201, _request(made))


def _request(report: Report) -> RequestOut:
    return RequestOut(
        id=report.pk,
        kind=report.kind,
        text=report.text,
        made=report.made,
        answer=report.answer,
        answered=report.settled,
    )
