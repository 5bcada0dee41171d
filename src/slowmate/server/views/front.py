"""The front page: your turn, if you play here; else what this is and how to try it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from slowmate.rulebook import catalogue
from slowmate.server import clock
from slowmate.server.context import THEME
from slowmate.server.models import User
from slowmate.server.permissions import player_of
from slowmate.server.queries import games, rulebook
from slowmate.server.queries.front import DEMO_PASSWORD, challenges_to, demo_accounts
from slowmate.server.queries.mine import my_queue
from slowmate.server.queries.rows import game_rows
from slowmate.server.queries.unread import unread

LATEST = 5
YEAR = 365 * 24 * 60 * 60


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    me = player_of(request.user)
    context = {
        "me": me,
        "queue": my_queue(me, at=clock.now()) if me else None,
        "unread": unread(me) if me else {},
        "challenges": challenges_to(me) if me else 0,
        "latest": game_rows(games.public_games()[:LATEST]) if me is None else (),
        "demo_accounts": demo_accounts() if settings.SLOWMATE_DEMO and me is None else (),
        "demo_password": DEMO_PASSWORD,
        "editions": rulebook.editions(),
        "total": len(catalogue()),
    }
    return render(request, "front.html", context)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Light or dark for whoever has no account, and so no settings."""
    wanted, before = request.POST.get("theme", ""), request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(before, {request.get_host()}, require_https=request.is_secure())
    response = redirect(before if is_ours else "front")
    if wanted in User.Theme.values:
        secure = bool(settings.SESSION_COOKIE_SECURE)
        response.set_cookie(THEME, wanted, max_age=YEAR, samesite="Lax", secure=secure, httponly=True)
    return response
