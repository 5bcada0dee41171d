"""Pages for acts of the director for a player without an account, and the documents of a game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from slowmate.board import Colour
from slowmate.play import commands
from slowmate.play.events import ClaimKind
from slowmate.play.may import WhyNot
from slowmate.rulebook import Refused
from slowmate.server.accounts.permissions import account
from slowmate.server.games.forms.proxy import (
    ClaimDocumentForm,
    DocumentForm,
    FlagDocumentForm,
    ReceiptDocumentForm,
    ReportDocumentForm,
    SheetDocumentForm,
)
from slowmate.server.games.models import Document, Game
from slowmate.server.games.pages.game import game_page
from slowmate.server.games.pages.proxy import WORDS, proxy_acts
from slowmate.server.games.permissions import GameSeat, may_act_for, may_read_document
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import games, proxy
from slowmate.server.games.services.documents import ENDINGS
from slowmate.server.games.views.games import find_game
from slowmate.server.games.views.postal import typed_as_it_stands
from slowmate.server.site import clock
from slowmate.server.site.sign_in import hidden, login_required

Filled = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ProxyActPage:
    """One thing that a player does by post: the form, what becomes of it, and the article."""

    clause: str
    about: Promise
    make: Callable[[Colour, Filled], commands.PlayerCommand]
    form: type[DocumentForm] = DocumentForm
    is_grave: bool = False


def _claim(by: Colour, data: Filled) -> commands.PlayerCommand:
    kind: ClaimKind = data["claim"]
    if kind in (ClaimKind.TABLEBASE_WIN, ClaimKind.TABLEBASE_DRAW):
        return commands.ClaimTablebase(by=by, claim=kind)
    return commands.ClaimDraw(by=by, claim=kind, intended=data["intended"] or None, received=data["received"])


ENDS = gettext_lazy("This ends the game and cannot be taken back.")
ACTS: dict[str, ProxyActPage] = {
    "resign": ProxyActPage("5.1.2", ENDS, lambda by, _data: commands.Resign(by=by), is_grave=True),
    "accept-offer": ProxyActPage("5.2.3", ENDS, lambda by, _data: commands.AcceptOffer(by=by)),
    "decline-offer": ProxyActPage(
        "9.1.2.1d", gettext_lazy("The game goes on."), lambda by, _data: commands.DeclineOffer(by=by)
    ),
    "claim": ProxyActPage(
        "9.4.1a",
        gettext_lazy("A claim cannot be withdrawn. What the server cannot measure waits on the desk for a decision."),
        _claim,
        ClaimDocumentForm,
    ),
    "receipt": ProxyActPage(
        "4.2",
        gettext_lazy("The player's clock runs from then on."),
        lambda by, data: commands.StateReceipt(by=by, received=data["received"]),
        ReceiptDocumentForm,
    ),
    "claim-flag": ProxyActPage(
        "6.6b",
        gettext_lazy("The claim waits on the desk for a decision by the dates of the moves."),
        lambda by, data: commands.ClaimFlag(by=by, against=data["against"]),
        FlagDocumentForm,
    ),
    "scoresheet": ProxyActPage(
        "8.2",
        gettext_lazy("It is noted that the scoresheet has come."),
        lambda by, data: commands.HandInScoresheet(by=by, form=data["form"], assistant=data["assistant"] or None),
        SheetDocumentForm,
    ),
    "report-game": ProxyActPage(
        "8.5a",
        gettext_lazy(
            "If both players report the same moves and the same result, the game is over and the result stands."
        ),
        lambda by, data: commands.ReportGame(by=by, result=data["result"], moves=data["moves"]),
        ReportDocumentForm,
    ),
}


def _seat(request: HttpRequest, pk: int, colour: str) -> GameSeat:
    row = find_game(request, pk)
    if colour not in list(Colour) or state_of(row).terms.transmission.is_server:
        raise Http404
    seat = GameSeat(row, Colour(colour))
    if not may_act_for(request.user, seat):
        raise Http404
    return seat


@login_required
@require_http_methods(["GET", "POST"])
def act(request: HttpRequest, pk: int, colour: str, what: str) -> HttpResponse:
    """Enter what a player without an account wrote, with the document that shows it."""
    seat = _seat(request, pk, colour)
    if what not in ACTS:
        raise Http404
    row, kind, at = seat.game, ACTS[what], clock.now()
    page = game_page(row, request.user, at=at)
    initial = {"against": seat.colour.other, "moves": typed_as_it_stands(page), "result": row.result}
    form = kind.form(request.POST or None, request.FILES or None, initial=initial, row=row)
    grounds: WhyNot = ()
    if request.method == "POST" and form.is_valid():
        try:
            _carry_out(request, seat, kind, form.cleaned_data)
        except Refused as refused:
            grounds = refused.grounds
        else:
            facts = {"player": row.player(seat.colour).name}
            messages.success(request, _("It is entered for %(player)s.") % facts)
            return redirect("game", row.pk)
    grounds = grounds or next(act.why for act in proxy_acts(page.state, seat.colour, at=at) if act.what == what)
    context = {"game": row, "page": page, "act": kind, "form": form, "grounds": grounds}
    context |= {
        "player": row.player(seat.colour),
        "title": WORDS[what],
        "is_asked": form.is_bound or not grounds,
    }
    return render(request, "games/proxy.html", context, status=409 if grounds else 422 if form.errors else 200)


def _carry_out(request: HttpRequest, seat: GameSeat, kind: ProxyActPage, data: Filled) -> Game:
    if data.get("received"):
        data = {**data, "received": games.not_before(seat.game, data["received"])}
    return proxy.act(
        seat.game.pk,
        seat.colour,
        lambda by: kind.make(by, data),
        words=data["document"],
        scan=data["scan"],
        actor=account(request),
        at=clock.now(),
    )


@require_safe
def document(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the file of a document: always a download, of a type we chose, which no browser takes for a page."""
    document = get_object_or_404(Document.objects.select_related("game"), pk=pk)
    if document.data is None or not may_read_document(request.user, document):
        raise hidden(request)
    response = HttpResponse(bytes(document.data), content_type=document.type)
    response["Content-Disposition"] = f'attachment; filename="document-{document.pk}.{ENDINGS[document.type]}"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response
