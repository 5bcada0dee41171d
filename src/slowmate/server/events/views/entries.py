"""Entering an event: what the rules say before it binds, then the entry itself, and withdrawing it."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.events.running.section8.application import APPLY
from slowmate.rulebook import Ground, Refused
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.entries import EnterForm, WhomForm
from slowmate.server.events.models import Event, EventEntry
from slowmate.server.events.pages.announcement import announcement
from slowmate.server.events.pages.entry import entry_page, use_lines
from slowmate.server.events.permissions import (
    federations_of,
    may_confirm_entry,
    may_decide_entry,
    may_enter_player,
    may_see_entries,
    may_see_entry,
    may_see_event,
    may_withdraw_entry,
    via_of,
)
from slowmate.server.events.queries.entries import live_entry, next_waiting_place
from slowmate.server.events.queries.entry_preview import entry_preview
from slowmate.server.events.services import entries as services
from slowmate.server.events.text import dealing_words
from slowmate.server.events.views.steps import CONFIRM_ENTRY, take
from slowmate.server.people.forms import NamedPlayerForm
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.errors import Stale, Unfit
from slowmate.server.site.sign_in import hidden, login_required

NEED_REASON = frozenset({"refuse", "office"})
"""Decisions on an entry that need a reason."""


def find_event(request: HttpRequest, pk: int) -> Event:
    event = Event.objects.select_related("series").filter(pk=pk).first()
    if event is None or not may_see_event(request.user, event):
        raise hidden(request)
    return event


@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Preview the ruling on an entry, and make the entry; show strangers how to join, and come back here."""
    event = find_event(request, pk)
    if not isinstance(request.user, User):
        return _join(request, event)
    player = _whom(request, request.user)
    if player is None:
        return _choose(request, event, request.user)
    live = live_entry(event, player)
    if live is not None and request.method == "GET":
        return redirect("entry", live.pk)
    if request.method == "GET":
        return _show(request, event, player, status=200)
    return _enter(request, event, player)


def _join(request: HttpRequest, event: Event) -> HttpResponse:
    """Show people without an account two ways to one, both leading back."""
    if request.method != "GET":
        raise hidden(request)
    back = reverse("event-enter", args=[event.pk])
    context = {"event": event, "announcement": announcement(event), "back": back}
    return render(request, "events/join.html", context)


def _whom(request: HttpRequest, user: User) -> Player | None:
    """Return the player to enter: the person themselves, or the one whom a delegate names by number."""
    form = NamedPlayerForm(request.POST if "player" in request.POST else request.GET)
    if not form.has_number:
        return player_of(user)
    player = form.named_player
    if player is None or not may_enter_player(user, player):
        raise Http404
    return player


def _choose(request: HttpRequest, event: Event, user: User) -> HttpResponse:
    """Ask an account that does not play, a delegate's, for the player to enter."""
    if request.method != "GET" or not federations_of(user):
        raise Http404
    return render(request, "events/whom.html", {"event": event, "form": WhomForm(actor=user)})


@login_required
@require_safe
def whom(request: HttpRequest, pk: int) -> HttpResponse:
    """Find the player of their federation that a delegate enters, by name or number."""
    event, user = find_event(request, pk), account(request)
    if not federations_of(user):
        raise Http404
    form = WhomForm(request.GET if "player" in request.GET else None, actor=user)
    if form.is_bound and form.is_valid():
        return redirect(reverse("event-enter", args=[pk], query={"player": form.cleaned_data["player"].pk}))
    return render(request, "events/whom.html", {"event": event, "form": form}, status=422 if form.errors else 200)


def _show(request: HttpRequest, event: Event, player: Player, *, status: int, **more: Any) -> HttpResponse:
    user = account(request)
    ruling = services.ruling(player, event, on=clock.now().date(), via=via_of(user, player))
    preview = entry_preview(ruling, player, event)
    context = {
        "event": event,
        "player": player,
        "is_own": player == player_of(user),
        "preview": preview,
        "uses": use_lines(preview),
        "wait": next_waiting_place(event),
        "is_open": event.state == Event.State.OPEN,
        "is_announced": event.state == Event.State.ANNOUNCED,
        "delegates": bool(federations_of(user)),
        "form": more.pop("form", None) or EnterForm(initial={"seen": preview.mark}, has_words=preview.needs_decision),
        **more,
    }
    return render(request, "events/enter.html", context, status=status)


def _enter(request: HttpRequest, event: Event, player: Player) -> HttpResponse:
    form = EnterForm(request.POST)
    if not form.is_valid():
        return _show(request, event, player, status=422, form=form)
    try:
        entry = services.enter(event, player, **form.cleaned_data, actor=account(request), at=clock.now())
    except Refused:
        return _show(request, event, player, status=409)
    except Unfit as unfit:
        return _show(request, event, player, status=422, error=unfit.why)
    except Stale as stale:
        live = live_entry(event, player)
        if live is not None:
            messages.warning(request, str(stale))
            return redirect("entry", live.pk)
        return _show(request, event, player, status=409, error=str(stale))
    messages.success(request, _outcome_words(entry))
    return redirect("entry", entry.pk)


def _outcome_words(entry: EventEntry) -> str:
    """Say what has become of an entry that was just made."""
    state = EventEntry.State
    return {
        state.ASKED: _("The entry is made. Whoever runs the event decides, and you are told by mail."),
        state.PENDING: _("The entry is made. It counts as soon as what is missing has come."),
        state.WAITING: _("The entry is made. All places are taken: it is on the waiting list."),
    }.get(state(entry.state), _("The entry is made and accepted."))


def find_entry(request: HttpRequest, pk: int) -> EventEntry:
    entry = EventEntry.objects.select_related("event__series", "player").filter(pk=pk).first()
    if entry is None or entry.player is None or not may_see_entry(request.user, entry):
        raise hidden(request)
    return entry


@require_safe
def entry(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the state of an entry, what is missing, and its history."""
    row = find_entry(request, pk)
    page = entry_page(row, on=clock.now().date())
    may_decide = may_decide_entry(request.user, row)
    context = {
        "entry": row,
        "event": row.event,
        "is_own": row.player == player_of(request.user),
        "page": page,
        "may_withdraw": page.is_open
        and may_withdraw_entry(request.user, row)
        and services.may_still_withdraw(row, on=clock.now().date()).value,
        "may_see_all": may_see_entries(request.user, row.event),
        "dealings": [(what, dealing_words(what)) for what in page.waits_for] if may_decide else [],
        "needs_reason": bool(NEED_REASON & set(page.waits_for)),
        "may_confirm": "delegate" in row.pending and may_confirm_entry(request.user, row),
    }
    return render(request, "events/entry.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the cost of withdrawing once more, because it binds; then withdraw the entry."""
    row = find_entry(request, pk)
    if not may_withdraw_entry(request.user, row):
        raise Http404
    today = clock.now().date()
    still = services.may_still_withdraw(row, on=today)
    if not still.value:
        return _play_has_begun(request, row, still.grounds)
    if request.method == "GET":
        cost = services.cost_of_withdrawing(row, on=today)
        return render(request, "events/withdraw.html", {"entry": row, "event": row.event, "cost": cost})
    try:
        services.withdraw(pk, actor=account(request), at=clock.now())
    except Stale as stale:
        messages.warning(request, str(stale))
    except Refused as refused:
        return _play_has_begun(request, row, refused.grounds)
    else:
        messages.success(request, _("The entry is withdrawn."))
    return redirect("entry", pk)


def _play_has_begun(request: HttpRequest, row: EventEntry, grounds: Sequence[Ground]) -> HttpResponse:
    """Say that the entry is past, and how a player leaves an event that runs."""
    seat = row.seats.select_related("section").order_by("-pk").first()
    context = {
        "entry": row,
        "event": row.event,
        "grounds": grounds,
        "section": seat.section if seat else None,
        "leaving": APPLY,
    }
    return render(request, "events/withdraw.html", context, status=409)


@login_required
@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm an entry by the delegate of the player's federation."""
    find_entry(request, pk)
    return take(request, CONFIRM_ENTRY, pk, page=reverse("entry", args=[pk]))
