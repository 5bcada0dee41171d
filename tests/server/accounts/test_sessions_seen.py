"""Where and when a session was used is kept, and reading pages writes nothing else."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(client: Client) -> UserSession:
    client.force_login(person("Anna"))
    client.get("/settings", headers={"user-agent": "Firefox"})
    return UserSession.objects.get()


def _written(client: Client, **more: Any) -> list[str]:
    with CaptureQueriesContext(connection) as made:
        assert client.get("/settings", headers={"user-agent": "Firefox"}, **more).status_code == 200
    return [one["sql"] for one in made if not one["sql"].startswith("SELECT")]


def test_a_page_that_is_read_again_writes_nothing(client: Client, session: UserSession) -> None:
    assert (session.user_agent, session.ip) == ("Firefox", "127.0.0.1")
    assert _written(client) == []


def test_who_comes_back_after_minutes_is_seen(client: Client, session: UserSession) -> None:
    before = timezone.now() - timedelta(minutes=6)
    UserSession.objects.update(last_seen_at=before)
    assert _written(client)
    session.refresh_from_db()
    assert session.last_seen_at > before + timedelta(minutes=5)


def test_another_place_is_noted_at_once(client: Client, session: UserSession) -> None:
    assert _written(client, REMOTE_ADDR="192.0.2.7")
    session.refresh_from_db()
    assert session.ip == "192.0.2.7"


def test_another_browser_is_noted_at_once(client: Client, session: UserSession) -> None:
    client.get("/settings", headers={"user-agent": "w" * 3000})
    session.refresh_from_db()
    assert session.user_agent.startswith("www")
    with CaptureQueriesContext(connection) as made:
        client.get("/settings", headers={"user-agent": "w" * 3000})
    assert [one["sql"] for one in made if not one["sql"].startswith("SELECT")] == []
