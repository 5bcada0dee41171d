"""The rule book in a browser, and what every answer carries."""

import json
import re
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Page, expect

from tests.server.browsing import wide
from tests.server.conftest import picture

pytestmark = pytest.mark.xdist_group("browser")


def fetch(address: str) -> tuple[int, str, dict[str, str]]:
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310 - our own address
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), dict(error.headers)


def test_the_front_page_leads_to_a_clause_and_where_it_is_applied(server: str, page: Page) -> None:
    page.goto(server)
    picture(page, "front")
    page.get_by_role("link", name="ICCF Tournament Rules 2017").click()
    page.get_by_role("link", name="7.2(b)", exact=True).click()
    expect(page).to_have_title("ICCF-TR-2017 7.2(b) · Slowmate")
    expect(page.get_by_role("definition").filter(has_text="slowmate.events")).to_be_visible()


def test_a_search_finds_clauses_by_their_words(server: str, page: Page) -> None:
    page.goto(f"{server}/rulebook")
    page.get_by_label("Words or a clause").fill("sonneborn-berger")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"\d+ clauses? with"))
    expect(page.get_by_role("link", name="ICCF-TR-2017 7.2(b)")).to_be_visible()
    picture(page, "rulebook")


def test_on_a_phone_nothing_is_wider_than_the_screen(server: str, page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    for path in ("/", "/rulebook?q=title", "/rulebook/ICCF-LAWS-2019", "/rulebook/ICCF-TR-2017/0.2/1"):
        page.goto(server + path)
        assert wide(page) <= 320, path


def test_nothing_is_asked_of_anybody_else(server: str, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server}/rulebook/ICCF-TR-2016")
    assert asked
    assert all(url.startswith(server) for url in asked)


def test_every_clause_of_every_edition_has_a_page_that_escapes_its_text(server: str) -> None:
    status, body, headers = fetch(f"{server}/rulebook?q=%3Cscript%3Ealert(1)%3C/script%3E")
    assert status == 200
    assert "<script>" not in body
    assert "&lt;script&gt;" in body
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize("path", ["/nothing", "/rulebook/ICCF-TR-1999", "/rulebook/ICCF-TR-2017/99", "/rulebook/x/y/z"])
def test_what_is_not_there_says_so_and_where_to_go(server: str, path: str) -> None:
    status, body, _ = fetch(server + path)
    assert status == 404
    assert "There is no such page" in body


def test_the_largest_page_stays_under_200_kb(server: str) -> None:
    assert len(fetch(f"{server}/rulebook/ICCF-TR-2017")[1].encode()) < 200_000


def test_health_is_told_in_json(server: str) -> None:
    status, body, _ = fetch(f"{server}/healthz")
    assert (status, json.loads(body)["status"]) == (200, "ok")
