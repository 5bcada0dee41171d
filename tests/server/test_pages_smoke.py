"""Every page answers, for whoever may see it."""

import re

import pytest
from django.test import Client

from slowmate.server.accounts.models import User
from slowmate.server.desk.decisions import DECISIONS
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def white() -> User:
    return person("Ada White")


def test_the_pages_of_a_player_answer(white: User, client: Client) -> None:
    black = person("Bo Black")
    row, waiting = game(white, black, "e4", "e5", at=clock.now()), game(white, black, "e4", at=clock.now())
    client.force_login(white)
    for path in (
        "/",
        "/games",
        f"/games/{row.pk}",
        f"/games/{row.pk}/claim",
        f"/games/{row.pk}/resign",
        f"/games/{row.pk}/pgn",
        f"/games/{waiting.pk}/conditionals",
        f"/games/{row.pk}/report",
        "/challenges",
        "/players",
        f"/players/{black.player.pk}",
        "/settings",
        "/leave",
        "/games/mine.pgn",
        "/rulebook",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/2fa/",
        "/accounts/sessions/",
    ):
        response = client.get(path)
        assert response.status_code == 200, (path, response.status_code)
    submitted = client.post(f"/games/{row.pk}/submit", {"move": "Nf3"})
    assert b"Accept Nf3" in submitted.content
    done = client.post(f"/games/{row.pk}/accept", {"move": "g1f3", "ply": "2"}, follow=True)
    assert b"Your move is made" in done.content


def test_the_pages_for_visitors_answer(client: Client) -> None:
    for path in ("/", "/players", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"):
        assert client.get(path).status_code == 200, path
    assert client.get("/games").status_code == 302


def test_the_desk_answers_a_director(client: Client) -> None:
    director = person("Di Rector", offices=(Office.Kind.DIRECTOR,))
    row = game(person(), person(), "e4", director=director, at=clock.now())
    client.force_login(director)
    assert client.get("/desk").status_code == 200
    assert client.get(f"/games/{row.pk}/decide").status_code == 200
    for what in DECISIONS:
        assert client.get(f"/games/{row.pk}/decide?what={what}").status_code == 200, what
    decided = client.post(
        f"/games/{row.pk}/decide", {"what": "penalise", "colour": "black", "days": "5", "reason": "late"}, follow=True
    )
    assert b"Both players are told" in decided.content


@pytest.mark.parametrize("path", ["/", "/games", "/settings", "/challenges", "/leave", "/players"])
def test_every_link_on_a_page_of_a_player_leads_somewhere(white: User, client: Client, path: str) -> None:
    game(white, person("Bo Black"), "e4", "e5", at=clock.now())
    client.force_login(white)
    body = client.get(path).content.decode()
    links = {link.partition("#")[0] for link in re.findall(r'<a [^>]*href="(/[^"]*)"', body)}
    assert len(links) > 5
    for link in sorted(links):
        assert client.get(link).status_code in (200, 302), link
