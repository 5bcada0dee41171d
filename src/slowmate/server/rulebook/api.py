"""The rule book: editions and clauses, in our words."""

from collections import Counter
from typing import Annotated

from django.http import Http404, HttpRequest
from django.urls import reverse
from ninja import Query, Router, Schema
from pydantic import Field

from slowmate.rulebook import EDITIONS, Clause, Row, catalogue, find
from slowmate.server.accounts.api import ANYBODY
from slowmate.server.rulebook.pages import search
from slowmate.server.rulebook.pages.books import books
from slowmate.server.rulebook.queries import code
from slowmate.server.site.paging import REFUSALS, Limit, Offset
from slowmate.server.site.shapes import Paged


class EditionOut(Schema):
    key: str
    title: str
    clauses: int
    applied: int


class ClauseOut(Schema):
    """A rule in our words."""

    edition: str
    clause: str
    topic: str
    kind: str
    rule: str
    note: str
    is_applied: bool
    link: str


class ClauseDetail(ClauseOut):
    applied: list[str] = Field(description="The functions that apply it.")


class ClausesPage(Paged):
    items: list[ClauseOut]


router = Router(tags=["rule book"])


def _clause(row: Row) -> ClauseOut:
    return ClauseOut(
        edition=row.edition,
        clause=row.clause,
        topic=row.topic,
        kind=row.kind,
        rule=row.rule,
        note=row.note,
        is_applied=bool(code.applied(row)),
        link=reverse("clause", args=[row.edition, row.clause]),
    )


@router.get("/editions", auth=ANYBODY, response={200: list[EditionOut], **REFUSALS}, summary="Editions")
def editions(request: HttpRequest) -> list[EditionOut]:  # noqa: ARG001 - the same for everybody
    applied = Counter(row.edition for row in catalogue().values() if code.applied(row))
    return [
        EditionOut(
            key=each.edition.key, title=each.edition.title, clauses=each.clauses, applied=applied[each.edition.key]
        )
        for each in books()
    ]


@router.get("/clauses", auth=ANYBODY, response={200: ClausesPage, **REFUSALS}, summary="Clauses")
def clauses(
    request: HttpRequest,  # noqa: ARG001
    q: Annotated[str, Query(max_length=200)] = "",
    edition: Annotated[str, Query(max_length=40)] = "",
    limit: Limit = 50,
    offset: Offset = 0,
) -> ClausesPage:
    """Those that hold every word of `q`, or what the books call it, in rule, address, topic or title of the section; in
    the order of the books."""
    if edition and edition not in EDITIONS:
        raise Http404
    rows = [hit.row for hit in search.search(q).hits] if q.strip() else list(catalogue().values())
    chosen = [row for row in rows if not edition or row.edition == edition]
    items = [_clause(row) for row in chosen[offset : offset + limit]]
    return ClausesPage(items=items, count=len(chosen), limit=limit, offset=offset)


@router.get(
    "/clauses/{edition}/{path:address}", auth=ANYBODY, response={200: ClauseDetail, **REFUSALS}, summary="A clause"
)
def clause(request: HttpRequest, edition: str, address: str) -> ClauseDetail:  # noqa: ARG001
    row = find(Clause(edition, address))
    if row is None:
        raise Http404
    return ClauseDetail(**_clause(row).model_dump(), applied=code.applied(row))
