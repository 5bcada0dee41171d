"""Players without an account: entered by whoever arranges games by post, and played with like others."""

import pytest
from django.test import Client

from slowmate.server.accounts.models import Entry, User
from slowmate.server.games.models import Game
from slowmate.server.games.services import postal
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed
from tests.support.people import AT, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_director_enters_a_player_without_an_account_and_it_is_journalled(dirk: User) -> None:
    for actor in (dirk, person(offices=(Office.Kind.ORGANISER,))):
        pavel = postal.enter_player(f" Pavel {actor.pk} ", "cze", actor=actor, at=AT)
        assert (pavel.user, pavel.name, pavel.federation) == (None, f"Pavel {actor.pk}", "CZE")
        entry = Entry.objects.get(about=f"player/{pavel.pk}")
        assert (entry.what, entry.actor) == ("player entered", actor)
    with pytest.raises(NotAllowed):
        postal.enter_player("Intruder", actor=person(), at=AT)


@pytest.mark.parametrize("name", ["Pavel Dvořák", "PAVEL DVORAK", "Dvořák  Pavel"])
def test_a_name_that_is_known_is_asked_about_before_it_is_entered_again(dirk: User, name: str) -> None:
    known = person("Pavel Dvořák").player
    client = sign_in(dirk)
    assert "another person" not in client.get("/desk/players").content.decode()
    asked = client.post("/desk/players", {"name": name})
    page = asked.content.decode()
    assert asked.status_code == 422
    assert f"number {known.pk}" in page
    assert "this is another person of the same name" in page
    assert Player.objects.filter(user=None).count() == 0
    client.post("/desk/players", {"name": name, "is_another": "on"})
    assert Player.objects.filter(user=None).count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "123"},
        {"name": "Pa\u202evel"},
        {"name": "x" * 121},
        {"federation": "CZ"},
    ],
)
def test_names_and_federations_follow_the_rules_of_signing_up(dirk: User, wrong: dict[str, str]) -> None:
    assert sign_in(dirk).post("/desk/players", {"name": "Pavel", **wrong}).status_code == 422
    assert Player.objects.filter(user=None).count() == 0


def test_a_game_is_arranged_with_somebody_who_was_entered_and_the_director_enters_his_moves(
    dirk: User,
) -> None:
    client, anna, at = sign_in(dirk), person("Anna"), clock.now()
    assert 'href="/desk/players"' in client.get("/desk/arrange").content.decode()
    entered = client.post("/desk/players", {"name": "Pavel Dvořák", "federation": "cze"})
    pavel = Player.objects.get(user=None)
    assert entered["Location"] == f"/desk/arrange?white={pavel.pk}"
    page = client.get(entered["Location"]).content.decode()
    assert f"Pavel Dvořák is entered, with the number {pavel.pk}." in page
    assert f'name="white" value="{pavel.pk}"' in page
    filled = {"black": "anna", "transmission": "post", "control": "classic-10-50", "notation": "numeric"}
    filled |= {"starts": at.date().isoformat()}
    for written in (str(pavel.pk), "pavel dvorak"):
        done = client.post("/desk/arrange", {**filled, "white": written}, follow=True)
        assert "Who has no account is not told: Pavel Dvořák." in done.content.decode()
    first = Game.objects.order_by("pk")[0]
    postal.record_move(first.pk, "e4", sent=clock.now(), received=None, actor=dirk, at=clock.now())
    assert Mail.objects.filter(user=anna, kind="your-move").exists()
    decided = client.post(
        f"/games/{first.pk}/decide", {"what": "cancel", "reason": "because"}, follow=True
    ).content.decode()
    assert "Decided. Who has no account is not told: Pavel Dvořák." in decided
