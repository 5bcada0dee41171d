"""Games by post, e-mail or fax, and requests to the director: the same services as the pages."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from slowmate.board import Colour
from slowmate.play.events import Sheet
from slowmate.records import Result
from slowmate.server.accounts.api import PLAY, account
from slowmate.server.games.api import games
from slowmate.server.games.api.games import GameId, find_game
from slowmate.server.games.api.shapes import (
    FlagIn,
    GameOut,
    GameReportIn,
    ReceiptIn,
    RecordIn,
    ScoresheetIn,
)
from slowmate.server.games.services import postal
from slowmate.server.site import clock, text
from slowmate.server.site.errors import Unfit
from slowmate.server.site.fields import typed_game
from slowmate.server.site.paging import WRITING

router = Router(tags=["games by post"])


@router.post(
    "/{int:game}/recorded-moves", auth=PLAY, response={200: GameOut, **WRITING}, summary="Enter a move with its dates"
)
def record_move(request: HttpRequest, game: GameId, body: RecordIn) -> GameOut:
    """Record a move: players enter their own, the director those of both. An illegal move is recorded and stops the
    game."""
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


@router.post("/{int:game}/receipts", auth=PLAY, response={200: GameOut, **WRITING}, summary="Say when a move came")
def state_receipt(request: HttpRequest, game: GameId, body: ReceiptIn) -> GameOut:
    """State when you received the opponent's move, before you answer it. A receipt on record is not made later."""
    row = find_game(request, game)
    postal.state_receipt(row.pk, body.received, actor=account(request), at=clock.now())
    return games.game(request, row.pk)


@router.post("/{int:game}/flag-claims", auth=PLAY, response={200: GameOut, **WRITING}, summary="Claim a flag")
def claim_flag(request: HttpRequest, game: GameId, body: FlagIn) -> GameOut:
    """Claim that a flag has fallen; the director decides, by the dates of the moves."""
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
    """Report the finished game as you have it: all moves, or PGN, and the result."""
    row = find_game(request, game)
    postal.report_game(row.pk, Result(body.result), _reported(body), actor=account(request), at=clock.now())
    return games.game(request, row.pk)


def _reported(body: GameReportIn) -> tuple[str, ...]:
    """Return the moves of a report, from the list or from the PGN."""
    if body.moves is not None:
        return tuple(body.moves)
    if not body.pgn.strip():
        raise Unfit(_("Give the moves, or the game as PGN."), field="moves")
    try:
        report = typed_game(body.pgn)
    except ValueError as wrong:
        raise Unfit(str(wrong), field="pgn") from None
    if report.result and report.result != body.result:
        facts = {"written": text.result(report.result), "chosen": text.result(body.result)}
        raise Unfit(_("The game you gave ends %(written)s, but you chose %(chosen)s.") % facts, field="result")
    return report.moves
