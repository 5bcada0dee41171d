"""Dividing an event: sizes to choose from, the proposal with its judgement, two exchanged, and the confirmation."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.steps import WhatForm
from slowmate.server.events.models import Event
from slowmate.server.events.pages.event_run_sections import division_choices, division_figures, unseatable_entries
from slowmate.server.events.permissions import runs
from slowmate.server.events.queries.division import candidates, draw_of
from slowmate.server.events.services import entries
from slowmate.server.events.services.locking import by_whoever_runs
from slowmate.server.events.views.running import find_event_to_run
from slowmate.server.events.views.steps import DIVISION_STEPS, take
from slowmate.server.site import clock
from slowmate.server.site.sign_in import login_required

State = Event.State
DIVIDED_IN = (State.CLOSED, State.PROPOSED, State.CONFIRMED)


@login_required
@require_http_methods(["GET", "POST"])
def sections(request: HttpRequest, pk: int) -> HttpResponse:
    event = find_event_to_run(request, pk)
    if not runs(request.user, event) or event.is_filled_from_a_queue:
        raise Http404
    if event.state not in DIVIDED_IN:
        messages.warning(request, _("Sections are divided when entries are closed, and before start lists are posted."))
        return redirect("event-run", pk)
    return _act(request, event) if request.method == "POST" else _show(request, event)


def _show(request: HttpRequest, event: Event) -> HttpResponse:
    user, at = account(request), clock.now()
    waiting = list(candidates(event))
    by = by_whoever_runs(event, user, at)
    gone = unseatable_entries(entries.no_longer_seatable(event, waiting, by, start=event.start)) if waiting else []
    entrants = len(waiting) + event.entries.filter(state="seated").count() - len(gone)
    draw = draw_of(event)
    context = {
        "event": event,
        "entrants": entrants,
        "choices": division_choices(event, entrants),
        "chosen": draw.sizes if draw else [],
        "figures": division_figures(event) if event.state != State.CLOSED else None,
        "left_out": gone,
        "asked": event.entries.filter(state="asked").count(),
        "draw": draw,
        "may_exchange": event.state == State.PROPOSED,
    }
    return render(request, "events/run_sections.html", context)


def _act(request: HttpRequest, event: Event) -> HttpResponse:
    form = WhatForm(request.POST)
    form.is_valid()
    what = form.cleaned_data["what"]
    if what not in DIVISION_STEPS:
        raise Http404
    page = "event-run" if what == "confirm" else "event-run-sections"
    return take(request, DIVISION_STEPS[what], event.pk, page=reverse(page, args=[event.pk]))
