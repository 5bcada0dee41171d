"""FIDE's regulations over columns: who counts for whom, first ratings, changes."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from slowmate.ratings import rate
from slowmate.ratings.fide import composition, unrated
from slowmate.records import BadInput

NAN = float("nan")
Table = dict[str, Any]
Game = tuple[int, int, float]

EXAMPLE: list[Game] = [
    (0, 1, 1), (0, 2, 0.5), (0, 3, 1), (0, 4, 1), (0, 5, 1),
    (1, 2, 1), (1, 3, 1), (1, 4, 1), (1, 5, 0.5),
    (2, 3, 1), (2, 4, 0), (2, 5, 1),
    (3, 4, 0), (3, 5, 1),
    (4, 5, 1),
]  # fmt: skip
"""Four rated players with 4.5, 3.5, 2.5 and 1 point, X (4) with 3 and Y (5) with 0.5, of five games each."""
FOUR_RATED = (2000.0, 1900.0, 1800.0, 1700.0)


def people(*ratings: float, games: Any = None, **more: Any) -> Table:
    count = np.where(np.isnan(ratings), 0.0, 50.0) if games is None else np.array(games, float)
    return {"rating": np.array(ratings, float), "games": count, **{name: np.array(each) for name, each in more.items()}}


def results(*games: Game, kind: str | None = None, event: int = 0, **more: Any) -> Table:
    white, black, score = zip(*games, strict=True)
    table: Table = {"white": np.array(white), "black": np.array(black), "score": np.array(score, float)}
    if kind:
        table |= {"event": np.full(len(games), event), "event_type": np.full(len(games), kind)}
    return table | {name: np.array(each) for name, each in more.items()}


def joined(*tables: Table) -> Table:
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}


def against(own: int, scores: str, first: int = 0) -> list[Game]:
    """Games of one player against others in their order: 1, = and 0."""
    value = {"1": 1.0, "=": 0.5, "0": 0.0}
    return [(own, first + at, value[letter]) for at, letter in enumerate(scores)]


def all_draws(players: int) -> list[Game]:
    return [(one, two, 0.5) for one, two in combinations(range(players), 2)]


# 8.5: rated players


@pytest.mark.clause(
    "FIDE-RATING-2017 8.51", "FIDE-RATING-2017 8.55(a)", "FIDE-RATING-2017 8.55(b)", "FIDE-RATING-2017 8.55(c)"
)
def test_the_changes_of_a_period_are_added_up_and_multiplied_by_k() -> None:
    players = people(1850, 1900, 1700, 2300, 1850, 1600, games=[10] * 6)
    found = rate(players, results((0, 1, 1), (0, 2, 0.5), (0, 3, 0), (0, 4, 1), (0, 5, 1)), "fide-2017")
    assert found["exact_rating"][0] == pytest.approx(1889.2)
    assert (found["rating"][0], found["change"][0], found["period_games"][0], found["games"][0]) == (1889, 39, 5, 15)


@pytest.mark.clause("FIDE-RATING-2017 8.51", "FIDE-RATING-2017 8.55(a)")
def test_150_points_more_are_expected_to_score_70_percent() -> None:
    found = rate(people(2000, 1850), results((0, 1, 0.5)), "fide-2017")
    assert list(found["exact_rating"]) == [1996.0, 1854.0]


@pytest.mark.clause("FIDE-RATING-2017 8.55(b)")
def test_a_draw_with_an_opponent_35_points_higher_brings_0_05() -> None:
    found = rate(people(2000, 2035), results((0, 1, 0.5)), "fide-2017")
    assert list(found["exact_rating"]) == [2001.0, 2034.0]


@pytest.mark.clause("FIDE-RATING-2017 8.54")
def test_500_points_count_as_400_for_both() -> None:
    found = rate(people(2380, 1880), results((0, 1, 0)), "fide-2017")
    assert list(found["exact_rating"]) == pytest.approx([2380 - 0.92 * 20, 1880 + 0.92 * 20])


@pytest.mark.clause("FIDE-RATING-2017 8.55(c)", "FIDE-RATING-2017 8.57")
def test_a_period_is_rounded_once_for_all_its_events() -> None:
    """Two events with +0.4 each are +0.8, and so +1."""
    players = people(2400, 2393, 2393, has_reached_2400=[1, 1, 1])
    one = results((0, 1, 0.5), (0, 1, 0.5), (0, 1, 0.5), (0, 1, 0.5), kind="swiss")
    found = rate(players, one, "fide-2017")
    assert found["exact_rating"][0] == pytest.approx(2399.6)
    assert found["change"][0] == 0
    both = joined(one, results(*[(0, 2, 0.5)] * 4, kind="swiss", event=1))
    assert rate(players, both, "fide-2017")["change"][0] == -1


@pytest.mark.clause("FIDE-RATING-2017 8.56/3")
def test_the_next_period_remembers_who_has_reached_2400() -> None:
    players = people(2395, 2395, 1500, has_reached_2400=[0, 1, 0])
    found = rate(players, results((0, 1, 1)), "fide-2017")
    assert found["rating"][0] == 2405
    assert list(found["has_reached_2400"]) == [True, True, False]


@pytest.mark.clause("FIDE-RATING-2017 8.56/4")
def test_the_next_period_remembers_who_has_reached_2300() -> None:
    """2299 stays under it; 2300 before the period, after it, or 2400 ever, has reached it."""
    players = people(2290, 2299, 2300, 2100, 2200, has_reached_2400=[0, 0, 0, 1, 0], has_reached_2300=[0, 0, 0, 0, 1])
    found = rate(players, results((0, 1, 1), (2, 3, 0)), "fide-2017")
    assert list(found["rating"]) == [2300, 2289, 2285, 2108, 2200]
    assert list(found["has_reached_2300"]) == [True, False, True, True, True]
    assert list(found["has_reached_2400"]) == [False, False, False, True, False]


@pytest.mark.clause("FIDE-RATING-2017 8.56/4")
def test_the_year_of_the_period_decides_who_is_young_else_that_of_the_latest_game() -> None:
    players = people(2000, 2000, birth_year=[2000.0, 1970.0])
    games = results((0, 1, 1), (0, 1, 0), (0, 1, 1))
    assert rate(players, games, "fide-2017", year=2018)["change"][0] == 20
    assert rate(players, games, "fide-2017", year=2019)["change"][0] == 10
    dated = games | {"date": np.array(["2017-12-30", "2018-12-31", "2018-01-01"], "datetime64[D]")}
    assert rate(players, dated, "fide-2017")["change"][0] == 20
    later = games | {"date": np.array(["2017-12-30", "2019-01-01", "2018-01-01"], "datetime64[D]")}
    assert rate(players, later, "fide-2017")["change"][0] == 10
    assert rate(players, games, "fide-2017")["change"][0] == 10


def test_players_without_games_keep_everything() -> None:
    players = people(
        2000, NAN, NAN, 1500, games=[50, 0, 3, NAN], points=[NAN, NAN, 1.5, NAN], opponents_sum=[NAN, NAN, 5400, NAN]
    )
    found = rate(players, results((0, 3, 0.5)), "fide-2017")
    assert np.isnan(found["rating"][1])
    assert np.isnan(found["rating"][2])
    assert (found["games"][2], found["points"][2], found["opponents_sum"][2]) == (3, 1.5, 5400)
    assert list(found["published"]) == [True, False, False, True]
    empty = {"white": np.zeros(0, np.int64), "black": np.zeros(0, np.int64), "score": np.zeros(0)}
    found = rate(players, empty, "fide-2017")
    np.testing.assert_array_equal(found["rating"], players["rating"])
    np.testing.assert_array_equal(found["points"], players["points"])


# Section 6: who counts


@pytest.mark.clause("FIDE-RATING-2017 6.32", "FIDE-RATING-2017 6.3", "FIDE-RATING-2017 8.52", "FIDE-RATING-2017 8.53")
@pytest.mark.parametrize("kind", ["swiss", "team", None])
def test_in_a_swiss_or_team_event_only_games_between_rated_players_count_for_them(kind: str | None) -> None:
    ratings = [2000.0] * 8 + [NAN, NAN]
    history = {"points": [NAN] * 9 + [1.5], "opponents_sum": [NAN] * 9 + [5100.0]}
    players = people(*ratings, games=[50] * 8 + [0, 3], **history)
    found = rate(players, results(*against(0, "111000111", 1), kind=kind), "fide-2017")
    assert found["period_games"][0] == 7
    assert found["change"][0] == 10


@pytest.mark.clause("FIDE-RATING-2017 6.31", "FIDE-RATING-2017 8.21/1", "FIDE-RATING-2017 6.1/1")
def test_a_first_swiss_counts_from_half_a_point_against_rated_opponents() -> None:
    players = people(2000, 1900, 1800, 1700, 1600, NAN, NAN)
    nothing = rate(players, results(*against(5, "00000"), (5, 6, 1), kind="swiss"), "fide-2017")
    assert (nothing["games"][5], nothing["period_games"][5]) == (0, 0)
    assert np.isnan(nothing["rating"][5])
    half = rate(players, results(*against(5, "0000="), kind="swiss"), "fide-2017")
    assert half["rating"][5] == 1800 - 366
    assert half["games"][5] == 5


@pytest.mark.clause("FIDE-RATING-2017 6.1/2", "FIDE-RATING-2017 8.3/1")
def test_a_later_zero_is_pooled_with_what_counted_before() -> None:
    players = people(*[1850.0] * 5, NAN)
    first, zero = against(5, "11000"), against(5, "00000")
    pooled = rate(players, joined(results(*first, kind="swiss"), results(*zero, kind="swiss", event=1)), "fide-2017")
    assert (pooled["games"][5], pooled["rating"][5]) == (10, 1850 - 240)
    turned = rate(players, joined(results(*first, kind="swiss", event=1), results(*zero, kind="swiss")), "fide-2017")
    assert (turned["games"][5], turned["rating"][5]) == (5, 1850 - 72)
    known = people(*[1850.0] * 5, NAN, games=[50] * 5 + [3], points=[NAN] * 5 + [2], opponents_sum=[NAN] * 5 + [5550])
    later = rate(known, results(*zero, kind="swiss"), "fide-2017")
    assert (later["games"][5], later["rating"][5]) == (8, 1850 - 193)


@pytest.mark.clause("FIDE-RATING-2017 6.1/2")
def test_dates_say_which_event_was_the_first() -> None:
    players = people(*[1850.0] * 5, NAN)
    games = joined(results(*against(5, "11000"), kind="swiss"), results(*against(5, "00000"), kind="swiss", event=1))
    days = np.array(["2018-03-01"] * 5 + ["2018-02-01"] * 5, "datetime64[D]")
    assert rate(players, games | {"date": days}, "fide-2017")["games"][5] == 5


def round_robin(players: int, rated: int, *, double: bool = False, national: bool = False, women: bool = False) -> bool:
    return bool(
        composition.is_ratable_round_robin(
            np.array([players]),
            np.array([rated]),
            double=np.array([double]),
            national=np.array([national]),
            women_only=np.array([women]),
        )[0]
    )


@pytest.mark.clause("FIDE-RATING-2017 6.2", "FIDE-RATING-2017 6.21", "FIDE-RATING-2017 6.22", "FIDE-RATING-2017 6.23")
def test_a_round_robin_needs_enough_rated_players() -> None:
    assert round_robin(12, 4)
    assert not round_robin(12, 3)
    assert round_robin(13, 5)
    assert not round_robin(13, 4)
    assert round_robin(9, 4)
    assert not round_robin(9, 3)
    assert round_robin(10, 4)
    assert not round_robin(5, 4, double=True)
    assert round_robin(6, 4, double=True)
    assert round_robin(4, 4, double=True)
    assert round_robin(12, 3, national=True)
    assert not round_robin(12, 2, national=True)
    assert round_robin(12, 2, national=True, women=True)
    assert not round_robin(12, 1, national=True, women=True)


@pytest.mark.clause("FIDE-RATING-2017 6.21", "FIDE-RATING-2017 6.23")
def test_a_round_robin_with_too_few_rated_players_is_not_rated_for_anybody() -> None:
    players = people(*[2000.0] * 3, *[NAN] * 6)
    games = results(*all_draws(9), kind="round-robin")
    found = rate(players, games, "fide-2017")
    assert not found["period_games"].any()
    national = rate(players, games | {"national": np.ones(36)}, "fide-2017")
    assert list(national["period_games"]) == [8] * 9


@pytest.mark.clause("FIDE-RATING-2017 6.4")
def test_a_round_robin_with_an_unplayed_game_is_calculated_as_a_swiss() -> None:
    players = people(*FOUR_RATED, 1850, 1850, 1850, 1850, 1850, NAN)
    games = [(one, two, 1.0 if two != 9 else 0.5) for one, two, _ in all_draws(10)]
    whole = rate(players, results(*games, kind="round-robin"), "fide-2017")
    assert whole["period_games"][0] == 9
    broken = rate(players, results(*games[1:], kind="round-robin"), "fide-2017")
    assert broken["period_games"][0] == 7
    assert broken["rating"][9] == round(sum([*FOUR_RATED, *[1850.0] * 5]) / 9)


@pytest.mark.clause("FIDE-RATING-2017 6.5")
def test_a_match_is_rated_until_it_is_won() -> None:
    """5.5 to 1.5 after seven of ten games: the other three are not rated."""
    players = people(2000, 2000)
    scores = [1, 1, 0, 1, 1, 0.5, 1, 0, 0, 0]
    games = [(0, 1, score) if at % 2 == 0 else (1, 0, 1 - score) for at, score in enumerate(scores)]
    found = rate(players, results(*games, kind="match", planned_games=[10.0] * 10), "fide-2017")
    assert list(found["period_games"]) == [7, 7]
    assert found["change"][0] == 40
    half_is_no_win = rate(players, results(*games, kind="match", planned_games=[11.0] * 10), "fide-2017")
    assert list(half_is_no_win["period_games"]) == [10, 10]
    unsaid = rate(players, results(*games, kind="match"), "fide-2017")
    assert list(unsaid["period_games"]) == [10, 10]


@pytest.mark.clause("FIDE-RATING-2017 6.5")
def test_rounds_say_in_which_order_a_match_was_played() -> None:
    players = people(2000, 2000)
    games = results(
        *[(0, 1, 0.0)] * 2, *[(0, 1, 1.0)] * 3, kind="match", planned_games=[4.0] * 5, round=[4, 5, 1, 2, 3]
    )
    found = rate(players, games, "fide-2017")
    assert list(found["period_games"]) == [3, 3]
    assert found["change"][0] == 30


@pytest.mark.clause("FIDE-RATING-2017 6.6")
def test_a_match_with_an_unrated_player_is_not_rated() -> None:
    found = rate(people(1900, NAN), results(*[(0, 1, 1.0)] * 3, *[(0, 1, 0.0)] * 3, kind="match"), "fide-2017")
    assert list(found["period_games"]) == [0, 0]
    assert np.isnan(found["rating"][1])


# 8.2 and 8.3: first ratings


@pytest.mark.clause(
    "FIDE-RATING-2017 8.21(a)", "FIDE-RATING-2017 8.22", "FIDE-RATING-2017 8.23", "FIDE-RATING-2017 8.24"
)
@pytest.mark.parametrize(
    ("half_points", "games", "opponents", "rating"),
    [
        (5, 5, 9250, 1850),
        (6, 5, 9250, 1870),
        (10, 5, 10000, 2100),
        (4, 5, 9250, 1778),
        (1, 5, 9250, 1484),
        (7, 6, 11100, 1870),
    ],
)
def test_a_first_rating_in_a_swiss(half_points: int, games: int, opponents: int, rating: int) -> None:
    made = unrated.swiss_rating(np.array([half_points]), np.array([games]), np.array([opponents]))
    assert made.rounded()[0] == rating


@pytest.mark.clause("FIDE-RATING-2017 8.21(a)", "FIDE-RATING-2017 8.22")
def test_an_unrated_opponent_is_left_out_of_the_average() -> None:
    players = people(1800, 1700, 1900, 2000, 1850, NAN, NAN)
    found = rate(players, results(*against(6, "1010="), (6, 5, 0), kind="swiss"), "fide-2017")
    assert (found["rating"][6], found["games"][6]) == (1850, 5)


@pytest.mark.clause("FIDE-RATING-2017 8.3/1")
def test_all_games_so_far_are_taken_as_one_event() -> None:
    players = people(*[1850.0] * 5, *[1900.0] * 5, NAN)
    games = joined(
        results(*against(10, "11000"), kind="swiss"), results(*against(10, "11100", 5), kind="team", event=1)
    )
    found = rate(players, games, "fide-2017")
    assert (found["rating"][10], found["games"][10]) == (1875, 10)
    assert np.isnan(found["change"][10])
    assert np.isnan(found["points"][10])


@pytest.mark.clause("FIDE-RATING-2017 8.3/2")
@pytest.mark.parametrize(("opponents", "rating"), [(10503, 1751), (10502, 1750), (10500, 1750)])
def test_a_first_rating_rounds_to_the_nearest_and_a_half_goes_up(opponents: int, rating: int) -> None:
    made = unrated.swiss_rating(np.array([6]), np.array([6]), np.array([opponents]))
    assert made.rounded()[0] == rating


@pytest.mark.clause("FIDE-RATING-2017 7.x-8.1a (lost)")
def test_the_least_number_of_games_and_the_floor_are_parameters() -> None:
    players = people(*[1500.0] * 5, NAN)
    four = results(*against(5, "110="), kind="swiss")
    waiting = rate(players, four, "fide-2017")
    assert np.isnan(waiting["rating"][5])
    assert (waiting["games"][5], waiting["points"][5], waiting["opponents_sum"][5]) == (4, 2.5, 6000)
    assert rate(players, four, "fide-2017", options={"min_games": 4})["rating"][5] == 1520
    five = results(*against(5, "0000="), kind="swiss")
    assert rate(players, five, "fide-2017")["rating"][5] == 1134
    assert np.isnan(rate(players, five, "fide-2017", options={"floor": 1200})["rating"][5])


@pytest.mark.clause("FIDE-RATING-2017 7.x-8.1a (lost)")
def test_who_falls_under_the_floor_begins_again_as_unrated() -> None:
    players = people(1005, 1005, 1005)
    found = rate(players, results((0, 1, 0), (0, 2, 0.5)), "fide-2017")
    assert np.isnan(found["rating"][0])
    assert (found["exact_rating"][0], found["change"][0], found["games"][0], found["points"][0]) == (995, -10, 0, 0)
    assert not found["published"][0]
    again = rate(
        {name: found[name] for name in ("rating", "games", "points", "opponents_sum")}, results((0, 1, 1)), "fide-2017"
    )
    assert again["games"][0] == 1


@pytest.mark.clause(
    "FIDE-RATING-2017 8.21(b)", "FIDE-RATING-2017 8.21(b)(i)", "FIDE-RATING-2017 8.21(b)(ii)",
    "FIDE-RATING-2017 8.21(b)(iii)", "FIDE-RATING-2017 8.23", "FIDE-RATING-2017 8.25", "FIDE-RATING-2017 8.58/1",
)  # fmt: skip
def test_first_ratings_in_a_round_robin() -> None:
    """Rar 1850, dp 366, 149, 0 and -240 make 68.75, so Ra is 1792.71; X 3/5 gets 1813, Y 0.5/5 gets 1488."""
    found = rate(people(*FOUR_RATED, NAN, NAN), results(*EXAMPLE, kind="round-robin"), "fide-2017")
    assert found["exact_rating"][4] == pytest.approx(1850 - 68.75 * 5 / 6 + 20)
    assert found["exact_rating"][5] == pytest.approx(1850 - 68.75 * 5 / 6 - 366 * 5 / 6)
    assert list(found["rating"][4:]) == [1813, 1488]


@pytest.mark.clause("FIDE-RATING-2017 8.58/2", "FIDE-RATING-2017 8.52")
def test_the_rated_players_of_a_round_robin_are_rated_against_those_first_ratings() -> None:
    """1700 loses to X, who has 1813 now: D is -113, PD .35."""
    found = rate(people(*FOUR_RATED, NAN, NAN), results(*EXAMPLE, kind="round-robin"), "fide-2017")
    deltas = (0 - 0.15) + (0 - 0.24) + (0 - 0.36) + (0 - 0.35) + (1 - 0.77)
    assert found["period_games"][3] == 5
    assert found["exact_rating"][3] == pytest.approx(1700 + 20 * deltas)


@pytest.mark.clause("FIDE-RATING-2017 6.1/1", "FIDE-RATING-2017 8.58/1", "FIDE-RATING-2017 8.21/1")
def test_who_scores_zero_in_his_first_round_robin_is_taken_out_of_it() -> None:
    """Z loses all their games: the others get the same ratings as without Z."""
    ratings = [*FOUR_RATED, NAN, NAN]
    without = rate(people(*ratings), results(*EXAMPLE, kind="round-robin"), "fide-2017")
    with_z = rate(
        people(*ratings, NAN), results(*EXAMPLE, *[(at, 6, 1.0) for at in range(6)], kind="round-robin"), "fide-2017"
    )
    np.testing.assert_array_equal(without["rating"], with_z["rating"][:6])
    assert (with_z["games"][6], with_z["period_games"][0]) == (0, 5)
    known = people(*ratings, NAN, games=[50] * 4 + [0, 0, 2], points=[NAN] * 6 + [1], opponents_sum=[NAN] * 6 + [3600])
    later = rate(known, results(*EXAMPLE, *[(at, 6, 1.0) for at in range(6)], kind="round-robin"), "fide-2017")
    assert (later["games"][6], later["period_games"][0]) == (8, 6)


@pytest.mark.clause("FIDE-RATING-2017 8.58/1")
def test_taking_one_out_can_leave_another_without_points() -> None:
    """Y's only points came from Z, who has none: both go."""
    five_rated = people(*FOUR_RATED, 1850, NAN, NAN)
    games = [*all_draws(5), *[(at, 5, 1.0) for at in range(5)], *[(at, 6, 1.0) for at in range(6)]]
    found = rate(five_rated, results(*games, kind="round-robin"), "fide-2017")
    assert list(found["games"][5:]) == [0, 0]
    assert list(found["period_games"][:5]) == [4] * 5


@pytest.mark.clause("FIDE-RATING-2017 8.21(b)(iii)", "FIDE-RATING-2017 6.22")
def test_in_a_double_round_robin_n_counts_different_opponents() -> None:
    games = [game for one, two, score in EXAMPLE for game in ((one, two, score), (two, one, 1 - score))]
    found = rate(people(*FOUR_RATED, NAN, NAN), results(*games, kind="round-robin"), "fide-2017")
    assert found["exact_rating"][5] == pytest.approx(1850 - 68.75 * 5 / 6 - 366 * 5 / 6)
    assert found["exact_rating"][4] == pytest.approx(1850 - 68.75 * 5 / 6 + 40)
    assert list(found["period_games"]) == [10] * 6


@pytest.mark.clause("FIDE-RATING-2017 8.4")
def test_a_player_listed_after_the_event_is_rated_himself_but_counts_as_unrated_for_others() -> None:
    players = people(1900, 1900, 1900, 1700)
    late = results(
        (3, 0, 1), (1, 3, 0), (0, 1, 0.5), kind="swiss", white_was_unrated=[1, 0, 0], black_was_unrated=[0, 1, 0]
    )
    found = rate(players, late, "fide-2017")
    assert list(found["period_games"]) == [1, 1, 0, 2]
    assert found["exact_rating"][3] == pytest.approx(1700 + 20 * 2 * 0.76)


@pytest.mark.clause("FIDE-RATING-2017 8.4", "FIDE-RATING-2017 8.52")
def test_in_a_round_robin_such_a_player_counts_with_the_rating_he_made_there() -> None:
    players = people(*FOUR_RATED, 1500, NAN)
    games = results(*EXAMPLE, kind="round-robin")
    games |= {
        "white_was_unrated": (games["white"] == 4).astype(float),
        "black_was_unrated": (games["black"] == 4).astype(float),
    }
    as_unrated = rate(people(*FOUR_RATED, NAN, NAN), results(*EXAMPLE, kind="round-robin"), "fide-2017")
    found = rate(players, games, "fide-2017")
    np.testing.assert_array_equal(found["rating"][:4], as_unrated["rating"][:4])
    assert found["old_rating"][4] == 1500
    assert found["rating"][4] > 1500


def test_an_unrated_player_with_games_needs_points_and_opponents() -> None:
    players = people(1900, NAN, games=[50, 3])
    with pytest.raises(BadInput, match="unknown for an unrated player with games"):
        rate(players, results((0, 1, 0.5)), "fide-2017")


def test_an_unknown_list_is_refused() -> None:
    with pytest.raises(BadInput, match="standard, rapid, blitz"):
        rate(people(1900, 1800), results((0, 1, 1)), "fide-2017", options={"list": "bullet"})


def test_a_list_is_the_input_of_the_next() -> None:
    players = people(*FOUR_RATED, NAN, NAN)
    first = rate(players, results(*EXAMPLE[:9], kind="swiss"), "fide-2017")
    second = rate(first, results(*EXAMPLE[9:], kind="swiss"), "fide-2017")
    at_once = rate(players, results(*EXAMPLE, kind="swiss"), "fide-2017")
    assert (second["games"][5], second["points"][5]) == (at_once["games"][5], at_once["points"][5])
