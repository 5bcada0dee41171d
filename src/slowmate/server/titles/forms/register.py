"""The filter of the register, kept in the address."""

from datetime import date
from typing import Any

from django import forms

from slowmate.server.titles.queries.register_lists import AWARDED, RegisterFilter


class RegisterForm(forms.Form):
    """The filter of titles and norms. A value that cannot be is ignored, so that an old address still works."""

    year = forms.IntegerField(required=False, min_value=date.min.year, max_value=date.max.year)
    title = forms.ChoiceField(required=False, choices=[(title, title) for title in AWARDED])
    federation = forms.CharField(required=False)
    q = forms.CharField(required=False)

    @property
    def filter(self) -> RegisterFilter:
        """What is left of the address when values that cannot be are ignored."""
        self.full_clean()
        given: dict[str, Any] = self.cleaned_data
        return RegisterFilter(
            given.get("year"), given.get("title", ""), given.get("federation", "")[:3].upper(), given.get("q", "")[:80]
        )
