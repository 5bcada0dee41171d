"""What a name is: the assignments that reach a place, parameters, what a loop goes through."""

import ast
import builtins
import functools
from types import FunctionType
from typing import TYPE_CHECKING, Any

from .algebra import few, merged, with_entry
from .frames import Frame, Inner
from .parts import at_key, elements_of, expanded, is_ours
from .trees import Function, Module, functions
from .values import Alternative, Facts, Known, Made, Many, Of, Row, plain

if TYPE_CHECKING:
    from .evaluating import Evaluator


def named(reader: "Evaluator", name: str, node: ast.AST, frame: Frame) -> list[Alternative]:
    """What a name is where a node stands: in a comprehension, in the function, around it, in the module."""
    generator = _generator(name, node, frame)
    if generator is not None:
        values = unpacked(reader, generator.target, name, gone_through(reader, generator.iter, frame), frame)
        for test in generator.ifs:
            if not is_inside(frame.module, node, [test]):
                under = reader.under(frame, test, held=True)
                values = [both for one in values if (both := one.also(under))]
        return values
    if frame.function is not None:
        found = assigned(reader, name, node, frame)
        if found is not None:
            return found
        if frame.outer is not None:
            return named(reader, name, frame.function, frame.outer)
    if name in frame.bound:
        return frame.bound[name]
    living = frame.module.living
    return plain(Known(getattr(living, name, getattr(builtins, name, None))))


def _generator(name: str, node: ast.AST, frame: Frame) -> ast.comprehension | None:
    """The part of a comprehension around a node that gives a name its values."""
    module = frame.module
    for parent, child in module.above(node):
        if parent is frame.function:
            break
        if isinstance(parent, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            for at, generator in enumerate(parent.generators):
                if child is generator and not is_inside(module, node, generator.ifs) and at == 0:
                    continue
                if name in names_in(generator.target) and not is_inside(module, node, [generator.iter]):
                    return generator
    return None


def gone_through(reader: "Evaluator", node: ast.expr, frame: Frame) -> list[Alternative]:
    return tagged(
        reader, elements_of(reader, reader.evaluate(node, frame)), f"{frame.label} #{frame.module.order[node]}"
    )


def tagged(reader: "Evaluator", values: list[Alternative], name: str) -> list[Alternative]:
    """Each alternative with its number, so that two uses of one name are the same alternative."""
    values = expanded(reader, values)
    if len(values) < 2:
        return values
    return [Alternative(one.value, {**one.given, name: number}) for number, one in enumerate(values)]


def unpacked(
    reader: "Evaluator", target: ast.expr, name: str, values: list[Alternative], frame: Frame
) -> list[Alternative]:
    if isinstance(target, ast.Name):
        return tagged(reader, values, f"{frame.label} {name}#{frame.module.order[target]}")
    if isinstance(target, ast.Starred):
        return unpacked(reader, target.value, name, values, frame)
    elements = target.elts if isinstance(target, ast.Tuple | ast.List) else []
    for at, part in enumerate(elements):
        if name in names_in(part):
            found = []
            for one in values:
                for each in at_key(reader, one.value, [at]):
                    both = each.also(one.given)
                    found += [both] if both else []
            return unpacked(reader, part, name, found, frame)
    return plain(Of(Any))


def assigned(reader: "Evaluator", name: str, node: ast.AST, frame: Frame) -> list[Alternative] | None:
    """What the assignments that reach a place make of a name; None where the function does not know it."""
    function, module = frame.function, frame.module
    assert function is not None
    events = changes_of(module, function).get(name, ())
    is_parameter = name in parameters_of(function)
    if not events and not is_parameter:
        return None
    state: list[Alternative] = parameter(reader, name, frame) if is_parameter else []
    here = reader.path(node, frame)
    for event in events:
        if module.order[event] > module.order[node] or is_inside(module, node, value_of(event)):
            continue
        there = reader.path(event, frame)
        if any(here.get(key, held) != held for key, held in there.items()) or module.ends(event, node):
            continue
        state = after(reader, state, event, name, {k: v for k, v in there.items() if k not in here}, frame)
    return few([both for one in state if (both := one.also(here))])


def after(
    reader: "Evaluator", state: list[Alternative], event: ast.AST, name: str, under: dict[str, object], frame: Frame
) -> list[Alternative]:
    """What a name is after one more assignment, which happens *under* conditions that need not hold."""
    changed = changed_by(reader, state, event, name, frame)
    if not under:
        return changed
    inside = [both for one in changed if (both := one.also(under))]
    otherwise: dict[str, object] = {}
    if len(under) == 1:
        (key, held), *_ = under.items()
        otherwise = {key: not held}
    outside = [both for one in state if (both := one.also(otherwise))]
    return [*outside, *inside]


def changed_by(
    reader: "Evaluator", state: list[Alternative], event: ast.AST, name: str, frame: Frame
) -> list[Alternative]:
    """What a name is after one assignment or loop, or after a change of what it stood for."""
    tag = f"{frame.label} #{frame.module.order[event]}"
    match event:
        case ast.For(target, of):
            return unpacked(reader, target, name, gone_through(reader, of, frame), frame)
        case ast.Assign([ast.Subscript(_, ast.Constant(str(key)))], value):
            return with_entry(state, key, reader.evaluate(value, frame))
        case ast.Assign([ast.Subscript()], value):
            return state
        case ast.Assign(targets, value):
            values = tagged(reader, reader.evaluate(value, frame), tag)
            target = next(one for one in targets if name in names_in(one))
            return unpacked(reader, target, name, values, frame)
        case ast.AnnAssign(_, annotation, value):
            values = reader.evaluate(value, frame) if value else []
            if not value or (is_empty(value) and "Fact]" not in ast.unparse(annotation)):
                values = plain(Of(annotated(annotation, frame)))
            return tagged(reader, values, tag)
        case ast.NamedExpr(_, value):
            return tagged(reader, reader.evaluate(value, frame), tag)
        case ast.FunctionDef():
            return plain(Known(Inner(event, frame)))
        case ast.ExceptHandler(ast.Name("Refused")):
            return tagged(reader, raised(reader, event, frame), tag)
        case ast.withitem() | ast.ExceptHandler():
            return plain(Of(Any))
    return _added_to(reader, state, event, frame)


def _added_to(reader: "Evaluator", state: list[Alternative], event: ast.AST, frame: Frame) -> list[Alternative]:
    """A list or mapping to which something is added."""
    match event:
        case ast.AugAssign(_, ast.BitOr(), value) | ast.Call(ast.Attribute(_, "update"), [value]):
            return merged(state, reader.evaluate(value, frame))
        case ast.AugAssign(_, ast.Add(), value):
            more = reader.evaluate(value, frame)
            if any(isinstance(one.value, Row | Many) for one in (*state, *more)):
                return plain(Many([*elements_of(reader, state), *elements_of(reader, more)]))
        case ast.Call(ast.Attribute(_, "append" | "add"), [value]):
            return plain(Many([*elements_of(reader, state), *reader.evaluate(value, frame)]))
        case ast.Call(ast.Attribute(_, "extend"), [value]):
            more = elements_of(reader, reader.evaluate(value, frame))
            return plain(Many([*elements_of(reader, state), *more]))
    return state


def raised(reader: "Evaluator", handler: ast.ExceptHandler, frame: Frame) -> list[Alternative]:
    """The refusals of the functions that are called where one is caught."""
    attempt = frame.module.parents[handler]
    found: list[Alternative] = []
    for call in (node for statement in getattr(attempt, "body", ()) for node in ast.walk(statement)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            called = getattr(frame.module.living, call.func.id, None)
            if isinstance(called, FunctionType) and is_ours(called):
                module, function = functions()[called.__module__, called.__code__.co_firstlineno]
                inner = Frame(module, function, f"{frame.label}>{called.__qualname__}", {}, None, frame.depth + 1)
                for node in own_nodes(module, function):
                    if isinstance(node, ast.Raise) and node.exc is not None:
                        found += [one for one in reader.evaluate(node.exc, inner) if isinstance(one.value, Made)]
    return found


def annotated(annotation: ast.expr, frame: Frame) -> Any:
    try:
        return eval(ast.unparse(annotation), vars(frame.module.living))  # noqa: S307 - the package's own code
    except (NameError, TypeError):
        return Any


def parameter(reader: "Evaluator", name: str, frame: Frame) -> list[Alternative]:
    if name in frame.bound:
        return frame.bound[name]
    function = frame.function
    if isinstance(function, ast.Lambda) or function is None:
        return plain(Of(Any))
    arguments = function.args
    if arguments.kwarg and name == arguments.kwarg.arg:
        return plain(Facts({}))
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if argument.arg == name:
            if argument.annotation is not None:
                return tagged(reader, plain(Of(annotated(argument.annotation, frame))), f"{frame.label} {name}")
            owner = frame.module.class_of(function)
            if owner is not None:
                return tagged(reader, plain(Of(getattr(frame.module.living, owner.name))), f"{frame.label} {name}")
    return plain(Of(Any))


def is_empty(value: ast.expr | None) -> bool:
    return (isinstance(value, ast.List | ast.Tuple) and not value.elts) or (
        isinstance(value, ast.Dict) and not value.keys
    )


def names_in(target: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def is_inside(module: Module, node: ast.AST, places: list[ast.expr]) -> bool:
    return any(node is place or any(parent is place for parent, _ in module.above(node)) for place in places)


def value_of(event: ast.AST) -> list[ast.expr]:
    match event:
        case ast.For(iter=of):
            return [of]
        case ast.Assign(value=value) | ast.AugAssign(value=value) | ast.NamedExpr(value=value):
            return [value]
        case ast.AnnAssign(value=value) if value is not None:
            return [value]
        case ast.Call(args=args):
            return args
    return []


def own_nodes(module: Module, function: Function) -> list[ast.AST]:
    """The nodes of a function without those of functions inside it, in their order."""
    return [node for node in ast.walk(function) if node is not function and module.function_of(node) is function]


@functools.cache
def changes_of(module: Module, function: Function) -> dict[str, list[ast.AST]]:
    """What changes a name in a function, in order."""
    found: dict[str, list[ast.AST]] = {}
    for node in sorted(own_nodes(module, function), key=lambda one: module.order[one]):
        targets: list[ast.AST] = []
        match node:
            case ast.Assign(targets=several):
                targets = [one.value if isinstance(one, ast.Subscript) else one for one in several]
            case ast.AnnAssign(target=target) | ast.NamedExpr(target=target) | ast.For(target=target):
                targets = [target]
            case ast.AugAssign(target=target):
                targets = [target.value if isinstance(target, ast.Subscript) else target]
            case ast.withitem(optional_vars=target) if target is not None:
                targets = [target]
            case ast.Call(func=ast.Attribute(value=ast.Name() as of, attr="append" | "add" | "extend" | "update")):
                targets = [of]
        names = {name for target in targets if not isinstance(target, ast.Attribute) for name in names_in(target)}
        if isinstance(node, ast.ExceptHandler) and node.name:
            names = {node.name}
        if isinstance(node, ast.FunctionDef):
            names = {node.name}
        for name in names:
            found.setdefault(name, []).append(node)
    return found


def parameters_of(function: Function) -> set[str]:
    arguments = function.args
    extra = [one for one in (arguments.vararg, arguments.kwarg) if one]
    return {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *extra)}
