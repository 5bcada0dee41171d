"""Article 4: making a move on the server. What it costs is Article 6's, what it ends is Article 5's.

A command to move is a move submitted and accepted: deciding it changes nothing until its events are stored, and then
nothing takes it back.
"""

from datetime import datetime

from slowmate.board.moves import Colour
from slowmate.play.commands import MakeMove, TakeBackMove
from slowmate.play.conditions import (
    ON_MOVE,
    SENT,
    Moment,
    read_move,
    refuse,
    require_not_on_leave,
    require_on_move,
    require_play,
)
from slowmate.play.events import Event
from slowmate.play.game import Game
from slowmate.play.laws.after_move import MADE, played, with_replies
from slowmate.play.laws.offers import require_offer_allowed
from slowmate.rulebook import clause
from slowmate.rulebook.applies import applies

ALGEBRAIC = clause("ICCF-LAWS-2019 A.0")

FINAL = clause("ICCF-LAWS-2019 4.3")


@applies(MADE, ON_MOVE, ALGEBRAIC)
def make_move(game: Game, command: MakeMove, moment: Moment) -> tuple[Event, ...]:
    """Make a move submitted and accepted on the server, with or without an offer of a draw."""
    require_may_move(game, command.by, moment.at)
    move = read_move(game.position, command.move, numeric=False)
    if command.offer:
        require_offer_allowed(game, command.by)
    return with_replies(game, played(game, move, at=moment.at, offer=command.offer), at=moment.at)


def require_may_move(game: Game, by: Colour, at: datetime) -> None:
    """Refuse a move off the server, while play is interrupted, out of turn, or during leave."""
    if not game.terms.transmission.is_server:
        raise refuse(SENT, "not-server", transmission=game.terms.transmission.value)
    require_play(game)
    require_on_move(game, by)
    require_not_on_leave(game, by, at)


def take_back(_game: Game, command: TakeBackMove, _moment: Moment) -> tuple[Event, ...]:
    """Refuse to take a move back; only the director puts a position back, after an illegal move (7.2)."""
    raise refuse(FINAL, "refused", player=command.by.value)
