"""Applications for titles: what the rules say before one binds, handing it in, and what offices decide."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.formats.documents import render as as_pdf
from slowmate.records import BadInput
from slowmate.rulebook import NoEdition, Refused, Requirement
from slowmate.rulebook.kept import ground_from
from slowmate.server.accounts.permissions import account
from slowmate.server.people.models import Player
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.desk_items import return_params, return_url
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.sign_in import hidden, login_required
from slowmate.server.site.steps import problem_words
from slowmate.server.titles.forms.applications import (
    WAYS,
    ArbiterForm,
    CaseForm,
    DecisionForm,
    ForWhomForm,
    kinds_directed,
)
from slowmate.server.titles.models import Application
from slowmate.server.titles.permissions import (
    may_apply_for,
    may_decide_application,
    may_keep_titles,
    may_propose_title,
    may_see_application,
    may_withdraw_application,
)
from slowmate.server.titles.queries import applications as cases
from slowmate.server.titles.queries.applications_waiting import states_for
from slowmate.server.titles.services import applications as services
from slowmate.titles.answers import Answer, Verdict

AT_ONCE = 100
WORDS = {
    "arbiter": gettext_lazy("International Arbiter"),
    "congress": gettext_lazy("A title by vote of Congress"),
    "special": gettext_lazy("A title in special circumstances"),
    "posthumous": gettext_lazy("A title for somebody who has died"),
    "revocation": gettext_lazy("A title to be revoked"),
    "fide-norms": gettext_lazy("A title of FIDE by norms (IT2)"),
    "fide-rating": gettext_lazy("A title of FIDE by rating"),
    "fide-direct": gettext_lazy("A title of FIDE by a place in a championship"),
}
OF_FEDERATIONS = frozenset({"congress", "special", "posthumous"})


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What one has applied for, what waits for one's office, and what can be applied for."""
    user = account(request)
    mine = cases.of_person(user, offices=states_for(user), most=AT_ONCE)
    context = {
        "own": [(row, cases.case_words(row.case, row.title)) for row in mine.own],
        "waiting": [(row, cases.case_words(row.case, row.title)) for row in mine.waiting],
        "ways": [(way, words) for way, words in WORDS.items() if way != "revocation" or may_keep_titles(user)],
    }
    return render(request, "titles/applications/index.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, way: str) -> HttpResponse:
    """Fill an application in, see what the rules say to it, and hand it in."""
    if way not in WAYS or (way == "revocation" and not may_keep_titles(request.user)):
        raise Http404
    player = _player(request, way)
    if player is None:
        return _whom(request, way)
    form = _case_form(request, way, player)
    context: dict[str, Any] = {"way": way, "words": WORDS[way], "player": player, "form": form}
    context["is_own"] = player == player_of(request.user)
    if isinstance(form, ArbiterForm):
        context["directed"] = kinds_directed(form.directed)
    if request.method == "GET" or not form.is_valid():
        return render(request, "titles/applications/new.html", context, status=422 if form.errors else 200)
    try:
        found = services.asked(form.case, player, form.facts(), on=clock.now().date())
        may = services.may_hand_in(form.case, found)
        if "hand-in" in request.POST and may:
            return _handed_in(request, form, player)
    except (Unfit, Stale) as wrong:
        form.add_error(None, str(wrong))
        return render(request, "titles/applications/new.html", context, status=422)
    except Refused as refused:
        form.add_error(None, problem_words(refused))
        return render(request, "titles/applications/new.html", context, status=409)
    context |= {"answer": found, "may": may, **_told(found)}
    return render(request, "titles/applications/asked.html", context)


def _told(found: Answer) -> dict[str, Any]:
    """An answer as pages tell it: the verdict, what is won, and the days."""
    return {
        "is_yes": found.verdict is Verdict.YES,
        "is_conditional": found.verdict is Verdict.CONDITIONAL,
        "requirements": found.requirements,
        "gains": found.gains,
        "days": [(name, day) for name, day in found.days.items() if day],
    }


def _player(request: HttpRequest, way: str) -> Player | None:
    """For whom somebody applies: for himself, or for whom he names by number. None: he has to say."""
    named = request.POST.get("player", "") or request.GET.get("player", "")
    own = player_of(request.user)
    if not named:
        return own if own is not None and way not in OF_FEDERATIONS and way != "revocation" else None
    number = parse_positive_int(named)
    found = Player.objects.filter(pk=number).first() if number else None
    may = may_propose_title if way in OF_FEDERATIONS else may_apply_for
    if found is None or not may(request.user, found):
        raise Http404
    return found


def _whom(request: HttpRequest, way: str) -> HttpResponse:
    """Whom it is for, by name or number."""
    form = ForWhomForm(request.GET if "whom" in request.GET else None)
    if form.is_bound:
        form = ForWhomForm({"player": request.GET["whom"]})
    if form.is_bound and form.is_valid():
        player = form.cleaned_data["player"]
        may = may_propose_title if way in OF_FEDERATIONS else may_apply_for
        if may(request.user, player):
            return redirect(reverse("title-application-new", args=[way], query={"player": player.pk}))
        form.add_error("player", _("That is for the delegate of that player's federation, or for the commissioner."))
    context = {"way": way, "words": WORDS[way], "form": form}
    return render(request, "titles/applications/whom.html", context, status=422 if form.errors else 200)


def _case_form(request: HttpRequest, way: str, player: Player) -> CaseForm:
    data = request.POST if request.method == "POST" else None
    return WAYS[way](data, player=player, is_own=player == player_of(request.user), today=clock.now().date())


def _handed_in(request: HttpRequest, form: CaseForm, player: Player) -> HttpResponse:
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


def _found(request: HttpRequest, pk: int) -> Application:
    row = cases.applications().filter(pk=pk).first()
    if row is None or not may_see_application(request.user, row):
        raise hidden(request)
    return row


@require_safe
def one(request: HttpRequest, pk: int) -> HttpResponse:
    """An application: how it stands, what the rules say to it, and the forms of those who decide it."""
    return _shown(request, _found(request, pk))


def _shown(
    request: HttpRequest, row: Application, *, form: DecisionForm | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    is_open = row.state in Application.LIVE
    may_decide = is_open and may_decide_application(request.user, row)
    context: dict[str, Any] = {
        "row": row,
        "words": cases.case_words(row.case, row.title),
        "applicant": player_of(row.made_by) if row.made_by else None,
        "is_open": is_open,
        "may_decide": may_decide,
        "may_withdraw": is_open and may_withdraw_application(request.user, row),
        "may_send_to_congress": may_decide and services.may_go_to_congress(row),
        "has_form": row.case == cases.FIDE_NORMS,
        "directed": kinds_directed(row.facts.get("tournaments", ())),
        "form": form or (DecisionForm(row=row) if may_decide else None),
        "here": return_params(request),
        **_answer(row),
        **more,
    }
    return render(request, "titles/applications/one.html", context, status=status)


def _answer(row: Application) -> dict[str, Any]:
    """What the core says to it today; of one that is decided, what was kept with the decision."""
    if row.state in Application.LIVE:
        try:
            return _told(cases.answer_to(row, on=clock.now().date()))
        except (BadInput, NoEdition):
            pass
    kept = [
        Requirement(ground_from(plain), plain.get("holds", True), binding=plain.get("binding", True))
        for plain in row.grounds
    ]
    return {"requirements": kept}


@login_required
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Look at what the core says with what the office adds; grant, refuse, or send it to Congress."""
    row = _found(request, pk)
    if not may_decide_application(request.user, row) or row.state not in Application.LIVE:
        raise Http404
    form = DecisionForm(request.POST, row=row)
    if not form.is_valid():
        return _shown(request, row, form=form, status=422)
    judgement = services.Judgement(form.more(), form.cleaned_data["reason"], form.cleaned_data["reference"])
    ways = {"grant": services.grant, "refuse": services.refuse, "congress": services.to_congress}
    do = ways.get(request.POST.get("do", ""))
    try:
        if do is None:
            found = services.judged(row, judgement, on=clock.now().date())
            return _shown(request, row, form=form, looked=True, **_told(found))
        do(pk, judgement, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    except Unfit as unfit:
        form.add_error(unfit.field if unfit.field in form.fields else None, unfit.why)
        return _shown(request, row, form=form, status=422)
    except Stale as stale:
        messages.warning(request, str(stale))
        return redirect("title-application", pk)
    except Refused as refused:
        found = services.judged(row, judgement, on=clock.now().date())
        told = _told(found) | {"against": refused.grounds}
        return _shown(request, row, form=form, status=409, **told)
    messages.success(request, _("Decided. The applicant is told by mail."))
    return redirect(return_url(request, otherwise=reverse("title-application", args=[pk])))


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    _found(request, pk)
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
    """FIDE's application form, once the title is earned."""
    row = _found(request, pk)
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
