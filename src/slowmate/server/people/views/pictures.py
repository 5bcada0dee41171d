"""Players' pictures: shown to everybody, put up and taken down by their owners."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from slowmate.server.accounts.permissions import account
from slowmate.server.people.forms import PictureForm
from slowmate.server.people.models import Picture
from slowmate.server.people.permissions import player_of
from slowmate.server.people.services import pictures
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit
from slowmate.server.site.sign_in import login_required


@require_safe
def picture(request: HttpRequest, pk: int, digest: str) -> HttpResponse:  # noqa: ARG001 - Django passes it
    """Send the picture. Its address changes with it, so that browsers need not ask again."""
    row = get_object_or_404(Picture, player_id=pk, digest=digest)
    response = HttpResponse(bytes(row.image), content_type="image/webp")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["Content-Security-Policy"] = "default-src 'none'"
    return response


@login_required
@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """Put up or take down my own picture."""
    me = player_of(request.user)
    if me is None:
        raise Http404
    form = PictureForm(request.POST, request.FILES)
    form.full_clean()
    if form.cleaned_data["delete"]:
        pictures.delete(me, actor=account(request), at=clock.now())
        messages.success(request, _("Your picture is deleted."))
        return redirect("settings")
    picture = form.cleaned_data["picture"]
    if picture is None:
        messages.error(request, _("Choose a file first."))
        return redirect("settings")
    try:
        pictures.put(me, picture.read(), actor=account(request), at=clock.now())
        messages.success(request, _("Your picture is changed."))
    except Unfit as unfit:
        messages.error(request, unfit.why)
    return redirect("settings")
