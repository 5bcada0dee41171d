"""What somebody may plan, and what he is planning."""

from django.db.models import Q

from slowmate.records import KINDS, Family, Kind
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event
from slowmate.server.events.permissions import may_plan, runs
from slowmate.server.events.text import family_words, kind_words
from slowmate.server.people.queries import prefetch_offices


def kinds_to_plan(person: User) -> list[tuple[str, list[tuple[str, str]]]]:
    """The kinds of event that somebody may plan, by their families, as he reads them."""
    prefetch_offices(person)
    found: dict[Family, list[tuple[str, str]]] = {}
    for kind in KINDS.values():
        if kind.family is not Family.FIDE and may_plan(person, kind):
            found.setdefault(kind.family, []).append((kind.slug, kind_words(kind.slug)))
    return [(family_words(family), kinds) for family, kinds in found.items()]


def may_plan_any(person: User) -> bool:
    """Whether there is a kind of event that somebody may plan."""
    prefetch_offices(person)
    return any(_is_iccf(kind) and may_plan(person, kind) for kind in KINDS.values())


def _is_iccf(kind: Kind) -> bool:
    return kind.family is not Family.FIDE


def drafts_of(person: User) -> list[Event]:
    """Events that are being planned by whoever runs them, the latest first."""
    prefetch_offices(person)
    rows = Event.objects.filter(state=Event.State.DRAFT).filter(Q(organiser=None) | Q(organiser=person))
    return [event for event in rows.select_related("series").order_by("-made", "-pk")[:MOST] if runs(person, event)]


MOST = 200
"""Drafts that are looked at."""
