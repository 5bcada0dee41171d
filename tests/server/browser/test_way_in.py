"""Pages one reaches only by doing something: signing in, mistakes in forms, a move looked at again, errors."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Page, expect

from tests.server.browser.test_pages import World, serious
from tests.server.browsing import Seats, wide
from tests.support.people import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)

ERRORS = ("403.html", "site/signed_out.html", "site/413.html", "429.html", "site/failed.html", "site/not_found.html")
NO_PAGES = {
    *("next-game", "my-pgn", "game-pgn", "calendar", "picture", "healthz", "mfa_download_recovery_codes"),
    *("game-accept", "game-note", "game-message", "game-analyse", "game-analysis", "game-words"),
    *("picture-change", "challenge-answer", "report-settle", "set_language", "theme", "token-end", "office-end"),
    *("game-record-accept", "zone-change", "session-end", "game-watch", "game-scoresheet-text", "document"),
    *(
        "account_set_password",
        "account_confirm_login_code",
        "account_logout",
        "release-mail",
        "xfcc",
        "desk-csv",
    ),
}
"""Files, and what only does something and leads on to a page."""
BY_DOING = {"game-submit", "game-record", "game-for", "mfa_authenticate", "demo-mail", "styles"}
"""Pages that are looked at here, the second step of a move by post at the desk's, what is entered for somebody at the
documents', a demo's mail and its page of components at the people's."""


def faults(page: Page) -> list[str]:
    """Serious barriers, and whether the page is wider than a narrow phone."""
    found = serious(page)
    usual = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 640})
    if (width := wide(page)) > 320:
        found.append(f"{page.url} is {width} pixels wide")
    assert usual
    page.set_viewport_size(usual)
    return found


OF_OFFICES = (
    *("entry", "event", "section", "nomination", "federation-", "grants", "right-", "desk-section", "news-feed"),
    *("rating", "ratings", "calculators", "what-if", "qualifiers", "me", "game-means", "player-pgn", "federation"),
    *("case", "start-ratings", "desk-player"),
    *("title", "norm", "award", "champions", "verify", "certificate", "over-the-board", "substitute-", "status-"),
)
"""Pages of events, lists and titles: looked at in `test_events`, `test_ratings` and `test_titles`, and asked as
everybody elsewhere."""


def test_every_page_of_the_server_is_among_those_looked_at() -> None:
    def names(patterns: list[Any], inside: str = "") -> set[str]:
        found: set[str] = set()
        for one in patterns:
            place = inside + str(one.pattern)
            if isinstance(one, URLResolver):
                found |= names(one.url_patterns, place)
            elif isinstance(one, URLPattern) and one.name and (not place.startswith("api/") or place == "api/"):
                found.add(one.name)
        return found

    seen = {resolve(path.partition("?")[0]).url_name for _, path in World().pages() if path != "/nothing"}
    missing = names(get_resolver().url_patterns) - seen - {"api-root"}
    assert {name for name in missing if not name.startswith(OF_OFFICES)} == NO_PAGES | BY_DOING


def test_signing_in_with_a_second_factor_and_mistakes_on_the_way(seats: Seats) -> None:
    world = World()
    seat = seats()
    page = seat.goto("/accounts/login/")
    page.get_by_label("Email").fill(world.careful.email)
    page.get_by_label("Password").fill("wrong")
    seat.button("Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    wrong = faults(page)
    page.get_by_label("Password").fill(PASSWORD)
    seat.button("Sign in").click()
    expect(page).to_have_url(f"{seat.address}/accounts/2fa/authenticate/")
    wrong += faults(page)
    page = seats().goto("/accounts/signup/")
    page.get_by_label("Your name").fill("Somebody")
    page.get_by_label("Email").fill("somebody@example.org")
    page.get_by_label("Password", exact=True).fill("short")
    page.get_by_label("Password (again)").fill("other")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    assert wrong + faults(page) == []


def test_a_move_looked_at_again_and_forms_with_mistakes(seats: Seats) -> None:
    world = World()
    seat = seats(world.anna)
    page = seat.open(world.long)
    page.get_by_label("Your move").fill("Nbd2")
    page.locator("#submit-move").click()
    expect(page.get_by_role("heading", name="Is this your move?")).to_be_visible()
    wrong = faults(page)
    page = seat.goto("/settings")
    page.get_by_label("Year of birth").fill("1700")
    seat.button("Save").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    wrong += faults(page)
    page = seat.goto("/challenges")
    page.get_by_label("Opponent", exact=True).fill("Nobody has that name")
    page.locator("main form.stacked button").click()
    expect(page.get_by_role("alert")).to_be_visible()
    wrong += faults(page)
    page = seat.goto("/tokens")
    page.get_by_label("Program that will use it").fill("My board")
    page.get_by_label("Your password").fill(PASSWORD)
    seat.button("Make a token").click()
    expect(page.get_by_role("status")).to_contain_text("slowmate_")
    assert wrong + faults(page) == []


def test_pages_of_errors_have_no_barriers(seats: Seats) -> None:
    seat = seats()
    wrong, texts = [], [render_to_string(name, {"name": "Slowmate", "user": AnonymousUser()}) for name in ERRORS]
    seat.page.route("**/shown", lambda route: route.fulfill(body=texts.pop(0), content_type="text/html"))
    for name in ERRORS:
        page = seat.goto("/shown")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        wrong += [f"{name}: {fault}" for fault in faults(page)]
    assert (wrong, texts) == ([], [])
