"""Certificates: the page where anybody verifies one, and the PDF for its holder."""

from allauth.core.internal import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from slowmate.formats.documents import render as as_pdf
from slowmate.server.accounts.permissions import account
from slowmate.server.ratings.forms.office import ListReasonForm
from slowmate.server.site import clock
from slowmate.server.site.error_pages import too_many
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.sign_in import hidden, login_required
from slowmate.server.titles.models import Certificate
from slowmate.server.titles.permissions import may_download_certificate
from slowmate.server.titles.queries import certificates
from slowmate.server.titles.services import certificates as services

LIMIT = {"verify": "60/m/ip"}
"""Codes that one address may look up: enough for many certificates, too few for guessing."""


@require_safe
def ask(request: HttpRequest) -> HttpResponse:
    """Show the form for a code, or redirect to the certificate."""
    if "code" not in request.GET:
        return render(request, "titles/verify.html", {"typed": ""})
    typed = request.GET["code"].strip()[:40]
    code = certificates.normalise_code(typed)
    if code:
        return redirect("verify", code)
    return render(request, "titles/verify.html", {"typed": typed, "is_no_code": True}, status=422)


@require_safe
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Verify a code, as a page, or as JSON if the client accepts it."""
    wants_json = request.get_preferred_type(["text/html", "application/json"]) == "application/json"
    if not ratelimit.consume(request, app="slowmate", action="verify", config=LIMIT, limit_get=True):
        return _too_often(request, wants_json=wants_json)
    certificate = certificates.verify_code(code)
    status = 200 if certificate else 404
    if wants_json:
        answer: HttpResponse = JsonResponse(certificates.verified_json(certificate), status=status)
    else:
        answer = render(
            request, "titles/verify.html", {"found": certificate, "typed": code[:40], "is_asked": True}, status=status
        )
    patch_vary_headers(answer, ["Accept"])
    return answer


def _too_often(request: HttpRequest, *, wants_json: bool) -> HttpResponse:
    answer = JsonResponse({"title": _("Too many requests.")}, status=429) if wants_json else too_many(request)
    answer["Retry-After"] = "60"
    return answer


def _certificate(request: HttpRequest, pk: int) -> Certificate:
    certificate = certificates.with_things().filter(pk=pk).first()
    if certificate is None or not may_download_certificate(request.user, certificate):
        raise hidden(request)
    return certificate


@require_safe
def download(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the certificate as PDF."""
    certificate = _certificate(request, pk)
    answer = HttpResponse(as_pdf(certificates.page_of(certificate)), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="certificate-{certificate.code}.pdf"'
    return answer


@login_required
@require_POST
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Replace a certificate by one from the present register."""
    certificate = _certificate(request, pk)
    form = ListReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    try:
        services.issue_again(certificate, reason=reason, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    except (Unfit, Stale) as wrong:
        messages.error(request, str(wrong))
    else:
        messages.success(request, _("A new certificate is issued; the former one says so when it is verified."))
    return redirect("player", certificate.holder.pk)
