"""Applications for titles: the preview of the rules' answer, submission, and the decisions of offices."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.formats.documents import render as as_pdf
from slowmate.records import BadInput
from slowmate.rulebook import NoEdition, Refused, Requirement
from slowmate.rulebook.stored_grounds import ground_from
from slowmate.server.accounts.permissions import account
from slowmate.server.people.forms import NamedPlayerForm
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.desk_items import return_params, return_url
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.sign_in import hidden, login_required
from slowmate.server.site.steps import cleaned, problem_words
from slowmate.server.titles.forms.applications import (
    KINDS,
    ApplicationKind,
    ArbiterForm,
    CaseForm,
    ForWhomForm,
)
from slowmate.server.titles.forms.decisions import ApplicationDecisionForm, PressedButtonForm
from slowmate.server.titles.models import Application
from slowmate.server.titles.pages.applications import kinds_directed
from slowmate.server.titles.permissions import (
    may_apply_for,
    may_decide_application,
    may_keep_titles,
    may_propose_title,
    may_see_application,
    may_withdraw_application,
)
from slowmate.server.titles.queries import applications as cases
from slowmate.server.titles.queries.desk_rows import states_for
from slowmate.server.titles.services import applications as services
from slowmate.server.titles.text import case_words
from slowmate.titles.answers import Answer, Verdict

MAX_APPLICATIONS_SHOWN = 100


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show a person's applications, those that wait for their office, and what can be applied for."""
    user = account(request)
    applications = cases.of_person(user, offices=states_for(user), most=MAX_APPLICATIONS_SHOWN)
    may_keep = may_keep_titles(user)
    context = {
        "own": [(row, case_words(row.case, row.title)) for row in applications.own],
        "waiting": [(row, case_words(row.case, row.title)) for row in applications.waiting],
        "ways": [
            (way, kind.words, kind.about) for way, kind in KINDS.items() if may_keep or not kind.is_by_commissioner
        ],
    }
    return render(request, "titles/applications/index.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, way: str) -> HttpResponse:
    """Fill in an application, preview the answer of the rules, and submit it."""
    kind = KINDS.get(way)
    if kind is None or (kind.is_by_commissioner and not may_keep_titles(request.user)):
        raise Http404
    player = _player(request, kind)
    if player is None:
        return _choose_player(request, way, kind)
    is_own = player == player_of(request.user)
    data = request.POST if request.method == "POST" else None
    form = kind.form(data, player=player, is_own=is_own, today=clock.now().date())
    context: dict[str, Any] = {"way": way, "words": kind.words, "player": player, "form": form, "is_own": is_own}
    if isinstance(form, ArbiterForm):
        context["directed"] = kinds_directed(form.directed)
    if request.method == "GET" or not form.is_valid():
        return render(request, "titles/applications/new.html", context, status=422 if form.errors else 200)
    return _preview_or_submit(request, form, player, context)


def _preview_or_submit(request: HttpRequest, form: CaseForm, player: Player, context: dict[str, Any]) -> HttpResponse:
    try:
        preview = services.preview_application(form.case, player, form.facts(), on=clock.now().date())
        may = services.may_hand_in(form.case, preview)
        if "hand-in" in request.POST and may:
            return _submit(request, form, player)
    except (Unfit, Stale) as wrong:
        form.add_error(None, str(wrong))
        return render(request, "titles/applications/new.html", context, status=422)
    except Refused as refused:
        form.add_error(None, problem_words(refused))
        return render(request, "titles/applications/new.html", context, status=409)
    context |= {"answer": preview, "may": may, **_answer_context(preview)}
    return render(request, "titles/applications/preview.html", context)


def _answer_context(answer: Answer) -> dict[str, Any]:
    """Return what pages show of an answer: the verdict, the gains, and the days."""
    return {
        "is_yes": answer.verdict is Verdict.YES,
        "is_conditional": answer.verdict is Verdict.CONDITIONAL,
        "requirements": answer.requirements,
        "gains": answer.gains,
        "days": [(name, day) for name, day in answer.days.items() if day],
    }


def _player(request: HttpRequest, kind: ApplicationKind) -> Player | None:
    """Return the player of an application: the one named by number, or the person themselves; None if not named."""
    form = NamedPlayerForm(request.POST if "player" in request.POST else request.GET)
    if not form.has_number:
        return None if kind.names_player else player_of(request.user)
    player = form.named_player
    if player is None or not _may_apply(request, kind, player):
        raise Http404
    return player


def _may_apply(request: HttpRequest, kind: ApplicationKind, player: Player) -> bool:
    may = may_propose_title if kind.is_by_federation else may_apply_for
    return may(request.user, player)


def _choose_player(request: HttpRequest, way: str, kind: ApplicationKind) -> HttpResponse:
    """Ask for the player, by name or number."""
    form = ForWhomForm(request.GET if "whom" in request.GET else None)
    if form.is_bound and form.is_valid():
        player = form.cleaned_data["whom"]
        if _may_apply(request, kind, player):
            return redirect(reverse("title-application-new", args=[way], query={"player": player.pk}))
        form.add_error("whom", _("That is for the delegate of that player's federation, or for the commissioner."))
    context = {"way": way, "words": kind.words, "form": form}
    return render(request, "titles/applications/whom.html", context, status=422 if form.errors else 200)


def _submit(request: HttpRequest, form: CaseForm, player: Player) -> HttpResponse:
    try:
        row = services.hand_in(
            form.case,
            player,
            form.facts(),
            title=form.title,
            actor=account(request),
            at=clock.now(),
            award=form.award,
        )
    except NotAllowed:
        raise Http404 from None
    messages.success(request, _("The application is handed in. You are told by mail when it is decided."))
    return redirect("title-application", row.pk)


def _application(request: HttpRequest, pk: int) -> Application:
    row = cases.applications().filter(pk=pk).first()
    if row is None or not may_see_application(request.user, row):
        raise hidden(request)
    return row


@require_safe
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an application, the answer of the rules, and the forms of the offices that decide it."""
    return _page(request, _application(request, pk))


def _page(
    request: HttpRequest,
    row: Application,
    *,
    form: ApplicationDecisionForm | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    is_open = row.state in Application.LIVE
    may_decide = is_open and may_decide_application(request.user, row)
    context: dict[str, Any] = {
        "row": row,
        "words": case_words(row.case, row.title),
        "applicant": player_of(row.made_by) if row.made_by else None,
        "is_open": is_open,
        "may_decide": may_decide,
        "may_withdraw": is_open and may_withdraw_application(request.user, row),
        "may_send_to_congress": may_decide and services.may_go_to_congress(row),
        "has_form": row.case == cases.FIDE_NORMS,
        "directed": kinds_directed(row.facts.get("tournaments", ())),
        "form": form or (ApplicationDecisionForm(row=row) if may_decide else None),
        "here": return_params(request),
        **_answer(row),
        **more,
    }
    return render(request, "titles/applications/one.html", context, status=status)


def _answer(row: Application) -> dict[str, Any]:
    """Return the core's answer of today; for a decided application the one stored with the decision."""
    if row.state in Application.LIVE:
        try:
            return _answer_context(cases.answer_to(row, on=clock.now().date()))
        except (BadInput, NoEdition):
            pass
    requirements = [
        Requirement(ground_from(plain), plain.get("holds", True), binding=plain.get("binding", True))
        for plain in row.grounds
    ]
    return {"requirements": requirements}


@login_required
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Preview the core's answer with what the office adds; grant, refuse, or send the case to Congress."""
    row = _application(request, pk)
    if not may_decide_application(request.user, row) or row.state not in Application.LIVE:
        raise Http404
    form = ApplicationDecisionForm(request.POST, row=row)
    if not form.is_valid():
        return _page(request, row, form=form, status=422)
    judgement = services.Judgement(form.more(), form.cleaned_data["reason"], form.cleaned_data["reference"])
    ways = {"grant": services.grant, "refuse": services.refuse, "congress": services.to_congress}
    do = ways.get(cleaned(PressedButtonForm, request.POST)["do"])
    try:
        if do is None:
            preview = services.preview_decision(row, judgement, on=clock.now().date())
            return _page(request, row, form=form, looked=True, **_answer_context(preview))
        do(pk, judgement, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    except Unfit as unfit:
        form.add_error(unfit.field if unfit.field in form.fields else None, unfit.why)
        return _page(request, row, form=form, status=422)
    except Stale as stale:
        messages.warning(request, str(stale))
        return redirect("title-application", pk)
    except Refused as refused:
        preview = services.preview_decision(row, judgement, on=clock.now().date())
        context = _answer_context(preview) | {"against": refused.grounds}
        return _page(request, row, form=form, status=409, **context)
    messages.success(request, _("Decided. The applicant is told by mail."))
    return redirect(return_url(request, otherwise=reverse("title-application", args=[pk])))


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    _application(request, pk)
    try:
        services.withdraw(pk, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    except Stale as stale:
        messages.warning(request, str(stale))
    else:
        messages.success(request, _("The application is withdrawn."))
    return redirect("title-application", pk)


@require_safe
def it2(request: HttpRequest, pk: int) -> HttpResponse:
    """Print FIDE's application form, once the title is earned."""
    row = _application(request, pk)
    try:
        page = cases.it2_of(row, issued=clock.now().date())
    except Refused as refused:
        messages.error(request, problem_words(refused))
        return redirect("title-application", pk)
    if page is None:
        raise Http404
    answer = HttpResponse(as_pdf(page), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="IT2-{row.pk}.pdf"'
    return answer
