"""The data, picture and preferences of a person, and what administrators change of an account."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.accounts.models import User
from slowmate.server.games.queries.directors import in_office
from slowmate.server.people.models import Office, Player
from slowmate.server.people.queries import MAX_NAMESAKES, namesakes
from slowmate.server.people.text import player_label
from slowmate.server.people.validators import name_of_person
from slowmate.server.site import clock, piece_letters
from slowmate.server.site.digits import parse_positive_int
from slowmate.server.site.fields import DayField, FederationField, SentFileField, TypedTextField, ZoneField
from slowmate.server.site.folding import folded
from slowmate.server.site.languages import LANGUAGES

EARLIEST_BIRTH = 1900


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when it runs
    federation = FederationField()
    birth_year = forms.IntegerField(
        label=_("Year of birth"),
        required=False,
        help_text=_("Some events are for certain ages. Others see it only in lists by FIDE's rules, as in FIDE's own."),
    )

    class Meta:
        model = Player
        fields: ClassVar = [
            "name",
            "federation",
            "iccf_id",
            "fide_id",
            "sex",
            "wants_ladies_title",
            "birth_year",
            "about",
        ]
        widgets: ClassVar = {"about": forms.Textarea(attrs={"rows": 4})}
        help_texts: ClassVar = {
            "sex": _("Not shown on your page. Rating lists can be filtered by it, and some events are for women only."),
            "wants_ladies_title": _("For women: LGM for CCM and LIM for CCE, of titles earned until 1 January 2021."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["federation"].keep(self.instance.federation)  # type: ignore[attr-defined]
        self.fields["sex"].choices = [("", _("not said")), *Player.Sex.choices]  # type: ignore[attr-defined]

    def clean_iccf_id(self) -> str | None:
        number: str = self.cleaned_data["iccf_id"] or ""
        if number and not re.fullmatch(r"[0-9]{1,12}", number):
            raise forms.ValidationError(_("An ICCF number is made of digits, such as 480123."))
        return number or None

    def clean_fide_id(self) -> str | None:
        number: str = self.cleaned_data["fide_id"] or ""
        if number and not re.fullmatch(r"[1-9][0-9]{0,8}", number):
            raise forms.ValidationError(_("A FIDE number has at most nine digits, such as 300123."))
        return number or None

    def clean_birth_year(self) -> int | None:
        year: int | None = self.cleaned_data["birth_year"]
        now = clock.now().year
        if year is not None and not EARLIEST_BIRTH <= year <= now:
            raise forms.ValidationError(
                _("A year of birth lies between %(first)d and %(last)d."),
                params={"first": EARLIEST_BIRTH, "last": now},
            )
        return year


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)
    zone = ZoneField(required=True)
    piece_letters = forms.ChoiceField(
        label=_("Letters of the pieces"),
        choices=piece_letters.choices,
        required=False,  # what is not sent stays as it is
        help_text=_("Moves are shown with them, on pages and in mail. You can type them in any language."),
    )

    class Meta:
        model = User
        fields: ClassVar = [
            "language",
            "zone",
            "piece_letters",
            "mail_mode",
            "wants_ratings",
            "theme",
            "board",
            "pieces",
        ]
        labels: ClassVar = {
            "mail_mode": _("News by mail"),
            "wants_ratings": _("A mail with my new rating when a list is published"),
            "theme": _("Light or dark pages"),
            "board": _("Colour of the board"),
            "pieces": _("Pieces on the board"),
        }
        help_texts: ClassVar = {
            "mail_mode": _("Where you get one mail a day, a warning that your time runs out still comes at once.")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zone"].keep(self.instance.zone)  # type: ignore[attr-defined]


class ZoneForm(forms.ModelForm):  # type: ignore[type-arg]
    """The time zone alone, as a browser says it."""

    zone = ZoneField(required=True)

    class Meta:
        model = User
        fields: ClassVar = ["zone"]


def player_named(text: str, *, with_account: bool = False, takes_part: bool = False) -> Player:
    """Return the player of a number or a full name; `ValidationError` if there is none or it could be several.

    *takes_part*: a part of a name that only one player has is enough. The error's parameter `candidates` has those who
    may be meant, by number and label.
    """
    number = parse_positive_int(text.strip())
    rows = namesakes(text) if number is None else Player.objects.filter(pk=number)
    allowed = rows.select_related("user").filter(user__is_active=True) if with_account else rows
    players = list(allowed[:MAX_NAMESAKES])
    if len(players) == 1 and (takes_part or number is not None or players[0].folded == folded(text)):
        return players[0]
    if players:
        candidates = [(player.pk, player_label(player)) for player in players]
        raise forms.ValidationError(_("Which of these players do you mean?"), params={"candidates": candidates})
    if with_account and (others := list(rows[:MAX_NAMESAKES])):
        labels = "; ".join(player_label(player) for player in others)
        raise forms.ValidationError(
            _("Only a player with an account here can be named; without one: %(players)s."), params={"players": labels}
        )
    raise forms.ValidationError(_("There is no such player. Search under Players."))


class PlayerField(forms.CharField):
    """A player by their name or number. Those who may be meant are offered to choose from.

    The choice is sent under the name of the field, after the text, and counts instead of it.
    """

    candidates: Sequence[tuple[int, str]] = ()

    def __init__(self, *, with_account: bool = False, takes_part: bool = False, **options: Any) -> None:
        hint = _("The name as it stands under Players, a part of it, or the player's number.")
        super().__init__(**{"label": _("Player"), "max_length": 120, "help_text": hint, **options})
        self.wanted = {"with_account": with_account, "takes_part": takes_part}

    def clean(self, value: str | None) -> Player | None:
        text: str = super().clean(value)
        if not text:
            return None
        try:
            return player_named(text, **self.wanted)
        except forms.ValidationError as unclear:
            self.candidates = (unclear.params or {}).get("candidates", ())
            raise


class NamedPlayerForm(forms.Form):
    """The number of a player, in the query of an address or in a hidden field."""

    player = forms.CharField(required=False)

    @property
    def has_number(self) -> bool:
        """Whether a player is named at all."""
        return bool(self["player"].value())

    @property
    def named_player(self) -> Player | None:
        """The player with that number."""
        number = parse_positive_int(self["player"].value() or "")
        return Player.objects.filter(pk=number).first() if number else None


class NameForm(forms.Form):
    """Another name for a player."""

    name = forms.CharField(label=_("Name"), max_length=120, validators=[name_of_person])
    reason = forms.CharField(label=_("Reason"), max_length=500)


class AccountForm(forms.Form):
    """Why an account is blocked, or let in again."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class OfficeForm(forms.Form):
    """An office, for a person who plays here."""

    player = PlayerField(with_account=True)
    kind = forms.ChoiceField(label=_("Office"), choices=[(kind.value, kind.label) for kind in Office.Kind.with_work()])
    federation = FederationField(label=_("Federation (delegates only)"))
    begins = DayField(label=_("First day"))
    ends = DayField(label=_("Last day (empty: until it is ended)"), required=False)


class OfficeFilterForm(forms.Form):
    """Which offices the list shows; what cannot be is left out."""

    q = forms.CharField(label=_("Name or federation"), required=False, max_length=80)
    kind = forms.ChoiceField(label=_("Office"), required=False, choices=[("", _("all offices")), *Office.Kind.choices])

    def fits(self, office: Office) -> bool:
        """Return whether an office has the kind and the words that are asked for."""
        kind, words = self.cleaned_data.get("kind"), folded(self.cleaned_data.get("q", ""))
        player = getattr(office.user, "player", None)
        text = f"{player.folded if player else ''} {office.federation.lower()}"
        return (not kind or office.kind == kind) and all(word in text for word in words.split())


class OfficeEndForm(forms.Form):
    """The last day of an office; for a director's, who directs their games from now on."""

    last = DayField(error_messages=dict.fromkeys(("required", "invalid"), _("Say which day is the last one.")))
    successor = forms.ModelChoiceField(
        User.objects.none(),
        required=False,
        error_messages={"invalid_choice": _("Games go to another director who is in office.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["successor"].queryset = in_office()  # type: ignore[attr-defined]


class PictureForm(forms.Form):
    """A new picture, or the wish to delete the old one. The service says what is wrong with a file."""

    delete = forms.BooleanField(required=False)
    picture = SentFileField()


class ChosenFormForm(forms.Form):
    """Which of the forms on a page was sent."""

    what = TypedTextField(20)
