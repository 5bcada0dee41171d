"""Ratings in a browser: a graph by keyboard, an explanation that unfolds, a calculator on a phone, without barriers."""

import re

import pytest
from playwright.sync_api import expect

from slowmate.server.accounts.models import User
from slowmate.server.people.models import Player
from slowmate.server.ratings.models import ListEntry, RatingList
from tests.server.browser.test_pages import serious
from tests.server.browsing import PHONE, Seats, picture, wide
from tests.server.ratings.made import lists_by_lot
from tests.support.effort import COLOUR_SCHEMES
from tests.support.people import person

pytestmark = pytest.mark.django_db(transaction=True)


def somebody(made: list[RatingList]) -> ListEntry:
    """The player with most games behind his rating, in the newest list."""
    return ListEntry.objects.filter(list=made[-1], rank__isnull=False).order_by("-games", "player_id")[0]


def test_a_graph_is_one_stop_of_the_keyboard_and_tells_its_numbers(seats: Seats) -> None:
    made = lists_by_lot("2022/4", "2024/1", players=14, games=700)
    entry = somebody(made)
    seat = seats()
    page = seat.goto(f"/players/{entry.player_id}")
    strips = page.locator(".graph .strip")
    expect(strips).to_have_count(len(made))
    expect(page.locator(".graph .strip[tabindex='0']")).to_have_count(1)
    before = page.locator(f'a[href="/ratings/2024-1/{entry.player_id}"]').first
    before.focus()
    page.keyboard.press("Tab")
    expect(strips.last).to_be_focused()
    expect(strips.last.locator(".tip")).to_have_css("visibility", "visible")
    expect(strips.last).to_have_attribute("aria-label", re.compile(rf"^2024/1: {entry.rating}\b"))
    page.keyboard.press("ArrowLeft")
    expect(strips.nth(len(made) - 2)).to_be_focused()
    expect(strips.last.locator(".tip")).to_have_css("visibility", "hidden")
    page.keyboard.press("Home")
    expect(strips.first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(strips.first).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".graph .strip:focus")).to_have_count(0)
    strips.nth(1).hover(force=True)
    expect(strips.nth(1).locator(".tip")).to_have_css("visibility", "visible")
    strips.first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name=re.compile("came about"))).to_be_visible()


def test_without_a_script_every_point_is_a_link(seats: Seats) -> None:
    made = lists_by_lot("2023/4", "2024/1", players=14, games=300)
    page = seats(java_script_enabled=False).goto(f"/players/{somebody(made).player_id}")
    assert page.locator(".graph a.strip").count() == len(made)
    assert page.locator(".graph [tabindex]").count() == 0


@pytest.mark.parametrize("seats", [PHONE], indirect=True, ids=["phone"])
def test_an_explanation_unfolds_game_by_game_on_a_phone(seats: Seats) -> None:
    made = lists_by_lot("2024/1", "2024/1", players=14, games=200)
    entry = somebody(made)
    page = seats().goto(f"/ratings/2024-1/{entry.player_id}")
    rows = page.locator(".games-table tbody tr")
    expect(rows).to_have_count(entry.period_games)
    first = page.locator("details.steps", has_text="Game 1:").first
    expect(first.locator(".ruling")).to_be_hidden()
    first.locator("summary").tap()
    expect(first.locator(".ruling")).to_be_visible()
    expect(first).to_contain_text("P of the result, both added")
    assert wide(page) <= 360
    assert serious(page) == []
    page.get_by_role("link", name="Expand all steps, to print").tap()
    expect(page.locator("details.steps[open]")).to_have_count(entry.period_games + 2)
    picture(page, "explanation-phone")


@pytest.mark.parametrize("seats", [PHONE], indirect=True, ids=["phone"])
def test_a_calculator_answers_on_a_phone_and_its_address_can_be_sent(seats: Seats) -> None:
    seat = seats()
    page = seat.goto("/calculators")
    page.get_by_label("Your rating").fill("2400")
    page.get_by_label("Rated games so far").fill("120")
    page.get_by_label("Games: the opponent's rating and your result").fill("2450 1\n2380 ½\nno 2")
    seat.button("Calculate").tap()
    expect(page.get_by_role("alert")).to_contain_text("Line 3: write a rating and a result")
    expect(page.get_by_role("alert")).to_be_focused()
    assert serious(page) == []
    page.get_by_label("Games: the opponent's rating and your result").fill("2450 1\n2380 ½")
    seat.button("Calculate").tap()
    expect(page.get_by_role("heading", name="Result", exact=True)).to_be_in_viewport()
    found = page.locator(".rating-now .score").inner_text()
    assert serious(page) == []
    assert wide(page) <= 360
    other = seats(java_script_enabled=False)
    sent = other.goto(page.url.removeprefix(other.address))
    assert sent.locator(".rating-now .score").inner_text() == found
    expect(sent.get_by_label("Games: the opponent's rating and your result")).to_have_value("2450 1\n2380 ½")


@pytest.mark.parametrize("scheme", COLOUR_SCHEMES)
def test_the_pages_of_ratings_have_no_barriers_and_fit_narrow_screens(seats: Seats, scheme: str) -> None:
    made = lists_by_lot("2023/3", "2024/1", players=40, games=900)
    entry = somebody(made)
    user: User = person("Anna")
    user.player.delete()
    Player.objects.filter(pk=entry.player_id).update(user=user)
    paths = [
        *("/ratings", "/ratings?show=new", "/ratings?sort=name&federation=CZE", "/ratings/2023-4"),
        *(f"/ratings/2024-1/{entry.player_id}", f"/players/{entry.player_id}", "/ratings/forecast"),
        *(f"/calculators?what={what}" for what in ("change", "norm", "performance", "k")),
        *("/calculators?what=norm&rules=iccf-2017&ratings=2450+2480+2390", "/what-if?rules=iccf-2016"),
        *(f"/what-if?rules=iccf-2016&player={entry.player_id}", "/what-if?player=nobody"),
    ]
    narrow = {"width": 320, "height": 640}
    desk, phone = seats(user, color_scheme=scheme), seats(user, color_scheme=scheme, viewport=narrow)
    wrong = []
    for path in paths:
        for seat in (desk, phone):
            page = seat.goto(path)
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            wrong += [f"{path}: {one}" for one in serious(page)]
            wrong += [f"{path}: {wide(page)} wide"] if wide(page) > seat.width else []
    assert wrong == []


@pytest.mark.parametrize("chosen", ["", "dark"])
def test_what_is_dark_on_the_screen_is_printed_in_ink(seats: Seats, chosen: str) -> None:
    made = lists_by_lot("2024/1", "2024/1", players=14, games=200)
    page = seats(color_scheme="dark").goto(f"/ratings/2024-1/{somebody(made).player_id}?steps=open")
    page.evaluate("(theme) => theme && (document.documentElement.dataset.theme = theme)", chosen)
    page.emulate_media(media="print", color_scheme="dark")
    for part in ("body", "main a"):
        expect(page.locator(part).first).to_have_css("color", re.compile(r"rgb\(\d\d, \d\d, \d\d\)"))
