"""What is said on the next page, and no further."""

import pytest
from django.test import Client

from tests.support.people import game, person


@pytest.mark.django_db
def test_a_message_reaches_the_next_page_and_no_further() -> None:
    client, user = Client(), person()
    client.force_login(user)
    row = game(user, person())
    client.post(f"/games/{row.pk}/accept", {"move": "e4", "ply": 0})
    first = client.get(f"/games/{row.pk}?moved=1", follow=True).content.decode()
    assert "Your move is made." in first
    assert "Your move is made." not in client.get(f"/games/{row.pk}").content.decode()
