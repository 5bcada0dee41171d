"""The list of events, and the page of one: its announcement, who plays, its sections."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from slowmate.rulebook.stored_grounds import grounds_from
from slowmate.server.accounts.models import User
from slowmate.server.events.forms.filters import EventFilterForm
from slowmate.server.events.models import Event
from slowmate.server.events.pages.announcement import announcement
from slowmate.server.events.pages.event import entry_invitation, section_lines
from slowmate.server.events.pages.event_list import (
    EventListPart,
    ListedEvent,
    days_left,
    event_list_parts,
    listed_events,
    stage_words,
)
from slowmate.server.events.pages.event_run import may_see_run_page
from slowmate.server.events.pages.journal import journal_line
from slowmate.server.events.permissions import may_see_event
from slowmate.server.events.queries.division import draw_of
from slowmate.server.events.queries.events import (
    STAGES,
    counts_of_entries,
    decisions_about_event,
    entry_answers,
    events_of_stage,
    filtered_events,
    public_entries,
    queue_of,
    visible_sections,
    years_of_events,
)
from slowmate.server.events.queries.plans import may_plan_any
from slowmate.server.events.queries.vacancies import names_listed
from slowmate.server.events.text import dates_of, kinds_by_family, modes
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.fields import federations
from slowmate.server.site.sign_in import hidden

PAGE_SIZE = 40
"""Events on one page of a part of the list."""
FIRST = 8
"""Events of each part where all parts are shown."""
ENTRIES_PAGE_SIZE = 200
DRAWN = (Event.State.CLOSED, Event.State.PROPOSED, Event.State.CONFIRMED)
"""States in which the draw is bound: entries are closed, and no start list shows it yet."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List all events by how far they have come; or one part of them, page by page."""
    filters, stage = EventFilterForm(request.GET).filter, request.GET.get("state", "")
    me, today = player_of(request.user), clock.now().date()
    rows = filtered_events(request.user, filters)
    page: Any = None
    if stage in STAGES:
        page = Paginator(events_of_stage(rows, stage), PAGE_SIZE).get_page(request.GET.get("page"))
        parts = [EventListPart(stage, stage_words(stage), list(page.object_list), page.paginator.count)]
    else:
        parts = event_list_parts(rows, first=FIRST)
    events = [event for part in parts for event in part.rows]
    lines = listed_events(events, entry_answers(me, events, on=today), me=me, on=today)
    by_stage: dict[str, list[ListedEvent]] = {}
    for line in lines:
        by_stage.setdefault(line.stage, []).append(line)
    context = {
        "parts": [(part, by_stage.get(part.stage, [])) for part in parts],
        "page": page,
        "filters": filters,
        "kinds": kinds_by_family(),
        "years": years_of_events(),
        "federations": federations(),
        "modes": modes(),
        "may_plan": isinstance(request.user, User) and may_plan_any(request.user),
    }
    return render(request, "events/index.html", context)


@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    event = Event.objects.select_related("series", "organiser__player").filter(pk=pk).first()
    if event is None or not may_see_event(request.user, event):
        raise hidden(request)
    sections = visible_sections(event, request.user)
    lines, counts, queue = section_lines(sections), counts_of_entries(event), queue_of(event)
    me, today = player_of(request.user), clock.now().date()
    page = Paginator(public_entries(event, request.user), ENTRIES_PAGE_SIZE).get_page(request.GET.get("page"))
    decisions = list(decisions_about_event(event))
    names = names_listed(ground for row in decisions for ground in grounds_from(row.grounds))
    context = {
        "event": event,
        "may_run": may_see_run_page(request.user, event),
        "draw": draw_of(event) if event.state in DRAWN and not event.is_filled_from_a_queue else None,
        "draw_file": f"{reverse('api-reference')}events/{event.pk}/draw",
        "announcement": announcement(event),
        "dates": "" if event.is_filled_from_a_queue else dates_of(event),
        "is_open": event.state == Event.State.OPEN,
        "days_left": days_left(event, on=today),
        "entering": entry_invitation(event, me, entry_answers(me, [event], on=today)),
        "organiser": getattr(event.organiser, "player", None),
        "directors": list({line.director.pk: line.director for line in lines if line.director}.values()),
        "sections": lines,
        "games": sum(line.games for line in lines),
        "finished": sum(line.finished for line in lines),
        "counts": counts,
        "queue": queue,
        "shows_entries": not queue and (counts.any or not lines),
        "page": page,
        "journal": [journal_line(row, names) for row in decisions],
    }
    return render(request, "events/event.html", context)
