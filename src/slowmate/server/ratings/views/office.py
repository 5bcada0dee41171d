"""The Ratings Commissioner's pages: lists that wait, the preview of one, adjusting, publishing, revising."""

from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.rulebook import Refused
from slowmate.server.accounts.permissions import account
from slowmate.server.people.models import Player
from slowmate.server.ratings.forms.office import AdjustmentForm, ListReasonForm, ListVersionForm, PlayerSearch
from slowmate.server.ratings.models import Adjustment, RatingList
from slowmate.server.ratings.permissions import may_adjust_rating, may_keep_lists
from slowmate.server.ratings.queries import files, office
from slowmate.server.ratings.queries.corrections import corrected_games
from slowmate.server.ratings.queries.difference import difference
from slowmate.server.ratings.services import adjustments, list_preparation, publication
from slowmate.server.ratings.views.explanation import render_explanation
from slowmate.server.site import clock
from slowmate.server.site.desk_items import return_params, return_url
from slowmate.server.site.errors import Stale, Unfit
from slowmate.server.site.sign_in import login_required

PAGE_SIZE = 20
"""Published lists on a page."""


def _require_right(request: HttpRequest) -> None:
    if not may_keep_lists(request.user):
        raise Http404


def _list(request: HttpRequest, pk: int, *states: str) -> RatingList:
    """Return a list for the Ratings Commissioner."""
    _require_right(request)
    rows = RatingList.objects.select_related("supersedes", "previous", "published_by__player")
    return get_object_or_404(rows, pk=pk, state__in=states or RatingList.State.values)


def _too_late(request: HttpRequest, row: RatingList) -> HttpResponse:
    """Say that the list was published meanwhile, by another person or in another window."""
    messages.error(request, _("The list has been published."))
    return redirect("ratings-office-list", row.pk)


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the prepared, the next and the published lists."""
    _require_right(request)
    page = Paginator(office.published(), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "prepared": [(row, office.publication_day(row)) for row in office.prepared()],
        "coming": office.next_lists(),
        "page": page,
    }
    return render(request, "ratings/office/index.html", context)


@login_required
@require_safe
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a list: its preview, or how to revise it."""
    return _list_page(request, _list(request, pk))


def _list_page(
    request: HttpRequest, row: RatingList, *, form: forms.Form | None = None, status: int = 200
) -> HttpResponse:
    is_prepared = row.state == RatingList.State.PREPARED
    changed, number = difference(row)
    here = return_params(request)
    context = {
        "row": row,
        "is_prepared": is_prepared,
        "preview": office.preview(row),
        "changed": changed,
        "changed_number": number,
        "begins_with_former": office.begins_with_former(row),
        "corrected": corrected_games(row),
        "command": files.command(row),
        "search": PlayerSearch(),
        "form": form or ListReasonForm(),
        "here_query": f"?{urlencode(here)}" if here else "",
    }
    return render(request, "ratings/office/list.html", context, status=status)


@login_required
@require_safe
def explanation(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Explain a rating before it is published."""
    return render_explanation(request, _list(request, pk), player, is_office=True)


@login_required
@require_http_methods(["GET", "POST"])
def adjust(request: HttpRequest, pk: int) -> HttpResponse:
    """Adjust the rating of one player in a list that is prepared."""
    row = _list(request, pk)
    if row.state != RatingList.State.PREPARED:
        return _too_late(request, row)
    search = PlayerSearch(request.GET)
    if not search.is_valid():
        context = {"row": row, "search": search if "player" in request.GET else PlayerSearch()}
        return render(request, "ratings/office/whose.html", context, status=422 if "player" in request.GET else 200)
    player: Player = search.cleaned_data["player"]
    if not may_adjust_rating(request.user, player):
        raise Http404
    adjustable, has_item_5 = office.adjustable(row, player), office.has_item_5(row)
    form = AdjustmentForm(request.POST or None, row=row, adjustable=adjustable, has_item_5=has_item_5)
    context = {"row": row, "player": player, "adjustable": adjustable, "form": form, "here": return_params(request)}
    if request.method == "POST" and form.is_valid():
        try:
            _adjusted(request, row, player, form)
        except Unfit as unfit:
            form.add_error(unfit.field if unfit.field in form.fields else None, forms.ValidationError(unfit.why))
        except Refused as refused:
            return render(request, "ratings/office/adjust.html", {**context, "grounds": refused.grounds}, status=422)
        else:
            messages.success(request, _("Adjusted; the list is computed anew."))
            return redirect("ratings-office-list", pk)
    return render(request, "ratings/office/adjust.html", context, status=422 if form.errors else 200)


def _adjusted(request: HttpRequest, row: RatingList, player: Player, form: AdjustmentForm) -> None:
    answers, actor, at = form.cleaned_data, account(request), clock.now()
    if answers["kind"] == Adjustment.Kind.ITEM_5:
        adjustments.item_5(row, player, reason=answers["reason"], actor=actor, at=at)
        return
    adjustments.start_rating(
        row,
        player,
        answers["value"],
        reason=answers["reason"],
        event=answers["event"],
        since=answers["since"],
        actor=actor,
        at=at,
    )


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int, adjustment: int) -> HttpResponse:
    """Withdraw an adjustment."""
    row = _list(request, pk)
    if row.state != RatingList.State.PREPARED:
        return _too_late(request, row)
    decided = get_object_or_404(Adjustment.objects.select_related("player__user"), pk=adjustment, list__pool=row.pool)
    if not may_adjust_rating(request.user, decided.player):
        raise Http404
    form = ListReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say why: an adjustment has to be justified."))
        return redirect("ratings-office-list", pk)
    try:
        adjustments.withdraw(decided, row, **form.cleaned_data, actor=account(request), at=clock.now())
    except Unfit as unfit:
        messages.error(request, unfit.why)
    else:
        messages.success(request, _("Taken back; the list is computed anew."))
    return redirect("ratings-office-list", pk)


@login_required
@require_http_methods(["GET", "POST"])
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Publish a list in the version that was seen."""
    row = _list(request, pk)
    if row.state != RatingList.State.PREPARED:
        return _too_late(request, row)
    if request.method == "GET":
        changed, number = difference(row)
        context = {
            "row": row,
            "changed": changed,
            "changed_number": number,
            "due": office.publication_day(row),
            "later": office.later_lists(row),
            "here": return_params(request),
        }
        return render(request, "ratings/office/publish.html", context)
    form = ListVersionForm(request.POST)
    form.full_clean()
    try:
        publication.publish(row, version=form.cleaned_data["version"], actor=account(request), at=clock.now())
    except (Unfit, Stale) as wrong:
        messages.error(request, str(wrong))
        return redirect("ratings-office-list", pk)
    messages.success(request, _("List %(list)s is published.") % {"list": row.period})
    return redirect(return_url(request, otherwise=reverse("ratings-office")))


@login_required
@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Recompute a list from the present data."""
    row = _list(request, pk)
    if row.state != RatingList.State.PREPARED:
        return _too_late(request, row)
    try:
        list_preparation.prepare_again(row, actor=account(request), at=clock.now())
    except Stale as stale:
        messages.error(request, str(stale))
    else:
        messages.success(request, _("The list is computed anew."))
    return redirect("ratings-office-list", pk)


@login_required
@require_POST
def revise(request: HttpRequest, pk: int) -> HttpResponse:
    """Prepare a revision of a published list."""
    row = _list(request, pk, RatingList.State.PUBLISHED)
    form = ListReasonForm(request.POST)
    if form.is_valid():
        try:
            made = list_preparation.revise(row, **form.cleaned_data, actor=account(request), at=clock.now())
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        except Stale as stale:
            form.add_error(None, forms.ValidationError(str(stale)))
        else:
            messages.success(request, _("The revision is prepared: look at what it changes, then publish it."))
            return redirect("ratings-office-list", made.pk)
    return _list_page(request, row, form=form, status=422)


@login_required
@require_POST
def discard(request: HttpRequest, pk: int) -> HttpResponse:
    """Discard a revision."""
    row = _list(request, pk)
    if row.state != RatingList.State.PREPARED:
        return _too_late(request, row)
    try:
        list_preparation.discard(row, actor=account(request), at=clock.now())
    except (Unfit, Stale) as wrong:
        messages.error(request, str(wrong))
        return redirect("ratings-office-list", pk)
    messages.success(request, _("The revision is given up."))
    return redirect("ratings-office")
