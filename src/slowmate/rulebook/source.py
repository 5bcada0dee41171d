"""The package as text: what `slowmate clauses` finds, it finds by reading the code, installed or not."""

import ast
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable


def trees(package: str) -> dict[str, ast.Module]:
    """Every module of a package by its dotted name, parsed. Only importing the package itself runs any of it."""
    return {name: ast.parse(text) for name, text in _modules(resources.files(package), package)}


def templates(package: str) -> dict[str, str]:
    """The text of every template below a folder ``templates``, by the name that code calls it."""
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
