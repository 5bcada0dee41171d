"""Who may not see a page is refused before the first query of what the page shows."""

import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.server.permissions import Role
from tests.server.test_every_address import LED_TO_PAGE, Ask, Place, asks, outcome

pytestmark = pytest.mark.django_db

TABLE = re.compile(r'(?:FROM|JOIN|INTO|UPDATE) "(\w+)"')
OF_THE_PERSON = {"django_session", "usersessions_usersession", "slowmate_user", "slowmate_player", "slowmate_office"}
"""What says who asks."""

AFTER_A_LOOK = {
    *("games/<int:pk>/words", "documents/<int:pk>", "entries/<int:pk>", "certificates/<int:pk>.pdf"),
    *("titles/applications/<int:pk>", "titles/applications/<int:pk>/it2.pdf"),
    *("titles/over-the-board/<int:pk>/report.trf", "titles/over-the-board/<int:pk>/it3.pdf"),
    "titles/over-the-board/<int:pk>/it1/<str:key>/<str:title>.pdf",
}
"""Where the row says who may see it, and a visitor is sent to sign in after it was read; one more is a mistake."""


def asked_tables(client: Client, path: str) -> tuple[str, set[str]]:
    """What became of a request, and the tables it read or wrote."""
    with CaptureQueriesContext(connection) as queries:
        became = outcome(client.get(path))
    return became, {table for query in queries for table in TABLE.findall(query["sql"])}


def guarded(role: Role) -> Iterator[tuple[str, Ask]]:
    """Addresses that this role may never see, whatever they name."""
    every = list(asks())
    for route, ask in every:
        whose = [other.get for at, other in every if at == route]
        if all(who is not None and role not in who and who is not LED_TO_PAGE for who in whose):
            yield route, ask


def test_a_visitor_is_sent_to_sign_in_before_the_first_query() -> None:
    place, after_a_look, sent = Place(Role.VISITOR), set(), 0
    for route, ask in guarded(Role.VISITOR):
        became, tables = asked_tables(Client(), place.path(route, ask))
        sent += became == "sign in first"
        if became == "sign in first" and tables:
            after_a_look.add(route)
    assert after_a_look == AFTER_A_LOOK
    assert sent > 40


def test_a_player_without_an_office_is_refused_by_who_they_are_where_the_address_names_nothing() -> None:
    place, wrong, refused = Place(Role.PLAYER), [], 0
    _, of_the_header = asked_tables(place.client(), "/there/is/no/such/page")
    allowed = OF_THE_PERSON | of_the_header
    for route, ask in guarded(Role.PLAYER):
        if "<" in route or route.startswith("accounts/"):  # what names a thing is asked for it; accounts are allauth's
            continue
        became, tables = asked_tables(place.client(), place.path(route, ask))
        refused += became == "refused"
        if became == "refused" and tables - allowed:
            wrong.append(f"/{route}: {sorted(tables - allowed)}")
    assert not wrong, "\n".join(wrong)
    assert refused > 8
