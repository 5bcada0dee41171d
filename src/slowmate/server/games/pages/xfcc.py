"""A player's games as Xfcc lists them for programs: those on the server that run or have just finished."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse

from slowmate import play
from slowmate.board import Colour, Position
from slowmate.formats.pgn import PgnGame, movetext
from slowmate.formats.xfcc import GameResult, XfccGame, plain
from slowmate.play import clock_at
from slowmate.play.clocks import Classic, FixedDays, TripleBlock, Unrecorded
from slowmate.play.events import Stop
from slowmate.play.laws.results import Termination
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.queries.my_games import my_games
from slowmate.server.games.queries.pgn import DAY, pgns_of, time_control
from slowmate.server.games.repository import state_of
from slowmate.server.people.models import Player

LISTED_AFTER_END = timedelta(days=30)
"""The time a finished game stays in the list, so that programs learn the result."""
TAGS = ("Round", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle", "WhiteIccfID", "BlackIccfID", "Section", "Board")
"""Tags of PGN that Xfcc knows too, under names that begin with a small letter."""
_WON = {
    Result.WHITE_WINS: (GameResult.WHITE_WINS, GameResult.WHITE_WIN_ADJUDICATED),
    Result.BLACK_WINS: (GameResult.BLACK_WINS, GameResult.BLACK_WIN_ADJUDICATED),
    Result.DRAW: (GameResult.DRAW, GameResult.DRAW_ADJUDICATED),
}
"""The codes of each result, plain and adjudicated."""


def recent_games(player: Player, *, at: datetime) -> "QuerySet[Game]":
    """Return the games of a player that a program may want.

    Without cancelled games: Scid reads no game at all if one is among them.
    """
    listed = Q(finished=None) | Q(finished__gte=at - LISTED_AFTER_END)
    return my_games(player).filter(listed).exclude(result=Result.CANCELLED).defer(None).order_by("pk")


def xfcc_games(
    rows: "QuerySet[Game]", user: User, player: Player, messages: Mapping[int, str], *, at: datetime
) -> Iterator[XfccGame]:
    """Yield the games of a player in which a program can do something: not those by post or of an archive.

    *messages*: the last message of the opponent, by game.
    """
    for row, pgn in zip(rows, pgns_of(rows, user), strict=True):
        state = state_of(row)
        if state.terms.transmission.is_server and not isinstance(state.control, Unrecorded):
            yield _xfcc_game(row, pgn, state, row.colour_of(player), messages.get(row.pk, ""), at=at)


def _xfcc_game(row: Game, pgn: PgnGame, state: play.Game, own: Colour, message: str, *, at: datetime) -> XfccGame:
    more = {tag[0].lower() + tag[1:]: plain(pgn.tags.get(tag, "")) for tag in TAGS}
    more |= {
        "timeControl": _time_control(state),
        "variant": "chess960" if state.start.is_chess960 else "",
        "message": plain(message),
        "gameLink": settings.SLOWMATE_URL + reverse("game", args=[row.pk]),
    }
    if state.start != Position.initial():
        more |= {"setup": "true", "fen": state.start.fen}
    return XfccGame(
        id=row.pk,
        white=plain(row.white.name),
        black=plain(row.black.name),
        event=plain(pgn.tags["Event"]),
        site=plain(pgn.tags["Site"]),
        is_my_turn=row.on_move_id is not None and row.on_move_id == row.player(own).pk,
        has_white=own is Colour.WHITE,
        mine=clock_at(state, own, at).left,
        opponents=clock_at(state, own.other, at).left,
        moves=_moves(pgn),
        is_draw_offered=state.has_offer_by(own.other),
        result=_result(row, state),
        event_date=pgn.tags.get("EventDate", pgn.tags["Date"]),
        more=more,
    )


def _moves(pgn: PgnGame) -> str:
    """Return the moves with a comment at the end, which Scid needs. Only reconstructed moves have no stamp."""
    moves = movetext(pgn)
    return f"{moves} {{ }}" if moves and not moves.endswith("}") else moves


def _time_control(state: play.Game) -> str:
    """Return a time control as in PGN, with a plus in Chess960, which Scid needs, and the clock alone of a bank."""
    match state.control:
        case TripleBlock() as control:
            return f"{control.clock * DAY}+{control.increment * DAY}"
        case Classic() as control if state.start.is_chess960:
            return f"{control.days * DAY}+{control.days * DAY // control.moves}"
        case FixedDays() as control if state.start.is_chess960:
            return f"0+{control.days * DAY}"
        case control:
            return time_control(control)


def _result(row: Game, state: play.Game) -> GameResult:
    if not row.result:
        return GameResult.ADJUDICATION_PENDING if Stop.ADJUDICATION in state.stops else GameResult.ONGOING
    if row.result not in _WON:
        return GameResult.BOTH_DEFAULTED
    plainly, adjudicated = _WON[Result(row.result)]
    return adjudicated if row.termination == Termination.ADJUDICATION else plainly
