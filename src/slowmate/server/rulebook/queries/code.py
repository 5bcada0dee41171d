"""Where our code applies a clause, for developers. It is found in the source, which takes seconds the first time:
no page for other readers asks for it. One request at a time reads, so that visitors who ask together keep nobody
else waiting."""

from functools import cache
from threading import Lock

from slowmate.rulebook import Clause, Row, find
from slowmate.rulebook.citations import citations
from slowmate.rulebook.reach import clauses_reached
from slowmate.rulebook.source import nothing_to_collect, trees

_READING = Lock()


def is_at_hand() -> bool:
    """Return whether it is ready: read before, or by this call; not while another request reads it."""
    if _applied.cache_info().currsize and _reached.cache_info().currsize:
        return True
    if not _READING.acquire(blocking=False):
        return False
    try:
        _applied()
        _reached()
    finally:
        _READING.release()
    return True


def applied(row: Row) -> list[str]:
    """Return the functions, classes and constants that apply a clause."""
    return _applied().get(Clause(row.edition, row.clause), [])


def reached(row: Row) -> list[str]:
    """Return the commands, pages, calls and jobs that reach them."""
    return _reached().get(Clause(row.edition, row.clause), [])


@cache
def _applied() -> dict[Clause, list[str]]:
    with nothing_to_collect():
        return _by_row(citations())


@cache
def _reached() -> dict[Clause, list[str]]:
    with nothing_to_collect():
        return _by_row(clauses_reached(trees("slowmate")))


def _by_row(cited_in: "dict[Clause, list[str]] | dict[Clause, set[str]]") -> dict[Clause, list[str]]:
    """Return names by the rows of the catalogue; a clause left to another edition counts for that edition's row."""
    rows: dict[Clause, set[str]] = {}
    for cited, names in cited_in.items():
        row = find(cited)
        if row is not None:
            rows.setdefault(Clause(row.edition, row.clause), set()).update(names)
    return {cited: sorted(names) for cited, names in rows.items()}
