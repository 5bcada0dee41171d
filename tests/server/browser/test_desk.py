"""A game by post from its arrangement to the director's decision, and a player's request, in browsers."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, Response, expect

from slowmate.board import Colour
from slowmate.play import clocks
from slowmate.play.terms import Terms, Transmission
from slowmate.server.correspondence import services as correspondence
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.services import postal
from slowmate.server.jobs.sweep import sweep
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.browser.test_pages import serious
from tests.server.browsing import DESK, PHONE, Seat, Seats, wide
from tests.support.people import game, person

pytestmark = pytest.mark.django_db(transaction=True)


class People:
    def __init__(self) -> None:
        self.anna, self.ben = person("Anna Nováková"), person("Ben Black")
        self.dirk = person("Dirk Director", offices=(Office.Kind.DIRECTOR,))


def look(page: Page, *, width: int) -> None:
    """A page that nobody is kept out of, and that fits its screen."""
    assert serious(page) == []
    assert wide(page) <= width


def arrange(dirk: Seat) -> Game:
    page = dirk.goto("/desk")
    dirk.link("Arrange a game by post").click()
    page.get_by_label("White", exact=True).fill("Anna Nováková")
    page.get_by_label("Black", exact=True).fill("ben black")
    look(page, width=dirk.width)
    dirk.button("Arrange the game").click()
    expect(page.get_by_text("The game is arranged, and both players are told.")).to_be_visible()
    return Game.objects.get()


@pytest.mark.parametrize("seats", [DESK, PHONE], indirect=True, ids=["desk", "phone"])
def test_a_game_by_post_from_its_arrangement_to_the_directors_decision(seats: Seats) -> None:
    people = People()
    dirk, anna, ben = seats(people.dirk), seats(people.anna), seats(people.ben)
    width = dirk.width
    row = arrange(dirk)

    page = anna.open(row)
    page.get_by_label("Your move", exact=True).fill("5254")
    page.get_by_label("When you sent your move").fill(f"{clock.now():%Y-%m-%dT%H:%M}")
    look(page, width=width)
    anna.page.locator("#submit-move").click()
    expect(page.get_by_role("heading", name="Is this the move?")).to_be_visible()
    look(page, width=width)
    assert Game.objects.get().plies == 0
    anna.button("Enter e4").click()
    expect(page.get_by_text("The move is entered.")).to_be_visible()

    page = ben.open(row)
    expect(page.get_by_label("When you received the last move")).to_be_visible()
    ben.link("Claim that a flag has fallen").click()
    look(page, width=width)
    ben.button("Yes, I claim it").click()
    expect(page.get_by_text("Your claim goes to the director.")).to_be_visible()

    page = dirk.goto("/desk")
    card = page.get_by_role("listitem").filter(has_text="A claim")
    expect(card).to_contain_text("the opponent's flag has fallen")
    expect(card).to_contain_text("Proposed, on these grounds:")
    look(page, width=width)
    dirk.link("Decide otherwise").click()
    page.wait_for_url("**/decide*")
    look(page, width=width)
    dirk.link("Set a clock").click()
    page.wait_for_url("**what=set-clock*")
    look(page, width=width)
    page.go_back()
    dirk.link("Reject the claim of a player").click()
    page.get_by_label("Black: Ben Black").check()
    page.get_by_label("Reason (both players read it)").fill("White still has 50 days.")
    look(page, width=width)
    dirk.button("Decide").click()
    expect(page.get_by_text("Decided. Both players are told.")).to_be_visible()
    expect(ben.goto(f"/games/{row.pk}").locator("#journal")).to_contain_text("White still has 50 days.")


def test_a_players_request_is_answered(seats: Seats) -> None:
    people = People()
    row = game(people.anna, people.ben, "e4", director=people.dirk, at=clock.now())
    anna, dirk = seats(people.anna), seats(people.dirk)
    page = anna.open(row)
    anna.link("Ask the director").click()
    page.get_by_label("I need extra leave").check()
    page.get_by_label("What do you ask of the director?").fill("I am in hospital until Friday.")
    look(page, width=1280)
    anna.button("Send to the director").click()
    expect(page.get_by_text("Not answered yet.")).to_be_visible()
    page = dirk.goto("/desk")
    expect(dirk.button("Grant extra leave")).to_be_visible()
    page.get_by_label("Your answer").fill("Take your time; write again if Friday is too early.")
    dirk.button("Answer").click()
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    expect(anna.goto(f"/games/{row.pk}").locator("#requests")).to_contain_text("Take your time")


@pytest.mark.parametrize("seats", [DESK, PHONE], indirect=True, ids=["desk", "phone"])
def test_a_double_click_decides_once_and_a_slip_of_the_hand_is_asked_about(seats: Seats) -> None:
    people = People()
    row = game(people.anna, people.ben, "e4", control=clocks.FixedDays(days=7), director=people.dirk, at=clock.now())
    dirk = seats(people.dirk)
    width = dirk.width
    page = dirk.goto("/desk")
    dirk.link("All games I direct").click()
    page.get_by_label("Player or event").fill("nováková")
    page.get_by_role("button", name="Search").click()
    look(page, width=width)
    page.get_by_role("link", name="Anna Nováková – Ben Black").click()
    page = dirk.goto(f"/games/{row.pk}/decide?what=penalise")
    page.get_by_label("Black: Ben Black").check()
    page.get_by_label("Penalty days").fill("99")
    page.get_by_label("Reason (both players read it)").fill("The same move twice.")
    dirk.button("Decide").click()
    expect(page.get_by_role("alert")).to_contain_text("takes all of it")
    look(page, width=width)
    page.get_by_label("Penalty days").fill("2")
    dirk.button("Decide").dblclick()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page = dirk.goto(f"/games/{row.pk}/decide?what=penalise")
    assert GameEvent.objects.filter(game=row, type="penalised").count() == 1
    page.locator("input[name=version]").evaluate("(one) => { one.value -= 1; }")
    page.get_by_label("Black: Ben Black").check()
    page.get_by_label("Reason (both players read it)").fill("The same move twice.")
    dirk.button("Decide").click()
    expect(page.get_by_role("alert").first).to_contain_text("The game has gone on since you looked.")
    expect(page.get_by_text("Penalty for Black")).to_be_visible()
    look(page, width=width)
    assert GameEvent.objects.filter(game=row, type="penalised").count() == 1


def test_all_ends_on_time_are_noted_after_a_look_at_them(seats: Seats) -> None:
    people, past = People(), clock.now() - timedelta(days=5)
    for _ in range(2):
        game(people.anna, people.ben, control=clocks.FixedDays(days=3), director=people.dirk, at=past)
    sweep(at=clock.now())
    dirk = seats(people.dirk)
    page = dirk.goto("/desk")
    dirk.link("Take note of several games").click()
    expect(page.get_by_role("link", name="Anna Nováková – Ben Black")).to_have_count(2)
    look(page, width=1280)
    page.get_by_role("checkbox").last.uncheck()
    dirk.button("Take note of the ticked games").click()
    expect(page.get_by_text("You took note of 1 game.")).to_be_in_viewport()
    expect(page.locator(".desk-line")).to_have_count(1)


def test_keys_go_through_the_desk_and_after_a_decision_the_next_case_has_the_focus(seats: Seats) -> None:
    people, past = People(), clock.now() - timedelta(days=5)
    rows = [
        game(people.anna, people.ben, control=clocks.FixedDays(days=3), director=people.dirk, at=past) for _ in range(3)
    ]
    sweep(at=clock.now())
    page = seats(people.dirk).goto("/desk")
    first, second, third = (page.locator(f"#flag-{row.pk}") for row in rows)
    page.keyboard.press("n")
    expect(second).to_be_focused()
    page.keyboard.press("n")
    expect(third).to_be_focused()
    page.keyboard.press("p")
    expect(second).to_be_focused()
    page.keyboard.press("d")
    expect(second.get_by_role("button", name="Take note")).to_be_focused()
    page.keyboard.press("Enter")
    expect(third).to_be_focused()
    expect(third.locator(".success")).to_have_text("You took note of 1 game.")
    page.get_by_label("Player", exact=True).press("n")
    expect(page.get_by_label("Player", exact=True)).to_have_value("n")
    page.get_by_label("also with keys").uncheck()
    page.keyboard.press("n")
    page.get_by_label("also with keys").check()
    page.keyboard.press("n")
    expect(first).to_be_focused()


@pytest.mark.parametrize("seats", [DESK, PHONE], indirect=True, ids=["desk", "phone"])
def test_a_full_desk_is_cleared_with_a_page_an_item_and_less(seats: Seats) -> None:
    """Claims decided on their cards, reports answered, ends ticked together, and no way back in between."""
    people, now = People(), clock.now()
    terms = Terms(starts=now, time_control=clocks.Classic(), transmission=Transmission.POST)
    for number in range(3):
        white, black = person(f"White {number}"), person(f"Black {number}")
        row = game(white, black, terms=terms, director=people.dirk, at=now)
        postal.claim_flag(row.pk, Colour.WHITE, actor=black, at=now)
        asked = game(white, black, "e4", director=people.dirk, at=now)
        correspondence.report(asked, "Please look.", actor=white, at=now)
        for _ in range(8):
            past = now - timedelta(days=5)
            game(white, black, control=clocks.FixedDays(days=3), director=people.dirk, at=past)
    sweep(at=now)
    dirk = seats(people.dirk)
    loads: list[str] = []
    dirk.page.on("response", lambda answer: loads.append(answer.url) if _is_page(answer) else None)
    page = dirk.goto("/desk")
    lines = page.locator(".desk-line")
    expect(lines).to_have_count(30)
    look(page, width=dirk.width)
    screens = page.evaluate("document.querySelector('.desk').scrollHeight / 900")
    assert screens < (3 if dirk.width > 1000 else 5)
    for left in (29, 28, 27):
        taken = page.locator(".desk .card form[action$='/decide']").first
        expect(taken.locator("[name=reason]")).not_to_have_value("")
        taken.get_by_role("button").click()
        expect(lines).to_have_count(left)
    for left in (26, 25, 24):
        dirk.button("Please play on. If it happens again, write to me.").click()
        expect(lines).to_have_count(left)
    for tick in page.locator(".tick input").all()[:20]:
        tick.check()
    dirk.button("Take note of the ticked games").click()
    expect(lines).to_have_count(4)
    assert page.evaluate("document.querySelectorAll('.tick input:checked').length") == 0
    items = 26
    assert len(loads) <= items
    assert len(loads) == 1 + 3 + 3 + 1, "the next case for a claim and for an answer, one page for twenty ends"


def _is_page(answer: Response) -> bool:
    return answer.request.resource_type == "document" and answer.status == 200
