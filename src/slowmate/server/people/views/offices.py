"""Who holds which office; giving and ending them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import account
from slowmate.server.events.services import directing
from slowmate.server.games.queries.directors import numbers_unfinished
from slowmate.server.people.forms import OfficeEndForm, OfficeFilterForm, OfficeForm
from slowmate.server.people.models import Office
from slowmate.server.people.permissions import may_give_offices
from slowmate.server.people.services import offices
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit
from slowmate.server.site.sign_in import login_required


@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """Show who holds an office now, and past and coming ones to those who give offices."""
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
    search = OfficeFilterForm(request.GET, auto_id="search-%s")
    search.full_clean()
    held = [office for office in rows if office.is_held(on=today)]
    directors = [office for office in held if office.kind == Office.Kind.DIRECTOR and office.user.is_active]
    numbers = numbers_unfinished(office.user_id for office in directors) if gives else {}
    context = {
        "form": form,
        "search": search,
        "is_searched": any(search.cleaned_data.values()),
        "held": [_held(office, directors, numbers) for office in held if search.fits(office)],
        "others": [office for office in rows if search.fits(office) and not office.is_held(on=today)] if gives else [],
        "today": today,
    }
    return render(request, "people/offices.html", context, status=422 if form and form.errors else 200)


@dataclass(frozen=True, slots=True)
class HeldOffice:
    """An office that somebody holds; of a director the games that are not finished, and who could take them over."""

    office: Office
    games: int = 0
    successors: tuple[User, ...] = ()


def _held(office: Office, directors: list[Office], numbers: Mapping[int, int]) -> HeldOffice:
    if office not in directors:
        return HeldOffice(office)
    successors = tuple(other.user for other in directors if other.user_id != office.user_id)
    return HeldOffice(office, numbers.get(office.user_id, 0), successors)


@login_required
@require_POST
def end(request: HttpRequest, pk: int) -> HttpResponse:
    office = get_object_or_404(Office, pk=pk)
    if not may_give_offices(request.user, office):
        raise Http404
    form = OfficeEndForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return redirect("offices")
    try:
        number = directing.end_office(office, **form.cleaned_data, actor=account(request), at=clock.now())
    except Unfit as unfit:
        messages.error(request, unfit.why)
    else:
        words = ngettext("%(n)d game is handed over.", "%(n)d games are handed over.", number) % {"n": number}
        messages.success(request, " ".join([_("The office ends."), *([words] if number else [])]))
    return redirect("offices")
