"""Forms of organisers: applications for approval, and directors of sections."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.models import User
from slowmate.server.games.queries.directors import in_office

LARGEST_PRIZE = 10_000_000


class ApplyForm(forms.Form):
    """An application for approval (section 12)."""

    prizes = forms.CharField(
        label=_("Prizes"),
        max_length=200,
        required=False,
        help_text=_("Amounts in whole units, such as 500, 300, 200; empty: no prizes."),
    )
    source = forms.CharField(label=_("Where the money comes from"), max_length=200, required=False)
    appearance_fees = forms.IntegerField(
        label=_("Appearance fees and other payments"), min_value=0, max_value=LARGEST_PRIZE, initial=0
    )
    words = forms.CharField(
        label=_("To the World Tournament Director"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    accords = forms.BooleanField(label=_("It accords with the principles and aims of the Statutes."), required=False)

    def clean_prizes(self) -> list[int]:
        text: str = self.cleaned_data["prizes"]
        numbers = [part for part in re.split(r"[\s,;]+", text) if part]
        if not all(part.isascii() and part.isdigit() and len(part) < 9 for part in numbers):
            raise forms.ValidationError(_("Give amounts in whole units, with commas between them."))
        return [int(part) for part in numbers]


class DirectorForm(forms.Form):
    """The director of sections."""

    director = forms.ModelChoiceField(
        User.objects.none(),
        label=_("Director"),
        error_messages={"invalid_choice": _("A director holds the office of one today."), "required": _("Choose one.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["director"]
        field.queryset = in_office().select_related("player").order_by("player__folded", "pk")  # type: ignore[attr-defined]
        field.label_from_instance = _named  # type: ignore[attr-defined]


def _named(user: User) -> str:
    player = getattr(user, "player", None)
    return f"{player.name} ({player.federation})" if player and player.federation else str(player or user.email)
