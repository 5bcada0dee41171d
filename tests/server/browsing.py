"""People at their browsers: what one does there, and how wide a page is."""

import os
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game

PATIENCE = 120_000
"""Milliseconds that no page takes unless it is broken, on a machine with four times its load."""

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


class Seat:
    """One person at one browser."""

    def __init__(self, page: Page, address: str, user: User | None, *, has_touch: bool) -> None:
        self.page, self.address, self.user, self.has_touch = page, address, user, has_touch

    @property
    def width(self) -> int:
        """How wide the window is."""
        size = self.page.viewport_size
        assert size
        return size["width"]

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

    def press_twice(self, words: str) -> None:
        """Press a button, look at what it will do, and press again."""
        self.button(words).click()
        expect(self.page.get_by_text("Nothing is done yet.")).to_be_visible()
        assert wide(self.page) <= self.width
        self.page.locator("button.final").click()

    def submit_and_accept(self) -> None:
        self.page.locator("#submit-move").click()
        self.page.locator("button.final").click()
        expect(self.page.locator(".notices .success")).to_be_visible()


Seats = Callable[..., Seat]
"""Seats a person, or a visitor, at a browser of his own."""


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


PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def picture(page: Page, name: str) -> None:
    """Keep a picture for the docs when asked to (SLOWMATE_PICTURES=1)."""
    if os.environ.get("SLOWMATE_PICTURES"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png")
