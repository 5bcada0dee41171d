"""Forms of challenges."""

from typing import Any

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext_lazy as _

from slowmate.server.games.models import Challenge
from slowmate.server.games.terms import PRESETS
from slowmate.server.people.models import Player
from slowmate.server.people.queries import namesakes
from slowmate.server.people.text import player_label
from slowmate.server.site.folding import folded
from slowmate.server.site.text import control_words

MOST_OFFERED = 20
"""Players to choose from where a name is not enough."""

STARTS = ("chess960", "fen")


def controls() -> list[tuple[str, str]]:
    """Return the time controls to choose from, in the words of the page of the game."""
    return [(key, control_words(control)) for key, control in PRESETS.items()]


class ChallengeForm(forms.Form):
    """A game or a match of two against one player, or an open challenge.

    The link on a player's page has that player's number; it counts as long as the name stays.
    """

    opponent = forms.CharField(
        label=_("Opponent"), help_text=_("Leave it empty for anybody."), required=False, max_length=120
    )
    player = forms.IntegerField(label=_("Players of that name"), required=False, widget=forms.HiddenInput)
    control = forms.ChoiceField(label=_("Time"), choices=controls)
    colour = forms.ChoiceField(label=_("Your colour"), choices=Challenge.Colour.choices, initial=Challenge.Colour.LOT)
    games = forms.ChoiceField(
        label=_("How many"), choices=[("1", _("one game")), ("2", _("two games, one with each colour"))]
    )
    words = forms.CharField(label=_("A word to your opponent"), required=False, max_length=500)
    chess960 = forms.IntegerField(label=_("Chess960 position (0 to 959)"), required=False, min_value=0, max_value=959)
    fen = forms.CharField(label=_("Starting position (FEN)"), required=False, max_length=100)

    def __init__(self, *args: Any, me: Player, to: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.me = me
        if to is not None:
            self.initial.update(opponent=to.name, player=to.pk)
            self.fields["opponent"].help_text = escape(player_label(to))  # forms take it for markup

    @property
    def usual(self) -> list[forms.BoundField]:
        """The fields shown to everybody."""
        return [field for field in self.visible_fields() if field.name not in STARTS]

    @property
    def starts(self) -> list[forms.BoundField]:
        """The fields of another first position, for the few who want it."""
        return [self[name] for name in STARTS]

    @property
    def has_start(self) -> bool:
        return any(field.value() not in (None, "") or field.errors for field in self.starts)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        name = data.get("opponent")
        try:
            data["opponent"] = self._opponent(name, data.get("player")) if name else None
        except forms.ValidationError as unclear:
            self.add_error("opponent", unclear)
        if data.get("chess960") is not None and data.get("fen"):
            raise forms.ValidationError(_("Choose a Chess960 position or a FEN, not both."))
        return data

    def _opponent(self, name: str, chosen: int | None) -> Player:
        """Return the player of a name; of several, the chosen one, if that player has the name."""
        named = list(namesakes(name)[:MOST_OFFERED])
        others = [player for player in named if player != self.me]
        candidates = [player for player in named if player.pk == chosen] or others
        if self.me in candidates or (named and not others):
            raise forms.ValidationError(_("You cannot challenge yourself."))
        if not others:
            raise forms.ValidationError(_("There is no player of that name. Search under Players."))
        if len(candidates) == 1 and (candidates[0].pk == chosen or candidates[0].folded == folded(name)):
            return candidates[0]
        choices = [(player.pk, player_label(player)) for player in others]
        self.fields["player"].widget = forms.RadioSelect(choices=choices)
        if len(choices) == 1:  # chosen already: to send it again is enough
            self.data = {**{name: self.data[name] for name in self.data}, "player": str(choices[0][0])}
        raise forms.ValidationError(_("Which of these players do you mean?"))
