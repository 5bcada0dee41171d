"""What a player asks of the director."""

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.correspondence.models import Report


class RequestForm(forms.Form):
    """What a player asks of the director."""

    kind = forms.ChoiceField(label=_("What is it about?"), choices=Report.Kind.choices, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What do you ask of the director?"), max_length=2000, widget=forms.Textarea(attrs={"rows": 5})
    )
