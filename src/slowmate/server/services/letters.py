"""Writing a mail: in the reader's language and time zone, as text and as HTML from the same words, with links.

Each kind has a template ``mail/kinds/<kind>.txt``: the subject on its first line, paragraphs after it.
"""

from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from slowmate.play import event_from_json
from slowmate.server.models import Challenge, Game, GameEvent, Mail, Message, User
from slowmate.server.queries.challenges import Offered, as_read
from slowmate.server.saying import MINUTE, sentence
from slowmate.server.services.account_mail import ABOUT_ACCOUNT, where

KINDS = (
    "started",
    "your-move",
    "offer",
    "offer-declined",
    "claim-made",
    "claim-rejected",
    "claim-waiting",
    "ended",
    "reminder",
    "low-time",
    "director",
    "challenge",
    "challenge-declined",
    "message",
    "report-settled",
    "request",
    "illegal-move",
)
"""Everything that is told by mail, besides the daily mail made of these."""
RULED = frozenset({"claim-rejected", "claim-waiting", "claim-made", "ended", "reminder", "director", "illegal-move"})
"""Kinds that say by which clause."""
ABOUT_A_MOVE = ("your-move", "offer", "low-time")
"""Kinds that tell somebody that he is on move."""
ANSWERED = "the game has gone on meanwhile"
READ = "it was read meanwhile"
OLD_NEWS = "nothing of it is news any more"


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of news: a subject, paragraphs, and where to go."""

    subject: str
    paragraphs: list[str]
    link: str
    action: str


def address(name: str, *args: object) -> str:
    """A page's full address, as people use it."""
    return settings.SLOWMATE_URL + reverse(name, args=args)


def why_not(mail: Mail) -> str:
    """Why a mail need not be sent any more; empty if it must.

    "It is your move" after the move has been answered, a reminder to somebody who is not on move any more, or a warning
    of a time that no longer holds would only puzzle; what ended a game or was decided is always told.
    """
    if mail.kind == "digest":
        return "" if any(not why_not(part) for part in _collected(mail)) else OLD_NEWS
    game = mail.game
    if game is not None and mail.kind == "low-time" and _until(game) != mail.facts["until"]:
        return ANSWERED
    if game is not None and mail.kind in ABOUT_A_MOVE:
        return ANSWERED if game.status == Game.Status.FINISHED or game.plies != mail.facts.get("ply") else ""
    if game is not None and mail.kind == "reminder":
        player = getattr(mail.user, "player", None)
        return ANSWERED if player is None or game.on_move_id != player.pk else ""
    if mail.kind == "message":
        message = _message(mail)
        return READ if message is None or message.read else ""
    return ""


def letter(mail: Mail) -> EmailMultiAlternatives:
    """The mail as it is sent, with the headers by which mail programs know it again and offer to end it."""
    reader = mail.user or User(language=mail.facts["language"])
    with translation.override(reader.language), timezone.override(_zone(reader)):
        parts = [part for part in _collected(mail) if not why_not(part)] if mail.kind == "digest" else [mail]
        items = [item_of(part) for part in parts]
        context: dict[str, Any] = {
            "items": items,
            "is_digest": mail.kind == "digest",
            "name": settings.SLOWMATE_NAME,
            "language": reader.language,
        }
        if mail.kind not in ABOUT_ACCOUNT:
            context |= {
                "settings": address("settings"),
                "unsubscribe": address("unsubscribe", reader.unsubscribe_key),
            }
        subject = items[0].subject if mail.kind != "digest" else _digest_subject(len(items))
        text = render_to_string("mail/letter.txt", context)
        page = render_to_string("mail/letter.html", context)
    message = EmailMultiAlternatives(" ".join(subject.split()), text, to=[mail.recipient or reader.email])
    message.attach_alternative(page, "text/html")
    message.extra_headers = {
        "Message-ID": message_id(mail),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if "unsubscribe" in context:
        message.extra_headers |= {
            "List-Unsubscribe": f"<{context['unsubscribe']}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return message


def message_id(mail: Mail) -> str:
    """The same for every attempt at the same mail, so that a second copy is recognised."""
    host = urlsplit(settings.SLOWMATE_URL).hostname or parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2]
    return f"<{sha256(mail.key.encode()).hexdigest()[:32]}@{host or 'localhost'}>"


def item_of(mail: Mail) -> Item:
    """What one mail says, in the language and zone that are active."""
    game = mail.game or Game.objects.select_related("white", "black").filter(pk=mail.facts.get("game")).first()
    me = getattr(mail.user, "player", None)
    context: dict[str, Any] = {
        "facts": mail.facts,
        "made": mail.made,
        "recipient": mail.recipient,
        "server": settings.SLOWMATE_NAME,
        "game": game,
        "me": me,
        "opponent": None if game is None or me is None else (game.black if me.pk == game.white_id else game.white),
        "left": _left(game, mail) if game is not None else None,
        "message": _message(mail) if mail.kind == "message" else None,
        "offer": _offer(mail) if mail.kind == "challenge" else None,
        "rulings": _rulings(mail) if mail.kind in RULED else [],
    }
    subject, _, rest = render_to_string(f"mail/kinds/{mail.kind}.txt", context).strip().partition("\n")
    paragraphs = [" ".join(part.split()) for part in rest.split("\n\n") if part.strip()]
    if mail.kind in ABOUT_ACCOUNT:
        page, words = where(mail)
        return Item(subject, paragraphs, settings.SLOWMATE_URL + (mail.link or reverse(page)), gettext(words))
    if mail.kind == "challenge":
        return Item(subject, paragraphs, address("challenges"), gettext("See the challenge"))
    if mail.kind == "challenge-declined":
        return Item(subject, paragraphs, address("challenges"), gettext("Challenges"))
    if mail.kind in {"claim-waiting", "request"}:
        return Item(subject, paragraphs, address("desk"), gettext("Open the desk"))
    if game is None:
        return Item(subject, paragraphs, address("my-games"), gettext("My games"))
    return Item(subject, paragraphs, address("game", game.pk), gettext("Open the game"))


def _digest_subject(news: int) -> str:
    return translation.ngettext("%(n)d piece of news from your games", "%(n)d pieces of news from your games", news) % {
        "n": news
    }


def _collected(mail: Mail) -> list[Mail]:
    parts = Mail.objects.filter(pk__in=mail.facts.get("mails", ()), user=mail.user).order_by("made", "pk")
    return list(parts.select_related("user__player", "game__white", "game__black"))


def _until(game: Game) -> str:
    return game.deadline.isoformat() if game.deadline else ""


def _left(game: Game, mail: Mail) -> timedelta | None:
    """What a mail says is left, in whole minutes: a worker is always some seconds late, and 3 days are 3 days."""
    return timedelta(minutes=round((game.deadline - mail.made) / MINUTE)) if game.deadline else None


def _message(mail: Mail) -> Message | None:
    return Message.objects.select_related("sender").filter(pk=mail.key.removeprefix("message/")).first()


def _offer(mail: Mail) -> Offered | None:
    """The challenge a mail tells of, as its reader would play it."""
    player = getattr(mail.user, "player", None)
    challenge = Challenge.objects.filter(pk=mail.facts.get("challenge")).first()
    return as_read(challenge, player) if challenge and player else None


def _rulings(mail: Mail) -> list[str]:
    """The sentences of the event the mail tells of, each with its clause."""
    number = mail.key.split("/")[2]
    kept = GameEvent.objects.filter(game=mail.game, number=number).first()
    if kept is None:
        return []
    return [f"{sentence(ground, with_zone=True)} ({ground.clause})" for ground in event_from_json(kept.data).grounds]


def _zone(user: User) -> ZoneInfo:
    try:
        return ZoneInfo(user.zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
