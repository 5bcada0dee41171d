"""Forms of a director for a substitute on a board of a team."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Section
from slowmate.server.events.permissions import may_place_substitute
from slowmate.server.events.queries.substitutes import TeamBoard
from slowmate.server.events.services.locking import LONGEST_REASON
from slowmate.server.people.forms import PlayerField
from slowmate.server.people.models import Player


class SubstituteForm(forms.Form):
    """A substitute and a board."""

    seat = forms.TypedChoiceField(label=_("Board"), coerce=int)
    player = PlayerField(
        label=_("Substitute"), help_text=_("The name as it stands under Players, or the player's number.")
    )

    def __init__(self, *args: Any, boards: Sequence[TeamBoard], section: Section, actor: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section, self.actor = section, actor
        self.fields["seat"].choices = [(board.seat.pk, board_words(board)) for board in boards]  # type: ignore[attr-defined]

    def clean_player(self) -> Player:
        player: Player = self.cleaned_data["player"]
        if not may_place_substitute(self.actor, self.section, player):
            raise forms.ValidationError(_("Nobody decides their own case."))
        return player


class PlaceForm(SubstituteForm):
    """The previewed player and board, unchanged, with the reason that everybody concerned reads."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Whom the captain named and why: everybody concerned reads it."),
    )
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("seat", "player"):
            self.fields[name].widget = forms.HiddenInput()


def board_words(board: TeamBoard) -> str:
    facts = {"team": board.team, "board": board.seat.board, "name": str(board.holder.name)}
    return str(_("%(team)s, board %(board)d: %(name)s") % facts)
