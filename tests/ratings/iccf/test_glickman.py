"""The rules of 2023: golden values, every step with its worked number, and the borders of step 2.1."""

from math import sqrt
from typing import Any

import numpy as np
import pytest

from slowmate.ratings import rate
from slowmate.ratings.iccf import glickman_steps as steps
from slowmate.ratings.iccf.glickman import game_terms

NAN = float("nan")
Side = tuple[float, float, float]
"""An opponent's rating, their RD after step 2.1, and the player's score against them."""


def before_growth(rd: float) -> float:
    """The RD of the last list that step 2.1 makes this one of."""
    return rd if rd > 122.6 else sqrt(rd * rd - 625)


def play(own: float, rd: float, *sides: Side, **more: Any) -> dict[str, Any]:
    """Rate one player (row 0); every RD is that after step 2.1."""
    players = {
        "rating": np.array([own, *(side[0] for side in sides)]),
        "rd": np.array([before_growth(rd), *(before_growth(side[1]) for side in sides)]),
    }
    games = {
        "white": np.zeros(len(sides), int),
        "black": np.arange(1, len(sides) + 1),
        "score": np.array([side[2] for side in sides]),
    }
    games |= {name: np.array(value, float) for name, value in more.items()}
    return {name: column[0] for name, column in rate(players, games).items()}


@pytest.mark.clause(
    "ICCF-RATING-2023 2.2(f)/sigma", "ICCF-RATING-2023 2.2(f)/mu", "ICCF-RATING-2023 2.2(g)",
    "ICCF-RATING-2023 5/precision",
)  # fmt: skip
@pytest.mark.parametrize(
    ("own", "sides", "rating", "rd"),
    [
        ((1800, 250), [(2000, 80, 1), (2100, 60, 0.5), (2200, 100, 0)], 1893.9666526768, 206.19838975622),
        ((2400, 60), [(2400, 60, 0.5)] * 10, 2399.9397282406, 58.156586689165),
        ((2550, 30), [(2000, 250, 0.5)], 2549.1249594964, 29.977579293713),
        ((1800, 250), [(2000, 80, 1), (1900, 100, 0.5), (1800, 250, 0)], 1844.6825054921, None),
    ],
)
def test_golden_values(own: tuple[float, float], sides: list[Side], rating: float, rd: float | None) -> None:
    found = play(*own, *sides)
    assert found["exact_rating"] == pytest.approx(rating, abs=5.1e-11)
    if rd is not None:
        assert found["exact_rd"] == pytest.approx(rd, rel=2.5e-14)


def terms(own: float, opponent: float, rd: float, half: int) -> dict[str, float]:
    zero = np.array([0])
    tables = steps.own_table(np.array([own])), steps.opponent_table(np.array([opponent]), np.array([rd]))
    found = game_terms(*tables, zero, zero, np.array([half]))
    return {name: float(value[0]) for name, value in found._asdict().items()}


@pytest.mark.clause("ICCF-RATING-2023 2.2(a)")
def test_ratings_are_standardized() -> None:
    assert steps.standardized(np.array([2400.0]))[0] == pytest.approx(5.181347, abs=5e-7)
    assert steps.SCALE == 173.7


@pytest.mark.clause("ICCF-RATING-2023 2.2(b)")
def test_the_parameters_are_those_printed() -> None:
    assert (steps.BETA_0, steps.BETA_1) == (1.0986, 0.17037)
    assert np.exp(steps.BETA_0) == pytest.approx(2.999963, abs=5e-7)


@pytest.mark.clause(
    "ICCF-RATING-2023 1.1", "ICCF-RATING-2023 1.2", "ICCF-RATING-2023 2.2(c)/win", "ICCF-RATING-2023 2.2(c)/draw",
    "ICCF-RATING-2023 2.2(c)/loss",
)  # fmt: skip
@pytest.mark.parametrize(
    ("own", "opponent", "win", "draw", "loss"),
    [(1500, 1500, 0.200001, 0.599997, 0.200001), (2400, 2400, 0.108079, 0.783842, 0.108079),
     (2400, 2300, 0.148357, 0.768220, 0.083423)],
)  # fmt: skip
def test_win_draw_and_loss(own: float, opponent: float, win: float, draw: float, loss: float) -> None:
    found = terms(own, opponent, 0.0, 1)
    assert (found["win_minus"], found["draw_minus"], found["loss_minus"]) == pytest.approx((win, draw, loss), abs=6e-7)
    assert found["win_minus"] + found["draw_minus"] + found["loss_minus"] == pytest.approx(1, abs=1e-15)
    if opponent == 2300:
        assert found["w1_minus"] == pytest.approx(0.5325, abs=5e-5)


@pytest.mark.clause("ICCF-RATING-2023 2.2(d)/pm", "ICCF-RATING-2023 2.2(e)/w")
def test_the_opponent_is_taken_one_deviation_lower_and_higher() -> None:
    found = terms(2400, 2400, 65, 1)
    names = ("win_minus", "draw_minus", "loss_minus", "win_plus", "draw_plus", "loss_plus")
    assert [found[name] for name in names] == pytest.approx(
        [0.13308, 0.77538, 0.09154, 0.08709, 0.78628, 0.12662], abs=6e-6
    )
    weights = [found[name] for name in ("w1_minus", "w1_plus", "w2_minus", "w2_plus")]
    assert weights == pytest.approx([0.520772, 0.480237, 0.326928, 0.283665], abs=6e-7)


@pytest.mark.clause(
    "ICCF-RATING-2023 2.2(d)/P", "ICCF-RATING-2023 2.2(e)/D1", "ICCF-RATING-2023 2.2(e)/D2",
    "ICCF-RATING-2023 2.2/outcome",
)  # fmt: skip
@pytest.mark.parametrize(
    ("half", "p", "d1", "d2"),
    [(2, 0.220179, 0.495262, -0.054269), (1, 1.561660, -0.000363, -0.053961), (0, 0.218161, -0.497245, -0.053765)],
)
def test_what_one_game_tells(half: int, p: float, d1: float, d2: float) -> None:
    found = terms(2400, 2400, 65, half)
    assert (found["outcome"], found["d1"], found["d2"]) == pytest.approx((p, d1, d2), abs=6e-7)


@pytest.mark.clause("ICCF-RATING-2023 2.2(f)/sigma", "ICCF-RATING-2023 2.2(f)/mu", "ICCF-RATING-2023 2.2(g)")
def test_one_win_among_equals() -> None:
    found = play(2400, 65, (2400, 65, 1))
    assert found["exact_rd"] == pytest.approx(64.7544, abs=5e-5)
    assert found["exact_rating"] == pytest.approx(2411.9557, abs=5e-5)
    assert (found["rating"], found["rd"]) == (2412, 65)
    assert (found["exact_rating"] - 1500) / 173.7 == pytest.approx(5.250177, abs=5e-7)


@pytest.mark.clause("ICCF-RATING-2023 2/parallel")
def test_all_are_computed_from_the_values_before_the_period() -> None:
    players = {"rating": np.array([2400.0, 2400.0]), "rd": np.array([60.0, 60.0])}
    for white, score in ((0, 1.0), (1, 0.0)):
        games = {"white": np.array([white]), "black": np.array([1 - white]), "score": np.array([score])}
        found = rate(players, games)
        assert found["rating"].tolist() == [2412, 2388]
        assert found["exact_rating"].tolist() == pytest.approx([2411.9557, 2387.9956], abs=5e-5)


@pytest.mark.clause("ICCF-RATING-2023 2.2/multi")
def test_two_games_with_one_opponent_count_as_games_with_two() -> None:
    players = {"rating": np.array([2300.0, 2350.0, 2350.0]), "rd": np.array([60.0, 60.0, 60.0])}
    win = np.array([1.0, 1.0])
    twice = rate(players, {"white": np.array([0, 0]), "black": np.array([1, 1]), "score": win})
    two = rate(players, {"white": np.array([0, 0]), "black": np.array([1, 2]), "score": win})
    assert twice["exact_rating"][0] == two["exact_rating"][0] == pytest.approx(2324.4901, abs=5e-5)
    assert twice["exact_rd"][0] == pytest.approx(64.4828, abs=5e-5)
    assert play(2300, 65, (2350, 65, 1))["exact_rating"] == pytest.approx(2312.3428, abs=5e-5)


def idle(**columns: float) -> dict[str, Any]:
    players = {name: np.array([value]) for name, value in columns.items()}
    empty = np.array([], int)
    found = rate(players, {"white": empty, "black": empty, "score": np.array([])})
    return {name: column[0] for name, column in found.items()}


@pytest.mark.clause(
    "ICCF-RATING-2023 2.1(b)/>120", "ICCF-RATING-2023 2.1(b)/<=120", "ICCF-RATING-2023 2.1(b)/30",
    "ICCF-RATING-2023 2.2/m=0",
)  # fmt: skip
@pytest.mark.parametrize(
    ("old", "exact"),
    [(60, 65), (30, 39.0512), (120, 122.5765), (121, 121), (250, 250), (10, 30), (16, 30), (17, 30.2324)],
)
def test_the_deviation_grows_between_periods_up_to_a_border(old: float, exact: float) -> None:
    found = idle(rating=2400, rd=old)
    assert found["exact_rd"] == pytest.approx(exact, abs=5e-5)
    assert (found["rating"], found["period_games"]) == (2400, 0)


@pytest.mark.clause("ICCF-RATING-2023 2.1(b)/<=120", "ICCF-RATING-2023 5/round RD")
def test_an_inactive_player_passes_120_after_22_periods() -> None:
    rd, periods = 30.0, 0
    while rd <= 120:
        rd, periods = float(idle(rating=2400, rd=rd)["rd"]), periods + 1
    assert (periods, rd) == (22, 121)
    assert idle(rating=2400, rd=rd)["rd"] == 121


@pytest.mark.clause("ICCF-RATING-2023 5/limits", "ICCF-RATING-2023 5/round RD")
def test_deviations_are_rounded_half_up_and_limited() -> None:
    found = steps.limited_rd(np.array([29.2, 250.4, 64.5, 64.4999, 30.4, 251.0]))
    assert found.tolist() == [30, 250, 65, 64, 30, 250]
    assert play(2000, 39.0512483795, *[(2000, 39.0512483795, 0.5)] * 120)["rd"] == 33


@pytest.mark.clause("ICCF-RATING-2023 5/round r")
def test_ratings_are_rounded_half_up() -> None:
    assert idle(rating=2411.5, rd=60)["rating"] == 2412
    assert idle(rating=2411.4999, rd=60)["rating"] == 2411


@pytest.mark.clause("ICCF-RATING-2023 2.1(a)/FIDE", "ICCF-RATING-2023 2.1(a)/1800")
def test_unrated_players_start_with_their_fide_rating_or_with_1800() -> None:
    players = {
        "rating": np.array([NAN, NAN, 2000.0]),
        "rd": np.full(3, NAN),
        "fide_rating": np.array([2012.0, NAN, NAN]),
    }
    players["rd"][2] = before_growth(80)
    games = {"white": np.array([0, 1]), "black": np.array([2, 2]), "score": np.array([1.0, 1.0])}
    found = rate(players, games)
    assert found["exact_rating"][0] == pytest.approx(play(2012, 150, (2000, 80, 1))["exact_rating"], abs=1e-9)
    assert found["exact_rating"][1] == pytest.approx(play(1800, 250, (2000, 80, 1))["exact_rating"], abs=1e-9)
    assert np.isnan(found["old_rating"][:2]).all()
    assert np.isnan(found["change"][:2]).all()


@pytest.mark.clause("ICCF-TR-2017 9.3/1")
def test_an_unrated_player_without_games_stays_unrated() -> None:
    found = idle(rating=NAN, fide_rating=2012)
    assert np.isnan(found["rating"])
    assert np.isnan(found["rd"])
    assert (found["games"], found["published"], found["fixed"]) == (0, False, False)


@pytest.mark.clause("ICCF-RATING-2023 1.4/max")
def test_a_player_who_has_lost_points_counts_with_his_start_rating() -> None:
    assert play(2300, 65, (2280, 65, 0.5), black_start=[2350])["exact_rating"] == pytest.approx(2300.39, abs=5e-3)
    assert play(2300, 65, (2280, 65, 0.5))["exact_rating"] == pytest.approx(2299.83, abs=5e-3)


@pytest.mark.clause("ICCF-RATING-2023 1.4/newest")
def test_the_newest_list_counts_and_not_a_start_rating_below_it() -> None:
    higher = play(2300, 65, (2350, 65, 0.5), black_start=[2300])
    assert higher["exact_rating"] == play(2300, 65, (2350, 65, 0.5))["exact_rating"]


@pytest.mark.clause("ICCF-RATING-2023 1.4/newest")
def test_without_a_published_rating_the_start_rating_counts() -> None:
    game = {"white": np.array([0]), "black": np.array([1]), "score": np.array([0.5]), "black_start": np.array([2200.0])}
    players = {"rating": np.array([2300.0, 2400.0]), "rd": np.array([60.0, 60.0]), "games": np.array([100, 11])}
    unpublished = rate(players, game)["exact_rating"][0]
    players["games"] = np.array([100, 12])
    assert rate(players, game)["exact_rating"][0] > 2300 > unpublished


def substituted(
    original: tuple[float, float], substitute: tuple[float, float], opponent: tuple[float, float], score: float
) -> Any:
    """Row 0 is the original, 1 the substitute (White), 2 the opponent."""
    three = (original, substitute, opponent)
    players = {"rating": np.array([one[0] for one in three]), "rd": np.array([before_growth(one[1]) for one in three])}
    game = {"white": np.array([1]), "black": np.array([2]), "score": np.array([score]), "white_original": np.array([0])}
    return rate(players, game)


@pytest.mark.clause("ICCF-RATING-2023 6(a)")
@pytest.mark.parametrize(("opponent", "credited"), [(2400, [0, 1, 1]), (2200, [1, 0, 1])])
def test_a_substitute_is_credited_only_with_what_brings_him_something(opponent: float, credited: list[int]) -> None:
    found = substituted((2250, 65), (2300, 65), (opponent, 65), 0.5)
    assert found["period_games"].tolist() == credited


@pytest.mark.clause("ICCF-RATING-2023 6(b)")
def test_the_opponent_plays_against_the_higher_rated_with_his_deviation() -> None:
    found = substituted((2250, 93.4), (2320, 65), (2300, 65), 0.5)
    assert found["exact_rating"][2] == pytest.approx(play(2300, 65, (2320, 65, 0.5))["exact_rating"], abs=1e-9)
    found = substituted((2320, 93.4), (2250, 65), (2300, 65), 0.5)
    assert found["exact_rating"][2] == pytest.approx(play(2300, 65, (2320, 93.4, 0.5))["exact_rating"], abs=1e-9)


@pytest.mark.clause("ICCF-RATING-2023 7")
@pytest.mark.parametrize(
    ("games", "rd"), [(0, 150), (11, 150), (12, 120), (46, 90), (79, 61), (80, 60), (500, 60), (NAN, 60)]
)
def test_the_first_deviation_of_those_who_come_from_2017_falls_with_their_games(games: float, rd: float) -> None:
    found = idle(rating=2200, games=games)
    assert found["old_rd"] == rd
    assert found["exact_rd"] == idle(rating=2200, rd=rd)["exact_rd"]


def test_a_known_deviation_is_not_replaced() -> None:
    assert idle(rating=2200, rd=77, games=12)["old_rd"] == 77


@pytest.mark.clause("ICCF-TR-2017 9.3/2", "ICCF-TR-2017 9.3/3")
@pytest.mark.parametrize(("games", "published", "fixed"), [(10, 0, 0), (11, 1, 0), (28, 1, 0), (29, 1, 1)])
def test_published_from_twelve_games_and_fixed_from_thirty(games: int, published: int, fixed: int) -> None:
    players = {"rating": np.array([2200.0, 2200.0]), "rd": np.array([60.0, 60.0]), "games": np.array([games, 99])}
    found = rate(players, {"white": np.array([0]), "black": np.array([1]), "score": np.array([0.5])})
    assert (found["games"][0], found["published"][0], found["fixed"][0]) == (games + 1, published, fixed)
