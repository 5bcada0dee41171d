"""Sections whose consequences are under review: a result was corrected, and what follows is not decided yet."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from slowmate.server.events.models import Case, Section
from slowmate.server.events.queries.case_turns import CORRECTION

OPENED_AGAIN = "opened again"
"""The state of a correction in which the section itself is still open."""


def open_corrections() -> "QuerySet[Case]":
    """Return the corrections that are not decided yet: few."""
    return Case.objects.filter(procedure=CORRECTION, closed=None)


def under_review(sections: Iterable[int | None]) -> dict[int, int]:
    """Return the numbers of the open corrections of sections, by the numbers of the sections."""
    numbers = {pk for pk in sections if pk is not None}
    if not numbers:
        return {}
    rows = open_corrections().filter(section__in=numbers).values_list("section", "pk")
    return {section: case for section, case in rows if section is not None}


def review_flag(path: str) -> Exists:
    """Return an annotation: whether what follows from the section to which a column leads is under review."""
    return Exists(open_corrections().filter(section=OuterRef(path)).order_by())


def correction_of(section: Section) -> Case | None:
    """Return the open correction of a section."""
    return open_corrections().filter(section=section).first()
