"""A director's sections, with a light for each game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.server.accounts.permissions import account
from slowmate.server.desk.pages import sections as pages
from slowmate.server.events.models import Section
from slowmate.server.events.permissions import may_direct_section
from slowmate.server.people.permissions import may_use_desk
from slowmate.server.site import clock
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
    (lit_section,) = pages.lit([directed_section(request, pk)], account(request), at=clock.now())
    return render(request, "desk/section.html", _of_page(lit_section))


def _of_page(lit_section: pages.LitSection) -> dict[str, object]:
    section = lit_section.section
    return {"found": lit_section, "section": section, "has_substitutes": section.event.kind_of.teams}


def directed_section(request: HttpRequest, pk: int) -> Section:
    """Return a section that the person directs; others have no such page."""
    rows = Section.objects.select_related("event", "director").prefetch_related("director__offices")
    row = rows.filter(pk=pk).first()
    if row is None or not may_direct_section(request.user, row):
        raise Http404
    return row
