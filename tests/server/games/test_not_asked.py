"""What the rules do not allow now is not asked: the page says why, and leads back to the game."""

from datetime import timedelta

import pytest
from django.test import Client

from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.server.games.models import Game
from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = pytest.mark.django_db

ACTIONS = ("accept-offer", "decline-offer", "refill", "long-reflection", "resign")
MATE = ("f3", "e5", "g4", "Qh4")


def refused(client: Client, row: Game, path: str) -> None:
    answer = client.get(f"/games/{row.pk}/{path}")
    assert answer.status_code == 409, path
    body = answer.content.decode()
    assert "The rules do not allow that:" in body, path
    assert 'class="ruling"' in body, path
    assert f'class="button second" href="/games/{row.pk}"' in body, path
    assert '<form method="post" class="stacked">' not in body, path
    assert '<form method="post" class="two-ways">' not in body, path


@pytest.mark.parametrize("path", [*ACTIONS, "claim", "conditionals"])
def test_nothing_is_asked_in_a_game_that_is_over(client: Client, path: str) -> None:
    row = game(anna := person(), person(), *MATE)
    client.force_login(anna)
    refused(client, row, path)


@pytest.mark.parametrize("path", [*ACTIONS[:4], "claim", "conditionals"])
def test_before_the_start_only_resigning_is_asked(client: Client, path: str) -> None:
    terms = Terms(starts=clock.now() + timedelta(days=3), time_control=clocks.TripleBlock(increment=4))
    row = game(anna := person(), person(), at=clock.now(), terms=terms)
    client.force_login(anna)
    refused(client, row, path)
    assert client.get(f"/games/{row.pk}/resign").status_code == 200


def test_what_the_game_does_not_know_is_not_asked(client: Client) -> None:
    row = game(anna := person(), person(), at=clock.now(), control=clocks.Fischer())
    client.force_login(anna)
    for path in ("accept-offer", "decline-offer", "refill", "conditionals"):
        refused(client, row, path)


def test_what_is_possible_is_asked(client: Client) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5", at=clock.now())
    client.force_login(anna)
    for path in ("resign", "claim"):
        answer = client.get(f"/games/{row.pk}/{path}")
        assert answer.status_code == 200, path
        assert b'<form method="post"' in answer.content, path
    client.force_login(ben)
    assert b'<form method="post" class="stacked">' in client.get(f"/games/{row.pk}/conditionals").content
    refused(client, row, "claim")
