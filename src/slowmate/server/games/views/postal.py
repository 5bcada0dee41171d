"""Games by post: arranged, their moves entered in two steps as on the server, and what players hand in besides."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from slowmate.play.events import IllegalMoveFound, MoveMade
from slowmate.play.may import WhyNot
from slowmate.rulebook import Refused
from slowmate.server.accounts.permissions import account
from slowmate.server.games.forms.postal import (
    ArrangeForm,
    EnterPlayerForm,
    FlagForm,
    InGameForm,
    ReceiptForm,
    RecordForm,
    ReportGameForm,
    SheetForm,
)
from slowmate.server.games.models import Game
from slowmate.server.games.pages.game import GamePage, game_page
from slowmate.server.games.pages.lines import board_json
from slowmate.server.games.pages.position_words import position_words
from slowmate.server.games.pages.postal import IMPOSSIBLE, acts, impossible_act, preview
from slowmate.server.games.permissions import may_arrange_game, may_record_move
from slowmate.server.games.queries.directors import without_account
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import postal
from slowmate.server.games.views.forms import GONE_ON, form_of_game
from slowmate.server.games.views.games import find_game, game_context, own_game
from slowmate.server.site import clock
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.errors import Stale, Unfit
from slowmate.server.site.piece_letters import in_own_letters
from slowmate.server.site.sign_in import login_required


@login_required
@require_http_methods(["GET", "POST"])
def arrange(request: HttpRequest) -> HttpResponse:
    """Arrange a game between any two players that is not played on the server."""
    if not may_arrange_game(request.user):
        raise Http404
    at = clock.now()
    white = parse_positive_int(request.GET.get("white", ""))  # somebody who was entered just now
    form = ArrangeForm(request.POST or None, initial={"starts": at.date(), "white": white or ""})
    if request.method == "POST" and form.is_valid():
        try:
            row = postal.arrange(**form.cleaned_data, actor=account(request), at=at)
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        else:
            names = without_account(row)
            words = _("The game is arranged. Who has no account is not told: %(names)s.") % {"names": names}
            messages.success(request, words if names else _("The game is arranged, and both players are told."))
            return redirect("game", row.pk) if row.director_id else redirect("desk")
    return render(request, "desk/arrange.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "POST"])
def enter_player(request: HttpRequest) -> HttpResponse:
    """Enter a player without an account, so that games by post can be arranged with them."""
    if not may_arrange_game(request.user):
        raise Http404
    form = EnterPlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            player = postal.enter_player(**form.cleaned_data, actor=account(request), at=clock.now())
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        else:
            facts = {"name": player.name, "number": player.pk}
            messages.success(request, _("%(name)s is entered, with the number %(number)d.") % facts)
            return redirect(reverse("arrange", query={"white": player.pk}))
    return render(request, "desk/player.html", {"form": form}, status=422 if form.errors else 200)


def _recordable(request: HttpRequest, pk: int) -> Game:
    row = find_game(request, pk)
    if not may_record_move(request.user, row):
        raise Http404
    return row


def _refused(
    request: HttpRequest,
    row: Game,
    form: RecordForm | None = None,
    *,
    error: str = "",
    grounds: WhyNot = (),
) -> HttpResponse:
    """Show the game as it is now, with why nothing was entered, and with what was typed."""
    typed = {name: form.typed(name) for name in ("received", "sent", "document")} if form else {}
    typed["typed"] = form.typed("move") if form else ""
    context = game_context(request, find_game(request, row.pk), error=error, grounds=grounds, **typed)
    return render(request, "games/game.html", context, status=409 if grounds else 422)


ENTERED = ("move", "received", "sent", "offer", "document")
"""The fields of a typed move."""


@form_of_game
def submit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the position after the move and its cost by its dates, and ask: the first step. Nothing is recorded."""
    row = _recordable(request, pk)
    form = RecordForm(request.POST)
    if not form.is_valid():
        wrong = [f"{form.fields[name].label}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()]
        return _refused(request, row, form, error=" ".join(wrong))
    state, at = state_of(row), clock.now()
    try:
        move = {name: value for name, value in form.cleaned_data.items() if name not in ("document", "ply")}
        command = postal.record_command(row, **move, actor=account(request))
        happened = preview(state, command, at=at)
    except Refused as refused:
        return _refused(request, row, form, grounds=refused.grounds)
    event = next(each for each in happened if isinstance(each, MoveMade | IllegalMoveFound))
    after = state.position.play_uci(event.move) if isinstance(event, MoveMade) else state.position
    page = game_page(row, request.user, at=at)
    facing = page.orientation.value
    board = board_json(
        after, last=event.move if isinstance(event, MoveMade) else "", orientation=facing, destinations={}
    )
    context = {
        "game": row,
        "page": page,
        "board": board,
        "words": position_words(after),
        "event": event,
        "entered": in_own_letters(event.algebraic) if isinstance(event, MoveMade) else event.text,
        "is_illegal": isinstance(event, IllegalMoveFound),
        "mover": row.player(command.by),
        "document": form.cleaned_data["document"],
        "command": command,
        "typed": {name: value for name in ENTERED if (value := form.typed(name))},
        "with_offer": isinstance(event, MoveMade) and event.offer,
        "ply": row.plies,
    }
    return render(request, "games/confirm_record.html", context)


@form_of_game
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the move with its dates: the second step. An illegal one stops the game until the director has decided."""
    row = _recordable(request, pk)
    form = RecordForm(request.POST)
    if not form.is_valid():
        return _refused(request, row, form, error=_("Look again at the move and its dates."))
    try:
        postal.record_move(row.pk, **form.cleaned_data, actor=account(request), at=clock.now())
    except Stale:
        return _refused(request, row, form, error=str(GONE_ON))
    except Refused as refused:
        return _refused(request, row, form, grounds=refused.grounds)
    messages.success(request, _("The move is entered."))
    return redirect("game", row.pk)


@dataclass(frozen=True, slots=True)
class PostalActPage:
    """An act of a player in a game by post: the page that confirms it, and the service."""

    form: type[InGameForm]
    title: Promise
    about: Promise
    clause: str
    button: Promise
    done: Promise
    service: Callable[..., Game]


ACTS: dict[str, PostalActPage] = {
    "receipt": PostalActPage(
        ReceiptForm,
        gettext_lazy("Say when you received the last move"),
        gettext_lazy("Your clock runs from then on. Until you say so, or enter your move, it shows no time used."),
        "4.2",
        gettext_lazy("Yes, I received it then"),
        gettext_lazy("It is noted when you received the move."),
        postal.state_receipt,
    ),
    "claim-flag": PostalActPage(
        FlagForm,
        gettext_lazy("Claim that a flag has fallen"),
        gettext_lazy("The director decides by the dates of the moves. The clocks run on. A claim cannot be withdrawn."),
        "6.6b",
        gettext_lazy("Yes, I claim it"),
        gettext_lazy("Your claim goes to the director."),
        postal.claim_flag,
    ),
    "scoresheet": PostalActPage(
        SheetForm,
        gettext_lazy("Hand in your scoresheet"),
        gettext_lazy("You tell the director that your record of the game is on its way."),
        "8.2",
        gettext_lazy("Yes, I hand it in"),
        gettext_lazy("It is noted that you handed in your scoresheet."),
        postal.hand_in_scoresheet,
    ),
    "report-game": PostalActPage(
        ReportGameForm,
        gettext_lazy("Report the finished game"),
        gettext_lazy(
            "If both players report the same moves and the same result, the game is over and the result stands."
        ),
        "8.5a",
        gettext_lazy("Yes, this is the game"),
        gettext_lazy("Your report is recorded."),
        postal.report_game,
    ),
}


@login_required
@require_http_methods(["GET", "POST"])
def act(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Claim a flag, hand in the scoresheet, report the game: each on a page of its own, and said once more."""
    row = own_game(request, pk)
    if what not in ACTS:
        raise Http404
    page, kind = game_page(row, request.user, at=clock.now()), ACTS[what]
    colour = page.colour or page.orientation
    form = kind.form(request.POST or None, request.FILES or None, initial=_initial(page), row=row)
    if request.method == "POST" and form.is_valid():
        try:
            kind.service(row.pk, **form.cleaned_data, actor=account(request), at=clock.now())
        except Refused as refused:
            return _refused(request, row, grounds=refused.grounds)
        except Unfit as unfit:
            form.add_error(unfit.field, forms.ValidationError(unfit.why))
        else:
            messages.success(request, str(kind.done))
            return redirect("game", row.pk)
    open_act = next(each for each in acts(page.state, colour, at=clock.now()) if each.what == what)
    context = {"game": row, "page": page, "act": kind, "form": form, "grounds": open_act.why}
    status = 409 if open_act.why else 422 if form.errors else 200
    return render(request, "games/postal_act.html", context, status=status)


def _initial(page: GamePage) -> dict[str, Any]:
    """Return the opponent's flag and the game as it was entered."""
    against = page.colour.other if page.colour else None
    return {"against": against, "moves": typed_as_it_stands(page), "result": page.row.result}


def typed_as_it_stands(page: GamePage) -> str:
    """Return the moves of the record as people type them."""
    numbered = [f"{line.number}. {line.algebraic}" if line.colour == "white" else line.algebraic for line in page.moves]
    return " ".join(numbered)


@login_required
@require_safe
def never(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Show why the Laws never allow an act, with the article."""
    row = own_game(request, pk)
    page = game_page(row, request.user, at=clock.now())
    if what not in IMPOSSIBLE or page.colour is None:
        raise Http404
    act = impossible_act(page.state, page.colour, what, at=clock.now())
    return render(request, "games/never.html", {"game": row, "act": act})
