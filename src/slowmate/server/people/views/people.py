"""Players and one's own settings."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import Person, account
from slowmate.server.desk.queries.desk import game_with
from slowmate.server.events.pages.player_events import played_sections
from slowmate.server.events.queries.player_sections import records_of_seats, seat_numbers, visible_seats
from slowmate.server.events.queries.sections import OVER
from slowmate.server.games.queries.my_games import finished_games
from slowmate.server.games.queries.rows import page_of_games
from slowmate.server.games.queries.scores import scores
from slowmate.server.people.forms import PlayerForm, PreferencesForm, ZoneForm
from slowmate.server.people.models import Picture, Player
from slowmate.server.people.permissions import holds_direction, may_keep_accounts, player_of
from slowmate.server.people.queries import players
from slowmate.server.ratings.queries.history import histories
from slowmate.server.site import clock
from slowmate.server.site.fields import federations
from slowmate.server.site.sign_in import login_required
from slowmate.server.titles.pages.profile import prospects_in, titles_profile
from slowmate.server.titles.permissions import may_keep_titles
from slowmate.server.titles.queries.certificates import certificates_for

PAGE_SIZE = 50
"""Players on one page of a list."""
GAMES_PAGE_SIZE = 20
EVENTS_PAGE_SIZE = 8


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    words, federation = request.GET.get("q", "").strip()[:80], request.GET.get("federation", "")
    by_rating = request.GET.get("sort") == "rating"
    if federation not in federations():
        federation = ""
    rows = players(words, federation=federation, by_rating=by_rating)
    context = {
        "page": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
        "words": words,
        "federation": federation,
        "federations": federations(),
        "by_rating": by_rating,
        "is_asked": bool(words or federation),
    }
    return render(request, "people/index.html", context)


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    player = get_object_or_404(Player, pk=pk)
    me = player_of(request.user)
    numbers = seat_numbers(player)
    past: Page[Any] = Paginator(numbers.over, EVENTS_PAGE_SIZE).get_page(request.GET.get("events"))
    seats = visible_seats([*numbers.playing, *past.object_list], request.user)
    current = [seat for seat in seats if seat.section.state not in OVER]
    tables = records_of_seats(seats)
    past.object_list = played_sections([seat for seat in seats if seat not in current], tables, player)
    context = {
        "player": player,
        "may_challenge": me is not None and me.pk != player.pk and player.user_id is not None,
        "page": page_of_games(finished_games(player), request.GET.get("page"), page_size=GAMES_PAGE_SIZE),
        "scores": scores(player),
        "digest": _digest(player),
        "current": played_sections(current, tables, player),
        "past": past,
        "histories": histories(player),
        "titles": titles_profile(
            player, prospects_in(current, tables, player), on=clock.now().date(), is_own=me == player
        ),
        "is_me": me == player,
        "certificates": certificates_for(request.user, player),
        "may_write": _may_write(request.user, player),
        "may_keep_account": may_keep_accounts(request.user, player),
        "may_issue_again": may_keep_titles(request.user) and me != player,
    }
    return render(request, "people/player.html", context)


def _may_write(person: Person, player: Player) -> bool:
    """Return whether a director may write to a player: one with an account, in a game that they direct."""
    if player.user_id is None or not holds_direction(person):
        return False
    return isinstance(person, User) and game_with(person, player) is not None


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Show and change my profile, how pages look and which mail I get."""
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
    """Return the changing part of the address of a player's picture; empty where there is none."""
    return Picture.objects.filter(player=player).values_list("digest", flat=True).first() or ""
