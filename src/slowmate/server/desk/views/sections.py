"""A director's sections: a light for each game, and a message to all players of one."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from slowmate.server.accounts.models import Entry
from slowmate.server.accounts.permissions import account
from slowmate.server.desk import services
from slowmate.server.desk.forms import SectionMessageForm
from slowmate.server.desk.pages import sections as pages
from slowmate.server.events.models import Section
from slowmate.server.events.permissions import may_direct_section
from slowmate.server.events.queries.record import name_of
from slowmate.server.people.permissions import may_use_desk
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit
from slowmate.server.site.sign_in import login_required


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List all sections the person directs, with the number of games that need something."""
    if not may_use_desk(request.user):
        raise Http404
    page = pages.page_of_sections(account(request), request.GET.get("page"), at=clock.now())
    return render(request, "desk/sections.html", {"page": page})


@login_required
@require_safe
def section(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one section: every game with its light, those first that need something."""
    (lit_section,) = pages.lit([_directed(request, pk)], account(request), at=clock.now())
    return render(request, "desk/section.html", _of_page(lit_section))


def _of_page(lit_section: pages.LitSection) -> dict[str, object]:
    section = lit_section.section
    return {"found": lit_section, "section": section, "has_substitutes": section.event.kind_of.teams}


@login_required
@require_http_methods(["GET", "POST"])
def write(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a message to all players of a section."""
    section, form = _directed(request, pk), SectionMessageForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            number = services.write_to_section(section.pk, **form.cleaned_data, actor=account(request), at=clock.now())
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        else:
            words = ngettext("%(n)d player is told by mail.", "%(n)d players are told by mail.", number)
            messages.success(request, words % {"n": number})
            return redirect("desk-section", pk)
    context = {
        "section": section,
        "name_of_section": name_of(section),
        "form": form,
        "told": services.accounts_of(section).count(),
        "written": Entry.objects.filter(what=services.WRITTEN, about=f"section/{pk}").order_by("-at")[:10],
    }
    return render(request, "desk/write.html", context, status=422 if form.errors else 200)


def _directed(request: HttpRequest, pk: int) -> Section:
    """Return a section that the person directs; others have no such page."""
    rows = Section.objects.select_related("event", "director").prefetch_related("director__offices")
    row = rows.filter(pk=pk).first()
    if row is None or not may_direct_section(request.user, row):
        raise Http404
    return row
