"""A player's deadlines as a calendar that programs subscribe to (RFC 5545), under a private address."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game
from slowmate.server.games.queries.calendar import deadlines_of
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.text import origin_words

LENGTH = timedelta(minutes=15)
_MAX_LINE_OCTETS = 75


def calendar_text(user: User, *, at: datetime) -> str:
    """Write every deadline of a game where the player is on move, in the active language."""
    player = getattr(user, "player", None)
    games = deadlines_of(player) if player else []
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
    """Let the calendar itself remind a day before."""
    words = gettext("One day left for your move against %(opponent)s") % {"opponent": opponent}
    return ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-P1D", f"DESCRIPTION:{_text(words)}", "END:VALARM"]


def _instant(value: datetime) -> str:
    return f"{value.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    """Escape text as the format demands; no control character gets through."""
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,")):
        value = value.replace(plain, escaped)
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())


def _folded(line: str) -> Iterator[str]:
    """Yield a line in pieces of at most 75 octets, none of which cuts a character."""
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > _MAX_LINE_OCTETS:
            yield piece
            piece = " "
        piece += sign
    yield piece
