"""Filters of events, entries and qualifiers, kept in the address."""

from django import forms

from slowmate.records import KINDS
from slowmate.server.events.models import EventEntry
from slowmate.server.events.queries.entries import ORDERS, EntryFilter
from slowmate.server.events.queries.events import EventFilter
from slowmate.server.events.queries.rights import STAGES, QualifierFilter
from slowmate.server.events.text import TRANSMISSIONS
from slowmate.server.site.fields import federations
from slowmate.server.site.filters import CodeField, FilterForm, YearField


class EventFilterForm(FilterForm):
    """The filter of the list of events."""

    kind = forms.ChoiceField(required=False, choices=[(kind, kind) for kind in KINDS])
    year = YearField()
    federation = forms.CharField(required=False, strip=False)
    mode = forms.ChoiceField(required=False, choices=[(mode, mode) for mode in TRANSMISSIONS])

    def clean_federation(self) -> str:
        """Return the code of a federation that exists."""
        code: str = self.cleaned_data["federation"].upper()
        return code if code in federations() else ""

    @property
    def filter(self) -> EventFilter:
        return EventFilter(**self.chosen)


class EntryFilterForm(FilterForm):
    """The filter of the entries of an event, and their order."""

    state = forms.ChoiceField(required=False, choices=EventEntry.State.choices)
    federation = CodeField(required=False)
    order = forms.ChoiceField(required=False, choices=[(order, order) for order in ORDERS])

    @property
    def filter(self) -> EntryFilter:
        return EntryFilter(**self.chosen)


class QualifierFilterForm(FilterForm):
    """The filter of the Table of Qualifiers."""

    stage = forms.ChoiceField(required=False, choices=[(kind, kind) for kind in STAGES])
    federation = CodeField(required=False)

    @property
    def filter(self) -> QualifierFilter:
        return QualifierFilter(**self.chosen)
