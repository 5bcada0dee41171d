"""Whoever is not signed in, or not any more: he is asked to sign in, comes back to where he was, and is told what was
not done."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from slowmate.server.correspondence.models import Message
from slowmate.server.games.models import Game
from slowmate.server.site import clock
from tests.support.people import PASSWORD, game, person

pytestmark = pytest.mark.django_db

PAGES = ("", "/journal", "/pgn", "/words?ply=1", "/claim", "/resign", "/post/claim-flag", "/decide", "/submit")


def sign_in_for(path: str) -> str:
    return f"/accounts/login/?{urlencode({'next': path}, safe='/')}"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("method", ["get", "head"])
def test_a_stranger_is_asked_to_sign_in_whether_or_not_there_is_a_game(client: Client, page: str, method: str) -> None:
    row = game(person(), person(), "e4", at=clock.now())
    for pk in (row.pk, 999_999, 10**22):
        path = f"/games/{pk}{page}"
        answer = getattr(client, method)(path)
        assert (answer.status_code, answer["Location"]) == (302, sign_in_for(path))
        assert answer.content == b""


def test_who_follows_a_link_to_his_game_comes_to_it_by_signing_in(client: Client) -> None:
    anna = person()
    row = game(anna, person(), at=clock.now())
    form = client.get(f"/games/{row.pk}", follow=True)
    assert f'name="next" value="/games/{row.pk}"' in form.content.decode()
    body = {"login": anna.email, "password": PASSWORD, "next": f"/games/{row.pk}"}
    assert client.post("/accounts/login/", body)["Location"] == f"/games/{row.pk}"


def test_what_is_public_needs_no_account(client: Client) -> None:
    running, over = game(person(), person(), at=clock.now()), game(person(), person(), "f3", "e5", "g4", "Qh4")
    Game.objects.filter(pk=running.pk).update(is_shown_live=True)
    for path in (f"/games/{running.pk}", f"/games/{over.pk}", f"/games/{over.pk}/journal", f"/games/{over.pk}/pgn"):
        assert client.get(path).status_code == 200, path
        assert client.head(path).status_code == 200, path
    assert client.get(f"/games/{running.pk}/journal")["Location"] == sign_in_for(f"/games/{running.pk}/journal")


def test_programs_are_told_that_there_is_nothing(client: Client) -> None:
    row = game(person(), person(), at=clock.now())
    assert client.get(f"/api/games/{row.pk}").status_code == client.get("/api/games/999999").status_code == 404


def test_the_page_of_what_is_not_there_leads_back_after_signing_in(client: Client) -> None:
    answer = client.get("/players/999999?page=2")
    assert answer.status_code == 404
    assert 'href="/accounts/login/?next=/players/999999%3Fpage%3D2"' in answer.content.decode()


# what is sent when the session has ended

SENT_TO = (
    *("/challenges/1/decline", "/settings/zone", "/settings/picture", "/settings/sessions/1/end"),
    *("/desk/reports/1", "/tokens/1/end", "/offices/1/end"),
)


@pytest.mark.parametrize("path", SENT_TO)
def test_a_form_sent_without_a_session_leads_back_to_its_page(client: Client, path: str) -> None:
    there = client.post(path, headers={"Referer": "http://testserver/challenges?to=3&unsent=1"})
    assert there["Location"] == sign_in_for("/challenges?to=3&unsent=1")
    for elsewhere in ("", "https://example.org/games/1", "http://testserver//example.org/", "rubbish"):
        answer = client.post(path, headers={"Referer": elsewhere})
        assert answer["Location"] == sign_in_for("/games?unsent=1"), elsewhere


@pytest.mark.parametrize("path", SENT_TO)
def test_the_address_of_a_form_has_a_page(client: Client, path: str) -> None:
    client.force_login(person())
    answer = client.get(path)
    assert answer.status_code == 405
    assert answer["Allow"] == "POST"
    assert b"This address only takes what a form sends. Nothing was done." in answer.content


def test_programs_get_a_problem_for_a_wrong_method(client: Client) -> None:
    assert client.delete("/api/rulebook")["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("form", ["note", "message", "analysis", "accept", "submit"])
def test_what_was_not_done_is_said_after_signing_in(client: Client, form: str) -> None:
    anna = person()
    row = game(anna, person(), at=clock.now())
    page = f"http://testserver/games/{row.pk}{'/submit' if form == 'accept' else '?moved=1'}"
    body = {"text": "Good luck", "moves": "e4", "move": "e2e4", "ply": "0"}
    answer = client.post(f"/games/{row.pk}/{form}", body, headers={"Referer": page})
    assert answer["Location"].startswith("/accounts/login/?next=")
    client.force_login(anna)
    back = client.get(client.get(answer["Location"])["Location"], follow=True)
    assert back.wsgi_request.path == f"/games/{row.pk}"
    assert b"what you sent last was not done" in back.content
    assert b"Your move is made" not in back.content
    assert not Message.objects.exists()
    assert Game.objects.get(pk=row.pk).plies == 0


def test_a_form_without_its_token_leads_back_to_its_page() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/challenges/1/decline", headers={"Referer": "http://testserver/challenges"})
    assert answer.status_code == 403
    assert "/accounts/login/?next=/challenges%3Funsent%3D1" in answer.content.decode()
