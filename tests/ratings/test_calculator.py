"""What people try out is answered by the systems themselves."""

import numpy as np
import pytest

from slowmate.ratings import SYSTEMS, rate
from slowmate.ratings.calculator import Figures, Met, after_games, coefficient, performance
from slowmate.ratings.fide.eligible import FideList
from slowmate.records import BadInput

GAMES = [Met(2450, 1, 50), Met(2300, 0.5, 60), Met(2380, 0, 70)]


@pytest.mark.parametrize("rules", SYSTEMS)
def test_the_rating_after_games_is_that_of_a_list(rules: str) -> None:
    found = after_games(Figures(rating=2400, rd=60, games=100), GAMES, rules)
    listed = rate(
        {
            "rating": np.array([2400.0, 2450, 2300, 2380]),
            "rd": np.array([60.0, 50, 60, 70]),
            "games": np.full(4, 100.0),
        },
        {"white": np.array([0, 0, 0]), "black": np.array([1, 2, 3]), "score": np.array([1, 0.5, 0])},
        rules,
    )
    assert found.rating == found.ruling.value == listed["rating"][0]
    assert found.games == 103
    assert found.rd == (None if np.isnan(listed["rd"][0]) else listed["rd"][0])


@pytest.mark.parametrize("rules", SYSTEMS)
def test_who_has_no_rating_gets_a_first_one(rules: str) -> None:
    found = after_games(Figures(), [*GAMES, Met(2400, 0.5), Met(2350, 1)], rules)
    assert found.old_rating is None
    assert found.rating is not None
    assert 2000 < found.rating < 2600


@pytest.mark.clause("ICCF-TR-2016 App1.9/k", "ICCF-TR-2017 App1.9/k")
@pytest.mark.parametrize(
    ("rating", "games", "k"), [(1900, 30, 25), (2400, 80, 10), (2200, 55, 16.875), (2600, 200, 10)]
)
def test_k_of_the_iccf_falls_with_rating_and_games(rating: int, games: int, k: float) -> None:
    for rules in ("iccf-2016", "iccf-2017"):
        assert coefficient(Figures(rating=rating, games=games), rules).value == k
    assert coefficient(Figures(rating=rating), "iccf-2017").value <= k, "an unknown number of games is a large one"


@pytest.mark.clause("FIDE-RATING-2017 8.56/1", "FIDE-RATING-2017 8.56/4", "FIDE-RATING-2017 8.56/5")
@pytest.mark.parametrize(
    ("own", "more", "k"),
    [
        (Figures(rating=2200, games=29), {}, 40),
        (Figures(rating=2200, games=30), {}, 20),
        (Figures(rating=2200, games=30, birth_year=2000), {"year": 2018}, 40),
        (Figures(rating=2200, games=30, birth_year=2000), {"year": 2019}, 20),
        (Figures(rating=2300, games=30, birth_year=2000), {"year": 2018}, 20),
        (Figures(rating=2350, games=90, has_reached_2400=True), {}, 10),
        (Figures(rating=2350, games=9, has_reached_2400=True), {}, 10),
        (Figures(rating=2200, games=30, birth_year=2000, has_reached_2300=True), {"year": 2018}, 20),
        (Figures(rating=2200, games=90), {"played": 39}, 17),
        (Figures(rating=2200, games=5), {"fide_list": FideList.BLITZ}, 20),
    ],
)
def test_k_of_fide_has_its_order(own: Figures, more: dict[str, int], k: int) -> None:
    assert coefficient(own, "fide-2017", **more).value == k  # type: ignore[arg-type]


def test_the_rules_of_2023_have_no_k_and_no_performance() -> None:
    with pytest.raises(BadInput):
        coefficient(Figures(rating=2200), "iccf-2023")
    with pytest.raises(BadInput):
        performance([2400], 1, "iccf-2023")
    with pytest.raises(BadInput):
        coefficient(Figures(), "iccf-2017")


@pytest.mark.clause("ICCF-TR-2016 App1.5/formula", "ICCF-TR-2017 App1.5/formula")
@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017"])
def test_a_performance_is_the_first_rating_of_who_had_none(rules: str) -> None:
    ratings, scores = [2450, 2300, 2380, 2500], [1, 0.5, 0, 0.5]
    met = [Met(rating, score) for rating, score in zip(ratings, scores, strict=True)]
    assert performance(ratings, 4, rules).value == after_games(Figures(), met, rules).rating
    assert performance(ratings, 4, rules).value == round(sum(ratings) / 4 + 0.1), "half of the points: the average"
