"""Overscored games in both editions."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.titles.iccf.categories import CATEGORIES
from slowmate.titles.iccf.norms_2016 import norm_score
from slowmate.titles.iccf.norms_2017 import expected_score, norm_result, norms
from slowmate.titles.iccf.overscore import overscored_games, overscored_games_2016
from slowmate.words import say
from tests.support.sections import section


def over(games: int, score: float, expected: str, *, strict: bool = False) -> int:
    total = Decimal(expected)
    needed = norm_result(total, games).value
    return overscored_games(games, Fraction(score), expected=total, needed=needed, strict=strict).value


@pytest.mark.clause("ICCF-TR-2017 App2.2.4(c)/formula", "ICCF-TR-2017 App2.2.4(c)/floor", "ICCF-TR-2017 10.2(c)/over")
@pytest.mark.parametrize(("score", "exact", "whole"), [(9, "1.3829", 1), (10, "2.8699", 2), (7.5, "-0.8476", 0)])
def test_the_formula_and_its_whole_part(score: float, exact: str, whole: int) -> None:
    ruling = overscored_games(12, Fraction(score), expected=Decimal("8.0700"), needed=Fraction(17, 2))
    assert ruling.value == whole
    assert ruling.grounds[0].facts["exact"] == Decimal(exact)


@pytest.mark.clause("ICCF-TR-2017 10.3(a)/over", "ICCF-TR-2017 10.4(d)")
def test_overscore_for_sim_and_im() -> None:
    assert expected_score(2525, [2400] * 12).value == Decimal("7.3272")
    assert over(12, 8.5, "7.3272") == 1
    assert expected_score(2450, [2300] * 10).value == Decimal("6.3170")
    assert over(10, 8, "6.3170") == 2


@pytest.mark.clause("ICCF-TR-2017 10.0.3")
def test_the_formula_rules_over_the_half_point_unless_strict() -> None:
    assert expected_score(2600, [2678] * 14).value == Decimal("6.0242")
    assert over(14, 6.5, "6.0242") == 1
    assert over(14, 6.5, "6.0242", strict=True) == 0
    assert over(14, 7, "6.0242", strict=True) == over(14, 7, "6.0242") == 2


@pytest.mark.clause("ICCF-TR-2017 App2.2.4(c)/formula")
def test_where_the_35_percent_bind_the_formula_is_still_literal() -> None:
    assert expected_score(2150, [2450] * 14).value == Decimal("3.5504")
    assert over(14, 5, "3.5504") == 5


@pytest.mark.clause("ICCF-TR-2017 App2.2.4(c)/count")
def test_overscored_games_are_added_to_the_games_of_a_norm_only() -> None:
    made = norms(section([2400] * 13, scores={"1": 10})).players[0].norms["GM"]
    assert (made.overscore_games, made.counted_games) == (2, 14)
    missed = norms(section([2400] * 13, scores={"1": 8})).players[0].norms["GM"]
    assert (missed.achieved, missed.overscore_games, missed.counted_games) == (False, 0, 12)


@pytest.mark.clause("ICCF-TR-2017 10.0.3")
def test_the_strict_variant_goes_through_the_whole_report() -> None:
    event = section([2678] * 15, scores={"1": 6.5})
    assert norms(event).players[0].norms["GM"].counted_games == 15
    assert norms(event, strict_overscore=True).players[0].norms["GM"].counted_games == 14


@given(st.integers(8, 19), st.integers(0, 38), st.integers(1500, 2700))
def test_so_many_more_lost_games_would_still_have_been_enough(games: int, halves: int, rating: int) -> None:
    """What overscore means: with that many more opponents of the same average, the score is not below the sum."""
    total = expected_score(2450, [rating] * games).value
    score = Fraction(min(halves, 2 * games), 2)
    found = overscored_games(games, score, expected=total, needed=norm_result(total, games).value).value
    per_game = Fraction(total) / games
    if score >= total:
        assert score >= per_game * (games + found)
        assert score < per_game * (games + found + 1)
    else:
        assert found == 0


def walk(title: str, category: str, games: int, score: float) -> int:
    number = CATEGORIES.index(category)
    return overscored_games_2016(
        games, Fraction(score), needed_for=lambda count: norm_score(title, number, count).value
    ).value


@pytest.mark.clause("ICCF-TR-2016 10.0.3", "ICCF-TR-2016 10.4(c)/over", "ICCF-TR-2016 10.5(a)/over")
@pytest.mark.parametrize(
    ("title", "category", "games", "score", "more"),
    [
        ("IM", "1", 12, 10, 1),
        ("IM", "1", 12, 11, 2),
        ("IM", "1", 12, 9.5, 0),
        ("GM", "7", 12, 10, 1),
        ("SIM", "5", 13, 10.5, 1),
        ("SIM", "5", 13, 9.5, 0),
        ("CCE", "18", 12, 12, 7),
        ("CCE", "18", 19, 19, 0),
    ],
)
def test_2016_walks_to_larger_fields_until_the_score_fails(
    title: str, category: str, games: int, score: float, more: int
) -> None:
    assert walk(title, category, games, score) == more


@pytest.mark.clause("ICCF-TR-2016 10.0.3")
def test_the_walk_of_2016_is_told_field_by_field() -> None:
    """11 points over 12 games at category 1: enough for IM over 13 and 14 games, half a point short over 15."""
    number = CATEGORIES.index("1")
    ruling = overscored_games_2016(12, Fraction(11), needed_for=lambda count: norm_score("IM", number, count).value)
    (ground,) = ruling.grounds
    assert say(ground) == (
        "Had more games been played and lost, the norm by games would be: 12 9½; 13 10; 14 11; 15 11½. "
        "A score of 11 is enough for 2 more than the 12 played."
    )
    told = [say(one) for one in norm_score("IM", number, 12).grounds if one.clause.address == "App2.3/generator"]
    assert told == ["12 games at 76%: 9.12; 0.05 is forgiven, and up to a half point that is 9½."]


@pytest.mark.clause("ICCF-TR-2016 10.0.3")
def test_2016_never_counts_more_than_nineteen_games() -> None:
    for games in range(8, 25):
        assert games + walk("CCE", "18", games, games) == max(games, 19)


def test_a_norm_of_2016_counts_its_overscore() -> None:
    from slowmate.titles.norms import norms as norms_of  # noqa: PLC0415 - the name is taken above

    norm = norms_of(section([2260] * 13, start=date(2016, 5, 1), scores={"1": 11})).players[0].norms["IM"]
    assert (norm.needed, norm.overscore_games, norm.counted_games) == (Fraction(19, 2), 2, 14)
