"""Cases of a person: those they are concerned with, and those in which it is their turn."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import QuerySet

from slowmate.server.accounts.models import User
from slowmate.server.cases.permissions import concerns, may_see_case, may_take_step
from slowmate.server.events.models import Case
from slowmate.server.events.queries.case_turns import OfficeHolders, cases_with_subjects
from slowmate.server.site.rules import NOTHING

MAX_ON_TURN = 500
"""Open cases that are looked at for one person."""
MAX_OF_PARTY = 20
"""Open cases on one's own page; the list of cases has all."""


def case_for(person: User, pk: int, procedures: Collection[str]) -> Case | None:
    """Return a case that a person may see."""
    rows = cases_with_subjects().filter(may_see_case.among(person), procedure__in=procedures)
    return rows.filter(pk=pk).first()


def cases_of(person: User, procedures: Collection[str], *, is_open: bool | None = None) -> "QuerySet[Case]":
    """Return the cases that a person may see, the newest first; open or closed ones alone, if that is asked."""
    rows = cases_with_subjects().filter(may_see_case.among(person), procedure__in=procedures)
    if is_open is not None:
        rows = rows.filter(closed__isnull=is_open)
    return rows.order_by("-opened", "-pk")


def open_cases_of_party(person: User, procedures: Collection[str]) -> list[Case]:
    """Return the open cases that a person is a party to, the newest first."""
    rows = cases_with_subjects().filter(concerns(person), procedure__in=procedures, closed=None)
    return list(rows.order_by("-opened", "-pk")[:MAX_OF_PARTY])


def on_turn(person: User, procedures: Collection[str], _at: datetime) -> list[Case]:
    """Return the open cases whose next step is a person's, the oldest first."""
    condition = may_see_case.among(person)
    if condition == NOTHING:
        return []
    rows = cases_with_subjects().filter(condition, procedure__in=procedures, closed=None)
    holders = OfficeHolders()
    return [case for case in rows.order_by("opened", "pk")[:MAX_ON_TURN] if may_take_step(person, case, holders)]
