"""What a browser adds for people: its time zone, where one joins and where one's account has another."""

from pathlib import Path

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from slowmate.server.accounts.models import User
from tests.server.browser.test_way_in import faults
from tests.server.browsing import Seats
from tests.support.people import person

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_joins_finds_the_zone_of_the_browser_chosen(seats: Seats) -> None:
    page = seats(timezone_id="Europe/Prague").goto("/accounts/signup/")
    expect(page.get_by_label("Your time zone")).to_have_value("Europe/Prague")
    plain = seats(timezone_id="Europe/Prague", java_script_enabled=False).goto("/accounts/signup/")
    expect(plain.get_by_label("Your time zone")).to_have_value("UTC")


def test_another_zone_is_offered_and_taken(seats: Seats) -> None:
    anna = person("Anna", zone="UTC")
    seat = seats(anna, timezone_id="America/New_York")
    page = seat.goto("/games")
    expect(page.locator("#zone-offer")).to_contain_text("that of this device is America/New_York.")
    assert faults(page) == []
    seat.button("Show them in that one").click()
    expect(page.locator(".notices")).to_contain_text("America/New_York")
    expect(page.locator("#zone-offer")).to_be_hidden()
    assert User.objects.get().zone == "America/New_York"


def test_a_zone_that_is_left_is_not_offered_again(seats: Seats) -> None:
    seat = seats(person("Anna", zone="UTC"), timezone_id="America/New_York")
    page = seat.goto("/games")
    seat.button("Leave it as it is").click()
    expect(page.locator("#zone-offer")).to_be_hidden()
    seat.goto("/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(page.locator("#zone-offer")).to_be_hidden()
    assert User.objects.get().zone == "UTC"


@pytest.mark.parametrize("own", ["Europe/Prague", "Europe/Bratislava"])
def test_a_zone_with_the_same_clock_is_not_offered(seats: Seats, own: str) -> None:
    page = seats(person("Anna", zone="Europe/Prague"), timezone_id=own).goto("/games")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#zone-offer")).to_be_hidden()


def test_the_mail_of_a_demo_is_a_page_without_barriers(seats: Seats, settings: Settings, tmp_path: Path) -> None:
    settings.SLOWMATE_DEMO, settings.EMAIL_FILE_PATH = True, str(tmp_path)
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    seat = seats()
    page = seat.goto("/accounts/password/reset/")
    settings.SLOWMATE_URL = page.url.removesuffix("/accounts/password/reset/")
    page.get_by_label("Email").fill(person("Anna").email)
    page.locator("main button").first.click()
    page.locator("main").get_by_role("link", name="Mail of this demonstration").click()
    assert faults(page) == []
    page.locator("article a[href*='/password/reset/key/']").click()
    expect(page.get_by_label("The new password", exact=True)).to_be_visible()


def test_the_page_of_components_is_without_barriers(seats: Seats, settings: Settings) -> None:
    settings.SLOWMATE_DEMO = True
    page = seats().goto("/styles")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert faults(page) == []
