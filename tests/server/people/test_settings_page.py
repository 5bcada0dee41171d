"""Everything about one's account is found from the page of settings, and each page leads on to what it says."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.server.reading import tight
from tests.support.people import person

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
    body = tight(client.get("/settings").content)
    ways = re.findall(r'<li><a href="[^"]+">[^<]+</a>(<span>[^<]{10,}</span>)?</li>', body)
    assert len(ways) >= 11
    assert all(ways)
