"""What is at stake in a game for its player: a page of its own, and a part of the game's page on demand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from slowmate.server.accounts.permissions import account
from slowmate.server.events.pages.game_stakes import game_stakes_page
from slowmate.server.games.views.games import own_game
from slowmate.server.site.sign_in import login_required

PART = "part"
"""In the address: return only the table, for the page of the game."""


@login_required
@never_cache
@require_safe
def stakes(request: HttpRequest, pk: int) -> HttpResponse:
    row = own_game(request, pk)
    stakes = game_stakes_page(row, account(request).player)
    if stakes is None:
        raise Http404
    template = "games/stakes_table.html" if PART in request.GET else "games/stakes.html"
    return render(request, template, {"game": row, "stakes": stakes})
