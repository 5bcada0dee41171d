"""Challenges: made, answered, withdrawn."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from slowmate.server import clock
from slowmate.server.forms.challenges import ChallengeForm
from slowmate.server.models import Challenge, Player
from slowmate.server.numbers import number_in
from slowmate.server.permissions import player_of
from slowmate.server.refusals import NotAllowed, Stale, Unfit
from slowmate.server.services import challenges
from slowmate.server.services import terms as term_service
from slowmate.server.views.who import account


@login_required
@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """My open challenges and the form for a new one."""
    me = player_of(request.user)
    if me is None:
        raise Http404
    wanted = number_in(request.GET.get("to", ""))
    opponent = Player.objects.filter(pk=wanted).first() if wanted else None
    form = ChallengeForm(request.POST or None, initial={"opponent": opponent.name if opponent else ""}, me=me)
    if request.method == "POST" and form.is_valid() and _make(request, me, form):
        return redirect("challenges")
    open_ = Challenge.objects.filter(state=Challenge.State.OPEN).select_related("challenger", "opponent")
    lists = [
        (open_.filter(opponent=me).order_by("-made"), _("To you"), _("Nobody challenges you at the moment.")),
        (open_.filter(challenger=me).order_by("-made"), _("By you"), _("You challenge nobody at the moment.")),
        (
            open_.filter(opponent=None).exclude(challenger=me).order_by("-made")[:50],
            _("To anybody"),
            _("None is open."),
        ),
    ]
    context = {"form": form, "me": me, "lists": lists}
    return render(request, "challenges/index.html", context, status=422 if form.errors else 200)


def _make(request: HttpRequest, me: Player, form: ChallengeForm) -> bool:
    data = form.cleaned_data
    try:
        kept = term_service.plain(control=data["control"], chess960=data["chess960"], fen=data["fen"] or None)
        challenges.make(
            me,
            data["opponent"],
            terms=kept,
            colour=data["colour"],
            number=int(data["games"]),
            words=data["words"],
            at=clock.now(),
        )
    except Unfit as unfit:
        form.add_error(unfit.field if unfit.field in form.fields else None, forms.ValidationError(unfit.why))
        return False
    messages.success(request, _("Your challenge is made."))
    return True


@login_required
@require_POST
def answer(request: HttpRequest, pk: int, how: str) -> HttpResponse:
    """Accept, decline or withdraw."""
    service = {"accept": challenges.accept, "decline": challenges.decline, "withdraw": challenges.withdraw}.get(how)
    if service is None or not Challenge.objects.filter(pk=pk).filter(_mine(request)).exists():
        raise Http404
    try:
        done = service(pk, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    except Stale as stale:
        messages.warning(request, str(stale))
        return redirect("challenges")
    if how == "accept" and done:
        messages.success(request, _("The game begins."))
        return redirect("game", done[0].pk)
    return redirect("challenges")


def _mine(request: HttpRequest) -> Q:
    me = player_of(request.user)
    return Q(challenger=me) | Q(opponent=me) | Q(opponent=None)
