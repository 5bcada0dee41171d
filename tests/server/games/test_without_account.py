"""Players without an account, who have left or were entered by a director: nobody is led to wait for their answer."""

from collections.abc import Callable

import pytest
from django.test import Client

from slowmate.play import clocks
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services as correspondence
from slowmate.server.correspondence.models import Message
from slowmate.server.games import terms
from slowmate.server.games.models import Challenge, Game
from slowmate.server.games.services import challenges, games
from slowmate.server.people.models import Player
from slowmate.server.privacy import services
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit
from tests.support.people import game, person

pytestmark = pytest.mark.django_db

ASKED = {"control": "classic-10-50", "colour": "lot", "games": "1"}
UNREAD = "Your opponent has no account here: nobody would read a message."


def entered(name: str = "Paper Peter") -> Player:
    return Player.objects.create(name=name)


def test_there_is_nothing_to_challenge_him_with(client: Client) -> None:
    client.force_login(person())
    assert b"/challenges?to=" in client.get(f"/players/{person().player.pk}").content
    assert b"/challenges?to=" not in client.get(f"/players/{entered().pk}").content


def test_a_challenge_to_him_is_refused_with_a_reason(client: Client) -> None:
    paper = entered()
    client.force_login(person())
    answer = client.post("/challenges", {**ASKED, "opponent": "Paper Peter", "player": str(paper.pk)})
    assert answer.status_code == 422
    assert b"This player has no account here, and could not answer a challenge." in answer.content
    assert not Challenge.objects.exists()


def test_of_two_namesakes_the_one_with_an_account_can_be_challenged() -> None:
    entered("Jan Novák")
    jan = person("Jan Novák")
    plain = terms.plain(control="fixed-3")
    assert challenges.make(person().player, jan.player, terms=plain, at=clock.now()).opponent == jan.player


def finished_with_one_who_left() -> tuple[User, Game]:
    anna, ben = person(), person()
    row = game(anna, ben, "f3", "e5", "g4", "Qh4", at=clock.now())
    services.delete(ben, keep_name=False, resign=True, at=clock.now())
    return anna, Game.objects.get(pk=row.pk)


def by_post() -> tuple[User, Game]:
    anna, at = person(), clock.now()
    how = Terms(starts=at, time_control=clocks.Classic(), transmission=Transmission.POST)
    return anna, games.start(anna.player, entered(), how, at=at)


@pytest.mark.parametrize("scene", [finished_with_one_who_left, by_post])
def test_the_page_says_that_nobody_would_read_a_message(client: Client, scene: Callable[[], tuple[User, Game]]) -> None:
    anna, row = scene()
    client.force_login(anna)
    body = client.get(f"/games/{row.pk}").content.decode()
    assert UNREAD in body
    assert 'id="message"' not in body
    answer = client.post(f"/games/{row.pk}/message", {"text": "hello"})
    assert answer.status_code == 422
    assert answer.content.decode().count(UNREAD) == 1
    with pytest.raises(Unfit):
        correspondence.send_message(row, "hello", actor=anna, at=clock.now())
    assert not Message.objects.exists()
