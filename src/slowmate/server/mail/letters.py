"""Writing a mail: in the reader's language and time zone, as text and as HTML from the same words, with links.

Each slice has a table `LETTERS` of its kinds of mail in its own module `letters`, and `jobs.mail` joins them. Here a
kind is only what every mail needs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from slowmate.server.mail.models import Mail
from slowmate.server.site import clock
from slowmate.server.site.piece_letters import AS_IN_ENGLISH, moves_shown_with

if TYPE_CHECKING:
    from django.db.models import QuerySet

DIGEST = "digest"
"""The kind of the daily mail, which is made of others."""
OLD_NEWS = "nothing of it is news any more"


def _nothing(_mail: Mail) -> dict[str, Any]:
    return {}


def _always_news(_mail: Mail) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class MailKind:
    """One kind of mail: what it says, where it leads, until when it is news, and when it is sent."""

    template: str
    """The subject on its first line, paragraphs after it."""
    page: Callable[[Mail], str]
    """The page it leads to, unless it carries a private address."""
    action: str
    """The words of the link, as the catalogues have them."""
    context: Callable[[Mail], dict[str, Any]] = _nothing
    """The template's context besides that of every mail: facts, made, recipient, server."""
    why_not: Callable[[Mail], str] = _always_news
    """Why it need not be sent any more; empty if it must."""
    is_about_account: bool = False
    """It goes at once, also to users who want no other mail, and has no link to end mail."""
    is_at_once: bool = False
    """No daily mail collects it."""


Letters: TypeAlias = Mapping[str, MailKind]
"""Kinds of mail, by their names."""


def page_named(name: str) -> Callable[[Mail], str]:
    """Return the link of a mail to a page that is the same whatever the mail says."""
    return lambda _mail: reverse(name)


def goes_at_once(letters: Letters) -> list[str]:
    """Return the kinds that no daily mail collects."""
    return [DIGEST, *(name for name, kind in letters.items() if kind.is_at_once or kind.is_about_account)]


def is_about_account(mail: Mail, letters: Letters) -> bool:
    return mail.kind in letters and letters[mail.kind].is_about_account


@dataclass(frozen=True, slots=True)
class LetterItem:
    """One piece of news: a subject, paragraphs, and where to go."""

    subject: str
    paragraphs: list[str]
    link: str
    action: str


def why_not(mail: Mail, letters: Letters) -> str:
    """Say why a mail need not be sent any more; empty if it must, or if its kind is not known here."""
    if mail.kind == DIGEST:
        return "" if _news_in(mail, letters) else OLD_NEWS
    return letters[mail.kind].why_not(mail) if mail.kind in letters else ""


def letter(mail: Mail, letters: Letters) -> EmailMultiAlternatives:
    """Return the mail as it is sent, with the headers by which mail programs know it again and offer to end it."""
    user = mail.user
    language, zone = (user.language, user.zone) if user else (mail.facts["language"], "UTC")
    piece_letters = user.piece_letters if user else AS_IN_ENGLISH
    unsubscribe = _address("unsubscribe", user.unsubscribe_key) if user and not is_about_account(mail, letters) else ""
    with translation.override(language), timezone.override(clock.zone(zone)), moves_shown_with(piece_letters):
        parts = _news_in(mail, letters) if mail.kind == DIGEST else [mail]
        items = [item_of(part, letters) for part in parts]
        context: dict[str, Any] = {
            "items": items,
            "is_digest": mail.kind == DIGEST,
            "name": settings.SLOWMATE_NAME,
            "language": language,
            "settings": _address("settings"),
            "unsubscribe": unsubscribe,
        }
        subject = items[0].subject if mail.kind != DIGEST else _digest_subject(len(items))
        text = render_to_string("mail/letter.txt", context)
        page = render_to_string("mail/letter.html", context)
    to = mail.recipient or (user.email if user else "")
    message = EmailMultiAlternatives(" ".join(subject.split()), text, to=[to], headers=_headers(mail, unsubscribe))
    message.attach_alternative(page, "text/html")
    return message


def _headers(mail: Mail, unsubscribe: str) -> dict[str, str]:
    headers = {
        "Message-ID": message_id(mail),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if unsubscribe:
        headers |= {
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return headers


def message_id(mail: Mail) -> str:
    """Return an id that is the same for every attempt at the same mail, so that a second copy is recognised."""
    host = urlsplit(settings.SLOWMATE_URL).hostname or parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2]
    return f"<{sha256(mail.key.encode()).hexdigest()[:32]}@{host or 'localhost'}>"


def item_of(mail: Mail, letters: Letters) -> LetterItem:
    """Return the text of one mail, in the language and zone that are active."""
    kind = letters[mail.kind]
    context = {
        "facts": mail.facts,
        "made": mail.made,
        "recipient": mail.recipient,
        "server": settings.SLOWMATE_NAME,
        **kind.context(mail),
    }
    subject, _, rest = render_to_string(kind.template, context).strip().partition("\n")
    paragraphs = [" ".join(part.split()) for part in rest.split("\n\n") if part.strip()]
    return LetterItem(subject, paragraphs, settings.SLOWMATE_URL + (mail.link or kind.page(mail)), gettext(kind.action))


def _address(name: str, *args: object) -> str:
    """Return a page's full address, as people use it."""
    return settings.SLOWMATE_URL + reverse(name, args=args)


def _digest_subject(news: int) -> str:
    return translation.ngettext("%(n)d piece of news from your games", "%(n)d pieces of news from your games", news) % {
        "n": news
    }


GAME = ("game__white", "game__black", "game__challenge", "game__pairing__section__event")
"""The relations of the game that mails name."""


def with_readers(mails: "QuerySet[Mail]") -> "QuerySet[Mail]":
    """Load mail with its reader and its game, as its words name them."""
    return mails.select_related("user__player", *GAME).defer("game__snapshot")


def _news_in(mail: Mail, letters: Letters) -> list[Mail]:
    """Return the parts of a daily mail that are still news."""
    parts = Mail.objects.filter(pk__in=mail.facts.get("mails", ()), user=mail.user).order_by("made", "pk")
    return [part for part in with_readers(parts) if not why_not(part, letters)]
