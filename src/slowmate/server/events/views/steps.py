"""The steps of events and sections that people take by POST, each a row of a table (`site/steps.py`)."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from slowmate.server.accounts.models import User
from slowmate.server.accounts.permissions import account
from slowmate.server.events.forms import steps as forms
from slowmate.server.events.models import Section
from slowmate.server.events.pages import step_previews as previews
from slowmate.server.events.pages.section_run import settling_page
from slowmate.server.events.services import (
    adjudicating,
    admitting,
    approving,
    cutting,
    day_corrections,
    directing,
    dividing,
    planning,
    posting,
    replacement_status,
    settling,
    vacancies,
)
from slowmate.server.events.services.entries import NotSeated
from slowmate.server.site.steps import FormStep, Problem, problem_words, take_step


def take(request: HttpRequest, step: FormStep, subject: Any, *, page: str) -> HttpResponse:
    """Take a step of an event, and go on to a page of its."""
    return take_step(request, step, subject, actor=account(request), page=page, explain=problem_with_names)


def problem_with_names(problem: Problem) -> str:
    """Put the problem of a step into words; where entrants may not be seated, with their names."""
    words = problem_words(problem)
    if not isinstance(problem, NotSeated):
        return words
    names = ", ".join(str(entry.player) for entry, _grounds in problem.refused)
    return f"{_('May no longer enter: %(names)s.') % {'names': names}} {words}"


# -- an event ---------------------------------------------------------------------------------------------------------


def _announce(*, opens: bool) -> Callable[..., object]:
    return lambda pk, **given: planning.announce(pk, opens=opens, **given)


def _decide_application(action: str) -> Callable[..., object]:
    return lambda pk, **given: approving.decide_on(pk, action, **given)


def _extend(pk: int, *, day: date, **given: Any) -> object:
    return planning.extend(pk, day, **given)


def _postpone(pk: int, *, day: date, **given: Any) -> object:
    return planning.postpone(pk, day, **given)


def _correct(pk: int, *, day: date, **given: Any) -> object:
    return day_corrections.correct(pk, day, **given)


def _cut(pk: int, *, start: date, sections: int | None, **given: Any) -> object:
    return cutting.cut_section(pk, start, waiting=sections, **given)


EVENT_STEPS: dict[str, FormStep] = {
    "announce": FormStep(
        _announce(opens=True),
        gettext_lazy("It is announced, and entries are open."),
        forms.SeenForm,
        previews.announcing,
    ),
    "announce-only": FormStep(
        _announce(opens=False), gettext_lazy("It is announced."), forms.SeenForm, previews.announcing
    ),
    "open": FormStep(planning.open_entries, gettext_lazy("Entries are open."), forms.SeenForm, previews.opening),
    "extend": FormStep(
        _extend,
        gettext_lazy("Entries are open until the new day. Everybody who has entered is told."),
        forms.MovedDayForm,
        previews.extending,
    ),
    "postpone": FormStep(
        _postpone,
        gettext_lazy("The start is postponed. Everybody who has entered is told."),
        forms.MovedDayForm,
        previews.postponing,
    ),
    "correct": FormStep(
        _correct,
        gettext_lazy("The day is corrected. Everybody who has entered is told."),
        forms.MovedDayForm,
        previews.correcting,
    ),
    "cancel": FormStep(
        planning.cancel, gettext_lazy("The event is cancelled."), forms.SeenReasonForm, previews.cancelling
    ),
    "agree": FormStep(
        planning.agree_to_rating, gettext_lazy("It is agreed: the event is rated."), forms.ReasonForm, previews.agreeing
    ),
    "throw-away": FormStep(
        planning.throw_away, gettext_lazy("The draft is thrown away."), forms.SeenForm, previews.throwing_away
    ),
    "call-off": FormStep(
        planning.call_off,
        gettext_lazy("The event is called off. Everybody who has entered is told."),
        forms.SeenReasonForm,
        previews.cancelling,
    ),
    "cut": FormStep(_cut, gettext_lazy("A section is cut. Look at it, then confirm it."), forms.CutForm),
    "approve": FormStep(
        _decide_application("approve"), gettext_lazy("It is approved. The organiser is told."), forms.ReasonForm
    ),
    "refuse": FormStep(
        _decide_application("refuse"), gettext_lazy("It is refused. The organiser is told."), forms.ReasonForm
    ),
    "refer": FormStep(_decide_application("refer"), gettext_lazy("It is referred to Congress."), forms.ReasonForm),
}
"""The steps of an event, by their names in addresses."""


ADMIT_TO_VACANCY = FormStep(vacancies.admit, gettext_lazy("The player is admitted, and told by mail."), forms.AdmitForm)


# -- an entry ---------------------------------------------------------------------------------------------------------


CONFIRM_ENTRY = FormStep(admitting.confirm, gettext_lazy("Confirmed."))


# -- the division of an event, and its start lists ---------------------------------------------------------------------


def _propose(pk: int, *, sizes: Sequence[int], **given: Any) -> object:
    return dividing.propose(pk, sizes, **given)


def _exchange(pk: int, *, one: int, other: int, exchanges: int | None, **given: Any) -> object:
    return dividing.exchange(pk, one, other, seen=exchanges, **given)


DIVISION_STEPS: dict[str, FormStep] = {
    "propose": FormStep(_propose, gettext_lazy("Sections are proposed."), forms.SizesForm),
    "exchange": FormStep(
        _exchange, gettext_lazy("They have changed places. Look at the judgement."), forms.ExchangeForm
    ),
    "confirm": FormStep(dividing.confirm, gettext_lazy("Sections are confirmed."), forms.SeenForm, previews.confirming),
    "open-again": FormStep(
        dividing.open_again,
        gettext_lazy("The division is open again: exchange players, then confirm it anew."),
        forms.SeenForm,
        previews.dividing_again,
    ),
}
"""The steps of the division of an event into sections."""

POST_START_LISTS = FormStep(
    posting.post,
    gettext_lazy("The start lists are posted, and the seed is revealed. Everybody is told."),
    forms.SeenForm,
    previews.posting_all,
)


def _name_director(pk: int, *, section: Sequence[int], director: User, **given: Any) -> object:
    return directing.name_director(pk, section, director, **given)


NAME_DIRECTOR = FormStep(_name_director, gettext_lazy("The director is named, and told so."), forms.NameDirectorForm)


# -- a section --------------------------------------------------------------------------------------------------------


def _by_number(service: Callable[..., object]) -> Callable[..., object]:
    """Return a service of a section that takes its row."""
    return lambda section, **given: service(section.pk, **given)


def _fill(_section: Section, *, seat: int, entry: int, **given: Any) -> object:
    return posting.fill(seat, entry, **given)


def _leave_empty(_section: Section, *, seat: int, **given: Any) -> object:
    return posting.leave_empty(seat, **given)


def _carry_out(section: Section, *, step: Sequence[int], all: str, actor: User, **given: Any) -> int:  # noqa: A002 - the field
    numbers = [consequence.row.pk for consequence in settling_page(section, actor).may_do_all] if all else step
    return settling.carry_out_all(section.pk, numbers, actor=actor, **given)


def _carried_out(number: int) -> str:
    return ngettext("%(n)d step is carried out.", "%(n)d steps are carried out.", number) % {"n": number}


def _of_consequence(service: Callable[..., object]) -> Callable[..., object]:
    """Return a service of one step that follows from a section."""
    return lambda _section, *, step, **given: service(step, **given)


SECTION_STEPS: dict[str, FormStep] = {
    "confirm": FormStep(
        _by_number(cutting.confirm_section),
        gettext_lazy("The section is confirmed, and its players are seated."),
        forms.SeenForm,
        previews.confirming_section,
    ),
    "give-up": FormStep(
        _by_number(cutting.undo_section),
        gettext_lazy("Its players wait again, in their old places."),
        forms.SeenReasonForm,
        previews.giving_up,
    ),
    "post": FormStep(
        _by_number(posting.post_section),
        gettext_lazy("The start list is posted. Its players are told."),
        forms.SeenForm,
        previews.posting_one,
    ),
    "fill": FormStep(_fill, gettext_lazy("The seat is taken. Post the start list again."), forms.FillForm),
    "leave-empty": FormStep(
        _leave_empty, gettext_lazy("The seat stays empty. Post the start list again."), forms.LeaveEmptyForm
    ),
    "carry-out": FormStep(_carry_out, _carried_out, forms.ConsequencesForm, previews.carrying_out),
    "dismiss": FormStep(
        _of_consequence(settling.dismiss),
        gettext_lazy("It is not carried out. The reason stands in the journal."),
        forms.ConsequenceForm,
    ),
    "take-back": FormStep(
        _of_consequence(settling.take_back), gettext_lazy("It is taken back."), forms.ConsequenceForm
    ),
    "choose": FormStep(_of_consequence(settling.choose), gettext_lazy("It is decided."), forms.ChooseForm),
    "settle": FormStep(
        _by_number(settling.settle), gettext_lazy("The section is settled."), forms.SeenForm, previews.settling
    ),
    "open-again": FormStep(
        _by_number(settling.open_again),
        gettext_lazy("The section is open again."),
        forms.SeenReasonForm,
        previews.opening_again,
    ),
    "adjudicate": FormStep(
        adjudicating.call_adjudication,
        gettext_lazy("All games that still run are called to adjudication. Their players are told."),
        preview=previews.adjudicating,
    ),
}
"""The steps of a section, by their names in addresses."""


# -- Replacement status -----------------------------------------------------------------------------------------------


def _decide_status(action: str) -> Callable[..., object]:
    return lambda pk, **given: replacement_status.decide_on(pk, action, **given)


ASK_STATUS = FormStep(
    replacement_status.ask,
    gettext_lazy("You have asked. Your director decides first, then the Qualifications Commissioner."),
)
STATUS_STEPS: dict[str, FormStep] = {
    "agree": FormStep(
        _decide_status("agree"),
        gettext_lazy("You agree. Now the Qualifications Commissioner decides."),
        forms.ReasonForm,
    ),
    "consent": FormStep(
        _decide_status("consent"),
        gettext_lazy("Replacement status is granted. Norms are computed anew."),
        forms.ReasonForm,
    ),
    "refuse": FormStep(
        _decide_status("refuse"),
        gettext_lazy("It is refused. The reason stands in the journal."),
        forms.ReasonForm,
    ),
}
"""The decisions on a request, by their names in addresses."""
