"""The director's desk: what waits for a decision, oldest first, and the decisions."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.board import Colour
from slowmate.play import commands
from slowmate.records import Result
from slowmate.rulebook import Ground, Refused
from slowmate.server import clock
from slowmate.server.forms.desk import DECISIONS, DecisionForm
from slowmate.server.models import Report
from slowmate.server.permissions import may_direct, may_use_desk
from slowmate.server.queries import desk as queries
from slowmate.server.queries import games as game_queries
from slowmate.server.refusals import NotAllowed, Unfit
from slowmate.server.services import correspondence, directing
from slowmate.server.views.games import find_game
from slowmate.server.views.who import account


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    if not may_use_desk(request.user):
        raise Http404
    return render(request, "desk/index.html", {"items": queries.waiting(account(request), at=clock.now())})


@login_required
@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Every decision a director may take in a game, each with its reason."""
    row = find_game(request, pk)
    if not may_direct(request.user, row):
        raise Http404
    page = game_queries.game_page(row, request.user, at=clock.now())
    wanted = request.GET.get("what", "")
    initial = {"what": wanted if wanted in dict(DECISIONS) else "", "colour": request.GET.get("colour", "")}
    form = DecisionForm(request.POST or None, initial=initial)
    grounds: tuple[Ground, ...] = ()
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                directing.decide(
                    row.pk, lambda name: _command(form.cleaned_data, name), actor=account(request), at=clock.now()
                )
                messages.success(request, _("Decided. Both players are told."))
                return redirect("game", pk)
            except Refused as refused:
                grounds, status = refused.grounds, 409
    context = {"game": row, "page": page, "form": form, "grounds": grounds}
    return render(request, "desk/decide.html", context, status=status)


def _command(data: dict[str, Any], director: str) -> commands.DirectorCommand:
    """The command that a filled-in form asks for."""
    signed = {"director": director, "reason": data["reason"]}
    colour = Colour(data["colour"]) if data["colour"] else Colour.WHITE
    made: dict[str, commands.DirectorCommand] = {
        "stop": commands.StopClocks(**signed),
        "restart": commands.RestartClocks(**signed),
        "set-clock": commands.SetClock(**signed, colour=colour, left=timedelta(days=data["days"] or 0)),
        "penalise": commands.Penalise(**signed, colour=colour, days=data["days"] or 0),
        "call-adjudication": commands.CallAdjudication(**signed),
        "adjudicate": commands.Adjudicate(**signed, result=Result(data["result"] or "1/2-1/2")),
        "default": commands.DefaultPlayer(**signed, colour=colour),
        "double-default": commands.DoubleDefault(**signed),
        "cancel": commands.CancelGame(**signed),
        "uphold-claim": commands.DecideClaim(**signed, by=colour, upheld=True),
        "reject-claim": commands.DecideClaim(**signed, by=colour, upheld=False),
        "reinstate": commands.ReinstatePosition(**signed, ply=data["ply"] or 1, penalty_days=data["days"] or 0),
        "correct-colours": commands.CorrectColours(**signed),
        "correct-result": commands.CorrectResult(**signed, result=Result(data["result"] or "1/2-1/2")),
    }
    if data["what"] == "grant-leave":
        return commands.GrantLeave(**signed, to=colour, first=data["first"], last=data["last"])
    return made[data["what"]]


@login_required
@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    report = get_object_or_404(Report.objects.select_related("game", "by__user"), pk=pk)
    try:
        answer = request.POST.get("answer", "")
        correspondence.settle(report, answer, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    except Unfit as unfit:
        messages.error(request, unfit.why)
    return redirect("desk")
