"""EVENT.json written and read back."""

import json
from dataclasses import fields, replace
from datetime import date
from typing import Any

import pytest

from slowmate.events.choices import RECORDED
from slowmate.formats.event_json import read_event
from slowmate.formats.event_writing import event_as_json
from slowmate.records import (
    KINDS,
    BadInput,
    ClockSetting,
    Director,
    Event,
    FideCategory,
    FideTerms,
    FurtherTieBreak,
    Pairing,
    Player,
    Result,
    Status,
    Team,
)
from tests.support.documents import memorial
from tests.support.sections import section

BEFORE = Player("9", "Before", rating=2300, games=31)
RICH = Event(
    "Rich",
    KINDS["fide-team"],
    date(2018, 3, 1),
    (
        Player("1", "Ann", "CZE", "f", 1970, "SIM", 2501, 120, 2300, Status.WITHDRAWN, date(2017, 1, 2), 2480, "FM"),
        Player("2", "Bob", withdrawn_on=date(2018, 5, 5), replaces=BEFORE, has_replacement_status=True, fide_id="7"),
        Player("3", "Cid", born=date(1990, 1, 1)),
    ),
    (
        Pairing("1", "2", Result.WHITE_WINS, 1, 1, date(2018, 4, 4), rated=False),
        Pairing("2", "3"),
        Pairing("3", "1", Result.DRAW),
    ),
    (Team("a", "Lions", ("1", "3")), Team("b", "Bears", ("2",))),
    2,
    scheveningen=True,
    director=Director("Dee", "IA"),
    ties_broken=False,
    start_list=date(2018, 2, 1),
    further_tie_breaks=(FurtherTieBreak("lots", date(2018, 1, 1), {"a": 2, "b": 1}),),
    fide=FideTerms(
        category=FideCategory.LEAGUE,
        registered=date(2018, 1, 1),
        approvals={"federations": date(2018, 1, 2)},
        changes=("rounds",),
        clocks=(ClockSetting(90, 30), ClockSetting(120, delay=5)),
        predetermined=True,
        division="A",
        byes=frozenset({("3", 1), ("1", 2)}),
        computers=frozenset({"2"}),
        adjudicated=frozenset({2}),
    ),
    cycle=28,
    approved=False,
    iccf_playing_rules=False,
    end=date(2018, 6, 1),
    city="Brno",
    federation="CZE",
    rounds=9,
    round_dates=(date(2018, 3, 1), None),
    rate_of_play="90+30",
    deputies=("Eve",),
)


@pytest.mark.parametrize(
    "event", [RICH, memorial(), section([2400, 2300, None], scores={"1": 1.5})], ids=["rich", "memorial", "section"]
)
def test_an_event_is_read_back_as_it_was_written(event: Event) -> None:
    assert read_event(json.dumps(event_as_json(event)).encode()) == event


def test_what_says_nothing_is_not_written() -> None:
    assert event_as_json(Event("E", KINDS["open"], date(2018, 1, 1), (Player("1", "Ann"),), ())) == {
        "name": "E",
        "kind": "open",
        "start": "2018-01-01",
        "players": [{"id": "1", "name": "Ann"}],
        "games": [],
    }


PLAIN = Event("E", KINDS["world-championship-candidates"], date(2018, 1, 1), (Player("1", "Ann"),), ())


@pytest.mark.parametrize(
    ("name", "value"),
    [("final_places", 1), ("final_places", 17), ("games_per_pairing", 20), ("cycle", 1000), ("is_acknowledged", False)],
)
def test_a_choice_at_its_bounds_is_read_back(name: str, value: Any) -> None:
    event = replace(PLAIN, **{name: value})
    assert read_event(json.dumps(event_as_json(event)).encode()) == event


@pytest.mark.parametrize(("name", "value"), [("final_places", 0), ("final_places", 18), ("cycle", 1001)])
def test_a_choice_outside_its_bounds_is_refused_with_its_field(name: str, value: Any) -> None:
    with pytest.raises(BadInput, match="is outside 1 to") as refusal:
        read_event(json.dumps(event_as_json(replace(PLAIN, **{name: value}))).encode())
    assert refusal.value.field == name


def test_the_table_of_choices_has_the_defaults_of_the_record() -> None:
    defaults = {field.name: field.default for field in fields(Event)}
    assert {row.name: row.default for row in RECORDED} == {row.name: defaults[row.name] for row in RECORDED}
