"""From where a person reaches each piece of the code: a call graph from the entry points, read from the source.

It is a little generous, never the other way: a function that is mentioned counts as called. What nobody mentions but a
test counts for nothing.
"""

import ast
from collections.abc import Mapping

from slowmate.rulebook.reach.entries import entry_points
from slowmate.rulebook.reach.graph import Graph
from slowmate.rulebook.reach.package import Package

__all__ = ["reached"]


def reached(trees: Mapping[str, ast.Module], templates: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Every function, method, class and constant that is reached, by its full name, with the entry points that do."""
    graph = Graph(Package(trees), templates)
    return graph.reached_from(entry_points(graph))
