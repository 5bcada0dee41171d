"""On a phone: whatever people write, no page is wider than the screen, and what is to be touched is large enough."""

import pytest
from playwright.sync_api import expect

from slowmate.play import commands
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Report
from slowmate.server.desk import services as directing
from slowmate.server.games.models import Challenge, Game
from slowmate.server.people.models import Player
from slowmate.server.site import clock
from tests.server.browser.test_pages import World, playing_position
from tests.server.browsing import PHONE, Seat, Seats, wide
from tests.support.events import put_into

pytestmark = pytest.mark.django_db(transaction=True)

WORD = "Rindfleischetikettierungsüberwachung"
NAME = f"Maximiliana {WORD} von und zu Hohenlohe-Waldenburg-Schillingsfürst und Langenburg auf Oehringen {'q' * 25}"
ENDLESS = "x" * 300


class LongWorld(World):
    """The same people and games, with names, labels and texts as long as they may be, and words without an end."""

    def __init__(self) -> None:
        super().__init__()
        at = clock.now()
        for user in (self.anna, self.ben, self.dirk):
            Player.objects.filter(user=user).update(name=NAME[:118], about=f"{ENDLESS} {WORD}")
        put_into(f"{WORD} {'w' * 80}", *Game.objects.all())
        Challenge.objects.update(words=ENDLESS)
        services.write_note(self.long, ENDLESS, actor=self.anna, at=at)
        services.send_message(self.long, ENDLESS, actor=self.ben, at=at)
        asked = services.report(self.long, ENDLESS, actor=self.anna, at=at, kind=Report.Kind.OTHER)
        services.settle(asked, ENDLESS, actor=self.dirk, at=at)
        services.report(self.long, ENDLESS, actor=self.anna, at=at, kind=Report.Kind.LEAVE)
        self.kept = services.save_analysis(
            self.long,
            playing_position(self.long),
            "Nbd2 Bb7 Bc2",
            from_ply=20,
            name="v" * 80,
            comment=ENDLESS,
            actor=self.anna,
            at=at,
        )
        directing.decide(
            self.post.pk, lambda name: commands.StopClocks(director=name, reason=ENDLESS), actor=self.dirk, at=at
        )
        tokens.make(self.anna, name="t" * 60, scope=Token.Scope.READ, at=at)

    def pages(self) -> list[tuple[User | None, str]]:
        more = [f"/games/{self.post.pk}/journal", f"/games/{self.long.pk}?ply=3", f"/games/{self.long.pk}/report"]
        return [*super().pages(), *((self.anna, path) for path in more), (self.dirk, f"/games/{self.long.pk}")]


BROKEN = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
    for (let node; (node = walker.nextNode());) {
        for (const word of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
            if (word[0].length > 16 || node.parentElement.closest("code, .sr, [hidden]")) continue;
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const place = node.parentElement.closest("table, ul, dl, p, section")?.className;
            const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
            if (lines.size > 1) found.push(`${word[0]} in ${place}`);
        }
    }
    return found;
}"""
"""Words of an ordinary length that are not on one line, and what they are in."""


@pytest.mark.parametrize("width", [320, 360])
def test_names_and_words_without_an_end_burst_no_page_and_break_no_others(seats: Seats, width: int) -> None:
    world = LongWorld()
    held: dict[User | None, Seat] = {}
    wrong = []
    for user, path in world.pages():
        seat = held.get(user) or held.setdefault(user, seats(user, viewport={"width": width, "height": 740}))
        page = seat.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        if (found := wide(page)) > width:
            wrong.append((path, found))
        wrong += [(path, word) for word in page.evaluate(BROKEN)]
    assert wrong == []


SMALL = """() => [...document.querySelectorAll("main a")].filter((link) => {
    const block = link.closest("p, li, dd, td, div, nav, section, span:has(> a:first-child)") ?? link.parentElement;
    const beside = [...block.childNodes].some((one) => one.nodeType === 3 && /[\\p{L}]/u.test(one.data));
    const box = link.getBoundingClientRect();
    return box.height && !beside && !link.matches(".chip, .skip") && !link.closest("p p, summary");
}).map((link) => {
    const box = link.getBoundingClientRect(), over = getComputedStyle(link, "::after");
    return [link.textContent.trim().slice(0, 40), Math.round(box.width), Math.round(box.height), over.position];
}).filter(([, , height, over]) => height < 44 && over !== "absolute")"""
"""Links that stand alone, not in running text, and are lower than a finger needs."""


def test_what_stands_alone_is_large_enough_for_a_finger(seats: Seats) -> None:
    world = World()
    held: dict[User | None, Seat] = {}
    small = []
    for user, path in world.pages():
        seat = held.get(user) or held.setdefault(user, seats(user, **PHONE))
        page = seat.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        small += [(path, *found) for found in page.evaluate(SMALL)]
    assert small == []


def test_no_phone_is_told_of_a_key(seats: Seats) -> None:
    world = World()
    seat = seats(world.anna, **PHONE)
    for path in ("/", "/games", f"/games/{world.long.pk}"):
        page = seat.goto(path)
        page.wait_for_load_state("networkidle")
        assert not [one for one in page.locator("kbd").all() if one.is_visible()], path


@pytest.mark.parametrize("width", [320, 360])
def test_the_header_is_one_row_that_does_not_scroll_and_the_menu_leads_everywhere_without_a_script(
    seats: Seats, width: int
) -> None:
    world = World()
    narrow = {"viewport": {"width": width, "height": 740}, "java_script_enabled": False}
    is_one_row = "(one) => [one.offsetHeight < 60, one.scrollWidth <= innerWidth]"
    czech = seats(None, locale="cs-CZ", **narrow).goto("/rulebook")
    assert czech.locator("header.site").evaluate(is_one_row) == [True, True]
    for user in (None, world.anna, world.dirk):
        page = seats(user, **narrow).goto("/rulebook")
        header = page.locator("header.site")
        assert header.evaluate(is_one_row) == [True, True], user
        expect(page.get_by_role("link", name="Calculators")).to_be_hidden()
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("link", name="Rule book").first).to_be_in_viewport()
        page.get_by_role("link", name="Calculators").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Calculators")


def test_in_a_wide_window_the_places_stand_in_one_row_without_a_menu(seats: Seats) -> None:
    world = World()
    for user in (None, world.anna, world.dirk):
        page = seats(user).goto("/rulebook")
        expect(page.get_by_role("button", name="Menu")).to_be_hidden()
        expect(page.get_by_role("link", name="Calculators")).to_be_visible()
        assert page.locator("header.site").evaluate("(one) => one.offsetHeight") < 60
