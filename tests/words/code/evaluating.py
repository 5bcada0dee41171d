"""What the expressions of the code can be, without running it.

Module constants are known by importing them. In a function a name is what the assignments that reach it say, a
parameter what the callers give where it is a clause or facts, and else its type. Conditions and choices are kept with
what they lead to, so that a clause is not put beside the facts of another.
"""

import ast
import contextlib
import itertools
import operator
from collections.abc import Callable, Mapping
from types import GenericAlias
from typing import Any

from . import sites
from .algebra import computed, few, it_of, merged, type_of, with_entry
from .calling import call
from .frames import Frame
from .naming import named
from .parts import at_key, attribute_of, elements_of, keys_of, row
from .trees import Function, Module, condition
from .values import Alternative, Facts, Known, Made, Many, Of, Row, Value, plain

DEEPEST = 12

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}


class Evaluator:
    """Finds out what expressions can be."""

    def __init__(self) -> None:
        self._instances: dict[type, list[Alternative]] = {}
        self._frames: dict[Function | None, list[Frame]] = {}
        self._busy: set[object] = set()
        self._known: dict[tuple[int, int], list[Alternative]] = {}
        self._keep: list[Frame] = []  # what is known is kept by the identity of frames
        self._tests: dict[str, tuple[ast.expr, Frame]] = {}

    def evaluate(self, node: ast.expr, frame: Frame) -> list[Alternative]:
        """What an expression can be in a function as it is called."""
        key = (id(node), id(frame))
        if key not in self._known:
            if key in self._busy or frame.depth > DEEPEST:
                return plain(Of(Any))
            self._busy.add(key)
            self._keep.append(frame)
            try:
                self._known[key] = few(evaluated(self, node, frame))
            finally:
                self._busy.discard(key)
        return self._known[key]

    def under(self, frame: Frame, test: ast.expr, *, held: bool) -> dict[str, object]:
        """A condition that has to hold, remembered so that it can be looked up whether it can."""
        text, held = condition(test, held=held)
        while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test = test.operand
        self._tests[f"{frame.label} {text}"] = (test, frame)
        return {f"{frame.label} {text}": held}

    def path(self, node: ast.AST, frame: Frame) -> dict[str, object]:
        """The conditions a node stands under."""
        for parent, child in frame.module.above(node):
            if parent is frame.function:
                break
            if isinstance(parent, ast.If | ast.IfExp) and child is not parent.test:
                self.under(frame, parent.test, held=True)
        return frame.path(node)

    def can_be(self, given: Mapping[str, object]) -> bool:
        """Whether no condition is false for what was chosen."""
        for key, held in given.items():
            test, frame = self._tests.get(key, (None, None))
            if test is None or frame is None:
                continue
            answers = self.evaluate(test, frame)
            if any(isinstance(one.value, Known) for one in answers):
                fitting = [one.value for one in answers if one.is_possible_with(given)]
                if fitting and all(isinstance(one, Known) and bool(one.it) is not held for one in fitting):
                    return False
        return True

    def instances(self, cls: type) -> list[Alternative]:
        """Every instance of a class that the package makes, in its constants and in its functions."""
        if cls not in self._instances:
            self._instances[cls] = []
            self._instances[cls] = sites.instances(self, cls)
        return self._instances[cls]

    def frames(self, module: Module, function: Function | None) -> list[Frame]:
        """A function as its callers call it, where that decides on clauses or facts; otherwise with types alone."""
        if function not in self._frames:
            self._frames[function] = []  # while it is being found out, a caller that calls itself adds nothing
            self._frames[function] = sites.frames_of(self, module, function)
        return self._frames[function]


def evaluated(reader: "Evaluator", node: ast.expr, frame: Frame) -> list[Alternative]:  # noqa: C901 - by sort
    match node:
        case ast.Constant(value):
            return plain(Known(value))
        case ast.Name(name):
            return named(reader, name, node, frame)
        case ast.Attribute(of, name):
            return each(reader, of, frame, lambda value: attribute_of(reader, value, name))
        case ast.Subscript(of, index):
            return each(reader, of, frame, lambda value: at_key(reader, value, keys_of(reader, index, frame)))
        case ast.Dict():
            return mapping(reader, node, frame)
        case ast.Tuple(elements) | ast.List(elements) | ast.Set(elements):
            return row(reader, elements, frame)
        case ast.IfExp(test, body, orelse):
            return [
                found
                for part, held in ((body, True), (orelse, False))
                for one in reader.evaluate(part, frame)
                if (found := one.also(reader.under(frame, test, held=held)))
            ]
        case ast.BoolOp(_, values):
            parts = [one for value in values for one in reader.evaluate(value, frame)]
            is_bool = all(type_of(one.value) is bool for one in parts)
            return plain(Of(bool)) if is_bool else parts
        case ast.Compare(left, [op], [right]):
            return compared(reader, left, op, right, frame)
        case ast.UnaryOp(ast.Not(), operand):
            return [
                Alternative(Known(not one.value.it) if isinstance(one.value, Known) else Of(bool), one.given)
                for one in reader.evaluate(operand, frame)
            ]
        case ast.Compare():
            return plain(Of(bool))
        case ast.UnaryOp(_, operand):
            return reader.evaluate(operand, frame)
        case ast.BinOp(left, op, right):
            return operation(reader, left, op, right, frame)
        case ast.JoinedStr(parts):
            return joined_text(reader, parts, frame)
        case ast.Call():
            return call(reader, node, frame)
        case ast.ListComp(elt) | ast.SetComp(elt) | ast.GeneratorExp(elt):
            return plain(Many(reader.evaluate(elt, frame)))
        case ast.DictComp(key, value):
            return mapping_of(reader, key, value, frame)
        case ast.NamedExpr(_, value) | ast.Starred(value) | ast.Await(value):
            return reader.evaluate(value, frame)
        case ast.Lambda():
            return plain(Known(node))
    return plain(Of(Any))


def each(
    reader: "Evaluator", node: ast.expr, frame: Frame, found: Callable[[Value], list[Alternative]]
) -> list[Alternative]:
    return [
        both
        for one in reader.evaluate(node, frame)
        for other in found(one.value)
        if (both := other.also(one.given)) is not None
    ]


def compared(reader: "Evaluator", left: ast.expr, op: ast.cmpop, right: ast.expr, frame: Frame) -> list[Alternative]:
    found = []
    for one, other in itertools.product(reader.evaluate(left, frame), reader.evaluate(right, frame)):
        both = one.also(other.given)
        if both is None:
            continue
        value: Value = Of(bool)
        if isinstance(one.value, Known) and isinstance(other.value, Known) and type(op) in _COMPARISONS:
            with contextlib.suppress(TypeError):
                value = Known(_COMPARISONS[type(op)](one.value.it, other.value.it))
        found.append(Alternative(value, both.given))
    return found


def joined_text(reader: "Evaluator", parts: list[ast.expr], frame: Frame) -> list[Alternative]:
    texts = [Alternative(Known(""))]
    for part in parts:
        of = part.value if isinstance(part, ast.FormattedValue) else part
        more = reader.evaluate(of, frame)
        if not all(isinstance(one.value, Known) for one in more):
            return plain(Of(str))
        texts = [
            Alternative(Known(f"{it_of(text)}{it_of(one)}"), both.given)
            for text in texts
            for one in more
            if (both := text.also(one.given))
        ]
    return texts


def mapping(reader: "Evaluator", node: ast.Dict, frame: Frame) -> list[Alternative]:
    if not all(key is None or (isinstance(key, ast.Constant) and isinstance(key.value, str)) for key in node.keys):
        return plain(Many([one for value in node.values for one in reader.evaluate(value, frame)]))
    found = plain(Facts({}))
    for key, value in zip(node.keys, node.values, strict=True):
        more = reader.evaluate(value, frame)
        if key is None:
            found = merged(found, more)
        elif isinstance(key, ast.Constant):
            found = with_entry(found, str(key.value), more)
    return found


def mapping_of(reader: "Evaluator", key: ast.expr, value: ast.expr, frame: Frame) -> list[Alternative]:
    keys = [one.value.it for one in reader.evaluate(key, frame) if isinstance(one.value, Known)]
    values = reader.evaluate(value, frame)
    if keys and all(isinstance(one, str) for one in keys):
        return plain(Facts({one: [each.value for each in values] for one in keys}))
    if any(isinstance(one.value, Known | Made) for one in values):
        return plain(Many(values))
    kinds = dict.fromkeys(type_of(one.value) for one in values)
    return plain(*(Of(GenericAlias(dict, (str, kind))) for kind in kinds))


def operation(
    reader: "Evaluator", left: ast.expr, op: ast.operator, right: ast.expr, frame: Frame
) -> list[Alternative]:
    one, other = reader.evaluate(left, frame), reader.evaluate(right, frame)
    if isinstance(op, ast.BitOr) and any(isinstance(each.value, Facts) for each in (*one, *other)):
        return merged(one, other)
    if isinstance(op, ast.Add) and any(isinstance(each.value, Row | Many) for each in (*one, *other)):
        return plain(Many([*elements_of(reader, one), *elements_of(reader, other)]))
    found: dict[Any, None] = {}
    for each, more in itertools.product(one, other):
        found[computed(op, each.value, more.value)] = None
    return plain(*(Of(hint) for hint in found))
