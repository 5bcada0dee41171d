"""The call graph: one node for every function, method, class, constant, module and template, and for every attribute
that is read from anything. A method is reached where its class is and its name is read; a row of a table with
classes as keys, where the table is and something of that class is made."""

import ast
import re
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from fnmatch import filter as matching

from slowmate.rulebook.reach.mentions import Function, Mentions, mentions
from slowmate.rulebook.reach.package import Located, Module, Package
from slowmate.rulebook.source import walk

_TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_]\w*")
_QUOTED = re.compile(r"""["']([^"']+\.(?:html|txt))["']""")


class Graph:
    """The call graph of the source, which says from where each node can be reached.

    What modules whose names begin with *without* name outside themselves is not followed.
    """

    def __init__(self, package: Package, templates: Mapping[str, str], *, without: str = "") -> None:
        self.package = package
        self.templates = templates
        self._without = without
        self._next: dict[str, set[str]] = defaultdict(set)
        self._both: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for module in package.modules.values():
            self._add_module(module)
        for name, text in templates.items():
            self._add_template(name, text)

    def reached_from(self, roots: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
        """Return every node that is reached, with the names of the roots that reach it."""
        names = sorted(roots)
        reached: dict[str, int] = defaultdict(int)
        changed: deque[str] = deque()

        def reach(node: str, by: int) -> None:
            if by & ~reached[node]:
                reached[node] |= by
                changed.append(node)

        for number, name in enumerate(names):
            for node in roots[name]:
                reach(node, 1 << number)
        while changed:
            node = changed.popleft()
            for following in self._next.get(node, ()):
                reach(following, reached[node])
            for other, following in self._both.get(node, ()):
                reach(following, reached[node] & reached[other])
        sets = {mask: frozenset(_chosen(names, mask)) for mask in set(reached.values()) if mask}
        return {node: sets[mask] for node, mask in reached.items() if mask}

    def places(self, mentioned: Mentions) -> set[str]:
        """Return the functions, classes, constants and modules that a piece of code mentions by name."""
        return {place.place for path in mentioned.paths if (place := self.package.find(path))}

    def _add_module(self, module: Module) -> None:
        self._add(module.name, mentions(module.run, module.scope))
        for name, function in module.functions.items():
            self._add_function(module, f"{module.name}.{name}", function)
            for tag in _tags(function):
                self._next[f".{tag}"].add(f"{module.name}.{name}")
        for name, statements in module.constants.items():
            self._add(f"{module.name}.{name}", mentions(statements, module.scope))
        for name, definition in module.classes.items():
            self._add_class(module, f"{module.name}.{name}", definition)
        for name in (*module.functions, *module.constants, *module.classes):
            self._next[f"{module.name}.{name}"].add(module.name)
            self._when(_named(module.name), f".{name}", f"{module.name}.{name}")

    def _add_function(self, module: Module, place: str, function: Function) -> None:
        self._add(place, mentions([function], module.scope))

    def _add_class(self, module: Module, place: str, definition: ast.ClassDef) -> None:
        for base in self.package.bases(module, definition):
            if isinstance(base, Located):
                self._next[place].add(base.place)
                self._next[_made(place)].add(_made(base.place))
        is_called_by_library = self.package.is_built_on_library(module, definition)
        methods = [part for part in definition.body if isinstance(part, Function)]
        rest = [part for part in definition.body if not isinstance(part, Function)]
        self._add(place, mentions([*definition.decorator_list, *definition.keywords, *rest], module.scope))
        self._next[_made(place)].add(place)
        for method in methods:
            own = f"{place}.{method.name}"
            self._add_function(module, own, method)
            self._next[own].add(place)
            if is_called_by_library or method.name.startswith("__"):
                self._next[place].add(own)
            else:
                self._when(place, f".{method.name}", own)

    def _add_template(self, name: str, text: str) -> None:
        node = _template(name)
        for tag in _TAG.findall(text):
            self._next[node].update(f".{word}" for word in _WORD.findall(tag))
            self._next[node].update(_template(other) for other in _QUOTED.findall(tag) if other in self.templates)

    def _add(self, node: str, mentioned: Mentions) -> None:
        for path in mentioned.paths:
            place = self.package.find(path)
            if place:
                self._lead(node, place, is_made=path in mentioned.made)
        self._next[node].update(f".{attribute}" for attribute in mentioned.attributes)
        for text in mentioned.texts:
            self._add_text(node, text)
        for number, (key, row) in enumerate(mentioned.rows):
            kind = self.package.find(key)
            own = f"{node}[{number}]"
            self._add(own, row)
            if kind and not kind.rest and kind.name in kind.module.classes:
                self._when(node, _made(kind.place), own)
            else:
                self._next[node].add(own)

    def _lead(self, node: str, place: Located, *, is_made: bool) -> None:
        if self._without and node.startswith(self._without) and not place.place.startswith(self._without):
            return
        following = self._next[node]
        following.update((place.place, *(f".{attribute}" for attribute in place.rest)))
        if not place.name:  # a module that is handed on is asked for what is in it
            following.add(_named(place.place))
        if place.name in place.module.classes:
            if is_made:
                following.add(_made(place.place))
            if place.rest:
                following.add(f"{place.place}.{place.rest[0]}")

    def _add_text(self, node: str, text: str) -> None:
        if text.endswith((".html", ".txt")):
            self._next[node].update(_template(name) for name in matching(self.templates, text))
        named = self.package.named(text)
        if named:
            self._next[node].add(named.place if named.name else _named(named.place))
            self._next[node].add(named.module.name)

    def _when(self, first: str, second: str, following: str) -> None:
        """Add a node that is reached where both others are."""
        self._both[first].append((second, following))
        self._both[second].append((first, following))


def _chosen(names: list[str], mask: int) -> Iterable[str]:
    return (name for number, name in enumerate(names) if mask >> number & 1)


def _made(place: str) -> str:
    return f"made {place}"


def _named(module: str) -> str:
    return f"named {module}"


def _template(name: str) -> str:
    return f"template {name}"


def _tags(function: Function) -> Iterable[str]:
    """Return the names by which templates know a function that is registered with the library of its module."""
    for decorator in function.decorator_list:
        tag = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(tag, ast.Attribute) and isinstance(tag.value, ast.Name) and tag.value.id == "register":
            parts = [part for part in walk(decorator) if isinstance(part, ast.Constant)]
            yield from [part.value for part in parts if isinstance(part.value, str)] or [function.name]
