"""Nominations by a federation's delegate, and grants by the Executive Board."""

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from slowmate.rulebook import Refused
from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.office import GrantForm, NominationForm
from slowmate.server.events.models import Grant, Nomination
from slowmate.server.events.permissions import may_grant, may_nominate
from slowmate.server.events.queries.federations import entries_to_confirm, nominations_of, quota_of
from slowmate.server.events.services import nominations as services
from slowmate.server.events.text import kind_words
from slowmate.server.site import clock
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.fields import federations
from slowmate.server.site.sign_in import login_required

PAGE_SIZE = 100


@login_required
@require_http_methods(["GET", "POST"])
def nominations(request: HttpRequest, code: str) -> HttpResponse:
    """Show the nominations of a year with the quota, a form for one more, and entries that wait for the delegate."""
    code, today = code.upper(), clock.now().date()
    if not may_nominate(request.user, code):
        raise Http404
    asked = _shown_year(request.GET.get("year", ""), today)
    form = NominationForm(request.POST or None, actor=account(request), on=today, initial={"year": asked})
    year = _shown_year(str(form["year"].value()), today)
    refused: tuple[Any, ...] = ()
    if request.method == "POST" and form.is_valid():
        try:
            services.nominate(**form.cleaned_data, actor=account(request), at=clock.now())
        except Refused as why:
            refused = why.grounds
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        except Stale as stale:
            form.add_error(None, forms.ValidationError(str(stale)))
        else:
            messages.success(request, _("The player is named, and told by mail."))
            return redirect(reverse("federation-nominations", args=[code], query={"year": form.cleaned_data["year"]}))
    context = {
        "code": code,
        "federation": federations().get(code, code),
        "year": year,
        "years": range(today.year - 1, today.year + 2),
        "quota": quota_of(code, year, on=today),
        "rows": [(row, kind_words(row.kind) if row.kind else "") for row in nominations_of(code, year)],
        "to_confirm": entries_to_confirm(Q(player__federation=code)),
        "form": form,
        "refused": refused,
    }
    status = 409 if refused else 422 if form.errors else 200
    return render(request, "events/nominations.html", context, status=status)


def _shown_year(asked: str, today: date) -> int:
    """Return the year the page is about: that of the form, which is the one asked for until it is sent."""
    year = parse_positive_int(asked) or today.year
    return year if today.year - 10 <= year <= today.year + 1 else today.year


@login_required
@require_POST
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Nomination, pk=pk)
    if not may_nominate(request.user, row.federation):
        raise Http404
    try:
        services.take_back(pk, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    except (Stale, Unfit) as wrong:
        messages.warning(request, str(wrong))
    else:
        messages.success(request, _("The nomination is taken back."))
    return redirect(reverse("federation-nominations", args=[row.federation], query={"year": row.year}))


@login_required
@require_http_methods(["GET", "POST"])
def grants(request: HttpRequest) -> HttpResponse:
    """Show what the Executive Board has given beyond the rules, and the form for one more decision."""
    if not may_grant(request.user):
        raise Http404
    form = GrantForm(request.POST or None, actor=account(request))
    refused: tuple[Any, ...] = ()
    if request.method == "POST" and form.is_valid():
        try:
            services.grant(**form.cleaned_data, actor=account(request), at=clock.now())
        except Refused as why:
            refused = why.grounds
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        else:
            messages.success(request, _("The decision is saved, and the player is told by mail."))
            return redirect("grants")
    rows = Grant.objects.select_related("player").order_by("-on", "-pk")
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    given = [(row, kind_words(row.kind)) for row in page.object_list]
    context = {"form": form, "page": page, "given": given, "refused": refused}
    return render(request, "events/grants.html", context, status=409 if refused else 422 if form.errors else 200)
