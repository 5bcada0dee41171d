"""Acts of players in a game: each function checks the right, and the core decides."""

from datetime import datetime

from django.utils.translation import gettext as _

from slowmate.board import Colour
from slowmate.play import commands
from slowmate.play.events import ClaimKind
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import may_play
from slowmate.server.games.services import games
from slowmate.server.site.errors import NotAllowed, Stale


def make_move(
    game_id: int, move: str, *, actor: User, at: datetime, offer: bool = False, ply: int | None = None
) -> Game:
    """Make a move that the player has submitted and accepted. *ply*: how many moves they saw; `Stale` if there
    are more now."""

    def make_command(row: Game) -> commands.Command:
        colour = _colour(row, actor)
        _require_ply(row, ply)
        return commands.MakeMove(by=colour, move=move, offer=offer)

    return games.command(game_id, make_command, at=at, actor=actor)


def claim_draw(
    game_id: int,
    claim: ClaimKind,
    *,
    actor: User,
    at: datetime,
    intended: str | None = None,
    ply: int | None = None,
    received: datetime | None = None,
) -> Game:
    """Claim by repetition or the 50-move rule, for the position on the board or with an intended move.

    *ply*: how many moves the player saw; `Stale` if there are more now. *received*: by post, when the last move was.
    """

    def make_command(row: Game) -> commands.Command:
        colour = _colour(row, actor)
        _require_ply(row, ply)
        when = None if received is None else games.not_before(row, received)
        return commands.ClaimDraw(by=colour, claim=claim, intended=intended or None, received=when)

    return games.command(game_id, make_command, at=at, actor=actor)


def claim_tablebase(game_id: int, claim: ClaimKind, *, actor: User, at: datetime) -> Game:
    return games.command(
        game_id, lambda row: commands.ClaimTablebase(by=_colour(row, actor), claim=claim), at=at, actor=actor
    )


def accept_offer(game_id: int, *, actor: User, at: datetime) -> Game:
    return games.command(game_id, lambda row: commands.AcceptOffer(by=_colour(row, actor)), at=at, actor=actor)


def decline_offer(game_id: int, *, actor: User, at: datetime) -> Game:
    return games.command(game_id, lambda row: commands.DeclineOffer(by=_colour(row, actor)), at=at, actor=actor)


def resign(game_id: int, *, actor: User, at: datetime) -> Game:
    return games.command(game_id, lambda row: commands.Resign(by=_colour(row, actor)), at=at, actor=actor)


def refill_clock(game_id: int, *, actor: User, at: datetime) -> Game:
    return games.command(game_id, lambda row: commands.RefillClock(by=_colour(row, actor)), at=at, actor=actor)


def announce_long_reflection(game_id: int, *, actor: User, at: datetime) -> Game:
    return games.command(
        game_id, lambda row: commands.AnnounceLongReflection(by=_colour(row, actor)), at=at, actor=actor
    )


def set_conditionals(game_id: int, lines: tuple[tuple[str, ...], ...], *, actor: User, at: datetime) -> Game:
    """Bind the player to lines of the opponent's move and the reply; no lines at all drop the earlier ones."""

    def make_command(row: Game) -> commands.Command:
        colour = _colour(row, actor)
        return commands.SetConditionals(by=colour, lines=lines) if lines else commands.DropConditionals(by=colour)

    return games.command(game_id, make_command, at=at, actor=actor)


def _require_ply(row: Game, ply: int | None) -> None:
    if ply is not None and row.plies != ply:
        raise Stale(_("The game has gone on."))


def _colour(row: Game, actor: User) -> Colour:
    if not may_play(actor, row):
        raise NotAllowed
    return row.colour_of(actor.player)
