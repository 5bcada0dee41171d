"""The page of a game in a browser: what follows the board, what stays in sight, keys, and a narrow phone in Czech."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Route, expect

from slowmate.play import clocks
from slowmate.server.correspondence.models import Message
from slowmate.server.games.models import Game
from slowmate.server.site import clock
from tests.server.browsing import Seats, wide
from tests.support.people import PASSWORD, game, person

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)
SPANISH = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "0-0", "Be7")
NARROW = {"viewport": {"width": 320, "height": 640}}


def test_the_position_in_words_follows_the_board(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    seat = seats(anna)
    page = seat.open(row)
    words = page.locator("#in-words")
    page.get_by_text("The position in words").click()
    expect(words).to_contain_text("Last move: 5... Be7")
    seat.button("To the start").click()
    expect(words).to_contain_text("bishops c1 f1")
    expect(words).not_to_contain_text("Last move")
    seat.button("One move on").click()
    seat.button("One move on").click()
    expect(words).to_contain_text("Last move: 1... e5")
    seat.button("To the last move").click()
    expect(words).to_contain_text("Last move: 5... Be7")
    page.get_by_text("The position in words").click()
    page.locator("#move-list .san", has_text="Bb5").click()
    page.get_by_text("The position in words").click()
    expect(words).to_contain_text("Last move: 3. Bb5")
    assert words.locator("[aria-live], [role=status]").count() == 0, "the line beside the buttons speaks already"


def test_home_and_end_scroll_the_page_unless_the_buttons_of_the_board_have_the_focus(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    seat = seats(anna, reduced_motion="reduce")
    page = seat.open(row)
    page.keyboard.press("End")
    expect(page.locator("footer")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("h1")).not_to_be_in_viewport()
    page.keyboard.press("Home")
    expect(page.locator("h1")).to_be_in_viewport()
    expect(page.locator("#where")).to_have_text("The position now")
    seat.button("One move back").focus()
    page.keyboard.press("Home")
    expect(page.locator("#where")).to_have_text("The start")


def test_the_key_for_the_next_game_can_be_switched_off_for_good(seats: Seats) -> None:
    anna = person()
    first, second = (game(anna, person(), at=clock.now()) for _ in range(2))
    seat = seats(anna)
    page = seat.open(first)
    switch = page.get_by_label("also with the key n")
    expect(switch).to_be_checked()
    switch.uncheck()
    page.keyboard.press("n")
    seat.open(first)
    expect(switch).not_to_be_checked()
    page.keyboard.press("n")
    page.wait_for_timeout(300)
    assert page.url.endswith(f"/games/{first.pk}")
    switch.check()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(rf"/games/{second.pk}$"))


def test_a_mistyped_variation_and_its_mistake_are_in_sight(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    seat = seats(anna, **NARROW)
    page = seat.open(row)
    page.locator('.tabs [href="#notes"]').click()
    field = page.get_by_label("A variation from here")
    field.fill("Re1 Zz")
    page.get_by_label("What you think of it").fill("slow")
    seat.button("Save variation").click()
    expect(page.locator("#analysis .error")).to_contain_text("Zz cannot be played")
    expect(page.locator("#analysis .error")).to_be_in_viewport()
    expect(page.locator("#analysis .error")).to_be_focused()
    expect(field).to_have_value("Re1 Zz")
    expect(page.get_by_label("What you think of it")).to_have_value("slow")
    seat.button("Analyse on a board").click()
    expect(page.locator("#analysis-place piece").first).to_be_visible()
    expect(field).to_have_value("Re1 Zz")
    field.fill("Re1 b5")
    seat.button("Save variation").click()
    expect(page.get_by_text("Your variation is saved.")).to_be_in_viewport()
    page.locator("#note").fill("Prepare d4.")
    seat.button("Save notes").click()
    expect(page.get_by_text("Your notes are saved.")).to_be_in_viewport()


def test_what_is_half_typed_is_still_there_after_a_move(seats: Seats) -> None:
    row = game(anna := person(), person(), at=clock.now())
    seat = seats(anna)
    page = seat.open(row)
    message, note = page.get_by_label("To your opponent"), page.get_by_label("Only you see them.")
    message.fill("Good luck, and")
    note.fill("The King's Pawn.")
    seat.type_move("e4")
    expect(message).to_have_value("Good luck, and")
    expect(note).to_have_value("The King's Pawn.")
    seat.button("Save notes").click()
    expect(page.get_by_text("Your notes are saved.")).to_be_visible()
    expect(message).to_have_value("Good luck, and")
    message.fill("Good luck, and greetings.")
    seat.button("Send").click()
    expect(page.locator(".messages-list")).to_contain_text("Good luck, and greetings.")
    expect(message).to_have_value("")
    page.reload()
    expect(page.locator("#board[data-ready]")).to_be_visible()
    expect(message).to_have_value("")
    expect(note).to_have_value("The King's Pawn.")


def test_what_was_sent_when_the_session_had_ended_is_still_there_after_signing_in(seats: Seats) -> None:
    row = game(anna := person(), person(), at=clock.now())
    seat = seats(anna)
    page = seat.open(row)
    message, note = page.get_by_label("To your opponent"), page.get_by_label("Only you see them.")
    note.fill("The King's Pawn.")
    message.fill("Good luck.")
    page.context.clear_cookies(name="sessionid")
    seat.button("Send").click()
    page.get_by_label("Email").fill(anna.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".notices .warning")).to_contain_text("what you sent last was not done")
    expect(page).to_have_url(re.compile(rf"/games/{row.pk}$"))
    expect(message).to_have_value("Good luck.")
    expect(note).to_have_value("The King's Pawn.")
    seat.button("Send").click()
    expect(page.locator(".messages-list")).to_contain_text("Good luck.")
    expect(page.locator(".notices .warning")).to_have_count(0)
    expect(message).to_have_value("")
    assert Message.objects.count() == 1


def test_what_is_half_typed_is_still_there_after_the_next_game(seats: Seats) -> None:
    anna = person()
    first, second = game(anna, person(), at=clock.now()), game(anna, person(), at=clock.now())
    seat = seats(anna)
    page = seat.open(first)
    note = page.get_by_label("Only you see them.")
    note.fill("Not to be lost.")
    page.locator("h1").click()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(rf"/games/{second.pk}$"))
    expect(note).to_have_value("")
    seat.open(first)
    expect(note).to_have_value("Not to be lost.")


def test_the_notice_of_a_move_is_not_repeated_when_the_page_is_loaded_again(seats: Seats) -> None:
    row = game(anna := person(), person(), at=clock.now())
    seat = seats(anna)
    page = seat.open(row)
    seat.type_move("1. e4")
    expect(page.locator(".notices")).to_contain_text("Your move is made.")
    expect(page).to_have_url(re.compile(rf"/games/{row.pk}$"))
    page.reload()
    expect(page.locator("#board[data-ready]")).to_be_visible()
    expect(page.locator(".notices")).to_have_count(0)


def test_coordinates_on_a_phone_are_large_enough_and_no_piece_hides_them(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    page = seats(anna, **NARROW).open(row)
    board = page.locator("#board cg-board").bounding_box()
    assert board
    coordinates = page.locator("#board coord")
    assert coordinates.count() == 16
    for one in coordinates.all():
        box = one.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= board["x"] + 1 or box["y"] >= board["y"] + board["height"] - 1
        assert one.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= 12


@pytest.mark.parametrize("left", [timedelta(seconds=30), DAY])
def test_a_game_in_czech_fits_on_a_phone_of_320_pixels(seats: Seats, left: timedelta) -> None:
    anna = person("Anna Nováková-Svobodová", language="cs", zone="Europe/Prague")
    ben = person("Bartholomew Blackwood")
    row = game(anna, ben, control=clocks.FixedDays(days=20), at=clock.now())
    seat = seats(anna, **NARROW)
    with clock.shifted(20 * DAY - left):
        page = seat.open(row)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert wide(page) == 320
        inner = page.locator(".clock.mine .time").bounding_box()
        card = page.locator(".clock.mine").bounding_box()
        assert inner
        assert card
        assert inner["x"] + inner["width"] <= card["x"] + card["width"] - 5


def test_the_longest_line_of_the_moves_stays_inside_its_list_on_a_phone(seats: Seats) -> None:
    anna = person(language="cs")
    row = game(
        anna, person(), *SPANISH, "Re1", "b5", "Bb3", "d6", "c3", "0-0", "h3", "Nb8", "d4", "Nbd7", at=clock.now()
    )
    page = seats(anna, **NARROW).open(row)
    page.locator("#with-times").check()
    overflow = "(list) => [...list.querySelectorAll('.used')].map((one) => one.scrollWidth - one.clientWidth)"
    assert max(page.locator("#move-list").evaluate(overflow)) <= 0
    assert page.locator("#move-list").evaluate("(list) => list.scrollWidth - list.clientWidth") == 0


def test_conditional_moves_are_made_on_the_board(seats: Seats) -> None:
    ben = person("Ben")
    row: Game = game(person("Anna"), ben, "e4", "e5", at=clock.now())
    seat = seats(ben)
    page = seat.goto(f"/games/{row.pk}/conditionals")
    expect(page.locator("#line-steps")).to_be_visible()
    lines = page.get_by_label("Lines: the opponent's move", exact=False)
    for departure, arrival, written in (
        ("g1", "f3", "2.Nf3"),
        ("b8", "c6", "2.Nf3 Nc6"),
        ("f1", "b5", "2.Nf3 Nc6 3.Bb5"),
    ):
        seat.hit(departure)
        seat.hit(arrival)
        expect(lines).to_have_value(written)
    seat.button("Take back").click()
    expect(lines).to_have_value("2.Nf3 Nc6")
    seat.button("Next line").click()
    expect(page.locator("#line-shown")).to_have_text("")
    for departure, arrival, written in (("f2", "f4", "2.f4"), ("e5", "f4", "2.f4 exf4")):
        seat.hit(departure)
        seat.hit(arrival)
        expect(lines).to_have_value(f"2.Nf3 Nc6\n{written}")
    seat.button("Bind me to these").click()
    expect(page.locator(".tree > li")).to_have_count(2)
    expect(page.locator(".tree")).to_contain_text("if 2. f4, then exf4")


def test_a_move_the_server_refuses_is_put_back_and_another_may_be_tried(seats: Seats) -> None:
    ben = person("Ben")
    row = game(person("Anna"), ben, "e4", "e5", at=clock.now())
    seat = seats(ben)
    refused = re.compile(r"/analyse\?.*g1f3")
    seat.page.route(refused, lambda route: route.fulfill(status=422))
    page = seat.goto(f"/games/{row.pk}/conditionals")
    lines = page.get_by_label("Lines: the opponent's move", exact=False)
    with page.expect_response(refused):
        seat.hit("g1")
        seat.hit("f3")
    seat.hit("g1")
    expect(page.locator("#board square.move-dest")).to_have_count(3)
    seat.hit("e2")
    expect(lines).to_have_value("2.Ne2")


def test_lines_typed_before_the_board_has_its_answer_are_not_lost(seats: Seats) -> None:
    ben = person("Ben")
    row = game(person("Anna"), ben, "e4", "e5", at=clock.now())
    seat = seats(ben)
    held: list[Route] = []
    asked = re.compile(r"/analyse\?")
    seat.page.route(asked, lambda route: held.append(route))  # noqa: PLW0108 - Playwright wants a function
    page = seat.goto(f"/games/{row.pk}/conditionals")
    expect(page.locator("#board[aria-busy=true]")).to_be_visible()
    lines = page.get_by_label("Lines: the opponent's move", exact=False)
    lines.type("Nf3 Nc6\n")
    with page.expect_response(asked):
        held[0].continue_()
    page.unroute(asked)
    expect(page.locator("#board")).not_to_have_attribute("aria-busy", "true")
    expect(lines).to_have_value("Nf3 Nc6\n")
    lines.press("Tab")
    seat.hit("f2")
    expect(page.locator("#board square.move-dest")).not_to_have_count(0)
    seat.hit("f4")
    expect(lines).to_have_value("Nf3 Nc6\n2.f4")
