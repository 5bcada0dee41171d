"""The PGN of a game of the server: its tags say how it is played and how it ended."""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from slowmate.formats.pgn import write_game
from slowmate.play import clocks
from slowmate.play.terms import Terms, Transmission
from slowmate.records import Result
from slowmate.server.games.models import Game
from slowmate.server.games.queries.pgn import pgn_of
from slowmate.server.games.services import games, playing
from tests.support.people import AT, game, person

pytestmark = pytest.mark.django_db

DAY = 24 * 60 * 60


@pytest.mark.parametrize(
    ("way", "mode"),
    [
        (Transmission.SERVER, "Server"),
        (Transmission.POST, "PM"),
        (Transmission.EMAIL, "EM"),
        (Transmission.FAX, "Fax"),
    ],
)
def test_the_mode_is_the_way_moves_travel(way: Transmission, mode: str) -> None:
    white = person()
    row = game(white, person(), terms=Terms(starts=AT, time_control=clocks.Classic(), transmission=way))
    assert pgn_of(row, white).tags["Mode"] == mode


@pytest.mark.parametrize(
    ("control", "written"),
    [
        (clocks.Classic(moves=10, days=50), f"10/{50 * DAY}"),
        (clocks.Fischer(days=30, increment=3), f"{30 * DAY}+{3 * DAY}"),
        (clocks.FixedDays(days=5), f"1/{5 * DAY}"),
        (clocks.TripleBlock(increment=1), "?"),
    ],
)
def test_the_time_control_is_in_seconds(control: clocks.TimeControl, written: str) -> None:
    white = person()
    assert pgn_of(game(white, person(), control=control), white).tags["TimeControl"] == written


def test_a_game_that_goes_on_is_not_terminated_and_one_resigned_ended_normally() -> None:
    white = person()
    row = game(white, person(), "e4", "e5")
    assert pgn_of(row, white).tags["Termination"] == "unterminated"
    row = playing.resign(row.pk, actor=white, at=AT)
    assert pgn_of(row, white).tags["Termination"] == "normal"


def test_a_flag_is_a_time_forfeit_and_a_move_on_the_full_minute_keeps_its_seconds() -> None:
    white = person()
    row = game(white, person(), "e4", control=clocks.FixedDays(days=3))
    games.look_at_clock(row.pk, at=AT + timedelta(days=4))
    row.refresh_from_db()
    text = write_game(pgn_of(row, white))
    assert '[Termination "time forfeit"]' in text
    assert "[%ccsnt 2024.05.01,12:00:00]" in text


@pytest.mark.parametrize("address", ["/players/{}/games.pgn", "/api/players/{}/games.pgn"])
def test_anybody_has_the_finished_games_of_a_player_and_no_running_or_cancelled_one(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, address: str
) -> None:
    ada, bob = person("Ada"), person("Bob")
    over = [game(ada, bob, "f3", "e5", "g4", "Qh4"), game(bob, ada, "f3", "e5", "g4", "Qh4")]
    game(ada, bob, "e4")
    cancelled = game(ada, bob, "f3", "e5", "g4", "Qh4")
    Game.objects.filter(pk=cancelled.pk).update(result=Result.CANCELLED)
    game(bob, person(), "f3", "e5", "g4", "Qh4")
    with django_assert_max_num_queries(4):
        answer = client.get(address.format(ada.player.pk))
        text = (answer.getvalue() if answer.streaming else answer.content).decode()
    assert [line for line in text.splitlines() if "GameId" in line] == [f'[GameId "{row.pk}"]' for row in over]
    assert client.get(address.format(999_999)).status_code == 404
