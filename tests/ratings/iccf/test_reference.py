"""The columns against a slow reading of the same rules: one player and one game after the other, in exact numbers.

The reference shares no code with the package. Where the rules of 2016 and 2017 are exact it uses fractions, where a
logarithm comes in forty digits; the steps of 2023 are typed in as printed, in doubles.
"""

from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from math import exp, floor, nan, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowmate.ratings import rate
from slowmate.ratings.iccf.tables import bands_2016, difference_table_2016


@dataclass
class Person:
    rating: int | None
    games: int
    halves: int = 0
    opponents: int = 0
    start: int | None = None
    fide: int | None = None
    rd: int = 100
    played: list[tuple[int, int, "Person"]] = field(default_factory=list)
    """What the opponent counts with, half points, and who the opponent is taken to be."""


@dataclass
class Played:
    """A game by the places of its players, with White's half points and whatever is said of it."""

    white: int
    black: int
    half: int
    white_start: int | None = None
    black_start: int | None = None
    level: int | None = None
    white_original: int | None = None
    black_original: int | None = None


def is_published(person: Person) -> bool:
    return person.rating is not None and person.games >= 12


def counts_with(rules: str, person: Person, start: int | None, level: int | None) -> int:
    """9.4: the published rating or a higher start rating; else a start rating given, FIDE's, the event's level."""
    start = start if start is not None else person.start
    if person.rating is not None and person.games >= 12:
        return max(person.rating, start or 0)
    order = (start, person.rating, person.fide) if rules == "iccf-2023" else (start, person.fide, level, person.rating)
    return next((known for known in order if known is not None), 1800)


def half_up(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def away(value: Fraction, digits: int) -> Fraction:
    scaled = abs(value) * 10**digits
    rounded = Fraction(half_up(scaled), 10**digits)
    return rounded if value >= 0 else -rounded


def expected(rules: str, difference: int) -> Fraction:
    if rules == "iccf-2016":
        difference = max(-350, min(350, difference))
        for low, high, higher, lower in bands_2016():
            if low <= abs(difference) and (high is None or abs(difference) <= high):
                return Fraction(higher if difference >= 0 else lower, 100)
    difference = max(-560, min(560, difference))
    with localcontext() as context:
        context.prec = 40
        exact = 1 / (1 + Decimal(10) ** (Decimal(-difference) / 640))
        return Fraction(exact.quantize(Decimal("0.0001"), ROUND_HALF_UP))


def item_5(rules: str, games: int, halves: int, opponents: int) -> int:
    if rules == "iccf-2016":
        p = away(Fraction(halves, 2 * games), 2)
        difference = Fraction(int(difference_table_2016()[int(p * 100)]))
        return half_up(Fraction(opponents, games) + difference * (-2 * p * p + 2 * p + Fraction(1, 2)))
    p = min(max(away(Fraction(halves, 2 * games), 4), Fraction(1, 10)), Fraction(9, 10))
    rc = away(Fraction(opponents, games), 4)
    with localcontext() as context:
        context.prec = 40
        ratio = Decimal(p.numerator) / Decimal(p.denominator)
        difference = Fraction(640 * (ratio / (1 - ratio)).log10())
    return half_up(rc + difference * (-2 * p * p + 2 * p + Fraction(1, 2)))


def old_rules(rules: str, person: Person) -> int | None:
    cap = 350 if rules == "iccf-2016" else 560
    if not person.played:
        return person.rating
    ratings = [rating for rating, _, _ in person.played]
    halves = sum(half for _, half, _ in person.played)
    own = person.rating
    limited = [r if own is None else max(own - cap, min(own + cap, r)) for r in ratings]
    if own is None or person.games < 30:
        return item_5(rules, person.games + len(limited), person.halves + halves, person.opponents + sum(limited))
    if len(limited) > 50:
        return item_5(rules, len(limited), halves, sum(limited))
    r = Fraction(10) if own >= 2400 else Fraction(20) if own <= 2000 else 70 - Fraction(own, 40)
    g = (
        Fraction(1)
        if person.games >= 80
        else Fraction(5, 4)
        if person.games <= 30
        else Fraction(7, 5) - Fraction(person.games, 200)
    )
    k = r * g if rules == "iccf-2016" else away(r * g, 4)
    total = Fraction(0)
    for rating, half, _ in person.played:
        change = k * (Fraction(half, 2) - expected(rules, own - rating))
        total += change if rules == "iccf-2016" else away(change, 4)
    return half_up(own + total)


def start_2023(person: Person) -> tuple[float, float]:
    if person.rating is None:
        return (float(person.fide), 150.0) if person.fide is not None else (1800.0, 250.0)
    return float(person.rating), float(person.rd) if person.rd > 120 else max(30.0, sqrt(person.rd**2 + 25**2))


def terms_2023(mu: float, counted: int, rd: float, half: int) -> tuple[float, float]:
    mu_j, sigma_j, y = (counted - 1500) / 173.7, rd / 173.7, half / 2
    both = []
    for m in (mu_j - sigma_j, mu_j + sigma_j):
        win, draw, loss = exp(mu), exp(1.0986 + (1 + 0.17037) * (mu + m) / 2), exp(m)
        s = win + draw + loss
        both.append((win / s, draw / s, loss / s))
    p = sum(one[2 - half] for one in both)
    w1 = [one[0] + 0.5 * one[1] for one in both]
    w2 = [one[0] + 0.25 * one[1] for one in both]
    d1 = sum(one[2 - half] * (y - w) for one, w in zip(both, w1, strict=True)) / p
    inner = [y * y - b + 2 * a * (a - y) for a, b in zip(w1, w2, strict=True)]
    return d1, sum(one[2 - half] * i for one, i in zip(both, inner, strict=True)) / p - d1 * d1


def new_rules(person: Person) -> tuple[float, float] | None:
    rating, rd = start_2023(person)
    if not person.played:
        return None if person.rating is None else (rating, rd)
    mu, sigma = (rating - 1500) / 173.7, rd / 173.7
    sum_1 = sum_2 = 0.0
    for counted, half, opponent in person.played:
        d1, d2 = terms_2023(mu, counted, start_2023(opponent)[1], half)
        sum_1 += d1
        sum_2 += d2
    new_sigma = sqrt(1 / (1 / sigma**2 - sum_2))
    return 173.7 * (mu + new_sigma**2 * sum_1) + 1500, 173.7 * new_sigma


ratings = st.integers(1, 3200)
maybe = st.none() | ratings


@st.composite
def people(draw: st.DrawFn) -> Person:
    rating = draw(maybe)
    games = draw(st.integers(0, 120)) if rating is not None else 0
    halves = draw(st.integers(0, 2 * games))
    opponents = draw(st.integers(games, 3000 * games)) if games else 0
    return Person(rating, games, halves, opponents, draw(maybe), draw(maybe), draw(st.integers(1, 250)))


Period = tuple[list[Person], list[Played]]


@st.composite
def periods(draw: st.DrawFn) -> Period:
    persons = draw(st.lists(people(), min_size=2, max_size=6))
    place = st.integers(0, len(persons) - 1)
    pairs = st.tuples(place, place).filter(lambda p: p[0] != p[1])
    games = []
    for white, black in draw(st.lists(pairs, max_size=70)):
        others = st.sampled_from([None, None, *(one for one in range(len(persons)) if one not in (white, black))])
        half, starts, level = draw(st.integers(0, 2)), draw(st.tuples(maybe, maybe)), draw(maybe)
        games.append(Played(white, black, half, *starts, level, draw(others), draw(others)))
    return persons, games


def columns(period: Period) -> tuple[dict[str, Any], dict[str, Any]]:
    persons, games = period

    def known(values: list[int | None]) -> np.ndarray:
        return np.array([nan if value is None else value for value in values], float)

    players = {
        "rating": known([one.rating for one in persons]),
        "games": np.array([one.games for one in persons]),
        "points": np.array([one.halves / 2 for one in persons]),
        "opponents_sum": np.array([one.opponents for one in persons], float),
        "start_rating": known([one.start for one in persons]),
        "fide_rating": known([one.fide for one in persons]),
        "rd": np.array([one.rd for one in persons], float),
    }
    played = {
        "white": np.array([game.white for game in games], int),
        "black": np.array([game.black for game in games], int),
        "score": np.array([game.half / 2 for game in games], float),
        "white_start": known([game.white_start for game in games]),
        "black_start": known([game.black_start for game in games]),
        "level": known([game.level for game in games]),
        "white_original": np.nan_to_num(known([game.white_original for game in games]), nan=-1),
        "black_original": np.nan_to_num(known([game.black_original for game in games]), nan=-1),
    }
    return players, played


def with_games(rules: str, period: Period) -> list[Person]:
    """The players with the games credited to them, and the opponent of each."""
    persons, games = period
    for one in persons:
        one.played.clear()
    for game in games:
        white = (game.white, game.white_original, game.white_start, game.half)
        black = (game.black, game.black_original, game.black_start, 2 - game.half)
        for (own, original, start, half), (other, replaced, other_start, _) in ((white, black), (black, white)):
            opponent, counted = persons[other], counts_with(rules, persons[other], other_start, game.level)
            if replaced is not None and counts_with(rules, persons[replaced], None, game.level) > counted:
                opponent, counted = persons[replaced], counts_with(rules, persons[replaced], None, game.level)
            gains = original is None or is_advantage(rules, persons[own], start, game.level, counted, opponent, half)
            credited = persons[own] if gains or original is None else persons[original]
            credited.played.append((counted, half, opponent))
    return persons


def is_advantage(
    rules: str, person: Person, start: int | None, level: int | None, counted: int, opponent: Person, half: int
) -> bool:
    """Item 18: whether a game brings a substitute anything."""
    if rules == "iccf-2023":
        mu = (start_2023(person)[0] - 1500) / 173.7
        return terms_2023(mu, counted, start_2023(opponent)[1], half)[0] > 0
    own = person.rating if is_published(person) else counts_with(rules, person, start, level)
    assert own is not None
    return Fraction(half, 2) - expected(rules, own - counted) > 0


@pytest.mark.clause(
    "ICCF-TR-2016 App1.5/formula", "ICCF-TR-2016 App1.6", "ICCF-TR-2016 App1.7", "ICCF-TR-2016 App1.15",
    "ICCF-TR-2017 App1.5/formula", "ICCF-TR-2017 App1.6", "ICCF-TR-2017 App1.7", "ICCF-TR-2017 App1.15",
    "ICCF-TR-2016 9.4/6", "ICCF-TR-2017 9.4/6", "ICCF-TR-2016 9.4/7", "ICCF-TR-2017 9.4/7",
    "ICCF-TR-2016 App1.8/unrated", "ICCF-TR-2017 App1.8/unrated", "ICCF-TR-2016 App1.18(a)", "ICCF-TR-2017 App1.18(a)",
    "ICCF-TR-2016 App1.18(b)", "ICCF-TR-2017 App1.18(b)",
)  # fmt: skip
@pytest.mark.parametrize("rules", ["iccf-2016", "iccf-2017"])
@settings(max_examples=150, deadline=None)
@given(period=periods())
def test_the_old_rules_in_columns_are_those_in_fractions(rules: str, period: Period) -> None:
    found = rate(*columns(period), rules)
    wanted = [old_rules(rules, one) for one in with_games(rules, period)]
    assert [None if np.isnan(value) else int(value) for value in found["rating"]] == wanted


@pytest.mark.clause("ICCF-RATING-2023 2.2(f)/sigma", "ICCF-RATING-2023 2.2(f)/mu", "ICCF-RATING-2023 5/precision")
@settings(max_examples=150, deadline=None)
@given(period=periods())
def test_the_rules_of_2023_in_columns_are_those_printed(period: Period) -> None:
    found = rate(*columns(period), "iccf-2023")
    for row, one in enumerate(with_games("iccf-2023", period)):
        wanted = new_rules(one)
        if wanted is None:
            assert np.isnan(found["rating"][row])
            continue
        assert found["exact_rating"][row] == pytest.approx(wanted[0], abs=1e-8)
        assert found["exact_rd"][row] == pytest.approx(wanted[1], abs=1e-8)
        assert found["rating"][row] == floor(wanted[0] + 0.5)
        assert found["rd"][row] == min(max(floor(wanted[1] + 0.5), 30), 250)


def test_ties_in_decimals_do_not_depend_on_binary_fractions() -> None:
    """Every k and every result against every limited difference: the change is the one of exact decimals."""
    opponents = np.arange(1640, 2761)
    size = len(opponents)
    for own, games in ((2200, 50), (2333, 57), (2201, 33), (2399, 79), (2000, 31)):
        players = {"rating": np.r_[float(own), opponents], "games": np.r_[games, np.full(size, 100)]}
        r = Fraction(20) if own <= 2000 else 70 - Fraction(own, 40)
        k = away(r * (Fraction(7, 5) - Fraction(games, 200)), 4)
        for half in (0, 1, 2):
            played = {"white": np.array([0]), "black": np.array([1]), "score": np.array([half / 2])}
            for row in range(0, size, 37):
                played["black"] = np.array([1 + row])
                change = away(k * (Fraction(half, 2) - expected("iccf-2017", own - int(opponents[row]))), 4)
                assert rate(players, played, "iccf-2017")["exact_rating"][0] == float(own + change)
