"""Pages of a demonstration only."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from slowmate.server.demo.components import COMPONENTS
from slowmate.server.demo.queries import letters, shows_mail
from slowmate.server.jobs.mail import send_due
from slowmate.server.site import clock

MAX_LETTERS = 50
"""Letters on the page."""


@never_cache
@require_safe
def mail(request: HttpRequest) -> HttpResponse:
    """Show the mail that a demonstration stores instead of sending it."""
    if not shows_mail():
        raise Http404
    send_due(at=clock.now())  # whoever has just joined need not wait for the worker
    newest = letters(Path(settings.EMAIL_FILE_PATH), most=MAX_LETTERS)
    return render(request, "demo/mail.html", {"letters": newest})


@require_safe
def styles(request: HttpRequest) -> HttpResponse:
    """Show the components that pages are made of, for authors of templates."""
    if not settings.SLOWMATE_DEMO:
        raise Http404
    return render(request, "demo/styles.html", {"components": COMPONENTS})
