"""An account's export and its deletion, each confirmed with the password; the end of a session."""

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from slowmate.server.accounts.forms import PasswordForm
from slowmate.server.accounts.permissions import account
from slowmate.server.privacy import services
from slowmate.server.privacy.forms import DeleteForm
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit
from slowmate.server.site.sign_in import login_required


@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def export(request: HttpRequest) -> HttpResponse:
    """Send everything we store about the person as a file."""
    form = PasswordForm(request.POST or None, user=account(request))
    if request.method == "POST" and form.is_valid():
        at = clock.now()
        response = HttpResponse(services.export(account(request), at=at), content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="slowmate-{at:%Y-%m-%d}.zip"'
        return response
    return render(request, "privacy/export.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, after saying what stays."""
    user = account(request)
    form = DeleteForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.delete(user, keep_name=data["name"] == "keep", resign=data["resign"], at=clock.now())
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Thank you for your games."))
            return redirect("front")
    context = {"form": form, "open_games": services.open_games(user)}
    return render(request, "privacy/delete.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """End one session of mine; the one that asks is ended by signing out."""
    if not services.end_session(account(request), pk, asking=request.session.session_key):
        raise Http404
    messages.success(request, _("The session is ended."))
    return redirect("usersessions_list")
