"""Players and one's own settings."""

from datetime import date

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.rulebook import Refused
from slowmate.server import clock
from slowmate.server.forms.people import LeaveForm, PlayerForm, PreferencesForm, ZoneForm
from slowmate.server.models import Picture, Player
from slowmate.server.permissions import player_of
from slowmate.server.queries.leave import RefusedAlike, alike, leave_page
from slowmate.server.queries.mine import finished
from slowmate.server.queries.people import players
from slowmate.server.queries.rows import page_of_games
from slowmate.server.refusals import Unfit
from slowmate.server.services import leave as leave_service
from slowmate.server.views.who import account, login_required

AT_ONCE = 50
"""Players, or games, on one page of a list."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "").strip()[:80]
    page = Paginator(players(words), AT_ONCE).get_page(request.GET.get("page"))
    return render(request, "players/index.html", {"page": page, "words": words})


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    one = get_object_or_404(Player, pk=pk)
    context = {
        "player": one,
        "page": page_of_games(finished(one), request.GET.get("page"), at_once=AT_ONCE),
        "me": player_of(request.user),
        "digest": _digest(one),
    }
    return render(request, "players/player.html", context)


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
    return render(request, "players/settings.html", context, status=status)


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
    return redirect(reverse("settings") + "#preferences")


def _digest(player: Player) -> str:
    """The changing part of the address of a player's picture; empty where there is none."""
    return Picture.objects.filter(player=player).values_list("digest", flat=True).first() or ""


@login_required
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Leave, for all my games at once."""
    me = player_of(request.user)
    if me is None:
        raise Http404
    now = clock.now()
    form = LeaveForm(request.POST or None, today=now.date())
    refused: list[RefusedAlike] = []
    if request.method == "POST" and form.is_valid():
        answer = _end_leave if "end" in request.POST else _take_leave
        try:
            refused = answer(request, me, form.cleaned_data["first"], form.cleaned_data["last"])
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        else:
            if not refused:
                return redirect("leave")
    context = {"form": form, "page": leave_page(me, at=clock.now()), "refused": refused, "now": now}
    return render(request, "players/leave.html", context, status=409 if refused else 422 if form.errors else 200)


def _take_leave(request: HttpRequest, me: Player, first: date, last: date) -> list[RefusedAlike]:
    """Take leave and say where; why not, if it is refused everywhere."""
    try:
        outcome = leave_service.take(me, first, last, actor=account(request), at=clock.now())
    except Refused as refusal:
        return [RefusedAlike(refusal.grounds, [])]
    if not outcome.is_registered:
        return alike(outcome.refused)
    if outcome.taken:
        told = ngettext("Leave is registered in %(n)d game.", "Leave is registered in %(n)d games.", outcome.taken)
        messages.success(request, told % {"n": outcome.taken})
    elif outcome.held:
        messages.info(request, _("This leave is registered already."))
    else:
        messages.success(request, _("Leave is registered for games that begin before it ends."))
    if outcome.refused:
        number = len(outcome.refused)
        told = ngettext("It is refused in %(n)d game: see below.", "It is refused in %(n)d games: see below.", number)
        messages.warning(request, told % {"n": number})
    return []


def _end_leave(request: HttpRequest, me: Player, first: date, last: date) -> list[RefusedAlike]:
    """End leave that runs, or give up leave that has not begun."""
    at = clock.now()
    ended = leave_service.end(me, first, last, actor=account(request), at=at)
    if ended and first <= at.date():
        told = ngettext("You are back in %(n)d game.", "You are back in %(n)d games.", ended) % {"n": ended}
    else:
        told = _("This leave is given up.")
    messages.success(request, told)
    return []
