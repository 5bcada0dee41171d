"""The form of the Ratings Commissioner for a start rating before the start lists."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.ratings.columns import MAX_RATING
from slowmate.server.events.queries.start_ratings import StartRating
from slowmate.server.events.services.locking import LONGEST_REASON


class StartRatingForm(forms.Form):
    """A player of the event, the rating they start with, and why."""

    player = forms.TypedChoiceField(
        label=_("Player"), coerce=int, error_messages={"invalid_choice": _("Choose a player of this event.")}
    )
    rating = forms.IntegerField(label=_("Start rating"), min_value=1, max_value=int(MAX_RATING))
    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It stands in the journal of the event."),
    )  # fmt: skip

    def __init__(self, *args: Any, lines: Sequence[StartRating], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(line.player.pk, f"{line.player.name} ({line.rating or '–'})") for line in lines]
        self.fields["player"].choices = choices  # type: ignore[attr-defined]
