"""Mail about events, entries, nominations and rights.

An earlier state of an entry is no news any more; decisions are always sent.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_noop as _

from slowmate.server.events.models import (
    Case,
    Event,
    EventEntry,
    Grant,
    Nomination,
    Pairing,
    Right,
    Seat,
    SeatHolding,
    Section,
)
from slowmate.server.events.queries.entries import waiting_place
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.queries.start_lists import posted_of
from slowmate.server.events.services.notices import KINDS
from slowmate.server.events.text import entry_words, kind_words, pending_words, use_words
from slowmate.server.mail.letters import Letters, MailKind, page_named
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.words import score

GONE_ON = "the entry has gone on meanwhile"
NO_MORE = "the right is used or over meanwhile"


def _entry(mail: Mail) -> EventEntry | None:
    rows = EventEntry.objects.select_related("event", "player")
    return rows.filter(pk=mail.facts.get("entry")).first()


def _about_entry(mail: Mail) -> dict[str, Any]:
    """Return the entry, what is missing, and its place on the waiting list."""
    entry = _entry(mail)
    if entry is None:
        return {}
    is_waiting = entry.state == EventEntry.State.WAITING
    seat = entry.seats.select_related("section").order_by("-pk").first()
    return {
        "entry": entry,
        "event": entry.event,
        "words": entry_words(entry.state),
        "missing": [pending_words(what) for what in entry.pending],
        "place": waiting_place(entry) if is_waiting else None,
        "uses": [use_words(use) for use in entry.uses],
        "start": seat.section.start if seat else entry.event.start,
        "is_lost": entry.used.filter(given_back=None).exists(),
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


def _event(mail: Mail) -> dict[str, Any]:
    """Return the event, and how many have entered."""
    event = Event.objects.filter(pk=mail.facts.get("event")).first()
    states = (EventEntry.State.ACCEPTED, EventEntry.State.WAITING, EventEntry.State.SEATED)
    return {"event": event, "entrants": event.entries.filter(state__in=states).count() if event else 0}


def _section(mail: Mail) -> dict[str, Any]:
    """Return the section, and the seat of the reader."""
    section = Section.objects.select_related("event").filter(pk=mail.facts.get("section")).first()
    seat = Seat.objects.filter(pk=mail.facts.get("seat")).first()
    return {"section": section, "section_name": name_of(section) if section else "", "seat": seat}


def _start_list(mail: Mail) -> dict[str, Any]:
    """Add the points that make a norm for the reader."""
    context = _section(mail)
    section, seat = context["section"], context["seat"]
    listed = posted_of(section) if section else None
    own = next((line for line in listed.seats if seat and line.player == str(seat.player_id)), None) if listed else None
    norms = [f"{title} {score(points)}" for title, points in own.norms.items() if points is not None] if own else []
    return {**context, "norms": norms}


def _started(mail: Mail) -> dict[str, Any]:
    """Add the number of the reader's games."""
    context = _section(mail)
    seat = context["seat"]
    rows = Pairing.objects.filter(Q(white=seat) | Q(black=seat)) if seat else Pairing.objects.none()
    return {**context, "games": rows.count()}


def _directed(mail: Mail) -> dict[str, Any]:
    """Return the sections that a director was named for."""
    rows = Section.objects.select_related("event").filter(pk__in=mail.facts.get("sections", ()))
    return {**_section(mail), "sections": [name_of(section) for section in rows.order_by("number")]}


def _substitute(mail: Mail) -> dict[str, Any]:
    """Return who has taken which board of which team, and whose place."""
    rows = SeatHolding.objects.select_related("seat__team", "seat__section__event")
    holding = rows.filter(pk=mail.facts.get("holding")).first()
    former = Player.objects.filter(pk=mail.facts.get("former")).first()
    return {**_section(mail), "holding": holding, "seat": holding.seat if holding else None, "former": former}


def _status(mail: Mail) -> dict[str, Any]:
    """Return the request for Replacement status, and its outcome."""
    case = Case.objects.select_related("player").filter(pk=mail.facts.get("case")).first()
    is_own = case is not None and mail.user is not None and case.player == player_of(mail.user)
    return {
        **_section(mail),
        "case": case,
        "is_own": is_own,
        "is_granted": case is not None and case.state == "granted",
    }


def _status_gone_on(mail: Mail) -> str:
    state = {"status-asked": "requested", "status-consent": "director agrees"}[mail.kind]
    is_open = Case.objects.filter(pk=mail.facts.get("case"), state=state, closed=None).exists()
    return "" if is_open else GONE_ON


def _page_of(name: str, fact: str) -> Callable[[Mail], str]:
    """Return a function that gives the page a mail is about."""
    return lambda mail: reverse(name, args=[mail.facts[fact]])


_of_event = partial(MailKind, page=_page_of("event", "event"), action=_("Open the event"), context=_event)
_to_run = partial(MailKind, page=_page_of("event-run", "event"), action=_("Run the event"), context=_event)
_of_section = partial(MailKind, page=_page_of("section", "section"), action=_("Open the section"), context=_section)
_of_entry = partial(MailKind, page=_page_of_entry, action=_("Open the entry"), context=_about_entry)
_of_right = partial(
    MailKind, page=page_named("me"), action=_("My rights and entries"), context=_right, why_not=_no_more
)

_of_substitutes = partial(
    MailKind, page=_page_of("section-substitutes", "section"), action=_("Look at it and decide"), context=_status
)

LETTERS: Letters = {
    "event-extended": _of_event("events/mail/event-extended.txt"),
    "event-postponed": _of_event("events/mail/event-postponed.txt"),
    "event-day-corrected": _of_event("events/mail/event-day-corrected.txt"),
    "event-cancelled": _of_event("events/mail/event-cancelled.txt"),
    "event-lapsed": _to_run("events/mail/event-lapsed.txt"),
    "entries-closed": _of_event("events/mail/entries-closed.txt"),
    "divide-event": _to_run("events/mail/divide-event.txt"),
    "approval-asked": _to_run("events/mail/approval-asked.txt"),
    "approval-decided": _to_run("events/mail/approval-decided.txt"),
    "start-list": _of_section("events/mail/start-list.txt", context=_start_list),
    "section-started": _of_section("events/mail/section-started.txt", context=_started),
    "section-directed": _of_section("events/mail/section-directed.txt"),
    "section-finished": _of_section("events/mail/section-finished.txt"),
    "settle-section": _of_section(
        "events/mail/settle-section.txt", page=_page_of("section-run", "section"), action=_("Carry it out")
    ),
    "director-named": _of_section("events/mail/director-named.txt", context=_directed),
    "substitute-placed": _of_section("events/mail/substitute-placed.txt", context=_substitute),
    "substitute-replaced": _of_section("events/mail/substitute-replaced.txt", context=_substitute),
    "substitute-reported": _of_section("events/mail/substitute-reported.txt", context=_substitute),
    "substitute-met": _of_section("events/mail/substitute-met.txt", context=_substitute),
    "status-asked": _of_substitutes("events/mail/status-asked.txt", why_not=_status_gone_on),
    "status-consent": _of_substitutes("events/mail/status-consent.txt", why_not=_status_gone_on),
    "status-decided": _of_section("events/mail/status-decided.txt", context=_status),
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
