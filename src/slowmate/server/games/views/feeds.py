"""The calendar of deadlines: by a private key in the address, without signing in."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from slowmate.server.accounts.permissions import account
from slowmate.server.accounts.services import mail
from slowmate.server.games.pages.calendar import calendar_text
from slowmate.server.games.queries.calendar import key_of, owner_of
from slowmate.server.site import clock
from slowmate.server.site.sign_in import login_required


@never_cache
@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:  # noqa: ARG001 - Django passes it
    """Send deadlines to a calendar program, which cannot sign in."""
    user = owner_of(key)
    if user is None:
        raise Http404
    with translation.override(user.language), timezone.override(clock.zone(user.zone)):
        text = calendar_text(user, at=clock.now())
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="slowmate.ics"'
    response["X-Robots-Tag"] = "noindex"
    return response


@login_required
@require_http_methods(["GET", "POST"])
def calendar_address(request: HttpRequest) -> HttpResponse:
    """Show my calendar's address, and make a new one if the old one got into other hands."""
    me = account(request)
    if request.method == "POST":
        mail.new_keys(me, at=clock.now())
        messages.success(request, _("The old address no longer works. Here is your new one."))
        return redirect("feeds")
    address = settings.SLOWMATE_URL + reverse("calendar", args=[key_of(me)])
    return render(request, "games/feeds.html", {"address": address})
