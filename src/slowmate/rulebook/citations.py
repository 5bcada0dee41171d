"""The places where the code applies each clause, read from the code itself.

A citation is a literal: ``clause("EDITION address")`` or a key of ``Dated({...})``. Inside a function it counts for the
function; in a module's constant it counts for every function of the package that uses the constant by name, or a table
that the constant stands in.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from slowmate.rulebook.rulings import Clause
from slowmate.rulebook.source import trees, walk

NO_NAME = "<module>"
"""The name for citations of a module outside any function, class or constant."""


@dataclass(slots=True)
class _Module:
    name: str
    constants: dict[str, set[Clause]] = field(default_factory=lambda: defaultdict(set))
    parts: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """For each constant, the names that stand in it."""
    applied: dict[str, set[Clause]] = field(default_factory=lambda: defaultdict(set))
    uses: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    imports: dict[str, str] = field(default_factory=dict)


def citations(parsed: Mapping[str, ast.Module] | None = None) -> dict[Clause, list[str]]:
    """Return every clause the package cites, with the qualified names of what applies it."""
    modules = {name: _read(name, tree) for name, tree in (parsed or trees("slowmate")).items()}
    appliers: dict[Clause, set[str]] = defaultdict(set)
    for module in modules.values():
        for scope, clauses in module.applied.items():
            for cited in clauses:
                appliers[cited].add(f"{module.name}.{scope}")
    users, tables = _by_name(modules.values(), "uses"), _by_name(modules.values(), "parts")
    for module in modules.values():
        for constant, clauses in module.constants.items():
            here = f"{module.name}.{constant}"
            for cited in clauses:
                appliers[cited] |= _users_of(here, users, tables) or {here}
    return {cited: sorted(where) for cited, where in appliers.items()}


def _by_name(modules: Iterable[_Module], kind: Literal["uses", "parts"]) -> dict[str, set[str]]:
    """Return for each full name where it is named: in functions ("uses"), or in constants ("parts")."""
    places: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        for scope, names in (module.uses if kind == "uses" else module.parts).items():
            for name in names:
                places[module.imports.get(name, f"{module.name}.{name}")].add(f"{module.name}.{scope}")
    return places


def _users_of(constant: str, users: Mapping[str, set[str]], tables: Mapping[str, set[str]]) -> set[str]:
    """Return what uses a constant by its name, or by that of a table in which it stands."""
    names, appliers = [constant], set()
    for name in names:
        appliers |= users.get(name, set())
        names += sorted(tables.get(name, set()).difference(names))
    return appliers


def written(parsed: Mapping[str, ast.Module]) -> dict[Clause, set[str]]:
    """Return every clause the package cites, with the functions, classes and constants its citations stand in."""
    places: dict[Clause, set[str]] = defaultdict(set)
    for name, tree in parsed.items():
        module = _read(name, tree)
        for scope, clauses in (*module.applied.items(), *module.constants.items()):
            for cited in clauses:
                places[cited].add(name if scope == NO_NAME else f"{name}.{scope}")
    return dict(places)


def _read(name: str, tree: ast.Module) -> _Module:
    module = _Module(name)
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            for alias in statement.names:
                module.imports[alias.asname or alias.name] = f"{statement.module}.{alias.name}"
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            _read_scope(module, statement.name, statement)
        elif isinstance(statement, ast.ClassDef):
            _read_class(module, statement)
        else:
            _read_constant(module, statement)
    return module


def _read_class(module: _Module, statement: ast.ClassDef) -> None:
    for member in statement.body:
        if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
            _read_scope(module, f"{statement.name}.{member.name}", member)
        else:
            _read_scope(module, statement.name, member)


def _read_scope(module: _Module, scope: str, node: ast.AST) -> None:
    applied, uses = module.applied[scope], module.uses[scope]
    for inner in walk(node):
        if isinstance(inner, ast.Call):
            applied |= _cited(module.name, inner)
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
            uses.add(inner.id)


def _read_constant(module: _Module, statement: ast.stmt) -> None:
    nodes = walk(statement)
    names = {inner.id for inner in nodes if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}
    calls = (inner for inner in nodes if isinstance(inner, ast.Call))
    cited = {address for call in calls for address in _cited(module.name, call)}
    parts = {inner.id for inner in nodes if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load)}
    for name in names or {NO_NAME}:
        module.constants[name] |= cited
        module.parts[name] |= parts


def _cited(module: str, node: ast.Call) -> set[Clause]:
    if not (isinstance(node.func, ast.Name) and node.func.id in {"clause", "Dated"}):
        return set()
    if module.startswith("slowmate.rulebook"):
        return set()
    literals = node.args[:1]
    if node.func.id == "Dated":
        literals = [key for argument in node.args if isinstance(argument, ast.Dict) for key in argument.keys if key]
    if not literals or not all(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in literals):
        raise ValueError(f"{module}, line {node.lineno}: a citation is a literal, so that it can be searched for")
    return {Clause.parse(str(part.value)) for part in literals if isinstance(part, ast.Constant)}
