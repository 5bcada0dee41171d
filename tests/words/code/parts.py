"""Parts of values: attributes, what stands under a key, what a collection gives."""

import ast
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any

from .algebra import entries_of
from .frames import Frame
from .values import (
    Alternative,
    Facts,
    Known,
    Made,
    Many,
    Of,
    Row,
    Value,
    attribute,
    carries,
    element,
    is_cited,
    item,
    members,
    plain,
)

if TYPE_CHECKING:
    from .evaluating import Evaluator


@dataclass(frozen=True)
class Method:
    """A method of the package's code, and what it is called on."""

    function: FunctionType
    of: Value


def attribute_of(reader: "Evaluator", value: Value, name: str) -> list[Alternative]:
    match value:
        case Made(cls, fields):
            if name in fields:
                return fields[name]
            return member_of(cls, name, value)
        case Known(it):
            if it is None:
                return []
            return plain(Known(getattr(it, name))) if hasattr(it, name) else plain(Of(Any))
        case Of(hint):
            found = []
            for member in members(hint):
                if member is type(None):
                    continue
                if carries(member) and (is_cited(hint := attribute(member, name)) or carries(hint)):
                    found += [
                        both
                        for number, one in enumerate(reader.instances(member))
                        for part in attribute_of(reader, one.value, name)
                        if (both := part.also({**one.given, f"instance of {id(value)}": number}))
                    ]
                else:
                    found += member_of(member, name, value)
            return found
    return plain(Of(Any))


def member_of(cls: Any, name: str, value: Value) -> list[Alternative]:
    found = attribute(cls, name)
    if isinstance(found, FunctionType) and is_ours(found):
        return plain(Known(Method(found, value)))
    if isinstance(found, classmethod | staticmethod):
        return plain(Known(getattr(cls, name)))
    return plain(Of(found))


def keys_of(reader: "Evaluator", index: ast.expr, frame: Frame) -> list[Any]:
    return [one.value.it for one in reader.evaluate(index, frame) if isinstance(one.value, Known)]


def at_key(reader: "Evaluator", value: Value, keys: list[Any]) -> list[Alternative]:
    match value:
        case Known(None):
            return []
        case Row(elements) if len(keys) == 1 and isinstance(keys[0], int):
            return elements[keys[0]] if -len(elements) <= keys[0] < len(elements) else []
        case Facts(entries):
            values = [entries[key] for key in keys if key in entries] or list(entries.values())
            return plain(*(one for alternatives in values for one in alternatives))
        case Known(it) if isinstance(it, Mapping | tuple | list):
            try:
                chosen = [it[key] for key in keys]
            except (KeyError, IndexError, TypeError):
                chosen = []
            everything = list(it.values()) if isinstance(it, Mapping) else list(it)
            return plain(*(Known(one) for one in chosen or everything))
        case Of(hint):
            if typing.get_origin(hint) is tuple and len(keys) == 1 and isinstance(keys[0], int):
                arguments = typing.get_args(hint)
                if Ellipsis not in arguments:
                    return plain(Of(arguments[keys[0]]))
            return plain(*(Of(item(member)) for member in members(hint)))
    return elements_of(reader, plain(value))


def elements_of(reader: "Evaluator", values: Iterable[Alternative]) -> list[Alternative]:
    """What going through a collection gives."""
    found: list[Alternative] = []
    for one in values:
        match one.value:
            case Row(elements):
                parts = [each for alternatives in elements for each in alternatives]
            case Many(elements):
                parts = elements
            case Known(it) if isinstance(it, Iterable) and not isinstance(it, str):
                parts = plain(*(Known(each) for each in it))
            case Facts(entries):
                parts = plain(*(Known(key) for key in entries))
            case Of(hint):
                parts = expanded(reader, plain(*(Of(element(member)) for member in members(hint))))
            case _:
                parts = plain(Of(Any))
        found += [both for part in parts if (both := part.also(one.given))]
    return found


def expanded(reader: "Evaluator", values: list[Alternative]) -> list[Alternative]:
    """Instances that bring clauses with them, each by itself, instead of their type."""
    found = []
    for one in values:
        parts = members(one.value.hint) if isinstance(one.value, Of) else ()
        if any(carries(part) for part in parts):
            for part in parts:
                found += reader.instances(part) if carries(part) else plain(Of(part))
        else:
            found.append(one)
    return found


def rows_of(reader: "Evaluator", value: Value, *, pairs: bool) -> list[Alternative]:
    found: list[Alternative] = []
    match value:
        case Known(it) if isinstance(it, Mapping):
            found = plain(*(Row([plain(Known(key)), plain(Known(one))]) for key, one in it.items()))
        case Facts(entries):
            found = plain(*(Row([plain(Known(key)), plain(*ones)]) for key, ones in entries.items()))
        case Of(hint) if len(typing.get_args(hint)) == 2:
            key, one = typing.get_args(hint)
            found = plain(Row([plain(Of(key)), expanded(reader, plain(Of(one)))]))
        case Many(elements):
            found = plain(Row([plain(Of(str)), elements]))
    if pairs:
        return found
    return [each for row in found if isinstance(row.value, Row) for each in row.value.elements[1]]


def got(reader: "Evaluator", value: Value, key: Value, default: list[Alternative]) -> list[Alternative]:
    """What stands under a key, or the default where it may not be there."""
    if isinstance(key, Known):
        entries = entries_of(value)
        if key.it in entries:
            return plain(*entries[key.it])
        if isinstance(value, Facts) or (isinstance(value, Known) and isinstance(value.it, Mapping)):
            if isinstance(value, Known) and key.it in value.it:
                return plain(Known(value.it[key.it]))
            return default
    return [*at_key(reader, value, []), *default]


def row(reader: "Evaluator", elements: list[ast.expr], frame: Frame) -> list[Alternative]:
    if not any(isinstance(one, ast.Starred) for one in elements):
        return plain(Row([reader.evaluate(one, frame) for one in elements]))
    found = []
    for one in elements:
        values = reader.evaluate(one, frame)
        found += elements_of(reader, values) if isinstance(one, ast.Starred) else values
    return plain(Many(found))


def is_ours(it: object) -> bool:
    return str(getattr(it, "__module__", "")).startswith("slowmate.")
