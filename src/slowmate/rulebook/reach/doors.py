"""The entry points that count as a way to a rule: those of the slices that a person opens to have it applied.

The call graph is generous: nearly every page can say a sentence, and so speaks of every clause. A page or a call of the
API counts for the rules of a package only if its slice is listed for that package; a command that runs or maintains the
server counts for nothing by itself. What every page runs (middleware, error pages) never counts.
"""

import ast
from collections.abc import Collection, Mapping

from slowmate.rulebook.reach.entries import EVERY_PAGE
from slowmate.rulebook.source import walk

SLICES: Mapping[str, Collection[str]] = {
    "board": ("correspondence", "desk", "games"),
    "play": ("correspondence", "desk", "events", "games"),
    "ratings": ("archives", "events", "games", "people", "ratings"),
    "titles": ("archives", "events", "games", "people", "titles"),
    "events": ("archives", "desk", "events", "games"),
}
"""For each package of the core, the slices of the server whose pages and calls have its rules applied."""
OF_ANY_RULE = frozenset().union(*SLICES.values())
"""For what all packages share, such as `records`."""
SERVER = "slowmate.server."


class Doors:
    """The entry points, each with the slices of the server it belongs to."""

    def __init__(self, entries: Mapping[str, Collection[str]], trees: Mapping[str, ast.Module]) -> None:
        self._trees = trees
        self._slices = {name: self._slices_of(name, places) for name, places in entries.items()}

    def lead_to(self, place: str, names: Collection[str]) -> set[str]:
        """Return those of the entry points *names* that count for the code at *place*."""
        return {name for name in names if self._counts(name, place)}

    def _counts(self, name: str, place: str) -> bool:
        slices = self._slices[name]
        if name == EVERY_PAGE:
            return False
        if name.startswith("job ") or slices is None:
            return True
        _, package, inside, *_ = [*place.split("."), ""]
        if package == "server":
            return bool(slices & {inside, "desk"})
        return bool(slices.intersection(SLICES.get(package, OF_ANY_RULE)))

    def _slices_of(self, name: str, places: Collection[str]) -> set[str] | None:
        """Return the slices an entry point belongs to; None for a command that does without the server."""
        if not name.startswith("command "):
            return {place.split(".")[2] for place in places if place.startswith(SERVER)}
        modules = {place.rpartition(".")[0] for place in places}
        imported = {path for module in modules for path in _imports(self._trees[module])} if modules else set()
        of_server = {path.removeprefix(SERVER).split(".")[0] for path in imported if path.startswith(SERVER)}
        return of_server or None


def _imports(tree: ast.Module) -> set[str]:
    """Return the modules that a module imports, at its top or inside a function."""
    froms = {node.module for node in walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    return froms | {alias.name for node in walk(tree) if isinstance(node, ast.Import) for alias in node.names}
