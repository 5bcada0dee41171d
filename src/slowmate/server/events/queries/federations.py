"""A federation: its players by rating, its officers and events, its nominations of a year and their quota."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from slowmate.events.entry.nominations import quota
from slowmate.events.entry.routes import HIGHER, LADIES_SEMI, MASTER, PRELIMINARY, SEMI_FINAL
from slowmate.rulebook import Ground
from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Event, EventEntry, Nomination, RightUse, Section, Team
from slowmate.server.events.queries.events import visible_events
from slowmate.server.people.models import Federation, MembersDeclared, Office, Player
from slowmate.server.site.fields import federations

MAX_ROWS = 40
"""Events and teams of a federation that are read, the newest first."""
BY_RATING = ""
"""A nomination for the World Championship: the rating of the day says for which stage."""
WITH_STATEMENT = (HIGHER, MASTER)
"""Classes for which a federation states the qualification of an unrated player."""
NAMED_FOR = (BY_RATING, LADIES_SEMI, *WITH_STATEMENT)
"""What players can be nominated for."""
IN_QUOTA = (BY_RATING, PRELIMINARY, SEMI_FINAL)
"""Nominations that count for the quota of 1.0.10: those for the first two stages of the World Championship."""


@dataclass(frozen=True, slots=True)
class FederationSummary:
    """What is known of a federation beside its players."""

    code: str
    name: str
    is_member: bool
    zone: str
    members: MembersDeclared | None
    """Those it declared last."""
    officers: Sequence[Office]
    nominations: Sequence[Nomination]
    """Of the year, without those it took back."""
    events: Sequence[Event]
    teams: Sequence[Team]
    """Each with the section in which it plays, as ``section``; None before it is seated."""


def players_of(code: str) -> "QuerySet[Player]":
    """Return the players of a federation, the best first; those without a rating after them, by name."""
    return Player.objects.filter(federation=code).order_by(F("rating").desc(nulls_last=True), "folded", "pk")


def federation_summary(code: str, person: Person, *, on: date) -> FederationSummary | None:
    """Read a federation on a day; None where no federation has that code. The number of queries is constant."""
    row = Federation.objects.filter(code=code).first()
    if row is None and code not in federations() and not Player.objects.filter(federation=code).exists():
        return None
    officers = Office.objects.filter(Q(ends=None) | Q(ends__gte=on), federation=code, begins__lte=on)
    first_section = Section.objects.filter(seats__team=OuterRef("pk")).exclude(state=Section.State.PROPOSED)
    teams = Team.objects.filter(federation=code).exclude(event__state=Event.State.DRAFT)
    teams = teams.annotate(section=Subquery(first_section.order_by("-pk").values("pk")[:1]))
    return FederationSummary(
        code=code,
        name=federations().get(code, code),
        is_member=row is None or row.is_member,
        zone=row.zone if row else "",
        members=MembersDeclared.objects.filter(federation=code, year__lte=on.year).order_by("-year").first(),
        officers=list(officers.select_related("user__player").order_by("kind", "begins", "pk")),
        nominations=list(nominations_of(code, on.year).filter(withdrawn=None)),
        events=list(visible_events(person).filter(federation=code).order_by("-start", "-pk")[:MAX_ROWS]),
        teams=list(teams.select_related("event").order_by("-event__start", "name", "pk")[:MAX_ROWS]),
    )


# -- nominations ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NominationQuota:
    """How many players a federation may nominate for a year, by which members, and how many it has nominated."""

    year: int
    members: int
    allowed: int
    named: int
    grounds: tuple[Ground, ...]

    @property
    def left(self) -> int:
        return max(0, self.allowed - self.named)


def members_of(federation: str, year: int) -> int:
    """Return how many members a federation declared for the year before; 0 where it declared nothing."""
    rows = MembersDeclared.objects.filter(federation=federation, year=year - 1)
    return rows.values_list("members", flat=True).first() or 0


def number_named(federation: str, year: int) -> int:
    """Count the nominations for the quota: one that was taken back before it gave a seat does not count."""
    return Nomination.objects.filter(federation=federation, year=year, kind__in=IN_QUOTA, withdrawn=None).count()


def quota_of(federation: str, year: int, *, on: date) -> NominationQuota:
    """Compute the quota of a federation for a year, by the rules of a day."""
    members = members_of(federation, year)
    ruling = quota(members, on=on)
    return NominationQuota(year, members, ruling.value, number_named(federation, year), ruling.grounds)


def nominations_of(federation: str, year: int) -> "QuerySet[Nomination]":
    """Return the nominations of a year, the latest first; *is_used*: it has given a seat."""
    uses = RightUse.objects.filter(nomination=OuterRef("pk"), given_back=None)
    rows = Nomination.objects.filter(federation=federation, year=year).select_related("player")
    return rows.annotate(is_used=Exists(uses)).order_by("-on", "-pk")


def entries_to_confirm(condition: Q) -> "QuerySet[EventEntry]":
    """Return the free entries that wait for a delegate's word, of those that meet a condition."""
    rows = EventEntry.objects.filter(condition, state=EventEntry.State.PENDING)
    waiting = [pk for pk, pending in rows.values_list("pk", "pending") if "delegate" in pending]
    return rows.filter(pk__in=waiting).select_related("player", "event").order_by("made", "pk")


def open_nominations(player: Player, *, on: date) -> list[Nomination]:
    """Return the nominations of a player by their own federation for this year and later that have given no seat."""
    rows = player.nominations.filter(unused(), federation=player.federation, year__gte=on.year, withdrawn=None)
    return list(rows.order_by("year", "pk"))


def unused() -> Q:
    """Return the condition on nominations and grants that no seat uses them."""
    return ~Q(uses__isnull=False, uses__given_back__isnull=True)
