"""What every template knows of what waits for a player: messages he has not read, challenges he has not answered."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from slowmate.server.correspondence.queries import unread
from slowmate.server.front.pages import challenges_to
from slowmate.server.people.permissions import player_of


def waiting(request: HttpRequest) -> dict[str, object]:
    """Asked when a page shows it, one query each."""
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
