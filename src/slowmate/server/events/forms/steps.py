"""Forms of the steps of events and sections: the state that was seen, a reason, a day, ticked rows."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.events.forms.running import DirectorForm
from slowmate.server.events.services.locking import LONGEST_REASON
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.fields import DayField, RowNumberField, RowNumbersField, SeenField

MAX_SECTIONS = 200


class WhatForm(forms.Form):
    """The step that a page sends, where several share its address."""

    what = forms.CharField(required=False)


class SeenForm(forms.Form):
    """A step that needs no more than that nothing has changed since the page was shown."""

    seen = SeenField()


class ReasonField(forms.CharField):
    """Why something is decided; services say where one is required."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            max_length=LONGEST_REASON,
            required=False,
            error_messages={"max_length": _("The reason is too long.")},
            **options,
        )


class ReasonForm(forms.Form):
    """A decision with its reason."""

    reason = ReasonField()


class SeenReasonForm(SeenForm):
    """A decision with its reason, about something in the state that the page showed."""

    reason = ReasonField()


def _day(words: Any) -> DayField:
    return DayField(error_messages={"required": words, "invalid": words})


class MovedDayForm(SeenReasonForm):
    """Another day for the deadline or the start, and why."""

    day = _day(_("Say which day."))


class CutForm(forms.Form):
    """The start of a section that is cut from a queue, and how many sections there were when the page was shown."""

    start = _day(_("Say when the section starts."))
    sections = RowNumberField(missing=None)


class FillForm(forms.Form):
    """An empty seat, and the entry that takes it."""

    seat = RowNumberField()
    entry = RowNumberField()


class LeaveEmptyForm(ReasonForm):
    """A seat that stays empty."""

    seat = RowNumberField()


class ConsequenceForm(ReasonForm):
    """One step that follows from a result."""

    step = RowNumberField()


class ConsequencesForm(forms.Form):
    """The steps that follow from results and were ticked, or all that can be carried out."""

    step = RowNumbersField()
    all = forms.CharField(required=False)


class ChooseForm(ConsequenceForm):
    """The players chosen among equals."""

    chosen = RowNumbersField()


class NameDirectorForm(DirectorForm):
    """A director for the ticked sections."""

    section = RowNumbersField()

    def clean(self) -> dict[str, Any]:
        """Say one thing of both, as the page does not tell them apart."""
        if self.errors or not self.cleaned_data["section"]:
            self.errors.clear()
            self.add_error(None, _("Choose a director, and tick the sections."))
        return self.cleaned_data


class SizesForm(SeenForm):
    """The sizes of sections, as the page sends them: 13,13,15."""

    sizes = forms.CharField(error_messages={"required": _("Choose one of the ways to form sections.")})

    def clean_sizes(self) -> list[int]:
        numbers = [parse_positive_int(part) for part in self.cleaned_data["sizes"].split(",")[:MAX_SECTIONS]]
        sizes = [number for number in numbers if number is not None]
        if len(sizes) < len(numbers):
            raise forms.ValidationError(self.fields["sizes"].error_messages["required"])
        return sizes


class ExchangeForm(forms.Form):
    """Two entries that change places, and how many exchanges there had been when the page was shown."""

    one = RowNumberField()
    other = RowNumberField()
    exchanges = RowNumberField(missing=None)


class AdmitForm(ReasonForm):
    """A player admitted to a vacant place, and why."""

    player = RowNumberField()


class PutOffForm(forms.Form):
    """The Final for which a right is put off."""

    final = RowNumberField()
