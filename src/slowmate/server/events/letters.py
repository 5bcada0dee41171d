"""What is told by mail about entries, nominations and rights.

How an entry stood before it went on is no news any more; what was decided is always told.
"""

from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from slowmate.server.events.models import EventEntry, Grant, Nomination, Right
from slowmate.server.events.queries.entries import waiting_place
from slowmate.server.events.services.notices import KINDS
from slowmate.server.events.text import kind_words, pending_words, use_words
from slowmate.server.mail.letters import Letters, MailKind, page_named
from slowmate.server.mail.models import Mail
from slowmate.server.people.permissions import player_of

GONE_ON = "the entry has gone on meanwhile"
NO_MORE = "the right is used or over meanwhile"


def _entry(mail: Mail) -> EventEntry | None:
    rows = EventEntry.objects.select_related("event", "player")
    return rows.filter(pk=mail.facts.get("entry")).first()


def _about_entry(mail: Mail) -> dict[str, Any]:
    """The entry, what is missing of it, and its place in the waiting list."""
    entry = _entry(mail)
    if entry is None:
        return {}
    is_waiting = entry.state == EventEntry.State.WAITING
    return {
        "entry": entry,
        "event": entry.event,
        "missing": [pending_words(one) for one in entry.pending],
        "place": waiting_place(entry) if is_waiting else None,
        "uses": [use_words(one) for one in entry.uses],
    }


def _page_of_entry(mail: Mail) -> str:
    return reverse("entry", args=[mail.facts["entry"]])


def _gone_on(mail: Mail) -> str:
    entry = _entry(mail)
    return "" if entry is not None and KINDS[entry.state] == mail.kind else GONE_ON


def _nomination(mail: Mail) -> dict[str, Any]:
    row = Nomination.objects.filter(pk=mail.facts.get("nomination")).first()
    return {"nomination": row, "kind": kind_words(row.kind) if row and row.kind else ""}


def _withdrawn(mail: Mail) -> str:
    is_open = Nomination.objects.filter(pk=mail.facts.get("nomination"), withdrawn=None).exists()
    return "" if is_open else GONE_ON


def _grant(mail: Mail) -> dict[str, Any]:
    row = Grant.objects.filter(pk=mail.facts.get("grant")).first()
    return {"grant": row, "kind": kind_words(row.kind) if row else ""}


def _right(mail: Mail) -> dict[str, Any]:
    row = Right.objects.select_related("section").filter(pk=mail.facts.get("right")).first()
    return {"right": row, "kind": kind_words(row.to) if row else ""}


def _no_more(mail: Mail) -> str:
    row = Right.objects.filter(pk=mail.facts.get("right")).first()
    is_his = row is not None and row.player == (player_of(mail.user) if mail.user else None)
    return "" if is_his and row is not None and row.state in ("open", "deferred") else NO_MORE


_of_entry = partial(MailKind, page=_page_of_entry, action=_("Open the entry"), context=_about_entry)
_of_right = partial(
    MailKind, page=page_named("me"), action=_("My rights and entries"), context=_right, why_not=_no_more
)

LETTERS: Letters = {
    "entry-received": _of_entry("events/mail/entry-received.txt", why_not=_gone_on),
    "entry-accepted": _of_entry("events/mail/entry-accepted.txt", why_not=_gone_on),
    "entry-waiting": _of_entry("events/mail/entry-waiting.txt", why_not=_gone_on),
    "entry-seated": _of_entry("events/mail/entry-seated.txt", why_not=_gone_on),
    "entry-refused": _of_entry("events/mail/entry-refused.txt"),
    "entry-withdrawn": _of_entry("events/mail/entry-withdrawn.txt"),
    "nominated": MailKind(
        "events/mail/nominated.txt",
        page=page_named("me"),
        action=_("My rights and entries"),
        context=_nomination,
        why_not=_withdrawn,
    ),
    "granted": MailKind(
        "events/mail/granted.txt", page=page_named("me"), action=_("My rights and entries"), context=_grant
    ),
    "right-earned": _of_right("events/mail/right-earned.txt"),
    "right-expires": _of_right("events/mail/right-expires.txt"),
}
