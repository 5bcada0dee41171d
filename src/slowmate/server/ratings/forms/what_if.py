"""The choice of a list or player and of other rules, kept in the address."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.people.forms import PlayerField
from slowmate.server.ratings.models import RatingList
from slowmate.server.ratings.text import RULES

SORTS = ("", "gains", "losses")


class WhatIfForm(forms.Form):
    """A system, and a list or a player."""

    rules = forms.ChoiceField(label=_("Under the"), choices=list(RULES.items()))
    list = forms.ChoiceField(label=_("List"), required=False)
    player = PlayerField(
        label=_("Or a player's whole history"),
        help_text="",
        required=False,
        takes_part=True,
        widget=forms.TextInput(attrs={"placeholder": _("number or name")}),
    )

    def __init__(self, data: Any, *, lists: Sequence[RatingList], initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.fields["list"].choices = [("", _("the newest")), *((row.slug, str(row)) for row in lists)]  # type: ignore[attr-defined]
