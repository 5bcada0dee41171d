"""The entries of an event, for the office that runs it: what waits for a decision, what was paid, who is in."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.filters import EntryFilterForm
from slowmate.server.events.forms.office import DealForm
from slowmate.server.events.models import Event, EventEntry
from slowmate.server.events.pages.entry import ENTRY_COLUMNS, entry_cells, entry_rows
from slowmate.server.events.permissions import may_see_entries, runs
from slowmate.server.events.queries.entries import (
    ORDERS,
    EntryFilter,
    federations_in,
    filtered_entries,
    numbers_by_state,
    places_taken,
)
from slowmate.server.events.services import admitting
from slowmate.server.events.text import dealing_words
from slowmate.server.events.views.entries import find_event
from slowmate.server.site import clock
from slowmate.server.site.desk_items import return_url
from slowmate.server.site.errors import NotAllowed, Unfit
from slowmate.server.site.sign_in import login_required
from slowmate.server.site.spreadsheet import spreadsheet
from slowmate.server.site.text import sentence

PAGE_SIZE = 100
"""Entries on one page."""
State = EventEntry.State


@login_required
@require_http_methods(["GET", "POST"])
def entries(request: HttpRequest, pk: int) -> HttpResponse:
    event = find_event(request, pk)
    if not may_see_entries(request.user, event):
        raise Http404
    if request.method == "POST":
        return _deal(request, event)
    return _show(request, event, EntryFilterForm(request.GET).filter)


def _show(request: HttpRequest, event: Event, filters: EntryFilter, **more: Any) -> HttpResponse:
    page = Paginator(filtered_entries(event, filters), PAGE_SIZE).get_page(request.GET.get("page"))
    numbers, lines = numbers_by_state(event), entry_rows(page.object_list)
    context = {
        "event": event,
        "page": page,
        "lines": lines,
        "ticked": [line.pk for line in lines if line.may_be_ticked] if request.GET.get("tick") == "all" else [],
        "filters": filters,
        "tabs": _tabs(event, filters, numbers),
        "federations": [(code, code) for code in federations_in(event)],
        "orders": _orders(),
        "dealings": _dealings(event, numbers),
        "taken": places_taken(event) if event.places is not None else None,
        "query": request.GET.urlencode(),
        "may_write": runs(request.user, event),
        **more,
    }
    return render(request, "events/entries_desk.html", context, status=422 if more else 200)


@login_required
@require_safe
def entries_csv(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """Send the entries that the list shows with the same filter, with their fees, as a table for spreadsheets."""
    event = find_event(request, pk)
    if not may_see_entries(request.user, event):
        raise Http404
    rows = filtered_entries(event, EntryFilterForm(request.GET).filter)
    return spreadsheet(f"entries-{pk}", ENTRY_COLUMNS, (entry_cells(row, event.currency) for row in rows.iterator()))


@dataclass(frozen=True, slots=True)
class EntryTab:
    """Entries in one state, or all of them, and how many these are."""

    words: str
    number: int
    link: str
    is_shown: bool


def _tabs(event: Event, filters: EntryFilter, numbers: dict[str, int]) -> list[EntryTab]:
    tabs = [("", _("All"), sum(numbers.values()))]
    tabs += [(state.value, str(state.label), numbers[state.value]) for state in State if state.value in numbers]
    return [
        EntryTab(words, number, _address(event, replace(filters, state=state)), state == filters.state)
        for state, words, number in tabs
    ]


def _address(event: Event, filters: EntryFilter) -> str:
    """Return the address of the list with a filter."""
    query = {"state": filters.state, "federation": filters.federation, "q": filters.words, "order": filters.order}
    changed = {name: value for name, value in query.items() if value and (name, value) != ("order", "made")}
    return reverse("event-entries", args=[event.pk], query=changed or None)


def _orders() -> list[tuple[str, str]]:
    words = {
        "made": _("in the order of entry"),
        "-made": _("the latest first"),
        "name": _("by name"),
        "rating": _("by rating"),
        "federation": _("by federation"),
        "state": _("by state"),
    }
    return [(order, words[order]) for order in ORDERS]


def _dealings(event: Event, numbers: dict[str, int]) -> list[tuple[str, str]]:
    """Return what can be done with ticked entries, as far as any entry needs it."""
    dealings = ["admit", "refuse"] if numbers.get(State.ASKED) else []
    if any(numbers.get(state) for state in admitting.TAKEN_OUT_IN):
        dealings.append("take-out")
    if numbers.get(State.PENDING):
        dealings += ["payment", "bond", "identity", "office"] if event.fee else ["office"]
    return [(what, dealing_words(what)) for what in dealings]


def _deal(request: HttpRequest, event: Event) -> HttpResponse:
    """Do one thing with the ticked entries, and return to the same list."""
    form = DealForm(request.POST)
    if not form.ticked:
        messages.warning(request, _("No entry was ticked: nothing was done."))
        return redirect(return_url(request, otherwise=request.get_full_path()))
    if not form.is_valid():
        return _again(request, event, form, " ".join(str(error) for errors in form.errors.values() for error in errors))
    try:
        done = admitting.deal_with(event, **form.cleaned_data, pks=form.ticked, actor=account(request), at=clock.now())
    except NotAllowed:
        raise Http404 from None
    except Unfit as unfit:
        return _again(request, event, form, unfit.why)
    _tell(request, done)
    return redirect(return_url(request, otherwise=request.get_full_path()))


def _again(request: HttpRequest, event: Event, form: DealForm, error: str) -> HttpResponse:
    """Show the same list with the same ticks, and why nothing was done."""
    values = {"ticked": form.ticked, "reason": form.data.get("reason", ""), "what": form.data.get("what", "")}
    return _show(request, event, EntryFilterForm(request.GET).filter, error=error, **values)


def _tell(request: HttpRequest, done: admitting.Done) -> None:
    """Say what was done, and with which entries not, and why."""
    if done.done:
        words = ngettext(
            "Done for %(n)d entry. The player is told.", "Done for %(n)d entries. The players are told.", done.done
        )
        messages.success(request, words % {"n": done.done})
    if done.passed_over:
        words = ngettext(
            "%(n)d entry did not wait for that, and is as it was.",
            "%(n)d entries did not wait for that, and are as they were.",
            done.passed_over,
        )
        messages.warning(request, words % {"n": done.passed_over})
    if done.is_own:
        messages.warning(request, _("Your own entry is for somebody else to decide."))
    for why in done.refused:
        messages.error(request, " ".join(sentence(ground) for ground in why.grounds))
