"""Rules about who may: each asked of one row, or of all rows at once, and written in one place."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)

NOTHING = Q(pk__in=())
"""The condition that no row meets."""


@dataclass(frozen=True, slots=True)
class Rule(Generic[Row]):
    """A right to rows of a table, as a predicate and as a condition. The two agree: `tests/server/test_rules.py`.

    Pages and services ask a rule about a row, `may_see_event(person, event)`; lists, the API and the desk filter by
    `may_see_event.among(person)`.
    """

    model: type[Row]
    holds: Callable[[Any, Row], bool]
    """Whether a person has the right to a row."""
    among: Callable[[Any], Q]
    """The condition of the rows to which a person has the right."""

    def __call__(self, person: Any, row: Row) -> bool:
        return self.holds(person, row)

    def rows(self, person: Any) -> "QuerySet[Row]":
        """Return the rows to which a person has the right."""
        return self.model._default_manager.filter(self.among(person))

    def through(self, path: str, person: Any) -> Q:
        """Return the condition of rows that lead by *path* to one to which a person has the right."""
        condition = self.among(person)
        return NOTHING if condition == NOTHING else Q(**{f"{path}__in": self.rows(person).values("pk")})
