"""Rating lists for everybody: the newest, older ones and their revisions, as pages and for spreadsheets."""

from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.server.games.models import Game
from slowmate.server.people.permissions import player_of
from slowmate.server.ratings.forms.lists import ListForm
from slowmate.server.ratings.models import ListEntry, RatingList
from slowmate.server.ratings.pages.table import listed_entries, parts_of
from slowmate.server.ratings.queries import lists, table
from slowmate.server.ratings.queries.difference import difference
from slowmate.server.ratings.queries.explanation import left_out
from slowmate.server.ratings.text import program_address
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.spreadsheet import spreadsheet

PAGE_SIZE = 50
COLUMNS = ("rank", "id", "name", "federation", "title", "rating", "change", "games", "new_games", "rd", "fixed")


@require_safe
def newest(request: HttpRequest) -> HttpResponse:
    """Show the newest list of a pool."""
    pool = pool_in(request) or Game.Pool.CHESS
    row = lists.newest(pool)
    if row is None:
        return render(request, "ratings/none.html", {"shelf": table.shelf(pool), "pool": pool})
    return _page(request, row)


@require_safe
def one(request: HttpRequest, period: str) -> HttpResponse:
    """Show an older list, in the revision in the address or the newest."""
    return _page(request, list_in(request, period))


@require_safe
def as_csv(request: HttpRequest, period: str) -> HttpResponseBase:
    """Return the filtered list as a spreadsheet."""
    row = list_in(request, period)
    entries = table.rows(row, _form(request, row).filter).select_related("player")
    return spreadsheet(f"ratings-{row.slug}", COLUMNS, _cells(entries.iterator(chunk_size=2000)))


@require_safe
def changes(request: HttpRequest, period: str) -> HttpResponse:
    """Show the changes of a revision."""
    row = list_in(request, period)
    if row.supersedes_id is None:
        raise Http404
    changed, number = difference(row)
    context = {"list": row, "shelf": table.shelf(row.pool, row), "changed": changed, "changed_number": number}
    return render(request, "ratings/changes.html", context)


def pool_in(request: HttpRequest) -> str:
    """Return the pool in the address, or an empty string."""
    pool = request.GET.get("pool", "")
    if pool and pool not in Game.Pool.values:
        raise Http404
    return pool


def list_in(request: HttpRequest, period: str) -> RatingList:
    """Return the list in the address."""
    given = request.GET.get("revision", "")
    revision = parse_positive_int(given)
    row = None if given and not revision else lists.find(period, pool=pool_in(request), revision=revision)
    if row is None:
        raise Http404
    return row


def _form(request: HttpRequest, row: RatingList) -> ListForm:
    federations, titles = table.choices(row)
    return ListForm(request.GET, federations=federations, titles=titles)


def _page(request: HttpRequest, row: RatingList) -> HttpResponse:
    form = _form(request, row)
    chosen = form.filter
    shelf = table.shelf(row.pool, row)
    page = Paginator(table.rows(row, chosen), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "list": row,
        "shelf": shelf,
        "form": form,
        "filter": chosen,
        "parts": parts_of(row),
        "page": page,
        "entries": listed_entries(list(page.object_list), row, named=shelf.has_revisions),
        "has_rd": row.rules == "iccf-2023",
        "my_place": _my_place(request, row),
        "left_out": left_out(row),
        "programs": program_address(row, named=shelf.has_revisions),
    }
    return render(request, "ratings/list.html", context, status=422 if form.errors else 200)


def _my_place(request: HttpRequest, row: RatingList) -> dict[str, Any] | None:
    """Return the reader's own place, and the page it is on."""
    me = player_of(request.user)
    entry = ListEntry.objects.filter(list=row, player=me).first() if me else None
    if entry is None:
        return None
    return {"entry": entry, "page": (entry.rank - 1) // PAGE_SIZE + 1 if entry.rank else None}


def _cells(entries: Iterator[ListEntry]) -> Iterator[tuple[object, ...]]:
    for entry in entries:
        yield (
            *(entry.rank, entry.player_id, str(entry.name or entry.player.name), entry.federation, entry.title),
            *(entry.rating, entry.change, entry.games, entry.period_games, entry.rd, int(entry.fixed)),
        )
