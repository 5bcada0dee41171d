"""FIDE's titles from norms against a second reading of 1.5, written from the regulations alone."""

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

import pytest

from slowmate.titles.fide.awards import CommissionVerdict, EarnedNorm, RatingReached, title_by_norms
from slowmate.titles.fide.norms import MissingNinth
from slowmate.titles.fide.titles import FideTitle

CASES = 600


@dataclass(frozen=True)
class Norm:
    """A norm as a federation would write it down."""

    tournament: str
    day: date
    games: int
    ninth: str
    foreigners: bool
    single_round_days: int | None
    registered: date | None


@dataclass(frozen=True)
class Rating:
    number: int
    published: bool
    proved: bool
    administrator: bool
    commission: bool
    period: bool


def second_reading(title: str, norms: list[Norm], ratings: list[Rating]) -> str:
    """1.51, 1.53, 1.53a, 1.55, 1.13a and 1.43f, step by step."""
    living = [norm for norm in norms if norm.day >= date(2005, 7, 1) or is_registered(norm)]
    tournaments: dict[tuple[str, date], Norm] = {}
    for norm in living:
        place = (norm.tournament, norm.day)
        if place not in tournaments or tournaments[place].games < norm.games:
            tournaments[place] = norm
    counted = list(tournaments.values())
    total = sum(norm.games for norm in counted)
    eight_by_forfeit_win = [norm for norm in counted if norm.games == 8 and norm.ninth == "won by forfeit"]
    if len(counted) < 2 or total < 26 or (total == 26 and not eight_by_forfeit_win):
        return "no"
    if not [norm for norm in counted if norm.foreigners]:
        return "no"
    if title == "GM" and all(norm.single_round_days is not None and norm.single_round_days < 3 for norm in counted):
        return "no"
    least = {"GM": 2500, "IM": 2400, "WGM": 2300, "WIM": 2200}[title]
    for rating in ratings:
        proven = rating.proved and rating.administrator and rating.commission and rating.period
        if rating.number >= least and (rating.published or proven):
            return "yes"
    return "cond"


def is_registered(norm: Norm) -> bool:
    return norm.registered is not None and norm.registered < date(2013, 7, 31)


NINTHS = {
    "played": None, "won by forfeit": MissingNinth.FORFEIT_WIN, "bye": MissingNinth.BYE, "lost": MissingNinth.FORFEIT
}  # fmt: skip


def drawn(number: int) -> tuple[str, list[Norm], list[Rating]]:
    """A case by its number: around the limits, with norms that are listed twice, that are old, that are short."""
    lot = Random(number)
    title = lot.choice(("GM", "IM", "WGM", "WIM"))
    norms = []
    for place in range(lot.randint(1, 4)):
        ninth = lot.choice(("played", "played", "played", "won by forfeit", "bye", "lost"))
        old = lot.random() < 0.1
        day = date(2005, 6, 29) + timedelta(days=lot.randint(0, 4)) if old else date(2018, lot.randint(1, 12), 5)
        registered = date(2013, 7, 29) + timedelta(days=lot.randint(0, 3)) if old and lot.random() < 0.7 else None
        games = 8 if ninth != "played" else lot.choice((7, 9, 9, 9, 9, 10, 11, 13))
        days = lot.choice((None, 0, 1, 2, 3, 9))
        norms.append(Norm(f"Open {place}", day, games, ninth, lot.random() < 0.5, days, registered))
        if lot.random() < 0.2:
            norms.append(norms[-1])
    lot.shuffle(norms)
    least = {"GM": 2500, "IM": 2400, "WGM": 2300, "WIM": 2200}[title]
    ratings = [
        Rating(least + lot.randint(-2, 2), *(lot.random() < 0.7 for _ in range(5))) for _ in range(lot.randint(0, 2))
    ]
    return title, norms, ratings


def ours(title: str, norms: list[Norm], ratings: list[Rating]) -> CommissionVerdict:
    earned = [
        EarnedNorm(
            FideTitle(title),
            norm.tournament,
            norm.day,
            norm.games,
            NINTHS[norm.ninth],
            norm.foreigners,
            norm.single_round_days,
            norm.registered,
        )
        for norm in norms
    ]
    reached = [
        RatingReached(
            rating.number,
            date(2019, 1, 1),
            published=rating.published,
            evidence=rating.proved,
            agreed=tuple(
                name
                for name, agrees in (("Rating Administrator", rating.administrator), ("QC", rating.commission))
                if agrees
            ),
            period_rated=rating.period,
        )
        for rating in ratings
    ]
    return title_by_norms(FideTitle(title), earned, reached).value.verdict


@pytest.mark.clause(
    "FIDE-TITLES-2017 1.51",
    "FIDE-TITLES-2017 1.53",
    "FIDE-TITLES-2017 1.55",
    "FIDE-TITLES-2017 1.13a",
    "FIDE-TITLES-2017 1.43f",
)
def test_both_readings_agree_on_every_case() -> None:
    cases = [drawn(number) for number in range(CASES)]
    apart = [case for case in cases if ours(*case).value != second_reading(*case)]
    assert apart == []


def test_the_cases_reach_every_verdict() -> None:
    verdicts = [second_reading(*drawn(number)) for number in range(CASES)]
    assert min(verdicts.count(one) for one in ("yes", "cond", "no")) > CASES // 20
