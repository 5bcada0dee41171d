"""Steps of events that are due on a day: a few indexed queries, which the worker repeats."""

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
    """Return the events whose deadline is over."""
    return Event.objects.filter(state=Event.State.OPEN, deadline__lt=on).order_by("pk")


def to_lapse() -> "QuerySet[Event]":
    """Return the announced events that needed approval; whether they lapse, the core decides."""
    return Event.objects.filter(state=Event.State.ANNOUNCED, needs_approval=True).order_by("pk")


def to_start(*, on: date) -> "QuerySet[Event]":
    """Return the events whose start lists are posted and whose day has come."""
    return Event.objects.filter(state=Event.State.POSTED, start__lte=on).order_by("pk")


def sections_to_start(*, on: date) -> "QuerySet[Section]":
    """Return the posted sections with a day of their own, which has come."""
    rows = Section.objects.filter(state=Section.State.POSTED, start__lte=on, event__kind__in=FILLED_FROM_A_QUEUE)
    return rows.exclude(event__state=Event.State.CANCELLED).order_by("pk")


def sections_over() -> "QuerySet[Section]":
    """Return the running sections without a running game."""
    own = Pairing.objects.filter(section=OuterRef("pk"))
    running = own.filter(Q(game=None) | Q(game__finished=None))
    rows = Section.objects.filter(Exists(own), ~Exists(running), state=Section.State.RUNNING)
    return rows.order_by("pk")


def to_play_out() -> "QuerySet[Event]":
    """Return the norm tournaments whose entries are closed."""
    return Event.objects.filter(state=Event.State.CLOSED, kind__in=FILLED_FROM_A_QUEUE).order_by("pk")


def sections_changed(*, since: datetime) -> "QuerySet[Section]":
    """Return the running sections that can give rights, in which a game has ended since an instant."""
    ended = Pairing.objects.filter(section=OuterRef("pk"), game__finished__gte=since)
    rows = Section.objects.filter(Exists(ended), state=Section.State.RUNNING, event__kind__in=GIVE_RIGHTS)
    return rows.order_by("pk")


def sections_over_time(*, on: date) -> "QuerySet[Section]":
    """Return the sections of cups that still run after the end that the rules give them."""
    left = Pairing.objects.filter(section=OuterRef("pk"), game__finished=None, game__awaits_director=False)
    rows = Section.objects.filter(Exists(left), state=Section.State.RUNNING, event__kind__in=CUPS)
    return rows.filter(event__planned_end__lte=on).order_by("start", "pk")


def sections_corrected() -> "QuerySet[Section]":
    """Return the sections that are over and not settled, in which a result was corrected: few."""
    corrected = GameEvent.objects.filter(game__pairing__section=OuterRef("pk"), type="result-corrected")
    return Section.objects.filter(Exists(corrected), state=Section.State.FINISHED).order_by("pk")
