"""Sections 0 to 5: which events and games are rated, and on which list."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import numpy as np
import pytest

from slowmate.ratings import rate
from slowmate.ratings.fide import eligible as at_all
from slowmate.ratings.fide.eligible import ControlStage, FideList, FideTimeControl, Registration
from slowmate.rulebook import Clause, NoEdition


def plus(minutes: int, seconds: int = 0) -> FideTimeControl:
    return FideTimeControl((ControlStage(minutes),), seconds)


OPEN = Registration(
    federation="CZE",
    start=date(2018, 5, 8),
    end=date(2018, 5, 16),
    registered=date(2018, 4, 1),
    control=plus(90, 30),
    arbiters={"Chief": True, "Deputy": True},
)


def failing(event: Registration) -> set[str]:
    ruling = at_all.is_ratable(event)
    return set() if ruling.value else {ground.clause.address for ground in ruling.grounds}


@pytest.mark.clause("FIDE-RATING-2017 0/1", "FIDE-RATING-2017 0.2/4")
def test_a_registered_event_over_the_board_is_rated_and_has_an_owner() -> None:
    ruling = at_all.is_ratable(OPEN)
    assert ruling.value
    assert ruling.grounds[-1].clause == Clause("FIDE-RATING-2017", "0.2/4")
    assert ruling.grounds[-1].facts["owner"] == "CZE"
    assert failing(replace(OPEN, registered=None)) == {"0/1"}
    assert failing(replace(OPEN, over_the_board=False)) == {"0/1"}


@pytest.mark.clause("FIDE-RATING-2017 0.1")
def test_the_start_decides_the_edition() -> None:
    early = replace(OPEN, start=date(2017, 6, 30), end=date(2017, 7, 8), registered=date(2017, 5, 1))
    with pytest.raises(NoEdition):
        at_all.is_ratable(early)
    assert at_all.is_ratable(replace(early, start=date(2017, 7, 1))).value


@pytest.mark.clause("FIDE-RATING-2017 0.2/1", "FIDE-RATING-2017 0.2/2")
def test_registration_is_due_one_week_ahead_unless_the_commission_allows_it_later() -> None:
    assert failing(replace(OPEN, registered=date(2018, 5, 1))) == set()
    late = replace(OPEN, registered=date(2018, 5, 2))
    assert failing(late) == {"0.2/1"}
    assert failing(replace(late, late_allowed=True)) == set()
    assert failing(replace(OPEN, refused=True)) == {"0.2/2"}


@pytest.mark.clause("FIDE-RATING-2017 0.2/3")
def test_norms_need_30_days_and_a_late_event_is_still_rated() -> None:
    late = replace(OPEN, registered=OPEN.start - timedelta(days=10))
    assert at_all.is_ratable(late).value
    assert not at_all.may_give_norms(late).value
    assert at_all.may_give_norms(replace(OPEN, registered=OPEN.start - timedelta(days=30))).value
    assert not at_all.may_give_norms(replace(OPEN, registered=OPEN.start - timedelta(days=29))).value


@pytest.mark.clause("FIDE-RATING-2017 0.3")
def test_one_unlicensed_arbiter_blocks_the_event() -> None:
    ruling = at_all.is_ratable(replace(OPEN, arbiters={"Chief": True, "Deputy": False}))
    assert not ruling.value
    assert [ground.facts["unlicensed"] for ground in ruling.grounds] == [["Deputy"]]


@pytest.mark.clause("FIDE-RATING-2017 1.1/1")
@pytest.mark.parametrize(
    ("control", "minutes"), [(plus(90, 30), 120), (plus(60, 10), 70), (plus(3, 2), 5), (plus(3, 1), 4)]
)
def test_the_time_is_counted_for_60_moves(control: FideTimeControl, minutes: int) -> None:
    assert at_all.minutes(control) == minutes
    assert at_all.minutes(plus(10, 1)) == Fraction(11)
    assert at_all.minutes(FideTimeControl((ControlStage(90, 40), ControlStage(30)), 30)) == 150


@pytest.mark.clause("FIDE-RATING-2017 1.1/2", "FIDE-RATING-2017 1.1/3", "FIDE-RATING-2017 1.1/4")
@pytest.mark.clause("FIDE-RATING-2017 1.3", "FIDE-RATING-2017 1.4")
@pytest.mark.parametrize(
    ("control", "white", "black", "expected"),
    [
        (plus(90, 30), 2200, 2700, "standard"),
        (plus(119), 2200, 1500, None),
        (plus(120), 2200, 1500, "standard"),
        (plus(90), 2200, 1500, None),
        (plus(90), 2199, 1500, "standard"),
        (plus(75), 1600, 1200, None),
        (plus(89), 1200, 1600, None),
        (plus(60), 1599, 1200, "standard"),
        (plus(60), None, None, "standard"),
        (plus(60), 1600, None, None),
        (plus(59), 1599, 1200, "rapid"),
        (plus(10, 1), 2500, 2500, "rapid"),
        (plus(10), 2500, 2500, "blitz"),
        (plus(45, 15), 1700, 1700, None),
        (plus(45, 14), 1700, 1700, "rapid"),
        (plus(3, 2), 2500, 2500, "blitz"),
        (plus(3, 1), 2500, 2500, None),
    ],
)
def test_time_and_ratings_of_a_game_decide_its_list(
    control: FideTimeControl, white: int | None, black: int | None, expected: str | None
) -> None:
    ruling = at_all.list_of(control, white, black)
    assert ruling.value == expected
    assert ruling.grounds[0].clause.address == "1.1/1"


@pytest.mark.clause("FIDE-RATING-2017 1.2")
def test_a_first_control_by_moves_has_40() -> None:
    assert (
        at_all.list_of(FideTimeControl((ControlStage(90, 40), ControlStage(30)), 30), 2400, 2400).value
        is FideList.STANDARD
    )
    ruling = at_all.list_of(FideTimeControl((ControlStage(90, 36), ControlStage(30)), 30), 2400, 2400)
    assert ruling.value is None
    assert ruling.grounds[0].clause.address == "1.2"


@pytest.mark.clause("FIDE-RATING-2017 1.1/2", "FIDE-RATING-2017 1.1/3")
def test_the_rate_of_play_is_judged_game_by_game_for_both_players() -> None:
    players = {"rating": np.array([2200.0, 1500.0, 2199.0, np.nan]), "games": np.array([50.0, 50, 50, 0])}
    games = {
        "white": np.array([0, 2, 0]),
        "black": np.array([1, 1, 2]),
        "score": np.array([1.0, 1.0, 1.0]),
        "minutes": np.array([90.0, 90.0, 120.0]),
    }
    found = rate(players, games, "fide-2017")
    assert list(found["period_games"]) == [1, 1, 2, 0]
    rapid = rate(players, games | {"minutes": np.array([25.0, 60.0, 10.0])}, "fide-2017", options={"list": "rapid"})
    assert list(rapid["period_games"]) == [1, 1, 0, 0]


@pytest.mark.clause("FIDE-RATING-2017 2.1")
def test_an_event_under_other_laws_is_not_rated() -> None:
    assert failing(replace(OPEN, laws="Chess960")) == {"2.1"}


@pytest.mark.clause("FIDE-RATING-2017 3.1")
def test_a_day_has_at_most_12_hours_of_play() -> None:
    assert failing(replace(OPEN, rounds_a_day=3)) == set()
    assert failing(replace(OPEN, rounds_a_day=4)) == {"3.1"}


@pytest.mark.clause("FIDE-RATING-2017 4.1", "FIDE-RATING-2017 4.11", "FIDE-RATING-2017 4.12")
def test_an_event_takes_90_days_at_most_except_leagues_and_what_was_approved() -> None:
    start = OPEN.start
    assert failing(replace(OPEN, end=start + timedelta(days=89))) == set()
    long = replace(OPEN, end=start + timedelta(days=90))
    assert failing(long) == {"4.1", "4.11", "4.12"}
    assert failing(replace(long, is_league=True)) == set()
    assert failing(replace(long, longer_approved=True)) == set()


@pytest.mark.clause("FIDE-RATING-2017 5.1/1", "FIDE-RATING-2017 5.1/2")
def test_unplayed_games_have_no_effect_on_anybody() -> None:
    players = {"rating": np.array([2000.0, 2000.0]), "games": np.array([50.0, 50.0])}
    games = {
        "white": np.array([0, 0]),
        "black": np.array([1, 1]),
        "score": np.array([0.0, 1.0]),
        "plies": np.array([2, 1]),
    }
    found = rate(players, games, "fide-2017")
    assert list(found["change"]) == [-10, 10]
    assert list(found["period_games"]) == [1, 1]
