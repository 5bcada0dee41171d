"""A player sees which of his games have messages he has not read; opening the game reads them, once."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Message
from slowmate.server.correspondence.queries import unread
from slowmate.server.games.models import Game
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


def say(row: Game, actor: User, text: str = "Hello") -> Message:
    return services.send_message(row, text, actor=actor, at=clock.now())


def marks(client: Client, path: str) -> list[str]:
    """The words of every mark of messages on a page, as a screen reader has them."""
    return re.findall(r'<span class="sr">, ([^<]+ messages?)</span>', client.get(path).content.decode())


def test_only_messages_of_the_opponent_that_were_not_opened_are_unread() -> None:
    anna, ben = person("Anna"), person("Ben")
    first, second, quiet = (game(anna, ben, at=clock.now()) for _ in range(3))
    for row, actor in ((first, ben), (first, ben), (second, ben), (second, anna), (quiet, anna)):
        say(row, actor)
    assert unread(anna.player) == {first.pk: 2, second.pk: 1}
    assert unread(ben.player) == {second.pk: 1, quiet.pk: 1}
    services.mark_read(first, actor=anna, at=clock.now())
    assert unread(anna.player) == {second.pk: 1}
    assert unread(ben.player) == {second.pk: 1, quiet.pk: 1}


def test_a_list_marks_them_and_the_page_of_the_game_reads_them(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, at=clock.now())
    say(row, ben, "One")
    say(row, ben, "Two")
    say(row, anna, "Mine")
    client.force_login(anna)
    assert marks(client, "/games") == marks(client, "/") == ["2 new messages"]
    body = client.get(f"/games/{row.pk}").content.decode()
    assert body.count('<b class="news">new</b>') == 2
    assert '<a href="#messages">2 new messages</a>' in body
    assert marks(client, "/games") == []
    again = client.get(f"/games/{row.pk}").content.decode()
    assert 'class="news"' not in again
    assert "new messages" not in again


def test_what_is_read_is_not_written_again(client: Client) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, at=clock.now())
    message = say(row, ben)
    client.force_login(anna)
    client.get(f"/games/{row.pk}")
    message.refresh_from_db()
    read = message.read
    assert read is not None
    with CaptureQueriesContext(connection) as made:
        client.get(f"/games/{row.pk}")
    assert [query["sql"] for query in made if query["sql"].startswith('UPDATE "slowmate_')] == []
    message.refresh_from_db()
    assert message.read == read


def test_nobody_reads_for_another(client: Client) -> None:
    anna, ben, stranger = person("Anna"), person("Ben"), person()
    row = game(anna, ben, "f3", "e5", "g4", "Qh4", at=clock.now())
    say(row, ben)
    for user in (ben, stranger):
        client.force_login(user)
        assert client.get(f"/games/{row.pk}").status_code == 200
    client.logout()
    client.get(f"/games/{row.pk}")
    with pytest.raises(NotAllowed):
        services.mark_read(row, actor=stranger, at=clock.now())
    client.force_login(anna)
    client.head(f"/games/{row.pk}")
    assert unread(anna.player) == {row.pk: 1}


def test_many_games_with_messages_take_one_query_for_all(client: Client) -> None:
    anna = person("Anna")
    client.force_login(anna)
    counts = []
    for _ in range(3):
        ben = person()
        say(game(anna, ben, at=clock.now()), ben)
        client.get("/games")
        with CaptureQueriesContext(connection) as made:
            client.get("/games")
        counts.append(len(made))
    assert len(set(counts)) == 1
    with CaptureQueriesContext(connection) as made:
        assert len(unread(anna.player)) == 3
    assert len(made) == 1
