"""The table of an event's choices: one row each, and every plan the form accepts is written and read back the same."""

import re
from dataclasses import fields
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django import forms
from django.test import Client
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from slowmate.events.choices import RECORDED
from slowmate.events.kinds import Open
from slowmate.formats.event_json import read_event
from slowmate.formats.event_writing import event_text
from slowmate.play.terms import Transmission
from slowmate.records import KINDS, Family
from slowmate.server.events.api.events import ANSWERED_CHOICES
from slowmate.server.events.choices import CHOICES, GROUPS, Plan, StoredIn, Widget, default_of
from slowmate.server.events.choices.currencies import CURRENCIES
from slowmate.server.events.forms.planning import PlanForm, field_groups
from slowmate.server.events.models import Event, Section, Series
from slowmate.server.events.queries.record import record
from slowmate.server.events.regulations import Regulations
from slowmate.server.events.services import planning
from slowmate.server.events.services.planning import write_choices
from slowmate.server.games.terms import PRESETS
from slowmate.server.site.errors import Unfit
from tests.server.events import organising
from tests.server.events.organising import plan_of
from tests.support.people import AT

TODAY = date(2024, 5, 1)
PLANNED = tuple(kind.slug for kind in KINDS.values() if kind.family is not Family.FIDE and not kind.teams)
STARTS = ("1. e4 c5 2. Nf3", "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2")
OWN_NUMBERS = (
    {"control": "own-classic", "moves": 12, "days": 40},
    {"control": "own-classic", "moves": 10, "days": 50, "silence_days": 0, "leave_days": 0, "doubled_after": 0},
    {"control": "own-fischer", "days": 20, "increment": 2, "cap": 60, "whole_days": "0", "falls_at_zero": "1"},
    {"control": "own-fischer", "days": 20, "increment": 0, "extra_leave_days": 0, "silence_days": 15},
    {"control": "own-fixed", "days": 4, "whole_days": "1"},
    {"control": "own-triple-block", "clock": 40, "bank": 60, "increment": 3, "increment_moves": 40, "protection": 5}
    | {"refill": "by-hand"},
    {"control": "own-triple-block", "clock": 40, "bank": 60, "increment": 3, "increment_moves": 40},
)


def form_of(kind: str, data: dict[str, Any] | None = None, event: Event | None = None) -> PlanForm:
    return PlanForm(data, kind=KINDS[kind], today=TODAY, federations=[], event=event)


def answer(field: forms.Field) -> st.SearchStrategy[Any]:
    """Anything that a field may be answered with, bounds and nothing at all among it."""
    match field:
        case forms.IntegerField(min_value=int() as least, max_value=int() as most):
            return st.sampled_from(("", least, most)) | st.integers(least, most)
        case forms.ChoiceField(widget=forms.widgets.ChoiceWidget() as widget):
            return st.sampled_from([value for value, _words in widget.choices])
        case forms.BooleanField():
            return st.booleans()
    raise AssertionError(f"the test knows no answer to a {field}")


@st.composite
def answers(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    """A filled-in form of a kind."""
    form = form_of(kind)
    deadline = draw(st.dates(date(2024, 1, 1), date(2030, 12, 31)))
    start = deadline + timedelta(days=draw(st.integers(2, 400)))
    data: dict[str, Any] = {"name": draw(st.text(min_size=1, max_size=120)), "words": draw(st.text(max_size=50))}
    data |= {"deadline": deadline, "start": start, "planned_end": draw(st.sampled_from(("", start + timedelta(900))))}
    data |= {"fen": draw(st.sampled_from(STARTS))}
    data |= draw(st.sampled_from([*({"control": name} for name in PRESETS), *OWN_NUMBERS]))
    numbers = {row.name for row in CHOICES if row.stored_in is StoredIn.CONTROL}
    data |= {
        name: draw(answer(field)) for name, field in form.fields.items() if name not in numbers and name not in data
    }
    return {name: value for name, value in data.items() if name in form.fields}


def event_of(plan: Plan) -> Event:
    """The row that a plan becomes; the test goes on to the next plan if the rules refuse this one."""
    event = Event(kind=plan.kind, made=datetime(2024, 5, 1, tzinfo=UTC))
    try:
        write_choices(event, plan)
    except Unfit:
        assume(False)
    if plan.number is not None:
        event.series = Series(family="world", number=plan.number)
    return event


@pytest.mark.parametrize("kind", PLANNED)
@settings(max_examples=15)
@given(data=st.data())
def test_every_plan_that_the_form_accepts_is_written_and_read_back_the_same(kind: str, data: st.DataObject) -> None:
    form = form_of(kind, data.draw(answers(kind)))
    assume(form.is_valid())
    event = event_of(form.plan)
    section = record(Section(event=event, start=event.start), [], [])
    assert read_event(event_text(section).encode()) == section
    as_shown = form_of(kind, event=event)
    again = form_of(kind, {name: as_shown[name].value() for name in as_shown.fields})
    assert again.is_valid(), again.errors
    assert again.plan == form.plan


@pytest.mark.parametrize(("places", "is_accepted"), [(1, True), (17, True), (18, False), (0, False)])
def test_as_many_go_on_to_the_final_as_a_section_of_candidates_has_players(places: int, is_accepted: bool) -> None:
    kind = "world-championship-candidates"
    data = {"name": "Candidates", "number": 40, "control": "classic-10-50", "final_places": places, "fee": 0}
    form = form_of(kind, data | {"deadline": date(2024, 7, 1), "start": date(2024, 9, 20)})
    assert form.is_valid() is is_accepted
    assert ("final_places" in form.errors) is not is_accepted
    if is_accepted:
        assert event_of(form.plan).final_places == places


@pytest.mark.django_db
def test_programs_read_the_choices_that_were_planned(client: Client) -> None:
    chosen = plan_of("open", fee=25, currency="CHF", transmission=Transmission.POST, words="Not for programs.")
    director = organising.commissioner()
    event = planning.plan(chosen, actor=director, at=AT)
    assert client.get(f"/api/events/{event.pk}").status_code == 404, "a draft is not for programs"
    planning.announce(event.pk, actor=director, at=AT)
    answer = client.get(f"/api/events/{event.pk}").json()
    assert {"fee", "currency"} <= set(ANSWERED_CHOICES)
    assert {name: answer[name] for name in ANSWERED_CHOICES} == {
        name: getattr(chosen, name) for name in ANSWERED_CHOICES
    }
    assert answer["mode"] == "post"
    assert "words" not in answer


# -- the table --------------------------------------------------------------------------------------------------------


def test_a_row_names_the_column_and_the_field_of_the_plan_that_it_is_stored_in() -> None:
    of_plan = {field.name for field in fields(Plan)}
    for row in CHOICES:
        if row.stored_in is StoredIn.EVENT:
            assert row.name in of_plan
            assert getattr(Event(), row.name) == default_of(row), row.name
    stored = {row.name for row in CHOICES if row.stored_in is StoredIn.REGULATIONS}
    assert stored == {field.name for field in fields(Regulations)} - {"time_control"}
    said = {row.name for row in CHOICES if row.stored_in in (StoredIn.EVENT, StoredIn.SERVICE)}
    assert of_plan - said == {"kind", "regulations", "promotion"}


def test_no_plan_goes_beyond_what_files_may_say() -> None:
    planned = {row.name: row for row in CHOICES} | {"cycle": next(row for row in CHOICES if row.name == "number")}
    for recorded in RECORDED:
        row = planned[recorded.name]
        numbers = [value for value, _words in row.options] or (
            [row.bounds.least, row.bounds.most] if row.bounds else []
        )
        if recorded.bounds:
            assert numbers
            assert all(number in recorded.bounds for number in numbers), recorded.name


def test_every_row_is_asked_of_some_kind_in_one_group_and_names_are_not_used_twice() -> None:
    names = [row.name for row in CHOICES]
    assert len(names) == len(set(names))
    before_2023 = PlanForm(None, kind=KINDS["open"], today=date(2023, 9, 30), federations=[])
    asked = {name for kind in PLANNED for name in form_of(kind).fields} | set(before_2023.fields)
    assert asked == set(names) - {"federation"}, "a delegate of several federations is asked for one"
    assert all(row.group in GROUPS for row in CHOICES)
    assert {row.open for row in CHOICES} | {row.required_if for row in CHOICES} == {None, *Open}
    form = form_of("open")
    laid_out = [field.name for group in field_groups(form) for field in group.fields]
    assert laid_out == list(form.fields)


def test_a_number_has_bounds_and_a_list_has_options() -> None:
    for row in CHOICES:
        assert (row.bounds is not None) is (row.widget is Widget.NUMBER), row.name
        assert bool(row.options) is (row.widget in (Widget.SELECT, Widget.RADIO)) or row.name == "federation", row.name


def test_fees_are_named_in_currencies_of_many_federations_each_once() -> None:
    assert {"EUR", "SEK", "DKK", "HUF", "BRL", "INR"} <= set(CURRENCIES)
    assert len(set(CURRENCIES)) == len(CURRENCIES)
    assert all(re.fullmatch("[A-Z]{3}", code) for code in CURRENCIES)
