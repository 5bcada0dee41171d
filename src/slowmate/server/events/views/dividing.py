"""Dividing an event: sizes to choose from, the proposal with its judgement, two exchanged, and the confirmation."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from slowmate.server.accounts.permissions import account
from slowmate.server.events.models import Event
from slowmate.server.events.pages.event_run_sections import choices, figures, left_out
from slowmate.server.events.permissions import runs
from slowmate.server.events.queries.division import candidates, draw_of
from slowmate.server.events.services import dividing, entries
from slowmate.server.events.services.locking import by_whoever_runs
from slowmate.server.events.views.answering import answered
from slowmate.server.events.views.running import find_event_to_run
from slowmate.server.site import clock
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.sign_in import login_required

State = Event.State
DIVIDED_IN = (State.CLOSED, State.PROPOSED, State.CONFIRMED)
MOST_SECTIONS = 200


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
    gone = left_out(entries.no_longer_seatable(event, waiting, by, start=event.start)) if waiting else []
    entrants = len(waiting) + event.entries.filter(state="seated").count() - len(gone)
    draw = draw_of(event)
    context = {
        "event": event,
        "entrants": entrants,
        "choices": choices(event, entrants),
        "chosen": draw.sizes if draw else [],
        "figures": figures(event) if event.state != State.CLOSED else None,
        "left_out": gone,
        "asked": event.entries.filter(state="asked").count(),
        "draw": draw,
        "may_exchange": event.state == State.PROPOSED,
    }
    return render(request, "events/run_sections.html", context)


def _act(request: HttpRequest, event: Event) -> HttpResponse:
    here = reverse("event-run-sections", args=[event.pk])
    given: dict[str, Any] = {"actor": account(request), "at": clock.now()}
    seen = request.POST.get("seen") or None
    match request.POST.get("what", ""):
        case "propose":
            sizes = _sizes(request.POST.get("sizes", ""))
            if not sizes:
                messages.error(request, _("Choose one of the ways to form sections."))
                return redirect(here)
            do, done = partial(dividing.propose, event.pk, sizes, seen=seen, **given), _("Sections are proposed.")
        case "exchange":
            one, other = (parse_positive_int(request.POST.get(name, "")) or 0 for name in ("one", "other"))
            exchanges = parse_positive_int(request.POST.get("exchanges", ""))
            do = partial(dividing.exchange, event.pk, one, other, seen=exchanges, **given)
            done = _("They have changed places. Look at the judgement.")
        case "confirm":
            do, done = partial(dividing.confirm, event.pk, seen=seen, **given), _("Sections are confirmed.")
            here = reverse("event-run", args=[event.pk])
        case "open-again":
            do = partial(dividing.open_again, event.pk, seen=seen, **given)
            done = _("The division is open again: exchange players, then confirm it anew.")
        case _:
            raise Http404
    return answered(request, do, done, otherwise=here)


def _sizes(text: str) -> list[int]:
    """Sizes as the page sends them: 13,13,15."""
    parts = [parse_positive_int(part) for part in text.split(",")[:MOST_SECTIONS]]
    return [part for part in parts if part is not None] if all(part is not None for part in parts) else []
