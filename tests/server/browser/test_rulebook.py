"""The rule book in a browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.server.browsing import Seats, picture, wide

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_front_page_leads_to_a_clause_and_a_fold_to_where_it_is_applied(seats: Seats) -> None:
    page = seats().goto("/")
    page.get_by_role("link", name="The books").click()
    page.get_by_role("link", name="ICCF Tournament Rules 2017").click()
    page.get_by_role("heading", name="7 Tie-breaks").click()
    page.get_by_role("link", name="7.2(b)", exact=True).click()
    expect(page).to_have_title("ICCF-TR-2017 7.2(b) · Slowmate")
    inside = page.get_by_role("link", name="Where the code applies it")
    expect(inside).to_be_hidden()
    page.get_by_text("For developers").click()
    inside.click()
    expect(page.get_by_role("definition").filter(has_text="slowmate.events")).to_be_visible()


def test_a_section_is_opened_by_its_title_and_by_an_address_that_leads_there(seats: Seats) -> None:
    page = seats().goto("/rulebook/ICCF-TR-2017")
    clause = page.get_by_role("link", name="11.1", exact=True)
    expect(clause).to_be_hidden()
    page.get_by_role("heading", name="11 International team events").click()
    expect(clause).to_be_in_viewport()
    page = seats().goto("/rulebook/ICCF-TR-2017/7.2(a)")
    page.get_by_role("link", name="ICCF Tournament Rules 2017").click()
    expect(page.get_by_role("link", name="7.2(a)", exact=True)).to_be_in_viewport()


def test_a_search_finds_clauses_by_their_words(seats: Seats) -> None:
    page = seats().goto("/rulebook")
    page.get_by_label("Words or a clause").fill("sonneborn-berger")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"\d+ clauses? with"))
    expect(page.get_by_role("link", name="ICCF-TR-2017 7.2(b)")).to_be_visible()
    picture(page, "rulebook")


def test_on_a_phone_nothing_is_wider_than_the_screen(seats: Seats) -> None:
    seat = seats(viewport={"width": 320, "height": 640})
    for path in (
        "/",
        "/about",
        "/rulebook?q=title",
        "/rulebook?q=twice",
        "/rulebook/ICCF-LAWS-2019",
        "/rulebook/ICCF-TR-2017/0.2/1",
        "/rulebook/developers/ICCF-LAWS-2019/9.2.1",
    ):
        assert wide(seat.goto(path)) <= 320, path


def test_nothing_is_asked_of_anybody_else(seats: Seats) -> None:
    seat, asked = seats(), []
    seat.page.on("request", lambda request: asked.append(request.url))
    seat.goto("/rulebook/ICCF-TR-2016")
    assert asked
    assert all(url.startswith(seat.address) for url in asked)
