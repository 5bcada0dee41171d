"""How an account is deleted."""

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.forms import PasswordForm


class DeleteForm(PasswordForm):
    """How an account is deleted."""

    name = forms.ChoiceField(
        label=_("In your finished games you stay"),
        choices=[("keep", _("under your name")), ("former", _("as “Former player”, without name and numbers"))],
        widget=forms.RadioSelect,
        initial="keep",
    )
    resign = forms.BooleanField(label=_("Resign all my games that are not over"), required=False)
    field_order = ("name", "resign", "password")
