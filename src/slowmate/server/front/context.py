"""What every template knows of a player: the number of unread messages and of open challenges."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from slowmate.server.correspondence.queries import unread
from slowmate.server.front.queries import challenges_to
from slowmate.server.people.permissions import player_of


def waiting(request: HttpRequest) -> dict[str, object]:
    """Return the numbers, each read by one query when a page shows it."""
    return {
        "unread_number": SimpleLazyObject(lambda: _unread(request)),
        "challenges_number": SimpleLazyObject(lambda: _challenges(request)),
    }


def _unread(request: HttpRequest) -> int:
    me = player_of(request.user)
    return unread(me).total() if me else 0


def _challenges(request: HttpRequest) -> int:
    me = player_of(request.user)
    return challenges_to(me) if me else 0
