"""Rules 9.6 and 9.7: the players on the list, and their columns."""

from datetime import date

import numpy as np
import pytest

from slowmate.ratings.lists import active, is_active, rating_list
from slowmate.ratings.periods import Period

LISTS = {"ICCF-TR-2016": Period(2016, 2), "ICCF-TR-2017": Period(2017, 2)}
EDITIONS = list(LISTS)


@pytest.mark.clause("ICCF-TR-2016 9.7(a)", "ICCF-TR-2017 9.7(a)")
@pytest.mark.parametrize("period", LISTS.values(), ids=EDITIONS)
@pytest.mark.parametrize(
    ("years_ago", "day", "stays"), [(2, (3, 1), True), (2, (1, 1), True), (3, (12, 31), False), (0, (1, 5), True)]
)
def test_a_game_in_the_two_years_before_keeps_a_player_active(
    period: Period, years_ago: int, day: tuple[int, int], stays: bool
) -> None:
    last = date(period.year - years_ago, *day)
    assert is_active(period, played=False, last_game=last, running=False).value is stays
    columns = active(period, np.array([0]), np.array([float(last.year)]), np.array([False]))
    assert columns.tolist() == [stays]


@pytest.mark.clause("ICCF-TR-2016 9.7(b)", "ICCF-TR-2017 9.7(b)")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_running_event_keeps_a_player_active(edition: str) -> None:
    found = is_active(LISTS[edition], played=False, last_game=date(2011, 5, 1), running=True)
    assert (found.value, str(found.grounds[-1].clause)) == (True, f"{edition} 9.7(b)")
    assert active(LISTS[edition], np.array([0]), np.array([2011.0]), np.array([True])).tolist() == [True]


@pytest.mark.clause("ICCF-TR-2016 9.7/others", "ICCF-TR-2017 9.7/others")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_others_keep_their_rating_and_are_not_shown(edition: str) -> None:
    found = is_active(LISTS[edition], played=False, last_game=date(2011, 5, 1), running=False)
    assert (found.value, str(found.grounds[-1].clause)) == (False, f"{edition} 9.7/others")
    rating = np.array([2311.0, 2200.0])
    shown = rating_list(LISTS[edition], rating, np.array([50.0, 50.0]), np.array([False, True])).value
    assert shown.rows.tolist() == [1]
    assert rating[0] == 2311


def test_who_played_in_the_period_is_active() -> None:
    period = Period(2017, 2)
    assert is_active(period, played=True, last_game=None, running=False).value is True
    assert active(period, np.array([1, 0]), np.array([2000.0, 2000.0]), np.zeros(2, bool)).tolist() == [True, False]


@pytest.mark.clause("ICCF-TR-2016 9.6(a)", "ICCF-TR-2017 9.6(a)", "ICCF-TR-2016 9.6(c)", "ICCF-TR-2017 9.6(c)",
                    "ICCF-TR-2016 9.6(d)", "ICCF-TR-2017 9.6(d)")  # fmt: skip
@pytest.mark.parametrize("period", LISTS.values(), ids=EDITIONS)
def test_the_list_says_who_and_what_and_from_when(period: Period) -> None:
    found = rating_list(period, np.array([2200.0]), np.array([51.0]), np.array([True])).value
    assert found.effective == date(period.year, 4, 1)
    assert found.shows == ("name", "federation", "title", "rating", "games")


@pytest.mark.clause("ICCF-TR-2016 9.6(b)", "ICCF-TR-2017 9.6(b)", "ICCF-TR-2016 9.3/2", "ICCF-TR-2017 9.3/2")
@pytest.mark.parametrize("period", LISTS.values(), ids=EDITIONS)
def test_players_with_twelve_games_stand_in_the_list(period: Period) -> None:
    rating = np.array([2500.0, 2100.0, 2300.0, np.nan])
    found = rating_list(period, rating, np.array([11.0, 12.0, 40.0, 40.0]), np.ones(4, bool)).value
    assert found.rows.tolist() == [2, 1]
