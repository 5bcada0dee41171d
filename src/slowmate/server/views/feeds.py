"""The calendar of deadlines, and the end of mail: both by a private key in the address, without signing in."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from slowmate.server import clock
from slowmate.server.models import User
from slowmate.server.queries import calendar as query
from slowmate.server.services import mailing
from slowmate.server.views.who import account, login_required


@never_cache
@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:  # noqa: ARG001 - Django passes it
    """Deadlines for a calendar program, which cannot sign in."""
    user = query.owner_of(key)
    if user is None:
        raise Http404
    with translation.override(user.language), timezone.override(_zone(user)):
        text = query.calendar(user, at=clock.now())
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="slowmate.ics"'
    response["X-Robots-Tag"] = "noindex"
    return response


@login_required
@require_http_methods(["GET", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """My calendar's address, and a new one if the old one got into other hands."""
    me = account(request)
    if request.method == "POST":
        mailing.new_keys(me, at=clock.now())
        messages.success(request, _("The old address no longer works. Here is your new one."))
        return redirect("feeds")
    address = settings.SLOWMATE_URL + reverse("calendar", args=[query.key_of(me)])
    return render(request, "feeds.html", {"address": address})


@csrf_exempt  # the key is the right to do it, and mail programs post here on their own (RFC 8058)
@never_cache
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, key: str) -> HttpResponse:
    """Ask, or do it. A link that is merely opened changes nothing: scanners open links."""
    user = User.objects.filter(unsubscribe_key=key).first()
    if user is None:
        raise Http404
    if request.method == "POST":
        mailing.unsubscribe(user)
    context = {"person": user, "is_done": user.mail_mode == User.MailMode.NONE}
    return render(request, "unsubscribe.html", context)


def _zone(user: User) -> ZoneInfo:
    try:
        return ZoneInfo(user.zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
