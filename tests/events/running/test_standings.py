"""The table: running, cancelled and double games, withdrawn players."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from slowmate.events.running.standings import Standing, standings
from slowmate.records import KINDS, Event, Pairing, Player, Result, Status, Team
from tests.support.crosstables import crosstable


def table(event: Event) -> dict[str, Standing]:
    return {line.id: line for line in standings(event).value}


def test_a_running_game_counts_for_neither_player_yet() -> None:
    lines = table(crosstable({"A": "-1.", "B": "0-=", "C": ".=-"}))
    assert (lines["A"].points, lines["A"].games, lines["A"].running) == (1, 2, 1)
    assert lines["C"].points == Fraction(1, 2)


def test_a_cancelled_game_does_not_exist() -> None:
    lines = table(crosstable({"A": "-1x", "B": "0-=", "C": "x=-"}))
    assert (lines["A"].games, lines["A"].running, lines["C"].games) == (1, 0, 1)


def test_a_double_round_counts_both_games_everywhere() -> None:
    players = (Player("1", "One"), Player("2", "Two"))
    games = (Pairing("1", "2", Result.WHITE_WINS), Pairing("2", "1", Result.DRAW))
    lines = table(Event("Match", KINDS["open"], date(2018, 1, 1), players, games, games_per_pairing=2))
    assert (lines["1"].points, lines["2"].points) == (Fraction(3, 2), Fraction(1, 2))
    assert lines["1"].tie_breaks["sonneborn_berger"] == Fraction(1, 2) + Fraction(1, 4)


def test_a_double_default_scores_nothing_for_either() -> None:
    event = crosstable({"A": "-1", "B": "0-"})
    lines = table(replace(event, games=(replace(event.games[0], result=Result.BOTH_LOSE),)))
    assert (lines["A"].points, lines["B"].points, lines["A"].games) == (0, 0, 1)


@pytest.mark.clause("ICCF-LAWS-2019 Glossary: forfeit", "ICCF-LAWS-2019 12.1")
def test_a_forfeit_win_counts_as_a_win() -> None:
    event = crosstable({"A": "-1", "B": "0-"})
    lines = table(replace(event, games=(replace(event.games[0], result=Result.WHITE_WINS_BY_FORFEIT),)))
    assert lines["A"].tie_breaks["wins"] == 1


def test_a_withdrawn_player_stays_in_the_table_with_the_final_points() -> None:
    event = crosstable({"A": "-11", "B": "0-1", "C": "00-"})
    gone = replace(event, players=(replace(event.players[0], status=Status.WITHDRAWN), *event.players[1:]))
    assert {line.id: line.points for line in standings(gone).value} == {"A": 2, "B": 1, "C": 0}


def test_an_event_without_players_has_an_empty_table() -> None:
    assert standings(Event("Empty", KINDS["open"], date(2018, 1, 1), (), ())).value == ()


def test_a_substitute_scores_for_the_team_on_the_board_of_the_game() -> None:
    players = tuple(Player(one, one) for one in ("a1", "a2", "b1"))
    teams = (Team("A", "A", ("a1", "a2")), Team("B", "B", ("b1",)))
    games = (Pairing("a2", "b1", Result.WHITE_WINS, board=1),)
    lines = table(Event("Match", KINDS["friendly-match"], date(2018, 1, 1), players, games, teams=teams))
    assert lines["A"].tie_breaks == {"match_points": 2, "mutual": 0, "board_1": 1}
    assert lines["B"].tie_breaks == {"match_points": 0, "mutual": 0, "board_1": 0}
