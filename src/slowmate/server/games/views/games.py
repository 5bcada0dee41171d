"""My games, a game, and what a player does in it. A move takes two steps: submit, look again, accept (4.1)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from slowmate.board import Move
from slowmate.board.national import in_english
from slowmate.play import commands
from slowmate.play.conditions import read_move
from slowmate.play.events import ClaimKind
from slowmate.play.may import WhyNot, why_not
from slowmate.rulebook import Ground, Refused
from slowmate.server.accounts.permissions import account
from slowmate.server.correspondence import services
from slowmate.server.correspondence.pages import correspondence_of
from slowmate.server.correspondence.queries import unread
from slowmate.server.events.queries.game_stakes import has_stakes
from slowmate.server.games.forms.moves import ClaimForm, MoveForm
from slowmate.server.games.models import Game
from slowmate.server.games.pages import move_messages
from slowmate.server.games.pages.claims import claim_choices
from slowmate.server.games.pages.game import GamePage, game_page, whole_journal
from slowmate.server.games.pages.game_view import game_view, ply_in
from slowmate.server.games.pages.lines import board_json
from slowmate.server.games.pages.my_games import GameSearch, my_games_page
from slowmate.server.games.pages.position_words import position_words
from slowmate.server.games.pages.regulations import regulations_link
from slowmate.server.games.permissions import is_player_of, may_play, may_see_game
from slowmate.server.games.queries.game import has_pending_claim, positions_of, visible_game, with_people
from slowmate.server.games.queries.my_games import needs_me_elsewhere, next_to_act
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.services import playing
from slowmate.server.games.views.forms import GONE_ON, form_of_game
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.errors import NotAllowed, Stale
from slowmate.server.site.fields import typed_move
from slowmate.server.site.piece_letters import in_own_letters, own_letters
from slowmate.server.site.sign_in import UNSENT, hidden, login_required
from slowmate.server.site.steps import FormStep, Problem, first_error, take_step

MOVED = "moved"
"""In the address of a game that a player comes back to after their move."""


def find_game(request: HttpRequest, pk: int) -> Game:
    """Return a game the person may see; for other games strangers are asked to sign in, and people signed in get
    404."""
    row = with_people().filter(pk=pk).first()
    if row is None or not may_see_game(request.user, row):
        raise hidden(request)
    return row


def own_game(request: HttpRequest, pk: int) -> Game:
    row = find_game(request, pk)
    if not may_play(request.user, row):
        raise Http404
    return row


@login_required
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    player = player_of(request.user)
    if player is None:
        return render(request, "games/my_games.html")
    search = GameSearch(request.GET.get("event", "")[:120], request.GET.get("q", "").strip()[:80])
    page = my_games_page(player, search, page=request.GET.get("page"), at=clock.now())
    return render(request, "games/my_games.html", {"me": player, "games": page, "unread": unread(player)})


@login_required
@require_GET
def next_game(request: HttpRequest) -> HttpResponseRedirect:
    """Go to the most urgent game where it is my turn."""
    player = player_of(request.user)
    after = parse_positive_int(request.GET.get("after", ""))
    game = next_to_act(player, at=clock.now(), after=after) if player else None
    return redirect("game", game.pk) if game else redirect("my-games")


@require_safe
def game(request: HttpRequest, pk: int) -> HttpResponse:
    row = find_game(request, pk)
    context = game_context(request, row)
    if MOVED in request.GET and UNSENT not in request.GET and is_player_of(request.user, row):
        messages.success(request, move_messages.move_made(context["page"]))
    if request.method == "GET" and context["correspondence"].unread:
        services.mark_read(row, actor=account(request), at=clock.now())
    return render(request, "games/game.html", context)


@require_safe
def journal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show everything that happened in a game, with its clauses and facts."""
    row = find_game(request, pk)
    entries = whole_journal(row, request.user)
    if not entries:
        raise hidden(request)
    context = {"game": row, "entries": entries, "event_regulations": regulations_link(origin_of(row))}
    return render(request, "games/journal.html", context)


def game_context(request: HttpRequest, row: Game, *, ply: str = "", **more: Any) -> dict[str, Any]:
    """Return what the template of a game's page is given. *ply*: the half-move on the board, if not in the address."""
    view = game_view(row, request.user, ply=request.GET.get("ply", ply), at=clock.now())
    page = view["page"]
    correspondence = correspondence_of(row, request.user, page.positions)
    return {
        **view,
        "correspondence": correspondence,
        "note_text": correspondence.note.text if correspondence.note else "",
        "has_stakes": page.colour is not None and has_stakes(row),
        "has_next_game": page.colour is not None and needs_me_elsewhere(row.player(page.colour), row, at=clock.now()),
        **more,
    }


@require_safe
def in_words(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the position after a half-move in words, for the page that steps through the moves."""
    row = find_game(request, pk)
    visible = visible_game(row, request.user)
    ply = ply_in(request.GET.get("ply", ""), len(visible.moves))
    words = position_words(positions_of(visible.state, ply)[-1])
    context = {"words": words, "shown_line": visible.moves[ply - 1] if ply else None}
    return render(request, "games/position_words.html", context)


def _preview(row: Game, page: GamePage, move: Move) -> dict[str, Any]:
    """Return the position after a move that a player is asked to confirm."""
    after = page.position.play(move)
    return {
        "game": row,
        "page": page,
        "event_regulations": regulations_link(origin_of(row)),
        "board": board_json(after, last=move.uci, orientation=page.orientation.value, destinations={}),
        "words": position_words(after),
        "move": move.uci,
        "shown": in_own_letters(page.position.algebraic(move)),
        "numeric": page.position.numeric(move),
        "ply": row.plies,
    }


@form_of_game
def submit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the position after the move and ask for confirmation: the first step. Nothing is recorded."""
    row = own_game(request, pk)
    form = MoveForm(request.POST)
    form.full_clean()
    text = form.cleaned_data["move"]
    page = game_page(row, request.user, at=clock.now())
    if page.rights is None or not page.rights.move:
        over = page.state.outcome.grounds if page.state.outcome else ()
        return _refused(request, row, grounds=page.rights.move.why_not if page.rights else over)
    try:
        move = read_move(page.position, in_english(page.position, typed_move(text), own=own_letters()), numeric=True)
    except Refused as refused:
        return _refused(request, row, grounds=refused.grounds, typed=text)
    may_offer = page.rights is not None and bool(page.rights.offer)
    context = {**_preview(row, page, move), "offer": form.cleaned_data["offer"], "may_offer": may_offer}
    return render(request, "games/confirm_move.html", context)


@form_of_game
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the move, which is final: the second step."""
    form = MoveForm(request.POST)
    form.full_clean()
    move, ply = form.cleaned_data["move"], form.cleaned_data["ply"]
    try:
        playing.make_move(pk, move, offer=form.cleaned_data["offer"], ply=ply, actor=account(request), at=clock.now())
    except (Game.DoesNotExist, NotAllowed):
        raise Http404 from None
    except Stale:
        row = own_game(request, pk)
        message = move_messages.already_made(row, request.user, move, ply=ply)
        if message:
            messages.info(request, message)
            return redirect("game", pk)
        error = str(GONE_ON)
        return _refused(request, row, error=error)
    except Refused as refused:
        return _refused(request, own_game(request, pk), grounds=refused.grounds)
    return redirect(reverse("game", args=[pk], query={MOVED: 1}))


@dataclass(frozen=True, slots=True)
class ConfirmedStep:
    """A step in a game that asks once more: the question, the step, and the command of which the rules are asked."""

    question: Promise
    button: Promise
    step: FormStep
    command: Callable[..., commands.Command]
    about: Promise | str = ""
    ends_game: bool = False
    is_grave: bool = False
    """Its button warns."""


ACTIONS: dict[str, ConfirmedStep] = {
    "accept-offer": ConfirmedStep(
        gettext_lazy("Do you accept the draw?"),
        gettext_lazy("Yes, a draw"),
        FormStep(playing.accept_offer, gettext_lazy("You accepted the draw: the game is over.")),
        commands.AcceptOffer,
        ends_game=True,
    ),
    "decline-offer": ConfirmedStep(
        gettext_lazy("Do you decline the draw?"),
        gettext_lazy("Yes, I decline"),
        FormStep(playing.decline_offer, gettext_lazy("You declined the draw: the game goes on.")),
        commands.DeclineOffer,
    ),
    "resign": ConfirmedStep(
        gettext_lazy("Do you resign?"),
        gettext_lazy("Yes, I resign"),
        FormStep(playing.resign, gettext_lazy("You resigned: the game is over.")),
        commands.Resign,
        ends_game=True,
        is_grave=True,
    ),
    "refill": ConfirmedStep(
        gettext_lazy("Refill your clock from the bank?"),
        gettext_lazy("Yes, refill"),
        FormStep(playing.refill_clock, gettext_lazy("Your clock is refilled.")),
        commands.RefillClock,
    ),
    "long-reflection": ConfirmedStep(
        gettext_lazy("Will you take long over this move?"),
        gettext_lazy("Yes, announce it"),
        FormStep(
            playing.announce_long_reflection, gettext_lazy("It is announced that you will take long over this move.")
        ),
        commands.AnnounceLongReflection,
        about=gettext_lazy(
            "You tell your opponent that you will take long. Your silence on this move does not lose then; your clock "
            "runs on."
        ),
    ),
}


@login_required
@require_http_methods(["GET", "POST"])
def act(request: HttpRequest, pk: int, action: str) -> HttpResponse:
    """Accept or decline an offer, resign, refill, announce long reflection: if the rules allow it, it is asked once
    more, then done."""
    row = own_game(request, pk)
    if action not in ACTIONS:
        raise Http404
    chosen = ACTIONS[action]
    if request.method == "GET":
        context = game_context(request, row, action=chosen)
        page = context["page"]
        grounds = why_not(page.state, chosen.command(by=page.colour), at=clock.now())
        return render(request, "games/confirm.html", {**context, "grounds": grounds}, status=409 if grounds else 200)

    def not_done(problem: Problem) -> HttpResponse:
        if isinstance(problem, Refused):
            return _refused(request, row, grounds=problem.grounds)
        return _refused(request, row, error=str(problem))

    page = reverse("game", args=[row.pk])
    return take_step(request, chosen.step, row.pk, actor=account(request), page=page, on_problem=not_done)


@login_required
@require_http_methods(["GET", "POST"])
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Claim a draw or a table result; a move declared with the claim is shown for confirmation before (4.1)."""
    row = own_game(request, pk)
    if request.method == "GET":
        return _claim_page(request, row, ClaimForm())
    form = ClaimForm(request.POST)
    if not form.is_valid():
        return _claim_page(request, row, form, error=first_error(form))
    kind, received, ply = (form.cleaned_data[name] for name in ("claim", "received", "ply"))
    intended, actor, at = typed_move(form.cleaned_data["intended"]), account(request), clock.now()
    try:
        if kind in (ClaimKind.TABLEBASE_WIN, ClaimKind.TABLEBASE_DRAW):
            after = playing.claim_tablebase(row.pk, kind, actor=actor, at=at)
        elif intended and ply is None:
            return _look_at_claim(request, row, form, intended)
        else:
            after = playing.claim_draw(row.pk, kind, intended=intended, received=received, ply=ply, actor=actor, at=at)
    except Stale:
        return _claim_page(request, row, form, error=str(GONE_ON))
    except Refused as refused:
        return _refused(request, row, grounds=refused.grounds)
    _tell_answer(request, after)
    return redirect("game", row.pk)


def _claim_page(request: HttpRequest, row: Game, form: ClaimForm, **more: Any) -> HttpResponse:
    """Show what can be claimed and with what facts, filled in as it was if something in it is wrong."""
    context = game_context(request, find_game(request, row.pk), **more)
    page = context["page"]
    choices = claim_choices(page.state, page.rights, chosen=form.typed("claim"))
    closed: WhyNot = ()
    if page.rights is None:
        closed = why_not(page.state, commands.ClaimDraw(by=page.colour, claim=ClaimKind.REPETITION), at=clock.now())
    elif not page.rights.tablebase:
        closed = page.rights.claim.why_not
    status = 409 if closed or "grounds" in more else 422 if more else 200
    context |= {"claims": choices, "typed": form.typed("intended"), "closed": closed}
    asks_receipt = bool(page.moves) and not page.state.terms.transmission.is_server
    context |= {"asks_receipt": asks_receipt, "received": form.typed("received")[:40]}
    return render(request, "games/claim.html", context, status=status)


def _look_at_claim(request: HttpRequest, row: Game, form: ClaimForm, intended: str) -> HttpResponse:
    """Show the position after the move that a claim declares, and ask. Nothing is recorded."""
    page = game_page(row, request.user, at=clock.now())
    try:
        move = read_move(page.position, in_english(page.position, intended, own=own_letters()), numeric=True)
    except Refused as refused:
        return _claim_page(request, row, form, grounds=refused.grounds)
    claim, received = form.cleaned_data["claim"], form.typed("received")
    context = {**_preview(row, page, move), "claim": claim, "received": received}
    return render(request, "games/confirm_claim.html", context)


def _tell_answer(request: HttpRequest, row: Game) -> None:
    if row.status == Game.Status.FINISHED:
        messages.success(request, _("Your claim is right: the game is over."))
    elif has_pending_claim(row, player_of(request.user)):
        messages.info(request, _("Your claim goes to the director."))
    else:
        why = format_html('<a href="#journal">{}</a>', _("The journal says why."))
        messages.warning(request, format_html("{} {}", _("Your claim is not right: the game goes on."), why))


def _refused(
    request: HttpRequest, row: Game, *, error: str = "", grounds: tuple[Ground, ...] = (), typed: str = ""
) -> HttpResponse:
    """Show the game as it is now, with why nothing was done."""
    fresh = find_game(request, row.pk)
    context = game_context(request, fresh, error=error, grounds=grounds, typed=typed)
    return render(request, "games/game.html", context, status=409 if grounds else 422)
