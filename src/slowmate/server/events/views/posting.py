"""Before the start lists: directors, seats that became empty, and the posting itself."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from slowmate.server.events.forms.running import DirectorForm
from slowmate.server.events.forms.steps import WhatForm
from slowmate.server.events.models import Event
from slowmate.server.events.permissions import runs
from slowmate.server.events.queries.start_lists import posting_state
from slowmate.server.events.views.running import find_event_to_run
from slowmate.server.events.views.steps import NAME_DIRECTOR, POST_START_LISTS, take
from slowmate.server.site import clock
from slowmate.server.site.sign_in import login_required

State = Event.State


@login_required
@require_http_methods(["GET", "POST"])
def post(request: HttpRequest, pk: int) -> HttpResponse:
    event = find_event_to_run(request, pk)
    if not runs(request.user, event) or event.is_filled_from_a_queue:
        raise Http404
    if event.state not in (State.CONFIRMED, State.POSTED):
        messages.warning(request, _("Start lists are posted when sections are confirmed, and before the start."))
        return redirect("event-run", pk)
    if request.method == "POST":
        return _act(request, event)
    context = {"event": event, "page": posting_state(event, on=clock.now().date()), "form": DirectorForm()}
    return render(request, "events/run_post.html", context)


def _act(request: HttpRequest, event: Event) -> HttpResponse:
    form = WhatForm(request.POST)
    form.is_valid()
    match form.cleaned_data["what"]:
        case "director":
            return name_director(request, event, page=reverse("event-run-post", args=[event.pk]))
        case "post":
            return take(request, POST_START_LISTS, event.pk, page=reverse("event-run", args=[event.pk]))
    raise Http404


def name_director(request: HttpRequest, event: Event, *, page: str) -> HttpResponse:
    """Name the director of the ticked sections."""
    return take(request, NAME_DIRECTOR, event.pk, page=page)
