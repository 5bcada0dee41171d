"""Messages between players and requests to the director, for programs: the same services as the pages."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import Http404, HttpRequest
from ninja import Router, Schema, Status
from pydantic import Field

from slowmate.play.events import Misconduct
from slowmate.server.accounts.api import PLAY, READ, account, person
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Message, Report
from slowmate.server.correspondence.permissions import readable_messages
from slowmate.server.games.api.games import GameId, find_game
from slowmate.server.games.permissions import is_director_of, is_player_of
from slowmate.server.people.api import PlayerLine, player_line
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.paging import REFUSALS, WRITING, Limit, Offset
from slowmate.server.site.shapes import Body, Paged

router = Router(tags=["games"])


class MessageOut(Schema):
    id: int
    sender: PlayerLine
    text: str
    sent: datetime


class MessagesPage(Paged):
    items: list[MessageOut]


class RequestOut(Schema):
    """What you asked of the director of a game, and the answer."""

    id: int
    kind: str
    text: str
    made: datetime
    answer: str
    answered: datetime | None


class RequestsPage(Paged):
    items: list[RequestOut]


class MessageIn(Body):
    text: Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[^\x00]*$")]


class RequestIn(Body):
    kind: Literal["leave", "adjudication", "result", "report", "other"]
    misconduct: Misconduct | None = Field(None, strict=False, description="What a report of conduct is about.")
    text: Annotated[str, Field(min_length=1, max_length=2000, pattern=r"^[^\x00]*$")]


@router.get("/{int:game}/messages", auth=READ, response={200: MessagesPage, **REFUSALS}, summary="Messages in a game")
def messages(request: HttpRequest, game: GameId, limit: Limit = 50, offset: Offset = 0) -> MessagesPage:
    """Newest first. The players read all of them, the director those that were reported."""
    row, who = find_game(request, game), person(request)
    if not (is_player_of(who, row) or is_director_of(who, row)):
        raise Http404
    rows = readable_messages(who, row).select_related("sender").order_by("-sent", "-pk")
    items = [_message(each) for each in rows[offset : offset + limit]]
    return MessagesPage(items=items, count=rows.count(), limit=limit, offset=offset)


@router.post("/{int:game}/messages", auth=PLAY, response={201: MessageOut, **WRITING}, summary="Write to the opponent")
def write(request: HttpRequest, game: GameId, body: MessageIn) -> Status[MessageOut]:
    row = find_game(request, game)
    sent = services.send_message(row, body.text, actor=account(request), at=clock.now())
    return Status(201, _message(sent))


def _message(message: Message) -> MessageOut:
    return MessageOut(id=message.pk, sender=player_line(message.sender), text=message.text, sent=message.sent)


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
    what = body.misconduct.value if body.misconduct else ""
    actor, kind = account(request), Report.Kind(body.kind)
    made = services.report(row, body.text, kind=kind, misconduct=what, actor=actor, at=clock.now())
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
