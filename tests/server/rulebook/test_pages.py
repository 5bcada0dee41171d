"""The pages of the rule book, and what every answer carries."""

import pytest
from django.test import Client
from django.urls import reverse

from slowmate.rulebook import catalogue

pytestmark = pytest.mark.django_db


def test_every_clause_of_every_edition_has_a_page(client: Client) -> None:
    for row in catalogue().values():
        answer = client.get(reverse("clause", args=[row.edition, row.clause]))
        assert answer.status_code == 200, row


def test_what_is_looked_for_is_shown_back_as_text(client: Client) -> None:
    answer = client.get("/rulebook", {"q": "<script>alert(1)</script>"})
    assert answer.status_code == 200
    assert b"<script>" not in answer.content
    assert b"&lt;script&gt;" in answer.content
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", ["/nothing", "/rulebook/ICCF-TR-1999", "/rulebook/ICCF-TR-2017/99", "/rulebook/x/y/z"])
def test_what_is_not_there_says_so_and_where_to_go(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


def test_the_largest_page_stays_under_200_kb(client: Client) -> None:
    assert len(client.get("/rulebook/ICCF-TR-2017").content) < 200_000
