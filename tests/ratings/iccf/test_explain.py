"""An explanation says what the list says: the numbers in its steps lead to the rating, by a pocket calculator."""

from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.ratings import explain, rate
from slowmate.rulebook import Ground, find
from slowmate.words import PHRASES, say

ICCF = ["iccf-2016", "iccf-2017", "iccf-2023"]


def period(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    lots = np.random.default_rng(seed)
    size, games = 5, int(lots.integers(0, 40))
    rating = np.where(lots.random(size) < 0.3, np.nan, lots.integers(1500, 2600, size).astype(float))
    white = lots.integers(0, size, games)
    black = (white + lots.integers(1, size, games)) % size
    third = (black + 1) % size
    players = {
        "id": np.array([f"p{row}" for row in range(size)]),
        "rating": rating,
        "rd": np.where(lots.random(size) < 0.3, np.nan, lots.integers(10, 250, size)),
        "games": np.where(np.isnan(rating), 0, lots.integers(0, 100, size)),
        "fide_rating": np.where(lots.random(size) < 0.5, np.nan, 2100.0),
    }
    played = {
        "white": white,
        "black": black,
        "score": lots.choice([0.0, 0.5, 1.0], games),
        "white_start": np.where(lots.random(games) < 0.5, lots.integers(1500, 2500, games), np.nan),
        "white_original": np.where((lots.random(games) < 0.3) & (third != white), third, -1),
    }
    return players, played


def facts(grounds: tuple[Ground, ...], address: str) -> list[dict[str, Any]]:
    return [dict(ground.facts) for ground in grounds if ground.clause.address == address]


@pytest.mark.parametrize("rules", ICCF)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_an_explanation_ends_with_the_rating_of_the_list(rules: str, seed: int) -> None:
    players, games = period(seed)
    listed = rate(players, games, rules)
    for row in range(5):
        ruling = explain(players, games, row, rules)
        rating = listed["rating"][row]
        assert ruling.value == (None if np.isnan(rating) else int(rating))
        for ground in ruling.grounds:
            assert find(ground.clause) is not None
            assert "%(" not in say(ground)
        if listed["period_games"][row] and rules != "iccf-2023":
            assert facts(ruling.grounds, "App1.17")[0]["exact"] == pytest.approx(listed["exact_rating"][row], abs=1e-7)


@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017"])
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_the_changes_add_up_by_hand(rules: str, seed: int) -> None:
    players, games = period(seed)
    for row in range(5):
        grounds = explain(players, games, row, rules).grounds
        changes = facts(grounds, "App1.7")
        for one in changes:
            assert one["change"] == pytest.approx(one["k"] * (one["result"] - one["expected"]), abs=5.1e-5)
        if changes:
            total = facts(grounds, "App1.6")[0]
            assert total["changes"] == pytest.approx(sum(one["change"] for one in changes), abs=1e-9)
            assert total["exact"] == pytest.approx(total["old_rating"] + total["changes"], abs=1e-9)
        for one in facts(grounds, "App1.5/formula"):
            assert one["rp"] == pytest.approx(one["rc"] + one["d"] * one["f"], abs=1e-5)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_the_steps_of_2023_follow_from_each_other_by_hand(seed: int) -> None:
    players, games = period(seed)
    listed = rate(players, games)
    for row in range(5):
        grounds = explain(players, games, row).grounds
        if not listed["period_games"][row]:
            continue
        own = next(one for one in facts(grounds, "2.2(a)") if one["outcome"] == "player")
        d1 = sum(one["d1"] for one in facts(grounds, "2.2(e)/D1"))
        d2 = sum(one["d2"] for one in facts(grounds, "2.2(e)/D2"))
        sigma = sqrt(1 / (1 / own["sigma"] ** 2 - d2))
        rating = 173.7 * (own["mu"] + sigma**2 * d1) + 1500
        assert rating == pytest.approx(listed["exact_rating"][row], abs=1e-3)
        assert 173.7 * sigma == pytest.approx(listed["exact_rd"][row], abs=1e-3)
        assert facts(grounds, "2.2(g)")[0]["rating"] == pytest.approx(listed["exact_rating"][row], abs=1e-7)


@pytest.mark.parametrize("rules", ICCF)
def test_opponents_are_called_by_their_ids(rules: str) -> None:
    players = {"id": np.array(["ann", "bob"]), "rating": np.array([2200.0, 2300.0]), "games": np.array([50, 50])}
    grounds = explain(players, {"white": [0], "black": [1], "score": [1.0]}, 0, rules).grounds
    assert {ground.facts["opponent"] for ground in grounds if "opponent" in ground.facts} == {"bob"}


def test_a_number_is_never_taken_for_a_name() -> None:
    players = {"id": np.array(["1", "2"]), "rating": np.array([2200.0, 2300.0]), "games": np.array([1, 50])}
    grounds = explain(players, {"white": [0], "black": [1], "score": [1.0]}, 0, "iccf-2017").grounds
    told = " ".join(say(ground, names={"1": "Ann", "2": "Bob"}) for ground in grounds)
    assert "Bob counts with 2300" in told
    assert "1 game before this period" in told


def test_every_phrase_has_a_rule() -> None:
    from slowmate.rulebook import Clause  # noqa: PLC0415
    from slowmate.words import ratings  # noqa: PLC0415 - its own phrases, not those of all areas

    for key in ratings.PHRASES:
        family, address = key.split("#")[0].split(" ", 1)
        years = ("2016", "2017") if family == "ICCF-TR" else ("2023",)
        assert any(find(Clause(f"{family}-{year}", address)) for year in years), key
        assert PHRASES[key] == ratings.PHRASES[key]


@pytest.mark.parametrize("year", ["2016", "2017"])
@pytest.mark.parametrize(
    ("before", "played", "by_item_5", "address"),
    [(0, 3, False, "App1.14"), (20, 3, False, "App1.15"), (30, 3, False, "App1.16/normal"),
     (30, 51, False, "App1.16/>50"), (30, 3, True, "App1.16/exception")],
)  # fmt: skip
def test_the_first_step_says_by_which_item_a_player_is_rated(
    year: str, before: int, played: int, by_item_5: bool, address: str
) -> None:
    rating = np.array([2200.0 if before else np.nan, 2300.0])
    players = {"rating": rating, "games": np.array([before, 100])}
    games = {"white": np.zeros(played, int), "black": np.ones(played, int), "score": np.ones(played)}
    marks = np.array([by_item_5, False])
    ruling = explain(players, games, 0, f"iccf-{year}", by_item_5=marks)
    assert str(ruling.grounds[0].clause) == f"ICCF-TR-{year} {address}"
    assert ruling.value == rate(players, games, f"iccf-{year}", by_item_5=marks)["rating"][0]


@pytest.mark.parametrize(
    ("columns", "address"),
    [
        ({"rating": [2200.0, 2240.0], "games": [50, 50]}, "9.4/7"),
        ({"rating": [2200.0, 2240.0], "games": [50, 5]}, "9.4/6"),
        ({"rating": [2200.0, np.nan], "games": [50, 0], "fide_rating": [np.nan, 2100.0]}, "9.4/6"),
    ],
)
def test_an_explanation_says_why_an_opponent_counts_as_he_does(columns: dict[str, Any], address: str) -> None:
    games = {"white": [0], "black": [1], "score": [1.0], "black_start": [2300.0]}
    grounds = explain({name: np.array(values) for name, values in columns.items()}, games, 0, "iccf-2017").grounds
    counted = next(ground for ground in grounds if "rating" in ground.facts and "opponent" in ground.facts)
    assert (counted.clause.address, counted.facts["rating"]) == (address, 2300)


@pytest.mark.clause("ICCF-TR-2017 9.4/2", "ICCF-TR-2017 App1.8/unrated")
def test_without_a_start_rating_the_fide_rating_counts_and_then_the_level() -> None:
    games = {"white": [0], "black": [1], "score": [1.0], "level": [2000.0]}
    players = {
        "rating": np.array([2200.0, np.nan]),
        "games": np.array([50, 0]),
        "fide_rating": np.array([np.nan, 2143.0]),
    }
    assert facts(explain(players, games, 0, "iccf-2017").grounds, "9.4/2")[0]["rating"] == 2143
    players["fide_rating"] = np.array([np.nan, np.nan])
    assert facts(explain(players, games, 0, "iccf-2017").grounds, "App1.8/unrated")[0]["rating"] == 2000


@pytest.mark.clause("ICCF-RATING-2023 2.2/multi", "ICCF-RATING-2023 2/parallel")
def test_games_with_one_opponent_are_said_to_count_each() -> None:
    players = {"rating": np.array([2200.0, 2300.0]), "rd": np.array([60.0, 60.0])}
    grounds = explain(players, {"white": [0, 1], "black": [1, 0], "score": [1.0, 0.5]}, 0).grounds
    assert facts(grounds, "2.2/multi") == [{"opponent": "1", "games": 2}]
    assert facts(grounds, "2/parallel") == [{"games": 2}]
