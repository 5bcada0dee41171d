"""Entering an event, and the player whom a delegate enters."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.models import User
from slowmate.server.events.permissions import may_enter_player
from slowmate.server.people.forms import PlayerField
from slowmate.server.people.models import Player


class EnterForm(forms.Form):
    """The one button: *seen* is what the rules said on the page where it stands."""

    seen = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    words = forms.CharField(
        label=_("To whoever runs the event (not needed)"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, has_words: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_words:
            del self.fields["words"]


class WhomForm(forms.Form):
    """The player whom a delegate enters, of their federation."""

    player = PlayerField(
        label=_("A player of your federation"), help_text=_("The name as it stands under Players, or the number.")
    )

    def __init__(self, *args: Any, actor: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.actor = actor

    def clean_player(self) -> Player:
        player: Player = self.cleaned_data["player"]
        if not may_enter_player(self.actor, player):
            raise forms.ValidationError(_("That player is not of your federation."))
        return player
