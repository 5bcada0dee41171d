"""My account, my open actions and my leave; and the finished games of any player."""

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Router

from slowmate.server.accounts.api import ANYBODY, PLAY, READ, account, person
from slowmate.server.accounts.models import Token
from slowmate.server.accounts.services import tokens
from slowmate.server.cases.pages.procedures import PROCEDURES
from slowmate.server.cases.queries.cases import open_cases_of_party
from slowmate.server.games.api.games import AS_PGN, PGN, game_line
from slowmate.server.games.api.shapes import GamesPage, LeaveIn, LeaveLine, LeaveOut, LeaveRefusal, Me
from slowmate.server.games.models import Game, LeavePeriod
from slowmate.server.games.queries import my_games as queries
from slowmate.server.games.queries.leave import LeaveSpan, Refusals, days_from, leave_page
from slowmate.server.games.queries.pgn import finished_pgn
from slowmate.server.games.services import leave as leave_service
from slowmate.server.people.api import PlayerId, player_out
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.paging import REFUSALS, WRITING, Limit, Offset
from slowmate.server.site.shapes import ground

router = Router(tags=["people"])


def _me(request: HttpRequest) -> Player:
    me = player_of(person(request))
    if me is None:
        raise Http404
    return me


@router.get("/me", auth=READ, response={200: Me, **REFUSALS}, summary="Who I am")
def me(request: HttpRequest) -> Me:
    player = player_of(person(request))
    token: Token = request.auth  # type: ignore[attr-defined]  # put there by the door
    waiting = Game.objects.filter(Q(on_move=player) | Q(offer_to=player)).count() if player else 0
    return Me(
        player=player_out(player) if player else None,
        scope=Token.Scope(token.scope).value,  # type: ignore[arg-type]  # what the column holds
        requests_a_minute=tokens.PER_MINUTE,
        to_move=waiting,
        cases=[case.pk for case in open_cases_of_party(account(request), PROCEDURES)],
    )


@router.get(
    "/players/{int:player}/games", auth=ANYBODY, response={200: GamesPage, **REFUSALS}, summary="Finished games"
)
def finished(request: HttpRequest, player: PlayerId, limit: Limit = 50, offset: Offset = 0) -> GamesPage:
    """Return a player's finished games, newest first."""
    owner = Player.objects.filter(pk=player).first()
    if owner is None:
        raise Http404
    rows = queries.finished_games(owner)
    items = [game_line(row, player_of(person(request))) for row in rows[offset : offset + limit]]
    return GamesPage(items=items, count=rows.count(), limit=limit, offset=offset)


@router.get(
    "/players/{int:player}/games.pgn",
    auth=ANYBODY,
    response={**REFUSALS},
    openapi_extra=AS_PGN,
    summary="Finished games as PGN",
)
def finished_games(request: HttpRequest, player: PlayerId) -> HttpResponse:
    """Return a player's finished games as PGN, oldest first."""
    row = Player.objects.filter(pk=player).first()
    if row is None:
        raise Http404
    rows = queries.my_games(row).defer(None).order_by("finished", "pk")
    return HttpResponse("".join(finished_pgn(rows, person(request))), content_type=f"{PGN}; charset=utf-8")


@router.get("/leave", auth=READ, response={200: list[LeaveLine], **REFUSALS}, summary="My leave")
def leave(request: HttpRequest) -> list[LeaveLine]:
    """Return the periods I registered, latest first, and where those that run or are to come hold."""
    me, at = _me(request), clock.now()
    held = {(period.from_today, period.last): period for period in leave_page(me, at=at).periods}
    rows = me.leaves.order_by("-first", "-pk")[:200]
    return [_leave_line(row, None if row.ended else held.get(days_from(row, today=at.date()))) for row in rows]


def _leave_line(row: LeavePeriod, held: LeaveSpan | None) -> LeaveLine:
    return LeaveLine(
        first=row.first,
        last=row.last,
        made=row.made,
        ended=row.ended,
        games=len(held.games) if held else 0,
        refused=_refusals(held.refused) if held else [],
    )


def _refusals(refused: Refusals) -> list[LeaveRefusal]:
    return [LeaveRefusal(game=row.pk, grounds=[ground(each) for each in why]) for row, why in refused]


@router.post("/leave", auth=PLAY, response={200: LeaveOut, **WRITING}, summary="Take leave")
def take_leave(request: HttpRequest, body: LeaveIn) -> LeaveOut:
    """Take leave in all my games, and in those that begin before it ends; a game whose rules refuse it is named with
    the clause. If they refuse it in all games, it is not registered."""
    outcome = leave_service.take(_me(request), body.first, body.last, actor=account(request), at=clock.now())
    return LeaveOut(games=outcome.taken, refused=_refusals(outcome.refused))


@router.post("/leave/end", auth=PLAY, response={200: LeaveOut, **WRITING}, summary="Back from leave")
def end_leave(request: HttpRequest, body: LeaveIn) -> LeaveOut:
    """End the leave of these days, which runs, or give it up, if it has not begun; other leave stays."""
    ended = leave_service.end(_me(request), body.first, body.last, actor=account(request), at=clock.now())
    return LeaveOut(games=ended, refused=[])
