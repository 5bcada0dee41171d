"""Forms that are refused, in a browser: the page opens at what is wrong, and the keyboard goes on from there."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.browsing import PHONE, Seats
from tests.support.people import game, person

pytestmark = pytest.mark.django_db(transaction=True)


def unchecked(page: Page) -> None:
    """The server is asked, not the browser's own checks of fields."""
    page.evaluate("document.querySelectorAll('main form').forEach((form) => { form.noValidate = true; })")


def test_a_move_that_cannot_be_played_is_told_where_the_page_opens(seats: Seats) -> None:
    row = game(anna := person(), person(), at=clock.now())
    seat = seats(anna, **PHONE)
    page = seat.open(row)
    page.get_by_label("Your move").fill("e5")
    seat.button("Submit").click()
    summary = page.locator("#wrong")
    expect(summary).to_be_focused()
    expect(summary).to_be_in_viewport()
    expect(summary).to_contain_text("e5 cannot be played")
    seat.link("To the field").press("Enter")
    page.keyboard.press("Tab")
    expect(seat.button("Submit")).to_be_focused()


def test_claims_conditional_moves_messages_leave_and_decisions_do_so_too(seats: Seats) -> None:
    director = person("Di", offices=(Office.Kind.DIRECTOR,))
    anna, boris = person("Anna"), person("Boris")
    row = game(anna, boris, at=clock.now(), director=director)
    answered = game(anna, boris, "e4", at=clock.now(), director=director)
    seat = seats(anna)
    page = seat.goto(f"/games/{row.pk}/claim")
    unchecked(page)
    seat.button("Claim").click()
    expect(page.locator("#wrong")).to_be_focused()
    page = seat.goto(f"/games/{answered.pk}/conditionals")
    page.get_by_label("Lines").fill("Zz Nf3")
    seat.button("Bind me to these").click()
    expect(page.locator("#wrong")).to_be_focused()
    page = seat.open(row)
    page.get_by_label("To your opponent").fill(" ")
    seat.button("Send").click()
    expect(page.locator("#messages-wrong")).to_be_focused()
    expect(page.locator("#messages-wrong")).to_be_in_viewport()
    page = seat.goto("/leave")
    far = clock.now().date() + timedelta(days=9)
    page.get_by_label("First day").fill(far.isoformat())
    page.get_by_label("Last day").fill((far + timedelta(days=90)).isoformat())
    seat.button("Take leave").click()
    expect(page.locator("#wrong").first).to_be_focused()
    desk = seats(director)
    page = desk.goto(f"/games/{row.pk}/decide?what=rule")
    unchecked(page)
    desk.button("Decide").click()
    expect(page.locator("#wrong")).to_be_focused()


def test_no_offer_of_another_time_zone_pushes_away_what_is_wrong(seats: Seats) -> None:
    seat = seats(person("Anna"), timezone_id="Asia/Tokyo", **PHONE)
    page = seat.goto("/settings")
    expect(page.locator("#zone-offer")).to_be_visible()
    unchecked(page)
    page.get_by_label("Year of birth").fill("1500")
    seat.button("Save").click()
    summary = page.locator("#wrongplayer")
    expect(summary).to_be_focused()
    expect(summary).to_be_in_viewport(ratio=1)
    expect(page.locator("#zone-offer")).to_be_hidden()
