"""Personal tokens, and what programs can do with them."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from slowmate.server.accounts.forms import TokenForm
from slowmate.server.accounts.models import Token
from slowmate.server.accounts.permissions import account
from slowmate.server.accounts.services import tokens
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Unfit
from slowmate.server.site.sign_in import login_required


@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """Show my tokens; a new one shows its text here, only once."""
    user, made = account(request), None
    form = TokenForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        try:
            made = tokens.make(user, form.cleaned_data["name"], scope=form.cleaned_data["scope"], at=clock.now())
            form = TokenForm(user=user)
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
    rows = user.tokens.order_by("-made", "-pk")
    context = {"form": form, "made": made, "tokens": rows, "xfcc": settings.SLOWMATE_URL + reverse("xfcc")}
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


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
