"""What a challenge asks for."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.models import Challenge, Player

CONTROLS = [
    ("classic-10-50", _("10 moves in 50 days")),
    ("classic-10-30", _("10 moves in 30 days")),
    ("fischer-30-3", _("30 days and 3 days more for each move")),
    ("fischer-10-1", _("10 days and 1 day more for each move")),
    ("triple-block-4", _("Triple Block: 50 days, bank 50, 4 days more for each move")),
    ("triple-block-5", _("Triple Block: 50 days, bank 75, 5 days more for each move")),
    ("fixed-3", _("3 days a move")),
    ("fixed-7", _("7 days a move")),
]


class ChallengeForm(forms.Form):
    """A game or a match of two against a player, or against whoever accepts."""

    opponent = forms.CharField(label=_("Opponent (leave empty for anybody)"), required=False, max_length=120)
    control = forms.ChoiceField(label=_("Time"), choices=CONTROLS)
    colour = forms.ChoiceField(label=_("Your colour"), choices=Challenge.Colour.choices, initial=Challenge.Colour.LOT)
    games = forms.ChoiceField(
        label=_("How many"), choices=[("1", _("one game")), ("2", _("two games, one with each colour"))]
    )
    chess960 = forms.IntegerField(label=_("Chess960 position (0 to 959)"), required=False, min_value=0, max_value=959)
    fen = forms.CharField(label=_("Starting position (FEN)"), required=False, max_length=100)
    words = forms.CharField(label=_("A word to your opponent"), required=False, max_length=500)

    def __init__(self, *args: Any, me: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.me = me

    def clean_opponent(self) -> Player | None:
        name = self.cleaned_data["opponent"].strip()
        if not name:
            return None
        found = list(Player.objects.filter(name__iexact=name).exclude(pk=self.me.pk)[:2])
        if not found:
            raise forms.ValidationError(_("There is no player of that name. Search under Players."))
        if len(found) > 1:
            raise forms.ValidationError(_("Several players have that name. Challenge from the player's own page."))
        return found[0]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("chess960") is not None and data.get("fen"):
            raise forms.ValidationError(_("Choose a Chess960 position or a FEN, not both."))
        return data
