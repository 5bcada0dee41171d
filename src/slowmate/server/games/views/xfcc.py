"""Xfcc: chess programs fetch a player's games and send their moves. One address, the same services as the pages."""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.http.request import RawPostDataException
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from slowmate.board.claims import fifty_moves, repetition
from slowmate.board.notation import TWO_PIECES
from slowmate.formats.xfcc import (
    CONTENT_TYPE,
    Code,
    NoRequest,
    Request,
    XfccGame,
    fault,
    games_answer,
    move_answer,
    plain,
    read_request,
)
from slowmate.play import commands
from slowmate.play.events import ClaimKind
from slowmate.play.laws.results import Termination, win_for
from slowmate.play.may import why_not
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence.queries import last_messages
from slowmate.server.correspondence.services import send_message
from slowmate.server.games.models import Game
from slowmate.server.games.pages.xfcc import recent_games, xfcc_games
from slowmate.server.games.permissions import may_play, may_see_game
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import playing
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.errors import Stale, Unfit

CODES = {
    "not-on-move": Code.NOT_YOUR_TURN,
    "interrupted": Code.NOT_YOUR_TURN,
    "before-start": Code.NOT_YOUR_TURN,
    "over": Code.NOT_YOUR_TURN,
    "on-leave": Code.ON_LEAVE,
    "no-offer": Code.NO_DRAW_WAS_OFFERED,
}
"""The protocol's name of a refusal, by its outcome; any other is an unavailable feature."""
_STAMP = re.compile(r"\[[^\]]*\]")


@csrf_exempt  # the token is in the body, which no foreign page can know
@require_POST
def xfcc(request: HttpRequest) -> HttpResponse:
    """Answer a request. Refusals have status 200: what they say is all that clients read, and they are no error of the
    server."""
    try:
        call = read_request(request.body)
    except (NoRequest, RawPostDataException):  # the latter: a form with files
        return _answer(fault(Code.SERVER_ERROR), status=400)
    if call.operation not in {"GetMyGames", "MakeAMove"}:
        return _answer(fault(Code.UNAVAILABLE))
    at, is_move = clock.now(), call.operation == "MakeAMove"
    token = _token(call)
    if token is None:
        wrong = Code.AUTHENTICATION_FAILED
        return _answer(move_answer(wrong) if is_move else fault(wrong))
    if tokens.count(token, at=at) > tokens.PER_MINUTE:
        return _answer(fault(Code.SERVER_ERROR), status=429)
    if is_move:
        return _answer(move_answer(_make_a_move(call, token.user, at=at)))
    return _answer(games_answer(_games_of(token.user, at=at)))


def _games_of(user: User, *, at: datetime) -> Iterable[XfccGame]:
    player = player_of(user)
    if player is None:
        return ()
    rows = recent_games(player, at=at)
    return xfcc_games(rows, user, player, last_messages(player, rows), at=at)


def _answer(text: str, *, status: int = 200) -> HttpResponse:
    return HttpResponse(text, content_type=CONTENT_TYPE, status=status)


def _token(call: Request) -> Token | None:
    """Return the token that plays, given as the password beside the e-mail address of its owner."""
    token = tokens.find(call.text("password"))
    if token is None or token.scope != Token.Scope.PLAY:
        return None
    return token if token.user.email.casefold() == call.text("username").casefold() else None


def _make_a_move(call: Request, user: User, *, at: datetime) -> Code:
    row = Game.objects.filter(pk=call.number("gameId") or 0).select_related("white", "black", "director").first()
    if row is None or not may_see_game(user, row):
        return Code.INVALID_GAME_ID
    if not may_play(user, row):
        return Code.NOT_YOUR_GAME
    try:
        wrong = _carry_out(call, row, user, at=at)
    except Stale:
        return Code.NOT_YOUR_TURN
    except Refused as refused:
        return _why(refused, row, user)
    if wrong is None:
        _pass_on(call, row, user, at=at)
    return wrong or Code.SUCCESS


def _carry_out(call: Request, row: Game, user: User, *, at: datetime) -> Code | None:
    """Carry out a request; return the code of what is wrong where it does not fit the game.

    With a resignation, an acceptance or a claim clients send the opponent's last move, which is of no meaning.
    """
    if call.says("resign"):
        playing.resign(row.pk, actor=user, at=at)
    elif call.says("acceptDraw"):
        playing.accept_offer(row.pk, actor=user, at=at)
    elif call.says("claimDraw"):
        _claim_draw(row, user, at=at)
    else:
        position = state_of(row).position
        if position.turn is row.colour_of(user.player) and call.number("movecount") != position.fullmove:
            return Code.INVALID_MOVE_NUMBER
        offer = call.says("offerDraw")
        playing.make_move(row.pk, call.text("myMove"), actor=user, at=at, offer=offer, ply=row.plies)
    return None


def _claim_draw(row: Game, user: User, *, at: datetime) -> Game:
    """Claim by the rule that holds, else by the tables where they may be asked: the protocol does not say which."""
    state, by = state_of(row), row.colour_of(user.player)
    is_fifty = fifty_moves(state.position, min_pieces=state.terms.fifty_moves_from).value
    is_repetition = repetition(state.occurrences, state.position).value
    on_tables = commands.ClaimTablebase(by=by, claim=ClaimKind.TABLEBASE_DRAW)
    if not (is_fifty or is_repetition or why_not(state, on_tables, at=at)):
        return playing.claim_tablebase(row.pk, on_tables.claim, actor=user, at=at)
    kind = ClaimKind.FIFTY_MOVES if is_fifty and not is_repetition else ClaimKind.REPETITION
    return playing.claim_draw(row.pk, kind, actor=user, at=at)


def _why(refused: Refused, row: Game, user: User) -> Code:
    """Return what the protocol calls a refusal; where the flag fell meanwhile, that it fell."""
    row.refresh_from_db(fields=["status", "termination", "result"])
    lost = win_for(row.colour_of(user.player).other)
    if row.termination in {Termination.TIME, Termination.SILENCE} and row.result == lost:
        return Code.LOST_ON_TIME
    facts = refused.grounds[0].facts
    if "rule" in facts:
        return Code.AMBIGUOUS if facts["rule"] == str(TWO_PIECES) else Code.INVALID_MOVE
    return CODES.get(str(facts.get("outcome")), Code.UNAVAILABLE)


def _pass_on(call: Request, row: Game, user: User, *, at: datetime) -> None:
    """Send the words that came with it. Scid sends the comment of the last move: stamps, or the opponent's words."""
    words = _STAMP.sub("", call.text("myMessage")).strip()
    messages = last_messages(user.player, Game.objects.filter(pk=row.pk))
    if words and plain(words) != plain(messages.get(row.pk, "")):
        with suppress(Unfit):  # the move is made all the same
            send_message(row, words, actor=user, at=at)
