"""Notes, analysis, messages, reports and conditional moves of a game."""

from collections.abc import Iterable, Sequence

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from slowmate.board import Colour, UnreadableMove
from slowmate.board.national import line_in_english
from slowmate.play import commands
from slowmate.play.may import WhyNot, why_not
from slowmate.rulebook import Refused
from slowmate.server.accounts.permissions import account
from slowmate.server.correspondence import services
from slowmate.server.correspondence.forms import (
    MAX_VARIATION,
    ConditionalsForm,
    RequestForm,
    SubjectForm,
    TextForm,
    VariationForm,
)
from slowmate.server.correspondence.models import Analysis, Message, Report
from slowmate.server.correspondence.pages import variation
from slowmate.server.correspondence.permissions import may_read_analysis
from slowmate.server.games.models import Game
from slowmate.server.games.pages.game import GamePage, game_page
from slowmate.server.games.pages.game_view import ply_in
from slowmate.server.games.pages.lines import board_json, destinations, print_moves
from slowmate.server.games.pages.position_words import position_words
from slowmate.server.games.queries.game import positions_of, visible_game
from slowmate.server.games.services import playing
from slowmate.server.games.views.forms import form_of_game
from slowmate.server.games.views.games import game_context, own_game
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit
from slowmate.server.site.fields import typed_moves
from slowmate.server.site.piece_letters import own_letters
from slowmate.server.site.sign_in import login_required

EXAMPLES = {Colour.WHITE: "e5 Nf3 Nc6 Bb5\nc5 Nf3", Colour.BLACK: "e4 e5 Nf3 Nc6\nd4 Nf6"}
"""What lines look like, by the colour of whom they bind."""


def _back(request: HttpRequest, pk: int, where: str, done: str) -> HttpResponse:
    """Go back to the section on the page of the game, with a message of what was done."""
    messages.success(request, done, extra_tags=where)
    return redirect(reverse("game", args=[pk], fragment=where))


def _again(
    request: HttpRequest, row: Game, where: str, form: forms.Form, *, error: str = "", grounds: WhyNot = ()
) -> HttpResponse:
    """Show the page of the game with what is wrong in the section where it was typed, and with all that was typed."""
    wrong = {"where": where, "error": error, "grounds": grounds, "typed": form.cleaned_data}
    context = game_context(request, row, ply=form.cleaned_data["ply"], wrong={where: wrong})
    if where == "notes":
        context["note_text"] = form.cleaned_data["text"]
    return render(request, "games/game.html", context, status=422)


@form_of_game
def note(request: HttpRequest, pk: int) -> HttpResponse:
    row, form = own_game(request, pk), TextForm(request.POST)
    form.full_clean()
    try:
        services.write_note(row, form.cleaned_data["text"], actor=account(request), at=clock.now())
    except Unfit as unfit:
        return _again(request, row, "notes", form, error=unfit.why)
    return _back(request, pk, "notes", _("Your notes are saved."))


@form_of_game
def message(request: HttpRequest, pk: int) -> HttpResponse:
    row, form = own_game(request, pk), TextForm(request.POST)
    form.full_clean()
    try:
        services.send_message(row, form.cleaned_data["text"], actor=account(request), at=clock.now())
    except Unfit as unfit:
        return _again(request, row, "messages", form, error=unfit.why)
    return _back(request, pk, "messages", _("Your message is sent."))


@login_required
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the director something, or to look at a message, which the director may then read."""
    row = own_game(request, pk)
    subject = SubjectForm(request.GET if request.GET.get("message") else request.POST)
    subject.full_clean()
    number = subject.cleaned_data["message"]
    about = get_object_or_404(Message, pk=number, game=row) if number else None
    form = RequestForm(request.POST or None)
    if about is not None:
        form.fields["kind"].required = False
        form.fields["kind"].widget = forms.HiddenInput()
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        kind = Report.Kind.REPORT if about is not None else Report.Kind(data["kind"])
        what, actor, at = data["misconduct"], account(request), clock.now()
        services.report(row, data["text"], kind=kind, misconduct=what, actor=actor, at=at, message=about)
        return _back(request, pk, "requests", _("The director will look at it."))
    context = {"game": row, "about": about, "form": form}
    return render(request, "correspondence/report.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def analyse(request: HttpRequest, pk: int) -> JsonResponse:
    """Answer the analysis board: the position after a variation, and where each man may go from there."""
    row = own_game(request, pk)
    visible = visible_game(row, request.user)
    ply = ply_in(request.GET.get("ply", ""), len(visible.moves))
    position = positions_of(visible.state, ply)[-1]
    moves = request.GET.get("moves", "")[:MAX_VARIATION].split()
    last = moves[-1] if moves else visible.moves[ply - 1].uci if ply else ""
    try:
        words, after = print_moves(position, moves)
    except UnreadableMove as wrong:
        return JsonResponse({"error": wrong.why}, status=422)
    board = board_json(after, last=last, destinations=destinations(after))
    return JsonResponse({**board, "words": words})


@form_of_game
def save_analysis(request: HttpRequest, pk: int) -> HttpResponse:
    row, form = own_game(request, pk), VariationForm(request.POST)
    form.full_clean()
    visible = visible_game(row, request.user)
    ply = ply_in(form.cleaned_data["ply"], len(visible.moves))
    position = positions_of(visible.state, ply)[-1]
    try:
        services.save_analysis(
            row,
            position,
            " ".join(line_in_english(position, typed_moves(form.cleaned_data["moves"]), own=own_letters())),
            from_ply=ply,
            name=form.cleaned_data["name"],
            comment=form.cleaned_data["comment"],
            actor=account(request),
            at=clock.now(),
        )
    except Unfit as unfit:
        return _again(request, row, "analysis", form, error=unfit.why)
    except Refused as refused:
        return _again(request, row, "analysis", form, grounds=refused.grounds)
    return _back(request, pk, "analysis", _("Your variation is saved."))


@login_required
@require_http_methods(["GET", "POST"])
def delete_analysis(request: HttpRequest, pk: int, analysis: int) -> HttpResponse:
    """Ask whether a saved variation is to be deleted, then delete it."""
    row = own_game(request, pk)
    saved = get_object_or_404(Analysis, pk=analysis, game=row)
    if not may_read_analysis(request.user, saved):
        raise Http404
    if request.method == "GET":
        positions = positions_of(visible_game(row, request.user).state, row.plies)
        return render(
            request, "correspondence/delete_analysis.html", {"game": row, "kept": variation(saved, positions)}
        )
    services.delete_analysis(saved, actor=account(request))
    return _back(request, pk, "analysis", _("The variation is deleted."))


def _lines_to_edit(page: GamePage, bound: Iterable[Sequence[str]], suggestion: str) -> str:
    """Return the lines that bind a player, a line of text each, and the one that an address suggests."""
    rows = [" ".join(print_moves(page.position, line)[0]) for line in bound]
    suggested = " ".join(suggestion[:MAX_VARIATION].split())
    return "\n".join(rows if suggested in ("", *rows) else [*rows, suggested])


@login_required
@require_http_methods(["GET", "POST"])
def conditionals(request: HttpRequest, pk: int) -> HttpResponse:
    """Set conditional moves: the opponent's move, the player's reply, and so on; one line of text each."""
    row = own_game(request, pk)
    page = game_page(row, request.user, at=clock.now())
    if page.colour is None:
        raise Http404
    form = ConditionalsForm(request.POST)
    form.full_clean()
    text = "\n".join(line for line in form.cleaned_data["lines"].splitlines() if line.strip())
    over = why_not(page.state, commands.DropConditionals(by=page.colour), at=clock.now())
    grounds: WhyNot = ()
    if request.method == "POST":
        lines = tuple(
            line_in_english(page.position, typed_moves(line), own=own_letters()) for line in text.splitlines()
        )
        try:
            playing.set_conditionals(row.pk, lines, actor=account(request), at=clock.now())
            messages.success(
                request, _("Your conditional moves are set.") if lines else _("You have no conditional moves.")
            )
            return redirect("game", pk)
        except Refused as refused:
            grounds = refused.grounds
    elif page.rights is not None:
        text = _lines_to_edit(page, () if over else page.state.side(page.colour).lines, request.GET.get("line", ""))
    board = board_json(page.position, last=page.last.uci if page.last else "", orientation=page.orientation.value)
    closed = () if text else page.rights.conditionals.why_not if page.rights else over
    barred = page.rights.conditionals.why_not if page.rights else ()
    context = {
        "game": row,
        "page": page,
        "board": board,
        "words": position_words(page.position),
        "lines": text,
        "grounds": grounds,
    }
    context |= {
        "example": EXAMPLES[page.colour],
        "closed": closed,
        "may_bind": page.rights is not None and not barred,
        "barred": () if closed or grounds else barred,
    }
    return render(request, "games/conditionals.html", context, status=409 if grounds or closed else 200)
