"""Tie-breaks that an event over the board names itself: Buchholz and the others, with rounds that were not played."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from slowmate.events.running.fide_ties import applied, tie_break_of
from slowmate.events.running.standings import standings
from slowmate.records import KINDS, UNDATED, Event, ExtraPoints, Pairing, Player, Result, Unplayed

WON, DRAWN, LOST, FORFEIT = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS_BY_FORFEIT


def swiss(
    *games: tuple[str, str, Result, int], codes: tuple[str, ...] = (), extra: tuple[ExtraPoints, ...] = ()
) -> Event:
    ratings = {"A": 2400, "B": 2300, "C": 2200, "D": 2100}
    return Event(
        "Swiss",
        KINDS["fide-swiss"],
        date(2024, 1, 1),
        tuple(Player(one, one, rating=rating) for one, rating in ratings.items()),
        tuple(Pairing(white, black, result, round=number) for white, black, result, number in games),
        extra_points=extra,
        tie_break_list=codes,
    )


PLAYED = (
    ("A", "B", WON, 1),
    ("C", "D", DRAWN, 1),
    ("D", "A", LOST, 2),
    ("B", "C", WON, 2),
    ("A", "C", DRAWN, 3),
    ("B", "D", WON, 3),
)
"""A 2½, B 2, C 1, D ½."""


def value(event: Event, player: str, code: str) -> Fraction:
    lines = {line.id: line for line in standings(replace(event, tie_break_list=(code,))).value}
    return lines[player].tie_breaks[code]


@pytest.mark.parametrize(
    ("code", "player", "expected"),
    [
        ("BH", "A", "7/2"),  # B 2, D ½, C 1
        ("BH", "B", "4"),  # A 2½, C 1, D ½
        ("BH/C1", "A", "3"),
        ("BH/M1", "B", "1"),
        ("SB", "A", "3"),  # B 2, D ½, half of C
        ("SB/C1", "A", "5/2"),  # without D, the weakest
        ("ARO", "A", "2200"),
        ("ARO/C1", "A", "2250"),
        ("PS", "A", "11/2"),  # 1, 2, 2½
        ("PS/C1", "A", "9/2"),
        ("KS", "A", "1"),  # only B has half of the points
        ("WIN", "A", "2"),
        ("WON", "B", "2"),
        ("BPG", "A", "1"),
        ("BWG", "A", "1"),
    ],
)
def test_each_code_by_hand(code: str, player: str, expected: str) -> None:
    assert value(swiss(*PLAYED), player, code) == Fraction(expected)


def test_a_bye_is_a_game_against_an_opponent_with_ones_own_points() -> None:
    bye = ExtraPoints(Unplayed.PAIRING_BYE, Fraction(1), 2, player="A")
    event = swiss(("A", "B", WON, 1), ("C", "D", WON, 1), ("B", "C", WON, 2), extra=(bye,))
    assert value(event, "A", "BH") == 1 + 2  # B, and A's own two points


def test_rounds_an_opponent_stayed_away_from_at_the_end_are_draws_for_the_others() -> None:
    event = swiss(("A", "B", WON, 1), ("C", "D", WON, 1), ("A", "C", WON, 2), ("A", "D", WON, 3))
    assert value(event, "A", "BH") == 1 + (1 + Fraction(1, 2)) + (0 + 0)  # B ½ ½, C 1 + ½, D 0 (away in round 2 only)


def test_an_opponent_who_came_back_has_the_points_of_the_table() -> None:
    event = swiss(("A", "B", WON, 1), ("A", "C", WON, 2), ("B", "C", WON, 3))
    assert value(event, "A", "BH") == 1 + 0 + 2  # B away in round 2 and back; C lost twice; A's own two for round 3


def test_what_is_cut_first_is_a_round_one_stayed_away_from() -> None:
    away = ExtraPoints(Unplayed.HALF_POINT_BYE, Fraction(1, 2), 2, player="A")
    event = swiss(("A", "B", WON, 1), ("C", "D", WON, 1), ("B", "D", WON, 2), ("A", "C", WON, 3), extra=(away,))
    assert value(event, "A", "BH") - value(event, "A", "BH/C1") == Fraction(5, 2)  # A's own points


def test_a_forfeit_is_no_game_for_buchholz() -> None:
    event = swiss(("A", "B", FORFEIT, 1), ("C", "D", WON, 1))
    assert value(event, "A", "BH") == 1
    assert value(event, "A", "WIN") == 1
    assert value(event, "A", "WON") == 0


def test_places_follow_the_list_in_its_order() -> None:
    games = (("A", "C", WON, 1), ("B", "D", WON, 1), ("C", "D", WON, 2), ("A", "B", DRAWN, 3))
    by_buchholz = [line.id for line in standings(swiss(*games, codes=("BH",))).value]
    assert [line.place for line in standings(swiss(*games)).value][:2] == [1, 1]
    assert [line.place for line in standings(swiss(*games, codes=("BH",))).value][:2] == [1, 2]
    assert by_buchholz[0] == "A"  # C, whom A met, has a point; D has none


def test_direct_encounter_decides_only_where_all_have_met() -> None:
    games = (("A", "B", LOST, 1), ("C", "D", DRAWN, 1), ("A", "D", WON, 2), ("B", "C", LOST, 2))
    lines = {line.id: line.place for line in standings(swiss(*games, codes=("DE",))).value}
    assert (lines["A"], lines["B"]) == (3, 2) if lines["C"] == 1 else (2, 1)
    unmet = (("A", "C", WON, 1), ("B", "D", WON, 1))
    assert [line.place for line in standings(swiss(*unmet, codes=("DE",))).value] == [1, 1, 3, 3]


def test_codes_after_one_that_is_not_computed_are_not_applied() -> None:
    event = swiss(*PLAYED, codes=("BH/C1", "TPR", "SB"))
    assert applied(event) == ("BH/C1",)
    assert tie_break_of("TPR") is None
    assert tie_break_of("WIN/C1") is None
    assert tie_break_of("bh") is None


def test_an_average_of_ratings_needs_ratings() -> None:
    event = swiss(*PLAYED, codes=("ARO", "BH"))
    assert applied(event) == ("ARO", "BH")
    players = (*event.players[:3], replace(event.players[3], rating=None))
    assert applied(replace(event, players=players)) == ()


def test_from_february_2026_an_unplayed_round_counts_no_more_than_draws_would() -> None:
    bye = ExtraPoints(Unplayed.PAIRING_BYE, Fraction(1), 2, player="A")
    event = swiss(("A", "B", WON, 1), ("C", "D", WON, 1), ("B", "C", WON, 2), extra=(bye,))
    assert value(replace(event, start=date(2026, 1, 31)), "A", "BH") == 1 + 2
    assert value(replace(event, start=date(2026, 2, 1)), "A", "BH") == 1 + 1  # two rounds of draws
    assert value(replace(event, start=UNDATED), "A", "BH") == 1 + 1


def test_from_february_2026_a_forfeit_counts_no_more_than_the_one_who_did_not_come() -> None:
    event = swiss(("A", "B", FORFEIT, 1), ("C", "D", WON, 1), ("A", "C", WON, 2), ("B", "D", DRAWN, 2))
    assert value(replace(event, start=date(2026, 1, 31)), "A", "BH") == 2 + 1
    assert value(replace(event, start=date(2026, 2, 1)), "A", "BH") == Fraction(1, 2) + 1


def test_a_game_an_opponent_forfeited_at_the_end_is_no_draw() -> None:
    event = swiss(("A", "B", WON, 1), ("C", "D", WON, 1), ("C", "B", FORFEIT, 2), ("A", "D", WON, 2))
    assert value(event, "A", "BH") == 0 + 0
