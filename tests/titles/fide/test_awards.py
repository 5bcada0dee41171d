"""Titles by rating and by norms: 1.3 and 1.5, with 1.13a and 1.43f."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from slowmate.rulebook import Refused
from slowmate.titles.fide import awards
from slowmate.titles.fide.awards import CommissionVerdict, EarnedNorm, RatingReached
from slowmate.titles.fide.championships import Championship
from slowmate.titles.fide.direct import Finish, direct_awards
from slowmate.titles.fide.federations import Setting
from slowmate.titles.fide.norms import MissingNinth, assess
from slowmate.titles.fide.titles import NORM_TITLES, FideTitle
from tests.support.fide import games

GM, IM, WGM, WIM = NORM_TITLES
DAY = date(2018, 5, 10)


NUMBERS = count(1)


def norm(games: int, *, title: FideTitle = IM, **more: Any) -> EarnedNorm:
    """A norm from an event of its own."""
    return replace(EarnedNorm(title, f"Open {next(NUMBERS)}", DAY, games), **more)


def failed(found: awards.TitleByNorms) -> set[str]:
    return {check.ground.clause.address for check in found.requirements if not check.holds}


RATED = (RatingReached(2650, date(2018, 1, 1), 100),)


@pytest.mark.clause("FIDE-TITLES-2017 1.31", "FIDE-TITLES-2017 1.32", "FIDE-TITLES-2017 1.33", "FIDE-TITLES-2017 1.34")
@pytest.mark.parametrize(
    ("title", "rating"), [(FideTitle.FM, 2300), (FideTitle.CM, 2200), (FideTitle.WFM, 2100), (FideTitle.WCM, 2000)]
)
def test_a_title_by_rating(title: FideTitle, rating: int) -> None:
    assert awards.rating_gives_title(title, RatingReached(rating, DAY, 30)).value
    assert not awards.rating_gives_title(title, RatingReached(rating - 1, DAY, 30)).value


@pytest.mark.clause("FIDE-TITLES-2017 1.3", "FIDE-QC-2016 S1/1.3")
def test_a_title_by_rating_takes_thirty_games() -> None:
    assert not awards.rating_gives_title(FideTitle.FM, RatingReached(2300, DAY, 29)).value
    assert awards.rating_gives_title(FideTitle.FM, RatingReached(2300, DAY, 30)).value
    with pytest.raises(Refused):
        awards.rating_gives_title(GM, RatingReached(2900, DAY, 1000))
    interim = RatingReached(2300, DAY, 30, published=False)
    assert not awards.rating_gives_title(FideTitle.FM, interim).value, "nothing proves it"


@pytest.mark.clause("FIDE-TITLES-2017 1.51", "FIDE-QC-2016 S2/1.51")
@pytest.mark.parametrize(
    ("norms", "made"),
    [
        ([norm(9), norm(9), norm(9)], True),
        ([norm(9), norm(9), norm(8, missing=MissingNinth.FORFEIT_WIN)], True),
        ([norm(9), norm(9), norm(8, missing=MissingNinth.BYE)], False),
        ([norm(9), norm(9), norm(8, missing=MissingNinth.FORFEIT)], False),
        ([norm(10), norm(8, missing=MissingNinth.FORFEIT_WIN), norm(8, missing=MissingNinth.BYE)], True),
        ([norm(9), norm(8, missing=MissingNinth.FORFEIT_WIN), norm(8, missing=MissingNinth.FORFEIT_WIN)], False),
        ([norm(13), norm(13)], False),
        ([norm(14), norm(13)], True),
        ([norm(9), norm(9)], False),
        ([norm(27)], False),
        ([norm(9), norm(9), norm(9, title=WIM)], False),
        ([norm(9), norm(9), norm(9, missing=MissingNinth.FORFEIT_WIN)], True),
        ([norm(9), norm(8), norm(9, missing=MissingNinth.FORFEIT_WIN)], False),
    ],
)
def test_two_norms_of_27_games_or_26_with_a_forfeit_win(norms: list[EarnedNorm], made: bool) -> None:
    found = awards.title_by_norms(IM, norms, RATED).value
    assert found.verdict is (CommissionVerdict.YES if made else CommissionVerdict.NO)
    assert ("1.51" in failed(found)) is not made


MET = ["GM GER 2500", "GM FRA 2500", "GM ESP 2500", "IM GER 2450", "IM FRA 2450", "FM ESP 2400", "- GER 2400",
       "- FRA 2400", "- ESP 2400"]  # fmt: skip


@pytest.mark.clause("FIDE-TITLES-2017 1.52", "FIDE-TITLES-2017 1.41d")
def test_one_result_counts_for_every_title_it_is_good_for_with_the_games_of_each() -> None:
    found = [assess(games(MET, "111111100"), title, Setting("CZE", 9)) for title in NORM_TITLES]
    days = (DAY, DAY, date(2018, 5, 11), date(2018, 5, 12))
    made = awards.norms_earned(found, event="Open", on=DAY, round_dates=days)
    assert [(one.title, one.games) for one in made] == [(GM, 9), (IM, 11), (WGM, 12), (WIM, 12)]
    assert {(one.single_days, one.normal_foreigners) for one in made} == {(2, True)}
    assert made[0].also == {IM, WGM, WIM}
    for title in NORM_TITLES:
        three = [replace(one, event=f"Open {number}") for number in range(3) for one in made if one.title is title]
        title_found = awards.title_by_norms(title, three, RATED).value
        assert "1.52" in {check.ground.clause.address for check in title_found.requirements}
        assert "1.51" not in failed(title_found)
    assert awards.norms_earned([assess(games(MET, "000000000"), GM, Setting("CZE", 9))], event="Open", on=DAY) == ()


@pytest.mark.clause("FIDE-TITLES-2017 1.21(b)", "FIDE-TITLES-2017 1.51")
def test_a_place_and_a_performance_in_one_event_are_one_norm() -> None:
    silver = direct_awards(Championship("World U18"), Finish(rank=2), best_rating=None).value
    placed = awards.norm_by_place(silver[0], event="World U18", on=DAY)
    assert (placed.title, placed.games) == (IM, 9)
    with pytest.raises(Refused):
        awards.norm_by_place(silver[1], event="World U18", on=DAY)
    played = norm(11, event="World U18")
    found = awards.title_by_norms(IM, [norm(9), placed, played], RATED).value
    assert (found.games, found.verdict) == (20, CommissionVerdict.NO)


@pytest.mark.clause("FIDE-TITLES-2017 1.53")
@pytest.mark.parametrize(("title", "rating"), [(GM, 2500), (IM, 2400), (WGM, 2300), (WIM, 2200)])
def test_the_rating_a_title_by_norms_takes(title: FideTitle, rating: int) -> None:
    three = [norm(9, title=title) for _ in range(3)]
    assert awards.title_by_norms(title, three, [RatingReached(rating, DAY)]).value.verdict is CommissionVerdict.YES
    short = awards.title_by_norms(title, three, [RatingReached(rating - 1, DAY)]).value
    assert short.verdict is CommissionVerdict.CONDITIONAL
    assert failed(short) == {"1.53"}


@pytest.mark.clause("FIDE-TITLES-2017 0.44", "FIDE-TITLES-2017 1.53")
def test_the_title_is_achieved_when_the_last_of_norms_and_rating_is() -> None:
    three = [norm(9), norm(9), norm(9)]
    late, early = RatingReached(2410, date(2018, 7, 1)), RatingReached(2405, date(2016, 1, 1))
    assert awards.title_by_norms(IM, three, [late]).value.achieved == date(2018, 7, 1)
    assert awards.title_by_norms(IM, three, [late, early]).value.achieved == DAY


@pytest.mark.clause("FIDE-TITLES-2017 1.53a/1")
def test_a_rating_reached_in_the_middle_of_an_event_is_enough() -> None:
    won, lost = Fraction(51, 100), Fraction(-60, 100)
    ruling = awards.interim_rating(2490, 10, [won, won, lost, lost, lost])
    assert ruling.value == 2500
    assert ruling.grounds[0].facts["after_games"] == 2
    assert awards.interim_rating(2490, 10, [Fraction(95, 100)]).value == 2500, "9.5 rounds up"
    assert awards.interim_rating(2490, 10, [Fraction(94, 100)]).value == 2499
    assert awards.interim_rating(2490, 10, [lost]).value == 2490


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.53a/2", "FIDE-TITLES-2017 1.53a/3", "FIDE-TITLES-2017 1.53a/4", "FIDE-TITLES-2017 1.53a/5"
)
def test_an_unpublished_rating_needs_proof_agreement_and_a_closed_period() -> None:
    both = ("QC", "Rating Administrator")
    full = RatingReached(2500, DAY, 200, published=False, evidence=True, certified=True, agreed=both, period_rated=True)
    assert awards.may_be_used(full).value
    assert awards.may_be_used(replace(full, certified=False)).value, "the certificate is recommended, not required"
    assert not awards.may_be_used(replace(full, evidence=False)).value
    assert not awards.may_be_used(replace(full, agreed=("QC",))).value
    assert not awards.may_be_used(replace(full, period_rated=False)).value
    assert awards.may_be_used(RatingReached(2500, DAY)).value
    three = [norm(9, title=GM) for _ in range(3)]
    assert awards.title_by_norms(GM, three, [full]).value.verdict is CommissionVerdict.YES
    assert awards.title_by_norms(GM, three, [replace(full, agreed=())]).value.verdict is CommissionVerdict.CONDITIONAL


@pytest.mark.clause("FIDE-TITLES-2017 1.55")
@pytest.mark.parametrize(
    ("on", "registered", "alive"),
    [
        (date(2001, 4, 1), None, False),
        (date(2001, 4, 1), date(2013, 7, 30), True),
        (date(2001, 4, 1), date(2013, 7, 31), False),
        (date(2005, 6, 30), None, False),
        (date(2005, 7, 1), None, True),
    ],
)
def test_norms_from_before_july_2005_expired_unless_registered(on: date, registered: date | None, alive: bool) -> None:
    old = norm(9, on=on, registered=registered)
    assert awards.is_alive(old).value is alive
    found = awards.title_by_norms(IM, [norm(9), norm(9), old], RATED).value
    assert found.verdict is (CommissionVerdict.YES if alive else CommissionVerdict.NO)
    assert ("1.55" in failed(found)) is not alive


@pytest.mark.clause("FIDE-TITLES-2017 1.55")
def test_an_expired_norm_does_not_spoil_a_complete_application() -> None:
    old = norm(9, on=date(2001, 4, 1))
    assert awards.title_by_norms(IM, [norm(9), norm(9), norm(9), old], RATED).value.verdict is CommissionVerdict.YES


@pytest.mark.clause("FIDE-TITLES-2017 1.43f")
def test_one_norm_must_meet_the_normal_foreigner_requirement() -> None:
    national = [norm(9, normal_foreigners=False) for _ in range(3)]
    refused = awards.title_by_norms(IM, national, RATED).value
    assert refused.verdict is CommissionVerdict.NO
    assert failed(refused) == {"1.43f"}
    assert awards.title_by_norms(IM, [*national[:2], norm(9)], RATED).value.verdict is CommissionVerdict.YES


@pytest.mark.clause("FIDE-TITLES-2017 1.13a")
@pytest.mark.parametrize(
    ("title", "days", "verdict"),
    [(GM, 2, CommissionVerdict.NO), (GM, 3, CommissionVerdict.YES), (IM, 0, CommissionVerdict.YES)],
)
def test_a_grandmaster_needs_one_norm_with_three_days_of_a_single_round(
    title: FideTitle, days: int, verdict: CommissionVerdict
) -> None:
    norms = [norm(9, title=title, single_days=single) for single in (0, 0, days)]
    assert awards.title_by_norms(title, norms, RATED).value.verdict is verdict


@pytest.mark.clause("FIDE-TITLES-2017 1.4")
def test_there_are_no_norms_for_fide_master() -> None:
    with pytest.raises(Refused):
        awards.title_by_norms(FideTitle.FM, [norm(9)] * 3, RATED)
