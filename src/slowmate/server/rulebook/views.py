"""The rule book: clauses by book and section, in our words, with a search; and conduct."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.rulebook import EDITIONS, Clause, Row, find
from slowmate.rulebook.not_counted import exception_of
from slowmate.rulebook.sections import section_of
from slowmate.server.rulebook.pages.books import books
from slowmate.server.rulebook.pages.search import MAX_HITS_SHOWN
from slowmate.server.rulebook.pages.search import search as search_clauses
from slowmate.server.rulebook.queries import book, code
from slowmate.server.rulebook.text import HELPS, OFTEN, actor_words
from slowmate.server.site.error_pages import TRY_AGAIN


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "").strip()[:200]
    result = search_clauses(words)
    context = {
        "editions": books(),
        "words": words,
        "hits": result.best_first()[:MAX_HITS_SHOWN],
        "count": len(result.hits),
        "is_cut": len(result.hits) > MAX_HITS_SHOWN,
        "called": result.called,
        "often": [str(wanted) for wanted in OFTEN],  # `querystring` would spell a lazy text out
        "helps": [HELPS[name]() for name in result.helps],
    }
    return render(request, "rulebook/search.html", context)


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    """Show the rules on conduct, on directors, and on who makes the rules."""
    how, directors, governance = book.conduct()
    return render(request, "rulebook/conduct.html", {"how": how, "directors": directors, "governance": governance})


@require_safe
def edition(request: HttpRequest, edition: str) -> HttpResponse:
    if edition not in EDITIONS:
        raise Http404
    context = {"edition": EDITIONS[edition], "sections": book.sections(edition)}
    return render(request, "rulebook/edition.html", context)


@require_safe
def one(request: HttpRequest, edition: str, address: str) -> HttpResponse:
    row = _row(edition, address)
    actor = actor_words(row.actor) if row.actor not in ("", "-") else ""
    context = {
        "row": row,
        "edition": EDITIONS[row.edition],
        "cited": EDITIONS[edition],
        "section": section_of(row),
        "actor": actor,
        "related": book.related(row),
    }
    return render(request, "rulebook/clause.html", context)


@require_safe
def developers(request: HttpRequest, edition: str, address: str) -> HttpResponse:
    """Show where our code applies a clause, on its own page because reading the code takes time."""
    row = _row(edition, address)
    context = {"row": row, "edition": EDITIONS[row.edition], "not_counted": exception_of(row)}
    if not code.is_at_hand():
        answer = render(request, "rulebook/developers.html", context, status=503)
        answer["Retry-After"] = str(TRY_AGAIN)
        return answer
    context |= {"is_at_hand": True, "applied": code.applied(row), "reached": code.reached(row)}
    return render(request, "rulebook/developers.html", context)


def _row(edition: str, address: str) -> Row:
    """Return the clause, or the one of another edition that it repeats."""
    row = find(Clause(edition, address))
    if row is None:
        raise Http404
    return row
