"""What players send beside their moves: notes, messages, variations, conditional moves and requests to the director."""

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.correspondence.models import MISCONDUCT, Report
from slowmate.server.site.fields import RowNumberField, TypedTextField

MAX_VARIATION = 2000
"""Characters of a variation, at most."""
MAX_TEXT = 100_000
"""Characters read of a text; the service that stores it says how many it takes."""


class TextForm(forms.Form):
    """Notes or a message, below the game at a half-move."""

    text = TypedTextField(MAX_TEXT)
    ply = TypedTextField(20)


class VariationForm(forms.Form):
    """A variation from a half-move of the game, with its name and what the player thinks of it."""

    moves = TypedTextField(MAX_VARIATION)
    name = TypedTextField(MAX_TEXT)
    comment = TypedTextField(MAX_TEXT)
    ply = TypedTextField(20)


class ConditionalsForm(forms.Form):
    """Conditional moves, one line of text for each line of moves."""

    lines = TypedTextField(MAX_TEXT)


class SubjectForm(forms.Form):
    """The message that a request is about, if it is about one."""

    message = RowNumberField(missing=None)


class RequestForm(forms.Form):
    """What a player asks of the director."""

    kind = forms.ChoiceField(label=_("What is it about?"), choices=Report.Kind.choices, widget=forms.RadioSelect)
    misconduct = forms.ChoiceField(
        label=_("If it is your opponent's conduct: what is it?"),
        choices=[("", _("something else")), *MISCONDUCT],
        required=False,
    )
    text = forms.CharField(
        label=_("What do you ask of the director?"), max_length=2000, widget=forms.Textarea(attrs={"rows": 5})
    )
