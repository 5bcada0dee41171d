"""What only a demonstration shows."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from slowmate.server import clock
from slowmate.server.context import shows_mail
from slowmate.server.queries.demo_mail import letters
from slowmate.server.services import mailing

AT_ONCE = 50
"""Letters on the page."""


@never_cache
@require_safe
def mail(request: HttpRequest) -> HttpResponse:
    """The mail that a demonstration keeps instead of sending it."""
    if not shows_mail():
        raise Http404
    mailing.send_due(at=clock.now())  # whoever has just joined need not wait for the worker
    found = letters(Path(settings.EMAIL_FILE_PATH), most=AT_ONCE)
    return render(request, "demo_mail.html", {"letters": found})
