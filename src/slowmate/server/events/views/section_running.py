"""The pages for running and settling a section: its director, start list, empty seats and consequences."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.running import DirectorForm
from slowmate.server.events.models import Event, Section
from slowmate.server.events.pages.event_run_sections import division_figures
from slowmate.server.events.pages.section_run import settling_page
from slowmate.server.events.pages.section_table import Crosstable, crosstable
from slowmate.server.events.pages.step_previews import unfinished_words
from slowmate.server.events.permissions import may_direct_section, may_open_again, runs
from slowmate.server.events.queries.due import sections_over_time
from slowmate.server.events.queries.record import name_of, sections_with_event
from slowmate.server.events.queries.sections import rows_of, visible_games
from slowmate.server.events.queries.start_lists import posting_state
from slowmate.server.events.queries.unfinished import unfinished_games
from slowmate.server.events.services import directing
from slowmate.server.events.views.posting import name_director
from slowmate.server.events.views.steps import SECTION_STEPS, take
from slowmate.server.site import clock
from slowmate.server.site.desk_items import return_params
from slowmate.server.site.sign_in import login_required

State = Section.State
OVER = (State.FINISHED, State.SETTLED)


def find_section_to_run(request: HttpRequest, pk: int) -> Section:
    """Return a section that the user runs, settles or may open again; raise `Http404` for others."""
    section = sections_with_event().select_related("draw").filter(pk=pk).first()
    if section is None or not (runs(request.user, section.event) or _has_a_word(request, section)):
        raise Http404
    return section


def _has_a_word(request: HttpRequest, section: Section) -> bool:
    """Return whether the user may open what is over (Appeals Commission), chooses between equals, or as director calls
    the games of a round whose time is over to adjudication."""
    if _is_over_time(section) and may_direct_section(request.user, section):
        return True
    if section.state not in OVER:
        return False
    user = account(request)
    return may_open_again(user, section) or any(
        question.may_choose for question in settling_page(section, user).questions
    )


@login_required
@require_safe
def run(request: HttpRequest, pk: int) -> HttpResponse:
    section, user = find_section_to_run(request, pk), account(request)
    event = section.event
    is_alone = event.is_filled_from_a_queue or event.state == Event.State.POSTED
    context = {
        "section": section,
        "event": event,
        "name_of_section": name_of(section),
        "runs": runs(user, event),
        "is_cut": event.is_filled_from_a_queue,
        "figures": division_figures(event, [section]) if section.state == State.PROPOSED else None,
        "page": posting_state(event, on=clock.now().date(), sections=[section]) if _is_before_play(section) else None,
        "may_name_director": runs(user, event) and section.state in directing.NOT_OVER,
        "may_post": is_alone and section.state == State.CONFIRMED,
        "form": DirectorForm(),
        "settling": settling_page(section, user) if section.state in OVER else None,
        "unfinished": _unfinished(section),
        "table": _table(section, user) if section.state in OVER else None,
        "is_over_time": _is_over_time(section),
        "may_open_again": may_open_again(user, section) and section.state in OVER,
        "kept": return_params(request),
    }
    return render(request, "events/section_run.html", context)


def _table(section: Section, user: User) -> Crosstable:
    """Return the crosstable, which those who settle a section need."""
    rows = rows_of(section)
    return crosstable(rows, visible=visible_games(rows, user))


def _unfinished(section: Section) -> str:
    """Say what the director still has to do before the section is settled."""
    if section.state != State.FINISHED:
        return ""
    return unfinished_words(unfinished_games([section.pk], at=clock.now()).get(section.pk, 0))


def _is_over_time(section: Section) -> bool:
    return sections_over_time(on=clock.now().date()).filter(pk=section.pk).exists()


def _is_before_play(section: Section) -> bool:
    return section.state in (State.CONFIRMED, State.POSTED)


@login_required
@require_POST
def act(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Take one step of a section."""
    section = find_section_to_run(request, pk)
    page = reverse("section-run", args=[pk])
    if what == "director":
        return name_director(request, section.event, page=page)
    if what not in SECTION_STEPS:
        raise Http404
    event_page = reverse("event-run", args=[section.event_id])
    return take(request, SECTION_STEPS[what], section, page=event_page if what == "give-up" else page)
