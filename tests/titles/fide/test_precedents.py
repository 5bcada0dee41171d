"""The verdicts of the Baku congress: each kind of refusal, shown by one event our code refuses for the same reason."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.records import KINDS, Event, FideCategory, FideTerms
from slowmate.titles.fide import report
from slowmate.titles.fide.awards import CommissionVerdict, EarnedNorm, RatingReached, title_by_norms
from slowmate.titles.fide.precedents import clause_behind, verdicts
from slowmate.titles.fide.tables import BakuApplication, baku_applications
from slowmate.titles.fide.titles import FideTitle
from slowmate.titles.reports import Norm
from tests.support.fide import single_event

IM = FideTitle.IM
DAY = date(2018, 3, 10)

# nine opponents for an IM norm: average 2319, 6.5 points are needed
FIELD = ["GM GER 2450", "IM FRA 2400", "IM ESP 2380", "FM GER 2300", "FM FRA 2300", "- ESP 2280", "- GER 2260",
         "- FRA 2250", "- ESP 2250"]  # fmt: skip


def named(name: str) -> BakuApplication:
    return next(one for one in baku_applications() if one.name.startswith(name))


def judged(event: Event) -> Norm:
    return next(line for line in report.norms(event).players if line.id == "a").norms["IM"]


def refused_by(norm: Norm) -> set[str]:
    return {one.ground.clause.address for one in norm.requirements if not one.holds and one.binding} - {"0.5/norm"}


@pytest.mark.clause("FIDE-QC-2016 S2/applications")
def test_there_were_108_applications_and_every_condition_was_the_rating() -> None:
    counted = verdicts().value
    assert (counted[CommissionVerdict.YES], counted[CommissionVerdict.CONDITIONAL], counted[CommissionVerdict.NO]) == (
        92,
        9,
        7,
    )
    assert {one.remark for one in baku_applications() if one.verdict == "cond"} == {"rating"}


@pytest.mark.clause("FIDE-QC-2016 S2/applications")
def test_every_refusal_and_condition_rests_on_a_clause() -> None:
    found = {one.name: clause_behind(one) for one in baku_applications()}
    assert {name: str(cited).partition(" ")[2] for name, cited in found.items() if cited} == {
        "Georgiadis, Nico": "1.53",
        "Luukkonen, Tommi": "1.53",
        "Migot, Tangi": "1.16/1",
        "Walter, Stefan": "1.48/1",
        "Havasi, Gergo": "1.53",
        "Efroimski, Marsel": "1.53",
        "Zanan, Evgeny": "1.45c",
        "Bilguun, Sumiya": "1.51",
        "Myint, Han": "1.53",
        "Hedman, Erik": "1.48/1",
        "Panchanatham, Vignesh": "1.53",
        "Sturt, Raven M.": "1.44/1",
        "Velikanov, Alexander": "1.53",
        "Vakhania, Alexandra": "1.55",
        "Kanmazalp, Ogulcan": "1.53",
        "Mammadzada, Gunay": "1.53",
    }
    assert all(clause_behind(one) is None for one in baku_applications() if one.verdict == "yes")


def test_the_event_the_others_vary_makes_a_norm() -> None:
    norm = judged(single_event("- CZE 2380", FIELD, "1111110=0"))
    assert (norm.achieved, norm.needed, norm.counted_games) == (True, 13 / 2, 9)
    assert refused_by(norm) == set()


@pytest.mark.clause("FIDE-TITLES-2017 1.16/1")
def test_migot_no_international_or_fide_arbiter() -> None:
    norm = judged(single_event("- FRA 2380", [one.replace("FRA", "ITA") for one in FIELD], "1111110=0", arbiter="NA"))
    assert not norm.achieved
    assert norm.performance, "the score was there"
    assert refused_by(norm) == {clause_behind(named("Migot")).address} == {"1.16/1"}  # type: ignore[union-attr]


@pytest.mark.clause("FIDE-TITLES-2017 1.48/1")
def test_walter_not_enough_points_in_a_league() -> None:
    league = single_event(
        "- GER 2380", FIELD, "111111000", kind="fide-team", terms=FideTerms(FideCategory.NATIONAL_TEAM)
    )  # fmt: skip
    norm = judged(replace(league, federation="GER", end=date(2018, 12, 1)))
    assert not norm.achieved
    assert refused_by(norm) == {"1.48/1", "1.72/9"}
    assert clause_behind(named("Walter")).address in refused_by(norm)  # type: ignore[union-attr]


@pytest.mark.clause("FIDE-TITLES-2017 1.48/1", "FIDE-TITLES-2017 1.72/9")
def test_hedman_seven_points_are_necessary() -> None:
    weak = [f"{one.rsplit(' ', 1)[0]} {int(one.rsplit(' ', 1)[1]) - 55}" for one in FIELD]
    norm = judged(single_event("- SWE 2380", weak, "111111=00"))
    assert norm.needed == 7
    assert not norm.achieved
    assert judged(single_event("- SWE 2380", weak, "1111111=0")).achieved
    assert clause_behind(named("Hedman")).address in refused_by(norm)  # type: ignore[union-attr]


@pytest.mark.clause("FIDE-TITLES-2017 1.45c")
def test_zanan_only_three_grandmasters_and_international_masters_in_ten_games() -> None:
    ten = [*FIELD, "FM POL 2300"]
    closed = single_event("- ISR 2380", ten, "1111111100", kind="fide-round-robin")
    norm = judged(closed)
    assert not norm.achieved
    assert refused_by(norm) == {clause_behind(named("Zanan")).address} == {"1.45c"}  # type: ignore[union-attr]
    assert judged(single_event("- ISR 2380", FIELD, "111111100")).achieved, "three are enough in nine games"


@pytest.mark.clause("FIDE-TITLES-2017 1.51")
def test_bilguun_only_eighteen_games() -> None:
    norms = [EarnedNorm(IM, name, DAY, 9) for name in ("Ulaanbaatar", "Beijing")]
    found = title_by_norms(IM, norms, [RatingReached(2420, DAY)]).value
    assert (found.verdict, found.games) == (CommissionVerdict.NO, 18)
    failed = [one.ground.clause for one in found.requirements if not one.holds]
    assert failed == [clause_behind(named("Bilguun"))]
    third = EarnedNorm(IM, "Moscow", DAY, 9)
    assert title_by_norms(IM, [*norms, third], [RatingReached(2420, DAY)]).value.verdict is CommissionVerdict.YES


@pytest.mark.clause("FIDE-TITLES-2017 1.44/1")
def test_sturt_too_many_from_the_own_federation() -> None:
    american = [one.replace("GER", "USA").replace("FRA", "USA") for one in FIELD]
    norm = judged(single_event("- USA 2380", [*american[:-1], "- CAN 2250"], "1111110=0"))
    assert not norm.achieved
    assert refused_by(norm) == {clause_behind(named("Sturt")).address} == {"1.44/1"}  # type: ignore[union-attr]


@pytest.mark.clause("FIDE-TITLES-2017 1.55")
def test_vakhania_a_norm_of_2001_has_expired() -> None:
    events = {"BSCA Open": date(2001, 8, 1), "Tbilisi": DAY, "Batumi": DAY}
    norms = [EarnedNorm(FideTitle.WIM, event, on, 9) for event, on in events.items()]
    found = title_by_norms(FideTitle.WIM, norms, [RatingReached(2250, DAY)]).value
    assert found.verdict is CommissionVerdict.NO
    failed = [one.ground.clause for one in found.requirements if not one.holds]
    assert failed[0] == clause_behind(named("Vakhania"))


@pytest.mark.clause("FIDE-TITLES-2017 1.53")
def test_georgiadis_the_rating_is_not_reached_yet() -> None:
    norms = [EarnedNorm(FideTitle.GM, f"Open {number}", DAY, 9) for number in range(3)]
    found = title_by_norms(FideTitle.GM, norms, [RatingReached(2499, DAY)]).value
    assert found.verdict == named("Georgiadis").verdict == "cond"
    failed = [one.ground.clause for one in found.requirements if not one.holds]
    assert failed == [clause_behind(named("Georgiadis"))]


def test_a_double_round_robin_of_five_is_refused_whole() -> None:
    event = replace(single_event("- CZE 2380", FIELD[:4], "1111"), kind=KINDS["fide-double-round-robin"])
    assert "1.45f/1" in refused_by(judged(event))
