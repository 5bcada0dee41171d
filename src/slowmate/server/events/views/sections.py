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
from slowmate.server.events.pages import journal, section_games
from slowmate.server.events.pages.rendered_grounds import render_tie_breaks
from slowmate.server.events.pages.section_norms import has_norms, norms_page
from slowmate.server.events.pages.section_outlook import following, has_outlook, outlook_page
from slowmate.server.events.pages.section_start_list import start_list_page
from slowmate.server.events.pages.section_substitutes import may_see_substitutes
from slowmate.server.events.pages.section_table import crosstable
from slowmate.server.events.permissions import runs
from slowmate.server.events.queries.draw_page import draw_page
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.queries.sections import SectionRows, find_section, rows_of, seen_games
from slowmate.server.events.text import dates_of, kind_words
from slowmate.server.people.permissions import player_of
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.sign_in import hidden

GAMES_AT_ONCE = 100
DECISIONS_AT_ONCE = 40
TABLE = "table"


@require_safe
def section(request: HttpRequest, pk: int, tab: str = "") -> HttpResponse:
    """One part of the page of a section; without a name the table."""
    found = find_section(pk, request.user)
    if found is None or (tab and tab not in TABS):
        raise hidden(request)
    if tab == TABLE:
        return redirect("section", pk=pk)
    rows = rows_of(found)
    name = tab or TABLE
    words, part = TABS[name]
    me = player_of(request.user)
    context: dict[str, Any] = {
        "section": found,
        "event": found.event,
        "rows": rows,
        "called": name_of(found),
        "kind": kind_words(found.event.kind),
        "dates": dates_of(found),
        "part": f"events/section_{name.replace('-', '_')}.html",
        "part_words": words,
        "tabs": [_tab(found, each, here=name) for each in TABS],
        "games": len(rows.pairings),
        "director": getattr(found.director, "player", None),
        "may_run": runs(request.user, found.event),
        "may_see_substitutes": may_see_substitutes(request.user, found),
    }
    return render(request, "events/section.html", context | part(request, rows, me.pk if me else None))


def _tab(section: Section, tab: str, *, here: str) -> dict[str, Any]:
    link = reverse("section", args=[section.pk]) if tab == TABLE else reverse("section-tab", args=[section.pk, tab])
    return {"link": link, "words": TABS[tab][0], "is_here": tab == here}


def _table(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:
    boards = sorted({seat.board for seat in rows.seats if seat.board}) if rows.record.teams else []
    seen = seen_games(rows, request.user)
    asked = parse_positive_int(request.GET.get("board", ""))
    board = asked if asked in boards else next(iter(boards), None)
    return {
        "table": crosstable(rows, me=me, seen=seen),
        "boards": boards,
        "board": board,
        "board_table": crosstable(rows, me=me, seen=seen, board=board) if board else None,
        "norms": norms_page(rows, is_whole=False) if has_norms(rows) else None,
        "outlook": outlook_page(rows, me=me) if has_outlook(rows) else None,
        "follows": following(rows),
        "ties": render_tie_breaks(rows.record) if rows.finished else (),
    }


def _start_list(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:  # noqa: ARG001
    return {"list": start_list_page(rows, me=me)}


def _games(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:
    player, match = request.GET.get("player", ""), request.GET.get("match", "")
    chosen = section_games.chosen(rows, player=player, match=match)
    page: Page[Any] = Paginator(chosen, GAMES_AT_ONCE).get_page(request.GET.get("page"))
    page.object_list = section_games.game_lines(
        rows, list(page.object_list), seen=seen_games(rows, request.user), me=me
    )
    return {
        "page": page,
        "player": parse_positive_int(player),
        "asked": player,
        "is_chosen": len(chosen) < len(rows.pairings),
    }


def _norms(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:  # noqa: ARG001
    return {"norms": norms_page(rows, me=me) if has_norms(rows) else None}


def _journal(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:  # noqa: ARG001
    page: Page[Any] = Paginator(journal.of_section(rows.section), DECISIONS_AT_ONCE).get_page(request.GET.get("page"))
    page.object_list = [journal.entry(row, rows.names, here=rows.section.pk) for row in page.object_list]
    return {"page": page}


def _draw(request: HttpRequest, rows: SectionRows, me: int | None) -> dict[str, Any]:  # noqa: ARG001
    return {"draw": draw_page(rows), "file": f"{reverse('api-reference')}sections/{rows.section.pk}/draw"}


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
