"""Applications that wait for the Qualifications Commissioner or for Congress, as the desk asks for them."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.rulebook.kept import ground_from
from slowmate.server.accounts.models import User
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holds
from slowmate.server.site.desk_items import DeskItem, Urgency
from slowmate.server.titles.models import Application
from slowmate.server.titles.permissions import (
    may_decide_application,
    may_keep_titles,
    may_report_event,
    may_report_to_congress,
)
from slowmate.server.titles.queries.applications import applications
from slowmate.server.titles.text import case_words

KIND = "application"
MOST_GROUNDS = 6


def states_for(person: User) -> list[str]:
    """The states of applications that wait for an office somebody holds."""
    states = [Application.State.OPEN.value] if may_keep_titles(person) else []
    return states + ([Application.State.CONGRESS.value] if holds(person, Office.Kind.CONGRESS) else [])


OPEN = (Application.State.OPEN, Application.State.CONGRESS)


def waiting(person: User, *, at: datetime) -> list[DeskItem]:  # noqa: ARG001 - however late it is
    """Return what somebody may decide."""
    if not states_for(person):
        return []
    rows = applications().filter(may_decide_application.among(person), state__in=OPEN)
    return [_item(row) for row in rows.order_by("made", "pk")]


def number_waiting(person: User, *, at: datetime) -> int:  # noqa: ARG001 - however late it is
    return may_decide_application.rows(person).filter(state__in=OPEN).count() if states_for(person) else 0


def ways_of(person: User) -> list[tuple[str, str]]:
    """Where the desk leads those who keep titles."""
    ways = [(_("Applications for titles"), reverse("title-applications"))] if states_for(person) else []
    if may_report_to_congress(person):
        ways.append((_("Report to Congress"), reverse("titles-report")))
    if may_report_event(person):
        ways.append((_("Events over the board"), reverse("over-the-board")))
    return ways


def _item(row: Application) -> DeskItem:
    kept = [(ground_from(plain), plain.get("holds", True), plain.get("binding", True)) for plain in row.grounds]
    against = [ground for ground, holds, binding in kept if binding and not holds]
    others = [ground for ground, holds, _binding in kept if holds]
    return DeskItem(
        key=f"{KIND}-{row.pk}",
        kind=KIND,
        kind_words=_("Applications for titles"),
        since=row.made,
        urgency=Urgency.ASKED,
        words=_("%(player)s: %(case)s") % {"player": row.player.name, "case": case_words(row.case, row.title)},
        link=reverse("title-application", args=[row.pk]),
        players=(str(row.player.name),),
        grounds=tuple((*against, *others)[:MOST_GROUNDS]),
    )
