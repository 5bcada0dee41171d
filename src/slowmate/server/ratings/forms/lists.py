"""The filter of a rating list, kept in the address."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from slowmate.server.people.models import Player
from slowmate.server.ratings.queries.table import SORTS, ListFilter
from slowmate.server.ratings.text import PART_WORDS
from slowmate.server.site.fields import federations as federation_names
from slowmate.server.site.filters import FilterForm

ACTIVE = (("", _("active players")), ("all", _("inactive ones, too")))


class ListForm(FilterForm):
    """The filter of a list, with the federations and titles that occur in it."""

    q = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("Name")}),
    )
    federation = forms.ChoiceField(label=_("Federation"), required=False)
    title = forms.ChoiceField(label=_("Title"), required=False)
    sex = forms.ChoiceField(
        label=_("Sex"),
        required=False,
        choices=[("", _("all")), (Player.Sex.FEMALE, _("women")), (Player.Sex.MALE, _("men"))],
    )
    active = forms.ChoiceField(label=_("Shown"), required=False, choices=ACTIVE)
    show = forms.ChoiceField(required=False, choices=list(PART_WORDS.items()), widget=forms.HiddenInput())
    sort = forms.ChoiceField(
        required=False, choices=[("", ""), *((sort, sort) for sort in SORTS)], widget=forms.HiddenInput()
    )

    def __init__(self, data: Any, *, federations: Sequence[str], titles: Sequence[str]) -> None:
        super().__init__(data)
        names = federation_names()
        listed = sorted((f"{names.get(code, code)} ({code})", code) for code in federations)
        everybody = ("", _("all"))
        self.fields["federation"].choices = [everybody, *((code, name) for name, code in listed)]  # type: ignore[attr-defined]
        self.fields["title"].choices = [everybody, *((title, title) for title in titles)]  # type: ignore[attr-defined]

    @property
    def filter(self) -> ListFilter:
        """The filter; the whole list if something is not valid."""
        if not self.is_valid():
            return ListFilter()
        values = self.chosen
        return ListFilter(is_inactive_too=bool(values.pop("active", "")), **values)

    @property
    def is_filtered(self) -> bool:
        """Whether anything but a name is chosen, so that the choice must be visible."""
        return any(self[name].value() for name in ("federation", "title", "sex", "active"))
