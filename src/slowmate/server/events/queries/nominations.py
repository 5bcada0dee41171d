"""A federation's nominations of a year, and the arithmetic of its quota."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from slowmate.events.entry.nominations import quota
from slowmate.events.entry.routes import HIGHER, LADIES_SEMI, MASTER, PRELIMINARY, SEMI_FINAL
from slowmate.rulebook import Ground
from slowmate.server.events.models import EventEntry, Nomination, RightUse
from slowmate.server.people.models import MembersDeclared

BY_RATING = ""
"""Named for the World Championship: the rating of the day says for which stage."""
WITH_STATEMENT = (HIGHER, MASTER)
"""Classes for which a federation states the qualification of an unrated player."""
NAMED_FOR = (BY_RATING, LADIES_SEMI, *WITH_STATEMENT)
"""What players are named for."""
IN_QUOTA = (BY_RATING, PRELIMINARY, SEMI_FINAL)
"""Nominations that count for the quota of 1.0.10: those for the first two stages of the World Championship."""


@dataclass(frozen=True, slots=True)
class Quota:
    """How many players a federation may name for a year, by which members, and how many it has named."""

    year: int
    members: int
    allowed: int
    named: int
    grounds: tuple[Ground, ...]

    @property
    def left(self) -> int:
        return max(0, self.allowed - self.named)


def members_of(federation: str, year: int) -> int:
    """The members a federation declared for the year before; none where it declared nothing."""
    rows = MembersDeclared.objects.filter(federation=federation, year=year - 1)
    return rows.values_list("members", flat=True).first() or 0


def number_named(federation: str, year: int) -> int:
    """How many nominations count for the quota: what was taken back before it gave a seat does not."""
    return Nomination.objects.filter(federation=federation, year=year, kind__in=IN_QUOTA, withdrawn=None).count()


def quota_of(federation: str, year: int, *, on: date) -> Quota:
    members = members_of(federation, year)
    ruling = quota(members, on=on)
    return Quota(year, members, ruling.value, number_named(federation, year), ruling.grounds)


def nominations_of(federation: str, year: int) -> "QuerySet[Nomination]":
    """Those of a year, the latest first; *is_used*: it has given a seat."""
    uses = RightUse.objects.filter(nomination=OuterRef("pk"), given_back=None)
    rows = Nomination.objects.filter(federation=federation, year=year).select_related("player")
    return rows.annotate(is_used=Exists(uses)).order_by("-on", "-pk")


def to_confirm(condition: Q) -> "QuerySet[EventEntry]":
    """Return the free entries that wait for a delegate's word, of those that meet a condition."""
    rows = EventEntry.objects.filter(condition, state=EventEntry.State.PENDING)
    waiting = [pk for pk, pending in rows.values_list("pk", "pending") if "delegate" in pending]
    return rows.filter(pk__in=waiting).select_related("player", "event").order_by("made", "pk")
