"""What an expression can be, as far as the code tells: a value we know, or its type."""

import dataclasses
import inspect
import types
import typing
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any

from slowmate.rulebook import Clause, Ground
from slowmate.rulebook.rulings import Fact


@dataclass(frozen=True, eq=False, slots=True)
class Known:
    """A value that is the same whenever the code runs."""

    it: Any


@dataclass(frozen=True, eq=False, slots=True)
class Of:
    """Some value of a type."""

    hint: Any


@dataclass(frozen=True, eq=False, slots=True)
class Facts:
    """A mapping with the keys the code writes, and what each can be."""

    entries: dict[str, list["Value"]]


@dataclass(frozen=True, eq=False, slots=True)
class Made:
    """An instance made by a call of its class."""

    cls: type
    fields: dict[str, list["Alternative"]]


@dataclass(frozen=True, eq=False, slots=True)
class Row:
    """A tuple or list whose elements are written out."""

    elements: list[list["Alternative"]]


@dataclass(frozen=True, eq=False, slots=True)
class Many:
    """Some number of these."""

    elements: list["Alternative"]


Value = Known | Of | Facts | Made | Row | Many


@dataclass(frozen=True, eq=False, slots=True)
class Alternative:
    """One thing an expression can be, and what has to be the case for it: conditions and choices."""

    value: Value
    given: Mapping[str, object] = dataclasses.field(default_factory=dict)

    def also(self, given: Mapping[str, object]) -> "Alternative | None":
        """The same under more conditions; None where they cannot all be."""
        if not self.is_possible_with(given):
            return None
        return Alternative(self.value, {**self.given, **given}) if given else self

    def is_possible_with(self, given: Mapping[str, object]) -> bool:
        few, many = sorted((self.given, given), key=len)
        for key in few:  # noqa: SIM110 - asked many million times, where a generator costs its while
            if many.get(key, few[key]) != few[key]:
                return False
        return True


def together(one: Sequence[Alternative], other: Sequence[Alternative]) -> Iterator[tuple[Alternative, Alternative]]:
    """Pairs of alternatives that can be at once. What both were chosen by is looked up first, for there are many."""
    shared = [key for key in (one[0].given if one else ()) if all(key in each.given for each in one)]
    key = max(shared, key=lambda name: len({str(each.given[name]) for each in one}), default="")
    by_choice: dict[object, list[Alternative]] = {}
    for each in other:
        by_choice.setdefault(each.given.get(key), []).append(each)
    for first in one:
        chosen = first.given.get(key)
        for second in (*by_choice.get(chosen, ()), *(by_choice.get(None, ()) if chosen is not None else ())):
            if first.is_possible_with(second.given):
                yield first, second


def plain(*values: Value) -> list[Alternative]:
    return [Alternative(value) for value in values]


# -- types ------------------------------------------------------------------------------------------------------------

SAMPLES: dict[Any, tuple[Any, ...]] = {
    bool: (True, False),
    int: (1, 2, 0, 5),
    float: (1.0, 0.25, 2410.5),
    str: ("Sample",),
    date: (date(2018, 3, 1),),
    datetime: (datetime(2018, 3, 1, 12, 30, tzinfo=UTC),),
    timedelta: (timedelta(days=1), timedelta(days=3, hours=4), timedelta(0)),
    Fraction: (Fraction(1), Fraction(15, 2), Fraction(1, 2), Fraction(0)),
    Decimal: (Decimal("0.35"), Decimal(1)),
    type(None): (None,),
    Clause: (Clause("ICCF-TR-2017", "7.1"),),
}
"""Values to try a sentence with: one and several, whole and half, nothing where there can be nothing."""


@cache
def hints(of: Any, /) -> dict[str, Any]:
    """The annotations of a class or function, evaluated."""
    try:
        return typing.get_type_hints(of)
    except (NameError, TypeError, AttributeError):
        return {}


def members(hint: Any) -> tuple[Any, ...]:
    """The types of a union; any other type alone."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return tuple(member for part in typing.get_args(hint) for member in members(part))
    return (hint,)


def element(hint: Any) -> Any:
    """The type of what a collection gives when it is gone through."""
    origin, arguments = typing.get_origin(hint), [one for one in typing.get_args(hint) if one is not Ellipsis]
    if origin is tuple and len(arguments) > 1:
        return typing.Union[tuple(arguments)]  # noqa: UP007 - made of a list
    if arguments and inspect.isclass(origin) and issubclass(origin, Iterable):
        return arguments[0]
    return str if hint is str else Any


def item(hint: Any) -> Any:
    """The type of what stands under a key or a number."""
    if inspect.isclass(origin := typing.get_origin(hint)) and issubclass(origin, Mapping):
        return typing.get_args(hint)[1]
    return element(hint)


def attribute(hint: Any, name: str) -> Any:
    """The type of an attribute, or of what a property gives; a method is given itself."""
    cls = typing.get_origin(hint) or hint
    if not inspect.isclass(cls):
        return Any
    found = inspect.getattr_static(cls, name, None)
    if isinstance(found, property):
        return hints(found.fget).get("return", Any)
    if issubclass(cls, Enum) and name == "value":
        return Values(cls)
    if issubclass(cls, date) and name in {"year", "month", "day", "days"}:
        return int
    if issubclass(cls, timedelta) and name == "days":
        return int
    known: Any = cls
    annotated = hints(known).get(name)
    if annotated is not None:
        return _with_arguments(hint, cls, annotated)
    return found if callable(found) or isinstance(found, classmethod | staticmethod) else Any


def _with_arguments(hint: Any, cls: type, annotated: Any) -> Any:
    """What a field's type variable stands for, as in `Ruling[int]`."""
    arguments = typing.get_args(hint)
    parameters = getattr(cls, "__parameters__", ())
    return arguments[parameters.index(annotated)] if annotated in parameters and arguments else annotated


@dataclass(frozen=True)
class Values:
    """The type of what the members of an enumeration are written as."""

    enum: type[Enum]


def samples(value: Value) -> Iterator[Any]:
    """Values to try a fact with."""
    match value:
        case Known(it):
            yield list(it) if isinstance(it, set | frozenset) else it
        case Of(hint):
            for member in members(hint):
                yield from _of_type(member)
        case Made(cls, _):
            yield from _of_type(cls)
        case Facts(entries):
            yield {key: next(samples(values[0])) for key, values in entries.items()}
        case Row(elements):
            yield [next(samples(one[0].value)) for one in elements]
        case Many(elements):
            found = [one for alternative in elements for one in samples(alternative.value)][:3]
            yield []
            yield found[:1]
            yield found[:2] if len(found) > 1 else found[:1] * 2


def _of_type(hint: Any) -> Iterator[Any]:
    origin, cls = typing.get_origin(hint), hint
    if isinstance(hint, Values):
        yield from (member.value for member in hint.enum)
        return
    if inspect.isclass(origin) and issubclass(origin, Mapping):
        of = next(_of_type(item(hint)), 1)
        yield from ({}, {"Ann": of}, {"Ann": of, "Bob": of})
        return
    if inspect.isclass(origin) and issubclass(origin, Collection):
        each = [one for member in members(element(hint)) for one in _of_type(member)]
        yield from ([], each[:1], (each * 2)[:2])
        return
    if inspect.isclass(cls) and issubclass(cls, Enum):
        yield from cls
        return
    yield from SAMPLES.get(cls, ())


def sample(value: Value) -> Any:
    """One value to compute with, or None."""
    return next(samples(value), None)


def is_fact(value: object) -> bool:
    """Whether a value can stand in a ground."""
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and is_fact(one) for key, one in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return all(is_fact(one) for one in value)
    return value is None or isinstance(value, typing.get_args(Fact)[:-3])


def carries(cls: object) -> bool:
    """Whether instances of a class bring clauses or grounds with them, to be cited elsewhere."""
    if not (inspect.isclass(cls) and dataclasses.is_dataclass(cls) and cls.__module__.startswith("slowmate.")):
        return False
    if cls is Ground or cls.__module__.startswith("slowmate.rulebook"):
        return False
    return any(is_cited(one.type) for one in dataclasses.fields(cls))


def is_cited(hint: object) -> bool:
    """Whether a type is one that grounds are made of."""
    text = str(hint)
    return any(word in text for word in ("Clause", "Dated", "Fact", "Ruling")) or text == "Ground" or hint is Ground
