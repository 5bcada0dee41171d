"""One section for whoever runs or settles it: its director, its start list, empty seats, and what follows from it."""

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms.running import DirectorForm
from slowmate.server.events.models import Event, Section
from slowmate.server.events.pages.event_run_sections import figures
from slowmate.server.events.pages.section_run import settling_page
from slowmate.server.events.pages.section_table import Crosstable, crosstable
from slowmate.server.events.permissions import may_direct_section, may_open_again, runs
from slowmate.server.events.queries.due import sections_over_time
from slowmate.server.events.queries.posting_page import posting_page
from slowmate.server.events.queries.record import name_of, sections_with_event
from slowmate.server.events.queries.sections import rows_of, seen_games
from slowmate.server.events.services import adjudicating, cutting, directing, posting, settling
from slowmate.server.events.views.answering import answered
from slowmate.server.events.views.posting import name_director
from slowmate.server.site import clock
from slowmate.server.site.desk_items import return_params
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.sign_in import login_required

State = Section.State
OVER = (State.FINISHED, State.SETTLED)


def find_section_to_run(request: HttpRequest, pk: int) -> Section:
    """A section that somebody runs, settles or may open again; for others there is none."""
    section = sections_with_event().select_related("draw").filter(pk=pk).first()
    if section is None or not (runs(request.user, section.event) or _has_a_word(request, section)):
        raise Http404
    return section


def _has_a_word(request: HttpRequest, section: Section) -> bool:
    """The Appeals Commission may open what is over; the office that chooses between equals answers its question; the
    director of a round whose time is over calls its games to adjudication."""
    if _is_over_time(section) and may_direct_section(request.user, section):
        return True
    if section.state not in OVER:
        return False
    user = account(request)
    return may_open_again(user, section) or any(one.may_choose for one in settling_page(section, user).questions)


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
        "figures": figures(event, [section]) if section.state == State.PROPOSED else None,
        "page": posting_page(event, on=clock.now().date(), sections=[section]) if _is_before_play(section) else None,
        "may_name_director": runs(user, event) and section.state in directing.NOT_OVER,
        "may_post": is_alone and section.state == State.CONFIRMED,
        "form": DirectorForm(),
        "settling": settling_page(section, user) if section.state in OVER else None,
        "table": _table(section, user) if section.state in OVER else None,
        "is_over_time": _is_over_time(section),
        "may_open_again": may_open_again(user, section) and section.state in OVER,
        "kept": return_params(request),
    }
    return render(request, "events/section_run.html", context)


def _table(section: Section, user: User) -> Crosstable:
    """Whoever settles a section has its table before him."""
    rows = rows_of(section)
    return crosstable(rows, seen=seen_games(rows, user))


def _is_over_time(section: Section) -> bool:
    return sections_over_time(on=clock.now().date()).filter(pk=section.pk).exists()


def _is_before_play(section: Section) -> bool:
    return section.state in (State.CONFIRMED, State.POSTED)


Do = tuple[Callable[[], object], str]


@login_required
@require_POST
def act(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    section = find_section_to_run(request, pk)
    here = reverse("section-run", args=[pk])
    if what == "director":
        return name_director(request, section.event, otherwise=here)
    step = _STEPS.get(what)
    if step is None:
        raise Http404
    do, done = step(request, section, account(request))
    otherwise = reverse("event-run", args=[section.event_id]) if what == "give-up" else here
    return answered(request, do, done, otherwise=otherwise)


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "")


def _number(request: HttpRequest, name: str) -> int:
    return parse_positive_int(request.POST.get(name, "")) or 0


def _numbers(request: HttpRequest, name: str) -> list[int]:
    return [number for text in request.POST.getlist(name) if (number := parse_positive_int(text)) is not None]


def _seen(request: HttpRequest) -> str | None:
    return request.POST.get("seen") or None


def _confirm(request: HttpRequest, section: Section, user: User) -> Do:
    do = partial(cutting.confirm_section, section.pk, actor=user, at=clock.now(), seen=_seen(request))
    return do, _("The section is confirmed, and its players are seated.")


def _give_up(request: HttpRequest, section: Section, user: User) -> Do:
    given = {"reason": _reason(request), "actor": user, "at": clock.now(), "seen": _seen(request)}
    return partial(cutting.undo_section, section.pk, **given), _("Its players wait again, in their old places.")  # type: ignore[arg-type]


def _post(request: HttpRequest, section: Section, user: User) -> Do:
    do = partial(posting.post_section, section.pk, actor=user, at=clock.now(), seen=_seen(request))
    return do, _("The start list is posted. Its players are told.")


def _fill(request: HttpRequest, _section: Section, user: User) -> Do:
    do = partial(posting.fill, _number(request, "seat"), _number(request, "entry"), actor=user, at=clock.now())
    return do, _("The seat is taken. Post the start list again.")


def _leave_empty(request: HttpRequest, _section: Section, user: User) -> Do:
    do = partial(posting.leave_empty, _number(request, "seat"), reason=_reason(request), actor=user, at=clock.now())
    return do, _("The seat stays empty. Post the start list again.")


def _carry_out(request: HttpRequest, section: Section, user: User) -> Do:
    numbers = _numbers(request, "step")
    if request.POST.get("all"):
        numbers = [one.row.pk for one in settling_page(section, user).may_do_all]
    do = partial(settling.carry_out_all, section.pk, numbers, actor=user, at=clock.now())
    words = ngettext("%(n)d step is carried out.", "%(n)d steps are carried out.", len(numbers)) % {"n": len(numbers)}
    return do, words


def _dismiss(request: HttpRequest, _section: Section, user: User) -> Do:
    do = partial(settling.dismiss, _number(request, "step"), reason=_reason(request), actor=user, at=clock.now())
    return do, _("It is not carried out. The reason stands in the journal.")


def _take_back(request: HttpRequest, _section: Section, user: User) -> Do:
    do = partial(settling.take_back, _number(request, "step"), reason=_reason(request), actor=user, at=clock.now())
    return do, _("It is taken back.")


def _choose(request: HttpRequest, _section: Section, user: User) -> Do:
    chosen = _numbers(request, "chosen")
    given = {"reason": _reason(request), "actor": user, "at": clock.now()}
    return partial(settling.choose, _number(request, "step"), chosen, **given), _("It is decided.")  # type: ignore[arg-type]


def _settle(request: HttpRequest, section: Section, user: User) -> Do:
    do = partial(settling.settle, section.pk, actor=user, at=clock.now(), seen=_seen(request))
    return do, _("The section is settled.")


def _open_again(request: HttpRequest, section: Section, user: User) -> Do:
    given = {"reason": _reason(request), "actor": user, "at": clock.now(), "seen": _seen(request)}
    return partial(settling.open_again, section.pk, **given), _("The section is open again.")  # type: ignore[arg-type]


def _adjudicate(_request: HttpRequest, section: Section, user: User) -> Do:
    do = partial(adjudicating.call_adjudication, section, actor=user, at=clock.now())
    return do, _("All games that still run are called to adjudication. Their players are told.")


_STEPS: dict[str, Callable[[HttpRequest, Section, User], Do]] = {
    "confirm": _confirm,
    "give-up": _give_up,
    "post": _post,
    "fill": _fill,
    "leave-empty": _leave_empty,
    "carry-out": _carry_out,
    "dismiss": _dismiss,
    "take-back": _take_back,
    "choose": _choose,
    "settle": _settle,
    "open-again": _open_again,
    "adjudicate": _adjudicate,
}
"""What can be done with a section, as addresses name it."""
