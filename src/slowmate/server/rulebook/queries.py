"""The rule book as the pages show it."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from slowmate.rulebook import EDITIONS, Clause, Edition, Row, catalogue, find
from slowmate.rulebook.citations import citations

MOST = 100
"""How many hits one page of a search shows."""


@dataclass(frozen=True, slots=True)
class Counted:
    edition: Edition
    clauses: int
    applied: int


@dataclass(frozen=True, slots=True)
class Line:
    row: Row
    is_applied: bool


@cache
def _applied() -> dict[Clause, list[str]]:
    """Where each row is applied; what an edition leaves to another one's row counts for that row."""
    found: dict[Clause, list[str]] = {}
    for cited, places in citations().items():
        row = find(cited)
        if row is not None:
            known = found.setdefault(Clause(row.edition, row.clause), [])
            known.extend(place for place in places if place not in known)
    return found


def applied(row: Row) -> list[str]:
    return _applied().get(Clause(row.edition, row.clause), [])


@cache
def editions() -> list[Counted]:
    rows = catalogue().values()
    return [
        Counted(
            edition,
            sum(row.edition == edition.key for row in rows),
            sum(row.edition == edition.key and bool(applied(row)) for row in rows),
        )
        for edition in EDITIONS.values()
    ]


def _section(row: Row) -> str:
    """1.1.1(a) belongs to section 1; App2.4(c) to App2."""
    match = re.match(r"App ?\d+|[A-Za-z]+|\d+", row.clause)
    return match.group() if match else row.clause


@cache
def sections(edition: str) -> list[tuple[str, list[Line]]]:
    """The clauses of one edition by section, in the order of the book."""
    rows = [row for row in catalogue().values() if row.edition == edition]
    return [(name, [Line(row, bool(applied(row))) for row in group]) for name, group in groupby(rows, _section)]


_CONDUCT = (("ICCF-LAWS-2019", r"13\."),)
_DIRECTORS = (("ICCF-LAWS-2019", r"14\."),)
_GOVERNANCE = (
    ("ICCF-LAWS-2019", r"Preface-3$"),
    ("FIDE-RATING-2017", r"10\.1$|11\."),
    ("FIDE-TITLES-2017", r"0\.21?$"),
)


@cache
def conduct() -> tuple[list[Line], list[Line], list[Line]]:
    """How people behave, what a director owes them, and who makes the rules: each in the order of the books."""
    how, directors, governance = (_chosen(parts) for parts in (_CONDUCT, _DIRECTORS, _GOVERNANCE))
    return how, directors, governance


def _chosen(parts: tuple[tuple[str, str], ...]) -> list[Line]:
    rows = list(catalogue().values())
    found = [
        row for edition, address in parts for row in rows if row.edition == edition and re.match(address, row.clause)
    ]
    return [Line(row, bool(applied(row))) for row in found]


def matching(words: str) -> list[Line]:
    """Rows that contain every word, in address, rule, topic or note."""
    wanted = words.casefold().split()
    found = []
    for row in catalogue().values():
        text = f"{row.edition} {row.clause} {row.topic} {row.rule} {row.note}".casefold()
        if all(word in text for word in wanted):
            found.append(Line(row, bool(applied(row))))
    return found
