"""K: which rule gives it, the cap of a busy period, and the rounding of the change."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.ratings import rate
from slowmate.ratings.fide import k_factor


def k(
    rating: int,
    games: float = 100,
    *,
    reached: bool = False,
    reached_2300: bool = False,
    born: float = np.nan,
    year: int | None = 2018,
) -> int:
    rule = k_factor.coefficient_rule(
        np.array([rating]),
        np.array([float(games)]),
        has_reached_2400=np.array([reached]),
        has_reached_2300=np.array([reached_2300]),
        birth_year=np.array([float(born)]),
        year=year,
    )
    return int(k_factor.coefficient(rule)[0])


@pytest.mark.clause("FIDE-RATING-2017 8.56/1")
def test_a_newcomer_has_40_until_30_games() -> None:
    assert (k(1800, 29), k(1800, 30)) == (40, 20)
    assert (k(2399, 10), k(2399, 10, reached_2300=True)) == (40, 40)


@pytest.mark.clause("FIDE-RATING-2017 8.56/2")
def test_under_2400_k_is_20() -> None:
    assert (k(2399), k(2400)) == (20, 10)
    assert k(1200, np.nan) == 20


@pytest.mark.clause("FIDE-RATING-2017 8.56/3")
def test_who_has_reached_2400_keeps_10_for_ever() -> None:
    assert k(2350, reached=True) == 10
    assert k(2350, reached=False) == 20
    assert k(2250, reached=True, born=2001) == 10


@pytest.mark.clause("FIDE-RATING-2017 8.56/1", "FIDE-RATING-2017 8.56/3")
def test_who_has_reached_2400_has_10_also_with_fewer_than_30_games() -> None:
    assert (k(2400, 10), k(2399, 10)) == (10, 40)
    assert (k(2350, 29, reached=True), k(2350, 0, reached=True)) == (10, 10)


@pytest.mark.clause("FIDE-RATING-2017 8.56/4")
def test_the_young_have_40_to_the_end_of_the_year_of_their_18th_birthday_while_under_2300() -> None:
    assert (k(2299, born=2000, year=2018), k(2299, born=2000, year=2019)) == (40, 20)
    assert (k(2299, born=2001), k(2300, born=2001)) == (40, 20)
    assert k(2299, born=2001, year=None) == 20


@pytest.mark.clause("FIDE-RATING-2017 8.56/4")
def test_the_40_of_the_young_does_not_come_back_once_2300_was_reached() -> None:
    assert (k(2299, born=2001, reached_2300=False), k(2299, born=2001, reached_2300=True)) == (40, 20)
    assert k(2100, born=2010, reached_2300=True) == 20
    assert k(2100, 29, born=2010, reached_2300=True) == 40


@pytest.mark.clause("FIDE-RATING-2017 8.56/5")
@pytest.mark.parametrize(
    ("coefficient", "games", "capped"),
    [
        (40, 17, 40),
        (40, 18, 38),
        (40, 20, 35),
        (20, 35, 20),
        (20, 36, 19),
        (20, 39, 17),
        (10, 70, 10),
        (10, 71, 9),
        (20, 0, 20),
    ],
)
def test_k_times_games_is_at_most_700(coefficient: int, games: int, capped: int) -> None:
    assert int(k_factor.capped(coefficient, games)) == capped


@given(st.sampled_from([10, 20, 40]), st.integers(1, 700))
def test_the_cap_is_the_largest_whole_number_that_fits(coefficient: int, games: int) -> None:
    capped = int(k_factor.capped(coefficient, games))
    assert capped == max(whole for whole in range(coefficient + 1) if whole * games <= 700)


@pytest.mark.clause("FIDE-RATING-2017 8.57")
@pytest.mark.parametrize(
    ("cents", "points"),
    [(50, 1), (49, 0), (-49, 0), (-50, -1), (-150, -2), (-160, -2), (-250, -3), (250, 3), (249, 2), (0, 0), (3920, 39)],
)
def test_a_change_rounds_to_the_nearest_and_a_half_away_from_zero(cents: int, points: int) -> None:
    assert int(k_factor.rounded_change(cents)) == points


@pytest.mark.clause("FIDE-RATING-2017 8.57", "FIDE-RATING-2017 8.56/3", "FIDE-RATING-2017 8.55(c)")
def test_minus_2_50_is_published_as_minus_3() -> None:
    """K 10: a draw against an opponent 189 points lower costs 0.25, and so 2.50."""
    found = rate(
        {"rating": np.array([2500.0, 2311.0]), "games": np.array([100.0, 100.0])},
        {"white": np.array([0]), "black": np.array([1]), "score": np.array([0.5])},
        "fide-2017",
    )
    assert found["exact_rating"][0] == 2497.5
    assert (found["change"][0], found["rating"][0]) == (-3, 2497)


@pytest.mark.clause("FIDE-RATING-2017 8.56/5")
def test_39_games_with_k_20_are_counted_with_17() -> None:
    players = {"rating": np.full(40, 2000.0), "games": np.full(40, 50.0)}
    games = {"white": np.zeros(39, np.int64), "black": np.arange(1, 40), "score": np.ones(39)}
    found = rate(players, games, "fide-2017")
    assert found["exact_rating"][0] == 2000 + 17 * 39 / 2
    assert found["change"][0] == 332  # 331.5
    assert set(found["change"][1:]) == {-10}


@pytest.mark.parametrize("which", ["rapid", "blitz"])
def test_on_the_rapid_and_blitz_lists_k_is_20_for_everybody(which: str) -> None:
    players = {
        "rating": np.array([2500.0, 2500.0, 1500.0, 1500.0]),
        "games": np.array([100.0, 100, 0, 0]),
        "birth_year": np.full(4, 2010.0),
    }
    games = {"white": np.array([0, 2]), "black": np.array([1, 3]), "score": np.array([1.0, 1.0])}
    found = rate(players, games, "fide-2017", year=2018, options={"list": which})
    assert list(found["change"]) == [10, -10, 10, -10]
