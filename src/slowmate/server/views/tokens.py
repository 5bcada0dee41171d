"""Personal tokens, and what programs can do with them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.server import clock
from slowmate.server.api import api, problems
from slowmate.server.forms.accounts import TokenForm
from slowmate.server.models import Token
from slowmate.server.refusals import NotAllowed, Unfit
from slowmate.server.services import tokens
from slowmate.server.views.who import account, login_required


@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """My tokens; a new one shows its text here, this once."""
    user, made = account(request), None
    form = TokenForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        try:
            made = tokens.make(user, form.cleaned_data["name"], scope=form.cleaned_data["scope"], at=clock.now())
            form = TokenForm(user=user)
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
    context = {"form": form, "made": made, "tokens": user.tokens.order_by("-made", "-pk")}
    return render(request, "tokens/index.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def end(request: HttpRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(Token, pk=pk)
    try:
        tokens.end(token, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    messages.success(request, _("The token is ended."))
    return redirect("tokens")


@problems.with_problems
@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """The API in words, read off its description."""
    schema = api.get_openapi_schema()
    operations = [
        {
            **operation,
            "method": method.upper(),
            "path": path,
            "scope": operation["x-scope"],
            "words": operation.get("description", "").replace("`", ""),
        }
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    context = {"operations": operations, "kinds": _kinds(), "per_minute": tokens.PER_MINUTE}
    return render(request, "tokens/reference.html", context)


def _kinds() -> list[tuple[str, int, str]]:
    """What each kind of problem means: its name in the `type`, its status, and words."""
    words = {
        "unreadable": _("The body is not JSON."),
        "unauthorised": _("No token, or one that is not good."),
        "forbidden": _("You see the thing, but may not do that with it."),
        "scope": _("The token only reads."),
        "not-found": _("There is no such thing, or you may not see it."),
        "method": _("The address does not take this method."),
        "refused": _("The rules do not allow it: clause, facts and grounds say why."),
        "stale": _("The game has gone on since you looked: look again, then decide."),
        "length": _("The request does not say how long it is: send Content-Length."),
        "too-large": _("The body is too large."),
        "media-type": _("Send JSON: this kind of body is not read here."),
        "unfit": _("A value does not fit: errors says which."),
        "too-many": _("Too many requests in this minute: wait as long as Retry-After says."),
    }
    statuses: dict[str, Any] = {kind: status for status, kind in problems.KINDS.items()}
    statuses |= {"scope": 403, "stale": 409}
    return [(kind, statuses[kind], text) for kind, text in words.items()]
