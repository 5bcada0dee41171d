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
from slowmate.server.ratings.queries import lists, table
from slowmate.server.ratings.queries.difference import difference
from slowmate.server.ratings.queries.explanation import left_out
from slowmate.server.ratings.text import program_address
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.spreadsheet import spreadsheet

AT_ONCE = 50
COLUMNS = ("rank", "id", "name", "federation", "title", "rating", "change", "games", "new_games", "rd", "fixed")


@require_safe
def newest(request: HttpRequest) -> HttpResponse:
    """The newest list of a pool."""
    pool = pool_in(request) or Game.Pool.CHESS
    found = lists.newest(pool)
    if found is None:
        return render(request, "ratings/none.html", {"shelf": table.shelf(pool), "pool": pool})
    return _page(request, found)


@require_safe
def one(request: HttpRequest, period: str) -> HttpResponse:
    """An older list, in the revision asked for or the newest."""
    return _page(request, list_in(request, period))


@require_safe
def as_csv(request: HttpRequest, period: str) -> HttpResponseBase:
    """What the page shows of a list, all of it at once."""
    row = list_in(request, period)
    found = table.rows(row, _form(request, row).wanted).select_related("player")
    return spreadsheet(f"ratings-{row.slug}", COLUMNS, _cells(found.iterator(chunk_size=2000)))


@require_safe
def changes(request: HttpRequest, period: str) -> HttpResponse:
    """What a revision of a list says otherwise than the one before it."""
    row = list_in(request, period)
    if row.supersedes_id is None:
        raise Http404
    changed, number = difference(row)
    context = {"list": row, "shelf": table.shelf(row.pool, row), "changed": changed, "changed_number": number}
    return render(request, "ratings/changes.html", context)


def pool_in(request: HttpRequest) -> str:
    """The pool that an address names, if it names one."""
    pool = request.GET.get("pool", "")
    if pool and pool not in Game.Pool.values:
        raise Http404
    return pool


def list_in(request: HttpRequest, period: str) -> RatingList:
    """The list that an address names."""
    given = request.GET.get("revision", "")
    revision = parse_positive_int(given)
    found = None if given and not revision else lists.find(period, pool=pool_in(request), revision=revision)
    if found is None:
        raise Http404
    return found


def _form(request: HttpRequest, row: RatingList) -> ListForm:
    federations, titles = table.choices(row)
    return ListForm(request.GET, federations=federations, titles=titles)


def _page(request: HttpRequest, row: RatingList) -> HttpResponse:
    form = _form(request, row)
    wanted = form.wanted
    shelf = table.shelf(row.pool, row)
    page = Paginator(table.rows(row, wanted), AT_ONCE).get_page(request.GET.get("page"))
    context = {
        "list": row,
        "shelf": shelf,
        "form": form,
        "wanted": wanted,
        "shows": table.shows(row),
        "page": page,
        "entries": table.listed(list(page.object_list), row, named=shelf.has_revisions),
        "has_rd": row.rules == "iccf-2023",
        "mine": _mine(request, row),
        "left_out": left_out(row),
        "programs": program_address(row, named=shelf.has_revisions),
    }
    return render(request, "ratings/list.html", context, status=422 if form.errors else 200)


def _mine(request: HttpRequest, row: RatingList) -> dict[str, Any] | None:
    """The reader's own place, and the page it is on."""
    me = player_of(request.user)
    entry = ListEntry.objects.filter(list=row, player=me).first() if me else None
    if entry is None:
        return None
    return {"entry": entry, "page": (entry.rank - 1) // AT_ONCE + 1 if entry.rank else None}


def _cells(entries: Iterator[ListEntry]) -> Iterator[tuple[object, ...]]:
    for one in entries:
        yield (
            *(one.rank, one.player_id, str(one.name or one.player.name), one.federation, one.title, one.rating),
            *(one.change, one.games, one.period_games, one.rd, int(one.fixed)),
        )
