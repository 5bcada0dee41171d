"""The report to Congress, as a page and as PDF."""

from datetime import date, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from slowmate.formats.documents import congress_pages
from slowmate.formats.documents import render as rendered
from slowmate.server.site import clock
from slowmate.server.site.sign_in import hidden
from slowmate.server.titles.forms.decisions import PeriodForm
from slowmate.server.titles.permissions import may_report_to_congress
from slowmate.server.titles.queries import congress


def _form(request: HttpRequest) -> PeriodForm:
    """Return the form for the period; the last year by default."""
    if not may_report_to_congress(request.user):
        raise hidden(request)
    today = clock.now().date()
    defaults = {"since": (today - timedelta(days=365)).isoformat(), "until": today.isoformat()}
    return PeriodForm(defaults | {name: request.GET[name] for name in ("since", "until") if name in request.GET})


@require_safe
def report(request: HttpRequest) -> HttpResponse:
    form = _form(request)
    if not form.is_valid():
        return render(request, "titles/report.html", {"form": form}, status=422)
    first, last = _span(form)
    context = {"form": form, "report": congress.report(first, last), "query": f"since={first}&until={last}"}
    return render(request, "titles/report.html", context)


@require_safe
def as_pdf(request: HttpRequest) -> HttpResponse:
    form = _form(request)
    if not form.is_valid():
        return render(request, "titles/report.html", {"form": form}, status=422)
    first, last = _span(form)
    page = congress_pages(congress.report(first, last), issuer=settings.SLOWMATE_FEDERATION, issued=clock.now().date())
    answer = HttpResponse(rendered(page), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="titles-{first}-{last}.pdf"'
    return answer


def _span(form: PeriodForm) -> tuple[date, date]:
    return form.cleaned_data["since"], form.cleaned_data["until"]
