"""What is to happen to events by itself on a day: a few indexed queries, asked again and again by the worker."""

from datetime import date, datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from slowmate.events.entry.routes import ROUTES
from slowmate.events.kinds import FILLED_FROM_A_QUEUE
from slowmate.records import KINDS, Family
from slowmate.server.events.models import Event, Pairing, Section
from slowmate.server.games.models import GameEvent

CUPS = frozenset(slug for slug, kind in KINDS.items() if kind.family is Family.CUP)
GIVE_RIGHTS = frozenset(kind for route in ROUTES for kind in route.kinds)
"""Kinds of event whose results give rights."""


def to_close(*, on: date) -> "QuerySet[Event]":
    """Events whose deadline is over."""
    return Event.objects.filter(state=Event.State.OPEN, deadline__lt=on).order_by("pk")


def to_lapse() -> "QuerySet[Event]":
    """Announced events that somebody had to approve: whether they lapse, the core says."""
    return Event.objects.filter(state=Event.State.ANNOUNCED, needs_approval=True).order_by("pk")


def to_start(*, on: date) -> "QuerySet[Event]":
    """Events whose start lists are posted and whose day has come."""
    return Event.objects.filter(state=Event.State.POSTED, start__lte=on).order_by("pk")


def sections_to_start(*, on: date) -> "QuerySet[Section]":
    """The same of sections that have a day of their own."""
    rows = Section.objects.filter(state=Section.State.POSTED, start__lte=on, event__kind__in=FILLED_FROM_A_QUEUE)
    return rows.exclude(event__state=Event.State.CANCELLED).order_by("pk")


def sections_over() -> "QuerySet[Section]":
    """Running sections none of whose games runs any more."""
    own = Pairing.objects.filter(section=OuterRef("pk"))
    running = own.filter(Q(game=None) | Q(game__finished=None))
    rows = Section.objects.filter(Exists(own), ~Exists(running), state=Section.State.RUNNING)
    return rows.order_by("pk")


def to_play_out() -> "QuerySet[Event]":
    """Norm tournaments whose entries are closed."""
    return Event.objects.filter(state=Event.State.CLOSED, kind__in=FILLED_FROM_A_QUEUE).order_by("pk")


def sections_changed(*, since: datetime) -> "QuerySet[Section]":
    """Running sections that can give rights, in which a game has ended since an instant."""
    ended = Pairing.objects.filter(section=OuterRef("pk"), game__finished__gte=since)
    rows = Section.objects.filter(Exists(ended), state=Section.State.RUNNING, event__kind__in=GIVE_RIGHTS)
    return rows.order_by("pk")


def sections_over_time(*, on: date) -> "QuerySet[Section]":
    """Sections of cups that still run after the end that the rules give them: whether games are left, the core says."""
    left = Pairing.objects.filter(section=OuterRef("pk"), game__finished=None, game__awaits_director=False)
    rows = Section.objects.filter(Exists(left), state=Section.State.RUNNING, event__kind__in=CUPS)
    return rows.filter(event__planned_end__lte=on).order_by("start", "pk")


def sections_corrected() -> "QuerySet[Section]":
    """Sections that are over and not yet settled, in which a result was corrected: few, so that all are looked at."""
    corrected = GameEvent.objects.filter(game__pairing__section=OuterRef("pk"), type="result-corrected")
    return Section.objects.filter(Exists(corrected), state=Section.State.FINISHED).order_by("pk")
