"""Light or dark, as whoever looks likes it."""

import pytest
from django.test import Client

from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("place", ["1", "front", "e4", "admin:index", "%s", "javascript:1", "http://[", "//e.x"])
def test_wherever_somebody_says_he_came_from_there_is_no_fault(client: Client, place: str) -> None:
    answer = client.post("/theme", {"theme": "dark", "next": place})
    assert answer.status_code == 302
    assert answer["Location"] in (place, "/")
    assert not answer["Location"].startswith(("//", "javascript", "http"))


def test_a_visitor_chooses_light_or_dark_and_a_member_has_settings(client: Client) -> None:
    assert b"data-theme" not in client.get("/players").content
    answer = client.post("/theme", {"theme": "dark", "next": "/players?q=x"})
    assert (answer.status_code, answer["Location"]) == (302, "/players?q=x")
    assert b'data-theme="dark"' in client.get("/players").content
    client.post("/theme", {"theme": '"><script>'})
    assert b'data-theme="dark"' in client.get("/players").content
    client.post("/theme", {"theme": "system"})
    assert b"data-theme" not in client.get("/players").content
    client.cookies["theme"] = "purple"
    assert b"data-theme" not in client.get("/players").content
    client.cookies["theme"] = "light"
    client.force_login(person(theme="dark"))
    page = client.get("/players").content
    assert b'data-theme="dark"' in page
    assert b'action="/theme"' not in page
