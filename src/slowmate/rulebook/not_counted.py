"""Clauses that coverage does not count, each with its reason: those with nothing to decide, and those with no way in.

A clause with nothing to decide (it names a thing, states an aim, asks for conduct) leaves the count. One with no way
in is applied by code that pages run, for rows that nothing on the server writes yet: it counts as not reached.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from slowmate.rulebook.catalogue import Row, table


class Standing(StrEnum):
    """The reasons for which a clause is not counted as covered."""

    NOTHING_TO_DECIDE = "nothing to decide"
    NO_WAY_IN = "no way in"


@dataclass(frozen=True, slots=True)
class NotCounted:
    """A clause that is not counted as covered, and the reason in one sentence."""

    edition: str
    clause: str
    standing: Standing
    reason: str


@cache
def not_counted() -> dict[tuple[str, str], NotCounted]:
    """Return every such clause by edition and address."""
    return {
        (edition, address): NotCounted(edition, address, Standing(standing), reason)
        for edition, address, standing, reason in table("not_counted.csv")
    }


def exception_of(row: Row) -> NotCounted | None:
    """Return why a clause is not counted, or None if it is counted like most."""
    return not_counted().get((row.edition, row.clause))
