"""The books by section, and what belongs together."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from slowmate.rulebook import EDITIONS, SERIES, Edition, Row, catalogue
from slowmate.rulebook.sections import Section, section_of
from slowmate.rulebook.sections import sections as all_sections
from slowmate.server.rulebook.text import BOOKS

BESIDE = 8
"""How many clauses of the same article the page of a clause names at most, and how many on the same topic."""


@dataclass(frozen=True, slots=True)
class Counted:
    edition: Edition
    clauses: int
    ends: date | None
    """The last day on which it governs anything; none if it still does."""


@cache
def editions() -> list[Counted]:
    """Those that readers want first, first."""
    rows = catalogue().values()
    places = {key: place for place, key in enumerate(BOOKS)}
    in_order = sorted(EDITIONS.values(), key=lambda edition: places.get(edition.key, len(places)))
    return [
        Counted(edition, sum(row.edition == edition.key for row in rows), _last_day(edition)) for edition in in_order
    ]


def _last_day(edition: Edition) -> date | None:
    later = [_following(edition.key, series) for series in SERIES.values() if edition.key in series]
    if None in later:
        return None
    return max(EDITIONS[key].begins for key in later if key) - timedelta(days=1)


def _following(key: str, series: tuple[str, ...]) -> str | None:
    return next(iter(series[series.index(key) + 1 :]), None)


@cache
def _rows(edition: str) -> list[Row]:
    """The clauses of one edition in the order of the book."""
    places = {section: number for number, section in enumerate(all_sections())}
    rows = [row for row in catalogue().values() if row.edition == edition]
    return sorted(rows, key=lambda row: places[section_of(row)])


@cache
def sections(edition: str) -> list[tuple[Section, list[Row]]]:
    """The clauses of one edition by section, in the order of the book."""
    found: dict[Section, list[Row]] = {}
    for row in _rows(edition):
        found.setdefault(section_of(row), []).append(row)
    return list(found.items())


@dataclass(frozen=True, slots=True)
class Related:
    """What a reader of a clause may want to read next."""

    elsewhere: list[Row]
    """The same clause in the editions before and after."""
    beside: list[Row]
    """The clauses of the same article that stand next to it."""
    on_topic: list[Row]


def related(row: Row) -> Related:
    rows = _rows(row.edition)
    article = _article(row.clause)
    same = [other for other in rows if other == row or (article and _article(other.clause) == article)]
    beside = [other for other in _nearest(same, row) if other != row]
    known = {row.clause, *(other.clause for other in beside)}
    about = [other for other in rows if other == row or (other.topic == row.topic and other.clause not in known)]
    return Related(_elsewhere(row), beside, [other for other in _nearest(about, row) if other != row])


def _article(address: str) -> str:
    """7.2(a) and 7.2(b) belong to 7.2, 9.2.1.2 to 9.2.1, 6.10b to 6.10; a word of the glossary to nothing."""
    match = re.fullmatch(r"(.+?)(?:\([^()]*\)|/[^/]+|\.\d+|[a-z])", address)
    return match.group(1) if match and not address.startswith("Glossary") else ""


def _nearest(rows: list[Row], row: Row) -> list[Row]:
    """The row itself and those next to it, in their order."""
    here = rows.index(row)
    chosen = sorted(range(len(rows)), key=lambda place: (abs(place - here), place))[: BESIDE + 1]
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
    """How people behave, what a director owes them, and who makes the rules: each in the order of the books."""
    how, directors, governance = (_chosen(parts) for parts in (_CONDUCT, _DIRECTORS, _GOVERNANCE))
    return how, directors, governance


def _chosen(parts: tuple[tuple[str, str], ...]) -> list[Row]:
    rows = list(catalogue().values())
    return [
        row for edition, address in parts for row in rows if row.edition == edition and re.match(address, row.clause)
    ]
