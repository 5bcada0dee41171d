"""Show and change leave, for all my games at once."""

from datetime import date

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from slowmate.rulebook import Refused
from slowmate.server.accounts.permissions import account
from slowmate.server.games.forms.leave import LeaveButtonForm, LeaveForm
from slowmate.server.games.pages.leave import RefusalGroup, refusal_groups
from slowmate.server.games.queries.leave import leave_page
from slowmate.server.games.services import leave as leave_service
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit
from slowmate.server.site.sign_in import login_required
from slowmate.server.site.steps import cleaned


@login_required
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Show and change leave, for all my games at once."""
    me = player_of(request.user)
    if me is None:
        raise Http404
    now = clock.now()
    form = LeaveForm(request.POST or None, today=now.date())
    refused: list[RefusalGroup] = []
    if request.method == "POST" and form.is_valid():
        answer = _end_leave if cleaned(LeaveButtonForm, request.POST)["end"] else _take_leave
        try:
            refused = answer(request, me, form.cleaned_data["first"], form.cleaned_data["last"])
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        else:
            if not refused:
                return redirect("leave")
    context = {"form": form, "page": leave_page(me, at=clock.now()), "refused": refused, "now": now}
    return render(request, "games/leave.html", context, status=409 if refused else 422 if form.errors else 200)


def _take_leave(request: HttpRequest, me: Player, first: date, last: date) -> list[RefusalGroup]:
    """Take leave and say where; why not, if it is refused everywhere."""
    try:
        outcome = leave_service.take(me, first, last, actor=account(request), at=clock.now())
    except Refused as refusal:
        return [RefusalGroup(refusal.grounds, [])]
    if not outcome.is_registered:
        return refusal_groups(outcome.refused)
    if outcome.taken:
        words = ngettext("Leave is registered in %(n)d game.", "Leave is registered in %(n)d games.", outcome.taken)
        messages.success(request, words % {"n": outcome.taken})
    elif outcome.held:
        messages.info(request, _("This leave is registered already."))
    else:
        messages.success(request, _("Leave is registered for games that begin before it ends."))
    if outcome.refused:
        number = len(outcome.refused)
        words = ngettext("It is refused in %(n)d game: see below.", "It is refused in %(n)d games: see below.", number)
        messages.warning(request, words % {"n": number})
    return []


def _end_leave(request: HttpRequest, me: Player, first: date, last: date) -> list[RefusalGroup]:
    """End leave that runs, or give up leave that has not begun."""
    at = clock.now()
    ended = leave_service.end(me, first, last, actor=account(request), at=at)
    if ended and first <= at.date():
        words = ngettext("You are back in %(n)d game.", "You are back in %(n)d games.", ended) % {"n": ended}
    else:
        words = _("This leave is given up.")
    messages.success(request, words)
    return []
