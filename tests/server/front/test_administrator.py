"""The administrator of a new server is led: what it needs, until it has it."""

import pytest
from django.test import Client

from slowmate.server.people.models import Office
from tests.support.people import person

pytestmark = pytest.mark.django_db


def steps_done(client: Client) -> int:
    page = client.get("/").text
    assert 'href="/offices"' in page
    return page.count("<b>Done:</b>")


def test_a_new_server_says_to_its_administrator_what_to_do_first(client: Client) -> None:
    client.force_login(person(is_administrator=True))
    assert "Make somebody tournament organiser" in client.get("/").text
    assert steps_done(client) == 0
    person(offices=(Office.Kind.ORGANISER, Office.Kind.DIRECTOR))
    assert steps_done(client) == 3, "another player, who plans and directs"


def test_others_are_told_nothing_of_it(client: Client) -> None:
    client.force_login(person(offices=(Office.Kind.EXECUTIVE_BOARD,)))
    assert "You administer this server" not in client.get("/").text
