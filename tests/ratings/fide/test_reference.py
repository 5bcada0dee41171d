"""The columnar engine against a slow reading of the regulations, one player and one game at a time, in fractions."""

import csv
import math
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import slowmate.ratings
from slowmate.ratings import rate

DATA = Path(slowmate.ratings.__file__).parent / "data"
DP = {
    Fraction(row["p"]): int(row["dp"])
    for row in csv.DictReader((DATA / "fide_p_to_dp.csv").read_text("utf-8").splitlines())
}
PD = [
    (int(row["d_min"]), int(row["d_max"] or 10**6), Fraction(row["pd_high"]), Fraction(row["pd_low"]))
    for row in csv.DictReader((DATA / "fide_d_to_pd.csv").read_text("utf-8").splitlines())
]

Game = dict[str, Any]


def dp(points: Fraction, games: int) -> int:
    return DP[Fraction(math.floor(points / games * 100 + Fraction(1, 2)), 100)]


def pd(own: int, opponent: int) -> Fraction:
    difference = max(-400, min(400, own - opponent))
    _, _, high, low = next(band for band in PD if band[0] <= abs(difference) <= band[1])
    return high if difference >= 0 else low


def nearest(value: Fraction) -> int:
    return math.floor(value + Fraction(1, 2))


def away_from_zero(value: Fraction) -> int:
    return nearest(value) if value >= 0 else -nearest(-value)


class Reference:
    """One period. Players are dictionaries with rating (None: unrated), games, points, opponents_sum and so on."""

    def __init__(self, players: list[dict[str, Any]], games: list[Game], year: int | None) -> None:
        self.players, self.year = players, year
        self.events: dict[int, list[Game]] = defaultdict(list)
        for game in games:
            self.events[game["event"]].append(game)
        self.deltas: dict[int, list[Fraction]] = defaultdict(list)
        self.results: dict[int, list[tuple[int, list[tuple[int, Fraction]], Fraction | None]]] = defaultdict(list)
        self.scored_before: set[int] = {row for row, player in enumerate(players) if (player["games"] or 0) > 0}
        for number in sorted(self.events):
            self.event(number, self.events[number])

    def rating(self, row: int) -> int | None:
        rating: int | None = self.players[row]["rating"]
        return rating

    def event(self, number: int, games: list[Game]) -> None:
        kind = games[0]["type"]
        rows = {row for game in games for row in (game["white"], game["black"])}
        if kind == "match":
            games = [game for game in games if self.rating(game["white"]) and self.rating(game["black"])]
        if kind == "round-robin":
            if not self.is_composed(games, rows):
                return
            if self.is_whole(games, rows) and any(self.rating(row) is None for row in rows):
                self.round_robin(number, games, rows)
                return
        self.swiss(number, games)

    def is_composed(self, games: list[Game], rows: set[int]) -> bool:
        rated = sum(self.rating(row) is not None for row in rows)
        if Fraction(rated, len(rows)) < Fraction(1, 3):
            return False
        if len(rows) < 10 and rated < 4:
            return False
        doubled = len(games) > len(rows) * (len(rows) - 1) / 2
        return not (doubled and rated < len(rows) and (len(rows) < 6 or rated < 4))

    @staticmethod
    def is_whole(games: list[Game], rows: set[int]) -> bool:
        met: dict[frozenset[int], int] = defaultdict(int)
        for game in games:
            met[frozenset((game["white"], game["black"]))] += 1
        return len(met) == len(rows) * (len(rows) - 1) // 2 and len(set(met.values())) == 1

    @staticmethod
    def sides(games: list[Game]) -> list[tuple[int, int, Fraction]]:
        return [
            side
            for game in games
            for side in (
                (game["white"], game["black"], game["score"]),
                (game["black"], game["white"], 1 - game["score"]),
            )
        ]

    def swiss(self, number: int, games: list[Game]) -> None:
        found: dict[int, list[tuple[int, Fraction]]] = defaultdict(list)
        for own, other, score in self.sides(games):
            opponent = self.rating(other)
            if opponent is None:
                continue
            mine = self.rating(own)
            if mine is None:
                found[own].append((opponent, score))
            else:
                self.deltas[own].append(score - pd(mine, opponent))
        for row, results in found.items():
            self.keep(row, number, results, None)

    def round_robin(self, number: int, games: list[Game], rows: set[int]) -> None:
        rows = set(rows)
        while True:
            games = [game for game in games if game["white"] in rows and game["black"] in rows]
            points: dict[int, Fraction] = defaultdict(Fraction)
            count: dict[int, int] = defaultdict(int)
            for own, _, score in self.sides(games):
                points[own] += score
                count[own] += 1
            out = {
                row for row in rows if self.rating(row) is None and row not in self.scored_before and not points[row]
            }
            if not out:
                break
            rows -= out
        rated = [row for row in rows if self.rating(row) is not None]
        n = len(rows) - 1
        rar = Fraction(sum(self.players[row]["rating"] for row in rated), len(rated))
        dpa = Fraction(sum(dp(points[row], count[row]) for row in rated), len(rated))
        ra = rar - dpa * Fraction(n, n + 1)
        new: dict[int, Fraction] = {}
        for row in rows - set(rated):
            share = points[row] / count[row]
            if share >= Fraction(1, 2):
                new[row] = ra + 40 * (points[row] - Fraction(count[row], 2))
            else:
                new[row] = ra + dp(points[row], count[row]) * Fraction(n, n + 1)
        found: dict[int, list[tuple[int, Fraction]]] = defaultdict(list)
        for own, other, score in self.sides(games):
            opponent = nearest(new[other]) if other in new else self.players[other]["rating"]
            if own in new:
                found[own].append((opponent, score))
            else:
                self.deltas[own].append(score - pd(self.players[own]["rating"], opponent))
        for row, results in found.items():
            self.keep(row, number, results, new[row])

    def keep(self, row: int, number: int, results: list[tuple[int, Fraction]], new: Fraction | None) -> None:
        if row not in self.scored_before and not sum(score for _, score in results):
            return
        self.scored_before.add(row)
        self.results[row].append((number, results, new))

    def k(self, player: dict[str, Any]) -> int:
        if player["reached"] or player["rating"] >= 2400:
            return 10
        if player["games"] is not None and player["games"] < 30:
            return 40
        if player["reached_2300"]:
            return 20
        born = player["birth_year"]
        if born is not None and self.year is not None and self.year - born <= 18 and player["rating"] < 2300:
            return 40
        return 20

    def outcome(self, row: int) -> tuple[int | None, int, int | None]:
        """Rating, games of the period, change."""
        player = self.players[row]
        if player["rating"] is not None:
            deltas = self.deltas[row]
            k = self.k(player)
            while k * len(deltas) > 700:
                k -= 1
            change = away_from_zero(k * sum(deltas, Fraction(0)))
            rating = player["rating"] + change
            return (None if rating < 1000 and deltas else rating), len(deltas), change
        results = [result for _, played, _ in self.results[row] for result in played]
        before = player["games"] or 0
        games = before + len(results)
        if not results or games < 5:
            return None, len(results), None
        if not before and len(self.results[row]) == 1 and self.results[row][0][2] is not None:
            exact = self.results[row][0][2]
        else:
            points = (player["points"] or 0) + sum((score for _, score in results), Fraction(0))
            rc = Fraction((player["opponents_sum"] or 0) + sum(rating for rating, _ in results), games)
            over = points - Fraction(games, 2)
            exact = rc + (40 * over if over >= 0 else dp(points, games))
        assert exact is not None
        return (nearest(exact) if nearest(exact) >= 1000 else None), len(results), None


@st.composite
def players(draw: st.DrawFn) -> list[dict[str, Any]]:
    people: list[dict[str, Any]] = []
    for number in range(draw(st.integers(5, 12))):
        if number < 4 or draw(st.booleans()):
            people.append(
                {
                    "rating": draw(
                        st.sampled_from([1001, 1600, 1850, 2299, 2300, 2399, 2400]) | st.integers(1000, 2850)
                    ),
                    "games": draw(st.none() | st.integers(25, 35)),
                    "points": None,
                    "opponents_sum": None,
                    "reached": draw(st.booleans()),
                    "reached_2300": draw(st.booleans()),
                    "birth_year": draw(st.none() | st.integers(1998, 2002)),
                }
            )
        else:
            games = draw(st.sampled_from([0, 0, 3]))
            points = Fraction(draw(st.integers(1, 2 * games)), 2) if games else None
            total = draw(st.integers(1400 * games, 2400 * games)) if games else None
            people.append(
                {
                    "rating": None,
                    "games": games,
                    "points": points,
                    "opponents_sum": total,
                    "reached": False,
                    "reached_2300": False,
                    "birth_year": None,
                }
            )
    return people


@st.composite
def periods(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[Game]]:
    people = draw(players())
    games: list[Game] = []
    score = st.sampled_from([Fraction(0), Fraction(0), Fraction(1, 2), Fraction(1)])
    for event in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["round-robin", "round-robin", "swiss", "team", "match"]))
        taking = draw(st.lists(st.integers(0, len(people) - 1), min_size=2, max_size=len(people), unique=True))
        if draw(st.booleans()):  # enough rated players for a round robin
            taking = sorted({0, 1, 2, 3, *taking})
        pairs = [(one, two) for at, one in enumerate(taking) for two in taking[at + 1 :]]
        if kind == "round-robin":
            pairs = pairs * draw(st.sampled_from([1, 1, 2]))
            if not draw(st.integers(0, 4)):
                pairs = pairs[1:]
        elif kind == "match":
            pairs = pairs[:1] * draw(st.integers(1, 6))
        else:
            pairs = [pair for pair in pairs if draw(st.booleans())]
        loser = draw(st.none() | st.sampled_from([*taking, taking[-1], taking[-1]]))
        for white, black in pairs:
            result = Fraction(int(black == loser)) if loser in (white, black) else draw(score)
            games.append({"white": white, "black": black, "score": result, "event": event, "type": kind})
    return people, games


def columns(people: list[dict[str, Any]], games: list[Game]) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    def numbers(name: str) -> np.ndarray:
        return np.array([np.nan if one[name] is None else float(one[name]) for one in people])

    table = {name: numbers(name) for name in ("rating", "games", "points", "opponents_sum", "birth_year")}
    table["has_reached_2400"] = np.array([float(one["reached"]) for one in people])
    table["has_reached_2300"] = np.array([float(one["reached_2300"]) for one in people])
    return table, {
        "white": np.array([game["white"] for game in games], np.int64),
        "black": np.array([game["black"] for game in games], np.int64),
        "score": np.array([float(game["score"]) for game in games]),
        "event": np.array([game["event"] for game in games], np.int64),
        "event_type": np.array([game["type"] for game in games], "U11"),
    }


@pytest.mark.clause(
    "FIDE-RATING-2017 8.55(c)", "FIDE-RATING-2017 8.56/5", "FIDE-RATING-2017 8.57", "FIDE-RATING-2017 8.58/1",
    "FIDE-RATING-2017 8.58/2", "FIDE-RATING-2017 8.3/1", "FIDE-RATING-2017 6.2", "FIDE-RATING-2017 6.4",
)  # fmt: skip
@settings(max_examples=250, deadline=None)
@given(periods())
def test_the_columns_agree_with_a_slow_reading_in_fractions(period: tuple[list[dict[str, Any]], list[Game]]) -> None:
    people, games = period
    table, played = columns(people, games)
    found = rate(table, played, "fide-2017", year=2018)
    slow = Reference(people, games, 2018)
    for row in range(len(people)):
        rating, count, change = slow.outcome(row)
        seen = found["rating"][row]
        assert (None if np.isnan(seen) else int(seen)) == rating
        assert found["period_games"][row] == count
        assert (None if np.isnan(found["change"][row]) else int(found["change"][row])) == change


@settings(max_examples=60, deadline=None)
@given(periods(), st.randoms(use_true_random=False))
def test_colours_and_the_order_of_games_change_nothing(
    period: tuple[list[dict[str, Any]], list[Game]],
    lots: Any,
) -> None:
    people, games = period
    table, played = columns(people, games)
    turned = [
        {**game, "white": game["black"], "black": game["white"], "score": 1 - game["score"]}
        if lots.random() < 0.5
        else game
        for game in lots.sample(games, len(games))
    ]
    table, other = columns(people, turned)
    first, second = (rate(table, each, "fide-2017", year=2018) for each in (played, other))
    for name, values in first.items():
        np.testing.assert_array_equal(values, second[name], err_msg=name)


@pytest.mark.clause("FIDE-RATING-2017 10.2")
@settings(max_examples=60, deadline=None)
@given(periods(), st.integers(1, 300))
def test_only_differences_in_rating_matter(period: tuple[list[dict[str, Any]], list[Game]], more: int) -> None:
    people, games = period
    for one in people:
        # away from the thresholds of K and of the floor
        one.update(games=100 if one["rating"] else 0, points=None, opponents_sum=None, reached=False, birth_year=None)
        one["rating"] = one["rating"] and 1400 + one["rating"] % 600
    table, played = columns(people, games)
    shifted = {**table, "rating": table["rating"] + more}
    options = {"floor": -5000}
    first = rate(table, played, "fide-2017", options=options)
    second = rate(shifted, played, "fide-2017", options=options)
    np.testing.assert_array_equal(first["change"], second["change"])
    np.testing.assert_array_equal(first["rating"] + more, second["rating"])


@settings(max_examples=60, deadline=None)
@given(periods(), st.integers(0, 10**6))
def test_a_better_result_never_lowers_a_rated_player(
    period: tuple[list[dict[str, Any]], list[Game]], which: int
) -> None:
    """Against rated opponents; against an unrated one in a round robin the result moves the opponent's Ru as well."""
    people, games = period
    for one in people:
        one["rating"] = one["rating"] or 1500
    better = [game for game in games if game["score"] < 1]
    if not better:
        return
    game = better[which % len(better)]
    table, before = columns(people, games)
    game["score"] += Fraction(1, 2)
    _, after = columns(people, games)
    options = {"floor": -5000}
    first, second = (rate(table, each, "fide-2017", options=options) for each in (before, after))
    assert second["rating"][game["white"]] >= first["rating"][game["white"]]
    assert second["rating"][game["black"]] <= first["rating"][game["black"]]
