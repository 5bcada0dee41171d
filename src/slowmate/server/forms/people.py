"""One's own data, preferences and leave."""

from typing import Any, ClassVar
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.models import Player, User


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when it runs
    class Meta:
        model = Player
        fields: ClassVar = ["name", "federation", "iccf_id", "fide_id", "sex", "birth_year", "about"]
        widgets: ClassVar = {"about": forms.Textarea(attrs={"rows": 4})}
        help_texts: ClassVar = {
            "federation": _("Three letters, such as CZE."),
            "sex": _("Not shown to others; some events are for women only."),
            "birth_year": _("Not shown to others; some events are for certain ages."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sex"].choices = [("", _("not said")), *Player.Sex.choices]  # type: ignore[attr-defined]

    def clean_federation(self) -> str:
        code: str = self.cleaned_data["federation"].upper()
        if code and not (code.isascii() and code.isalpha() and len(code) == 3):
            raise forms.ValidationError(_("A federation is three letters, such as CZE."))
        return code

    def clean_iccf_id(self) -> str | None:
        return self.cleaned_data["iccf_id"] or None

    def clean_fide_id(self) -> str | None:
        return self.cleaned_data["fide_id"] or None


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    language = forms.ChoiceField(label=_("Language"), choices=[("en", "English"), ("cs", "Čeština")])
    zone = forms.ChoiceField(label=_("Time zone"))

    class Meta:
        model = User
        fields: ClassVar = ["language", "zone", "mail_mode", "theme", "board", "pieces"]
        labels: ClassVar = {
            "mail_mode": _("News by mail"),
            "theme": _("Light or dark pages"),
            "board": _("Colour of the board"),
            "pieces": _("Pieces on the board"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zone"].choices = [(zone, zone) for zone in sorted(available_timezones())]  # type: ignore[attr-defined]


class LeaveForm(forms.Form):
    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("first") and data.get("last") and data["last"] < data["first"]:
            raise forms.ValidationError(_("The last day comes before the first."))
        return data
