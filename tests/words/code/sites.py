"""Every place of the code where a ground is made, with the clauses and facts it can have there."""

import ast
import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import ModuleType
from typing import TYPE_CHECKING, Any

from slowmate.rulebook import Clause, Ground

from .calling import bindings
from .frames import Frame
from .trees import Function, Module, modules
from .values import Alternative, Facts, Known, Made, Of, Value, hints, is_cited, plain, together

if TYPE_CHECKING:
    from .evaluating import Evaluator

CORE = tuple(f"slowmate.{name}" for name in ("board", "play", "ratings", "titles", "events"))
"""The packages that decide; the others tell what was decided."""


@dataclass(frozen=True)
class Site:
    """A place where a ground is made."""

    module: str
    line: int
    code: str
    grounds: tuple[tuple[Clause, dict[str, list[Value]]], ...]
    unknown: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.module}, line {self.line}: {self.code}"


def frames_of(reader: "Evaluator", module: Module, function: Function | None) -> list[Frame]:
    """A function as its callers call it, where that decides on clauses or facts; otherwise with types alone."""
    if function is None:
        return [Frame(module, None, module.name)]
    label = f"{module.name}.{getattr(function, 'name', 'lambda')}:{function.lineno}"
    around = module.function_of(function)
    if around is not None:
        return [inner for outer in reader.frames(module, around) for inner in nested(reader, module, function, outer)]
    if isinstance(function, ast.Lambda) or not takes_clauses(module, function):
        return [Frame(module, function, label)]
    found = []
    for caller, call in callers(module, function):
        for outer in reader.frames(caller, caller.function_of(call)):
            receiver = Of(Any) if module.class_of(function) else None
            bound = bindings(reader, function, call, outer, receiver=receiver)
            found.append(Frame(module, function, f"{label}<{outer.label}@{caller.order[call]}", bound))
    return found or [Frame(module, function, label)]


def nested(reader: "Evaluator", module: Module, function: Function, outer: Frame) -> list[Frame]:
    label = f"{outer.label}>{getattr(function, 'name', 'lambda')}:{function.lineno}"
    if isinstance(function, ast.Lambda) or not takes_clauses(module, function):
        return [Frame(module, function, label, {}, outer)]
    calls = [one for one in module.calls.get(function.name, ()) if module.function_of(one) is outer.function]
    return [
        Frame(module, function, f"{label}@{module.order[call]}", bindings(reader, function, call, outer), outer)
        for call in calls
    ]


def instances(reader: "Evaluator", cls: type) -> list[Alternative]:
    """Every instance of a class that the package makes, in its constants and in its functions."""
    return [*plain(*(Known(one) for one in constants(cls))), *made(reader, cls)]


def made(reader: "Evaluator", cls: type) -> list[Alternative]:
    found = []
    for module in modules().values():
        for call in module.calls.get(cls.__name__, ()):
            function = module.function_of(call)
            if function is None or getattr(module.living, cls.__name__, None) is not cls:
                continue
            for frame in reader.frames(module, function):
                found += [one for one in reader.evaluate(call, frame) if isinstance(one.value, Made)]
    return found


def grounds_of(reader: "Evaluator") -> Iterator["Site"]:
    """Every place where a ground is made, with what its clause and facts can be there."""
    for module in modules().values():
        if module.name.startswith(CORE):
            for call in module.calls.get("Ground", ()):
                if getattr(module.living, "Ground", None) is Ground:
                    yield site_of(reader, module, call)


def site_of(reader: "Evaluator", module: Module, call: ast.Call) -> "Site":
    found: list[tuple[Clause, dict[str, list[Value]]]] = []
    unknown = []
    for frame in reader.frames(module, module.function_of(call)):
        for made in reader.evaluate(call, frame):
            if not isinstance(made.value, Made):
                continue
            under = reader.path(call, frame)
            for cited, facts in together(made.value.fields["clause"], made.value.fields["facts"]):
                both = cited.also({**facts.given, **under})
                if both is None or not reader.can_be(both.given):
                    continue
                if isinstance(cited.value, Known) and isinstance(facts.value, Facts):
                    if isinstance(cited.value.it, Clause):
                        found.append((cited.value.it, facts.value.entries))
                else:
                    unknown.append(f"{cited.value} {facts.value} in {frame.label}")
    return Site(module.name, call.lineno, ast.unparse(call), tuple(found), tuple(unknown))


def takes_clauses(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function is given clauses or facts, so that its callers decide what its grounds say."""
    arguments = function.args
    several = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    several += [one for one in (arguments.vararg, arguments.kwarg) if one]
    living = getattr(module.living, function.name, None)
    known = [str(hint) for name, hint in hints(living).items() if name != "return"] if callable(living) else []
    texts = [*known, *(ast.unparse(one.annotation) for one in several if one.annotation)]
    return any(is_cited(text) or "Ground" in text for text in texts)


def callers(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[Module, ast.Call]]:
    """Every call of a function in the package."""
    owner = module.class_of(function)
    for caller in modules().values():
        for call in caller.calls.get(function.name, ()):
            if owner is not None:
                if isinstance(call.func, ast.Attribute):
                    yield caller, call
            elif isinstance(call.func, ast.Name):
                if getattr(caller.living, function.name, None) is getattr(module.living, function.name):
                    yield caller, call
            elif isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
                of = getattr(caller.living, call.func.value.id, None)
                if isinstance(of, ModuleType) and of.__name__ == module.name:
                    yield caller, call


@functools.cache
def constants(cls: type) -> list[Any]:
    """Every instance of a class among the constants of the package."""
    found: dict[int, Any] = {}

    def look(at: object, deep: int) -> None:
        if isinstance(at, cls):
            found[id(at)] = at
        if deep and isinstance(at, Mapping):
            for one in at.values():
                look(one, deep - 1)
        elif deep and isinstance(at, tuple | list | set | frozenset):
            for one in at:
                look(one, deep - 1)

    for module in modules().values():
        if cls.__name__ in module.calls:
            for value in list(vars(module.living).values()):
                if not isinstance(value, type | Enum):
                    look(value, 4)
    return list(found.values())
