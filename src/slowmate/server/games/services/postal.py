"""Games by post, e-mail or fax: arranged by a director or organiser, their moves entered with the dates they bear."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from slowmate.board import Colour
from slowmate.play import commands
from slowmate.play.clocks.turns import midnight
from slowmate.play.events import Sheet
from slowmate.play.terms import Notation, Terms, Transmission
from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import journal
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import GameSeat, may_act_for, may_arrange_game, may_play, may_record_move
from slowmate.server.games.rating import RatingTerms
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import documents, games
from slowmate.server.games.services.documents import Evidence, Scan
from slowmate.server.games.terms import PRESETS
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import holds_direction
from slowmate.server.people.queries import MAX_NAMESAKES, players_named
from slowmate.server.people.text import player_label
from slowmate.server.site.errors import NotAllowed, Stale, Unfit


def arrange(
    white: Player,
    black: Player,
    *,
    control: str,
    transmission: Transmission,
    starts: date,
    actor: User,
    at: datetime,
    notation: Notation = Notation.NUMERIC,
    is_rated: bool = False,
) -> Game:
    """Arrange a game that is not played on the server. A director who arranges it directs it."""
    if not may_arrange_game(actor):
        raise NotAllowed
    if white.pk == black.pk:
        raise Unfit(_("A player cannot play against themselves."), field="black")
    if starts < at.date():
        raise Unfit(_("The game cannot start in the past."), field="starts")
    if transmission.is_server or control not in PRESETS:
        raise Unfit(_("A game on the server begins with a challenge."), field="transmission")
    begins = at if starts == at.date() else midnight(starts)
    terms = Terms(starts=begins, time_control=PRESETS[control], transmission=transmission, notation=notation)
    plays = getattr(actor, "player", None) in (white, black)
    return games.start(
        white,
        black,
        terms,
        at=at,
        director=actor if holds_direction(actor) and not plays else None,
        rating=RatingTerms(is_rated=is_rated),
        actor=actor,
    )


def enter_player(name: str, federation: str = "", *, actor: User, at: datetime, is_another: bool = False) -> Player:
    """Enter a player without an account, for games by post. *is_another*: they are none of those of the same name."""
    if not may_arrange_game(actor):
        raise NotAllowed
    same = [] if is_another else players_named(name)[:MAX_NAMESAKES]
    if same:
        labels = "; ".join(player_label(player) for player in same)
        raise Unfit(_("There is a player of that name: %(found)s.") % {"found": labels}, field="name")
    with transaction.atomic():
        player = Player.objects.create(name=name.strip(), federation=federation.upper())
        facts = {"name": player.name, "federation": player.federation}
        journal.write("player entered", f"player/{player.pk}", actor=actor, at=at, facts=facts)
    return player


def record_command(
    row: Game, move: str, *, sent: datetime, received: datetime | None, offer: bool, actor: User
) -> commands.RecordMove:
    """Return the command that enters a move: a player's own, or the director's for the player on move."""
    if not may_record_move(actor, row):
        raise NotAllowed
    by = row.colour_of(actor.player) if may_play(actor, row) else state_of(row).position.turn
    return commands.RecordMove(
        by=by,
        move=move,
        sent=games.not_before(row, sent),
        received=None if received is None else games.not_before(row, received),
        offer=offer,
    )


def record_move(
    game_id: int,
    move: str,
    *,
    sent: datetime,
    received: datetime | None,
    actor: User,
    at: datetime,
    offer: bool = False,
    ply: int | None = None,
    document: str = "",
) -> Game:
    """Enter a move with its dates. *ply*: how many moves were seen; `Stale` if there are more now.

    *document*: the card or letter that the director holds, if they enter it for a player who has no account.
    """
    colour = Colour.WHITE

    def make_command(row: Game) -> commands.Command:
        nonlocal colour
        record = record_command(row, move, sent=sent, received=received, offer=offer, actor=actor)
        if ply is not None and row.plies != ply:
            raise Stale(_("The game has gone on."))
        colour = record.by
        return record

    def make_evidence(row: Game) -> Evidence | None:
        is_for_player = may_act_for(actor, GameSeat(row, colour))
        return Evidence(row.player(colour), document, is_for_player=True) if is_for_player else None

    if not holds_direction(actor):
        return games.command(game_id, make_command, at=at, actor=actor)
    return documents.with_command(game_id, make_command, make_evidence, actor=actor, at=at)


def state_receipt(game_id: int, received: datetime, *, actor: User, at: datetime) -> Game:
    """Record when a player received the opponent's move, before it is answered: the clock runs from then."""

    def make_command(row: Game) -> commands.Command:
        return commands.StateReceipt(by=_colour(row, actor), received=games.not_before(row, received))

    return games.command(game_id, make_command, at=at, actor=actor)


def claim_flag(game_id: int, against: Colour, *, actor: User, at: datetime) -> Game:
    """Claim that a flag has fallen, one's own or the opponent's; the director decides."""
    return games.command(
        game_id, lambda row: commands.ClaimFlag(by=_colour(row, actor), against=against), at=at, actor=actor
    )


def hand_in_scoresheet(
    game_id: int, form: Sheet, *, actor: User, at: datetime, assistant: str | None = None, scan: Scan | None = None
) -> Game:
    """Hand in the player's record to the director. *scan*: a picture of it, or the file itself."""
    if scan is not None:
        documents.require_room(game_id, actor)
    return documents.with_command(
        game_id,
        lambda row: commands.HandInScoresheet(by=_colour(row, actor), form=form, assistant=assistant or None),
        lambda row: Evidence(row.player(_colour(row, actor)), scan=scan) if scan else None,
        at=at,
        actor=actor,
    )


def report_game(game_id: int, result: Result, moves: tuple[str, ...], *, actor: User, at: datetime) -> Game:
    """Report a player's own record of the finished game; equal reports of both end a game that is not over yet."""
    return games.command(
        game_id,
        lambda row: commands.ReportGame(by=_colour(row, actor), result=result, moves=moves),
        at=at,
        actor=actor,
    )


def _colour(row: Game, actor: User) -> Colour:
    if not may_play(actor, row):
        raise NotAllowed
    return row.colour_of(actor.player)
