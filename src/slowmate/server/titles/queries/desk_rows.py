"""The norms, titles and applications that wait for the Qualifications Commissioner, the Executive Board or Congress."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from slowmate.server.accounts.models import User
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import holds
from slowmate.server.site.rules import NOTHING
from slowmate.server.titles.models import Application, Norm, TitleAward
from slowmate.server.titles.permissions import (
    may_decide_application,
    may_keep_titles,
    may_recommend_award,
    may_settle_award,
    may_settle_norm,
)
from slowmate.server.titles.queries.applications import applications
from slowmate.titles.iccf.confirmation import ConfirmingBody

FOR_BOARD = ConfirmingBody.COMMISSIONER_FOR_BOARD
OPEN_STATES = (Application.State.OPEN, Application.State.CONGRESS)


def _proposed_norms(person: User) -> "QuerySet[Norm]":
    return may_settle_norm.rows(person).filter(state=Norm.State.PROPOSED)


def results_to_confirm(person: User, _at: datetime) -> "QuerySet[Norm]":
    """Return one norm of each result that waits: a result may be a norm for several titles."""
    if not may_keep_titles(person):
        return Norm.objects.none()
    same_result = {name: OuterRef(name) for name in ("player", "event", "started")}
    earlier = _proposed_norms(person).filter(**same_result, pk__lt=OuterRef("pk"))
    return _proposed_norms(person).filter(~Exists(earlier)).order_by("found", "pk")


def load_results(rows: "QuerySet[Norm]", person: User) -> Iterable[list[Norm]]:
    """Return the norms of each of these results."""
    results: dict[tuple[int, str, object], list[Norm]] = {(row.player_id, row.event, row.started): [] for row in rows}
    norms = _proposed_norms(person).select_related("player", "section__event").order_by("pk")
    for norm in norms if results else ():
        results.setdefault((norm.player_id, norm.event, norm.started), []).append(norm)
    return results.values()


def awards_to_decide(person: User, _at: datetime) -> "QuerySet[TitleAward]":
    """Return the titles that wait for somebody. Those proposed to Congress are decided with their application."""
    settled, recommended = may_settle_award.among(person), may_recommend_award.among(person)
    if settled == recommended == NOTHING:
        return TitleAward.objects.none()
    proposed, by_board = Q(state=TitleAward.State.PROPOSED), Q(confirmed_by=FOR_BOARD)
    to_confirm = Q(confirmed_by=ConfirmingBody.COMMISSIONER) | (by_board & Q(recommended__isnull=False))
    to_settle = (proposed & to_confirm) | Q(state=TitleAward.State.CONFIRMED, is_void=True)
    to_recommend = proposed & Q(recommended__isnull=True)
    rows = TitleAward.objects.filter((settled & to_settle) | (recommended & to_recommend))
    return rows.select_related("player", "section__event").order_by("found", "pk")


def states_for(person: User) -> list[str]:
    """Return the states of applications that wait for an office somebody holds."""
    states = [Application.State.OPEN.value] if may_keep_titles(person) else []
    return states + ([Application.State.CONGRESS.value] if holds(person, Office.Kind.CONGRESS) else [])


def applications_to_decide(person: User, _at: datetime) -> "QuerySet[Application]":
    """Return the applications that wait for somebody."""
    condition = may_decide_application.among(person)
    if condition == NOTHING:
        return Application.objects.none()
    return applications().filter(condition, state__in=OPEN_STATES).order_by("made", "pk")
