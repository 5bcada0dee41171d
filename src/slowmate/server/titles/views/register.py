"""Titles by year, the register of norms, the champions; a norm and a title with all they rest on."""

from collections.abc import Callable, Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from slowmate.server.events.text import title_words
from slowmate.server.site.fields import federations
from slowmate.server.titles.queries import listing
from slowmate.server.titles.queries.pages import award_page, find_award, find_norm, norm_page

AT_ONCE = 60


@require_safe
def titles(request: HttpRequest) -> HttpResponse:
    """Titles that were awarded, the latest first."""
    found = listing.asked(request.GET.dict())
    page = _page(request, listing.titles(found), listing.title_lines)
    context = {"years": listing.years_of_titles(), "titles": _titles(listing.AWARDED), "here": "titles"}
    return render(request, "titles/titles.html", {**context, **_shared(found), "page": page})


@require_safe
def norms(request: HttpRequest) -> HttpResponse:
    """The register of norms, the latest first."""
    found = listing.asked(request.GET.dict())
    page = _page(request, listing.norms(found), listing.norm_lines)
    context = {"years": listing.years_of_norms(), "titles": _titles(listing.OF_PLAYERS), "here": "norms"}
    return render(request, "titles/norms.html", {**context, **_shared(found), "page": page})


@require_safe
def champions(request: HttpRequest) -> HttpResponse:
    page = _page(request, listing.champions(), listing.title_lines)
    return render(request, "titles/champions.html", {"page": page, "here": "champions"})


@require_safe
def norm(request: HttpRequest, pk: int) -> HttpResponse:
    found = find_norm(pk)
    if found is None:
        raise Http404
    return render(request, "titles/norm.html", {"page": norm_page(found, request.user)})


@require_safe
def award(request: HttpRequest, pk: int) -> HttpResponse:
    found = find_award(pk)
    if found is None:
        raise Http404
    return render(request, "titles/award.html", {"page": award_page(found, request.user)})


def _page(request: HttpRequest, rows: Any, lines: Callable[[Sequence[Any]], list[Any]]) -> "Page[Any]":
    page: Page[Any] = Paginator(rows, AT_ONCE).get_page(request.GET.get("page"))
    page.object_list = lines(list(page.object_list))
    return page


def _shared(found: listing.Asked) -> dict[str, Any]:
    return {"asked": found, "federations": federations(), "all_years": _("All years")}


def _titles(letters: Sequence[str]) -> list[tuple[str, str]]:
    return [(title, title_words(title)) for title in letters]
