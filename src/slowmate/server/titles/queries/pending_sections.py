"""The sections to be searched for norms and titles by the worker."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from slowmate.server.events.models import Decision, Section
from slowmate.server.events.queries.results import CHOSEN, COUNTS
from slowmate.server.events.queries.reviews import open_corrections
from slowmate.server.events.queries.substitutes import GRANT
from slowmate.server.games.models import GameEvent
from slowmate.server.people.models import Player
from slowmate.server.titles.models import Norm

OVER = (Section.State.FINISHED, Section.State.SETTLED)
CORRECTED = "result-corrected"
CHANGES = ("carry out", "answer for equals", "take back", CHOSEN, GRANT, COUNTS)
"""Decisions about a section that can change its champions, places or norms."""


def sections_to_search() -> "QuerySet[Section]":
    """Return finished sections not searched since their end, without those in which a correction is open."""
    rows = Section.objects.filter(state__in=OVER).exclude(pk__in=open_corrections().values("section"))
    return rows.filter(Q(norms_found=None) | ~Q(norms_found__ended=F("ended"))).order_by("ended", "pk")


def changed_sections() -> "QuerySet[Section]":
    """Return searched sections with a later corrected result or decision."""
    searched = F("game__pairing__section__norms_found__at")
    corrected = GameEvent.objects.filter(type=CORRECTED, at__gte=searched).order_by()
    decided = Decision.objects.filter(what__in=CHANGES, at__gte=F("section__norms_found__at")).order_by()
    sections = Q(pk__in=corrected.values("game__pairing__section")) | Q(pk__in=decided.values("section"))
    rows = Section.objects.filter(sections, state__in=OVER)
    return rows.exclude(pk__in=open_corrections().values("section")).order_by("pk")


def players_with_norms() -> "QuerySet[Player]":
    """Return players with norms: a new rating list can complete their titles."""
    norms = Norm.objects.filter(player=OuterRef("pk"), state=Norm.State.CONFIRMED)
    return Player.objects.filter(Exists(norms)).order_by("pk")
