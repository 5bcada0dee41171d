"""Cases of every procedure: the list of one's own, the page of one, and its steps."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from slowmate.server.accounts.permissions import account
from slowmate.server.cases.forms import CLOSED, OPEN, CasesForm, step_form
from slowmate.server.cases.pages.case_page import address_of, case_lines, case_page
from slowmate.server.cases.pages.procedures import PROCEDURES
from slowmate.server.cases.queries.cases import case_for, cases_of
from slowmate.server.events.models import Case
from slowmate.server.events.queries.case_turns import procedure_of
from slowmate.server.events.services import cases
from slowmate.server.site import clock
from slowmate.server.site.desk_items import return_params
from slowmate.server.site.sign_in import login_required
from slowmate.server.site.steps import FormStep, take_step

PAGE_SIZE = 50


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the cases that concern a person, or in which their offices take steps."""
    form = CasesForm(request.GET)
    rows = cases_of(account(request), PROCEDURES, is_open=form.is_open)
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": case_lines(list(page.object_list)),
        "state": form.chosen.get("state", ""),
        "states": ((OPEN, _("open")), (CLOSED, _("closed"))),
    }
    return render(request, "cases/index.html", context)


@login_required
@require_safe
def case(request: HttpRequest, pk: int) -> HttpResponse:
    row = _case(request, pk)
    page = case_page(row, account(request), at=clock.now())
    forms = [
        (action, step_form(row.procedure, action.action)(initial={"reason": action.draft, "seen": len(page.steps)}))
        for action in page.actions
    ]
    return render(request, "cases/case.html", {"page": page, "forms": forms, "kept": return_params(request)})


@login_required
@require_POST
def step(request: HttpRequest, pk: int, step: str) -> HttpResponse:
    """Take one step of a case."""
    row = _case(request, pk)
    action = next((action for _state, action in procedure_of(row) if address_of(action) == step), None)
    if action is None:
        raise Http404
    form = step_form(row.procedure, action)
    return take_step(
        request, FormStep(_take(row, action), _("It is done."), form), row.pk, actor=account(request),
        page=reverse("case", args=[pk]),
    )  # fmt: skip


def _take(row: Case, action: str) -> Callable[..., Case]:
    rules = PROCEDURES[row.procedure].rules

    def service(pk: int, *, reason: str, seen: int | None, actor: Any, at: Any, **asks: Any) -> Case:
        return cases.take(rules, pk, action, reason=reason, seen=seen, asks=asks, actor=actor, at=at)

    return service


def _case(request: HttpRequest, pk: int) -> Case:
    """Return a case that the user may see; raise `Http404` for others."""
    row = case_for(account(request), pk, PROCEDURES)
    if row is None:
        raise Http404
    return row
