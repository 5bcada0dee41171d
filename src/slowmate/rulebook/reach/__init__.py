"""The ways to each piece of the code: a call graph from the entry points, read from the source.

A function that is mentioned counts as called; mentions in tests do not count. Of the entry points that
reach a clause, those of its own slices count (`doors`). A sentence about a clause is no way to it.
"""

import ast
from collections.abc import Mapping

from slowmate.rulebook.citations import written
from slowmate.rulebook.reach.doors import Doors
from slowmate.rulebook.reach.entries import entry_points
from slowmate.rulebook.reach.graph import Graph
from slowmate.rulebook.reach.package import Package
from slowmate.rulebook.rulings import Clause
from slowmate.rulebook.source import templates

__all__ = ["clauses_reached", "reached"]

SENTENCES = "slowmate.words."
"""Prefix of the modules that put rulings into words: they name every clause and apply none."""


def reached(trees: Mapping[str, ast.Module], templates: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return every function, method, class and constant that is reached, by its full name, with its entry points."""
    graph = Graph(Package(trees), templates)
    return graph.reached_from(entry_points(graph))


def clauses_reached(parsed: Mapping[str, ast.Module]) -> dict[Clause, set[str]]:
    """Return the entry points by which a person gets to the code that cites each clause."""
    graph = Graph(Package(parsed), templates("slowmate"), without=SENTENCES)
    entries = entry_points(graph)
    places = graph.reached_from(entries)
    doors = Doors(entries, parsed)
    return {
        cited: {name for place in where for name in doors.lead_to(place, places.get(place, ()))}
        for cited, where in written(parsed).items()
    }
