"""The score a norm takes against a list of opponents is the one that the norms of an event say."""

from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest

from slowmate.records import KINDS, BadInput, Event, Pairing, Player
from slowmate.titles.norms import norms
from slowmate.titles.thresholds import norm_scores

RATINGS = [2450, 2480, 2390, 2510, 2460, 2440, 2475, 2405, 2399, 2310, 2420, 2500]
OWN = 2440


def an_event(kind: str, start: date) -> Event:
    players = tuple(
        Player(str(number), str(number), ("CZE", "GER", "POL", "ITA")[number % 4], rating=rating, games=100)
        for number, rating in enumerate([OWN, *RATINGS])
    )
    games = tuple(Pairing(one.id, other.id) for one, other in combinations(players, 2))
    return Event("Event", KINDS[kind], start, players, games)


@pytest.mark.clause("ICCF-TR-2016 App2.3/table 7-18", "ICCF-TR-2017 App2.2.4(b)/round", "FIDE-TITLES-2017 1.48/1")
@pytest.mark.parametrize(
    ("rules", "kind", "start"),
    [
        ("iccf-2016", "grandmaster-norm", date(2016, 5, 1)),
        ("iccf-2017", "grandmaster-norm", date(2018, 5, 1)),
        ("fide-2017", "fide-round-robin", date(2018, 5, 1)),
    ],
)
def test_the_scores_are_those_of_an_event_with_these_players(rules: str, kind: str, start: date) -> None:
    found = {one.title: one.needed for one in norm_scores(RATINGS, rules, own=OWN).titles}
    report = norms(an_event(kind, start))
    mine = next(line for line in report.players if line.id == "0")
    assert {title: found[title] for title in mine.norms} == {title: norm.needed for title, norm in mine.norms.items()}
    assert any(found.values())


@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017", "fide-2017"])
def test_every_score_says_why_and_so_does_a_title_that_is_not_open(rules: str) -> None:
    for ratings in (RATINGS, [rating - 300 for rating in RATINGS]):
        for one in norm_scores(ratings, rules, own=OWN - 300).titles:
            assert one.requirements, one.title
            assert (one.needed is not None) == all(requirement.holds for requirement in one.requirements)


def test_too_weak_opponents_leave_no_norm() -> None:
    assert norm_scores([1700] * 12, "iccf-2017").titles[0].needed is None
    assert norm_scores([1700] * 12, "fide-2017").titles[0].needed is None
    assert norm_scores([2399] * 12, "iccf-2017").titles[0].needed is None
    assert norm_scores([2400] * 12, "iccf-2017").titles[0].needed == Fraction(17, 2)


def test_what_cannot_be_answered_is_refused_with_the_field() -> None:
    for wrong, field in (
        ({"rules": "iccf-2023"}, "rules"),
        ({"ratings": []}, "ratings"),
        ({"rules": "iccf-2016"}, "own"),
    ):
        with pytest.raises(BadInput) as refused:
            norm_scores(**{"ratings": RATINGS, "rules": "iccf-2017", **wrong})  # type: ignore[arg-type]
        assert refused.value.field == field
