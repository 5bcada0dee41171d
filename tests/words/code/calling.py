"""What a call gives: an instance, what a function of the package returns, the type of anything else."""

import ast
import contextlib
import dataclasses
import functools
import inspect
from collections import Counter
from collections.abc import Iterable
from datetime import date
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from slowmate.rulebook import EDITIONS, Clause, Dated, Refused, clause, in_force

from .algebra import first_of, it_of, merged, type_of, with_entry
from .frames import Frame, Inner
from .naming import own_nodes
from .parts import Method, elements_of, expanded, got, is_ours, row, rows_of
from .trees import Function, Module, functions
from .values import Alternative, Facts, Known, Made, Many, Of, Row, Value, hints, plain

if TYPE_CHECKING:
    from .evaluating import Evaluator

INTERESTING = ("Clause", "Ground", "Fact", "Dated", "Refused")
_TYPES_OF_BUILTINS: dict[str, Any] = {
    **dict.fromkeys(("len", "int", "floor", "ceil"), int),
    **dict.fromkeys(("any", "all", "bool", "isinstance", "callable"), bool),
    **dict.fromkeys(("float",), float),
    **dict.fromkeys(("str", "repr", "join", "strip", "format", "casefold", "lower", "isoformat", "replace"), str),
}
_METHODS = frozenset({"get", "pop", "setdefault", "values", "items", "keys", "copy", "index", "count", "union"}) | (
    frozenset(_TYPES_OF_BUILTINS)
)


def call(reader: "Evaluator", node: ast.Call, frame: Frame) -> list[Alternative]:
    found = []
    for one in reader.evaluate(node.func, frame):
        results = result(reader, one.value, node, frame)
        found += [both for each in results if (both := each.also(one.given))]
    return found


def result(reader: "Evaluator", called: Value, node: ast.Call, frame: Frame) -> list[Alternative]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    of = node.func.value if isinstance(node.func, ast.Attribute) else None
    if not isinstance(called, Known):
        if of is not None and name in _METHODS:
            return of_builtin_method(reader, name, of, node, frame)
        return plain(Of(_TYPES_OF_BUILTINS.get(name, Any)))
    is_foreign = not isinstance(called.it, Method | Inner) and not _is_dated(called.it) and not is_ours(called.it)
    if of is not None and name in _METHODS and is_foreign:
        return of_builtin_method(reader, name, of, node, frame)
    return _known_result(reader, called.it, name, node, frame)


def _is_dated(it: object) -> bool:
    return isinstance(it, MethodType) and isinstance(it.__self__, Dated)


def _known_result(reader: "Evaluator", it: Any, name: str, node: ast.Call, frame: Frame) -> list[Alternative]:
    match it:
        case Inner():
            label = f"{it.frame.label}>{it.function.name}@{frame.label}#{frame.module.order[node]}"
            bound = bindings(reader, it.function, node, frame)
            inner = Frame(it.frame.module, it.function, label, bound, it.frame, frame.depth + 1)
            return what_returns(reader, inner, Any)
        case Method():
            return inlined(reader, it.function, node, frame, receiver=it.of)
        case MethodType(__self__=Dated() as dated):
            return dated_rows(reader, dated, name, node, frame)
        case functools.partial():
            return inlined(reader, it.func, node, frame, first=[plain(Known(one)) for one in it.args])
        case type():
            return instance(reader, it, node, frame)
        case MethodType() if is_ours(it):
            return inlined(reader, it.__func__, node, frame, receiver=Known(it.__self__))
    if it is clause and isinstance(node.args[0], ast.Constant):
        return plain(Known(clause(node.args[0].value)))
    if it is in_force:
        return clauses_in_force(reader, node, frame)
    if isinstance(it, FunctionType) and is_ours(it):
        return inlined(reader, it, node, frame)
    return of_builtin(reader, name, it, node, frame)


def dated_rows(reader: "Evaluator", dated: "Dated[Any]", name: str, node: ast.Call, frame: Frame) -> list[Alternative]:
    wanted = {
        one.value.it
        for argument in node.args[:1]
        for one in reader.evaluate(argument, frame)
        if isinstance(one.value, Known)
    }
    if name not in {"on", "under"}:
        return plain(Of(Any))
    rows = [dated.under(edition.key) for edition in dated.editions if not wanted or edition.key in wanted]
    return [
        Alternative(Row([plain(Known(cited)), plain(Known(value))]), {"edition": cited.edition.rpartition("-")[2]})
        for cited, value in rows
    ]


def clauses_in_force(reader: "Evaluator", node: ast.Call, frame: Frame) -> list[Alternative]:
    found = []
    for one in reader.evaluate(node.args[0], frame):
        if isinstance(one.value, Known) and isinstance(one.value.it, Clause):
            clauses: dict[Clause, None] = {}
            for edition in EDITIONS.values():
                with contextlib.suppress(LookupError):
                    clauses[in_force(one.value.it, on=edition.begins)] = None
            found += [Alternative(Known(cited), one.given) for cited in clauses]
    return found


def instance(reader: "Evaluator", cls: type, node: ast.Call, frame: Frame) -> list[Alternative]:
    if cls is dict and len(node.args) == 1:
        return reader.evaluate(node.args[0], frame)
    if cls in (list, tuple, set, frozenset, Counter) and node.args:
        return plain(Many(elements_of(reader, reader.evaluate(node.args[0], frame))))
    if cls in (list, tuple, set, frozenset):
        return plain(Many([]))
    if cls in (zip, enumerate, reversed):
        return of_builtin(reader, cls.__name__, cls, node, frame)
    if cls is str and node.args:
        known = [one for one in reader.evaluate(node.args[0], frame) if isinstance(one.value, Known)]
        return [Alternative(Known(str(it_of(one))), one.given) for one in known] or plain(Of(str))
    if cls is Refused:
        return plain(Made(cls, {"grounds": row(reader, node.args, frame)}))
    if dataclasses.is_dataclass(cls) and is_ours(cls):
        return plain(Made(cls, fields_of(reader, cls, node, frame)))
    return plain(Of(cls))


def fields_of(reader: "Evaluator", cls: type, node: ast.Call, frame: Frame) -> dict[str, list[Alternative]]:
    known = [one for one in dataclasses.fields(cls) if one.init]
    found: dict[str, list[Alternative]] = {}
    for one in known:
        if one.default is not dataclasses.MISSING:
            found[one.name] = plain(Known(one.default))
        elif one.default_factory is not dataclasses.MISSING:
            found[one.name] = plain(Facts({})) if one.default_factory is dict else plain(Of(Any))
        else:
            found[one.name] = plain(Of(hints(cls).get(one.name, Any)))
    given = [one for one in known if not one.kw_only]
    starred = next((at for at, one in enumerate(node.args) if isinstance(one, ast.Starred)), len(node.args))
    after = node.args[starred + 1 :]
    pairs = [*zip(given, node.args[:starred], strict=False), *zip(given[len(given) - len(after) :], after, strict=True)]
    for one, argument in pairs:
        found[one.name] = reader.evaluate(argument, frame)
    for keyword in node.keywords:
        if keyword.arg:
            found[keyword.arg] = reader.evaluate(keyword.value, frame)
    return found


def of_builtin(reader: "Evaluator", name: str, it: object, node: ast.Call, frame: Frame) -> list[Alternative]:
    arguments = [reader.evaluate(one, frame) for one in node.args]
    if name in {"sorted", "reversed", "iter", "fromkeys", "chain"} and arguments:
        return plain(Many(elements_of(reader, arguments[0])))
    if name == "next" and arguments:
        return [*elements_of(reader, arguments[0]), *(arguments[1] if len(arguments) > 1 else [])]
    if name in {"min", "max"}:
        parts = (
            elements_of(reader, arguments[0]) if len(arguments) == 1 else [each for one in arguments for each in one]
        )
        default = [each for one in node.keywords if one.arg == "default" for each in reader.evaluate(one.value, frame)]
        return [*parts, *default]
    if name == "sum" and arguments:
        return (
            plain(Of(int))
            if type_of(first_of(elements_of(reader, arguments[0]))) is bool
            else elements_of(reader, arguments[0])
        )
    if name in {"round", "abs"} and arguments:
        kinds = {int: int} if len(arguments) == 1 and name == "round" else {}
        return plain(*(Of(kinds.get(type_of(one.value), type_of(one.value))) for one in arguments[0]))
    if name == "zip":
        return plain(Many(plain(Row([elements_of(reader, one) for one in arguments]))))
    if name == "enumerate" and arguments:
        return plain(Many(plain(Row([plain(Of(int)), elements_of(reader, arguments[0])]))))
    if it is dataclasses.replace and arguments:
        return replaced(reader, arguments[0], node, frame)
    if name in _TYPES_OF_BUILTINS:
        return plain(Of(_TYPES_OF_BUILTINS[name]))
    return plain(Of(hints(it).get("return", Any) if callable(it) else Any))


def replaced(reader: "Evaluator", values: list[Alternative], node: ast.Call, frame: Frame) -> list[Alternative]:
    changes = {one.arg: reader.evaluate(one.value, frame) for one in node.keywords if one.arg}
    found = []
    for one in values:
        if isinstance(one.value, Made):
            found.append(Alternative(Made(one.value.cls, {**one.value.fields, **changes}), one.given))
        else:
            found.append(one)
    return found


def of_builtin_method(reader: "Evaluator", name: str, of: ast.expr, node: ast.Call, frame: Frame) -> list[Alternative]:
    """Methods of mappings, lists and text."""
    found: list[Alternative] = []
    for one in reader.evaluate(of, frame):
        value = one.value
        if name in {"get", "pop", "setdefault"} and node.args:
            default = reader.evaluate(node.args[1], frame) if len(node.args) > 1 else plain(Known(None))
            for key in reader.evaluate(node.args[0], frame):
                found += [both for each in got(reader, value, key.value, default) if (both := each.also(key.given))]
        elif name in {"values", "items"}:
            found += plain(Many(rows_of(reader, value, pairs=name == "items")))
        elif name in {"keys", "copy", "union"}:
            found.append(one)
        elif name in {"index", "count"}:
            found += plain(Of(int))
        elif name in _TYPES_OF_BUILTINS:
            found += plain(Of(date if name == "replace" and type_of(value) is date else _TYPES_OF_BUILTINS[name]))
        else:
            found += plain(Of(Any))
    return found


def inlined(
    reader: "Evaluator",
    function: Any,
    node: ast.Call,
    frame: Frame,
    *,
    receiver: Value | None = None,
    first: Iterable[list[Alternative]] = (),
) -> list[Alternative]:
    """What a function of the package returns: looked up in its body where that tells of clauses or facts."""
    function = inspect.unwrap(function)
    returned = hints(function).get("return", Any)
    body = functions().get((function.__module__, function.__code__.co_firstlineno))
    if body is None or not is_interesting(body[1]):
        return expanded(reader, plain(Of(returned)))
    module, tree = body
    inner = Frame(
        module,
        tree,
        f"{frame.label}>{module.name}.{getattr(tree, 'name', 'lambda')}@{frame.module.order[node]}",
        bindings(reader, tree, node, frame, receiver=receiver, first=list(first)),
        closure(function, module),
        frame.depth + 1,
    )
    return what_returns(reader, inner, returned)


def what_returns(reader: "Evaluator", frame: Frame, hint: Any) -> list[Alternative]:
    found: list[Alternative] = []
    yields: list[Alternative] = []
    function = frame.function
    assert function is not None
    if isinstance(function, ast.Lambda):
        return reader.evaluate(function.body, frame)
    for node in own_nodes(frame.module, function):
        if isinstance(node, ast.Return) and node.value is not None:
            under = reader.path(node, frame)
            found += [both for one in reader.evaluate(node.value, frame) if (both := one.also(under))]
        elif isinstance(node, ast.Yield) and node.value is not None:
            yields += reader.evaluate(node.value, frame)
        elif isinstance(node, ast.YieldFrom):
            yields += elements_of(reader, reader.evaluate(node.value, frame))
    if yields:
        return plain(Many(yields))
    return found or plain(Of(hint))


def bindings(
    reader: "Evaluator",
    function: Function,
    node: ast.Call,
    frame: Frame,
    *,
    receiver: Value | None = None,
    first: list[list[Alternative]] | None = None,
) -> dict[str, list[Alternative]]:
    arguments = function.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    given: list[list[Alternative]] = [*([plain(receiver)] if receiver is not None else []), *(first or [])]
    bound: dict[str, list[Alternative]] = {}
    rest: list[Alternative] = []
    for one in node.args:
        if isinstance(one, ast.Starred):
            rest += elements_of(reader, reader.evaluate(one.value, frame))
        else:
            given.append(reader.evaluate(one, frame))
    bound |= zip(names, given, strict=False)
    if arguments.vararg:
        bound[arguments.vararg.arg] = plain(Many([*rest, *(one for each in given[len(names) :] for one in each)]))
    more = plain(Facts({}))
    known = {*names, *(one.arg for one in arguments.kwonlyargs)}
    for keyword in node.keywords:
        value = reader.evaluate(keyword.value, frame)
        if keyword.arg is None:
            more = merged(more, value)
        elif keyword.arg in known:
            bound[keyword.arg] = value
        else:
            more = with_entry(more, keyword.arg, value)
    if arguments.kwarg:
        bound[arguments.kwarg.arg] = more
    else:
        for given_as in more:
            if isinstance(given_as.value, Facts):
                for key, values in given_as.value.entries.items():
                    bound.setdefault(key, plain(*values))
    defaults(reader, function, bound, frame)
    return bound


def defaults(reader: "Evaluator", function: Function, bound: dict[str, list[Alternative]], frame: Frame) -> None:
    arguments = function.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    pairs: list[tuple[str, ast.expr | None]] = [
        *zip(names[len(names) - len(arguments.defaults) :], arguments.defaults, strict=True),
        *zip((one.arg for one in arguments.kwonlyargs), arguments.kw_defaults, strict=True),
    ]
    for name, default in pairs:
        if name not in bound and isinstance(default, ast.Constant):
            bound[name] = reader.evaluate(default, frame)


@functools.cache
def is_interesting(function: Function) -> bool:
    """Whether what a function returns may carry clauses or facts."""
    if isinstance(function, ast.Lambda):
        return True
    returns = ast.unparse(function.returns) if function.returns else "Ground"
    words = (*INTERESTING, "Ruling", "Judged", "Requirement", "Tried", "dict", "Mapping", "Threshold", "Check")
    return any(word in returns for word in words) or any(
        isinstance(node, ast.Name) and node.id in {"Ground", "clause"} for node in ast.walk(function)
    )


def closure(function: Any, module: Module) -> Frame | None:
    """What a function made inside another remembers of it."""
    cells = getattr(function, "__closure__", None)
    if not cells:
        return None
    bound = {
        name: plain(Known(cell.cell_contents)) for name, cell in zip(function.__code__.co_freevars, cells, strict=True)
    }
    return Frame(module, None, f"{module.name} closure of {function.__qualname__} {sorted(map(str, bound))}", bound)
