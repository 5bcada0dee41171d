"""Conduct and governance, in our words and with their clauses, a click away from every page."""

import re

import pytest
from django.test import Client

from slowmate.rulebook import Clause, catalogue
from slowmate.server.rulebook.queries.code import applied

pytestmark = pytest.mark.django_db


def test_it_shows_the_clauses_of_conduct_and_governance_and_leads_to_each(client: Client) -> None:
    assert 'href="/conduct"' in client.get("/").content.decode().partition("<footer")[2]
    body = client.get("/conduct").content.decode()
    shown = re.findall(r'class="chip" href="/rulebook/([^/]+)/([^"]+)"', body)
    wanted = {
        (str(row.edition), row.clause)
        for row in catalogue().values()
        if row.edition.startswith(("ICCF-LAWS-2019", "FIDE-"))
        and (row.topic == "conduct" or (row.kind == "governance" and row.topic in ("director", "governance")))
        and re.match(r"1[34]\.|Preface-3|10\.1$|11\.|0\.21?$", row.clause)
    }
    assert set(shown) == wanted
    assert len(shown) == len(wanted) == 30
    for edition, address in shown:
        assert client.get(f"/rulebook/{edition}/{address}").status_code == 200


def test_nothing_is_called_applied_because_it_is_shown() -> None:
    for address in ("13.1", "14.1.1", "14.2.4"):
        assert applied(catalogue()[Clause("ICCF-LAWS-2019", address)]) == []
