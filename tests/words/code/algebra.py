"""Alternatives put together: operations on values, mappings with one more entry, what is the same said once."""

import ast
import itertools
import operator
from collections.abc import Callable, Mapping
from typing import Any

from .values import Alternative, Facts, Known, Made, Of, Value, sample

MOST = 4000

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitOr: operator.or_,
}


def it_of(one: Alternative) -> Any:
    return one.value.it if isinstance(one.value, Known) else None


def first_of(values: list[Alternative]) -> Value:
    return values[0].value if values else Of(Any)


def type_of(value: Value) -> Any:
    match value:
        case Known(it):
            return type(it)
        case Of(hint):
            return hint
        case Made(cls, _):
            return cls
        case Facts():
            return dict[str, Any]
    return list[Any]


def computed(op: ast.operator, one: Value, other: Value) -> Any:
    first, second = sample(one), sample(other)
    if first is None or second is None or type(op) not in _OPERATORS:
        return type_of(other) if first is None else type_of(one)
    try:
        return type(_OPERATORS[type(op)](first, second))
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        return type_of(one)


def few(values: list[Alternative]) -> list[Alternative]:
    """Alternatives without those that say the same under the same conditions."""
    found: dict[object, Alternative] = {}
    for one in values:
        found.setdefault((shape(one.value), tuple(sorted(map(str, one.given.items())))), one)
    return list(found.values())[:MOST]


def shape(value: Value) -> object:
    match value:
        case Known(it):
            return "known", it if _is_hashable(it) else id(it), type(it)
        case Of(hint):
            return "of", str(hint)
        case Facts(entries):
            return "facts", tuple((key, tuple(shape(one) for one in ones)) for key, ones in entries.items())
    return id(value)


def _is_hashable(it: object) -> bool:
    """Whether a value can be a key; one that holds a mapping says so only when it is asked."""
    try:
        hash(it)
    except TypeError:
        return False
    return True


def merged(one: list[Alternative], other: list[Alternative]) -> list[Alternative]:
    """Two mappings as one."""
    found = []
    for first, second in itertools.product(one, other):
        both = first.also(second.given)
        if both is not None and isinstance(first.value, Facts):
            more = entries_of(second.value)
            found.append(Alternative(Facts({**first.value.entries, **more}), both.given))
    return found


def entries_of(value: Value) -> dict[str, list[Value]]:
    match value:
        case Facts(entries):
            return entries
        case Known(it) if isinstance(it, Mapping):
            return {str(key): [Known(one)] for key, one in it.items()}
    return {}


def with_entry(state: list[Alternative], key: str, values: list[Alternative]) -> list[Alternative]:
    """A mapping with one more entry. Values that depend on the same conditions as the rest are kept apart by them."""
    found = []
    for one in state:
        if not isinstance(one.value, Facts):
            continue
        by_condition: dict[str, tuple[dict[str, object], list[Value]]] = {}
        for value in values:
            both = one.also(value.given)
            if both is None:
                continue
            chosen = dict(both.given)
            by_condition.setdefault(str(sorted(map(str, chosen.items()))), (chosen, []))[1].append(value.value)
        for given, ones in by_condition.values():
            found.append(Alternative(Facts({**one.value.entries, key: ones}), given))
    return found
