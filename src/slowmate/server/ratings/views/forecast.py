"""The forecast of my rating from my running games."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.server.games.models import Game
from slowmate.server.people.permissions import player_of
from slowmate.server.ratings.queries import forecast
from slowmate.server.ratings.views.lists import pool_in
from slowmate.server.site import clock
from slowmate.server.site.sign_in import login_required


@login_required
@require_safe
def my_forecast(request: HttpRequest) -> HttpResponse:
    """Show each running game with its three results, the rating by score, and the score that keeps it."""
    me = player_of(request.user)
    if me is None:
        raise Http404
    pools = forecast.pools_of(me)
    pool = pool_in(request) or (pools[0] if pools else Game.Pool.CHESS)
    names = {str(value): label for value, label in Game.Pool.choices}
    context = {
        "me": me,
        "pool": pool,
        "pools": [(value, names[value]) for value in pools],
        "forecast": forecast.forecast_of(me, clock.now(), pool=pool),
    }
    return render(request, "ratings/forecast_page.html", context)
