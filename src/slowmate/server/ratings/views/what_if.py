"""The page “What if?”: a list, or a player's history, beside the same under other rules."""

from typing import Any

import numpy as np
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from slowmate.server.ratings.forms.what_if import SORTS, WhatIfForm
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.pages.what_if import list_graph, player_graph
from slowmate.server.ratings.queries import lists, what_if
from slowmate.server.ratings.queries.history import history_in
from slowmate.server.ratings.text import RULES
from slowmate.server.ratings.views.lists import pool_in

PAGE_SIZE = 50


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the chosen comparison, or the newest list under the rules before its own."""
    pool = pool_in(request) or Game.Pool.CHESS
    made_here = [row for row in lists.published(pool) if not row.is_imported]
    if not made_here:
        return render(request, "ratings/what_if_none.html", {"pool": pool})
    given = {name: value for name, value in request.GET.items() if value and name not in ("pool", "sort", "page")}
    data = {"rules": _others(made_here[0])[0], **given}
    form = WhatIfForm(data, lists=made_here)
    context: dict[str, Any] = {"form": form, "pool": pool}
    if form.is_valid():
        context |= _comparison(request, form.cleaned_data, made_here)
    return render(request, "ratings/what_if.html", context, status=422 if form.errors else 200)


def _others(row: RatingList) -> list[str]:
    """Return the other systems, the one before first."""
    names = list(RULES)
    before = names.index(row.rules) - 1
    return sorted((name for name in names if name != row.rules), key=lambda name: name != names[before])


def _comparison(request: HttpRequest, given: dict[str, Any], made_here: list[RatingList]) -> dict[str, Any]:
    """Return the comparison of a player's history, or of a whole list."""
    newest, rules = made_here[0], given["rules"]
    if given["player"] is not None:
        return {"player": given["player"], "rules": rules, **_of_player(given["player"], newest, rules)}
    row = next((row for row in made_here if row.slug == given["list"]), newest)
    whole = what_if.of_list(row, rules)
    sort = request.GET.get("sort", "")
    order = whole.order(sort if sort in SORTS else "")
    page = Paginator(order, PAGE_SIZE).get_page(request.GET.get("page"))
    entries = what_if.entries_of(row, whole.players[np.asarray(page.object_list)])
    rows = [
        {
            "entry": entries[int(whole.players[place])],
            "real": int(whole.real[place]),
            "other": int(whole.other[place]) or None,
            "apart": int(whole.apart[place]) if whole.other[place] else None,
        }
        for place in page.object_list
    ]
    context = {"list": row, "comparison": whole, "graph": list_graph(whole)}
    return {**context, "rules": rules, "page": page, "rows": rows, "sort": sort}


def _of_player(player: Player, newest: RatingList, rules: str) -> dict[str, Any]:
    history = history_in(player, newest.pool)
    if history is None:
        return {"comparison": None}
    comparison = what_if.of_player(history, newest, rules)
    return {"comparison": comparison, "graph": player_graph(history, comparison)}
