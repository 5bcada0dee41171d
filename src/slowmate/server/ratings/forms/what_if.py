"""The choice of a list or player and of other rules, kept in the address."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.people.models import Player
from slowmate.server.people.queries import MAX_NAMESAKES, namesakes
from slowmate.server.people.text import player_label
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.text import RULES
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.folding import folded

SORTS = ("", "gains", "losses")


class WhatIfForm(forms.Form):
    """A system, and a list or a player."""

    rules = forms.ChoiceField(label=_("Under the"), choices=list(RULES.items()))
    list = forms.ChoiceField(label=_("List"), required=False)
    player = forms.CharField(
        label=_("Or a player's whole history"),
        required=False,
        max_length=120,
        widget=forms.TextInput(attrs={"placeholder": _("number or name")}),
    )

    def __init__(self, data: Any, *, lists: Sequence[RatingList], initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.fields["list"].choices = [("", _("the newest")), *((row.slug, str(row)) for row in lists)]  # type: ignore[attr-defined]

    def clean_player(self) -> Player | None:
        text = self.cleaned_data["player"].strip()
        if not text:
            return None
        number = parse_positive_int(text)
        rows = namesakes(text) if number is None else Player.objects.filter(pk=number)
        candidates = [*rows[:MAX_NAMESAKES]]
        same = [player for player in candidates if number is not None or player.folded == folded(text)]
        if len(same) == 1 or len(candidates) == 1:
            return (same or candidates)[0]
        if not candidates:
            raise forms.ValidationError(_("There is no such player."))
        raise forms.ValidationError(
            _("Which of these players do you mean? Give the number: %(players)s."),
            params={"players": "; ".join(player_label(player) for player in candidates)},
        )
