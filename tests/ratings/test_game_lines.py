"""The table of games says what the calculation says: every game once, and what they brought adds up."""

from random import Random

import numpy as np
import pytest

from slowmate.ratings import SYSTEMS, explain, rate
from slowmate.ratings.columns import Column
from slowmate.ratings.game_lines import chapters, rated_games

BY_CHANGES = {"iccf-2016": 1e-6, "iccf-2017": 1e-6, "iccf-2023": 0.006, "fide-2017": 1e-6}
"""How closely what each game brought adds up: in 2023 each is shown to two decimals."""


def a_period(seed: str, *, games_before: int) -> tuple[dict[str, Column], dict[str, Column]]:
    lots = Random(seed)
    size = 12
    players = {
        "id": np.array([str(number) for number in range(size)], dtype=object),
        "rating": np.array([float(lots.randint(1300, 2700)) for _ in range(size)]),
        "rd": np.array([float(lots.randint(40, 140)) for _ in range(size)]),
        "games": np.array([float(games_before)] + [float(lots.randint(2, 200)) for _ in range(size - 1)]),
        "points": np.full(size, np.nan),
        "opponents_sum": np.full(size, np.nan),
    }
    met = lots.sample(range(1, size), 9)
    white = np.array([0 if lots.random() < 0.5 else other for other in met])
    black = np.array([other if one == 0 else 0 for one, other in zip(white, met, strict=True)])
    games = {"white": white, "black": black, "score": np.array([lots.choice([0.0, 0.5, 1.0]) for _ in met])}
    return players, games


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rules", SYSTEMS)
def test_what_the_games_brought_adds_up_to_the_change(rules: str, seed: int) -> None:
    players, games = a_period(f"{rules} {seed}", games_before=40)
    lines = rated_games(explain(players, games, 0, rules).grounds)
    found = rate(players, games, rules, kernel="numpy")
    brought = [line.brought for line in lines]
    assert None not in brought
    exact = float(found["exact_rating"][0] - players["rating"][0])
    assert sum(one or 0 for one in brought) == pytest.approx(exact, abs=len(lines) * BY_CHANGES[rules])


@pytest.mark.parametrize("games_before", [0, 12, 40])
@pytest.mark.parametrize("rules", SYSTEMS)
def test_every_game_stands_in_the_table_once_with_opponent_and_score(rules: str, games_before: int) -> None:
    players, games = a_period(rules, games_before=games_before)
    if not games_before:
        players["rating"][0] = np.nan
    lines = rated_games(explain(players, games, 0, rules).grounds)
    others = np.where(games["white"] == 0, games["black"], games["white"])
    scores = np.where(games["white"] == 0, games["score"], 1 - games["score"])
    expected = [
        (number, str(other), score) for number, (other, score) in enumerate(zip(others, scores, strict=True), 1)
    ]
    assert [(line.number, line.opponent, line.score) for line in lines] == expected
    assert [line.rating for line in lines] == [players["rating"][other] for other in others]


@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017", "fide-2017"])
def test_a_limit_stands_with_the_game_it_was_applied_to(rules: str) -> None:
    players, games = a_period(rules, games_before=40)
    players["rating"][0] = 2300.0
    players["rating"][1:] = 2250.0
    far = int(games["black"][0] or games["white"][0])
    players["rating"][far] = 1300.0
    limited = [line.opponent for line in rated_games(explain(players, games, 0, rules).grounds) if line.limit]
    assert limited == [str(far)]


@pytest.mark.parametrize("rules", SYSTEMS)
def test_the_chapters_are_all_the_steps_in_their_order(rules: str) -> None:
    players, games = a_period(rules, games_before=40)
    grounds = explain(players, games, 0, rules).grounds
    found = chapters(grounds)
    assert tuple(ground for chapter in found for ground in chapter.grounds) == grounds
    assert sum(chapter.game is not None for chapter in found) == len(games["white"])


def test_a_provisional_rating_is_made_of_all_games_and_of_none_alone() -> None:
    players, games = a_period("provisional", games_before=12)
    lines = rated_games(explain(players, games, 0, "iccf-2017").grounds)
    assert {(line.expected, line.brought) for line in lines} == {(None, None)}
    assert all(line.why for line in lines)
