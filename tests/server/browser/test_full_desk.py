"""A director with fifty things on his desk: what it takes to deal with all of them, by a model of hands and eyes.

The model assumes:
- a second for a page, a second and a half to point and press, half a second for a screen that is scrolled, a third of a
  second for a key;
- a sentence of a shape not seen before is read at four words a second;
- of a known shape only what differs is read, a number as a word and a name as two, and a glance of a quarter second
  goes to the sentence; so it is with the drafted reason, unless it is on the card;
- buttons, links and labels that were seen before cost nothing, as the eye jumps to what differs;
- what stood on the card a moment ago is not read again on the form;
- what is folded away is not read.

Not counted: thought, what is looked up elsewhere, and what is written in his own words. `-rP` shows the numbers.
"""

import re
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Response, expect

from slowmate.board import Colour
from slowmate.play import clocks
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Terms, Transmission
from slowmate.server.correspondence import services as correspondence
from slowmate.server.correspondence.models import Report
from slowmate.server.desk.pages.desk_page import number_waiting
from slowmate.server.games.models import Game
from slowmate.server.games.services import playing, postal
from slowmate.server.jobs.sweep import sweep
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.browsing import Seat, Seats
from tests.support.people import account, game, person

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)
FIVE_MEN = "8/8/4k3/8/8/3PK3/3R1r2/8 w - - 0 1"
PAGE, PRESS, WORD, GLANCE, SCREEN, TYPED = 1.0, 1.5, 0.25, 0.25, 0.5, 0.3
"""Seconds for a page, for pointing and pressing, a word that is read, a sentence that is known, a screen, a key."""
ELEVEN_MINUTES = 660
SENTENCES = """(one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), found = [];
    for (let node; (node = walker.nextNode());) {
        const held = node.parentElement, text = node.data.trim();
        if (held.closest("option, noscript, .sr") || !held.checkVisibility() || !/\\p{L}/u.test(text)) continue;
        found.push([text, held.closest("a, button, label, legend, summary") !== null]);
    }
    for (const drafted of one.querySelectorAll("textarea")) {
        if (drafted.checkVisibility() && drafted.value) found.push([drafted.value, false]);
    }
    return found;
}"""
"""What is to be read, and whether it is a control: what is seen, and not the answers of a list that is shut."""
VARIES = r"(?:White |Black )?\d[\d.:]*"
NAMES = r"(?:White|Black) \d"
"""What differs between two sentences of a kind: who, how many, when. Of these the names: first and last."""


class FullDesk:
    """Fifty things that wait, of every kind that a director of many games has, and five silent players."""

    def __init__(self) -> None:
        self.dirk = person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
        self.now, self.number = clock.now(), 0
        by_post = Terms(starts=self.now, time_control=clocks.Classic(), transmission=Transmission.POST)
        tables = Terms(starts=self.now, time_control=clocks.Classic(), transmission=Transmission.POST, fen=FIVE_MEN)
        for _ in range(6):
            row = self.game(terms=tables)
            playing.claim_tablebase(row.pk, ClaimKind.TABLEBASE_DRAW, actor=account(row.white), at=self.now)
        for _ in range(4):
            row = self.game(terms=by_post)
            postal.claim_flag(row.pk, Colour.WHITE, actor=account(row.black), at=self.now)
        for _ in range(5):
            row = self.game(terms=by_post)
            postal.record_move(row.pk, "Ke3", sent=self.now, received=None, actor=account(row.white), at=self.now)
        for _ in range(5):
            row = self.game("e4")
            said = correspondence.send_message(row, "Resign, it is hopeless.", actor=account(row.black), at=self.now)
            correspondence.report(row, "Discourteous.", message=said, actor=account(row.white), at=self.now)
        for kind in 5 * (Report.Kind.LEAVE, Report.Kind.OTHER):
            row = self.game("e4")
            asked = "I shall be in hospital for ten days and my leave is used up."
            correspondence.report(row, asked, kind=kind, actor=account(row.white), at=self.now)
        for _ in range(20):
            self.game(control=clocks.FixedDays(days=3), at=self.now - 5 * DAY)
        for _ in range(5):
            self.game("e4", at=self.now - 30 * DAY)
        sweep(at=self.now)

    def game(self, *moves: str, **more: Any) -> Game:
        self.number += 1
        more.setdefault("at", self.now)
        return game(person(f"White {self.number}"), person(f"Black {self.number}"), *moves, director=self.dirk, **more)


class Director:
    """Somebody who looks, points, presses and reads, and counts what it takes."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.page, self.taken, self.known = seat, seat.page, Counter[str](), set[str]()
        self.just_read: set[str] = set()
        self.page.on("response", self._load)

    def _load(self, answer: Response) -> None:
        self.taken["pages"] += answer.request.resource_type == "document" and answer.status == 200

    def read(self, what: Locator, *, again: bool = False) -> None:
        """Read it; *again*: what was read a moment ago is passed over."""
        self.look_at(what)
        found = what.evaluate(SENTENCES)
        for sentence, is_control in found:
            if again and sentence.removesuffix(".") in self.just_read:
                continue
            shape, differing = re.subn(VARIES, "", sentence)
            if shape not in self.known:
                self.taken["words"] += len(sentence.split())
            elif differing or not is_control:
                self.taken["glances"] += 1
                self.taken["words"] += differing + len(re.findall(NAMES, sentence))
            self.known.add(shape)
        self.just_read = {sentence.removesuffix(".") for sentence, _ in found}

    def look_at(self, what: Locator) -> None:
        """Scroll as far as it takes to see it."""
        away: float = what.evaluate(
            """(one) => {
                const box = one.getBoundingClientRect();
                const away = box.top < 0 ? -box.top : Math.max(0, Math.min(box.top, box.bottom - innerHeight));
                scrollBy(0, box.top < 0 ? -away : away);
                return away;
            }"""
        )
        self.taken["pixels"] += round(away)

    def press(self, what: Locator) -> None:
        self.look_at(what)
        self.taken["presses"] += 1
        what.click()

    def type_day(self, label: str, day: str) -> None:
        self.taken["keys"] += 8
        self.page.get_by_label(label).fill(day)

    @property
    def seconds(self) -> float:
        size = self.page.viewport_size
        assert size
        taken, screens = self.taken, self.taken["pixels"] / size["height"]
        by_hand = PRESS * taken["presses"] + SCREEN * screens + TYPED * taken["keys"]
        return PAGE * taken["pages"] + by_hand + WORD * taken["words"] + GLANCE * taken["glances"]


def decide(director: Director) -> None:
    """The decision that the desk proposes first, with the reason that it drafts: on the card."""
    form = director.page.locator(".desk > .card form.stacked:has([name=what])").first
    for label, days in (("First day", 1), ("Last day", 10)):
        if form.get_by_label(label).count():
            director.type_day(label, f"{clock.now() + days * DAY:%Y-%m-%d}")
    expect(form.locator("[name=reason]")).not_to_have_value("")
    director.press(form.locator("button"))


def judge(director: Director) -> None:
    """A report of conduct is found so, with the penalty and the reason that are drafted: it has its page."""
    director.press(director.seat.link("Penalise misconduct"))
    director.read(director.page.locator("main"), again=True)
    expect(director.page.get_by_label("Reason (both players read it)")).not_to_be_empty()
    director.press(director.seat.button("Decide"))


def answer(director: Director) -> None:
    """An answer that is often given."""
    director.press(director.seat.button("Please play on. If it happens again, write to me."))


def test_fifty_things_of_every_kind_are_dealt_with_in_eleven_minutes(seats: Seats) -> None:
    full = FullDesk()
    assert number_waiting(full.dirk, at=full.now) == 50
    director = Director(seats(full.dirk))
    page = director.seat.goto("/desk")
    cards, dealt = page.locator(".desk > .card"), Counter[str]()
    while (key := cards.get_attribute("id") or "").split("-")[0] not in ("flag", "silence"):
        before = director.taken.copy()
        director.read(cards)
        kind = key.split("-")[0]
        if kind == "report" and dealt[kind] % 2:
            judge(director)
        elif kind == "report" or "Something else" in cards.inner_text():
            answer(director)
        else:
            decide(director)
        expect(page.locator(f"#{key}")).to_have_count(0)
        expect(cards.locator(".notices .success")).to_be_in_viewport()
        assert director.taken["pages"] - before["pages"] <= 2, key
        dealt[kind] += 1
    director.press(director.seat.link("Take note of several games"))
    director.read(page.locator("main"))
    director.press(director.seat.button("Take note of the ticked games"))
    assert number_waiting(full.dirk, at=full.now) == 0
    director.read(page.locator(".desk"))
    assert dealt == {"claim": 10, "irregularity": 5, "report": 5, "request": 10}
    minutes = director.seconds / 60
    print(f"{director.seat.width} pixels: {dict(director.taken)}, {minutes:.1f} minutes")  # noqa: T201 - numbers
    assert director.taken["pages"] <= 35, "one for a card, two where conduct is judged, three besides"
    assert director.taken["presses"] <= 34, "one for a card, two where conduct is judged, two for all the ends"
    assert director.seconds < ELEVEN_MINUTES
