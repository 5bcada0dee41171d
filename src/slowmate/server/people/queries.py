"""Searches for players by name."""

from itertools import permutations

from django.db.models import F, QuerySet, prefetch_related_objects

from slowmate.server.accounts.models import User
from slowmate.server.people.models import Player
from slowmate.server.site.folding import folded

MAX_NAMESAKES = 6
"""Players that a form offers where several have the same name."""
MAX_WORDS = 4
"""Words of a name up to which every order of them is searched."""


def players(words: str = "", *, federation: str = "", by_rating: bool = False) -> "QuerySet[Player]":
    """Return players by name, or the strongest first.

    *words*: only those whose name has each of them, in any order.
    """
    strength = (F("rating").desc(nulls_last=True),) if by_rating else ()
    rows = Player.objects.order_by(*strength, "folded", "pk")
    if federation:
        rows = rows.filter(federation=federation)
    for word in folded(words).split():
        rows = rows.filter(folded__contains=word)
    return rows


def prefetch_offices(person: User) -> None:
    """Read a person's offices once, for a page that asks for many of their rights."""
    prefetch_related_objects([person], "offices")


def namesakes(name: str) -> "QuerySet[Player]":
    """Return the players of a name; if there are none, those whose name has its words."""
    text = folded(name)
    rows = Player.objects.filter(folded=text).order_by("pk")
    return rows if rows.exists() or not text else players(text)


def players_named(name: str) -> "QuerySet[Player]":
    """Return the players who have just this name, whichever of its words comes first."""
    words = folded(name).split()
    orders = permutations(words) if len(words) <= MAX_WORDS else [words]
    return Player.objects.filter(folded__in={" ".join(order) for order in orders}).order_by("pk")
