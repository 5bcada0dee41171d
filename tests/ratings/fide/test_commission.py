"""Decisions of FIDE's Qualification Commission in 2016 about what is rated."""

import numpy as np
import pytest

from slowmate.ratings.fide.eligible import ControlStage, FideList, FideTimeControl, is_on, list_of
from slowmate.ratings.fide.k_factor import capped


@pytest.mark.clause("FIDE-QC-2016 S2/R1.1", "FIDE-QC-2016 S2/R1.1-trf")
def test_the_games_of_one_report_are_sorted_one_by_one() -> None:
    white, black = np.array([1500.0, 1500.0, np.nan]), np.array([1550.0, 2250.0, 1599.0])
    assert is_on(FideList.STANDARD, np.full(3, 60.0), white, black).tolist() == [True, False, True]


@pytest.mark.clause("FIDE-QC-2016 S2/ENG-1")
@pytest.mark.parametrize(("minutes", "rating", "rated"), [(90, 2300, False), (90, 2199, True), (60, 1600, False)])
def test_short_games_are_rated_below_their_level_only(minutes: int, rating: int, rated: bool) -> None:
    found = list_of(FideTimeControl((ControlStage(minutes),)), rating, 1500).value
    assert (found is FideList.STANDARD) is rated


@pytest.mark.clause("FIDE-QC-2016 S2/ENG-2")
def test_a_first_control_of_36_moves_is_not_rated() -> None:
    assert list_of(FideTimeControl((ControlStage(100, 36), ControlStage(50))), 1500, 1500).value is None
    assert list_of(FideTimeControl((ControlStage(100, 40), ControlStage(50))), 1500, 1500).value is FideList.STANDARD


@pytest.mark.clause("FIDE-QC-2016 S2/R1.3", "FIDE-QC-2016 S2/R1.4")
@pytest.mark.parametrize(
    ("minutes", "increment", "which"),
    [
        (59, 0, FideList.RAPID),
        (60, 0, FideList.STANDARD),
        (11, 0, FideList.RAPID),
        (10, 0, FideList.BLITZ),
        (3, 2, FideList.BLITZ),
        (2, 1, None),
        (5, 0, FideList.BLITZ),
        (4, 0, None),
    ],
)
def test_rapid_ends_under_an_hour_and_blitz_begins_at_five_minutes(
    minutes: int, increment: int, which: FideList | None
) -> None:
    assert list_of(FideTimeControl((ControlStage(minutes),), increment), 1500, 1500).value is which


@pytest.mark.clause("FIDE-QC-2016 S2/R8.56")
def test_twenty_standard_games_with_k_40_count_with_35() -> None:
    assert int(capped(40, 20)) == 35
