"""What a person sees when something is not there, not allowed, or broken."""

import pytest
from django.db import connection, transaction
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation
from django.views.defaults import permission_denied

from slowmate.server.site import clock
from slowmate.server.site.error_pages import failed
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


def test_what_is_not_there_and_what_is_not_for_one_look_the_same(client: Client) -> None:
    row = game(person(), person(), at=clock.now())
    client.force_login(person())
    missing, private = client.get("/games/999999"), client.get(f"/games/{row.pk}")
    assert (missing.status_code, private.status_code) == (404, 404)
    assert b"There is no such page" in private.content
    assert missing.content.count(b"<a ") == private.content.count(b"<a ")


def test_a_form_without_its_token_is_refused_with_a_page() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person())
    answer = client.post("/leave", {"end": "1"})
    assert answer.status_code == 403
    assert b"the form was open for too long" in answer.content


def test_a_fault_of_ours_has_a_page_that_needs_no_database(rf: RequestFactory) -> None:
    answer = failed(rf.get("/"))
    assert answer.status_code == 500
    assert b"a move is made or it is not" in answer.content
    with translation.override("cs"):
        czech = failed(rf.get("/")).content.decode()
    assert '<html lang="cs">' in czech
    assert "a move is made" not in czech


def test_what_is_not_allowed_has_a_page(client: Client) -> None:
    request = client.get("/").wsgi_request
    assert b"That is not for you" in permission_denied(request, PermissionError()).content


def test_too_many_tries_have_a_page(client: Client) -> None:
    assert "Wait a few minutes" in render_to_string("429.html", request=client.get("/").wsgi_request)


def test_a_database_that_only_lets_read_is_told_as_one_that_will_be_back() -> None:
    client = Client(raise_request_exception=False)
    me = person()
    client.force_login(me)
    row = game(me, person(), at=clock.now())
    is_postgres = connection.vendor == "postgresql"
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY" if is_postgres else "PRAGMA query_only=ON")
            assert Client().get("/players").status_code == 200, "what is public can be read"
            own = [client.get(path).status_code for path in ("/", "/games", f"/games/{row.pk}", "/settings")]
            assert own == [200] * 4, "what is one's own too"
            answer = client.post(f"/games/{row.pk}/accept", {"move": "e4", "ply": "0"})
            transaction.set_rollback(True)
    finally:
        if not is_postgres:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA query_only=OFF")
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
