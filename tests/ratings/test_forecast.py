"""Forecasts: what running games may bring, rated by the systems themselves."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from slowmate.ratings import forecast, rate
from slowmate.records import BadInput

RULES = ["iccf-2016", "iccf-2017", "iccf-2023", "fide-2017"]
PLAYERS: dict[str, Any] = {
    "rating": np.array([2200.0, 2300, 2150, 2250]),
    "rd": np.array([60.0, 60, 70, 80]),
    "games": np.array([50, 100, 100, 80]),
    "birth_year": np.full(4, 1970.0),
}
FINISHED: dict[str, Any] = {"white": np.array([0, 2]), "black": np.array([1, 3]), "score": np.array([1.0, 0.5])}
RUNNING: dict[str, Any] = {"white": np.array([0, 2, 3]), "black": np.array([1, 0, 0])}


def really(rules: str, *results: tuple[int, float]) -> int:
    """The rating after running games (by their number) ended with White's points."""
    games = {
        "white": np.r_[FINISHED["white"], [RUNNING["white"][game] for game, _ in results]].astype(int),
        "black": np.r_[FINISHED["black"], [RUNNING["black"][game] for game, _ in results]].astype(int),
        "score": np.r_[FINISHED["score"], [score for _, score in results]],
    }
    return int(rate(PLAYERS, games, rules)["rating"][0])


@pytest.mark.parametrize("rules", RULES)
def test_each_result_is_what_the_list_would_say(rules: str) -> None:
    found = forecast(PLAYERS, FINISHED, RUNNING, 0, rules)
    assert (found.old_rating, found.now) == (2200, really(rules))
    for number, game in enumerate(found.games):
        as_white = number == 0
        assert game.as_white is as_white
        assert game.win == really(rules, (number, 1.0 if as_white else 0.0))
        assert game.draw == really(rules, (number, 0.5))
        assert game.loss == really(rules, (number, 0.0 if as_white else 1.0))


@pytest.mark.parametrize("rules", RULES)
def test_the_ratings_by_score_are_the_lowest_and_highest_of_all_ways(rules: str) -> None:
    found = forecast(PLAYERS, FINISHED, RUNNING, 0, rules)
    by_score: dict[float, list[int]] = {}
    for way in product((0.0, 0.5, 1.0), repeat=3):
        white = (way[0], 1 - way[1], 1 - way[2])
        by_score.setdefault(sum(way), []).append(really(rules, *enumerate(white)))
    assert {s.points: (s.lowest, s.highest) for s in found.scores} == {
        points: (min(ratings), max(ratings)) for points, ratings in by_score.items()
    }
    sure = [points for points in sorted(by_score) if min(by_score[points]) >= 2200]
    assert found.break_even == sure[0]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [("iccf-2016", [0.36, 0.57, 0.43]), ("iccf-2017", [0.411, 0.5449, 0.4551]), ("fide-2017", [0.36, 0.57, 0.43])],
)
def test_the_expected_results_are_those_of_the_rules(rules: str, expected: list[float]) -> None:
    found = forecast(PLAYERS, FINISHED, RUNNING, 0, rules)
    assert [game.expected for game in found.games] == pytest.approx(expected)
    assert found.expected_score == pytest.approx(sum(expected))
    assert found.expected_rating == pytest.approx(found.now, abs=1)


def test_the_expected_score_of_2023_averages_the_opponents_uncertainty() -> None:
    found = forecast(PLAYERS, FINISHED, {"white": np.array([0]), "black": np.array([1])}, 0)
    assert found.expected_score == pytest.approx(0.4654, abs=5e-5)
    lowest, highest = found.scores[0].lowest, found.scores[-1].highest
    assert lowest is not None
    assert highest is not None
    assert lowest < (found.expected_rating or 0) < highest


def test_many_running_games_are_still_forecast() -> None:
    running = {"white": np.tile([0, 2, 3], 4), "black": np.tile([1, 0, 0], 4)}
    found = forecast(PLAYERS, FINISHED, running, 0)
    assert [s.points for s in found.scores] == [half / 2 for half in range(25)]
    lowest = [s.lowest or 0 for s in found.scores]
    assert lowest == sorted(lowest)
    assert found.break_even is not None
    before = found.scores[round(found.break_even * 2) - 1]
    assert (before.lowest or 0) < 2200


def test_a_substituted_game_is_forecast_for_the_player_it_counts_for() -> None:
    running = {"white": np.array([2]), "black": np.array([3]), "white_original": np.array([0])}
    found = forecast(PLAYERS, FINISHED, running, 0, "iccf-2017")
    now = found.now or 0
    assert (found.games[0].opponent, found.games[0].as_white) == (3, True)
    assert (found.games[0].win, found.games[0].draw) == (now, now)  # good results count for the substitute
    assert (found.games[0].loss or 0) < now


def test_without_running_games_there_is_nothing_to_win() -> None:
    none = {"white": np.array([], int), "black": np.array([], int)}
    found = forecast(PLAYERS, FINISHED, none, 0)
    assert found.games == ()
    assert [(s.points, s.lowest) for s in found.scores] == [(0.0, found.now)]


def test_a_row_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadInput, match="not a row"):
        forecast(PLAYERS, FINISHED, RUNNING, 4)


def test_where_nothing_is_expected_the_results_are_still_rated() -> None:
    players = {**PLAYERS, "rating": np.array([2200.0, np.nan, 2150, 2250]), "games": np.array([50, 0, 100, 80])}
    found = forecast(players, FINISHED, RUNNING, 0, "fide-2017")
    assert [game.expected is None for game in found.games] == [True, False, False]
    assert (found.expected_score, found.expected_rating) == (None, None)
    assert found.games[1].win is not None
