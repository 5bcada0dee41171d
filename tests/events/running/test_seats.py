"""Substitutes in table and norms: a seat is a seat, with any holder."""

from dataclasses import replace
from datetime import date

import pytest

from slowmate.events.running.certainty import outlooks
from slowmate.events.running.chances import simulate
from slowmate.events.running.standings import standings
from slowmate.records import KINDS, BadInput, Event, Pairing, Player, Result, Team, seated, seats
from slowmate.titles.iccf.statement import statement
from slowmate.titles.norms import norms

TEAMS = "ABCDEFGHIJKLM"
PLAYERS = tuple(
    Player(f"{team}{board}", f"{team}{board}", team * 3, rating=2400 + 5 * number, games=100)
    for number, team in enumerate(TEAMS)
    for board in (1, 2)
)
GAMES = tuple(
    Pairing(f"{one}{board}", f"{other}{board}", Result.WHITE_WINS if one == "A" else Result.DRAW, board=board)
    for number, one in enumerate(TEAMS)
    for other in TEAMS[number + 1 :]
    for board in (1, 2)
)
EVENT = Event(
    "Final", KINDS["olympiad-final"], date(2018, 6, 1), PLAYERS, GAMES,
    tuple(Team(team, team, (f"{team}1", f"{team}2")) for team in TEAMS),
)  # fmt: skip
FIRST = PLAYERS[0]
SUBSTITUTE = Player("s", "Substitute", "AAA", rating=2350, games=50, replaces=FIRST)
LAST_SIX = {f"{team}1" for team in TEAMS[-6:]}


def taken_over(substitute: Player = SUBSTITUTE, *, listed: bool = False, whole: bool = False) -> Event:
    """The event in which a substitute plays the last six games of board 1 of team A, or has all of them."""
    games = tuple(
        replace(game, white="s") if game.white == "A1" and (whole or game.black in LAST_SIX) else game for game in GAMES
    )
    line_up = ("A1", "A2", "s") if listed else ("s", "A2") if whole else ("A1", "A2")
    players = tuple(player for player in PLAYERS if not (whole and player.id == "A1"))
    teams = (Team("A", "A", line_up), *EVENT.teams[1:])
    return replace(EVENT, players=(*players, substitute), games=games, teams=teams)


WAYS = [taken_over(), taken_over(listed=True), taken_over(whole=True)]


@pytest.mark.clause("ICCF-TR-2017 7.3(a)", "ICCF-TR-2017 7.3(b)", "ICCF-TR-2017 7.3(c)")
@pytest.mark.parametrize("event", WAYS, ids=["own games", "listed too", "all games"])
def test_a_substitute_scores_for_the_team_however_the_record_gives_the_games(event: Event) -> None:
    whole = [(line.id, line.place, line.points, line.tie_breaks, line.games) for line in standings(EVENT).value]
    assert [(line.id, line.place, line.points, line.tie_breaks, line.games) for line in standings(event).value] == whole
    assert outlooks(event) == outlooks(EVENT)


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/6")
@pytest.mark.parametrize("event", WAYS, ids=["own games", "listed too", "all games"])
def test_norms_are_those_of_two_boards_and_the_substitute_makes_none(event: Event) -> None:
    lines = {line.id: line for line in norms(event).players}
    assert len(lines) == 26
    assert {line.games for line in lines.values()} == {12}
    assert not any(norm.achieved for norm in lines["s"].norms.values())
    needed = {line.id: [norm.needed for norm in line.norms.values()] for line in norms(EVENT).players}
    assert [norm.needed for norm in lines["B1"].norms.values()] == needed["B1"]
    assert statement(event).value.needed["B1"] == statement(EVENT).value.needed["B1"]
    assert statement(event).value.needed["s"] == statement(EVENT).value.needed["A1"]


@pytest.mark.clause("ICCF-TR-2017 8.7(e)/3")
def test_with_replacement_status_the_substitute_may_make_a_norm() -> None:
    lines = {line.id: line for line in norms(taken_over(replace(SUBSTITUTE, has_replacement_status=True))).players}
    assert any(norm.achieved for norm in lines["s"].norms.values())


@pytest.mark.parametrize("event", WAYS, ids=["own games", "listed too", "all games"])
def test_chances_of_a_running_match_are_those_of_its_seats(event: Event) -> None:
    def running(event: Event) -> Event:
        return replace(event, games=(*event.games[:-9], *(replace(game, result=None) for game in event.games[-9:])))

    expected, found = simulate(running(EVENT), seed="s", runs=50), simulate(running(event), seed="s", runs=50)
    assert found.ids == expected.ids
    assert (found.places == expected.places).all()
    assert (found.halves == expected.halves).all()


def test_several_on_one_board_share_one_seat_in_their_order() -> None:
    second = Player("t", "Second", "AAA", replaces=SUBSTITUTE)
    event = taken_over()
    games = tuple(
        replace(game, white="t") if game.black == "M1" and game.white == "s" else game for game in event.games
    )
    event = replace(event, players=(*event.players, second), games=games)
    (seat,) = [seat for seat in seats(event) if (seat.team, seat.board) == ("A", 1)]
    assert (seat.players, seat.holder) == (("A1", "s", "t"), "t")
    assert {line.id: line.points for line in standings(event).value}["A"] == 24
    (holder,) = [player for player in seated(event).players if player.id == "t"]
    assert holder.replaces == FIRST


def test_a_game_of_a_player_without_a_team_is_an_error_that_names_it() -> None:
    event = taken_over(replace(SUBSTITUTE, replaces=None))
    with pytest.raises(BadInput) as wrong:
        standings(event)
    assert str(wrong.value) == (
        "games[12].white: 's' plays for no team: list them on their board, or say whom they replace"
    )
    with pytest.raises(BadInput):
        norms(event)


def test_an_event_without_substitutes_stays_as_it_is() -> None:
    assert seated(EVENT) is EVENT
