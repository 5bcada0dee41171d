"""The end of mail: by a private key in the address, without signing in."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import mail
from slowmate.server.mail.models import MailMode


@csrf_exempt  # the key is the right to do it, and mail programs post here on their own (RFC 8058)
@never_cache
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, key: str) -> HttpResponse:
    """Ask, or do it. A link that is merely opened changes nothing: scanners open links."""
    user = User.objects.filter(unsubscribe_key=key).first()
    if user is None:
        raise Http404
    if request.method == "POST":
        mail.unsubscribe(user)
    context = {"person": user, "is_done": user.mail_mode == MailMode.NONE}
    return render(request, "mail/unsubscribe.html", context)
