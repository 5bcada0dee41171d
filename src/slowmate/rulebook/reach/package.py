"""The names of a package: its modules, what they define, and what each name means where it is used."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from slowmate.rulebook.reach.mentions import Function, Scope, extended
from slowmate.rulebook.source import walk

_PLAIN = frozenset({"abc", "enum", "typing"})
"""Modules whose classes call no methods of their subclasses, but for those that Python itself calls."""


@dataclass(frozen=True, slots=True)
class Module:
    scope: Scope
    functions: dict[str, Function] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    constants: dict[str, list[ast.stmt]] = field(default_factory=dict)
    run: list[ast.stmt] = field(default_factory=list)
    """The statements that only run when the module is imported, and define nothing."""

    @property
    def name(self) -> str:
        return self.scope.module

    def value(self, constant: str) -> ast.expr | None:
        """Return what a constant is last set to."""
        for statement in reversed(self.constants.get(constant, [])):
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                return statement.value
        return None


@dataclass(frozen=True, slots=True)
class Located:
    """The target of a path: a module, or a function, class or constant of one, and the attributes asked of it."""

    module: Module
    name: str
    rest: tuple[str, ...]

    @property
    def place(self) -> str:
        return f"{self.module.name}.{self.name}" if self.name else self.module.name


class Package:
    """All modules of a package, and what their names mean."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        packages = {name.rpartition(".")[0] for name in trees}
        self.modules = {name: _read(name, tree, is_package=name in packages) for name, tree in trees.items()}

    def find(self, path: str) -> Located | None:
        """Follow a path through imports and re-exports; None where it leaves the package."""
        seen = set()
        while path not in seen:
            seen.add(path)
            origin, _, attributes = path.partition(":")
            module = self.modules.get(origin)
            if module is None:
                return None
            name, *rest = attributes.split(".")
            if not name or name in module.functions or name in module.classes or name in module.constants:
                return Located(module, name, tuple(rest))
            target = module.scope.names.get(name)
            if target is None or target == f"{origin}:{name}":
                path = extended(f"{origin}.{name}:", rest)
            else:
                path = extended(target, rest)
        return None

    def bases(self, module: Module, definition: ast.ClassDef) -> Iterator[Located | str]:
        """Yield what a class is built upon: a class of the package, or the path of one of a library."""
        for base in definition.bases:
            path = module.scope.path(base.value if isinstance(base, ast.Subscript) else base)
            if path:
                yield self.find(path) or path

    def is_built_on_library(self, module: Module, definition: ast.ClassDef) -> bool:
        """Say whether a library calls the methods of a class, as Django does those of a form."""
        for base in self.bases(module, definition):
            if isinstance(base, str):
                if base.partition(":")[0] not in _PLAIN:
                    return True
            elif base.name in base.module.classes and self.is_built_on_library(
                base.module, base.module.classes[base.name]
            ):
                return True
        return False

    def named(self, text: str) -> Located | None:
        """Return what a dotted text names, as in settings: a module, or something in one."""
        origin, _, name = text.rpartition(".")
        if text in self.modules:
            return Located(self.modules[text], "", ())
        place = self.find(f"{origin}:{name}") if origin in self.modules else None
        return place if place and place.name else None


def _read(name: str, tree: ast.Module, *, is_package: bool) -> Module:
    module = Module(Scope(name, is_package, {}))
    names = module.scope.names
    for statement in _top(tree.body):
        match statement:
            case ast.Import() | ast.ImportFrom():
                names.update(module.scope.imports(statement))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                module.functions[statement.name] = statement
            case ast.ClassDef():
                module.classes[statement.name] = statement
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                constants = _constants(statement)
                for constant in constants:
                    module.constants.setdefault(constant, []).append(statement)
                if not constants:
                    module.run.append(statement)
            case _:
                module.run.append(statement)
    for defined in (*module.functions, *module.classes, *module.constants):
        names[defined] = f"{name}:{defined}"
    return module


def _top(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module, also those behind a condition or in a try."""
    for statement in body:
        match statement:
            case ast.If():
                yield ast.Expr(statement.test)
                yield from _top([*statement.body, *statement.orelse])
            case ast.Try():
                handled = [inner for handler in statement.handlers for inner in handler.body]
                yield from _top([*statement.body, *handled, *statement.orelse, *statement.finalbody])
            case _:
                yield statement


def _constants(statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> list[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    nodes = (node for target in targets for node in walk(target))
    return [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
