"""Grounds as JSON: clause and facts, with numbers and dates a script can read."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias, Union

from slowmate.rulebook import Fact, Ground, Requirement

Json: TypeAlias = Union[  # noqa: UP007 - a recursive alias needs its own name in quotes, which | does not take
    bool, int, float, str, list["Json"], dict[str, "Json"], None
]


def number(value: Fraction | Decimal) -> int | float:
    """Return a number as a whole one where it is one: 8, not 8.0."""
    return int(value) if value == int(value) else float(value)


def fact_json(fact: Fact) -> Json:
    if isinstance(fact, bool | int | float | str | None):
        return fact
    if isinstance(fact, Fraction | Decimal):
        return number(fact)
    if isinstance(fact, date):
        return fact.isoformat()
    if isinstance(fact, timedelta):
        return int(fact.total_seconds())
    if isinstance(fact, Mapping):
        return {str(key): fact_json(value) for key, value in fact.items()}
    if isinstance(fact, Sequence):
        return [fact_json(value) for value in fact]
    raise TypeError(f"{fact!r} cannot stand in a ground")


def ground_json(ground: Ground) -> dict[str, Json]:
    return {"clause": str(ground.clause), "facts": {key: fact_json(fact) for key, fact in ground.facts.items()}}


def requirement_json(requirement: Requirement) -> dict[str, Json]:
    ground = ground_json(requirement.ground)
    binding: dict[str, Json] = {} if requirement.binding else {"binding": False}
    return {"clause": ground["clause"], "holds": requirement.holds, "facts": ground["facts"], **binding}
