"""Before the start lists: directors, seats that became empty, and the posting itself."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.running import DirectorForm
from slowmate.server.events.models import Event
from slowmate.server.events.permissions import runs
from slowmate.server.events.queries.posting_page import posting_page
from slowmate.server.events.services import directing, posting
from slowmate.server.events.views.answering import answered
from slowmate.server.events.views.running import find_event_to_run
from slowmate.server.site import clock
from slowmate.server.site.digits import parse_positive_int
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
    context = {"event": event, "page": posting_page(event, on=clock.now().date()), "form": DirectorForm()}
    return render(request, "events/run_post.html", context)


def _act(request: HttpRequest, event: Event) -> HttpResponse:
    here = reverse("event-run-post", args=[event.pk])
    given: dict[str, Any] = {"actor": account(request), "at": clock.now()}
    if request.POST.get("what") == "director":
        return name_director(request, event, otherwise=here)
    if request.POST.get("what") != "post":
        raise Http404
    do = partial(posting.post, event.pk, seen=request.POST.get("seen") or None, **given)
    done = _("The start lists are posted, and the seed is revealed. Everybody is told.")
    return answered(request, do, done, otherwise=reverse("event-run", args=[event.pk]))


def name_director(request: HttpRequest, event: Event, *, otherwise: str) -> HttpResponse:
    """Name the director of the ticked sections."""
    form = DirectorForm(request.POST)
    numbers = [number for text in request.POST.getlist("section") if (number := parse_positive_int(text)) is not None]
    if not form.is_valid() or not numbers:
        messages.error(request, _("Choose a director, and tick the sections."))
        return redirect(otherwise)
    do = partial(
        directing.name_director,
        event.pk,
        numbers,
        form.cleaned_data["director"],
        actor=account(request),
        at=clock.now(),
    )
    return answered(request, do, _("The director is named, and told so."), otherwise=otherwise)
