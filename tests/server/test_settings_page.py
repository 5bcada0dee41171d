"""Everything about one's account is found from the page of settings, and each page leads on to what it says."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from slowmate.testing.people import person

pytestmark = pytest.mark.django_db

WAYS = (
    *("leave", "feeds", "my-pgn", "offices", "account_email", "account_change_password", "mfa_index"),
    *("usersessions_list", "tokens", "account-export", "account-delete", "account_logout", "picture-change"),
)


def test_everything_about_the_account_is_found_from_one_page(client: Client) -> None:
    client.force_login(person("Anna"))
    body = client.get("/settings").content.decode().partition("<main")[2]
    there = set(re.findall(r'(?:href|action)="([^"#]+)"', body))
    assert {reverse(name) for name in WAYS} <= there
    for address in there - {reverse("account_logout"), reverse("picture-change")}:
        assert client.get(address, follow=True).status_code == 200, address


def test_every_way_says_what_it_is_for(client: Client) -> None:
    client.force_login(person("Anna"))
    body = client.get("/settings").content.decode()
    ways = re.findall(r'<li><a href="[^"]+">[^<]+</a>(<span>[^<]{10,}</span>)?</li>', body)
    assert len(ways) >= 11
    assert all(ways)


def test_the_calendar_says_what_it_is_and_makes_a_new_address(client: Client) -> None:
    client.force_login(person("Anna"))
    body = client.get("/feeds").content.decode()
    (old,) = re.findall(r'<a href="[^"]+(/feeds/[^"]+\.ics)"', body)
    assert client.get(old).content.startswith(b"BEGIN:VCALENDAR")
    client.post("/feeds")
    (new,) = re.findall(r'<a href="[^"]+(/feeds/[^"]+\.ics)"', client.get("/feeds").content.decode())
    assert (client.get(old).status_code, client.get(new).status_code) == (404, 200)
