"""Accounts: signing up, deleting, tokens and offices."""

from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm as AllauthChangePasswordForm
from allauth.account.forms import ResetPasswordKeyForm as AllauthResetPasswordKeyForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.models import Token, User
from slowmate.server.people.models import Player
from slowmate.server.people.validators import name_of_person
from slowmate.server.site.fields import FederationField, ZoneField


class SignupForm(AllauthSignupForm):  # type: ignore[misc]  # allauth is untyped
    """The e-mail address and password are allauth's fields; the name under which one plays is ours."""

    name = forms.CharField(label=_("Your name, as your opponents see it"), max_length=120, validators=[name_of_person])
    federation = FederationField(label=_("Your federation, if you have one"))
    zone = ZoneField(label=_("Your time zone"), widget=forms.Select(attrs={"data-zone-choice": True}))
    field_order: ClassVar[list[str]] = ["name", "federation", "zone", "email", "password1", "password2"]

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """An account, or none where the address has one. A password is hashed in both cases: what takes longest would
        tell which it was."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return saved

    def save(self, request: HttpRequest) -> User:
        user: User = super().save(request)
        user.language = get_language() or "en"
        user.zone = self.cleaned_data["zone"]
        user.save(update_fields=["language", "zone"])
        Player.objects.create(
            user=user, name=self.cleaned_data["name"].strip(), federation=self.cleaned_data["federation"]
        )
        return user


class ResetPasswordKeyForm(AllauthResetPasswordKeyForm):  # type: ignore[misc]
    """A new password for somebody who followed the link in a mail."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _name_new_password(self)


class ChangePasswordForm(AllauthChangePasswordForm):  # type: ignore[misc]
    """A new password instead of the present one."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["oldpassword"].label = _("Your present password")
        _name_new_password(self)


def _name_new_password(form: forms.Form) -> None:
    for name, label in (("password1", _("The new password")), ("password2", _("The new password once more"))):
        form.fields[name].label = label
        form.fields[name].widget.attrs.pop("placeholder", None)


class PasswordForm(forms.Form):
    """What is asked once more before something that matters; wrong answers count as failed sign-ins."""

    password = forms.CharField(
        label=_("Your password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise forms.ValidationError(_("That is not your password."))
        return password


class TokenForm(PasswordForm):
    """A token: which program, and what it may do. It outlives the session, so the password is asked for."""

    name = forms.CharField(label=_("Program that will use it"), max_length=60)
    scope = forms.ChoiceField(label=_("It may"), choices=Token.Scope.choices, initial=Token.Scope.READ)
    field_order = ("name", "scope", "password")
