"""The mentions in a piece of code: names of the package, attributes of anything, texts that may name something.

Python's scopes are respected: an argument called like a function of the module is not that function.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from slowmate.rulebook.source import children, walk

Function = ast.FunctionDef | ast.AsyncFunctionDef
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_BY_NAME = frozenset({"getattr", "attrgetter", "methodcaller"})
_COMPARING = frozenset({"isinstance", "issubclass"})


@dataclass(slots=True)
class Mentions:
    """Paths are ``module:attribute.attribute``."""

    paths: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)
    """The paths whose value is called or passed on. A class that is only compared with, or named as a type, is
    mentioned without any instance being made."""
    attributes: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    """Strings; an asterisk stands for what is filled in when the code runs."""
    rows: "list[tuple[str, Mentions]]" = field(default_factory=list)
    """Rows of tables, by the path that is their key."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The meaning of each name at a place of the code, as a path; None is something local."""

    module: str
    is_package: bool
    names: dict[str, str | None]

    def within(self, names: dict[str, str | None]) -> "Scope":
        return Scope(self.module, self.is_package, {**self.names, **names})

    def path(self, node: ast.AST) -> str | None:
        """Return what a name or a chain of attributes stands for; None if it begins with no name of the module."""
        names: list[str] = []
        while isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
            node = node.value
        target = self.names.get(node.id) if isinstance(node, ast.Name) else None
        return extended(target, names) if target else None

    def imports(self, statement: ast.AST) -> Iterator[tuple[str, str]]:
        """Yield the names that an import binds, each with its path."""
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                first = alias.name.partition(".")[0]
                yield (alias.asname, f"{alias.name}:") if alias.asname else (first, f"{first}:")
        elif isinstance(statement, ast.ImportFrom):
            origin = statement.module or ""
            if statement.level:
                parts = self.module.split(".")
                parts = parts[: len(parts) - statement.level + self.is_package]
                origin = ".".join((*parts, origin) if origin else parts)
            for alias in statement.names:
                yield alias.asname or alias.name, f"{origin}:{alias.name}"


def extended(path: str, names: Iterable[str]) -> str:
    """Return a path with more attributes behind it."""
    module, _, attributes = path.partition(":")
    return f"{module}:{'.'.join((*attributes.split('.'), *names) if attributes else names)}"


def mentions(nodes: Iterable[ast.AST], scope: Scope) -> Mentions:
    """Return all that these pieces of code mention, nested code included."""
    reader = _Reader(scope)
    reader.read(nodes)
    return reader.mentioned


class _Reader(ast.NodeVisitor):
    """A reader of the code of one scope; scopes inside it have readers of their own."""

    def __init__(self, scope: Scope, mentioned: Mentions | None = None) -> None:
        self.scope = scope
        self.mentioned = mentioned or Mentions()
        self.is_made = True

    def read(self, nodes: Iterable[ast.AST | None], *, is_made: bool = True) -> None:
        for node in nodes:
            if node is not None:
                self.is_made = is_made
                self.visit(node)

    def inside(self, names: dict[str, str | None]) -> "_Reader":
        return _Reader(self.scope.within(names), self.mentioned)

    def generic_visit(self, node: ast.AST) -> None:
        self.read(children(node))

    def visit_Name(self, node: ast.Name) -> None:
        self._chain(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not self._chain(node):
            if isinstance(node.ctx, ast.Load):
                self.mentioned.attributes.add(node.attr)
            self.read([node.value])

    def _chain(self, node: ast.Name | ast.Attribute) -> bool:
        path = self.scope.path(node) if isinstance(node.ctx, ast.Load) else None
        if path is None:
            return False
        self.mentioned.paths.add(path)
        if self.is_made:
            self.mentioned.made.add(path)
        return True

    def visit_FunctionDef(self, node: Function | ast.Lambda) -> None:
        """Read a function as part of the code around it.

        Defaults and decorators belong to the outer scope, the names it binds to its own.
        """
        signature = node.args
        parameters = (*signature.posonlyargs, *signature.args, *signature.kwonlyargs, signature.vararg, signature.kwarg)
        arguments = [argument for argument in parameters if argument]
        self.read((*arguments, *signature.defaults, *signature.kw_defaults))
        if isinstance(node, ast.Lambda):
            body: list[ast.AST] = [node.body]
        else:
            body = [*node.body]
            self.read(node.decorator_list)
            self.read([node.returns], is_made=False)
        names: dict[str, str | None] = dict.fromkeys(argument.arg for argument in arguments)
        self.inside(names | _local(body, self.scope)).read(body)

    visit_AsyncFunctionDef = visit_Lambda = visit_FunctionDef

    def visit_ListComp(self, node: _Comprehension) -> None:
        self.read([node.generators[0].iter])
        targets = [part for generator in node.generators for part in walk(generator.target)]
        inner = self.inside(dict.fromkeys(part.id for part in targets if isinstance(part, ast.Name)))
        for number, generator in enumerate(node.generators):
            inner.read(generator.ifs if not number else (generator.iter, *generator.ifs))
        inner.read((node.key, node.value) if isinstance(node, ast.DictComp) else [node.elt])

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in _BY_NAME:
            texts = [part.value for part in node.args if isinstance(part, ast.Constant)]
            self.mentioned.attributes.update(name for text in texts for name in str(text).split("."))
        self.read([node.func])
        self.read((*node.args, *node.keywords), is_made=called not in _COMPARING)

    def visit_Dict(self, node: ast.Dict) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            path = self.scope.path(key) if key else None
            if path is None:
                self.read([key, value])
            else:
                self.mentioned.paths.add(path)
                self.mentioned.rows.append((path, mentions([value], self.scope)))

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.mentioned.texts.add(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        fixed = [str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values]
        self.mentioned.texts.add("".join(fixed))
        self.read(part for part in node.values if not isinstance(part, ast.Constant))

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring names nothing
            self.read([node.value])

    def visit_Tuple(self, node: ast.AST) -> None:
        """Read what only holds other expressions together: they are made if it is."""
        self.read(children(node), is_made=self.is_made)

    visit_List = visit_Starred = visit_keyword = visit_IfExp = visit_Tuple

    def visit_Compare(self, node: ast.AST) -> None:
        """Read what is only compared with, or looked up, and so not made."""
        self.read(children(node), is_made=False)

    visit_Set = visit_MatchValue = visit_Compare

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.read([node.left, node.right], is_made=not isinstance(node.op, ast.BitOr))  # A | B of types makes neither

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.read([node.value], is_made=self.is_made)
        self.read([node.slice], is_made=False)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.read([node.annotation], is_made=False)
        self.read([node.value])

    def visit_arg(self, node: ast.arg) -> None:
        self.read([node.annotation], is_made=False)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self.read([node.type], is_made=False)
        self.read(node.body)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        self.read([node.cls], is_made=False)
        self.read([*node.patterns, *node.kwd_patterns])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.read(node.bases, is_made=False)
        self.read([*node.keywords, *node.decorator_list, *node.body])


def _local(body: Iterable[ast.AST], scope: Scope) -> dict[str, str | None]:
    """Return the names that the code of a function binds. Functions and comprehensions inside it bind their own."""
    local: dict[str, str | None] = {}
    of_others: set[str] = set()
    parts = list(body)
    while parts:
        part = parts.pop()
        match part:
            case ast.Name(id=name):
                local |= {} if isinstance(part.ctx, ast.Load) else {name: None}
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                local[name] = None
                continue
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                continue
            case ast.Import() | ast.ImportFrom():
                local.update(scope.imports(part))
            case ast.Global() | ast.Nonlocal():
                of_others.update(part.names)
            case ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name):
                local[name] = None
            case ast.MatchStar(name=str() as name) | ast.MatchMapping(rest=str() as name):
                local[name] = None
        parts.extend(children(part))
    return {name: path for name, path in local.items() if name not in of_others}
