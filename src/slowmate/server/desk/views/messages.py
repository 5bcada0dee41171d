"""Messages by mail: to all players of a section, to all who have entered an event, to one player."""

from collections.abc import Callable, Mapping
from functools import partial

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from slowmate.server.accounts.models import Entry
from slowmate.server.accounts.permissions import account
from slowmate.server.desk import services
from slowmate.server.desk.forms import MessageForm
from slowmate.server.desk.queries.desk import game_with
from slowmate.server.desk.views.sections import directed_section
from slowmate.server.events.permissions import runs
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.views.entries import find_event
from slowmate.server.people.models import Player
from slowmate.server.site import clock
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.errors import Unfit
from slowmate.server.site.sign_in import login_required


@login_required
@require_http_methods(["GET", "POST"])
def to_section(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a message to all players of a section."""
    section = directed_section(request, pk)
    told = services.accounts_of(section).count()
    words = ngettext(
        "%(n)d player of this section has an account, and gets it by mail unless they want none.",
        "%(n)d players of this section have an account, and get it by mail unless they want none.",
        told,
    )
    context = {
        "heading": _("Write to all players"),
        "over": name_of(section),
        "back": reverse("desk-section", args=[pk]),
        "readers": words % {"n": told},
        "written": _written(services.WRITTEN, f"section/{pk}"),
    }
    return _message_page(request, context, partial(services.write_to_section, pk))


@login_required
@require_http_methods(["GET", "POST"])
def to_entrants(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a message to all who have entered an event."""
    event = find_event(request, pk)
    if not runs(request.user, event):
        raise Http404
    told = services.accounts_entered(event).count()
    words = ngettext(
        "%(n)d player with an account has entered, and gets it by mail unless they want none.",
        "%(n)d players with an account have entered, and get it by mail unless they want none.",
        told,
    )
    context = {
        "heading": _("Write to all who have entered"),
        "over": event.name,
        "back": reverse("event-entries", args=[pk]),
        "readers": words % {"n": told},
        "written": _written(services.WRITTEN_TO_ENTRANTS, f"event/{pk}"),
    }
    return _message_page(request, context, partial(services.write_to_entrants, pk))


@login_required
@require_http_methods(["GET", "POST"])
def to_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a message to one player of a game that the user directs: of the game named, or the newest."""
    player = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    game = game_with(account(request), player, pk=parse_positive_int(request.GET.get("game", "")))
    if game is None:
        raise Http404
    context = {
        "heading": _("Write to %(player)s") % {"player": player.name},
        "over": _("%(white)s against %(black)s") % {"white": game.white.name, "black": game.black.name},
        "back": reverse("game", args=[game.pk]),
        "readers": _("The player gets it by mail, with a link to this game. The opponent does not."),
        "written": _written(services.WRITTEN_TO_PLAYER, f"player/{pk}").filter(actor=account(request)),
    }
    return _message_page(request, context, partial(services.write_to_player, game.pk, player))


def _written(what: str, about: str) -> "QuerySet[Entry]":
    return Entry.objects.filter(what=what, about=about).order_by("-at")


def _message_page(request: HttpRequest, context: Mapping[str, object], write: Callable[..., int]) -> HttpResponse:
    form = MessageForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            number = write(**form.cleaned_data, actor=account(request), at=clock.now())
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        else:
            words = ngettext("%(n)d player is told by mail.", "%(n)d players are told by mail.", number)
            messages.success(request, words % {"n": number})
            return redirect(str(context["back"]))
    status = 422 if form.errors else 200
    return render(request, "desk/write.html", {**context, "form": form}, status=status)
