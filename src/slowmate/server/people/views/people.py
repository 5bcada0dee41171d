"""Players and one's own settings."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.server.accounts.permissions import account
from slowmate.server.events.queries import of_player
from slowmate.server.games.queries.mine import finished
from slowmate.server.games.queries.rows import page_of_games
from slowmate.server.people.forms import PlayerForm, PreferencesForm, ZoneForm
from slowmate.server.people.models import Picture, Player
from slowmate.server.people.permissions import player_of
from slowmate.server.people.queries import players
from slowmate.server.ratings.queries.profile import histories
from slowmate.server.site import clock
from slowmate.server.site.sign_in import login_required
from slowmate.server.titles.permissions import may_keep_titles
from slowmate.server.titles.queries.certificates import certificates_for
from slowmate.server.titles.queries.profile import way_of

AT_ONCE = 50
"""Players, or games, on one page of a list."""
EVENTS_AT_ONCE = 12


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "").strip()[:80]
    page = Paginator(players(words), AT_ONCE).get_page(request.GET.get("page"))
    return render(request, "people/index.html", {"page": page, "words": words})


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    one = get_object_or_404(Player, pk=pk)
    me = player_of(request.user)
    context = {
        "player": one,
        "may_challenge": me is not None and me.pk != one.pk and one.user_id is not None,
        "page": page_of_games(finished(one), request.GET.get("page"), at_once=AT_ONCE),
        "digest": _digest(one),
        "current": of_player.current(one, request.user),
        "past": _past(one, request.GET.get("events")),
        "histories": histories(one),
        "way": way_of(one, on=clock.now().date(), is_own=me == one),
        "is_me": me == one,
        "certificates": certificates_for(request.user, one),
        "may_issue_again": may_keep_titles(request.user) and me != one,
    }
    return render(request, "people/player.html", context)


def _past(player: Player, number: str | None) -> "Page[Any]":
    """One page of the sections in which a player has played."""
    page: Page[Any] = Paginator(of_player.finished(player), EVENTS_AT_ONCE).get_page(number)
    page.object_list = of_player.played(list(page.object_list), player)
    return page


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """What is shown of me, how pages look, what mail I get."""
    me = player_of(request.user)
    posted = request.POST or None
    profile = PlayerForm(posted, instance=me, prefix="player") if me else None
    preferences = PreferencesForm(posted, instance=request.user, prefix="user")
    if posted is not None and (profile is None or profile.is_valid()) and preferences.is_valid():
        if profile is not None:
            profile.save()
        preferences.save()
        messages.success(request, _("Saved."))
        return redirect("settings")
    status = 422 if posted is not None else 200
    context = {"me": me, "profile": profile, "preferences": preferences, "digest": _digest(me) if me else ""}
    return render(request, "people/settings.html", context, status=status)


@login_required
@require_POST
def zone(request: HttpRequest) -> HttpResponse:
    """Take the time zone of the browser, which a page offers where it is another one."""
    form = ZoneForm(request.POST, instance=account(request))
    if form.is_valid():
        form.save()
        messages.success(request, _("Times are now shown in your time zone: %(zone)s") % form.cleaned_data)
    else:
        messages.warning(request, _("This server does not know that time zone. Choose one from the list."))
    return redirect(reverse("settings", fragment="preferences"))


def _digest(player: Player) -> str:
    """The changing part of the address of a player's picture; empty where there is none."""
    return Picture.objects.filter(player=player).values_list("digest", flat=True).first() or ""
