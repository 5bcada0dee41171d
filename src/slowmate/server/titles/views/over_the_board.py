"""Events over the board: the list, the report by file or by hand, the page, matching players, and FIDE's forms."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from slowmate.formats.documents import Page
from slowmate.formats.documents import render as as_pdf
from slowmate.records import BadInput, Event
from slowmate.rulebook import Refused
from slowmate.server.accounts.permissions import account
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Unfit
from slowmate.server.site.sign_in import hidden, login_required
from slowmate.server.titles.forms.over_the_board import ByHandForm, FileForm, ResultsForm, WhoForm
from slowmate.server.titles.models import OverTheBoardEvent
from slowmate.server.titles.permissions import may_keep_event, may_report_event
from slowmate.server.titles.queries import over_the_board as queries
from slowmate.server.titles.services import over_the_board as services

PAGE_SIZE = 50
MAX_DOUBTS_SHOWN = 5


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    page = Paginator(queries.events_over_the_board(), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"page": page, "may_report": may_report_event(request.user)}
    return render(request, "titles/over_the_board/index.html", context)


def _require_right(request: HttpRequest) -> None:
    if not may_report_event(request.user):
        raise Http404


@login_required
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """Send the report of an event as a file."""
    _require_right(request)
    form = FileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        name, data = form.cleaned_data["file"]
        try:
            event, doubts = services.read(data, name=name)
            row = services.keep(event, actor=account(request), at=clock.now())
        except Unfit as unfit:
            form.add_error("file", unfit.why)
        else:
            for doubt in doubts[:MAX_DOUBTS_SHOWN]:
                messages.warning(request, doubt)
            return _saved(request, row)
    return render(request, "titles/over_the_board/report.html", {"form": form}, status=422 if form.errors else 200)


def _saved(request: HttpRequest, row: OverTheBoardEvent) -> HttpResponse:
    messages.success(request, _("The event is saved. Check that each player is matched with the right person."))
    return redirect("over-the-board-event", row.pk)


@login_required
@require_http_methods(["GET", "POST"])
def by_hand(request: HttpRequest) -> HttpResponse:
    """Type an event in: first the players, on the next page the results; hidden fields carry the first page."""
    _require_right(request)
    first_form = ByHandForm(request.POST or None)
    is_back = "back" in request.POST
    if request.method == "GET" or is_back or not first_form.is_valid():
        status = 422 if first_form.is_bound and not is_back and first_form.errors else 200
        return render(request, "titles/over_the_board/by_hand.html", {"form": first_form}, status=status)
    is_sent = "results" in request.POST
    form = ResultsForm(request.POST if is_sent else None, asked=first_form.cleaned_data)
    if is_sent and form.is_valid():
        try:
            row = services.keep(_typed(form), actor=account(request), at=clock.now())
        except Unfit as unfit:
            form.add_error(None, unfit.why)
        else:
            return _saved(request, row)
    context = {"form": form, "asked": first_form, "rounds": form.rounds()}
    return render(request, "titles/over_the_board/results.html", context, status=422 if form.errors else 200)


def _typed(form: ResultsForm) -> Event:
    try:
        return form.event()
    except BadInput as wrong:
        raise Unfit(str(wrong)) from None


@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(OverTheBoardEvent, pk=pk)
    page, may_keep, me = queries.event_page(row), may_keep_event(request.user, row), player_of(request.user)
    context = {
        "row": row,
        "page": page,
        "has_place": bool(page.event.city or row.federation),
        "may_keep": may_keep,
        "may_print": {line.player.id for line in page.lines if may_keep or (me is not None and line.ours == me)},
    }
    return render(request, "titles/over_the_board/event.html", context)


def _kept_event(request: HttpRequest, pk: int) -> OverTheBoardEvent:
    row = get_object_or_404(OverTheBoardEvent, pk=pk)
    if not may_keep_event(request.user, row):
        raise hidden(request)
    return row


@login_required
@require_http_methods(["GET", "POST"])
def who(request: HttpRequest, pk: int) -> HttpResponse:
    """Match the players of an event with ours."""
    row = _kept_event(request, pk)
    matches = {match.key: match.player for match in row.known_players.select_related("player")}
    players = [(player.id, player.name) for player in queries.record_of(row).players]
    form = WhoForm(request.POST or None, players=players, known=matches)
    if request.method == "POST" and form.is_valid():
        try:
            services.identify(row, form.who, actor=account(request), at=clock.now())
        except NotAllowed:
            raise Http404 from None
        except Unfit as unfit:
            form.add_error(None, unfit.why)
        else:
            messages.success(request, _("Saved. The norms of the players who are now known are in the register."))
            return redirect("over-the-board-event", pk)
    context = {"row": row, "form": form, "known": matches}
    return render(request, "titles/over_the_board/who.html", context, status=422 if form.errors else 200)


@require_safe
def it1(request: HttpRequest, pk: int, key: str, title: str) -> HttpResponse:
    """Return FIDE's certificate of a title result, to those who keep the event and to the player."""
    row = get_object_or_404(OverTheBoardEvent, pk=pk)
    me = player_of(request.user)
    is_own = me is not None and row.known_players.filter(key=key, player=me).exists()
    if not is_own and not may_keep_event(request.user, row):
        raise hidden(request)
    try:
        page = queries.it1_of(row, key, title, issued=clock.now().date())
    except (BadInput, Refused):
        page = None
    if page is None:
        raise Http404
    return _pdf(page, f"IT1-{title}-{row.pk}-{key}")


@require_safe
def it3(request: HttpRequest, pk: int) -> HttpResponse:
    """Return FIDE's tournament report."""
    row = _kept_event(request, pk)
    return _pdf(queries.it3_of(row, issued=max(clock.now().date(), row.end or row.start)), f"IT3-{row.pk}")


@require_safe
def trf(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the event as a report file."""
    row = _kept_event(request, pk)
    answer = HttpResponse(queries.as_trf(row), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="event-{row.pk}.trf"'
    return answer


def _pdf(page: Page, name: str) -> HttpResponse:
    answer = HttpResponse(as_pdf(page), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
