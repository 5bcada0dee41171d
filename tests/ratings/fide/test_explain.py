"""Explanations of FIDE ratings: the same numbers as the list, every step with its clause, in words."""

from typing import Any

import numpy as np
import pytest

from slowmate.ratings import rate
from slowmate.ratings.columns import PeriodContext, game_columns, player_columns
from slowmate.ratings.fide.explain import explain
from slowmate.rulebook import Ground
from slowmate.words import phrase_for, say

NAN = float("nan")


def players(*ratings: float, **more: Any) -> dict[str, Any]:
    return {"rating": np.array(ratings, float), "games": np.where(np.isnan(ratings), 0, 50), **more}


def games(*rows: tuple[int, int, float], kind: str = "swiss", **more: Any) -> dict[str, Any]:
    white, black, score = (np.array(column) for column in zip(*rows, strict=True))
    return {"white": white, "black": black, "score": score, "event_type": np.full(len(rows), kind), **more}


def explained(
    table: dict[str, Any], played: dict[str, Any], row: int, **options: str
) -> tuple[int | None, list[Ground]]:
    known = player_columns(table)
    context = PeriodContext("fide-2017", year=2018, options=options)
    ruling = explain(known, game_columns(played, len(known)), context, row)
    listed = rate(table, played, "fide-2017", year=2018, options=options)["rating"][row]
    assert ruling.value == (None if np.isnan(listed) else int(listed))
    for ground in ruling.grounds:
        assert phrase_for(ground) is not None
        assert "%(" not in say(ground)
    return ruling.value, list(ruling.grounds)


def facts(grounds: list[Ground], address: str) -> list[dict[str, Any]]:
    return [dict(ground.facts) for ground in grounds if ground.clause.address == address]


@pytest.mark.clause("FIDE-RATING-2017 12.4")
def test_a_rated_player_sees_difference_probability_score_and_delta_of_every_game_then_k_and_the_sum() -> None:
    table = players(1850, 1900, 1700, 2300, 1850, 1600)
    value, grounds = explained(table, games((0, 1, 1), (0, 2, 0.5), (0, 3, 0), (4, 0, 0), (0, 5, 1)), 0)
    assert value == 1870
    assert [each["difference"] for each in facts(grounds, "8.51")] == [-50, 150, -450, 0, 250]
    assert facts(grounds, "8.54") == [{"opponent": "4", "difference": -450, "counts_as": -400}] or facts(
        grounds, "8.54"
    )
    deltas = [each["delta"] for each in facts(grounds, "8.55(b)")]
    assert deltas == [0.57, -0.2, -0.08, 0.5, 0.19]
    *each, total = facts(grounds, "8.55(c)")
    assert total == {"sum": 0.98, "k": 20, "change": 19.6}
    assert [one["points"] for one in each] == [11.4, -4.0, -1.6, 10.0, 3.8]
    assert sum(deltas) * 20 == pytest.approx(19.6)
    assert facts(grounds, "8.57")[0]["change"] == 20
    order = [ground.clause.address for ground in grounds]
    assert (
        order.index("8.51")
        < order.index("8.55(a)")
        < order.index("8.55(b)")
        < order.index("8.56/2")
        < order.index("8.57")
    )


def test_the_cap_is_shown_where_it_bites() -> None:
    table = players(*[2000.0] * 40)
    value, grounds = explained(table, games(*[(0, other, 1.0) for other in range(1, 40)]), 0)
    assert value == 2332
    assert facts(grounds, "8.56/5") == [{"games": 39, "k": 20, "most": 700, "counts_as": 17}]


@pytest.mark.parametrize(
    ("rating", "more", "address", "k"),
    [
        (2000, {"games": np.array([29, 50])}, "8.56/1", 40),
        (2350, {"has_reached_2400": np.array([1, 0])}, "8.56/3", 10),
        (2000, {"birth_year": np.array([2000, 1970])}, "8.56/4", 40),
        (2000, {"birth_year": np.array([2000, 1970]), "has_reached_2300": np.array([1, 0])}, "8.56/2", 20),
        (2400, {"games": np.array([29, 50])}, "8.56/3", 10),
        (2000, {}, "8.56/2", 20),
    ],
)
def test_k_is_shown_with_the_rule_that_gives_it(rating: float, more: dict[str, Any], address: str, k: int) -> None:
    table = players(rating, 2000) | more
    _, grounds = explained(table, games((0, 1, 1)), 0)
    assert facts(grounds, address)[0]["k"] == k


def test_k_of_the_rapid_list_is_said_so() -> None:
    _, grounds = explained(players(2000, 2000), games((0, 1, 1)), 0, list="rapid")
    assert facts(grounds, "8.56/2")[0]["list"] == "rapid"


def test_games_that_do_not_count_are_named_with_their_reason() -> None:
    table = players(2000, NAN, 2000, 2000, 2000)
    swiss = games((0, 1, 1), (0, 2, 1), (0, 3, 1), minutes=np.array([120.0, 30, 120]), plies=np.array([60, 60, 1]))
    _, grounds = explained(table, swiss, 0)
    assert facts(grounds, "1.1/1")[0]["game"] == 2
    assert facts(grounds, "5.1/1")[0]["game"] == 3
    assert facts(grounds, "6.32")[0]["game"] == 1
    _, grounds = explained(table, games((0, 1, 1), (1, 0, 0), kind="match"), 0)
    assert [each["game"] for each in facts(grounds, "6.6")] == [1, 2]
    won = games(*[(0, 2, 1.0)] * 4, kind="match", planned_games=np.full(4, 4.0))
    _, grounds = explained(table, won, 0)
    assert [each["game"] for each in facts(grounds, "6.5")] == [4]
    late = games((0, 2, 1), (0, 3, 1), white_was_unrated=np.zeros(2), black_was_unrated=np.array([1.0, 0]))
    _, grounds = explained(table, late, 0)
    assert [each["game"] for each in facts(grounds, "8.4")] == [1]


@pytest.mark.parametrize(
    ("rated", "unrated", "double", "address"), [(3, 9, False, "6.2"), (3, 3, False, "6.21"), (4, 1, True, "6.22")]
)
def test_a_round_robin_that_is_not_rated_names_the_rule(rated: int, unrated: int, double: bool, address: str) -> None:
    table = players(*[2000.0] * rated, *[NAN] * unrated)
    rows = [(one, two, 0.5) for one in range(rated + unrated) for two in range(one)] * (1 + double)
    value, grounds = explained(table, games(*rows, kind="round-robin"), 0)
    assert value == 2000
    assert len(facts(grounds, address)) == (rated + unrated - 1) * (1 + double)
    national = games(*rows, kind="round-robin", national=np.ones(len(rows)))
    table["rating"][1:] = NAN
    table["games"][1:] = 0
    _, grounds = explained(table, national, 0)
    assert facts(grounds, "6.23")[0]["rated"] == 1


def test_a_first_rating_in_a_swiss_is_explained() -> None:
    table = players(1850, 1850, 1850, 1850, 1850, NAN)
    value, grounds = explained(table, games(*[(5, other, float(other < 2)) for other in range(5)]), 5)
    assert value == 1778
    assert facts(grounds, "8.3/1") == [{"games": 5, "score": 2.0, "opponents_sum": 9250, "rc": 1850.0}]
    assert facts(grounds, "8.1a") == [{"p": 0.4, "dp": -72}]
    assert facts(grounds, "8.24")[0]["dp"] == -72
    assert facts(grounds, "8.3/2") == [{"exact": 1778.0, "rating": 1778}]
    value, grounds = explained(table, games(*[(5, other, 0.5) for other in range(5)]), 5)
    assert (value, len(facts(grounds, "8.22"))) == (1850, 1)
    value, grounds = explained(table, games(*[(5, other, 1.0) for other in range(4)]), 5)
    assert value is None
    assert facts(grounds, "8.23")[0]["more"] == 80
    assert facts(grounds, "7.x-8.1a (lost)")[0]["published"] is False
    value, grounds = explained(table, games(*[(5, other, 0.0) for other in range(5)]), 5)
    assert value is None
    assert len(facts(grounds, "8.21/1")) == 1


def test_a_first_rating_in_a_round_robin_is_explained_step_by_step() -> None:
    example = [
        (0, 1, 1), (0, 2, 0.5), (0, 3, 1), (0, 4, 1), (0, 5, 1), (1, 2, 1), (1, 3, 1), (1, 4, 1), (1, 5, 0.5),
        (2, 3, 1), (2, 4, 0), (2, 5, 1), (3, 4, 0), (3, 5, 1), (4, 5, 1), *[(at, 6, 1) for at in range(6)],
    ]  # fmt: skip
    table = players(2000, 1900, 1800, 1700, NAN, NAN, NAN)
    played = games(*example, kind="round-robin")
    value, grounds = explained(table, played, 5)
    assert value == 1488
    assert facts(grounds, "8.58/1") == [{"taken_out": 1, "players": 6}]
    assert facts(grounds, "8.21(b)(i)") == [{"rated": 4, "sum": 7400, "rar": 1850.0}]
    *each, average = facts(grounds, "8.21(b)(ii)")
    assert average == {"rated": 4, "sum": 275, "dpa": 68.75}
    assert (each[0]["rating"], each[0]["score"], each[0]["dp"]) == (2000, 4.5, 366)
    assert (sum(one["rating"] for one in each), sum(one["dp"] for one in each)) == (7400, 275)
    assert facts(grounds, "8.21(b)(iii)") == [{"rar": 1850.0, "dpa": 68.75, "n": 5, "ra": 1792.708333}]
    assert facts(grounds, "8.25")[0]["dp"] == -366
    value, grounds = explained(table, played, 3)
    assert [each["rating"] for each in facts(grounds, "8.52")] == [1813, 1488]
    assert [each["game"] for each in facts(grounds, "6.1/1")] == [19]
    _, grounds = explained(table, games(*example[1:], kind="round-robin"), 3)
    assert len(facts(grounds, "6.4")) == 3
    value, grounds = explained(table, played, 6)
    assert value is None
    assert len(facts(grounds, "6.1/1")) == 1


def test_what_was_before_is_included_and_said() -> None:
    table = players(1850, 1850, NAN) | {
        "games": np.array([50, 50, 4]),
        "points": np.array([NAN, NAN, 2.0]),
        "opponents_sum": np.array([NAN, NAN, 7400]),
    }
    value, grounds = explained(table, games((2, 0, 0.5)), 2)
    assert value == 1850
    assert facts(grounds, "6.1/2") == [{"games_before": 4, "points": 2.0, "sum": 7400}]


def test_leaving_the_list_is_said() -> None:
    value, grounds = explained(players(1005, 1005), games((0, 1, 0)), 0)
    assert value is None
    assert facts(grounds, "7.x-8.1a (lost)") == [{"outcome": "floor", "floor": 1000}]
