"""Steps that people take by POST: a form cleans what they send, a service acts, a sentence says what was done.

A slice has a table of its steps, by their names in addresses, and takes each with `take_step`:

    STEPS = {"extend": FormStep(planning.extend, gettext_lazy("Entries are open until the new day."), DayForm)}

The service is called with the subject, the cleaned fields by their names, *actor* and *at*.

A step that binds many people has a preview: it is shown first what the step will do and to how many, and the second
press, which sends `CONFIRMED`, takes it. For the preview the service is called in a transaction that is rolled back, so
that whatever stands against the step is said at once, and the numbers are those of the step itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise

from slowmate.rulebook import Ground, Refused
from slowmate.server.site import clock
from slowmate.server.site.desk_items import back_url, return_url
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from slowmate.server.site.text import sentence

MAX_GROUNDS = 6
"""Grounds in one message."""

Problem = Refused | Stale | Unfit


CONFIRMED = "confirmed"
"""The field that the second press sends: the person has seen the preview."""


class NoFields(forms.Form):
    """The form of a step that needs nothing but its subject."""


@dataclass(frozen=True, slots=True)
class StepPreview:
    """What a step will do, as it is shown before the step binds."""

    question: str
    lines: Sequence[str]
    """What will happen, to how many; one sentence each."""
    button: str
    grounds: Sequence[Ground] = ()
    is_danger: bool = False
    sends: Mapping[str, Sequence[str]] | None = None
    """Fields that the second press sends instead of those that were sent first."""


@dataclass(frozen=True, slots=True)
class FormStep:
    """One row of a table of steps."""

    service: Callable[..., Any]
    done: str | Promise | Callable[[Any], str]
    """The message afterwards. A function gets the result of the service."""
    form: type[forms.Form] = NoFields
    preview: Callable[..., StepPreview | None] | None = None
    """Called with the subject, the cleaned fields, *actor*, *at* and the *result* of the service, before that is rolled
    back. None: this step needs no preview."""

    def done_words(self, result: Any) -> str:
        return self.done(result) if callable(self.done) else str(self.done)


def take_step(
    request: HttpRequest,
    step: FormStep,
    subject: Any,
    *,
    actor: Any,
    page: str,
    form: forms.Form | None = None,
    explain: Callable[[Problem], str] | None = None,
    on_invalid: Callable[[forms.Form], HttpResponse] | None = None,
    on_problem: Callable[[Problem], HttpResponse] | None = None,
) -> HttpResponse:
    """Take a step, say so and go on: to *page*, or back to the desk for those who came from there.

    A step with a preview is previewed first, and taken once the preview was confirmed. A problem is one message on
    *page*, and nothing is done; *explain* words it where `problem_words` does not suffice.
    Pages that show it beside a form give *on_invalid* and *on_problem*. *form* is bound already, where it needs more
    than what was sent. Raises Http404 where the actor may not take the step.
    """
    form = step.form(request.POST) if form is None else form
    if not form.is_valid():
        return on_invalid(form) if on_invalid else _wrong(request, first_error(form), page)
    given = {**form.cleaned_data, "actor": actor, "at": clock.now()}
    try:
        preview = None if CONFIRMED in request.POST else _preview(step, subject, given)
        if preview is not None:
            return _show_preview(request, preview, page)
        result = step.service(subject, **given)
    except NotAllowed:
        raise Http404 from None
    except (Refused, Stale, Unfit) as problem:
        if on_problem:
            return on_problem(problem)
        level = messages.WARNING if isinstance(problem, Stale) else messages.ERROR
        return _wrong(request, (explain or problem_words)(problem), page, level=level)
    messages.success(request, step.done_words(result))
    return redirect(return_url(request, otherwise=page))


def _preview(step: FormStep, subject: Any, given: Mapping[str, Any]) -> StepPreview | None:
    """Take a step, preview its result, and undo it; raise what stands against it.

    Its instant is a microsecond off the clock, which counts in seconds: a preview finds by it what the step wrote.
    """
    if step.preview is None:
        return None
    given = {**given, "at": given["at"].replace(microsecond=1)}
    with transaction.atomic():
        result = step.service(subject, **given)
        preview = step.preview(subject, **given, result=result)
        transaction.set_rollback(True)
    return preview


def _show_preview(request: HttpRequest, preview: StepPreview, page: str) -> HttpResponse:
    sends = {name: request.POST.getlist(name) for name in request.POST if name != "csrfmiddlewaretoken"}
    context = {
        "preview": preview,
        "sends": [(name, value) for name, values in (sends | dict(preview.sends or {})).items() for value in values],
        "confirmed": CONFIRMED,
        "address": request.get_full_path(),
        "back": back_url(request, otherwise=page),
    }
    return render(request, "site/step_preview.html", context)


def cleaned(form_class: type[forms.Form], sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a form of hidden fields says, none of which can be wrong."""
    form = form_class(sent)
    form.is_valid()
    return form.cleaned_data


def first_error(form: forms.Form) -> str:
    """Return the first thing that is wrong with a form."""
    return next(str(error) for errors in form.errors.values() for error in errors)


def problem_words(problem: Problem) -> str:
    """Put a problem into words: of a refusal the grounds that do not hold, with their clauses."""
    if not isinstance(problem, Refused):
        return str(problem)
    against = [ground for ground in problem.grounds if ground.facts.get("holds") is not True]
    return " ".join(f"{sentence(ground)} ({ground.clause.address})" for ground in against[:MAX_GROUNDS])


def _wrong(request: HttpRequest, words: str, page: str, *, level: int = messages.ERROR) -> HttpResponse:
    messages.add_message(request, level, words)
    return redirect(page)
