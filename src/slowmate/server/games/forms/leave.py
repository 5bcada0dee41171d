"""The days of leave."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.site.fields import DayField


class LeaveButtonForm(forms.Form):
    """The pressed button: *end* ends leave, the other takes it."""

    end = forms.BooleanField(required=False)


class LeaveForm(forms.Form):
    """The days of leave, which are days in UTC: *today* is the day there."""

    first = DayField(label=_("First day"))
    last = DayField(label=_("Last day"))

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first"].initial = today
        for field in self.fields.values():
            field.widget.attrs["min"] = today.isoformat()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("first") and data.get("last") and data["last"] < data["first"]:
            raise forms.ValidationError(_("The last day comes before the first."))
        return data
