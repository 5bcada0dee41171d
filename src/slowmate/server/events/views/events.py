"""The list of events, and the page of one: its announcement, who plays, its sections."""

from datetime import MAXYEAR, MINYEAR
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from slowmate.records import KINDS
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event
from slowmate.server.events.pages import journal
from slowmate.server.events.pages.announcement import announcement
from slowmate.server.events.pages.event_run import may_open
from slowmate.server.events.permissions import may_see_event
from slowmate.server.events.queries import listing
from slowmate.server.events.queries.answers import answers
from slowmate.server.events.queries.division import draw_of
from slowmate.server.events.queries.event_page import (
    counts_of,
    entering,
    public_entries,
    queue_of,
    section_lines,
    sections_of,
)
from slowmate.server.events.queries.listing import STAGES, ListedEvent, Part, Wanted, stage_words
from slowmate.server.events.queries.plans import may_plan_any
from slowmate.server.events.text import TRANSMISSIONS, dates_of, kinds_by_family, modes
from slowmate.server.people.permissions import player_of
from slowmate.server.site import clock
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.fields import federations
from slowmate.server.site.sign_in import hidden

AT_ONCE = 40
"""Events on one page of a part of the list."""
FIRST = 8
"""Events of each part where all parts are shown."""
ENTRIES_AT_ONCE = 200
DRAWN = (Event.State.CLOSED, Event.State.PROPOSED, Event.State.CONFIRMED)
"""Entries are closed, and the draw is bound; from the start lists on the sections tell it."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All events by how far they have come; one part alone, and all of it, if it is asked for."""
    wanted, stage = _wanted(request.GET), request.GET.get("state", "")
    me, today = player_of(request.user), clock.now().date()
    found = listing.found_events(request.user, wanted)
    page: Any = None
    if stage in STAGES:
        page = Paginator(listing.of_stage(found, stage), AT_ONCE).get_page(request.GET.get("page"))
        parts = [Part(stage, stage_words(stage), list(page.object_list), page.paginator.count)]
    else:
        parts = listing.overview(found, first=FIRST)
    events = [event for part in parts for event in part.rows]
    lines = listing.listed(events, answers(me, events, on=today), me=me, on=today)
    by_stage: dict[str, list[ListedEvent]] = {}
    for line in lines:
        by_stage.setdefault(line.stage, []).append(line)
    context = {
        "parts": [(part, by_stage.get(part.stage, [])) for part in parts],
        "page": page,
        "wanted": wanted,
        "kinds": kinds_by_family(),
        "years": listing.years(),
        "federations": federations(),
        "modes": modes(),
        "may_plan": isinstance(request.user, User) and may_plan_any(request.user),
    }
    return render(request, "events/index.html", context)


def _wanted(asked: QueryDict) -> Wanted:
    """What is looked for; what makes no sense is not looked for."""
    year = parse_positive_int(asked.get("year", ""))
    kind, federation, mode = asked.get("kind", ""), asked.get("federation", "").upper(), asked.get("mode", "")
    return Wanted(
        kind=kind if kind in KINDS else "",
        year=year if year is not None and MINYEAR <= year <= MAXYEAR else None,
        federation=federation if federation in federations() else "",
        mode=mode if mode in TRANSMISSIONS else "",
        words=asked.get("q", "").strip()[:80],
    )


@require_safe
def event(request: HttpRequest, pk: int) -> HttpResponse:
    found = Event.objects.select_related("series", "organiser__player").filter(pk=pk).first()
    if found is None or not may_see_event(request.user, found):
        raise hidden(request)
    sections = sections_of(found, request.user)
    lines, counts, queue = section_lines(sections), counts_of(found), queue_of(found)
    me, today = player_of(request.user), clock.now().date()
    page = Paginator(public_entries(found, request.user), ENTRIES_AT_ONCE).get_page(request.GET.get("page"))
    context = {
        "event": found,
        "may_run": may_open(request.user, found),
        "draw": draw_of(found) if found.state in DRAWN and not found.is_filled_from_a_queue else None,
        "draw_file": f"{reverse('api-reference')}events/{found.pk}/draw",
        "said": announcement(found),
        "dates": "" if found.is_filled_from_a_queue else dates_of(found),
        "is_open": found.state == Event.State.OPEN,
        "days_left": listing.days_left(found, on=today),
        "entering": entering(found, me, answers(me, [found], on=today)),
        "organiser": getattr(found.organiser, "player", None),
        "directors": list({line.director.pk: line.director for line in lines if line.director}.values()),
        "sections": lines,
        "games": sum(line.games for line in lines),
        "finished": sum(line.finished for line in lines),
        "counts": counts,
        "queue": queue,
        "shows_entries": not queue and (counts.any or not lines),
        "page": page,
        "journal": [journal.entry(row, {}) for row in journal.of_event(found).filter(section=None)],
    }
    return render(request, "events/event.html", context)
