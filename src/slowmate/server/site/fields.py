"""Fields that several forms share: a length of time, a time zone, moves as people write them."""

import re
from datetime import timedelta
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

MOVE_NUMBER = re.compile(r"^(?:\d{1,3})?[.…]+")
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "*"})
_MOST = {"days": 3650, "hours": 23, "minutes": 59}


class TimeWidget(forms.MultiWidget):
    """Days, hours and minutes side by side, each with its name."""

    template_name = "site/time_widget.html"
    use_fieldset = True

    def __init__(self) -> None:
        made: dict[str, forms.Widget | type[forms.Widget]] = {
            name: forms.NumberInput(attrs={"min": 0, "max": most, "inputmode": "numeric"})
            for name, most in _MOST.items()
        }
        super().__init__(made)

    def decompress(self, value: timedelta | None) -> list[int | None]:
        if value is None:
            return [None, None, None]
        seconds = max(0, int(value.total_seconds()))
        return [seconds // 86_400, seconds % 86_400 // 3600, seconds % 3600 // 60]


class TimeField(forms.MultiValueField):
    """A length of time; nothing where nothing was filled in."""

    def __init__(self, **options: Any) -> None:
        parts = tuple(
            forms.IntegerField(required=False, min_value=0, max_value=most, localize=False) for most in _MOST.values()
        )
        super().__init__(parts, widget=TimeWidget(), require_all_fields=False, **options)

    def compress(self, data_list: list[int | None]) -> timedelta | None:
        if not data_list or all(part is None for part in data_list):
            return None
        days, hours, minutes = (part or 0 for part in data_list)
        return timedelta(days=days, hours=hours, minutes=minutes)


def typed_moves(text: str) -> tuple[str, ...]:
    """The moves of a text as people write them, move numbers and result left out.

    No file is called n, r, q or k, so that nf3 can only be the knight; b stays, because it may be a pawn.
    """
    words = (MOVE_NUMBER.sub("", word) for word in text.split())
    return tuple(
        word[0].upper() + word[1:] if word[0] in "nrqk" else word for word in words if word and word not in RESULTS
    )


def typed_move(text: str) -> str:
    """One move as people write it, its number left out: 23... Nf5. What is none stays, to be refused."""
    return " ".join(typed_moves(text)) or text.strip()


class MovesField(forms.CharField):
    """Moves one after the other, numbered or not."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=20_000, widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}), **options)

    def clean(self, value: str | None) -> tuple[str, ...]:
        return typed_moves(super().clean(value))


class MoveField(forms.CharField):
    """One move, numbered or not."""

    def clean(self, value: str | None) -> str:
        return typed_move(super().clean(value))


class DayField(forms.DateField):
    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options)


class InstantField(forms.DateTimeField):
    """A day and a time in the reader's own zone, to the minute."""

    def __init__(self, **options: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, **options)


@cache
def _zones() -> list[tuple[str, str]]:
    """Every time zone there is, by name. Kept, because they are read from many files."""
    return [(zone, zone.replace("_", " ")) for zone in sorted(available_timezones())]


class ZoneField(forms.ChoiceField):
    """A time zone; UTC where none is given."""

    def __init__(self, **options: Any) -> None:
        words = _("All times and deadlines are shown in it. UTC is the time of Greenwich, without summer time.")
        super().__init__(
            **{"label": _("Time zone"), "help_text": words, "initial": "UTC", "required": False, **options},
            choices=_zones,
        )

    def keep(self, zone: str) -> None:
        """Offer also a zone that was chosen when there were others, so that it is shown as it is."""
        if zone not in dict(_zones()):
            self.choices = [(zone, zone), *_zones()]

    def clean(self, value: str | None) -> str:
        return super().clean(value) or "UTC"
