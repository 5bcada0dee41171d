"""The clause catalogue: every rule in our words, loaded once from package data."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from slowmate.rulebook.editions import EDITIONS
from slowmate.rulebook.rulings import Clause


@dataclass(frozen=True, slots=True)
class Row:
    """One rule of the catalogue: its address, what it says and how one would test it."""

    edition: str
    clause: str
    topic: str
    kind: str
    actor: str
    rule: str
    inputs: str
    outcome: str
    test_idea: str
    note: str


@cache
def catalogue() -> dict[Clause, Row]:
    """Return all rows by clause, in the order of the catalogue."""
    return {Clause(row[0], row[1]): Row(*row) for row in table("clauses.csv")}


def table(name: str) -> Iterator[list[str]]:
    """Return the rows of a table of the package, without its heading."""
    text = resources.files("slowmate.rulebook").joinpath(f"data/{name}").read_text("utf-8")
    rows = csv.reader(text.splitlines(keepends=True))
    next(rows)
    return rows


def find(cited: Clause) -> Row | None:
    """Return the row that states a clause, or None if there is no such clause.

    An edition may leave out what it has in common with another (`Edition.restates`): then that one's row states it.
    """
    row = catalogue().get(cited)
    edition = EDITIONS.get(cited.edition)
    if row is None and edition and edition.restates and not cited.address.startswith(edition.own):
        return catalogue().get(Clause(edition.restates, cited.address))
    return row
