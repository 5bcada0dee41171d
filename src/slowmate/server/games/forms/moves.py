"""Forms of moves and claims. The rules judge the text of a move, so these forms accept any."""

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.play.events import ClaimKind
from slowmate.server.games.forms.postal import ReceivedForm
from slowmate.server.site.fields import RowNumberField, TypedTextField

MAX_MOVE_TEXT = 200


class MoveForm(forms.Form):
    """A move, an offer of a draw with it, and how many moves the player saw."""

    move = TypedTextField(MAX_MOVE_TEXT)
    offer = forms.BooleanField(required=False)
    ply = RowNumberField(missing=None)


class ClaimForm(ReceivedForm):
    """A claim, with a move that would bring it about. *ply*: the player has confirmed that move."""

    claim = forms.TypedChoiceField(
        choices=[(kind, kind) for kind in ClaimKind],
        coerce=ClaimKind,
        error_messages={"required": _("Choose what you claim."), "invalid_choice": _("Choose what you claim.")},
    )
    intended = TypedTextField(20)
    ply = RowNumberField(missing=None)

    field_order = ("claim",)

    def typed(self, name: str) -> str:
        """Return what was typed into a field; empty on the first look at the form."""
        return str(self[name].value() or "")[:MAX_MOVE_TEXT]
