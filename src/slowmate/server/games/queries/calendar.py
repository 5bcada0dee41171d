"""Whose calendar a private address names, and the deadlines in it."""

import re
from hmac import compare_digest

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.queries.my_games import my_games
from slowmate.server.people.models import Player

_KEY = re.compile(r"(\d{1,18})-([0-9a-f]{40})")


def key_of(user: User) -> str:
    """Return the private part of the calendar's address. It changes with the account's key, and cannot be guessed."""
    proof = salted_hmac("slowmate.calendar", f"{user.pk}:{user.unsubscribe_key}", algorithm="sha256").hexdigest()[:40]
    return f"{user.pk}-{proof}"


def owner_of(key: str) -> User | None:
    """Return the account whose calendar an address names; None if there is none."""
    match = _KEY.fullmatch(key)
    user = User.objects.filter(pk=int(match[1]), is_active=True).select_related("player").first() if match else None
    return user if user is not None and compare_digest(key, key_of(user)) else None


def deadlines_of(player: Player) -> "QuerySet[Game]":
    """Return the games in which a player is on move and has a deadline, the next one first."""
    return my_games(player).filter(on_move=player, deadline__isnull=False).order_by("deadline", "pk")
