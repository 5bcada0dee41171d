"""The desk: what waits for a person in their offices, the urgent first; and the decisions of a director."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from slowmate.play.proposals import Proposal
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import account
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Report
from slowmate.server.desk import services as directing
from slowmate.server.desk.decisions import DECISIONS, decision_of
from slowmate.server.desk.forms import AnswerForm, DecisionForm, NoteForm, SeenVersionForm
from slowmate.server.desk.pages.case import case_of
from slowmate.server.desk.pages.conduct import conduct_in
from slowmate.server.desk.pages.desk_page import Everything, desk_links, ends, everything
from slowmate.server.desk.pages.filters import DeskFilter, card_of, events_on, filter_of, opened, rows_of
from slowmate.server.desk.pages.games import DirectedGamesSearch, directed_games
from slowmate.server.desk.queries import decisions
from slowmate.server.desk.queries import desk as queries
from slowmate.server.desk.views.card_decisions import CardDecision, card_decisions, drafted, is_found
from slowmate.server.games.models import Game
from slowmate.server.games.pages.journal import journal_entries
from slowmate.server.games.pages.lines import board_json
from slowmate.server.games.pages.position_words import position_words
from slowmate.server.games.pages.regulations import regulations_link
from slowmate.server.games.permissions import may_arrange_game, may_direct
from slowmate.server.games.queries.directors import without_account
from slowmate.server.games.queries.journal import events_since
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.queries.rows import page_of_games
from slowmate.server.games.repository import state_of
from slowmate.server.games.views.games import find_game
from slowmate.server.mail.models import MailMode
from slowmate.server.people.permissions import holds_direction, may_use_desk
from slowmate.server.site import clock
from slowmate.server.site.desk_items import desk_url, return_params
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.errors import Stale, Unfit
from slowmate.server.site.sign_in import login_required
from slowmate.server.site.spreadsheet import spreadsheet
from slowmate.server.site.steps import FormStep, Problem, cleaned, problem_words, take_step

ABOUT_THE_POSITION = frozenset(
    {"adjudicate", "call-adjudication", "uphold-claim", "reject-claim", "reinstate", "dismiss"}
)
"""Decisions for which directors need the board."""
PAGE_SIZE = 50
"""Games on one page of those that are directed."""
PREFILLED = ("colour", "verdict", "ply", "days", "result", "misconduct", "penalty")
"""Fields that a proposed ruling may fill in."""
READY_ANSWERS = {
    "seen": _lazy("I have read this and see nothing to decide. Thank you for telling me."),
    "play-on": _lazy("Please play on. If it happens again, write to me."),
    "evidence": _lazy("I cannot decide this yet. Please send what shows it: dates, cards or messages."),
    "asked": _lazy("I have asked your opponent about it and will write to you again."),
}
"""Answers that are often given, to be chosen instead of written."""


DESK_COLUMNS = ("since", "kind", "what", "event", "people", "address")


@login_required
@require_safe
def desk_csv(request: HttpRequest) -> StreamingHttpResponse:
    """Send the lines of the desk, with the same filter, as a table for spreadsheets."""
    if not may_use_desk(request.user):
        raise Http404
    desk, desk_filter = everything(account(request), at=clock.now()), filter_of(request.GET)
    rows = [
        [
            line.waiting.since.isoformat(timespec="minutes"),
            line.waiting.kind_words,
            line.waiting.words,
            line.waiting.event,
            line.people,
            f"{settings.SLOWMATE_URL}{line.waiting.link}",
        ]
        for line in desk.lines
        if desk_filter.fits(line)
    ]
    return spreadsheet("desk", DESK_COLUMNS, rows)


def _elsewhere(item: queries.GameItem, taken: Sequence[CardDecision]) -> list[tuple[str, str, bool]]:
    """Return the proposed decisions that the card does not offer, with their queries, and whether something else comes
    before."""
    on_card = {decision.what for decision in taken}
    others = [(what, query) for what, query in item.proposals if what not in on_card]
    return [(what, query, bool(on_card) or place > 0) for place, (what, query) in enumerate(others)]


@login_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    if not may_use_desk(request.user):
        raise Http404
    at = clock.now()
    desk, desk_filter = everything(account(request), at=at), filter_of(request.GET)
    if desk_filter.kind not in desk.numbers:
        desk_filter = replace(desk_filter, kind="")
    lines = [line for line in desk.lines if desk_filter.fits(line)]
    open_line = opened(lines, request.GET.get("open", ""), desk_filter)
    item = open_line.line.item if open_line else None
    rows, forms = rows_of(lines, open_line)
    taken = card_decisions(item, at=at) if item else []
    context = {
        "desk": desk,
        "rows": rows,
        "forms": forms,
        "shown": desk_filter,
        "events": events_on(desk.lines),
        "here": desk_filter.params,
        "opened": open_line,
        "card": card_of(open_line) if open_line and item is None else None,
        "item": item,
        "card_decisions": taken,
        "elsewhere": _elsewhere(item, taken) if item else [],
        "case": case_of(item.game, item.report, at=at, is_about_time=item.is_about_time) if item else None,
        "event_regulations": regulations_link(item.origin) if item else "",
        "answers": READY_ANSWERS.items(),
        "ways": _ways(request, desk, desk_filter),
        "tabs": _tabs(desk, desk_filter) if len(desk.numbers) > 1 else [],
        "most": queries.MAX_ROWS,
        "shows_part_of_ends": desk.more_ends and desk_filter.kind in ("", "flag"),
        "shows_silence": "silence" in desk.numbers and desk_filter.kind in ("", "silence"),
    }
    return render(request, "desk/index.html", context)


def _ways(request: HttpRequest, desk: Everything, desk_filter: DeskFilter) -> list[tuple[str, str]]:
    """Return where else a person with a desk can go: words and addresses."""
    links = desk_links(account(request))
    if holds_direction(request.user):
        links += [(_("My sections"), reverse("desk-sections")), (_("All games I direct"), reverse("desk-games"))]
    if may_arrange_game(request.user):
        links.append((_("Arrange a game by post"), reverse("arrange")))
    if desk.numbers.get("flag", 0) > 1:
        links.append((_("Take note of several games"), _showing("desk-note", DeskFilter(kind=desk_filter.kind))))
    return links


@dataclass(frozen=True, slots=True)
class Tab:
    """One kind of what waits, or everything, and how much of it there is."""

    words: str
    number: str
    link: str
    is_shown: bool


def _tabs(desk: Everything, desk_filter: DeskFilter) -> list[Tab]:
    more = "+" if desk.more_silent else ""
    numbers = {"": f"{desk.total}{more}", **{kind: str(number) for kind, number in desk.numbers.items()}}
    if "silence" in numbers:
        numbers["silence"] += more
    words = {"": _("Everything")} | desk.kinds
    return [
        Tab(words[kind], number, _showing("desk", replace(desk_filter, kind=kind)), kind == desk_filter.kind)
        for kind, number in numbers.items()
    ]


def _showing(page: str, desk_filter: DeskFilter) -> str:
    """Return the address of a page with a filter."""
    return reverse(page, query=desk_filter.params or None)


@login_required
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List all games that the person directs."""
    if not may_use_desk(request.user):
        raise Http404
    search = DirectedGamesSearch(request.GET.get("q", "").strip()[:80], request.GET.get("status", "")[:8])
    games = directed_games(account(request), search)
    page = page_of_games(games, request.GET.get("page"), page_size=PAGE_SIZE)
    return render(request, "desk/games.html", {"page": page, "search": search, "statuses": Game.Status.choices})


def _directed(request: HttpRequest, pk: int) -> Game:
    row = find_game(request, pk)
    if not may_direct(request.user, row):
        raise Http404
    return row


@login_required
@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """List the decisions that make sense in the game; then show and carry out the form of one, with the reason."""
    row, at = _directed(request, pk), clock.now()
    sent = request.POST if request.method == "POST" else request.GET
    report, what = _request(row, sent.get("request", "")), sent.get("what", "")
    if what not in DECISIONS:
        state = state_of(row)
        groups, others = decisions.choices(state, at=at)
        context = {"game": row, "asked": report, "groups": groups, "others": others} | _case(request, row, report)
        return render(request, "desk/choose.html", context)
    form = _form(request, row, what)
    if request.method != "POST":
        return _show(request, row, form, status=200)
    version = cleaned(SeenVersionForm, request.POST)["version"]

    def not_done(problem: Problem) -> HttpResponse:
        if isinstance(problem, Refused):
            return _show_again(request, pk, what, grounds=problem.grounds)
        return _show_again(request, pk, what, error=str(problem), seen=version)

    def not_valid(_form: Form) -> HttpResponse:
        try:
            directing.require_seen(row, version)  # first: what was filled in was for the game as it was then
        except Stale as stale:
            return not_done(stale)
        return _show(request, row, form, status=422)

    def service(pk: int, *, actor: User, at: datetime, **_fields: Any) -> Game:
        return directing.decide(pk, form.command, actor=actor, at=at, answers=report, version=version)

    page, actor = reverse("game", args=[pk]), account(request)
    step = FormStep(service, partial(_done, form, from_desk="desk" in return_params(request)))
    return take_step(request, step, pk, actor=actor, page=page, form=form, on_invalid=not_valid, on_problem=not_done)


def _done(form: DecisionForm, row: Game, *, from_desk: bool) -> str:
    """Return what a director reads after a decision: on the desk also in which game it was."""
    if not from_desk:
        return _who_learns(row)
    link = reverse("game", args=[row.pk])
    names = f"{row.white.name} – {row.black.name}"
    return format_html('<a href="{}">{}</a>: {}. {}', link, names, _title(form), _who_learns(row))


def _title(form: DecisionForm) -> str:
    """Name a decision; of a claim, also the claim and the player."""
    return decision_of(form.what, form.state.pending) or str(form.decision.words)


def _who_learns(row: Game) -> str:
    """Say who gets mail about a decision."""
    names = without_account(row)
    some_not = _("Decided. Who has no account is not told: %(names)s.") % {"names": names}
    return some_not if names else _("Decided. Both players are told.")


def _form(request: HttpRequest, row: Game, what: str) -> DecisionForm:
    state = state_of(row)
    return DecisionForm(
        request.POST or None,
        request.FILES or None,
        what=what,
        row=row,
        state=state,
        at=clock.now(),
        initial=_initial(request, row),
    )


def _show_again(request: HttpRequest, pk: int, what: str, *, seen: int | None = None, **why: Any) -> HttpResponse:
    """Show the form as it was filled in, for the game as it is now, with why nothing was done."""
    row = _directed(request, pk)
    happened = journal_entries(events_since(row, seen)) if seen is not None else []
    return _show(request, row, _form(request, row, what), status=409, happened=happened, **why)


def _show(request: HttpRequest, row: Game, form: DecisionForm, *, status: int, **more: Any) -> HttpResponse:
    sent = request.POST if request.method == "POST" else request.GET
    context: dict[str, Any] = {"game": row, "asked": _request(row, sent.get("request", "")), "form": form, **more}
    if form.what in ABOUT_THE_POSITION:
        position = form.state.position
        last = form.state.last.move if form.state.last else ""
        board = board_json(position, last=last, destinations={})
        context |= {"board": board, "words": position_words(position)}
    if "misconduct" in form.fields:
        context["conducts"] = conduct_in(row)
    context |= {"what": form.what, "decision": form.decision, "title": _title(form)} | _case(
        request, row, context["asked"]
    )
    return render(request, "desk/decide.html", context, status=status)


def _case(request: HttpRequest, row: Game, report: Report | None) -> dict[str, Any]:
    """Return what stays in view while a director decides, and what leads them back to their desk."""
    at = clock.now()
    params = return_params(request)
    return {
        "case": case_of(row, report, at=at),
        "here": params,
        "next_on_desk": desk_url(request) if "desk" in params else "",
        "return_query": "".join(
            f"&{urlencode(pair)}" for pair in ({"request": report.pk} if report else {}, params) if pair
        ),
        "claims": state_of(row).pending,
        "event_regulations": regulations_link(origin_of(row)),
        "said": _proposed(row, report).grounds,
    }


def _proposed(row: Game, report: Report | None) -> Proposal:
    """Return what the desk proposes on a request, or in the game as it is."""
    at = clock.now()
    return queries.proposed_on(report, at=at) if report else queries.proposed_in(row, at=at)


def _request(row: Game, text: str) -> Report | None:
    """Return the open request of a player that a decision answers."""
    number = parse_positive_int(text)
    reports = row.reports.filter(settled=None).select_related("by__user", "game", "message__sender")
    return None if number is None else reports.filter(pk=number).first()


def _initial(request: HttpRequest, row: Game) -> dict[str, Any]:
    """Return what the desk proposed: the fields it named, and its grounds as the reason."""
    what, proposed = request.GET.get("what", ""), _proposed(row, _request(row, request.GET.get("request", "")))
    values: dict[str, Any] = dict(proposed.filled) if is_found(what, proposed) else {}
    values |= {name: request.GET[name] for name in PREFILLED if name in request.GET}
    return values | {"reason": drafted(what, proposed, state_of(row).pending)}


def _answered(report: Report) -> str:
    """Say how the player learns of the answer."""
    user = report.by.user
    if user is None:
        return _("Answered. The player has no account any more, and is not told.")
    if user.mail_mode == MailMode.NONE:
        return _("Answered. The player wants no mail, and reads it with the game.")
    return _("Answered. The player gets it by mail and reads it with the game.")


def _settle(report: Report, *, answer: str, ready: str, actor: User, at: datetime) -> Report:
    services.settle(report, answer or str(READY_ANSWERS.get(ready, "")), actor=actor, at=at)
    return report


SETTLE = FormStep(_settle, _answered, AnswerForm)


@login_required
@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer a request or a report."""
    report = get_object_or_404(Report.objects.select_related("game", "by__user"), pk=pk)

    def not_done(problem: Problem) -> HttpResponse:
        if isinstance(problem, Unfit):
            messages.error(request, problem.why)
            return redirect(desk_url(request, staying=queries.key_of(report)))
        messages.warning(request, problem_words(problem))
        return redirect(desk_url(request))

    return take_step(request, SETTLE, report, actor=account(request), page=desk_url(request), on_problem=not_done)


def _note(_subject: None, *, game: list[int], actor: User, at: datetime) -> int:
    number = directing.note_ends(game, actor=actor, at=at)
    if not game:
        raise Stale(_("No game was ticked: nothing was noted."))
    if not number:
        raise Stale(_("Note had been taken of it before: nothing was left to do."))
    return number


def _noted(number: int) -> str:
    return ngettext("You took note of %(n)d game.", "You took note of %(n)d games.", number) % {"n": number}


NOTE = FormStep(_note, _noted, NoteForm)


@login_required
@require_http_methods(["GET", "POST"])
def note(request: HttpRequest) -> HttpResponse:
    """Take note of games that ended by themselves: of one at once, of several after a list of them."""
    if not may_use_desk(request.user):
        raise Http404
    if request.method != "POST":
        person, at, kind = account(request), clock.now(), request.GET.get("kind", "")
        ended, in_all = ends(person, at=at), queries.number_of_ends(person, at=at)
        context = {
            "ended": ended,
            "number": in_all,
            "is_cut": in_all > len(ended),
            "here": DeskFilter(kind=kind).params,
            "back": _showing("desk", DeskFilter(kind=kind)),
        }
        return render(request, "desk/note.html", context)
    return take_step(request, NOTE, None, actor=account(request), page=desk_url(request))
