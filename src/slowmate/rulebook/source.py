"""The package as text, for `slowmate clauses`, which reads the code, installed or not."""

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from importlib.resources.abc import Traversable


def trees(package: str) -> dict[str, ast.Module]:
    """Parse every module of a package, by its dotted name. Only importing the package itself runs any of it."""
    with nothing_to_collect():
        return {name: ast.parse(text) for name, text in _modules(resources.files(package), package)}


@contextmanager
def nothing_to_collect() -> Iterator[None]:
    """Switch garbage collection off for a while: syntax trees are a million objects, none of them garbage."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def children(node: ast.AST) -> list[ast.AST]:
    """Return what a node is made of, without parts that have no fields, such as the mark that a name is read."""
    nodes: list[ast.AST] = []
    for name in node._fields:
        part = getattr(node, name, None)
        if isinstance(part, list):
            nodes += [child for child in part if isinstance(child, ast.AST) and child._fields]
        elif isinstance(part, ast.AST) and part._fields:
            nodes.append(part)
    return nodes


def walk(node: ast.AST) -> list[ast.AST]:
    """Return a node and all that is in it, as `ast.walk` does, but several times as fast."""
    nodes = [node]
    for part in nodes:
        nodes += children(part)
    return nodes


def templates(package: str) -> dict[str, str]:
    """Return the text of every template below a folder ``templates``, by the name that code calls it."""
    return dict(_templates(resources.files(package)))


def _modules(folder: Traversable, name: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.joinpath("__init__.py").is_file():
            yield from _modules(entry, f"{name}.{entry.name}")
        elif entry.name == "__init__.py":
            yield name, entry.read_text("utf-8")
        elif entry.name.endswith(".py"):
            yield f"{name}.{entry.name.removesuffix('.py')}", entry.read_text("utf-8")


def _templates(folder: Traversable) -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _texts(entry, "") if entry.name == "templates" else _templates(entry)


def _texts(folder: Traversable, within: str) -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _texts(entry, f"{within}{entry.name}/")
        elif entry.name.endswith((".html", ".txt")):
            yield f"{within}{entry.name}", entry.read_text("utf-8")
