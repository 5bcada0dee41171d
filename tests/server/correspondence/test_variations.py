"""Variations that a player keeps: only their own can be seen or deleted, and only after a question."""

import re

import pytest
from django.test import Client

from slowmate.server.accounts.models import User
from slowmate.server.correspondence.models import Analysis
from slowmate.server.games.models import Game
from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


def variation_of(row: Game, player: User, name: str) -> Analysis:
    return Analysis.objects.create(
        game=row, player=player.player, from_ply=1, moves="e7e5 g1f3", name=name, made=clock.now()
    )


def test_the_question_before_deleting_shows_the_variation_and_deletes_nothing(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", at=clock.now())
    saved, other = variation_of(row, anna, "Open"), variation_of(row, anna, "Closed")
    client.force_login(anna)
    page = client.get(f"/games/{row.pk}/analysis/{saved.pk}/delete")
    assert page.status_code == 200
    assert re.findall(r'<span class="line">([^<]+)</span>', page.content.decode()) == ["1...e5 2.Nf3"]
    assert set(Analysis.objects.all()) == {saved, other}


def test_a_player_deletes_one_variation_and_keeps_the_others(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", at=clock.now())
    saved, other = variation_of(row, anna, "Open"), variation_of(row, anna, "Closed")
    client.force_login(anna)
    answer = client.post(f"/games/{row.pk}/analysis/{saved.pk}/delete")
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{row.pk}#analysis")
    assert list(Analysis.objects.all()) == [other]


@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_reaches_the_variation_of_the_opponent(client: Client, method: str) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", at=clock.now())
    saved = variation_of(row, anna, "Secret")
    client.force_login(ben)
    answer = getattr(client, method)(f"/games/{row.pk}/analysis/{saved.pk}/delete")
    assert answer.status_code == 404
    assert "Secret" not in answer.content.decode()
    assert list(Analysis.objects.all()) == [saved]


def test_a_variation_is_deleted_only_through_its_own_game(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row, elsewhere = game(anna, ben, "e4", at=clock.now()), game(anna, ben, "e4", at=clock.now())
    saved = variation_of(row, anna, "Open")
    client.force_login(anna)
    assert client.post(f"/games/{elsewhere.pk}/analysis/{saved.pk}/delete").status_code == 404
    assert list(Analysis.objects.all()) == [saved]
