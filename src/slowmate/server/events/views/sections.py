"""A section: its table, start list, games, norms, journal and draw."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from slowmate.server.events.models import Section
from slowmate.server.events.pages.journal import journal_line
from slowmate.server.events.pages.rendered_grounds import render_tie_breaks
from slowmate.server.events.pages.section_games import filtered_pairings, game_lines
from slowmate.server.events.pages.section_norms import norms_page
from slowmate.server.events.pages.section_outlook import consequence_lines, has_outlook, outlook_page
from slowmate.server.events.pages.section_start_list import start_list_page
from slowmate.server.events.pages.section_substitutes import may_see_substitutes
from slowmate.server.events.pages.section_table import crosstable
from slowmate.server.events.permissions import may_open_again, runs
from slowmate.server.events.queries.draws import draw_summary
from slowmate.server.events.queries.events import decisions_about_section
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.queries.reviews import correction_of
from slowmate.server.events.queries.sections import OVER, SectionRows, find_section, has_norms, rows_of, visible_games
from slowmate.server.events.text import dates_of, kind_words
from slowmate.server.people.permissions import player_of
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.sign_in import hidden

GAMES_PAGE_SIZE = 100
DECISIONS_PAGE_SIZE = 40
TABLE = "table"


@require_safe
def section(request: HttpRequest, pk: int, tab: str = "") -> HttpResponse:
    """Show one part of the page of a section; without a name the table."""
    row = find_section(pk, request.user)
    if row is None or (tab and tab not in TABS):
        raise hidden(request)
    if tab == TABLE:
        return redirect("section", pk=pk)
    rows = rows_of(row)
    name = tab or TABLE
    words, part = TABS[name]
    me = player_of(request.user)
    context: dict[str, Any] = {
        "section": row,
        "event": row.event,
        "rows": rows,
        "called": name_of(row),
        "kind": kind_words(row.event.kind),
        "dates": dates_of(row),
        "part": f"events/section_{name.replace('-', '_')}.html",
        "part_words": words,
        "tabs": [_tab(row, each, here=name) for each in TABS],
        "games": len(rows.pairings),
        "director": getattr(row.director, "player", None),
        "review": correction_of(row) if row.state in OVER else None,
        "may_run": runs(request.user, row.event),
        "may_open_again": row.state in OVER and may_open_again(request.user, row),
        "may_see_substitutes": may_see_substitutes(request.user, row),
    }
    return render(request, "events/section.html", context | part(request, rows, me.pk if me else None))


def _tab(section: Section, tab: str, *, here: str) -> dict[str, Any]:
    link = reverse("section", args=[section.pk]) if tab == TABLE else reverse("section-tab", args=[section.pk, tab])
    return {"link": link, "words": TABS[tab][0], "is_here": tab == here}


def _table(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:
    boards = sorted({seat.board for seat in rows.seats if seat.board}) if rows.record.teams else []
    visible = visible_games(rows, request.user)
    number = parse_positive_int(request.GET.get("board", ""))
    board = number if number in boards else next(iter(boards), None)
    return {
        "table": crosstable(rows, me=me, visible=visible),
        "boards": boards,
        "board": board,
        "board_table": crosstable(rows, me=me, visible=visible, board=board) if board else None,
        "norms": norms_page(rows, is_whole=False) if has_norms(rows) else None,
        "outlook": outlook_page(rows, me=me) if has_outlook(rows) else None,
        "follows": consequence_lines(rows),
        "ties": render_tie_breaks(rows.record) if rows.finished else (),
    }


def _start_list(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:  # noqa: ARG001
    return {"list": start_list_page(rows, me=me)}


def _games(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:
    player, match = request.GET.get("player", ""), request.GET.get("match", "")
    pairings = filtered_pairings(rows, player=player, match=match)
    page: Page[Any] = Paginator(pairings, GAMES_PAGE_SIZE).get_page(request.GET.get("page"))
    page.object_list = game_lines(rows, list(page.object_list), visible=visible_games(rows, request.user), me=me)
    return {
        "page": page,
        "player": parse_positive_int(player),
        "asked": player,
        "is_chosen": len(pairings) < len(rows.pairings),
    }


def _norms(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:  # noqa: ARG001
    return {"norms": norms_page(rows, me=me) if has_norms(rows) else None}


def _journal(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:  # noqa: ARG001
    page: Page[Any] = Paginator(decisions_about_section(rows.section), DECISIONS_PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    page.object_list = [journal_line(row, rows.names, here=rows.section.pk) for row in page.object_list]
    return {"page": page}


def _draw(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:  # noqa: ARG001
    return {"draw": draw_summary(rows), "file": f"{reverse('api-reference')}sections/{rows.section.pk}/draw"}


Part = Callable[[HttpRequest, SectionRows, int | None], dict[str, Any]]
TABS: dict[str, tuple[Any, Part]] = {
    TABLE: (gettext_lazy("Table"), _table),
    "start-list": (gettext_lazy("Start list"), _start_list),
    "games": (gettext_lazy("Games"), _games),
    "norms": (gettext_lazy("Norms"), _norms),
    "journal": (gettext_lazy("Journal"), _journal),
    "draw": (gettext_lazy("Draw"), _draw),
}
"""The parts of the page, by their addresses; their names are lazy texts."""
