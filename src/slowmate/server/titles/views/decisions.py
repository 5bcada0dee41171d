"""Decisions about norms and titles by POST: confirm, dismiss, recommend, keep."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from slowmate.server.accounts.permissions import account
from slowmate.server.site.errors import Stale
from slowmate.server.site.sign_in import login_required
from slowmate.server.site.steps import FormStep, StepPreview, take_step
from slowmate.server.titles.forms.decisions import OptionalReasonForm, TickedNormsForm
from slowmate.server.titles.models import Norm
from slowmate.server.titles.permissions import may_keep_titles
from slowmate.server.titles.queries.register_lists import find_award, find_norm, of_same_result
from slowmate.server.titles.services import awards, norms

NORM_STEPS = {
    "confirm": FormStep(norms.confirm, gettext_lazy("The norm is confirmed."), OptionalReasonForm),
    "dismiss": FormStep(
        norms.dismiss, gettext_lazy("The norm is not confirmed; its player is told why."), OptionalReasonForm
    ),
}
AWARD_STEPS = {
    "recommend": FormStep(awards.recommend, gettext_lazy("The title is recommended.")),
    "confirm": FormStep(awards.confirm, gettext_lazy("The title is confirmed."), OptionalReasonForm),
    "dismiss": FormStep(
        awards.dismiss, gettext_lazy("The title is not confirmed; its player is told why."), OptionalReasonForm
    ),
    "keep": FormStep(awards.keep, gettext_lazy("The title stands."), OptionalReasonForm),
}
"""What offices do with norms and titles, by the name in the address."""


@login_required
@require_POST
def norm_act(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Confirm or dismiss all norms of one result."""
    norm = find_norm(pk)
    if norm is None or not may_keep_titles(request.user) or what not in NORM_STEPS:
        raise Http404
    numbers = list(of_same_result(norm).values_list("pk", flat=True)) if norm.state == Norm.State.PROPOSED else [pk]
    return take_step(request, NORM_STEPS[what], numbers, actor=account(request), page=reverse("norm", args=[pk]))


@login_required
@require_POST
def confirm_norms(request: HttpRequest) -> HttpResponse:
    """Confirm the results ticked on the desk."""
    if not may_keep_titles(request.user):
        raise Http404
    form = TickedNormsForm(request.POST)
    step = FormStep(_confirm_results, _results_confirmed, TickedNormsForm, _preview_results)
    return take_step(request, step, None, actor=account(request), page=reverse("desk"), form=form)


def _confirm_results(_subject: None, *, norm: Collection[int], **by: Any) -> int:
    """Confirm all norms of the results to which some norms belong; return the number of results."""
    rows = Norm.objects.filter(pk__in=norm, state=Norm.State.PROPOSED)
    numbers = {pk for row in rows for pk in of_same_result(row).values_list("pk", flat=True)}
    if not numbers:
        raise Stale(_("This was decided already, or does not follow any more."))
    norms.confirm(numbers, **by)
    return len(rows)


def _preview_results(_subject: None, *, at: datetime, result: int, **_given: Any) -> StepPreview | None:
    """Name the norms of several results; a single one was looked at on its card."""
    if result < 2:
        return None
    rows = Norm.objects.filter(settled=at).select_related("player").order_by("player__name", "pk")
    lines = dict.fromkeys(f"{row.player}: {row.title}, {row.event}" for row in rows)
    words = ngettext("Confirm %(n)d result?", "Confirm %(n)d results?", result) % {"n": result}
    return StepPreview(words, list(lines), _("Confirm the ticked norms"))


def _results_confirmed(number: int) -> str:
    return ngettext("%(n)d result is confirmed.", "%(n)d results are confirmed.", number) % {"n": number}


@login_required
@require_POST
def award_act(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Recommend, confirm or dismiss a title, or keep one that no longer follows."""
    if find_award(pk) is None or what not in AWARD_STEPS:
        raise Http404
    return take_step(request, AWARD_STEPS[what], pk, actor=account(request), page=reverse("award", args=[pk]))
