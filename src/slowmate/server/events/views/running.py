"""The pages for running an event: its state, its steps, its application for approval."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.running import ApplyForm
from slowmate.server.events.models import Case, Event
from slowmate.server.events.pages import event_run
from slowmate.server.events.pages.announcement import announcement
from slowmate.server.events.pages.approval import plan_changes, who_decides
from slowmate.server.events.pages.event import section_lines
from slowmate.server.events.pages.plan import next_stage
from slowmate.server.events.permissions import runs
from slowmate.server.events.queries.approved_plans import approval_of
from slowmate.server.events.queries.division import sections_of
from slowmate.server.events.queries.rights import qualified_for
from slowmate.server.events.services import approving
from slowmate.server.events.views.steps import EVENT_STEPS, problem_with_names, take
from slowmate.server.site import clock
from slowmate.server.site.desk_items import return_params
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.sign_in import login_required
from slowmate.server.site.text import word

SHOWN_QUALIFIED = 200


def find_event_to_run(request: HttpRequest, pk: int) -> Event:
    """Return an event whose run page the user may see; raise `Http404` for others."""
    event = Event.objects.select_related("series", "organiser__player", "previous").filter(pk=pk).first()
    if event is None or not event_run.may_see_run_page(request.user, event):
        raise Http404
    return event


@login_required
@require_safe
def run(request: HttpRequest, pk: int) -> HttpResponse:
    event, user, today = find_event_to_run(request, pk), account(request), clock.now().date()
    sections = list(sections_of(event).select_related("director__player", "event__series"))
    page = event_run.run_page(event, user, on=today)
    context = {
        "event": event,
        "announcement": announcement(event),
        "page": page,
        "sections": list(zip(sections, section_lines(sections), strict=True)),
        "runs": runs(user, event),
        "next": next_stage(event) if event.state in (Event.State.FINISHED, Event.State.SETTLED) else None,
        "next_stages": list(event.next_stages.exclude(state=Event.State.DRAFT)),
        "qualified": qualified_for(event, on=today)[:SHOWN_QUALIFIED] if _asks_qualified(event, user) else [],
        "kept": return_params(request),
        "application_state": word("state", page.application.state) if page.application else "",
        "changes": plan_changes(page.application, event) if event.state == Event.State.DRAFT else [],
        "decider": _decider(page.application),
        "completeness": approving.completeness(page.application) if page.application else None,
    }
    return render(request, "events/run.html", context)


def _decider(case: Case | None) -> str:
    """Say who decides on an application that waits; empty where none does."""
    return who_decides(case) if case is not None and case.state not in approving.ENDED else ""


def _asks_qualified(event: Event, user: User) -> bool:
    """Return whether the page lists qualified players: they matter until entries are closed."""
    return runs(user, event) and event.state in (Event.State.DRAFT, Event.State.ANNOUNCED, Event.State.OPEN)


@login_required
@require_POST
def act(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Take one step; what it needs comes with the form."""
    event = find_event_to_run(request, pk)
    if what not in EVENT_STEPS:
        raise Http404
    page = reverse("event-plan") if what == "throw-away" else reverse("event-run", args=[pk])
    return take(request, EVENT_STEPS[what], event.pk, page=page)


@login_required
@require_http_methods(["GET", "POST"])
def apply(request: HttpRequest, pk: int) -> HttpResponse:
    """Apply for the approval of an event that is not ICCF's own."""
    event = find_event_to_run(request, pk)
    if not runs(request.user, event) or not event.needs_approval:
        raise Http404
    form = ApplyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            approving.apply(pk, **form.cleaned_data, actor=account(request), at=clock.now())
        except Unfit as unfit:
            form.add_error(unfit.field if unfit.field in form.fields else None, unfit.why)
        except Refused as refused:
            form.add_error(None, problem_with_names(refused))
        except Stale as stale:
            messages.warning(request, str(stale))
            return redirect("event-run", pk)
        except NotAllowed:
            raise Http404 from None
        else:
            case = approval_of(event)
            words = _("Your application is with the World Tournament Director.")
            messages.success(request, f"{words} {_decider(case)}")
            return redirect("event-run", pk)
    context = {"event": event, "form": form}
    return render(request, "events/apply.html", context, status=422 if form.errors else 200)
