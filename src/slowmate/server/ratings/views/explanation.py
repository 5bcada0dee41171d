"""The explanation of a rating, for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.pages.explanation import explanation_page
from slowmate.server.ratings.queries.table import shelf
from slowmate.server.ratings.views.lists import list_in


@require_safe
def explanation(request: HttpRequest, period: str, pk: int) -> HttpResponse:
    """Explain a rating in a published list."""
    row = list_in(request, period)
    return render_explanation(request, row, pk, shelf=shelf(row.pool, row))


def render_explanation(request: HttpRequest, row: RatingList, player: int, **more: object) -> HttpResponse:
    """Render a table of games, then the whole calculation; with `steps=open` every step is unfolded, to be printed."""
    page = explanation_page(row, player)
    if page is None:
        raise Http404
    is_open = request.GET.get("steps") == "open"
    context = {"list": row, "entry": page.entry, "calculation": page.calculation, "is_open": is_open, **more}
    return render(request, "ratings/explanation.html", context)
