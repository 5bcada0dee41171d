"""The rules of 2016 and 2017: the worked values, and the borders between one item and the next."""

from typing import Any

import numpy as np
import pytest

from slowmate.ratings import rate
from slowmate.records import BadInput

NAN = float("nan")
BOTH = ("iccf-2016", "iccf-2017")
Side = tuple[float, float]
"""An opponent's rating and the player's score against them."""


def play(rules: str, own: float, games: float, *sides: Side, **more: Any) -> dict[str, Any]:
    """Rate one player (row 0) against opponents with published ratings; NaN is one without a rating."""
    rating = np.array([own, *(one for one, _ in sides)], float)
    counts = np.array([games, *(0.0 if np.isnan(one) else 100.0 for one, _ in sides)])
    players: dict[str, Any] = {"rating": rating, "games": counts}
    for name, value in more.items():
        if name in ("points", "opponents_sum", "start_rating", "fide_rating"):
            players[name] = np.array([value] + [NAN] * len(sides), float)
    played = {
        "white": np.zeros(len(sides), int),
        "black": np.arange(1, len(sides) + 1),
        "score": np.array([score for _, score in sides], float),
    }
    played |= {name: np.array(more[name], float) for name in ("black_start", "level") if name in more}
    options = {name: more[name] for name in ("by_item_5", "level_of_all") if name in more}
    found = rate(players, played, rules, **options)
    return {name: column[0] for name, column in found.items()}


def change(rules: str, own: float, games: float, side: Side, **more: Any) -> float:
    return round(float(play(rules, own, games, side, **more)["exact_rating"]) - own, 6)


@pytest.mark.clause("ICCF-TR-2016 App1.7", "ICCF-TR-2016 App1.6", "ICCF-TR-2016 App1.8/We")
def test_three_games_of_a_fixed_player_in_2016() -> None:
    assert change("iccf-2016", 2200, 50, (2300, 1)) == 11.04
    assert change("iccf-2016", 2200, 50, (2300, 0)) == -6.21
    assert change("iccf-2016", 2200, 50, (2150, 0.5)) == -1.2075
    found = play("iccf-2016", 2200, 50, (2300, 1), (2300, 0), (2150, 0.5))
    assert (found["rating"], found["games"], found["change"]) == (2204, 53, 4)


@pytest.mark.clause("ICCF-TR-2017 App1.7", "ICCF-TR-2017 App1.6", "ICCF-TR-2017 App1.8/We")
def test_three_games_of_a_fixed_player_in_2017() -> None:
    assert change("iccf-2017", 2200, 50, (2300, 1)) == 10.1603  # exactly 10.16025: the tie goes up
    assert change("iccf-2017", 2200, 50, (2300, 0)) == -7.0898  # exactly -7.08975: away from zero
    assert change("iccf-2017", 2200, 50, (2150, 0.5)) == -0.7745
    found = play("iccf-2017", 2200, 50, (2300, 1), (2300, 0), (2150, 0.5))
    assert (found["rating"], found["exact_rating"], found["games"]) == (2202, 2202.296, 53)


@pytest.mark.clause("ICCF-TR-2016 App1.8/table")
@pytest.mark.parametrize(("difference", "expected"), [(95, 0.63), (98, 0.63), (99, 0.64)])
def test_the_table_is_not_interpolated(difference: int, expected: float) -> None:
    assert change("iccf-2016", 2400 + difference, 80, (2400, 1)) == pytest.approx(10 * (1 - expected))


@pytest.mark.clause("ICCF-TR-2016 App1.8/cap", "ICCF-TR-2017 App1.8/cap")
@pytest.mark.parametrize(
    ("rules", "opponent", "won"),
    [("iccf-2016", 2500, 22.25), ("iccf-2016", 2150, 22.25), ("iccf-2016", 2144, 22.0),
     ("iccf-2017", 2500, 22.0575), ("iccf-2017", 2360, 22.0575), ("iccf-2017", 2330, 21.7675)],
)  # fmt: skip
def test_a_greater_difference_counts_as_the_limit(rules: str, opponent: float, won: float) -> None:
    assert change(rules, 1800, 30, (opponent, 1)) == won


@pytest.mark.clause("ICCF-TR-2016 App1.16/normal", "ICCF-TR-2017 App1.16/normal", "ICCF-TR-2016 App1.9/k",
                    "ICCF-TR-2017 App1.9/k")  # fmt: skip
@pytest.mark.parametrize(("rules", "rating"), [("iccf-2016", 2212), ("iccf-2017", 2211)])
def test_thirty_games_make_a_rating_that_changes_game_by_game(rules: str, rating: int) -> None:
    assert play(rules, 2200, 30, (2300, 1))["rating"] == rating


@pytest.mark.clause("ICCF-TR-2016 App1.10", "ICCF-TR-2017 App1.10")
@pytest.mark.parametrize("rules", BOTH)
def test_no_event_weighs_more_than_another(rules: str) -> None:
    final = play(rules, 2350, 100, (2350, 1), level=[2500])
    assert final["exact_rating"] == play(rules, 2350, 100, (2350, 1), level=[1800])["exact_rating"] == 2355.625


@pytest.mark.clause("ICCF-TR-2016 App1.5/formula", "ICCF-TR-2016 App1.5/F", "ICCF-TR-2016 App1.14",
                    "ICCF-TR-2017 App1.5/formula", "ICCF-TR-2017 App1.5/F", "ICCF-TR-2017 App1.5/D",
                    "ICCF-TR-2017 App1.14", "ICCF-TR-2016 9.3/1", "ICCF-TR-2017 9.3/1")  # fmt: skip
@pytest.mark.parametrize(
    ("rules", "wins", "rating"),
    [
        ("iccf-2016", 9, 2169),
        ("iccf-2017", 9, 2267),
        ("iccf-2017", 12, 2415),
        ("iccf-2016", 6, 2000),
        ("iccf-2017", 6, 2000),
    ],
)
def test_a_first_rating_from_twelve_games(rules: str, wins: int, rating: int) -> None:
    sides = [(2000.0, 1.0)] * wins + [(2000.0, 0.0)] * (12 - wins)
    found = play(rules, NAN, NAN, *sides)
    assert (found["rating"], found["games"], found["published"], found["fixed"]) == (rating, 12, True, False)


@pytest.mark.clause("ICCF-TR-2016 App1.14", "ICCF-TR-2017 App1.14")
@pytest.mark.parametrize("rules", BOTH)
def test_a_first_rating_from_three_games(rules: str) -> None:
    assert play(rules, NAN, 0, (2000, 1), (2100, 0.5), (2200, 0), start_rating=2000)["rating"] == 2100


@pytest.mark.clause("ICCF-TR-2016 9.3/1", "ICCF-TR-2017 9.3/1")
@pytest.mark.parametrize("rules", BOTH)
def test_one_draw_gives_a_rating_that_is_not_published(rules: str) -> None:
    found = play(rules, NAN, NAN, (2000, 0.5), start_rating=2000)
    assert (found["rating"], found["games"], found["published"]) == (2000, 1, False)


@pytest.mark.clause("ICCF-TR-2016 App1.3", "ICCF-TR-2017 App1.5/p")
def test_the_score_is_rounded_before_it_is_used() -> None:
    sides = [(2000.0, 1.0)] * 7 + [(2000.0, 0.5)] + [(2000.0, 0.0)] * 5
    old = play("iccf-2016", NAN, 0, *sides)
    assert old["exact_rating"] == pytest.approx(2000 + 57 * 0.9872)  # 0.5769 is read as 0.58
    p = 0.5769
    difference = 640 * np.log10(p / (1 - p)) * (-2 * p * p + 2 * p + 0.5)
    assert play("iccf-2017", NAN, 0, *sides)["exact_rating"] == pytest.approx(2000 + difference, abs=1e-9)


@pytest.mark.clause("ICCF-TR-2017 App1.5/p")
@pytest.mark.parametrize(("score", "rating"), [(1, 2415), (0, 1585)])
def test_all_won_counts_as_ninety_percent_and_all_lost_as_ten(score: float, rating: int) -> None:
    assert play("iccf-2017", NAN, 0, (2000, score))["rating"] == rating


@pytest.mark.clause("ICCF-TR-2016 App1.5/Rc")
def test_opponents_are_limited_before_they_are_averaged_in_2016() -> None:
    found = play("iccf-2016", 1800, 0, (2300, 1), (1700, 0))
    assert (found["opponents_sum"], found["exact_rating"]) == (2150 + 1700, 1925)


@pytest.mark.clause("ICCF-TR-2017 App1.5/Rc")
def test_opponents_are_limited_before_they_are_averaged_in_2017() -> None:
    found = play("iccf-2017", 1800, 0, (2500, 1), (1700, 0), (1701, 0.5))
    assert (found["opponents_sum"], found["exact_rating"]) == (2360 + 1700 + 1701, 1920.3333)


@pytest.mark.clause("ICCF-TR-2016 App1.5/Rc", "ICCF-TR-2017 App1.5/Rc")
@pytest.mark.parametrize("rules", BOTH)
def test_a_player_without_rating_has_no_limit(rules: str) -> None:
    assert play(rules, NAN, 0, (2900, 0.5), start_rating=1800)["rating"] == 2900


@pytest.mark.clause("ICCF-TR-2016 App1.15", "ICCF-TR-2017 App1.15")
@pytest.mark.parametrize(("rules", "rating"), [("iccf-2016", 2073), ("iccf-2017", 2109)])
def test_under_thirty_games_all_of_them_count(rules: str, rating: int) -> None:
    found = play(rules, 2000, 20, *[(2100.0, 1.0)] * 4, points=10, opponents_sum=40_000)
    assert (found["rating"], found["games"], found["points"], found["opponents_sum"]) == (rating, 24, 14, 48_400)


@pytest.mark.clause("ICCF-TR-2016 App1.15", "ICCF-TR-2017 App1.15", "ICCF-TR-2016 9.3/3", "ICCF-TR-2017 9.3/3")
@pytest.mark.parametrize("rules", BOTH)
def test_twenty_nine_games_before_are_few_whatever_follows(rules: str) -> None:
    few = play(rules, 2000, 29, *[(2000.0, 1.0)] * 30, points=14.5, opponents_sum=58_000)
    assert few["rating"] == play(rules, NAN, 0, *[(2000.0, 1.0)] * 44, *[(2000.0, 0.0)] * 14, (2000, 0.5))["rating"]
    assert few["fixed"]
    assert play(rules, 2000, 28, (2000, 1), points=14, opponents_sum=56_000)["fixed"] is np.False_


@pytest.mark.clause("ICCF-TR-2016 App1.15", "ICCF-TR-2017 App1.15")
@pytest.mark.parametrize("rules", BOTH)
def test_unknown_earlier_games_count_as_those_that_give_the_rating(rules: str) -> None:
    known = play(rules, 2100, 20, (2200, 1), points=10, opponents_sum=42_000)
    unknown = play(rules, 2100, 20, (2200, 1))
    assert unknown["exact_rating"] == known["exact_rating"]
    assert (unknown["points"], unknown["opponents_sum"]) == (11, 44_200)


@pytest.mark.clause("ICCF-TR-2016 App1.16/>50", "ICCF-TR-2017 App1.16/>50")
@pytest.mark.parametrize(("rules", "fifty", "more"), [("iccf-2016", 2650, 2739), ("iccf-2017", 2650, 2815)])
def test_more_than_fifty_games_make_a_rating_of_their_own(rules: str, fifty: int, more: int) -> None:
    assert play(rules, 2400, 100, *[(2400.0, 1.0)] * 50)["rating"] == fifty
    assert play(rules, 2400, 100, *[(2400.0, 1.0)] * 51)["rating"] == more


@pytest.mark.clause("ICCF-TR-2016 App1.16/>50", "ICCF-TR-2017 App1.16/>50")
@pytest.mark.parametrize("rules", BOTH)
def test_more_than_fifty_games_of_a_player_with_few_still_add_to_all_he_played(rules: str) -> None:
    found = play(rules, 2400, 29, *[(2400.0, 1.0)] * 51, points=0, opponents_sum=29 * 2400)
    only = play(rules, 2400, 30, *[(2400.0, 1.0)] * 51, points=0, opponents_sum=30 * 2400)
    assert found["rating"] < only["rating"]


@pytest.mark.clause("ICCF-TR-2016 App1.16/exception", "ICCF-TR-2017 App1.16/exception")
@pytest.mark.parametrize(("rules", "item_6", "item_5"), [("iccf-2016", 2219, 2539), ("iccf-2017", 2194, 2615)])
def test_the_commissioner_may_replace_an_inappropriate_result(rules: str, item_6: int, item_5: int) -> None:
    wins = [(2200.0, 1.0)] * 12
    assert play(rules, 2000, 40, *wins)["rating"] == item_6
    assert play(rules, 2000, 40, *wins, by_item_5=np.arange(13) == 0)["rating"] == item_5


@pytest.mark.clause("ICCF-TR-2016 App1.17", "ICCF-TR-2017 App1.17")
def test_a_half_is_rounded_upward() -> None:
    assert play("iccf-2016", 2400, 80, (2400, 0), (2400, 0.5))["exact_rating"] == 2395
    assert play("iccf-2016", NAN, 0, (2399, 0.5), (2400, 0.5))["rating"] == 2400  # 2399.5
    assert play("iccf-2017", NAN, 0, (2399, 0.5), (2400, 0.5))["rating"] == 2400
    lower = play("iccf-2017", NAN, 0, *[(2399.0, 0.5)] * 5001, *[(2400.0, 0.5)] * 4999)
    assert (lower["exact_rating"], lower["rating"]) == (2399.4999, 2399)


@pytest.mark.clause("ICCF-TR-2016 9.3/2", "ICCF-TR-2017 9.3/2", "ICCF-TR-2016 9.3/3", "ICCF-TR-2017 9.3/3")
@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize(
    ("before", "published", "fixed"), [(10, False, False), (11, True, False), (28, True, False), (29, True, True)]
)
def test_published_from_twelve_games_and_fixed_from_thirty(
    rules: str, before: int, published: bool, fixed: bool
) -> None:
    found = play(rules, 2000, before, (2000, 0.5))
    assert (bool(found["published"]), bool(found["fixed"])) == (published, fixed)


@pytest.mark.clause("ICCF-TR-2016 9.1", "ICCF-TR-2017 9.1")
@pytest.mark.parametrize("rules", [*BOTH, "iccf-2023"])
def test_no_game_grows_too_old_to_count(rules: str) -> None:
    assert play(rules, 2250, 400)["games"] == 400
    assert play(rules, 2250, 400, (2250, 1))["games"] == 401


@pytest.mark.clause("ICCF-TR-2016 9.4/6", "ICCF-TR-2017 9.4/6")
@pytest.mark.parametrize(("rules", "start_rating_would_give"), [("iccf-2016", 4.8375), ("iccf-2017", 5.1199)])
def test_the_newest_list_counts_and_not_the_start_rating_below_it(rules: str, start_rating_would_give: float) -> None:
    assert change(rules, 2350, 100, (2350, 1), black_start=[2300]) == 5.625
    assert change(rules, 2350, 100, (2300, 1)) == start_rating_would_give


@pytest.mark.clause("ICCF-TR-2016 9.4/7", "ICCF-TR-2017 9.4/7")
@pytest.mark.parametrize(
    ("rules", "start", "current"), [("iccf-2016", 0.9625, -0.1375), ("iccf-2017", 0.6174, -0.1238)]
)
def test_a_player_who_has_lost_points_counts_with_his_start_rating(rules: str, start: float, current: float) -> None:
    assert change(rules, 2250, 100, (2240, 0.5), black_start=[2300]) == start
    assert change(rules, 2250, 100, (2240, 0.5)) == current


@pytest.mark.clause("ICCF-TR-2016 9.4/7", "ICCF-TR-2017 9.4/7")
@pytest.mark.parametrize("rules", BOTH)
def test_his_own_change_still_uses_the_current_rating(rules: str) -> None:
    players = {"rating": np.array([2240.0, 2250.0]), "games": np.array([100, 100])}
    game = {"white": np.array([0]), "black": np.array([1]), "score": np.array([0.5])}
    plain = rate(players, game, rules)["exact_rating"][0]
    assert rate(players, {**game, "white_start": np.array([2300.0])}, rules)["exact_rating"][0] == plain


@pytest.mark.clause("ICCF-TR-2016 App1.8/unrated", "ICCF-TR-2017 App1.8/unrated")
@pytest.mark.parametrize(("rules", "expected"), [("iccf-2016", -2.45), ("iccf-2017", -1.5575)])
def test_a_player_without_rating_counts_with_the_level_of_the_event(rules: str, expected: float) -> None:
    assert change(rules, 2100, 100, (NAN, 0.5), level=[2000]) == expected


@pytest.mark.parametrize("rules", BOTH)
def test_an_unpublished_rating_does_not_count_where_there_is_a_start_rating(rules: str) -> None:
    players = {"rating": np.array([2100.0, 2400.0]), "games": np.array([100, 11])}
    game = {"white": np.array([0]), "black": np.array([1]), "score": np.array([0.5]), "black_start": np.array([2100.0])}
    assert rate(players, game, rules)["exact_rating"][0] == 2100
    players["games"] = np.array([100, 12])
    assert rate(players, game, rules)["exact_rating"][0] > 2100


@pytest.mark.clause("ICCF-TR-2016 9.4/6", "ICCF-TR-2017 9.4/6", "ICCF-TR-2016 9.4/2", "ICCF-TR-2017 9.4/2")
@pytest.mark.parametrize(
    ("rules", "games", "fide", "expected"),
    [
        ("iccf-2017", 5, NAN, 2499.551), ("iccf-2017", 5, 2400.0, 2499.11), ("iccf-2017", 11, NAN, 2499.551),
        ("iccf-2017", 12, NAN, 2496.917), ("iccf-2016", 5, NAN, 2499.3), ("iccf-2016", 12, NAN, 2496.1),
    ],
)  # fmt: skip
def test_a_rating_of_fewer_than_twelve_games_counts_for_nobody(
    rules: str, games: float, fide: float, expected: float
) -> None:
    """A draw with a player of 2100 in an event of level 2450; from 12 games on their rating is published."""
    players = {
        "rating": np.array([2500.0, 2100.0]),
        "games": np.array([100, games]),
        "fide_rating": np.array([NAN, fide]),
    }
    game = {"white": np.array([0]), "black": np.array([1]), "score": np.array([0.5]), "level": np.array([2450.0])}
    assert rate(players, game, rules)["exact_rating"][0] == pytest.approx(expected)


@pytest.mark.clause("ICCF-TR-2017 9.4/6")
def test_where_the_level_is_not_said_the_rating_he_has_is_all_there_is() -> None:
    players = {"rating": np.array([2500.0, 2100.0]), "games": np.array([100, 5])}
    game = {"white": np.array([0]), "black": np.array([1]), "score": np.array([0.5])}
    assert rate(players, game, "iccf-2017")["exact_rating"][0] == pytest.approx(2496.917)


@pytest.mark.clause("ICCF-TR-2016 App1.18(a)", "ICCF-TR-2017 App1.18(a)", "ICCF-TR-2017 App1.8/unrated")
@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize(
    ("level", "start", "fide", "credited"),
    [(2500.0, NAN, NAN, 0), (2300.0, NAN, NAN, 1), (2500.0, 2300.0, NAN, 1), (2300.0, NAN, 2500.0, 0)],
)
def test_an_unrated_substitute_is_expected_to_score_what_his_start_rating_says(
    rules: str, level: float, start: float, fide: float, credited: int
) -> None:
    """A draw with 2400 brings the player points only if they count with less."""
    players = {
        "rating": np.array([2450.0, NAN, 2400.0]),
        "games": np.array([100, 0, 100]),
        "fide_rating": np.array([NAN, fide, NAN]),
    }
    game = {
        "white": np.array([1]), "black": np.array([2]), "score": np.array([0.5]), "white_original": np.array([0]),
        "white_start": np.array([start]), "level": np.array([level]),
    }  # fmt: skip
    assert rate(players, game, rules)["period_games"].tolist() == [int(not credited), credited, 1]


@pytest.mark.clause("ICCF-TR-2017 App1.18(b)", "ICCF-TR-2017 App1.8/unrated")
@pytest.mark.parametrize(("level", "expected"), [(2500.0, 2405.89), (2200.0, 2404.11)])
def test_an_unrated_player_who_was_replaced_is_as_strong_as_the_level_of_the_event(
    level: float, expected: float
) -> None:
    players = {"rating": np.array([NAN, 2300.0, 2400.0]), "games": np.array([0, 100, 100])}
    game = {
        "white": np.array([1]), "black": np.array([2]), "score": np.array([0.0]), "white_original": np.array([0]),
        "level": np.array([level]),
    }  # fmt: skip
    assert rate(players, game, "iccf-2017")["exact_rating"][2] == pytest.approx(expected)


@pytest.mark.clause(
    "ICCF-TR-2016 App1.11/1800", "ICCF-TR-2016 App1.11/1900", "ICCF-TR-2016 App1.11/2000", "ICCF-TR-2016 App1.11/2100",
    "ICCF-TR-2016 App1.11/2200", "ICCF-TR-2016 App1.11/2300", "ICCF-TR-2016 App1.11/2400", "ICCF-TR-2016 App1.11/2450",
    "ICCF-TR-2016 App1.11/2500", "ICCF-TR-2017 App1.11/1800", "ICCF-TR-2017 App1.11/1900", "ICCF-TR-2017 App1.11/2000",
    "ICCF-TR-2017 App1.11/2100", "ICCF-TR-2017 App1.11/2200", "ICCF-TR-2017 App1.11/2300", "ICCF-TR-2017 App1.11/2400",
    "ICCF-TR-2017 App1.11/2450", "ICCF-TR-2017 App1.11/2500",
)  # fmt: skip
@pytest.mark.parametrize(
    ("level", "in_2016", "in_2017"),
    [(1800, 1.5125, 2.2729), (1900, 1.5125, 3.0401), (2000, 2.6125, 3.9765), (2100, 4.125, 5.0641),
     (2200, 5.9125, 6.2576), (2300, 7.8375, 7.4924), (2400, 9.625, 8.6859), (2450, 10.45, 9.2469),
     (2500, 11.1375, 9.7735)],
)  # fmt: skip
def test_what_a_win_over_a_player_without_rating_brings_at_each_level(
    level: float, in_2016: float, in_2017: float
) -> None:
    assert change("iccf-2016", 2250, 100, (NAN, 1), level=[level]) == in_2016
    assert change("iccf-2017", 2250, 100, (NAN, 1), level=[level]) == in_2017


@pytest.mark.clause("ICCF-TR-2016 9.4/5", "ICCF-TR-2017 9.4/5")
@pytest.mark.parametrize(("rules", "adjusted", "before"), [("iccf-2016", 0.57, 0.89), ("iccf-2017", 0.5449, 0.8083)])
def test_an_adjusted_start_rating_changes_what_is_expected(rules: str, adjusted: float, before: float) -> None:
    assert change(rules, 2200, 100, (NAN, 1), black_start=[2150]) == round(15 * (1 - adjusted), 4)
    assert change(rules, 2200, 100, (NAN, 1), black_start=[1800]) == round(15 * (1 - before), 4)


def substituted(rules: str, original: float, substitute: float, opponent: float, score: float) -> dict[str, Any]:
    """Row 0 is the original, 1 the substitute (White), 2 the opponent."""
    players = {"rating": np.array([original, substitute, opponent]), "games": np.array([100, 100, 100])}
    game = {
        "white": np.array([1]),
        "black": np.array([2]),
        "score": np.array([score]),
        "white_original": np.array([0]),
    }
    return rate(players, game, rules)


@pytest.mark.clause("ICCF-TR-2016 App1.18(a)", "ICCF-TR-2017 App1.18(a)")
@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize(("opponent", "credited"), [(2300, 1), (2200, 0), (2100, 0)])
def test_a_substitute_is_credited_only_with_what_brings_him_something(
    rules: str, opponent: float, credited: int
) -> None:
    games = substituted(rules, 2250, 2200, opponent, 0.5)["period_games"].tolist()
    assert games == [int(credited == 0), int(credited == 1), 1]


@pytest.mark.clause("ICCF-TR-2016 App1.18(b)", "ICCF-TR-2017 App1.18(b)")
@pytest.mark.parametrize(("rules", "expected"), [("iccf-2016", 0.375), ("iccf-2017", 0.225)])
def test_the_opponent_plays_against_the_higher_rated_of_the_two(rules: str, expected: float) -> None:
    k_12_5 = substituted(rules, 2250, 2320, 2300, 0.5)["exact_rating"][2] - 2300
    assert round(k_12_5, 6) == expected
    swapped = substituted(rules, 2320, 2250, 2300, 0.5)["exact_rating"][2] - 2300
    assert round(swapped, 6) == expected


@pytest.mark.parametrize("rules", [*BOTH, "iccf-2023"])
def test_a_player_in_the_game_cannot_be_the_one_who_was_replaced(rules: str) -> None:
    players = {"rating": np.array([2000.0, 2000.0])}
    game = {"white": np.array([0]), "black": np.array([1]), "score": np.array([1.0]), "white_original": np.array([1])}
    with pytest.raises(BadInput, match="white_original"):
        rate(players, game, rules)


@pytest.mark.clause("ICCF-TR-2016 App1.5/F")
def test_ninety_nine_percent_is_worth_more_than_all_in_2016() -> None:
    """A trait of the printed rules: the factor falls faster than the table rises."""
    most = play("iccf-2016", 2400, 100, *[(2400.0, 1.0)] * 99, (2400, 0.0))["exact_rating"]
    assert most == pytest.approx(2400 + 677 * 0.5198)
    assert play("iccf-2016", 2400, 100, *[(2400.0, 1.0)] * 100)["exact_rating"] == 2400 + 677 * 0.5


@pytest.mark.parametrize("rules", BOTH)
def test_a_rating_of_unknown_origin_counts_as_established(rules: str) -> None:
    found = play(rules, 2400, NAN, (2400, 1))
    assert (found["exact_rating"], found["published"], found["fixed"]) == (2405, True, True)
    assert np.isnan(found["games"])


@pytest.mark.parametrize("rules", BOTH)
def test_who_has_no_games_keeps_what_he_has(rules: str) -> None:
    found = play(rules, 2123, 20, points=10, opponents_sum=42_460)
    assert (found["rating"], found["games"], found["points"], found["opponents_sum"]) == (2123, 20, 10, 42_460)
    assert np.isnan(play(rules, NAN, 0)["rating"])


def test_marks_for_item_5_are_one_a_player() -> None:
    with pytest.raises(BadInput, match="by_item_5: 3 marks for 2 players"):
        play("iccf-2017", 2000, 40, (2200, 1), by_item_5=np.array([True, False, False]))
