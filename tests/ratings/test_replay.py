"""Lists made again by other rules: what is carried from list to list, and what comes in with those who are new."""

from random import Random

import numpy as np
import polars as pl
import pytest

from slowmate.ratings import SYSTEMS
from slowmate.ratings.columns import Column
from slowmate.ratings.period_list import ListBasis, list_basis, make_list
from slowmate.ratings.periods import Period
from slowmate.ratings.replay import Standing, replay

PLAYERS = 20


def basis(number: int, rules: str, before: dict[str, Column] | None = None) -> ListBasis:
    """A list of twenty players, who come from the one before or as they are."""
    lots = Random(number)
    period = Period(2024, number)
    pairs = [lots.sample(range(PLAYERS), 2) for _ in range(120)]
    games = pl.DataFrame(
        {
            "white": [one for one, _ in pairs],
            "black": [other for _, other in pairs],
            "score": [lots.choice([0.0, 0.5, 1.0]) for _ in pairs],
            "date": [period.results_from] * len(pairs),
        }
    )
    ids = np.array([str(10 + row) for row in range(PLAYERS)], dtype=object)
    first = Random("players")
    players = {
        "rating": np.array([float(first.randint(1700, 2500)) if row % 4 else np.nan for row in range(PLAYERS)]),
        "games": np.array([float(first.randint(5, 100)) if row % 4 else 0.0 for row in range(PLAYERS)]),
    }
    names = ("rating", "rd", "games", "points", "opponents_sum", "has_reached_2400", "has_reached_2300")
    kept = players if before is None else {name: before[name] for name in names if name in before}
    return list_basis(rules, {"id": ids, **kept}, games, period=period)


@pytest.mark.parametrize("rules", SYSTEMS)
def test_lists_made_again_by_their_own_rules_are_the_lists_that_there_are(rules: str) -> None:
    before: dict[str, Column] | None = None
    standing: Standing | None = None
    for number in (1, 2, 3):
        real = basis(number, rules, before)
        before = make_list(real, kernel="numpy")
        standing = replay(real, rules, standing)
        assert np.array_equal(standing.rating, before["rating"], equal_nan=True)
        if rules == "iccf-2023":
            assert np.array_equal(standing.columns["rd"], before["rd"], equal_nan=True)


def test_what_other_rules_make_of_a_list_is_what_they_begin_the_next_with() -> None:
    real_1 = basis(1, "iccf-2023")
    after_1 = make_list(real_1, kernel="numpy")
    real_2 = basis(2, "iccf-2023", after_1)
    other_1 = replay(real_1, "iccf-2017", None)
    by_hand = make_list(basis(2, "iccf-2017", make_list(basis(1, "iccf-2017"), kernel="numpy")), kernel="numpy")
    assert np.array_equal(replay(real_2, "iccf-2017", other_1).rating, by_hand["rating"], equal_nan=True)
    assert not np.array_equal(replay(real_2, "iccf-2017", None).rating, by_hand["rating"], equal_nan=True)


def test_who_is_new_comes_as_he_is_and_the_order_of_players_does_not_matter() -> None:
    real = basis(1, "iccf-2017")
    nobody = Standing(np.array([], np.int64), {name: np.array([]) for name in ("rating",)})
    assert np.array_equal(
        replay(real, "iccf-2023", nobody).rating, replay(real, "iccf-2023", None).rating, equal_nan=True
    )
    stranger = Standing(
        np.array([999]),
        {
            name: np.array([1.0])
            for name in ("rating", "rd", "games", "points", "opponents_sum", "has_reached_2400", "has_reached_2300")
        },
    )
    assert np.array_equal(
        replay(real, "iccf-2023", stranger).rating, replay(real, "iccf-2023", None).rating, equal_nan=True
    )
