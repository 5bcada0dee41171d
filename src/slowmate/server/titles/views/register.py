"""Titles by year, the register of norms, the champions; a norm and a title with all they rest on."""

from collections.abc import Callable, Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.server.events.text import title_words
from slowmate.server.site.fields import federations
from slowmate.server.titles.forms.register import RegisterForm
from slowmate.server.titles.pages.register import award_page, norm_lines, norm_page, title_lines
from slowmate.server.titles.queries import register_lists
from slowmate.server.titles.queries.register_lists import AWARDED, PLAYER_TITLES, find_award, find_norm

PAGE_SIZE = 60


@require_safe
def titles(request: HttpRequest) -> HttpResponse:
    """Show the titles that were awarded, the latest first."""
    chosen = RegisterForm(request.GET).filter
    page = _page(request, register_lists.titles(chosen), title_lines)
    options = _options(register_lists.years_of_titles(), AWARDED)
    return render(request, "titles/titles.html", {"filter": chosen, "page": page, "here": "titles", **options})


@require_safe
def norms(request: HttpRequest) -> HttpResponse:
    """Show the register of norms, the latest first."""
    chosen = RegisterForm(request.GET).filter
    page = _page(request, register_lists.norms(chosen), norm_lines)
    options = _options(register_lists.years_of_norms(), PLAYER_TITLES)
    return render(request, "titles/norms.html", {"filter": chosen, "page": page, "here": "norms", **options})


@require_safe
def champions(request: HttpRequest) -> HttpResponse:
    page = _page(request, register_lists.champions(), title_lines)
    return render(request, "titles/champions.html", {"page": page, "here": "champions"})


@require_safe
def norm(request: HttpRequest, pk: int) -> HttpResponse:
    row = find_norm(pk)
    if row is None:
        raise Http404
    return render(request, "titles/norm.html", {"page": norm_page(row, request.user)})


@require_safe
def award(request: HttpRequest, pk: int) -> HttpResponse:
    row = find_award(pk)
    if row is None:
        raise Http404
    return render(request, "titles/award.html", {"page": award_page(row, request.user)})


def _page(request: HttpRequest, rows: Any, lines: Callable[[Sequence[Any]], list[Any]]) -> "Page[Any]":
    page: Page[Any] = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    page.object_list = lines(list(page.object_list))
    return page


def _options(years: Sequence[int], titles: Sequence[str]) -> dict[str, Any]:
    """Return the options of the filter."""
    return {
        "years": [(year, year) for year in years],
        "titles": [(title, title_words(title)) for title in titles],
        "federations": federations().items(),
    }
