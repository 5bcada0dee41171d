"""What a player asks of the director."""

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.correspondence.models import MISCONDUCT, Report


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
