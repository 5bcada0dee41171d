"""Mail about moves that have been answered meanwhile: it is dropped."""

from django.db.models import F, QuerySet

from slowmate.server.games.models import Game
from slowmate.server.mail.models import Mail

ABOUT_A_MOVE = ("your-move", "offer", "low-time")
"""Kinds that tell players that they are on move."""
ANSWERED = "the game has gone on meanwhile"


def is_answered(mail: Mail) -> bool:
    """Say whether the game has gone on or ended since the mail about a move was queued."""
    game = mail.game
    return game is not None and (game.status == Game.Status.FINISHED or game.plies != mail.ply)


def drop_answered(waiting: "QuerySet[Mail]") -> int:
    """Drop waiting mail about moves that have been answered, in one query: in quick games that is nearly all of it."""
    old = waiting.filter(kind__in=ABOUT_A_MOVE).exclude(ply=F("game__plies"))
    return Mail.objects.filter(pk__in=old.order_by().values("pk")).update(dropped=ANSWERED)
