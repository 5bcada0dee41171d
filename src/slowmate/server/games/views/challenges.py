"""Challenges: made, answered, withdrawn."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from slowmate.server.accounts.permissions import account
from slowmate.server.games import terms as term_service
from slowmate.server.games.forms.challenges import ChallengeForm
from slowmate.server.games.models import Challenge
from slowmate.server.games.pages.challenges import challenge_offer, open_challenges
from slowmate.server.games.pages.position_words import position_words
from slowmate.server.games.permissions import may_answer_challenge, may_withdraw_challenge
from slowmate.server.games.queries.challenges import recently_declined
from slowmate.server.games.services import challenges
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.sign_in import login_required


@login_required
@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """Show my open challenges and the form for a new one."""
    me = player_of(request.user)
    if me is None:
        raise Http404
    form = ChallengeForm(request.POST or None, me=me, to=_addressed(request))
    if request.method == "POST" and form.is_valid() and _make(request, me, form):
        return redirect("challenges")
    to_me, by_me, to_anybody = open_challenges(me)
    lists = [
        (to_me, _("To you"), _("Nobody challenges you at the moment.")),
        (by_me, _("By you"), _("You challenge nobody at the moment.")),
        (to_anybody, _("To anybody"), _("None is open.")),
    ]
    declined = recently_declined(me, at=clock.now())
    context = {"form": form, "me": me, "lists": lists, "declined": declined}
    return render(request, "games/challenges/index.html", context, status=422 if form.errors else 200)


def _addressed(request: HttpRequest) -> Player | None:
    """Return the player from whose page the user comes."""
    number = parse_positive_int(request.GET.get("to", ""))
    return Player.objects.filter(pk=number).first() if number else None


def _make(request: HttpRequest, me: Player, form: ChallengeForm) -> bool:
    data = form.cleaned_data
    try:
        agreed = term_service.plain(control=data["control"], chess960=data["chess960"], fen=data["fen"] or None)
        challenges.make(
            me,
            data["opponent"],
            terms=agreed,
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
@require_http_methods(["GET", "POST"])
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Show once more what is offered, because it binds; then let the game begin."""
    challenge = get_object_or_404(Challenge.objects.select_related("challenger", "opponent"), pk=pk)
    me = player_of(request.user)
    if challenge.state != Challenge.State.OPEN:
        messages.warning(request, _("This challenge has been answered or withdrawn."))
        return redirect("challenges")
    if me is None or not may_answer_challenge(request.user, challenge):
        raise Http404
    if request.method == "GET":
        offer = challenge_offer(challenge, me)
        context = {"offer": offer, "words": position_words(offer.start) if offer.start else None}
        return render(request, "games/challenges/accept.html", context)
    try:
        started = challenges.accept(pk, actor=account(request), at=clock.now())
    except Stale as stale:
        messages.warning(request, str(stale))
        return redirect("challenges")
    messages.success(request, _("The game begins."))
    return redirect("game", started[0].pk)


@login_required
@require_POST
def answer(request: HttpRequest, pk: int, how: str) -> HttpResponse:
    """Decline or withdraw."""
    ways = {
        "decline": (may_answer_challenge, challenges.decline, _("You have declined the challenge.")),
        "withdraw": (may_withdraw_challenge, challenges.withdraw, _("Your challenge is withdrawn.")),
    }
    if how not in ways:
        raise Http404
    may, service, done = ways[how]
    if not may(request.user, get_object_or_404(Challenge, pk=pk)):
        raise Http404
    try:
        service(pk, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    except Stale as stale:
        messages.warning(request, str(stale))
    else:
        messages.success(request, done)
    return redirect("challenges")
