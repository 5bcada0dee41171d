"""Who asks through the API: tokens, their scopes and their limits."""

from datetime import timedelta

import pytest
from django.test import Client

from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.site import clock
from tests.server.programs import Program, problem
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


def test_without_a_token_nothing_personal_is_answered() -> None:
    for path in ("/games", "/games/mine.pgn", "/me", "/leave"):
        answer = Program().get(path)
        problem(answer, 401)
        assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_wrong_token_is_refused_even_where_none_is_needed() -> None:
    program = Program()
    assert program.get("/players").status_code == 200
    for text in ("Bearer slowmate_wrong", "Bearer", "Basic abc", "slowmate_x", "Bearer " + "x" * 5000):
        program.headers = {"Authorization": text}
        problem(program.get("/players"), 401)
        problem(program.get("/games"), 401)


def test_a_session_in_the_browser_opens_nothing_in_the_api() -> None:
    client = Client()
    client.force_login(person())
    assert client.get("/api/games").status_code == 401


def test_a_token_that_only_reads_does_not_play() -> None:
    white, black = person(), person()
    row = game(white, black, at=clock.now())
    program = Program(white, Token.Scope.READ)
    assert program.get(f"/games/{row.pk}").status_code == 200
    answer = program.send(f"/games/{row.pk}/moves", {"move": "e4", "ply": 0})
    assert problem(answer, 403)["type"] == "/api/#scope"
    row.refresh_from_db()
    assert row.plies == 0


def test_an_ended_token_and_that_of_a_closed_account_open_nothing() -> None:
    user = person()
    program, other = Program(user), Program(user)
    tokens.end(user.tokens.order_by("pk")[0], actor=user, at=clock.now())
    problem(program.get("/me"), 401)
    assert other.get("/me").status_code == 200
    User.objects.filter(pk=user.pk).update(is_active=False)
    problem(other.get("/me"), 401)


def test_requests_are_limited_for_each_token_and_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "PER_MINUTE", 3)
    user = person()
    program, other = Program(user), Program(user)
    start = clock.now()
    monkeypatch.setattr(clock, "now", lambda: start.replace(second=20))
    assert [program.get("/me").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = program.get("/me")
    problem(answer, 429)
    assert answer["Retry-After"] == "40"
    assert other.get("/me").status_code == 200
    monkeypatch.setattr(clock, "now", lambda: start.replace(second=0) + timedelta(minutes=1))
    assert program.get("/me").status_code == 200
