"""Who plays whom with which colour."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowmate.events.organising.pairings import friendly_match, round_robin, scheveningen, team_round_robin
from slowmate.records import BadInput, Pairing
from tests.support.crosstables import DAY


def colours(games: Iterable[Pairing]) -> tuple[Counter[str], Counter[str]]:
    return Counter(game.white for game in games), Counter(game.black for game in games)


@pytest.mark.clause("ICCF-TR-2017 0.3/1", "ICCF-TR-2017 0.3/2", "ICCF-TR-2017 4.2/2")
@pytest.mark.parametrize("start", [date(2016, 1, 1), date(2017, 4, 1)])
def test_thirteen_players_have_seventy_eight_games_six_with_each_colour(start: date) -> None:
    entrants = [str(number) for number in range(13)]
    ruling = round_robin(entrants, seed="s", start=start)
    white, black = colours(ruling.value.games)
    assert len(ruling.value.games) == 78
    assert set(white.values()) == set(black.values()) == {6}
    assert ruling.value.start == start
    assert [ground.clause.address for ground in ruling.grounds] == ["0.3/1", "0.3/2"]
    assert ruling.grounds[1].facts["seed"] == "s"


@pytest.mark.clause("ICCF-TR-2017 0.3/1", "ICCF-TR-2017 0.3/2")
@given(st.integers(2, 20), st.integers(1, 3), st.text(max_size=5))
def test_all_meet_each_other_with_colours_balanced_within_one(size: int, times: int, seed: str) -> None:
    entrants = [str(number) for number in range(size)]
    draw = round_robin(entrants, seed=seed, start=DAY, games_per_pairing=times).value
    met = Counter(frozenset((game.white, game.black)) for game in draw.games)
    assert met == Counter({frozenset(pair): times for pair in combinations(entrants, 2)})
    white, black = colours(draw.games)
    for one in entrants:
        assert abs(white[one] - black[one]) <= (1 if times > 1 or size % 2 == 0 else 0) * max(1, times % 2)
    assert draw == round_robin(list(entrants), seed=seed, start=DAY, games_per_pairing=times).value


@given(st.integers(1, 8), st.integers(1, 8), st.text(max_size=5))
def test_in_a_scheveningen_event_each_player_meets_the_other_group_once(ours: int, theirs: int, seed: str) -> None:
    one, two = [f"a{n}" for n in range(ours)], [f"b{n}" for n in range(theirs)]
    games = scheveningen(one, two, seed=seed, start=DAY).value.games
    assert {frozenset((game.white, game.black)) for game in games} == {frozenset((a, b)) for a in one for b in two}
    white, black = colours(games)
    assert all(abs(white[player] - black[player]) <= 1 for player in (*one, *two))


@pytest.mark.clause("ICCF-TR-2017 8.7(g)", "ICCF-TR-2016 8.7(g)")
@pytest.mark.parametrize("start", [date(2016, 6, 1), date(2018, 6, 1)])
def test_team_one_has_white_on_board_one_against_even_numbers_and_boards_alternate(start: date) -> None:
    teams = [[f"{team}/{board}" for board in (1, 2, 3, 4)] for team in range(1, 6)]
    games = team_round_robin(teams, start=start).value.games
    whites = {(game.white, game.black) for game in games}
    assert {("1/1", "2/1"), ("3/1", "1/1"), ("1/1", "4/1"), ("5/1", "1/1")} <= whites
    assert {("2/2", "1/2"), ("1/2", "3/2"), ("4/2", "1/2"), ("1/2", "5/2")} <= whites
    assert len(games) == 40
    white, black = colours(games)
    assert all(white[player] == black[player] == 2 for team in teams for player in team)
    assert {game.board for game in games} == {1, 2, 3, 4}


@pytest.mark.clause("ICCF-TR-2017 11.6/1", "ICCF-TR-2017 0.3/2")
@pytest.mark.parametrize("games_per_board", [1, 2])
def test_a_friendly_match_draws_the_first_colours_and_alternates_from_there(games_per_board: int) -> None:
    begins = set()
    for seed in "abcdefgh":
        games = friendly_match(
            ["a1", "a2"], ["b1", "b2"], seed=seed, start=DAY, games_per_board=games_per_board
        ).value.games
        begins.add(games[0].white)
        assert [game.board for game in games] == sorted([1, 2] * games_per_board)
        white, black = colours(games)
        if games_per_board == 2:
            assert all(white[player] == black[player] == 1 for player in ("a1", "a2", "b1", "b2"))
        assert white["a1"] + white["a2"] == white["b1"] + white["b2"]
    assert begins == {"a1", "b1"}


def test_line_ups_of_unequal_length_are_told_of_in_words() -> None:
    with pytest.raises(BadInput, match="2, 3 players"):
        team_round_robin([["a", "b"], ["c", "d", "e"]], start=DAY)
    with pytest.raises(BadInput, match="1, 2 players"):
        friendly_match(["a1"], ["b1", "b2"], seed="s", start=DAY)
