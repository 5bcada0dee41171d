"""From where a person reaches each piece of the code: a call graph from the entry points, read from the source.

It is a little generous, never the other way: a function that is mentioned counts as called. What nobody mentions but a
test counts for nothing.
"""

import ast
from collections.abc import Mapping

from slowmate.rulebook.citations import written
from slowmate.rulebook.reach.entries import entry_points
from slowmate.rulebook.reach.graph import Graph
from slowmate.rulebook.reach.package import Package
from slowmate.rulebook.rulings import Clause
from slowmate.rulebook.source import templates

__all__ = ["clauses_reached", "reached"]


def reached(trees: Mapping[str, ast.Module], templates: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Every function, method, class and constant that is reached, by its full name, with the entry points that do."""
    graph = Graph(Package(trees), templates)
    return graph.reached_from(entry_points(graph))


def clauses_reached(parsed: Mapping[str, ast.Module]) -> dict[Clause, set[str]]:
    """The entry points by which a person gets to what cites each clause."""
    places = reached(parsed, templates("slowmate"))
    return {
        cited: {name for place in where for name in places.get(place, ())} for cited, where in written(parsed).items()
    }
