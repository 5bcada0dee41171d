"""Acts of directors for players without an account, with a document as evidence."""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _

from slowmate.board import Colour
from slowmate.play import commands
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.permissions import GameSeat, may_act_for
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import documents
from slowmate.server.games.services.documents import Evidence, Scan
from slowmate.server.site.errors import NotAllowed, Unfit


def act(
    game_id: int,
    colour: Colour,
    make: Callable[[Colour], commands.PlayerCommand],
    *,
    words: str,
    actor: User,
    at: datetime,
    scan: Scan | None = None,
) -> Game:
    """Carry out what a player without an account wrote. *words*: the document that shows it, stored with the act."""
    if not words.strip():
        raise Unfit(_("Say which document shows it."), field="document")

    def make_command(row: Game) -> commands.Command:
        if not may_act_for(actor, GameSeat(row, colour)) or state_of(row).terms.transmission.is_server:
            raise NotAllowed
        return make(colour)

    def make_evidence(row: Game) -> Evidence:
        return Evidence(row.player(colour), words, scan, is_for_player=True)

    return documents.with_command(game_id, make_command, make_evidence, actor=actor, at=at)
