"""Requests for Replacement status that wait for a director or the Qualifications Commissioner, for the desk."""

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, SeatHolding, Section
from slowmate.server.events.pages.section_substitutes import status_ruling, ways_of
from slowmate.server.events.permissions import may_decide_status
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.queries.substitutes import STATUS
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holds, holds_direction
from slowmate.server.site.desk_items import DeskAction, DeskItem, Urgency
from slowmate.server.site.text import word


def requests_for(person: User) -> "QuerySet[Case]":
    """Return the requests that wait for somebody's decision."""
    return may_decide_status.rows(person).filter(procedure=STATUS, closed=None)


def has_word(person: User) -> bool:
    return holds_direction(person) or holds(person, Office.Kind.QUALIFICATIONS)


def waiting_requests(person: User) -> list[DeskItem]:
    if not has_word(person):
        return []
    rows = requests_for(person).select_related("section__event__series", "section__director", "player", "team")
    cases = list(rows.order_by("opened", "pk"))
    held = {one.pk: one for one in _holdings(cases)}
    return [_waiting(case, held.get(case.facts["holding"])) for case in cases if case.section is not None]


def _holdings(cases: list[Case]) -> "QuerySet[SeatHolding]":
    numbers = [case.facts["holding"] for case in cases]
    return SeatHolding.objects.filter(pk__in=numbers).select_related("seat")


def _waiting(case: Case, holding: SeatHolding | None) -> DeskItem:
    section: Section = case.section  # type: ignore[assignment]  # asked before
    facts = [(_("State"), word("state", case.state)), (_("Team"), case.team.name if case.team else "")]
    if holding is not None:
        facts.append((_("Board"), str(holding.seat.board)))
        facts.append((_("In the place of"), str(holding.seat.name)))
    return DeskItem(
        key=f"status-{case.pk}",
        kind="status",
        kind_words=_("Replacement status"),
        since=case.opened,
        urgency=Urgency.ASKED,
        words=_("A substitute asks for Replacement status"),
        link=reverse("section-substitutes", args=[section.pk]),
        event_id=section.event_id,
        event=name_of(section),
        players=(str(case.player.name),) if case.player else (),
        facts=tuple(facts),
        grounds=status_ruling(case, section).grounds,
        ways=tuple(
            DeskAction(one.words, reverse("status-act", args=[case.pk, one.what]), {}, one.draft or None)
            for one in ways_of(case)
        ),
    )
