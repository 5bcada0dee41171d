"""The books by section, and what belongs together."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from slowmate.rulebook import EDITIONS, SERIES, Edition, Row, catalogue
from slowmate.rulebook.sections import Section, section_of
from slowmate.rulebook.sections import sections as all_sections

MAX_NEIGHBOURS = 8
"""Clauses of the same article, and as many on the same topic, that the page of a clause names at most."""


@dataclass(frozen=True, slots=True)
class BookSummary:
    """An edition, its number of clauses, and how long it governs."""

    edition: Edition
    clauses: int
    ends: date | None
    """The last day it governs; None if it still does."""


@cache
def summaries() -> list[BookSummary]:
    """Return the summaries of all editions."""
    rows = catalogue().values()
    return [
        BookSummary(edition, sum(row.edition == edition.key for row in rows), _last_day(edition))
        for edition in EDITIONS.values()
    ]


def _last_day(edition: Edition) -> date | None:
    later = [_next_edition(edition.key, series) for series in SERIES.values() if edition.key in series]
    if None in later:
        return None
    return max(EDITIONS[key].begins for key in later if key) - timedelta(days=1)


def _next_edition(key: str, series: tuple[str, ...]) -> str | None:
    return next(iter(series[series.index(key) + 1 :]), None)


@cache
def _rows(edition: str) -> list[Row]:
    """Return the clauses of one edition in the order of the book."""
    places = {section: number for number, section in enumerate(all_sections())}
    rows = [row for row in catalogue().values() if row.edition == edition]
    return sorted(rows, key=lambda row: places[section_of(row)])


@cache
def sections(edition: str) -> list[tuple[Section, list[Row]]]:
    """Return the clauses of one edition by section, in the order of the book."""
    by_section: dict[Section, list[Row]] = {}
    for row in _rows(edition):
        by_section.setdefault(section_of(row), []).append(row)
    return list(by_section.items())


@dataclass(frozen=True, slots=True)
class RelatedClauses:
    """Clauses to read next."""

    elsewhere: list[Row]
    """The same clause in the editions before and after."""
    beside: list[Row]
    """The clauses of the same article that stand next to it."""
    on_topic: list[Row]


def related(row: Row) -> RelatedClauses:
    """Return the clauses to read next after one."""
    rows = _rows(row.edition)
    article = _article(row.clause)
    same = [other for other in rows if other == row or (article and _article(other.clause) == article)]
    beside = [other for other in _nearest(same, row) if other != row]
    named = {row.clause, *(other.clause for other in beside)}
    about = [other for other in rows if other == row or (other.topic == row.topic and other.clause not in named)]
    return RelatedClauses(_elsewhere(row), beside, [other for other in _nearest(about, row) if other != row])


def _article(address: str) -> str:
    """Return the article of a clause: 7.2 of 7.2(a), 9.2.1 of 9.2.1.2, 6.10 of 6.10b; empty for the glossary."""
    match = re.fullmatch(r"(.+?)(?:\([^()]*\)|/[^/]+|\.\d+|[a-z])", address)
    return match.group(1) if match and not address.startswith("Glossary") else ""


def _nearest(rows: list[Row], row: Row) -> list[Row]:
    """Return a row and its neighbours, in their order."""
    here = rows.index(row)
    chosen = sorted(range(len(rows)), key=lambda place: (abs(place - here), place))[: MAX_NEIGHBOURS + 1]
    return [rows[place] for place in sorted(chosen)]


def _elsewhere(row: Row) -> list[Row]:
    keys = {key for series in SERIES.values() if row.edition in series for key in series} - {row.edition}
    return [other for other in catalogue().values() if other.edition in keys and other.clause == row.clause]


_CONDUCT = (("ICCF-LAWS-2019", r"13\."),)
_DIRECTORS = (("ICCF-LAWS-2019", r"14\."),)
_GOVERNANCE = (
    ("ICCF-LAWS-2019", r"Preface-3$"),
    ("FIDE-RATING-2017", r"10\.1$|11\."),
    ("FIDE-TITLES-2017", r"0\.21?$"),
)


@cache
def conduct() -> tuple[list[Row], list[Row], list[Row]]:
    """Return the clauses on conduct, on directors and on governance, each in the order of the books."""
    how, directors, governance = (_rows_at(parts) for parts in (_CONDUCT, _DIRECTORS, _GOVERNANCE))
    return how, directors, governance


def _rows_at(parts: tuple[tuple[str, str], ...]) -> list[Row]:
    rows = list(catalogue().values())
    return [
        row for edition, address in parts for row in rows if row.edition == edition and re.match(address, row.clause)
    ]
