"""News of a move that has been answered meanwhile would only puzzle."""

from django.db.models import F, QuerySet

from slowmate.server.games.models import Game
from slowmate.server.mail.models import Mail

ABOUT_A_MOVE = ("your-move", "offer", "low-time")
"""Kinds that tell somebody that he is on move."""
ANSWERED = "the game has gone on meanwhile"


def is_answered(mail: Mail) -> bool:
    """Whether the game has gone on, or is over, since somebody was to be told that he is on move."""
    game = mail.game
    return game is not None and (game.status == Game.Status.FINISHED or game.plies != mail.ply)


def drop_answered(waiting: "QuerySet[Mail]") -> int:
    """Drop what waits about moves that have been answered, all at once: where two play quickly that is nearly all."""
    old = waiting.filter(kind__in=ABOUT_A_MOVE).exclude(ply=F("game__plies"))
    return Mail.objects.filter(pk__in=old.order_by().values("pk")).update(dropped=ANSWERED)
