"""What places lead to, in words."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.events.running.goals import goals
from slowmate.records import KINDS, Event, Player, PromotionPlan
from slowmate.words import say_goal, say_goals

SECOND = "Places 1-2: up to International Open, Semi-Final (if the winner has more than half of the points)."
REST = "Of those next placed in all sections the best go up, too"


def section(kind: str, plan: PromotionPlan | None = None, *, rating: int = 2400) -> Event:
    players = tuple(Player(str(number), str(number), rating=rating) for number in range(11))
    return Event("S", KINDS[kind], date(2019, 1, 1), players, (), promotion=plan)


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (
            section("world-cup-final"),
            [
                "Places 1-2: right to World Championship Candidates' Tournament.",
                "Places 3-4, or at least 60% of the points: right to World Championship Semi-Final.",
                "50% of the points: right to World Championship Preliminary.",
                "Place 1: right to World Cup Final.",
                "Everybody: right to World Cup Semi-Final.",
            ],
        ),
        (section("open-preliminary", PromotionPlan(up=2, best_of_rest=3)), [f"{SECOND} {REST}: 3."]),
        (section("open-preliminary", PromotionPlan(best_of_rest=1)), [f"{REST}: 1."]),
        (section("thematic", PromotionPlan(up=1)), ["Place 1: up to the next stage."]),
        (section("champions-league-b", PromotionPlan(down=1)), [
            "The last one goes down to: Champions League, Division C.",
        ]),
        (section("national"), ["Places 1-3: right to Master Norm Tournament."]),
        (section("olympiad-final"), ["Places 1-3: right to Olympiad Final."]),
        (section("zonal-final", rating=2451), [
            "Places 1-2: right to World Championship Candidates' Tournament.",
            "Places 3-4, or at least 60% of the points: right to World Championship Semi-Final.",
            "50% of the points: right to World Championship Preliminary.",
        ]),
        (section("zonal-final", rating=2450), [
            "Places 1-2: right to World Championship Semi-Final.",
            "Places 3-4, or at least 60% of the points: right to World Championship Preliminary.",
        ]),
        (replace(section("zonal-final"), is_acknowledged=False), ["Places lead to nothing further."]),
        (replace(section("world-championship-candidates"), final_places=1), [
            "Place 1: right to World Championship Final (if the winner has more than half of the points).",
            "Places 2-4, or at least 60% of the points: right to World Championship Candidates' Tournament.",
            "50% of the points: right to World Championship Semi-Final.",
            "40% of the points: right to World Championship Preliminary.",
        ]),
    ],
    ids=lambda value: value.kind.slug if isinstance(value, Event) else "",
)  # fmt: skip
def test_every_goal_has_a_line(event: Event, lines: list[str]) -> None:
    assert say_goals(goals(event)) == lines


def test_half_rights_are_told_and_kinds_named_as_the_reader_wants() -> None:
    first, second = goals(section("master-class"))
    assert say_goal(second).startswith("Place 2: half a right to World Championship Preliminary")
    assert say_goal(first, name_kind=str.upper).startswith("Place 1: right to WORLD-CHAMPIONSHIP-PRELIMINARY")
