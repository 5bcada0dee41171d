"""The code as trees: modules, functions, where a statement stands, and which assignments reach a place."""

import ast
import importlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType

import slowmate

ROOT = Path(slowmate.__file__).parent
LEFT_OUT = ("slowmate.words", "slowmate.server.migrations")
"""What says grounds, and what was."""

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Step = tuple[str, bool]
"""A condition in its own words, and whether it held."""


@dataclass(eq=False)
class Module:
    """A module: its tree, and the living module with the values of its names."""

    name: str
    tree: ast.Module
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)
    order: dict[ast.AST, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._walk(self.tree)

    def _walk(self, node: ast.AST) -> None:
        self.order[node] = len(self.order)
        for child in ast.iter_child_nodes(node):
            self.parents[child] = node
            self._walk(child)

    @cached_property
    def living(self) -> ModuleType:
        return importlib.import_module(self.name)

    @cached_property
    def calls(self) -> dict[str, list[ast.Call]]:
        """Every call by the last name of what is called."""
        found: dict[str, list[ast.Call]] = defaultdict(list)
        for node in self.order:
            if isinstance(node, ast.Call):
                if isinstance(node.func, ast.Name):
                    found[node.func.id].append(node)
                elif isinstance(node.func, ast.Attribute):
                    found[node.func.attr].append(node)
        return found

    def above(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
        """A node's parents from the nearest on, each with the child the node is in."""
        while (parent := self.parents.get(node)) is not None:
            yield parent, node
            node = parent

    def function_of(self, node: ast.AST) -> Function | None:
        return next((parent for parent, _ in self.above(node) if isinstance(parent, Function)), None)

    def class_of(self, function: ast.AST) -> ast.ClassDef | None:
        parent = self.parents.get(function)
        return parent if isinstance(parent, ast.ClassDef) else None

    def path(self, node: ast.AST) -> dict[str, bool]:
        """The conditions a node stands under, within its function."""
        found: dict[str, bool] = {}
        for parent, child in self.above(node):
            if isinstance(parent, Function):
                break
            if isinstance(parent, ast.If | ast.IfExp) and child is not parent.test:
                found.setdefault(*_step(parent.test, _is_in(parent.body, child)))
            elif isinstance(parent, ast.For | ast.While | ast.Try | ast.ExceptHandler):
                found.setdefault(f"{type(parent).__name__} {parent.lineno}", True)
        return found

    def ends(self, node: ast.AST, other: ast.AST) -> bool:
        """Whether a node stands in a block that *other* is not in and that is left by return, raise or continue."""
        around = {parent for parent, _ in self.above(other)}
        for parent, child in self.above(node):
            if isinstance(parent, Function):
                return False
            if isinstance(parent, ast.If) and child is not parent.test:
                block = parent.body if _is_in(parent.body, child) else parent.orelse
                inside = parent in around and any(statement in around or statement is other for statement in block)
                if not inside and isinstance(block[-1], ast.Return | ast.Raise | ast.Continue | ast.Break):
                    return True
        return False


def _step(test: ast.expr, held: bool) -> Step:
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, held = test.operand, not held
    return ast.unparse(test), held


def condition(test: ast.expr, *, held: bool) -> Step:
    """A condition without its negations, and whether it held."""
    return _step(test, held)


def _is_in(block: list[ast.stmt] | ast.expr, child: ast.AST) -> bool:
    return child in block if isinstance(block, list) else child is block


@cache
def modules() -> dict[str, Module]:
    """Every module of the package that decides something."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if not name.startswith(LEFT_OUT):
            found[name] = Module(name, ast.parse(path.read_text("utf-8")))
    return found


@cache
def functions() -> dict[tuple[str, int], tuple[Module, Function]]:
    """Every function and lambda by its module and first line, as the living function knows them."""
    found: dict[tuple[str, int], tuple[Module, Function]] = {}
    for module in modules().values():
        for node in module.order:
            if isinstance(node, Function):
                lines = [node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))]
                found[module.name, min(lines)] = module, node
    return found
