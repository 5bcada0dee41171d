"""Accounts: signing up, deleting, tokens and offices."""

from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from slowmate.server.digits import number_in
from slowmate.server.folding import folded
from slowmate.server.forms.fields import ZoneField
from slowmate.server.models import Office, Player, Token, User
from slowmate.server.queries.directors import in_office
from slowmate.server.validators import name_of_person


class SignupForm(AllauthSignupForm):  # type: ignore[misc]  # allauth is untyped
    """The e-mail address and password are allauth's fields; the name under which one plays is ours."""

    name = forms.CharField(label=_("Your name, as your opponents see it"), max_length=120, validators=[name_of_person])
    federation = forms.RegexField(
        label=_("Federation (three letters, if you have one)"), regex=r"^[A-Za-z]{3}$", required=False, max_length=3
    )
    zone = ZoneField(label=_("Your time zone"), widget=forms.Select(attrs={"data-zone-choice": True}))
    field_order: ClassVar[list[str]] = ["name", "federation", "zone", "email", "password1", "password2"]

    def save(self, request: HttpRequest) -> User:
        user: User = super().save(request)
        user.language = get_language() or "en"
        user.zone = self.cleaned_data["zone"]
        user.save(update_fields=["language", "zone"])
        Player.objects.create(
            user=user, name=self.cleaned_data["name"].strip(), federation=self.cleaned_data["federation"].upper()
        )
        return user


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


class TokenForm(PasswordForm):
    """A token: which program, and what it may do. It outlives the session, so the password is asked for."""

    name = forms.CharField(label=_("Program that will use it"), max_length=60)
    scope = forms.ChoiceField(label=_("It may"), choices=Token.Scope.choices, initial=Token.Scope.READ)
    field_order = ("name", "scope", "password")


class OfficeForm(forms.Form):
    """An office, for a person who plays here."""

    player = forms.CharField(label=_("Player (number or full name)"), max_length=120)
    kind = forms.ChoiceField(label=_("Office"), choices=Office.Kind.choices)
    federation = forms.RegexField(
        label=_("Federation (delegates only)"), regex=r"^[A-Za-z]{3}$", required=False, max_length=3
    )
    begins = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    ends = forms.DateField(
        label=_("Last day (empty: until it is ended)"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
    )

    def clean_player(self) -> Player:
        text = self.cleaned_data["player"].strip()
        rows = Player.objects.select_related("user").filter(user__is_active=True)
        number = number_in(text)
        found = list(rows.filter(**({"folded": folded(text)} if number is None else {"pk": number}))[:2])
        if len(found) != 1:
            raise forms.ValidationError(
                _("Several players have that name; give the number.") if found else _("No player with an account.")
            )
        return found[0]


class OfficeEndForm(forms.Form):
    """The last day of an office; for a director's, who directs his games from now on."""

    last = forms.DateField(error_messages=dict.fromkeys(("required", "invalid"), _("Say which day is the last one.")))
    successor = forms.ModelChoiceField(
        User.objects.none(),
        required=False,
        error_messages={"invalid_choice": _("Games go to another director who is in office.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["successor"].queryset = in_office()  # type: ignore[attr-defined]
