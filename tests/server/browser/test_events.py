"""Events and sections in a browser: no barriers, nothing wider than a phone, and a crosstable that can be used."""

from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event
from slowmate.server.events.services.steps import by_server, decide
from slowmate.server.events.views.sections import TABS
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock
from tests.server.browser.test_pages import serious
from tests.server.browser.test_phone import BROKEN
from tests.server.browsing import Seat, Seats, wide
from tests.support import events
from tests.support.effort import COLOUR_SCHEMES
from tests.support.people import account, person

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Bartholomäus-Maximilian von und zu Hohenlohe-Waldenburg-Schillingsfürst"
ENDLESS = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"


class Life:
    """An event that is open, a section that runs, one that is over, a double one and one of teams."""

    def __init__(self) -> None:
        at = clock.now()
        start = at.date() - timedelta(days=20)
        director = person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
        players = [self._player(number) for number in range(13)]
        self.me = account(players[2])
        some = {pair: Result.DRAW for place, pair in enumerate(events.every_result(13)) if place % 2}
        stage = events.event("grandmaster-norm", name="Grandmaster Norm 12", start=start)
        self.running = events.section(stage, players, some, director=director)
        decide("start", by_server(at), event=stage, section=self.running)
        won = dict.fromkeys(events.every_result(5), Result.WHITE_WINS)
        over: dict[str, Any] = {"state": "finished", "ended": at.date()}
        self.over = events.section(stage, players[:5], won, director=director, **over)
        double = events.event("open", name=ENDLESS, start=start, games_per_pairing=2)
        self.double = events.section(double, players[:5], {(1, 2): Result.DRAW})
        ups = {"Czechia": players[:2], LONG[:60]: players[2:4], "Poland": players[4:6]}
        self.teams = events.team_section(events.event("olympiad-final", name="Olympiad", start=start), ups, some)
        soon = {"start": at.date() + timedelta(days=60), "deadline": at.date() + timedelta(days=9)}
        self.open = events.event("world-championship-semi-final", name=LONG, state=Event.State.OPEN, fee=10, **soon)

    def _player(self, number: int) -> Player:
        player = person({1: LONG, 3: ENDLESS}.get(number, f"Player Number {number}")).player
        player.federation, player.title = ("CZE", "ENG", "FIN", "GER", "USA")[number % 5], "SIM" if number % 3 else ""
        player.rating, player.rating_games = 2400 + 10 * number, 100
        player.save()
        return player

    def pages(self) -> list[tuple[User | None, str]]:
        tabs = [f"/sections/{self.running.pk}/{tab}" for tab in TABS if tab != "table"]
        sections = [f"/sections/{row.pk}" for row in (self.running, self.over, self.double, self.teams)]
        all_ = ["/", "/events", f"/events/{self.open.pk}", f"/events/{self.running.event_id}", *sections, *tabs]
        all_ += [f"/players/{self.me.player.pk}"]
        return [(None, path) for path in all_] + [(self.me, path) for path in ("/events", sections[0], all_[2])]


def open_all(seat: Seat, path: str) -> None:
    seat.goto(path).evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


@pytest.mark.parametrize("scheme", COLOUR_SCHEMES)
def test_no_page_of_events_has_a_serious_barrier(seats: Seats, scheme: str) -> None:
    life, held, wrong = Life(), dict[User | None, Seat](), list[str]()
    for user, path in life.pages():
        seat = held.get(user) or held.setdefault(user, seats(user, color_scheme=scheme, reduced_motion="reduce"))
        open_all(seat, path)
        wrong += serious(seat.page, rules=["color-contrast"] if scheme == "dark" else None)
    assert wrong == [], "\n".join(map(str, wrong))


def test_no_page_of_events_is_wider_than_a_phone_of_320_pixels_or_breaks_a_word_of_ordinary_length(
    seats: Seats,
) -> None:
    life, held, wrong = Life(), dict[User | None, Seat](), list[tuple[str, str]]()
    for user, path in life.pages():
        seat = held.get(user) or held.setdefault(user, seats(user, viewport={"width": 320, "height": 640}))
        open_all(seat, path)
        if (found := wide(seat.page)) > 320:
            wrong.append((path, f"{found} pixels"))
        wrong += [(path, word) for word in seat.page.evaluate(BROKEN)]
    assert wrong == [], "\n".join(map(str, wrong))


def test_on_a_phone_the_ranking_comes_first_and_the_grid_scrolls_under_the_names(seats: Seats) -> None:
    life = Life()
    page = seats(None, viewport={"width": 360, "height": 740}).goto(f"/sections/{life.running.pk}")
    ranking, grid = page.locator(".ranking"), page.locator(".grid").first
    expect(ranking).to_be_visible()
    above, below = ranking.bounding_box(), grid.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"]
    name = page.locator(".crosstable tbody .who").first
    before = name.bounding_box()
    grid.evaluate("(one) => { one.scrollLeft = 200; }")
    assert grid.evaluate("(one) => one.scrollLeft") == 200
    assert name.bounding_box() == before, "the name stays where it is"


def test_on_a_desk_a_cell_says_what_it_is_when_it_has_the_focus_and_leads_to_its_game(seats: Seats) -> None:
    life = Life()
    page = seats(life.me, java_script_enabled=False).goto(f"/sections/{life.running.pk}")
    expect(page.locator(".ranking")).to_be_hidden()
    expect(page.locator(".crosstable .mine")).to_contain_text("Player Number 2")
    page = seats(life.me).goto(f"/sections/{life.running.pk}")
    cell = page.locator(".crosstable .cell a").first
    cell.focus()
    words = cell.get_attribute("aria-label") or ""
    assert "against" in words
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    said = cell.evaluate("(one) => getComputedStyle(one, '::after').content")
    assert words in said
    cell.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("–")
