"""A player's deadlines as a calendar that programs subscribe to (RFC 5545), under a private address."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hmac import compare_digest

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.queries.my_games import my_games
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.text import origin_words

LENGTH = timedelta(minutes=15)
_KEY = re.compile(r"(\d{1,18})-([0-9a-f]{40})")
_LONGEST = 75
"""Octets in a line, at most."""


def key_of(user: User) -> str:
    """The private part of the calendar's address. It changes with the account's other private key, and says nothing."""
    proof = salted_hmac("slowmate.calendar", f"{user.pk}:{user.unsubscribe_key}", algorithm="sha256").hexdigest()[:40]
    return f"{user.pk}-{proof}"


def owner_of(key: str) -> User | None:
    """Whose calendar an address names; None if it is nobody's."""
    match = _KEY.fullmatch(key)
    user = User.objects.filter(pk=int(match[1]), is_active=True).select_related("player").first() if match else None
    return user if user is not None and compare_digest(key, key_of(user)) else None


def calendar(user: User, *, at: datetime) -> str:
    """Every deadline of a game where the player is on move, in the active language."""
    player = getattr(user, "player", None)
    games = my_games(player).filter(on_move=player, deadline__isnull=False).order_by("deadline", "pk") if player else []
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Slowmate//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(settings.SLOWMATE_NAME)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ]
    for game in games:
        opponent = game.black if player is not None and game.white_id == player.pk else game.white
        lines += _event(game, opponent.name, at)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _event(game: Game, opponent: str, at: datetime) -> list[str]:
    if game.deadline is None:
        return []
    host = settings.SLOWMATE_URL.partition("://")[2]
    summary = gettext("Your move against %(opponent)s: the time is up") % {"opponent": opponent}
    return [
        "BEGIN:VEVENT",
        f"UID:game-{game.pk}-{game.plies}@{host}",
        f"DTSTAMP:{_instant(at)}",
        f"DTSTART:{_instant(game.deadline)}",
        f"DTEND:{_instant(game.deadline + LENGTH)}",
        f"SUMMARY:{_text(summary)}",
        f"DESCRIPTION:{_text(origin_words(origin_of(game)))}",
        f"URL:{settings.SLOWMATE_URL}{reverse('game', args=[game.pk])}",
        "TRANSP:TRANSPARENT",
        *_alarm(opponent),
        "END:VEVENT",
    ]


def _alarm(opponent: str) -> list[str]:
    """A day before, from the calendar itself."""
    words = gettext("One day left for your move against %(opponent)s") % {"opponent": opponent}
    return ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-P1D", f"DESCRIPTION:{_text(words)}", "END:VALARM"]


def _instant(value: datetime) -> str:
    return f"{value.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    """Text as the format escapes it; no control character gets through."""
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,")):
        value = value.replace(plain, escaped)
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())


def _folded(line: str) -> Iterator[str]:
    """A line in pieces of at most 75 octets, none of which cuts a character."""
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > _LONGEST:
            yield piece
            piece = " "
        piece += sign
    yield piece
