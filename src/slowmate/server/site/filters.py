"""Filters of lists, kept in the address: a form sent by GET, the value that a query gets, and the search for words."""

from dataclasses import fields
from datetime import MAXYEAR, MINYEAR
from typing import Any

from django import forms
from django.db.models import Q

from slowmate.server.site.folding import folded

MAX_SEARCH_LENGTH = 80
CODE_LENGTH = 3
SORTING = frozenset({"order", "sort"})
"""Values of a filter that hide nothing."""


class Filter:
    """A base of dataclasses: what a list shows. False if it shows everything, in whatever order."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self) if field.name not in SORTING)  # type: ignore[arg-type]


class CodeField(forms.CharField):
    """The code of a federation, in letters of either size; further letters are ignored."""

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "")[:CODE_LENGTH].upper()


class YearField(forms.IntegerField):
    """A year that a date can have."""

    def __init__(self) -> None:
        super().__init__(required=False, min_value=MINYEAR, max_value=MAXYEAR)


class FilterForm(forms.Form):
    """The filter of a list, as its address has it. Ignores values that cannot be, so that old addresses still work.

    Each field has the name of its parameter, which is also the name of the value; but *q* gives the value *words*.
    """

    q = forms.CharField(required=False)

    @property
    def chosen(self) -> dict[str, Any]:
        """The values that an address gives, without empty ones."""
        self.is_valid()
        values = {name: value for name, value in self.cleaned_data.items() if value not in {None, ""}}
        return {"words": values.pop("q", "")[:MAX_SEARCH_LENGTH], **values}


def contains_words(column: str, text: str) -> Q:
    """Return the condition that a folded column contains every word of a text."""
    return Q(*(Q(**{f"{column}__contains": word}) for word in folded(text).split()))
