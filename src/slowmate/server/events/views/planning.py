"""Planning an event: its kind first, then what the rules leave open, with what they fix beside it."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from slowmate.records import KINDS, Kind
from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.planning import PlanForm, field_groups
from slowmate.server.events.models import Event
from slowmate.server.events.pages.announcement import announcement
from slowmate.server.events.pages.plan import NextStage, kinds_to_plan, next_stage
from slowmate.server.events.permissions import federations_of, may_plan, runs
from slowmate.server.events.queries.plans import drafts_of
from slowmate.server.events.services import planning
from slowmate.server.events.views.entries import find_event
from slowmate.server.site import clock
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.sign_in import login_required

START_AHEAD = timedelta(days=90)
"""The time until the start that the form proposes."""


@login_required
@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest) -> HttpResponse:
    """Choose a kind, then fill in its form."""
    user = account(request)
    kinds = kinds_to_plan(user)
    if not kinds:
        raise Http404
    slug = request.GET.get("kind", "")
    if not slug:
        return render(request, "events/plan_kinds.html", {"families": kinds, "drafts": drafts_of(user)})
    kind = KINDS.get(slug)
    if kind is None or not may_plan(user, kind):
        raise Http404
    after = _after(request, kind)
    form = _form(request, kind, initial=_initial(after))
    if request.method == "POST" and form.is_valid():
        try:
            event = planning.plan(form.plan, actor=user, at=clock.now(), after=after.event if after else None)
        except Unfit as unfit:
            form.complain(unfit)
        else:
            messages.success(request, _("The plan is saved. Only you see it until it is announced."))
            return redirect("event-run", event.pk)
    return _show(request, kind, form, after=after)


def _after(request: HttpRequest, kind: Kind) -> NextStage | None:
    """Return the stage before this one, if the address names an event that the reader runs."""
    number = parse_positive_int(request.GET.get("after", ""))
    before = Event.objects.select_related("series").filter(pk=number).first() if number else None
    following = next_stage(before) if before is not None and runs(request.user, before) else None
    return following if following is not None and following.kind == kind.slug else None


def _initial(after: NextStage | None) -> dict[str, Any]:
    start = clock.now().date() + START_AHEAD
    initial: dict[str, Any] = {"start": start, "deadline": start - timedelta(days=30), "currency": "EUR"}
    if after is not None:
        initial |= {"name": after.name, "number": after.number}
    return initial


def _form(request: HttpRequest, kind: Kind, event: Event | None = None, **more: Any) -> PlanForm:
    return PlanForm(
        request.POST or None,
        kind=kind,
        today=clock.now().date(),
        federations=federations_of(request.user) if kind.slug.startswith("national") else [],
        event=event,
        **more,
    )


def _show(
    request: HttpRequest, kind: Kind, form: PlanForm, *, event: Event | None = None, after: NextStage | None = None
) -> HttpResponse:
    today = clock.now().date()
    planned = event or Event(kind=kind.slug, start=today, made=clock.now(), name="")
    if event is None and kind.slug.startswith("national"):
        planned.federation = (federations_of(request.user) or [""])[0]
    context = {
        "kind": kind,
        "form": form,
        "groups": field_groups(form),
        "announcement": announcement(planned),
        "event": event,
        "after": after,
    }
    return render(request, "events/plan.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the plan of an event until it is announced."""
    event = find_event(request, pk)
    if not runs(request.user, event):
        raise Http404
    if event.state != Event.State.DRAFT:
        messages.warning(request, _("This event is announced: its plan is not changed any more."))
        return redirect("event-run", pk)
    form = _form(request, event.kind_of, event)
    if request.method == "POST" and form.is_valid():
        try:
            planning.change(pk, form.plan, actor=account(request), seen=Event.State.DRAFT)
        except Unfit as unfit:
            form.complain(unfit)
        except Stale as stale:
            messages.warning(request, str(stale))
            return redirect("event-run", pk)
        except NotAllowed:
            raise Http404 from None
        else:
            messages.success(request, _("The plan is changed."))
            return redirect("event-run", pk)
    return _show(request, event.kind_of, form, event=event)
