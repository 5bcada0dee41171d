"""Deciding about norms and titles: confirm, do not confirm, recommend, let stand."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from slowmate.rulebook import Refused
from slowmate.server.accounts.permissions import account
from slowmate.server.site import clock
from slowmate.server.site.desk_items import return_url
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.sign_in import login_required
from slowmate.server.site.text import sentence
from slowmate.server.titles.models import Norm
from slowmate.server.titles.permissions import may_keep_titles
from slowmate.server.titles.queries.register_lists import find_award, find_norm, of_same_result
from slowmate.server.titles.services import awards, norms


@login_required
@require_POST
def norm_act(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Confirm what a result was found to be a norm for, or say why it is none."""
    norm = find_norm(pk)
    if norm is None or not may_keep_titles(request.user) or what not in ("confirm", "dismiss"):
        raise Http404
    numbers = list(of_same_result(norm).values_list("pk", flat=True)) if norm.state == Norm.State.PROPOSED else [pk]
    actor, at, reason = account(request), clock.now(), request.POST.get("reason", "")

    def act() -> str:
        if what == "confirm":
            norms.confirm(numbers, actor=actor, at=at, reason=reason)
            return _("The norm is confirmed.")
        norms.dismiss(numbers, actor=actor, at=at, reason=reason)
        return _("The norm is not confirmed; its player is told why.")

    return _done(request, act, reverse("norm", args=[pk]))


@login_required
@require_POST
def confirm_norms(request: HttpRequest) -> HttpResponse:
    """Confirm several results at once, as they were ticked on the desk."""
    if not may_keep_titles(request.user):
        raise Http404
    ticked = [number for text in request.POST.getlist("norm") if (number := parse_positive_int(text))]
    rows = Norm.objects.filter(pk__in=ticked, state=Norm.State.PROPOSED)
    numbers = {pk for row in rows for pk in of_same_result(row).values_list("pk", flat=True)}

    def act() -> str:
        if not numbers:
            raise Stale(_("This was decided already, or does not follow any more."))
        norms.confirm(numbers, actor=account(request), at=clock.now())
        return ngettext("%(n)d result is confirmed.", "%(n)d results are confirmed.", len(rows)) % {"n": len(rows)}

    return _done(request, act, reverse("desk"))


@login_required
@require_POST
def award_act(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Recommend or confirm a title, say why it is not awarded, or let it stand."""
    if find_award(pk) is None:
        raise Http404
    actor, at, reason = account(request), clock.now(), request.POST.get("reason", "")
    acts: dict[str, tuple[Callable[[], object], str]] = {
        "recommend": (lambda: awards.recommend(pk, actor=actor, at=at), _("The title is recommended.")),
        "confirm": (lambda: awards.confirm(pk, actor=actor, at=at, reason=reason), _("The title is confirmed.")),
        "dismiss": (
            lambda: awards.dismiss(pk, actor=actor, at=at, reason=reason),
            _("The title is not confirmed; its player is told why."),
        ),
        "keep": (lambda: awards.keep(pk, actor=actor, at=at, reason=reason), _("The title stands.")),
    }
    if what not in acts:
        raise Http404
    do, words = acts[what]

    def act() -> str:
        do()
        return words

    return _done(request, act, reverse("award", args=[pk]))


def _done(request: HttpRequest, act: Callable[[], str], page: str) -> HttpResponse:
    """Do it and go on: to the desk as it was left, or back to the page with what was wrong."""
    try:
        messages.success(request, act())
    except NotAllowed:
        raise Http404 from None
    except (Stale, Unfit) as wrong:
        messages.error(request, str(wrong))
        return redirect(page)
    except Refused as refused:
        messages.error(request, sentence(refused.grounds[0]))
        return redirect(page)
    return redirect(return_url(request, otherwise=page))
