"""The page of a federation."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.server.events.pages.event_list import listed_events
from slowmate.server.events.permissions import may_nominate
from slowmate.server.events.queries.federations import federation_summary, players_of
from slowmate.server.events.text import kind_words
from slowmate.server.site import clock

PAGE_SIZE = 50
"""Players on one page."""


@require_safe
def federation(request: HttpRequest, code: str) -> HttpResponse:
    today = clock.now().date()
    summary = federation_summary(code.upper(), request.user, on=today)
    if summary is None:
        raise Http404
    context = {
        "shown": summary,
        "page": Paginator(players_of(summary.code), PAGE_SIZE).get_page(request.GET.get("page")),
        "events": listed_events(summary.events, {}, me=None, on=today),
        "nominated": [(row, kind_words(row.kind) if row.kind else "") for row in summary.nominations],
        "year": today.year,
        "may_nominate": may_nominate(request.user, summary.code),
    }
    return render(request, "events/federation.html", context)
