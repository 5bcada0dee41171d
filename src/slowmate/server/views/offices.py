"""Who holds which office; giving and ending them."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from slowmate.server import clock
from slowmate.server.forms.accounts import OfficeEndForm, OfficeForm
from slowmate.server.models import Office
from slowmate.server.permissions import may_give_offices
from slowmate.server.refusals import Unfit
from slowmate.server.services import offices
from slowmate.server.views.who import account, login_required


@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """Everybody sees who holds an office now; those who give offices also see past and coming ones."""
    gives, today = may_give_offices(request.user), clock.now().date()
    if request.method == "POST" and not gives:
        raise Http404
    form = OfficeForm(request.POST or None, initial={"begins": today}) if gives else None
    if form is not None and request.method == "POST" and form.is_valid():
        try:
            offices.give(**form.cleaned_data, actor=account(request), at=clock.now())
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        else:
            messages.success(request, _("The office is given."))
            return redirect("offices")
    rows = list(Office.objects.select_related("user__player").order_by("kind", "federation", "begins", "pk"))
    context = {
        "form": form,
        "held": [office for office in rows if office.is_held(on=today)],
        "others": [office for office in rows if not office.is_held(on=today)] if gives else [],
        "today": today,
    }
    return render(request, "offices/index.html", context, status=422 if form and form.errors else 200)


@login_required
@require_POST
def end(request: HttpRequest, pk: int) -> HttpResponse:
    office = get_object_or_404(Office, pk=pk)
    if not may_give_offices(request.user, office):
        raise Http404
    form = OfficeEndForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say which day is the last one."))
        return redirect("offices")
    try:
        offices.end(office, last=form.cleaned_data["last"], actor=account(request), at=clock.now())
        messages.success(request, _("The office ends."))
    except Unfit as unfit:
        messages.error(request, unfit.why)
    return redirect("offices")
