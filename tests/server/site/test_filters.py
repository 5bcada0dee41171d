"""Filters of lists: what an address says, and what is ignored in it."""

import pytest
from django.http import QueryDict

from slowmate.server.events.forms.filters import EntryFilterForm, EventFilterForm, QualifierFilterForm
from slowmate.server.events.queries.entries import EntryFilter
from slowmate.server.events.queries.events import EventFilter
from slowmate.server.events.queries.rights import STAGES, QualifierFilter
from slowmate.server.events.text import TRANSMISSIONS
from slowmate.server.site.filters import FilterForm
from slowmate.server.titles.forms.register import RegisterForm
from slowmate.server.titles.queries.register_lists import RegisterFilter

STAGE, MODE = next(iter(STAGES)), min(TRANSMISSIONS)
CASES = [
    (
        EventFilterForm,
        f"kind={STAGE}&federation=cze&mode={MODE}",
        EventFilter(kind=STAGE, federation="CZE", mode=MODE),
    ),
    (EventFilterForm, "q=+Cup+&year=2024", EventFilter(words="Cup", year=2024)),
    (EventFilterForm, "kind=nothing&year=0&federation=CZECH&mode=radio", EventFilter()),
    (EventFilterForm, "year=20240&federation=XXX&page=2", EventFilter()),
    (EntryFilterForm, "", EntryFilter()),
    (EntryFilterForm, "state=accepted&federation=czech&order=-made", EntryFilter("accepted", "CZE", order="-made")),
    (EntryFilterForm, "state=lost&order=pk&q=+", EntryFilter()),
    (QualifierFilterForm, f"stage={STAGE}&federation=cz&q=No", QualifierFilter(STAGE, "CZ", "No")),
    (QualifierFilterForm, "stage=nothing&q=%00", QualifierFilter()),
    (RegisterForm, "year=2019&title=SIM&federation=cze", RegisterFilter(2019, "SIM", "CZE")),
    (RegisterForm, "year=-3&title=PM", RegisterFilter()),
]


@pytest.mark.parametrize(("form", "query", "chosen"), CASES)
def test_a_filter_has_what_its_address_says_and_ignores_the_rest(
    form: type[FilterForm], query: str, chosen: object
) -> None:
    assert form(QueryDict(query)).filter == chosen  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", [EventFilterForm, EntryFilterForm, QualifierFilterForm, RegisterForm])
def test_words_to_search_for_are_cut(form: type[FilterForm]) -> None:
    assert form(QueryDict(f"q={'a' * 90}")).filter.words == "a" * 80  # type: ignore[attr-defined]


def test_a_filter_is_true_if_it_hides_something() -> None:
    assert not EntryFilter(order="name")
    assert not RegisterFilter()
    hiding = [EventFilter(kind="cup"), EventFilter(year=2024), EventFilter(words="Cup"), EntryFilter(state="accepted")]
    assert [chosen for chosen in hiding if not chosen] == []
