"""Rights earned by results: places, shares, the highest one only, running events, both editions."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from slowmate.events.entry.entrants import PastResult
from slowmate.events.entry.routes import rights_of
from slowmate.events.running.certainty import PlaceOutlook
from slowmate.records import KINDS, Status

E2016, E2017 = date(2017, 3, 31), date(2017, 4, 1)
"""The last day of one edition and the first of the next."""
PRELIMINARY, SEMI, CANDIDATES, FINAL = (
    f"world-championship-{stage}" for stage in ("preliminary", "semi-final", "candidates", "final")
)


def result(kind: str, place: int, points: str, games: int = 12, *, start: date = E2017, **more: Any) -> PastResult:
    base = PastResult(
        "Event", KINDS[kind], start, date(2019, 6, 30), games, Fraction(points), PlaceOutlook(place, place)
    )
    return replace(base, **more)


def right(one: PastResult) -> tuple[str, str] | None:
    """Kind and clause of the right in the World Championship (or whatever series there is)."""
    rights = rights_of(one).value
    return (rights[0].to, rights[0].clause.address) if rights else None


@pytest.mark.clause(
    "ICCF-TR-2017 1.1.1(a)",
    "ICCF-TR-2017 1.1.1(b)",
    "ICCF-TR-2017 1.1.1(c)",
    "ICCF-TR-2017 1.1.1(d)",
    "ICCF-TR-2017 1.1.1(e)",
    "ICCF-TR-2017 1.2.1(a)",
    "ICCF-TR-2017 1.2.1(b)",
    "ICCF-TR-2017 1.2.1(c)",
    "ICCF-TR-2017 1.2.1(d)",
    "ICCF-TR-2017 1.2.1(e)",
    "ICCF-TR-2017 1.3.1(a)",
    "ICCF-TR-2017 1.3.1(b)",
    "ICCF-TR-2017 1.3.1(c)",
    "ICCF-TR-2017 1.3.1(d)",
    "ICCF-TR-2017 1.4.1(a)",
    "ICCF-TR-2017 1.4.1(b)/1",
    "ICCF-TR-2017 3.7",
)
@pytest.mark.parametrize(
    ("kind", "place", "points", "games", "earned"),
    [
        (CANDIDATES, 8, "5", 12, (PRELIMINARY, "1.1.1(a)")),
        (CANDIDATES, 8, "4.5", 12, None),
        (CANDIDATES, 6, "6", 12, (SEMI, "1.2.1(b)")),
        (SEMI, 6, "6", 12, (PRELIMINARY, "1.1.1(b)")),
        (SEMI, 6, "5.5", 12, None),
        (SEMI, 6, "7", 14, (PRELIMINARY, "1.1.1(b)")),
        (PRELIMINARY, 5, "7.5", 12, (PRELIMINARY, "1.1.1(c)")),
        (PRELIMINARY, 5, "7", 12, None),
        (PRELIMINARY, 4, "6", 12, (PRELIMINARY, "1.1.1(c)")),
        ("master-class", 1, "7", 10, (PRELIMINARY, "1.1.1(d)")),
        ("master-class", 1, "5", 10, None),
        ("world-cup-final", 7, "7", 14, (PRELIMINARY, "1.1.1(e)")),
        ("veterans-world-cup-final", 1, "10", 14, None),
        (FINAL, 10, "7.5", 16, (SEMI, "1.2.1(a)")),
        (FINAL, 9, "8", 16, (CANDIDATES, "1.3.1(a)")),
        (SEMI, 3, "7", 12, (SEMI, "1.2.1(c)")),
        (SEMI, 6, "7.5", 12, (SEMI, "1.2.1(c)")),
        (SEMI, 5, "7", 12, (PRELIMINARY, "1.1.1(b)")),
        (PRELIMINARY, 1, "9", 12, (SEMI, "1.2.1(d)")),
        (PRELIMINARY, 2, "8.5", 12, (SEMI, "1.2.1(d)")),
        ("world-cup-final", 4, "8", 14, (SEMI, "1.2.1(e)")),
        ("world-cup-final", 5, "8.5", 14, (SEMI, "1.2.1(e)")),
        ("world-cup-final", 2, "10", 14, (CANDIDATES, "1.3.1(d)")),
        (SEMI, 2, "8", 12, (CANDIDATES, "1.3.1(c)")),
        (SEMI, 1, "9", 12, (CANDIDATES, "1.3.1(c)")),
        (CANDIDATES, 3, "7", 12, (CANDIDATES, "1.3.1(b)")),
        (CANDIDATES, 5, "7.5", 12, (CANDIDATES, "1.3.1(b)")),
        (CANDIDATES, 5, "7", 12, (SEMI, "1.2.1(b)")),
        (CANDIDATES, 2, "8", 12, (FINAL, "1.4.1(b)/1")),
        (FINAL, 3, "9.5", 16, (FINAL, "1.4.1(a)")),
        (FINAL, 4, "9", 16, (CANDIDATES, "1.3.1(a)")),
    ],
)
def test_a_result_earns_its_highest_right(
    kind: str, place: int, points: str, games: int, earned: tuple[str, str] | None
) -> None:
    assert right(result(kind, place, points, games)) == earned


@pytest.mark.clause(
    "ICCF-TR-2017 1.1.1(f)",
    "ICCF-TR-2017 1.1.1(g)",
    "ICCF-TR-2017 1.2.1(f)",
    "ICCF-TR-2017 1.2.1(g)",
    "ICCF-TR-2017 1.3.1(e)",
    "ICCF-TR-2016 1.1.1(f)",
    "ICCF-TR-2016 1.1.1(g)",
    "ICCF-TR-2016 1.2.1(f)",
    "ICCF-TR-2016 1.2.1(g)",
    "ICCF-TR-2016 1.3.1(e)",
)
@pytest.mark.parametrize("start", [E2016, E2017])
@pytest.mark.parametrize(
    ("average", "place", "points", "earned"),
    [
        ("2451", 7, "6", (PRELIMINARY, "1.1.1(f)")),
        ("2450", 7, "6", None),
        ("2450.5", 7, "6", (PRELIMINARY, "1.1.1(f)")),
        ("2450.4", 3, "6.5", (PRELIMINARY, "1.1.1(g)")),
        ("2440", 4, "6.5", (PRELIMINARY, "1.1.1(g)")),
        ("2440", 5, "7", None),
        ("2440", 5, "7.5", (PRELIMINARY, "1.1.1(g)")),
        ("2460", 3, "6.5", (SEMI, "1.2.1(f)")),
        ("2460", 5, "7.5", (SEMI, "1.2.1(f)")),
        ("2460", 5, "7", (PRELIMINARY, "1.1.1(f)")),
        ("2449", 2, "8", (SEMI, "1.2.1(g)")),
        ("2455", 2, "8", (CANDIDATES, "1.3.1(e)")),
    ],
)
def test_a_zonal_championship_counts_by_its_average(
    average: str, place: int, points: str, earned: tuple[str, str] | None, start: date
) -> None:
    one = result("zonal-final", place, points, average=Fraction(average), start=start)
    assert right(one) == earned
    assert right(replace(one, is_acknowledged=False)) is None


@pytest.mark.clause("ICCF-TR-2016 1.1.1(f)", "ICCF-TR-2016 1.3.1(e)", "ICCF-TR-2017 1.3.1(e)", "ICCF-TR-2017 1.2.1(g)")
@pytest.mark.parametrize("start", [E2016, E2017])
@pytest.mark.parametrize("average", [2100, 2460])
@pytest.mark.parametrize("kind", ["zonal-preliminary", "zonal-semi-final"])
def test_a_preliminary_stage_is_not_the_zonal_championship(kind: str, average: int, start: date) -> None:
    stage = result(kind, 1, "9", average=Fraction(average), start=start)
    assert right(stage) is None
    assert right(replace(stage, kind=KINDS["zonal-final"])) is not None
    assert right(replace(stage, kind=KINDS["zonal"])) is not None


@pytest.mark.clause(
    "ICCF-TR-2016 1.1.1(e)",
    "ICCF-TR-2016 1.2.1(e)",
    "ICCF-TR-2016 1.3.1(d)",
    "ICCF-TR-2017 1.1.1(e)",
    "ICCF-TR-2017 1.3.1(d)",
)
@pytest.mark.parametrize(
    ("place", "points", "earned"),
    [(1, "10", (CANDIDATES, "1.3.1(d)")), (3, "8", (SEMI, "1.2.1(e)")), (8, "7", (PRELIMINARY, "1.1.1(e)"))],
)
def test_the_veterans_cup_counted_in_2016_and_not_since(place: int, points: str, earned: tuple[str, str]) -> None:
    one = result("veterans-world-cup-final", place, points, 14, start=E2016)
    assert right(one) == earned
    assert rights_of(one).value[0].clause.edition == "ICCF-TR-2016"
    assert right(replace(one, start=E2017)) is None


@pytest.mark.clause("ICCF-TR-2017 1.0.7/3", "ICCF-TR-2016 1.0.7/3")
@pytest.mark.parametrize("start", [E2016, E2017])
def test_one_event_yields_one_right(start: date) -> None:
    ruling = rights_of(result(SEMI, 1, "9", start=start))
    assert [one.to for one in ruling.value] == [CANDIDATES]
    assert [g.facts["not_also"] for g in ruling.grounds if g.clause.address == "1.0.7/3"] == [SEMI, PRELIMINARY]
    final = rights_of(result(FINAL, 2, "10", 16, start=start))
    assert [one.to for one in final.value] == [FINAL]


@pytest.mark.clause("ICCF-TR-2017 1.3.1(b)", "ICCF-TR-2017 1.4.1(b)/1")
def test_with_one_place_in_the_final_the_second_goes_to_the_candidates_again() -> None:
    assert right(result(CANDIDATES, 2, "7", final_places=1)) == (CANDIDATES, "1.3.1(b)")
    assert right(result(CANDIDATES, 1, "8", final_places=1)) == (FINAL, "1.4.1(b)/1")


@pytest.mark.clause("ICCF-TR-2017 0.4/2", "ICCF-TR-2016 0.4")
@pytest.mark.parametrize("start", [E2016, E2017])
def test_without_a_positive_score_nothing_leads_up_but_the_same_level_stays(start: date) -> None:
    nobody: dict[str, Any] = {"start": start, "top_points": Fraction(6)}
    assert right(result(PRELIMINARY, 1, "6", **nobody)) is None
    assert right(result(PRELIMINARY, 2, "6", **nobody)) is None
    assert right(result(PRELIMINARY, 3, "6", **nobody)) == (PRELIMINARY, "1.1.1(c)")
    assert right(result(SEMI, 1, "6", **nobody)) == (PRELIMINARY, "1.1.1(b)")
    assert right(result("master-class", 2, "5", 10, start=start, top_points=Fraction(5))) is None


@pytest.mark.clause(
    "ICCF-TR-2017 0.4/2", "ICCF-TR-2016 0.4", "ICCF-TR-2017 1.2.1(d)", "ICCF-TR-2017 1.3.1(c)",
    "ICCF-TR-2017 1.4.1(b)/1", "ICCF-TR-2017 1.6.2(b)", "ICCF-TR-2017 1.1.2(a)",
)  # fmt: skip
@pytest.mark.parametrize("start", [E2016, E2017])
@pytest.mark.parametrize(
    ("kind", "points", "games", "top", "earned"),
    [
        (PRELIMINARY, "6", 12, "6.5", (SEMI, "1.2.1(d)")),
        (PRELIMINARY, "5.5", 12, "7.5", (SEMI, "1.2.1(d)")),
        (SEMI, "6", 12, "7.5", (CANDIDATES, "1.3.1(c)")),
        (CANDIDATES, "6", 12, "7.5", (FINAL, "1.4.1(b)/1")),
        ("ladies-world-championship-semi-final", "4", 8, "4.5", ("ladies-world-championship-final", "1.6.2(b)")),
        ("master-class", "5", 10, "5.5", (PRELIMINARY, "1.1.2(a)")),
    ],
)
def test_the_second_goes_on_with_any_score_where_the_winner_has_a_positive_one(
    kind: str, points: str, games: int, top: str, earned: tuple[str, str], start: date
) -> None:
    assert right(result(kind, 2, points, games, start=start, top_points=Fraction(top))) == earned
    assert right(result(kind, 2, points, games, start=start)) == earned, "the winner of a decided section has more"


@pytest.mark.clause("ICCF-TR-2017 0.4/2")
def test_while_a_section_runs_no_player_goes_on_before_there_is_a_positive_score() -> None:
    running: dict[str, Any] = {"ended": None, "running": 2, "outlook": PlaceOutlook(1, 2)}
    assert right(result(PRELIMINARY, 1, "6", top_points=Fraction(6), **running)) is None
    assert right(result(PRELIMINARY, 1, "6", top_points=Fraction("6.5"), **running)) == (SEMI, "1.2.1(d)")


@pytest.mark.clause("ICCF-TR-2017 7.5", "ICCF-TR-2017 1.0.9", "ICCF-TR-2017 3.5/1")
@pytest.mark.parametrize(
    ("kind", "shared", "points", "games", "earned"),
    [
        (PRELIMINARY, (1, 2), "8", 12, [(SEMI, "open")]),
        (PRELIMINARY, (2, 3), "7", 12, [(PRELIMINARY, "open"), (SEMI, "referred")]),
        (PRELIMINARY, (2, 6), "7", 12, [(SEMI, "referred")]),
        (PRELIMINARY, (2, 6), "7.5", 12, [(PRELIMINARY, "open"), (SEMI, "referred")]),
        (PRELIMINARY, (4, 5), "6.5", 12, [(PRELIMINARY, "referred")]),
        (PRELIMINARY, (5, 6), "6.5", 12, []),
        ("open-class", (1, 3), "4", 6, [("higher-class", "referred")]),
        ("world-cup-preliminary", (1, 2), "8", 10, [("world-cup-semi-final", "referred")]),
        ("master-class", (1, 2), "8", 10, [(PRELIMINARY, "open"), (PRELIMINARY, "referred")]),
    ],
)
def test_equals_on_a_qualifying_place_are_referred_unless_places_suffice(
    kind: str, shared: tuple[int, int], points: str, games: int, earned: list[tuple[str, str]]
) -> None:
    found = rights_of(result(kind, 1, points, games, outlook=PlaceOutlook(*shared))).value
    assert [(one.to, one.state.value) for one in found] == earned
    office = "Title Tournament Commissioner" if kind == PRELIMINARY else "Non-Title Tournament Commissioner"
    assert {one.office for one in found if one.office} <= {office}


@pytest.mark.clause("ICCF-TR-2017 0.4/2", "ICCF-TR-2016 0.4")
@pytest.mark.parametrize(("start", "cited"), [(E2016, "0.4"), (E2017, "0.4/2")])
def test_that_a_score_is_not_positive_is_told_by_its_own_clause(start: date, cited: str) -> None:
    found = rights_of(result(PRELIMINARY, 1, "6", start=start)).grounds
    (against,) = (ground for ground in found if ground.clause.address == cited)
    assert (against.facts["points"], against.facts["allowed"]) == (6, False)
    assert all("allowed" not in ground.facts for ground in found if ground is not against)


@pytest.mark.clause("ICCF-TR-2017 1.1.2(a)")
def test_second_in_a_master_class_earns_half_a_right() -> None:
    (half,) = rights_of(result("master-class", 2, "7", 10)).value
    assert (half.to, half.half) == (PRELIMINARY, True)


@pytest.mark.clause("ICCF-TR-2017 1.5.1(a)", "ICCF-TR-2017 1.5.1(b)", "ICCF-TR-2017 1.6.2(a)", "ICCF-TR-2017 1.6.2(b)")
@pytest.mark.parametrize(
    ("stage", "place", "points", "games", "to", "cited"),
    [
        ("final", 9, "3", 10, "semi-final", "1.5.1(a)"),
        ("final", 9, "2.5", 10, None, None),
        ("semi-final", 5, "5", 8, "semi-final", "1.5.1(b)"),
        ("semi-final", 5, "4.5", 8, None, None),
        ("semi-final", 4, "4.5", 8, "semi-final", "1.5.1(b)"),
        ("final", 3, "6", 10, "final", "1.6.2(a)"),
        ("semi-final", 2, "6", 8, "final", "1.6.2(b)"),
    ],
)
def test_the_ladies_championship_has_its_own_rights(
    stage: str, place: int, points: str, games: int, to: str | None, cited: str | None
) -> None:
    expected = (f"ladies-world-championship-{to}", cited) if to else None
    assert right(result(f"ladies-world-championship-{stage}", place, points, games)) == expected


@pytest.mark.clause(
    "ICCF-TR-2017 2.5(b)", "ICCF-TR-2017 2.6(b)", "ICCF-TR-2017 3.5/1", "ICCF-TR-2017 3.6/1", "ICCF-TR-2017 3.6/2"
)
@pytest.mark.parametrize(
    ("kind", "place", "points", "games", "kinds"),
    [
        ("open-class", 1, "5", 6, {"higher-class"}),
        ("open-class", 1, "3", 6, set()),
        ("higher-class", 1, "5", 6, {"master-class"}),
        ("higher-class", 2, "5", 6, set()),
        ("world-cup-preliminary", 1, "8", 10, {"world-cup-semi-final"}),
        ("world-cup-preliminary", 2, "8", 10, set()),
        ("world-cup-semi-final", 1, "8", 10, {"world-cup-final"}),
        ("world-cup-final", 1, "10", 14, {CANDIDATES, "world-cup-final"}),
        ("world-cup-final", 15, "1", 14, {"world-cup-semi-final"}),
    ],
)
def test_winners_of_classes_and_cups_go_on(kind: str, place: int, points: str, games: int, kinds: set[str]) -> None:
    assert {one.to for one in rights_of(result(kind, place, points, games)).value} == kinds


@pytest.mark.clause("ICCF-TR-2017 3.6/1")
def test_the_winner_of_a_cup_enters_the_next_final_free() -> None:
    final = next(one for one in rights_of(result("world-cup-final", 1, "10", 14)).value if one.to == "world-cup-final")
    assert (final.free, final.turn, final.clause.address) == (True, "next", "3.6/1")


@pytest.mark.clause("ICCF-TR-2017 8.5/1")
def test_a_silent_withdrawer_earns_nothing() -> None:
    ruling = rights_of(result(FINAL, 1, "10", 16, status=Status.SILENT))
    assert ruling.value == ()
    assert ruling.grounds[0].clause.address == "8.5/1"


@pytest.mark.clause("ICCF-TR-2017 1.1.1(a)", "ICCF-TR-2017 1.2.1(d)")
def test_a_running_event_earns_a_right_once_it_is_certain() -> None:
    running: dict[str, Any] = {"ended": None, "running": 4}
    assert right(result(CANDIDATES, 9, "5", outlook=PlaceOutlook(5, 12), **running)) == (PRELIMINARY, "1.1.1(a)")
    assert right(result(CANDIDATES, 9, "4.5", outlook=PlaceOutlook(5, 12), **running)) is None
    assert right(result(PRELIMINARY, 1, "8", outlook=PlaceOutlook(1, 2), **running)) == (SEMI, "1.2.1(d)")
    assert right(result(PRELIMINARY, 1, "7", outlook=PlaceOutlook(1, 3), **running)) is None
