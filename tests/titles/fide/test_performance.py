"""Ratings, averages, performances and the tables of 1.72, cell by cell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.titles.fide import mix, summary
from slowmate.titles.fide import performance as perf
from slowmate.titles.fide.tables import printed_requirements, printed_scores, rating_differences
from slowmate.titles.fide.titles import NORM_TITLES, FideTitle

GM, IM, WGM, WIM = NORM_TITLES
EXAMPLE = [2600, 2550, 2500, 2480, 2450, 2420, 2380, 2350, 2150]


def named(ratings: list[int | None]) -> list[tuple[str, int | None]]:
    return [(f"o{number:02}", rating) for number, rating in enumerate(ratings)]


@pytest.mark.clause("FIDE-TITLES-2017 1.49/1")
def test_table_8_1a_is_used_as_printed_and_is_antisymmetric() -> None:
    table = rating_differences()
    assert (table[100], table[77], table[50], table[0]) == (800, 211, 0, -800)
    assert all(table[percent] == -table[100 - percent] for percent in range(101))
    assert list(table) == sorted(table)


@pytest.mark.clause("FIDE-TITLES-2017 1.49/2")
@pytest.mark.parametrize(
    ("half_points", "games", "percent", "difference"),
    [(10, 16, 31, -141), (10, 8, 63, 95), (6, 8, 38, -87), (13, 9, 72, 166), (18, 9, 100, 800)],
)
def test_a_percentage_rounds_to_a_whole_number_and_half_a_percent_up(
    half_points: int, games: int, percent: int, difference: int
) -> None:
    assert perf.percent(half_points, games) == percent
    assert perf.rating_difference(half_points, games) == difference


@pytest.mark.clause("FIDE-TITLES-2017 1.46b", "FIDE-TITLES-2017 1.46c")
def test_the_lowest_opponent_alone_is_raised_to_the_floor() -> None:
    ruling = perf.counted_ratings(named([*EXAMPLE]), GM)
    assert ruling.value[-1] == 2200
    assert perf.average(ruling.value).value == 2437
    assert perf.average(perf.counted_ratings(named([*EXAMPLE]), IM).value).value == 2431
    two = perf.counted_ratings(named([*EXAMPLE[:-1], 2190, 2150]), GM)
    assert two.value[-2:] == (2190, 2200)
    assert [str(ground.clause) for ground in ruling.grounds] == ["FIDE-TITLES-2017 1.46b", "FIDE-TITLES-2017 1.46c"]


@pytest.mark.clause("FIDE-TITLES-2017 1.46b")
@pytest.mark.parametrize(("title", "floor"), [(GM, 2200), (IM, 2050), (WGM, 2000), (WIM, 1850)])
def test_the_floor_of_each_title(title: FideTitle, floor: int) -> None:
    below, at, above = (perf.counted_ratings(named([2500, floor + step]), title) for step in (-1, 0, 1))
    assert below.value == (2500, floor)
    assert at.value == (2500, floor)
    assert above.value == (2500, floor + 1)
    assert below.grounds
    assert not at.grounds


@pytest.mark.clause("FIDE-TITLES-2017 1.46d/1")
def test_of_two_unrated_opponents_one_counts_the_floor_and_one_a_thousand() -> None:
    ruling = perf.counted_ratings(named([2600, None, None]), GM)
    assert ruling.value == (2600, 2200, 1000)
    assert ruling.grounds[-1].facts == {"opponents": ["o02"], "counts": 1000}


@pytest.mark.clause("FIDE-TITLES-2017 1.46c")
def test_an_opponent_met_twice_is_raised_in_both_games() -> None:
    met = [("x", 2100), ("y", 2150), ("x", 2100)]
    assert perf.counted_ratings(met, GM).value == (2200, 2150, 2200)


@pytest.mark.clause("FIDE-TITLES-2017 1.47a", "FIDE-TITLES-2017 1.47b")
@pytest.mark.parametrize(
    ("ratings", "average"), [([2379, 2380], 2380), ([2379] * 5 + [2380] * 4, 2379), ([2400], 2400)]
)
def test_an_average_rounds_half_upward(ratings: list[int], average: int) -> None:
    assert perf.average(ratings).value == average


@pytest.mark.clause("FIDE-TITLES-2017 1.48/2", "FIDE-TITLES-2017 0.5/1")
def test_a_performance_is_the_average_and_the_difference_of_the_table() -> None:
    assert perf.performance(2437, 13, 9).value == 2603
    assert perf.performance(2380, 14, 9).value == 2600


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.48/1",
    "FIDE-TITLES-2017 1.48a",
    "FIDE-TITLES-2017 0.5/2",
    "FIDE-TITLES-2017 0.5/GM",
    "FIDE-TITLES-2017 0.5/IM",
    "FIDE-TITLES-2017 0.5/WGM",
    "FIDE-TITLES-2017 0.5/WIM",
)
@pytest.mark.parametrize(
    ("title", "average", "level"), [(GM, 2380, 2600), (IM, 2230, 2450), (WGM, 2180, 2400), (WIM, 2030, 2250)]
)
def test_seven_of_nine_against_the_least_average_is_a_performance(title: FideTitle, average: int, level: int) -> None:
    assert perf.MINIMUM_PERFORMANCE[title] == level
    assert perf.is_title_performance(title, average, 14, 9).value
    assert not perf.is_title_performance(title, average, 13, 9).value, "half a point less"
    assert not perf.is_title_performance(title, average - 1, 18, 9).value, "all won, one point of average short"
    assert perf.score_needed(title, average - 1, 9) is None


@pytest.mark.clause("FIDE-TITLES-2017 1.22/1")
def test_the_minimum_score_is_35_percent_exactly() -> None:
    assert perf.percent(9, 13) == 35, "4.5 of 13 rounds to 35 percent"
    assert not perf.has_minimum_score(9, 13)
    assert perf.has_minimum_score(10, 13)
    assert perf.has_minimum_score(14, 20), "7 of 20 is 35 percent"
    assert perf.score_needed(GM, 3000, 13) == 10


@pytest.mark.clause(*(f"FIDE-TITLES-2017 1.72/{rounds}" for rounds in range(7, 20)))
@pytest.mark.parametrize("title", NORM_TITLES)
@pytest.mark.parametrize("rounds", range(7, 20))
def test_every_printed_score_row_is_computed_but_for_the_row_that_is_missing(rounds: int, title: FideTitle) -> None:
    computed = summary.score_table(rounds, title).value
    printed = {half: span for (n, t, half), span in printed_scores().items() if n == rounds and t == title}
    if rounds == 17:
        lost = {GM: 2710, IM: 2560, WGM: 2510, WIM: 2360}[title]
        assert computed.pop(12) == (lost, None), "the print lacks the row for six points"
        first, last = computed[13]
        assert (first, last) == (lost - 23, lost - 1)
        computed[13] = (first, None)
    assert computed == printed
    for half, (first, last) in printed.items():
        assert perf.score_needed(title, first, rounds) == half
        if last is not None:
            assert perf.score_needed(title, last, rounds) == half
            assert perf.score_needed(title, last + 1, rounds) == half - 1


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.44/1",
    "FIDE-TITLES-2017 1.44/2",
    "FIDE-TITLES-2017 1.44/3",
    "FIDE-TITLES-2017 1.45a",
    "FIDE-TITLES-2017 1.46d/2",
    "FIDE-TITLES-2017 1.6.1",
)
def test_every_printed_mix_of_opponents_is_computed_but_for_the_errata() -> None:
    assert len(printed_requirements()) == 18
    mix_errata = [line for line in summary.differences_from_print().value if "rounds double" in line]
    assert mix_errata == [
        "10 rounds double, title opponents: printed 4, text 3",
        "12 rounds double, title opponents: printed 4, text 3",
        "14 rounds double, title opponents: printed 5, text 3",
        "16 rounds double, title opponents: printed 6, text 3",
        "18 rounds double, title opponents: printed 6, text 3",
        "18 rounds double, unrated: printed 1, text 2",
    ]


@pytest.mark.clause("FIDE-TITLES-2017 1.6/1", "FIDE-QC-2016 S1/1.7")
def test_the_text_is_applied_where_the_print_differs_and_the_differences_are_listed() -> None:
    ruling = summary.differences_from_print()
    assert len(ruling.value) == 14
    assert sum(line.startswith("17 rounds") for line in ruling.value) == 8
    assert ruling.grounds[0].facts == {"differences": 14}


@pytest.mark.parametrize(
    ("opponents", "own", "one", "holders", "wanted", "unrated"),
    [(7, 4, 4, 4, 3, 1), (8, 4, 5, 4, 3, 1), (9, 5, 6, 5, 3, 2), (10, 6, 6, 5, 4, 2), (11, 6, 7, 6, 4, 2),
     (13, 7, 8, 7, 5, 2), (14, 8, 9, 7, 5, 3), (19, 11, 12, 10, 7, 4)],
)  # fmt: skip
@pytest.mark.clause("FIDE-TITLES-2017 1.44/3", "FIDE-TITLES-2017 1.46d/2")
def test_minimum_numbers_round_up_and_maximum_numbers_down(
    opponents: int, own: int, one: int, holders: int, wanted: int, unrated: int
) -> None:
    facts = mix.rounding_ground(opponents).facts
    assert facts == {
        "opponents": opponents,
        "own_federation": own,
        "one_federation": one,
        "title_holders": holders,
        "title_opponents": wanted,
        "unrated": unrated,
    }


@given(st.sampled_from(NORM_TITLES), st.integers(1000, 3000), st.integers(1, 30))
def test_what_is_needed_is_enough_and_half_a_point_less_is_not(title: FideTitle, average: int, games: int) -> None:
    needed = perf.score_needed(title, average, games)
    if needed is None:
        assert not perf.is_title_performance(title, average, 2 * games, games).value
    else:
        assert perf.is_title_performance(title, average, needed, games).value
        assert needed == 0 or not perf.is_title_performance(title, average, needed - 1, games).value
