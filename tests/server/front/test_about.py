"""Who runs the server, and what people ask before they join: a click away from every page."""

import re
from urllib.parse import unquote

import pytest
from django.test import Client
from pytest_django import Settings

from slowmate.rulebook import Clause, catalogue
from tests.support.people import person

pytestmark = pytest.mark.django_db


def said(client: Client) -> str:
    page = client.get("/about").content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_every_page_leads_to_it_at_its_foot(client: Client) -> None:
    for path in ("/", "/rulebook", "/players", "/accounts/login/", "/nothing"):
        assert 'href="/about"' in client.get(path).content.decode().partition("<footer")[2], path
    client.force_login(person())
    assert 'href="/about"' in client.get("/games").content.decode().partition("<footer")[2]


def test_it_and_the_front_page_promise_answers_by_the_tables_that_are_there(client: Client) -> None:
    assert "its endgame tables have every position with up to 4 men" in said(client)
    front = " ".join(client.get("/").content.decode().split())
    assert "endgame tables with up to 4 men" in front
    assert "Claims with more men go to the director." in front


def test_it_says_who_runs_the_server_as_the_settings_say(client: Client, settings: Settings) -> None:
    settings.SLOWMATE_NAME = "Northern Chess"
    settings.SLOWMATE_OPERATOR = "Friends of the Post <e.V.>"
    settings.SLOWMATE_CONTACT = "office@chess.example"
    settings.SLOWMATE_POST = "Box 7, 1000 Chesstown"
    settings.SLOWMATE_ABOUT = "We play since 1950.\n\nCome in <script>."
    page = client.get("/about").content.decode()
    assert "About Northern Chess" in page
    assert "Friends of the Post &lt;e.V.&gt;" in page
    assert '<a href="mailto:office@chess.example">office@chess.example</a>' in page
    assert "Box 7, 1000 Chesstown" in page
    assert "<p>We play since 1950.</p>" in page
    assert "<p>Come in &lt;script&gt;.</p>" in page
    settings.SLOWMATE_CONTACT = "https://chess.example/contact"
    assert '<a href="https://chess.example/contact">' in client.get("/about").content.decode()


def test_it_says_if_nobody_has_said_who_runs_it(client: Client) -> None:
    page = client.get("/about").content.decode()
    assert "has not said yet" in page
    assert "mailto:" not in page


def test_it_answers_what_people_ask(client: Client) -> None:
    text = said(client)
    for words in (
        "Are engines allowed? The event says.",
        "in the events of the ICCF players may use engines",
        "you may appeal to the Appeals Commission",
        "How a game goes",
        "Download my data",
        "Delete my account",
    ):
        assert words in text, words


@pytest.mark.clause("ICCF-LAWS-2019 9.2.1.2")
def test_its_example_is_a_ruling_of_the_rules_themselves(client: Client) -> None:
    text = said(client)
    assert "After 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 White claims a draw." in text
    assert "Times the position has occurred: 3. Needed: 3." in text
    assert "is correct: the game is drawn" in text


def test_every_chip_leads_to_a_clause(client: Client) -> None:
    page = client.get("/about").content.decode()
    chips = re.findall(r'class="chip"\s+href="/rulebook/([^/"]+)/([^"]+)"', page)
    assert ("ICCF-TR-2017", "15") in chips
    assert all(Clause(edition, unquote(address)) in catalogue() for edition, address in chips)
