"""A player's name and account, for administrators."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from slowmate.server.accounts.models import Entry
from slowmate.server.accounts.permissions import account
from slowmate.server.people.forms import AccountForm, ChosenFormForm, NameForm
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import may_keep_accounts
from slowmate.server.people.services import accounts
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit
from slowmate.server.site.sign_in import login_required

ACCOUNT = {"block": accounts.block, "let-in": accounts.unblock}
"""What is done to an account: the form says which of them it showed, so that sent twice it does not undo itself."""
ACTS = (gettext_noop("name corrected"), gettext_noop("account blocked"), gettext_noop("account let in again"))


@login_required
@require_http_methods(["GET", "POST"])
def keep(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct the name; block the account, or let it in again."""
    player = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    if not may_keep_accounts(request.user, player):
        raise Http404
    chosen = ChosenFormForm(request.POST)
    chosen.full_clean()
    what = chosen.cleaned_data["what"]
    name_form = NameForm(request.POST if what == "name" else None, initial={"name": player.name}, prefix="name")
    account_form = AccountForm(request.POST if what in ACCOUNT else None, prefix="account")
    form = {"name": name_form, **dict.fromkeys(ACCOUNT, account_form)}.get(what)
    if form is not None and form.is_valid():
        try:
            messages.success(request, _act(request, player, what, form))
        except Unfit as unfit:
            form.add_error(unfit.field or None, forms.ValidationError(unfit.why))
        else:
            return redirect("player-account", pk)
    done = Entry.objects.filter(about=f"player/{pk}", what__in=ACTS).select_related("actor__player")
    context = {
        "player": player,
        "is_open": player.user is not None and player.user.is_active,
        "name_form": name_form,
        "account_form": account_form,
        "done": [(entry, _(entry.what)) for entry in done],
    }
    return render(request, "people/account.html", context, status=422 if form and form.errors else 200)


def _act(request: HttpRequest, player: Player, what: str, form: forms.Form) -> str:
    """Carry out the change, and return what is said about it."""
    actor, at, reason = account(request), clock.now(), form.cleaned_data["reason"]
    if what == "name":
        accounts.correct_name(player, form.cleaned_data["name"], reason=reason, actor=actor, at=at)
        return _("The name is corrected.")
    ACCOUNT[what](player, reason=reason, actor=actor, at=at)
    return _("The account is blocked.") if what == "block" else _("The account is let in again.")
