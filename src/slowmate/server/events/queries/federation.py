"""A federation as everybody sees it: its players by rating, its officers, the nominations of a year, its own events."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import F, Q, QuerySet

from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Event, Nomination, Team
from slowmate.server.events.queries.listing import visible_events
from slowmate.server.events.queries.nominations import nominations_of
from slowmate.server.people.models import Federation, MembersDeclared, Office, Player
from slowmate.server.site.fields import federations

MOST = 40
"""Events and teams that are shown, the newest first."""


@dataclass(frozen=True, slots=True)
class FederationPage:
    """What is said of a federation beside its players."""

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


def players_of(code: str) -> "QuerySet[Player]":
    """The best first; who has no rating after them, by name."""
    return Player.objects.filter(federation=code).order_by(F("rating").desc(nulls_last=True), "folded", "pk")


def federation_page(code: str, person: Person, *, on: date) -> FederationPage | None:
    """A federation on a day; None where there is none of that code. The same queries whatever it has."""
    row = Federation.objects.filter(code=code).first()
    if row is None and code not in federations() and not Player.objects.filter(federation=code).exists():
        return None
    officers = Office.objects.filter(Q(ends=None) | Q(ends__gte=on), federation=code, begins__lte=on)
    teams = Team.objects.filter(federation=code).exclude(event__state=Event.State.DRAFT)
    return FederationPage(
        code=code,
        name=federations().get(code, code),
        is_member=row is None or row.is_member,
        zone=row.zone if row else "",
        members=MembersDeclared.objects.filter(federation=code, year__lte=on.year).order_by("-year").first(),
        officers=list(officers.select_related("user__player").order_by("kind", "begins", "pk")),
        nominations=list(nominations_of(code, on.year).filter(withdrawn=None)),
        events=list(visible_events(person).filter(federation=code).order_by("-start", "-pk")[:MOST]),
        teams=list(teams.select_related("event").order_by("-event__start", "name", "pk")[:MOST]),
    )
