"""The page on which an office fills vacant places of a Final."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from slowmate.events.running.vacancies import FILLED_BY
from slowmate.server.events.pages.rendered_grounds import render_grounds
from slowmate.server.events.permissions import may_fill_vacancies
from slowmate.server.events.queries.record import name_of
from slowmate.server.events.queries.vacancies import has_vacancies, names_listed, vacancies_of
from slowmate.server.events.text import office_words
from slowmate.server.events.views.running import find_event_to_run
from slowmate.server.events.views.steps import ADMIT_TO_VACANCY, take
from slowmate.server.site.sign_in import login_required


@login_required
@require_http_methods(["GET", "POST"])
def vacancies(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the vacant places of a Final and who comes next; admit a player."""
    event = find_event_to_run(request, pk)
    if not has_vacancies(event):
        raise Http404
    if request.method == "POST":
        return take(request, ADMIT_TO_VACANCY, event.pk, page=reverse("event-vacancies", args=[pk]))
    shown = vacancies_of(event)
    names = names_listed(shown.ruling.grounds)
    may_admit = may_fill_vacancies(request.user, event)
    to_admit = shown.to_admit if shown.vacant else ()
    context = {
        "event": event,
        "shown": shown,
        "grounds": render_grounds(shown.ruling.grounds, names),
        "lines": [
            (line, line in to_admit and may_fill_vacancies(request.user, event, line.player)) for line in shown.players
        ],
        "office": office_words(FILLED_BY[event.kind].actors[0].value),
        "may_admit": may_admit,
        "sections": [(section, name_of(section)) for section in shown.sections],
    }
    return render(request, "events/vacancies.html", context)
