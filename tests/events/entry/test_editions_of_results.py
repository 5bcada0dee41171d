"""What a result of another edition gives: the edition of the event entered says which results lead to it."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.events.entry.decision import grounds_not_judged, may_enter
from slowmate.events.entry.entrants import Entrant
from slowmate.events.entry.readings import Reading
from slowmate.events.entry.rights import ledger
from slowmate.events.entry.target import Target
from tests.support.entrants import CANDIDATES, PRELIMINARY, SEMI, asked, enters, past, rated

VETERANS = past("veterans-world-cup-final", 1, "7", date(2017, 2, 1), "V", games=10, start=date(2016, 2, 1))
LAST_OF_2016 = date(2017, 3, 31)


@pytest.mark.clause(
    "ICCF-TR-2016 1.3.1(d)", "ICCF-TR-2017 1.3.1(d)", "ICCF-TR-2016 1.2.1(e)", "ICCF-TR-2017 1.2.1(e)",
    "ICCF-TR-2016 1.1.1(e)", "ICCF-TR-2017 1.1.1(e)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("place", "points", "kind", "clause"),
    [(1, "7", CANDIDATES, "1.3.1(d)"), (3, "5.5", SEMI, "1.2.1(e)"), (5, "5", PRELIMINARY, "1.1.1(e)")],
)
def test_the_veterans_cup_leads_to_events_of_2016_and_to_none_of_2017(
    place: int, points: str, kind: str, clause: str
) -> None:
    result = past("veterans-world-cup-final", place, points, date(2017, 2, 1), "V", games=10, start=date(2016, 2, 1))
    player = Entrant("1", "GER", results=(result,))
    on = date(2017, 3, 1)
    assert enters(player, kind, on=on, start=LAST_OF_2016) == clause
    assert enters(player, kind, on=on, start=date(2017, 4, 1)) is None
    decision = asked(player, kind, on=on, start=date(2017, 4, 1))
    (ground,) = [tried.ground for tried in decision.tried if tried.ground.facts.get("event") == "V"]
    assert str(ground.clause) == f"ICCF-TR-2017 {clause}"
    assert ground.facts["reading"] == Reading.EDITION_OF_THE_ENTRY


@pytest.mark.clause("ICCF-TR-2017 1.0.7/4", "ICCF-TR-2017 1.2.1(d)")
def test_a_result_of_before_every_edition_gives_what_the_edition_of_the_entry_says() -> None:
    old = past(PRELIMINARY, 1, "9", date(2016, 6, 1), "Old", start=date(2014, 1, 1), top_points=None)
    player = Entrant("1", "GER", results=(old,))
    assert enters(player, SEMI, on=date(2019, 6, 1), start=date(2019, 9, 1)) == "1.2.1(d)"
    assert enters(player, SEMI, on=date(2019, 6, 2), start=date(2019, 9, 1)) is None
    assert str(asked(player, SEMI, on=date(2016, 6, 1), start=LAST_OF_2016).route) == "ICCF-TR-2016 1.2.1(d)"
    assert {right.clause.edition for right in ledger(player, on=date(2018, 1, 1)).value} == {"ICCF-TR-2017"}
    (held,) = [tried.ground for tried in asked(player, SEMI).tried if tried.holds]
    assert held.facts["reading"] == Reading.EDITION_OF_THE_ENTRY


def test_only_results_that_can_lead_on_and_began_before_every_edition_are_named_as_not_judged() -> None:
    old = past(PRELIMINARY, 9, "3", date(2014, 1, 1), "Old", start=date(2012, 1, 1))
    first = replace(old, event="First", id="f", start=date(2016, 1, 1), ended=date(2017, 1, 1))
    national = past("national", 9, "3", date(2014, 1, 1), "National", start=date(2012, 1, 1))
    later = replace(old, event="Later", id="l", ended=date(2018, 1, 1))
    player = Entrant("1", "GER", results=(old, first, national, later))
    grounds = may_enter(player, Target(PRELIMINARY, date(2017, 9, 20)), on=date(2017, 5, 10)).grounds
    assert [ground.facts["event"] for ground in grounds_not_judged(grounds)] == ["Old"]


def test_a_used_right_of_before_every_edition_is_used() -> None:
    old = past(PRELIMINARY, 1, "9", date(2016, 6, 1), "Old", start=date(2014, 1, 1), id="o")
    player = Entrant("1", "GER", results=(old,))
    uses = asked(player, SEMI).uses
    assert enters(replace(player, uses=uses), SEMI) is None


def test_an_entry_of_before_the_first_edition_for_an_event_that_it_governs_is_judged_by_it() -> None:
    player = Entrant("1", "GER", ratings=rated(2500, published=date(2015, 10, 1)))
    assert enters(player, PRELIMINARY, on=date(2015, 12, 20), start=date(2016, 1, 10)) == "1.1.1(l)"
