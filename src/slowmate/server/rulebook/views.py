"""The rule book: clauses by document and edition, in our words, each with where it is applied; and conduct."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.rulebook import EDITIONS, Clause, catalogue
from slowmate.server.rulebook import queries
from slowmate.server.rulebook.text import actor_words


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "").strip()[:200]
    found = queries.matching(words) if words else []
    context = {
        "editions": queries.editions(),
        "words": words,
        "found": found[: queries.MOST],
        "count": len(found),
        "is_cut": len(found) > queries.MOST,
    }
    return render(request, "rulebook/search.html", context)


@require_safe
def conduct(request: HttpRequest) -> HttpResponse:
    """How people behave here, what they may expect of a director, and who makes the rules."""
    how, directors, governance = queries.conduct()
    return render(request, "rulebook/conduct.html", {"how": how, "directors": directors, "governance": governance})


@require_safe
def edition(request: HttpRequest, edition: str) -> HttpResponse:
    if edition not in EDITIONS:
        raise Http404
    context = {"edition": EDITIONS[edition], "sections": queries.sections(edition)}
    return render(request, "rulebook/edition.html", context)


@require_safe
def one(request: HttpRequest, edition: str, address: str) -> HttpResponse:
    row = catalogue().get(Clause(edition, address))
    if row is None:
        raise Http404
    actor = actor_words(row.actor) if row.actor not in ("", "-") else ""
    context = {"row": row, "edition": EDITIONS[edition], "actor": actor, "applied": queries.applied(row)}
    return render(request, "rulebook/clause.html", context)
