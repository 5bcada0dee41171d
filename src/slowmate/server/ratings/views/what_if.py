"""What if other rules had made the lists: a list, or a player's whole history, beside the real one."""

from typing import Any

import numpy as np
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.server.games.models import Game
from slowmate.server.ratings.forms.what_if import SORTS, WhatIfForm
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.queries import lists, profile, what_if
from slowmate.server.ratings.text import RULES
from slowmate.server.ratings.views.lists import pool_in

AT_ONCE = 50


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """What was asked for, or the newest list under the rules that came before its own."""
    pool = pool_in(request) or Game.Pool.CHESS
    made_here = [one for one in lists.published(pool) if not one.is_imported]
    if not made_here:
        return render(request, "ratings/what_if_none.html", {"pool": pool})
    given = {name: value for name, value in request.GET.items() if value and name not in ("pool", "sort", "page")}
    data = {"rules": _others(made_here[0])[0], **given}
    form = WhatIfForm(data, lists=made_here)
    context: dict[str, Any] = {"form": form, "pool": pool}
    if form.is_valid():
        context |= _found(request, form.cleaned_data, made_here)
    return render(request, "ratings/what_if.html", context, status=422 if form.errors else 200)


def _others(row: RatingList) -> list[str]:
    """The other systems, that which came before first."""
    names = list(RULES)
    before = names.index(row.rules) - 1
    return sorted((one for one in names if one != row.rules), key=lambda one: one != names[before])


def _found(request: HttpRequest, given: dict[str, Any], made_here: list[RatingList]) -> dict[str, Any]:
    newest, rules = made_here[0], given["rules"]
    if given["player"] is not None:
        history = profile.history_in(given["player"], newest.pool)
        found = what_if.of_player(history, newest, rules) if history else None
        return {"player": given["player"], "found": found, "rules": rules}
    row = next((one for one in made_here if one.slug == given["list"]), newest)
    whole = what_if.of_list(row, rules)
    sort = request.GET.get("sort", "")
    order = whole.order(sort if sort in SORTS else "")
    shown = Paginator(order, AT_ONCE).get_page(request.GET.get("page"))
    entries = what_if.entries_of(row, whole.players[np.asarray(shown.object_list)])
    rows = [
        {
            "entry": entries[int(whole.players[place])],
            "real": int(whole.real[place]),
            "other": int(whole.other[place]) or None,
            "apart": int(whole.apart[place]) if whole.other[place] else None,
        }
        for place in shown.object_list
    ]
    return {"list": row, "found": whole, "rules": rules, "page": shown, "rows": rows, "sort": sort}
