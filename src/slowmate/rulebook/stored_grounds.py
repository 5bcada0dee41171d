"""Grounds as they are stored: plain values that can be read back as they were, dates as dates, fractions exact."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

from slowmate.rulebook.rulings import Clause, Fact, Ground, Role


def plain_ground(ground: Ground) -> dict[str, Any]:
    facts = {key: _plain_fact(fact) for key, fact in ground.facts.items()}
    role = {"role": ground.role.value} if ground.role else {}
    return {"clause": str(ground.clause), "facts": facts, **role}


def plain_grounds(grounds: Iterable[Ground]) -> list[dict[str, Any]]:
    return [plain_ground(ground) for ground in grounds]


def ground_from(plain: Mapping[str, Any]) -> Ground:
    role = Role(plain["role"]) if "role" in plain else None
    return Ground(Clause.parse(plain["clause"]), {key: _fact(fact) for key, fact in plain["facts"].items()}, role)


def grounds_from(plain: Iterable[Mapping[str, Any]]) -> tuple[Ground, ...]:
    return tuple(ground_from(ground) for ground in plain)


def _plain_fact(fact: Fact) -> Any:  # noqa: ANN401 - JSON
    if isinstance(fact, datetime):
        return {"instant": fact.isoformat()}
    if isinstance(fact, date):
        return {"day": fact.isoformat()}
    if isinstance(fact, timedelta):
        return {"seconds": fact // timedelta(seconds=1)}
    if isinstance(fact, Fraction):
        return {"fraction": str(fact)}
    if isinstance(fact, Decimal):
        return {"decimal": str(fact)}
    if fact is None or isinstance(fact, bool | int | float | str):
        return fact
    if isinstance(fact, Mapping):
        return {"named": {key: _plain_fact(item) for key, item in fact.items()}}
    if isinstance(fact, Sequence):
        return [_plain_fact(item) for item in fact]
    raise TypeError(f"{fact!r} cannot be kept with a ground")


def _fact(plain: Any) -> Fact:  # noqa: ANN401 - JSON
    if isinstance(plain, dict):
        ((kind, stored),) = plain.items()
        return _FACTS[kind](stored)
    if isinstance(plain, list):
        return tuple(_fact(item) for item in plain)
    return plain  # type: ignore[no-any-return]  # text, a number or nothing


def instant(plain: str) -> datetime:
    """Parse an instant; raise `ValueError` if it has no time zone."""
    parsed = datetime.fromisoformat(plain)
    if parsed.tzinfo is None:
        raise ValueError(f"{plain!r} is an instant of no zone")
    return parsed


def _seconds(plain: object) -> timedelta:
    if type(plain) is not int:
        raise TypeError(f"{plain!r} is not int")
    return timedelta(seconds=plain)


_FACTS: dict[str, Callable[[Any], Fact]] = {
    "instant": instant,
    "day": date.fromisoformat,
    "seconds": _seconds,
    "fraction": Fraction,
    "decimal": Decimal,
    "named": lambda facts: {key: _fact(item) for key, item in facts.items()},
}
