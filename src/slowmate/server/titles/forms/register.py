"""The filter of the register, kept in the address."""

from django import forms

from slowmate.server.site.filters import CodeField, FilterForm, YearField
from slowmate.server.titles.queries.register_lists import AWARDED, RegisterFilter


class RegisterForm(FilterForm):
    """The filter of titles and norms."""

    year = YearField()
    title = forms.ChoiceField(required=False, choices=[(title, title) for title in AWARDED])
    federation = CodeField(required=False)

    @property
    def filter(self) -> RegisterFilter:
        return RegisterFilter(**self.chosen)
