"""A row of the table of choices as a field of a form, and a value as that field shows it."""

from typing import Any

from django import forms

from slowmate.server.events.choices import Choice, Widget, default_of, option_text
from slowmate.server.site.fields import DayField

WIDGETS = {Widget.SELECT: forms.Select, Widget.RADIO: forms.RadioSelect}


def form_field(row: Choice) -> forms.Field:
    """Return the field that asks for a choice, as the row describes it."""
    shared = {
        "label": row.label,
        "help_text": row.hint,
        "required": row.is_required,
        "initial": shown_value(row, default_of(row)),
    }
    match row.widget:
        case Widget.NUMBER:
            least, most = (row.bounds.least, row.bounds.most) if row.bounds else (None, None)
            return forms.IntegerField(min_value=least, max_value=most, **shared)
        case Widget.TEXT:
            return forms.CharField(max_length=row.max_length, **shared)
        case Widget.LONG_TEXT:
            return forms.CharField(max_length=row.max_length, widget=forms.Textarea(attrs={"rows": 5}), **shared)
        case Widget.DAY:
            return DayField(**shared)
        case Widget.CHECKBOX:
            return forms.BooleanField(**shared)
        case Widget.SELECT | Widget.RADIO:
            values = {option_text(value): value for value, _words in row.options}
            return forms.TypedChoiceField(
                choices=[(option_text(value), words) for value, words in row.options],
                coerce=values.__getitem__,
                empty_value=None,
                widget=WIDGETS[row.widget],
                **shared,
            )


def shown_value(row: Choice, value: Any) -> Any:
    """Return a value as the field of a choice shows it."""
    return option_text(value) if row.options else value
