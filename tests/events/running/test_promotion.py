"""Promotion by a plan: places of each section, the best of the rest, up and down, equals on the line."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest

from slowmate.events.running.consequences import Step, best_of_the_rest, consequences
from slowmate.events.running.promotion import promoted
from slowmate.events.running.standings import Standing
from slowmate.records import KINDS, PromotionPlan
from slowmate.rulebook import Refused
from tests.support.crosstables import crosstable, team_event

START = date(2018, 3, 15)
LEAGUE_B = KINDS["champions-league-b"]


def table(*points: str, places: Sequence[int] = (), prefix: str = "", games: int = 10) -> list[Standing]:
    """A finished table by the points of its lines; *places* where some of them are shared."""
    given = places or range(1, len(points) + 1)
    return [
        Standing(place, f"{prefix}{number}", Fraction(scored), {}, games, 0)
        for number, (place, scored) in enumerate(zip(given, points, strict=True), 1)
    ]


@pytest.mark.clause("ICCF-TR-2017 5.3/1", "ICCF-TR-2017 5.4/2")
def test_one_goes_up_and_three_go_down() -> None:
    lines = table(*(str(30 - number) for number in range(13)))
    moves = promoted({"B1": lines}, PromotionPlan(up=1, down=3), LEAGUE_B, start=START).value
    assert [(move.who, move.place, move.to) for move in moves.up] == [("1", 1, "champions-league-a")]
    assert [(move.who, move.to) for move in moves.down] == [(one, "champions-league-c") for one in ("11", "12", "13")]
    assert moves.undecided == ()


@pytest.mark.clause("ICCF-TR-2017 5.3/1")
@pytest.mark.parametrize(
    ("kind", "plan", "teams"),
    [
        ("champions-league-b", PromotionPlan(up=3, down=3), 4),
        ("champions-league-b", PromotionPlan(up=2, best_of_rest=1, down=2), 4),
        ("champions-league-a", PromotionPlan(up=1), 11),
        ("champions-league-a", PromotionPlan(best_of_rest=1), 11),
        ("champions-league-c", PromotionPlan(down=1), 11),
    ],
)
def test_a_plan_that_sends_a_team_up_and_down_or_out_of_the_league_is_refused(
    kind: str, plan: PromotionPlan, teams: int
) -> None:
    lines = table(*(str(30 - number) for number in range(teams)))
    with pytest.raises(Refused) as refusal:
        promoted({"G": lines}, plan, KINDS[kind], start=START)
    assert [ground.clause.address for ground in refusal.value.grounds] == ["5.3/1"]


@pytest.mark.clause("ICCF-TR-2017 5.3/1")
def test_the_smallest_group_decides_whether_a_plan_can_be_carried_out() -> None:
    big, small = table(*"98765"), table(*"876", prefix="s")
    assert promoted({"1": big, "2": big}, PromotionPlan(up=2, down=2), LEAGUE_B, start=START).value.up
    with pytest.raises(Refused):
        promoted({"1": big, "2": small}, PromotionPlan(up=2, down=2), LEAGUE_B, start=START)


@pytest.mark.clause("ICCF-TR-2017 5.3/1", "ICCF-TR-2017 7.5")
@pytest.mark.parametrize(
    ("places", "up", "down", "undecided"),
    [
        ((1, 1, 3, 4, 5), [], ["5"], [(("1", "2"), 1)]),
        ((1, 2, 2, 4, 5), ["1"], ["5"], []),
        ((1, 2, 3, 4, 4), ["1"], [], [(("4", "5"), 1)]),
        ((1, 1, 1, 1, 1), [], [], [(("1", "2", "3", "4", "5"), 1)] * 2),
    ],
)
def test_equals_on_the_line_are_seen(
    places: tuple[int, ...], up: list[str], down: list[str], undecided: list[tuple[tuple[str, ...], int]]
) -> None:
    lines = table(*("5" for _ in places), places=places)
    moves = promoted({"B1": lines}, PromotionPlan(up=1, down=1), LEAGUE_B, start=START).value
    assert [move.who for move in moves.up] == up
    assert [move.who for move in moves.down] == down
    assert [(group.who, group.seats) for group in moves.undecided] == undecided
    assert {group.office for group in moves.undecided} <= {"Non-Title Tournament Commissioner"}


@pytest.mark.clause("ICCF-TR-2017 1.7.7", "ICCF-TR-2017 1.8.7")
@pytest.mark.parametrize(
    ("kind", "cited"), [("olympiad-preliminary", "1.7.7"), ("ladies-olympiad-preliminary", "1.8.7")]
)
def test_olympiad_preliminaries_promote_by_their_plan_and_the_best_of_the_rest(kind: str, cited: str) -> None:
    groups = {
        "1": table("40", "38", "30", prefix="a", games=60),
        "2": table("41", "37", "30", prefix="b", games=60),
        "3": table("35", "34", "30", prefix="c", games=48),
    }
    ruling = promoted(groups, PromotionPlan(up=1, best_of_rest=2), KINDS[kind], start=START)
    assert [move.who for move in ruling.value.up] == ["a1", "b1", "c1", "c2", "a2"]
    assert {move.to for move in ruling.value.up} == {kind.replace("preliminary", "final")}
    assert ruling.grounds[-1].clause.address == cited


def test_the_best_of_the_rest_who_are_level_across_sections_are_referred() -> None:
    groups = {name: table("8", "6", "5", prefix=name) for name in "ab"}
    moves = promoted(groups, PromotionPlan(up=1, best_of_rest=1), KINDS["open-preliminary"], start=START).value
    assert [move.who for move in moves.up] == ["a1", "b1"]
    assert [(group.who, group.section, group.seats) for group in moves.undecided] == [(("a2", "b2"), None, 1)]


@pytest.mark.clause("ICCF-TR-2017 0.4/2")
def test_nobody_goes_on_from_a_section_of_an_open_without_a_positive_score() -> None:
    groups = {"a": table("5", "5", "5", prefix="a"), "b": table("6", "5", "4", prefix="b")}
    ruling = promoted(groups, PromotionPlan(up=1), KINDS["open-preliminary"], start=START)
    assert [move.who for move in ruling.value.up] == ["b1"]
    assert "0.4/2" in [ground.clause.address for ground in ruling.grounds]
    assert ruling.grounds[-1].clause.address == "Glossary: regulations of an event"


@pytest.mark.parametrize(
    ("kind", "to"),
    [
        ("open-preliminary", "open-semi-final"),
        ("open-semi-final", "open-final"),
        ("zonal-preliminary", "zonal-semi-final"),
        ("zonal-semi-final", "zonal-final"),
        ("national-preliminary", "national"),
    ],
)
def test_stages_lead_to_the_next_unless_the_plan_names_another(kind: str, to: str) -> None:
    lines = table("8", "6", "5")
    assert promoted({"1": lines}, PromotionPlan(up=1), KINDS[kind], start=START).value.up[0].to == to
    named = promoted({"1": lines}, PromotionPlan(up=1, to="open"), KINDS[kind], start=START).value.up
    assert [move.to for move in named] == ["open"]


def test_a_plan_of_the_section_is_among_its_consequences() -> None:
    open_ = crosstable({"A": "-111", "B": "0-11", "C": "00-1", "D": "000-"}, kind="open-preliminary")
    found = consequences(replace(open_, promotion=PromotionPlan(up=2)), ended=date(2019, 1, 1)).value
    assert [(step.what.value, step.who, step.value) for step in found] == [
        ("up", "A", "open-semi-final"), ("up", "B", "open-semi-final"),
    ]  # fmt: skip
    assert consequences(open_, ended=date(2019, 1, 1)).value == ()


@pytest.mark.clause("ICCF-TR-2017 1.7.7")
def test_five_teams_level_for_three_places_are_one_question() -> None:
    matches = dict.fromkeys(combinations("ABCDEF", 2), "==") | {("A", other): "11" for other in "BCDEF"}
    event = team_event(matches, kind="olympiad-preliminary")
    found = consequences(replace(event, promotion=PromotionPlan(up=3)), ended=date(2019, 1, 1)).value
    assert [(step.what.value, step.who) for step in found] == [("up", "A"), *(("ask", one) for one in "BCDEF")]
    assert {step.sharing for step in found[1:]} == {tuple("BCDEF")}


def test_a_question_says_whether_it_is_about_going_up_or_down() -> None:
    level = crosstable({"A": "-=11", "B": "=-11", "C": "00-=", "D": "00=-"}, kind="open-preliminary")
    found = consequences(replace(level, promotion=PromotionPlan(up=1, down=1)), ended=date(2019, 1, 1)).value
    assert {(step.who, step.asks) for step in found} == {
        ("A", Step.UP), ("B", Step.UP), ("C", Step.DOWN), ("D", Step.DOWN),
    }  # fmt: skip


def test_the_best_of_the_rest_follow_once_all_sections_are_over() -> None:
    strong = crosstable({"A": "-111", "B": "0-11", "C": "00-1", "D": "000-"}, kind="open-preliminary")
    weak = crosstable({"E": "-1=1", "F": "0-=1", "G": "==-0", "H": "001-"}, kind="open-preliminary")
    plan = PromotionPlan(up=1, best_of_rest=1)
    stage = [replace(strong, id="1", promotion=plan), replace(weak, id="2", promotion=plan)]
    ruling = best_of_the_rest(stage)
    assert [(step.what, step.who, step.value) for step in ruling.value] == [(Step.UP, "B", "open-semi-final")]
    assert ruling.grounds
    assert best_of_the_rest([replace(one, promotion=PromotionPlan(up=1)) for one in stage]).value == ()


def test_equals_among_the_best_of_the_rest_are_asked_about() -> None:
    tables = {
        name: crosstable({f"{name}{n}": row for n, row in enumerate(("-111", "0-11", "00-1", "000-"))}) for name in "xy"
    }
    plan = PromotionPlan(up=1, best_of_rest=1)
    stage = [replace(one, kind=KINDS["open-preliminary"], id=name, promotion=plan) for name, one in tables.items()]
    found = best_of_the_rest(stage).value
    assert [(step.what, step.who, step.asks) for step in found] == [
        (Step.ASK, "x1", Step.UP),
        (Step.ASK, "y1", Step.UP),
    ]
    assert {step.sharing for step in found} == {("x1", "y1")}


@pytest.mark.clause("ICCF-TR-2017 8.5/1")
def test_a_player_who_stopped_silently_does_not_go_up_and_the_place_stays_empty() -> None:
    plan = PromotionPlan(up=2, best_of_rest=1)
    lines = {"1": table("8", "7", "6", "5", prefix="a"), "2": table("8", "7", "6.5", "5", prefix="b")}
    moves = promoted(lines, plan, KINDS["open-preliminary"], start=START, silent={"a1", "b3"}).value
    assert [move.who for move in moves.up] == ["a2", "b1", "b2", "a3"]
    level = {"1": table("8", "7", "7", "7", places=(1, 2, 2, 2))}
    kept = promoted(level, PromotionPlan(up=3), KINDS["open-preliminary"], start=START, silent={"3"}).value
    assert ([move.who for move in kept.up], kept.undecided) == (["1", "2", "4"], ())
    asked = promoted(level, PromotionPlan(up=2), KINDS["open-preliminary"], start=START, silent={"3"}).value
    assert [(one.who, one.seats) for one in asked.undecided] == [(("2", "4"), 1)]
    down = promoted({"B": table("8", "7", "6")}, PromotionPlan(down=1), LEAGUE_B, start=START, silent={"3"}).value
    assert [move.who for move in down.down] == ["3"]
