"""What a director decides in a game: signed, reasoned, journalled and told to both players by the events themselves."""

from collections.abc import Callable
from datetime import datetime

from slowmate.play import commands
from slowmate.server.models import Game, User
from slowmate.server.permissions import may_direct
from slowmate.server.refusals import NotAllowed
from slowmate.server.services import games


def decide(game_id: int, make: Callable[[str], commands.DirectorCommand], *, actor: User, at: datetime) -> Game:
    """Carry out a director's command; *make* takes the director's name and gives the command."""

    def wanted(row: Game) -> commands.Command:
        if not may_direct(actor, row):
            raise NotAllowed
        player = getattr(actor, "player", None)
        return make(player.name if player else "Tournament director")  # never the address: players read it

    return games.command(game_id, wanted, at=at, actor=actor)
