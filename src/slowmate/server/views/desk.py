"""The director's desk: what waits for a decision, oldest first, and the decisions."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate import play
from slowmate.rulebook import Refused
from slowmate.server import clock
from slowmate.server.forms.decisions import DECISIONS
from slowmate.server.forms.desk import DecisionForm
from slowmate.server.models import Game, Report
from slowmate.server.permissions import may_arrange_game, may_direct, may_use_desk
from slowmate.server.queries import decisions
from slowmate.server.queries import desk as queries
from slowmate.server.refusals import NotAllowed, Stale, Unfit
from slowmate.server.saying import sentence
from slowmate.server.services import correspondence, directing
from slowmate.server.views.games import find_game
from slowmate.server.views.who import account

PREFILLED = ("colour", "verdict", "ply", "days")
"""What a proposed ruling may fill in beforehand."""


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    if not may_use_desk(request.user):
        raise Http404
    items = queries.waiting(account(request), at=clock.now())
    kinds = Counter(item.kind for item in items)
    kind = request.GET.get("kind", "")
    context = {
        "items": [item for item in items if item.kind == kind] if kind in kinds else items,
        "number": len(items),
        "kinds": dict(kinds),
        "kind": kind if kind in kinds else "",
        "flags": [item.game.pk for item in items if item.kind == "flag"],
        "may_arrange": may_arrange_game(request.user),
    }
    return render(request, "desk/index.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """First the list of decisions that make sense in the game; then the form of one, with the reason."""
    row = find_game(request, pk)
    if not may_direct(request.user, row):
        raise Http404
    state, at = play.game_from_text(row.snapshot), clock.now()
    sent = request.POST if request.method == "POST" else request.GET
    asked = _request(row, sent.get("request", ""))
    context: dict[str, Any] = {"game": row, "state": state, "asked": asked}
    what = sent.get("what", "")
    if what not in DECISIONS:
        groups, others = decisions.choices(state, at=at)
        return render(request, "desk/choose.html", {**context, "groups": groups, "others": others})
    form = DecisionForm(request.POST or None, what=what, row=row, state=state, at=at, initial=_initial(request, row))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                directing.decide(row.pk, form.command, actor=account(request), at=at, answers=asked)
            except Refused as refused:
                context["grounds"], status = refused.grounds, 409
            else:
                messages.success(request, _("Decided. Both players are told."))
                return redirect("game", pk)
    context |= {"form": form, "what": what, "decision": DECISIONS[what]}
    return render(request, "desk/decide.html", context, status=status)


def _request(row: Game, text: str) -> Report | None:
    """The request of a player that a decision answers."""
    found = row.reports.filter(settled=None).select_related("by__user", "game")
    return found.filter(pk=int(text)).first() if text.isdecimal() and len(text) < 18 else None


def _initial(request: HttpRequest, row: Game) -> dict[str, Any]:
    """What the desk proposed: the fields it named, and its grounds as the reason."""
    found: dict[str, Any] = {name: request.GET[name] for name in PREFILLED if name in request.GET}
    proposed = queries.proposed_in(row, at=clock.now())
    if proposed.what and proposed.what == request.GET.get("what"):
        found["reason"] = " ".join(sentence(ground) for ground in proposed.reasons)
    return found


@login_required
@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    report = get_object_or_404(Report.objects.select_related("game", "by__user"), pk=pk)
    try:
        answer = request.POST.get("answer", "")
        correspondence.settle(report, answer, actor=account(request), at=clock.now())
        messages.success(request, _("Answered. The player gets it by mail and reads it with the game."))
    except NotAllowed:
        raise Http404 from None
    except Stale as stale:
        messages.warning(request, str(stale))
    except Unfit as unfit:
        messages.error(request, unfit.why)
    return redirect("desk")


@login_required
@require_POST
def note(request: HttpRequest) -> HttpResponse:
    """Games that ended by themselves leave the desk."""
    if not may_use_desk(request.user):
        raise Http404
    wanted = [int(text) for text in request.POST.getlist("game")[:1000] if text.isdecimal() and len(text) < 18]
    try:
        number = directing.note_ends(wanted, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    told = ngettext("You took note of %(n)d game.", "You took note of %(n)d games.", number)
    messages.success(request, told % {"n": number})
    return redirect("desk")
