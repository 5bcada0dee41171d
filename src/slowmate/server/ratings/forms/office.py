"""The forms of the Ratings Commissioner."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.ratings.columns import MAX_RATING
from slowmate.server.games.queries.origin import GameOrigin
from slowmate.server.games.text import origin_words
from slowmate.server.people.forms import PlayerField
from slowmate.server.ratings.models import Adjustment, RatingList
from slowmate.server.ratings.queries.office import Adjustable
from slowmate.server.site.fields import DayField, RowNumberField

MAX_REASON_LENGTH = 500


class PlayerSearch(forms.Form):
    """The player whose rating the office adjusts."""

    player = PlayerField()


def reason_field(label: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=MAX_REASON_LENGTH, widget=forms.Textarea(attrs={"rows": 3}))


class AdjustmentForm(forms.Form):
    """One adjustment of one player. Item 5 is offered if the rules of the list have it."""

    kind = forms.ChoiceField(label=_("What"), widget=forms.RadioSelect)
    value = forms.IntegerField(label=_("Start rating"), required=False, min_value=1, max_value=int(MAX_RATING))
    event = forms.ChoiceField(label=_("In which event"), required=False)
    since = DayField(label=_("In games that finish from this day on"), required=False)
    reason = reason_field(_("Reason (the player reads it)"))

    def __init__(self, *args: Any, row: RatingList, adjustable: Adjustable, has_item_5: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(kind.value, kind.label) for kind in Adjustment.Kind if has_item_5 or kind != Adjustment.Kind.ITEM_5]
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]
        self.fields["kind"].initial = Adjustment.Kind.START_RATING
        events = [(key, _event_words(key, origin, start)) for key, origin, start in adjustable.events]
        self.fields["event"].choices = [("", _("all events of the player")), *events]  # type: ignore[attr-defined]
        self.fields["since"].initial = row.results_from

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        says_none = cleaned.get("value") is None and "value" not in self.errors
        if cleaned.get("kind") == Adjustment.Kind.START_RATING and says_none:
            self.add_error("value", _("Say which start rating counts instead."))
        return cleaned


def _event_words(key: str, origin: GameOrigin | None, start: int | None) -> str:
    """Name an event, with its start rating if there is one."""
    name = origin_words(origin) if origin else key
    return f"{name} ({start})" if start else name


class ListReasonForm(forms.Form):
    """The reason for a revision or for a withdrawn adjustment."""

    reason = reason_field(_("Reason"))


class ListVersionForm(forms.Form):
    """The version of a list that the commissioner saw; 0 if none was sent."""

    version = RowNumberField()
