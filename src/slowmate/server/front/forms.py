"""What is sent from the front page: the theme of a visitor, and the mail that an administrator releases."""

from django import forms

from slowmate.server.accounts.models import User


class ThemeForm(forms.Form):
    """Light or dark, and the page to go back to."""

    theme = forms.ChoiceField(choices=User.Theme.choices)
    next = forms.CharField(required=False)


class ReleaseMailForm(forms.Form):
    """Which held mail goes: with what came from the backup, or without it."""

    with_backup = forms.BooleanField(required=False)
