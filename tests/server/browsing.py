"""People at their browsers: each with a window of his own, signed in, against a server in this process.

The server runs in a thread of the test, so that the test can move the one clock there is.
"""

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect

from slowmate.server.models import Game, User

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's loop runs in this thread; the test's queries do too

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


class Seat:
    """One person at one browser."""

    def __init__(self, page: Page, address: str, user: User | None, *, has_touch: bool) -> None:
        self.page, self.address, self.user, self.has_touch = page, address, user, has_touch

    def goto(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def open(self, game: Game) -> Page:
        self.goto(f"/games/{game.pk}")
        expect(self.page.locator("#board[data-ready]")).to_be_visible()
        return self.page

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def hit(self, square: str, *, board: str = "#board") -> None:
        """Click or tap a square, as the board is turned, once it has its answer from the server."""
        expect(self.page.locator(board)).not_to_have_attribute("aria-busy", "true")
        place = self.page.locator(f"{board} cg-board")
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box
        side = box["width"] / 8
        file, rank = ord(square[0]) - ord("a"), int(square[1]) - 1
        if self.page.locator(f"{board}.orientation-black, {board} .orientation-black").count():
            file, rank = 7 - file, 7 - rank
        x, y = box["x"] + (file + 0.5) * side, box["y"] + (7.5 - rank) * side
        if self.has_touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def drag(self, departure: str, arrival: str) -> None:
        """Drag a man from square to square; the board stands for White."""
        place = self.page.locator("#board cg-board")
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box
        side = box["width"] / 8
        points = [
            (box["x"] + (ord(square[0]) - ord("a") + 0.5) * side, box["y"] + (8.5 - int(square[1])) * side)
            for square in (departure, arrival)
        ]
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        self.page.mouse.move(*points[1], steps=8)
        self.page.mouse.up()

    def move(self, departure: str, arrival: str) -> None:
        """Move on the board with two clicks, submit, look again, accept."""
        self.hit(departure)
        self.hit(arrival)
        expect(self.page.locator("#move")).to_have_value(departure + arrival)
        self.submit_and_accept()

    def type_move(self, text: str) -> None:
        self.page.get_by_label("Your move").fill(text)
        self.submit_and_accept()

    def submit_and_accept(self) -> None:
        self.page.locator("#submit-move").click()
        self.page.locator("button.final").click()
        expect(self.page.locator(".notices .success")).to_be_visible()


def wide(page: Page) -> int:
    """How wide the page is, when it has had the time to fit into its window."""
    width: int = page.evaluate("""() => new Promise((done) => {
        const root = document.documentElement;
        let frames = 120;
        const look = () => {
            if (root.scrollWidth <= innerWidth || !frames--) done(root.scrollWidth);
            else requestAnimationFrame(look);
        };
        look();
    })""")
    return width


@pytest.fixture
def seats(
    live_server: Any, new_context: Callable[..., BrowserContext], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Seat]]:
    """Seat people at browsers; what went wrong in any of their consoles fails the test."""
    wrong: list[str] = []
    places = getattr(request, "param", DESK)

    def seat(user: User | None = None, **more: Any) -> Seat:
        options = {**places, **more}
        context = new_context(**options)
        if user is not None:
            client = Client()
            client.force_login(user)
            session = client.session
            session["account_authentication_methods"] = [
                {"method": "password", "at": time.time(), "reauthenticated": True}
            ]
            session["account_authentication_methods_user"] = str(user.pk)
            session.save()  # he has just signed in: nothing asks for the password again
            value = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if _is_wrong(message) else None)
        return Seat(page, live_server.url, user, has_touch=bool(options.get("has_touch")))

    yield seat
    assert wrong == []


def _is_wrong(message: Any) -> bool:
    """Errors count, but not that a page said no with its status: the test looks at what it says."""
    return message.type == "error" and "status of 4" not in message.text
