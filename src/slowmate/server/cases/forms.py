"""Forms of the steps of cases: the reason, how many steps the reader saw, and what a step asks besides."""

from django import forms

from slowmate.server.events.forms.steps import ReasonField
from slowmate.server.site.filters import FilterForm

OPEN, CLOSED = "open", "closed"


class StepForm(forms.Form):
    """A step of a case with its reason."""

    reason = ReasonField(widget=forms.Textarea(attrs={"rows": 2}))
    seen = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput())
    """How many steps the case had on the page."""


STEP_FORMS: dict[tuple[str, str], type[StepForm]] = {}
"""Steps that ask more than a reason, by procedure and step: a `StepForm` with fields of its own."""


def step_form(procedure: str, action: str) -> type[StepForm]:
    return STEP_FORMS.get((procedure, action), StepForm)


def asks_of(procedure: str, action: str) -> list[str]:
    """Return the names of what a step asks besides its reason."""
    return [name for name in step_form(procedure, action).base_fields if name not in StepForm.base_fields]


class CasesForm(FilterForm):
    """Which cases a list shows: open ones, closed ones, or all."""

    state = forms.ChoiceField(choices=[(OPEN, OPEN), (CLOSED, CLOSED)], required=False)

    @property
    def is_open(self) -> bool | None:
        state = self.chosen.get("state")
        return None if state is None else state == OPEN
