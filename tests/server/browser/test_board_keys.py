"""The board in hand: its keys, a move that replaces another, an open page when the opponent moves, a phone."""

import pytest
from playwright.sync_api import expect

from slowmate.server.games.services import playing
from slowmate.server.site import clock
from tests.server.browsing import PHONE, Seats
from tests.support.people import game, person

pytestmark = pytest.mark.django_db(transaction=True)

SPANISH = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6")


def test_a_second_move_replaces_the_first_and_escape_puts_it_back(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    seat = seats(anna)
    page, field = seat.open(row), seat.page.locator("#move")
    for departure, arrival, written in (
        ("b5", "a4", "b5a4"),
        ("d2", "d4", "d2d4"),
        ("d4", "d3", "d2d3"),
        ("b5", "c6", "b5c6"),
    ):
        seat.hit(departure)
        seat.hit(arrival)
        expect(field).to_have_value(written)
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(page.locator("#put-back")).to_be_hidden()
    seat.hit("b5")
    seat.hit("a4")
    expect(field).to_have_value("b5a4")
    seat.button("Submit").click()
    expect(page.locator(".the-move")).to_have_text("Ba4")


def test_a_move_that_lies_on_the_board_lies_there_again_after_stepping_through_the_game(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    seat = seats(anna)
    page, field = seat.open(row), seat.page.locator("#move")
    seat.hit("e1")
    seat.hit("g1")
    expect(field).to_have_value("e1g1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#where")).to_have_text("After 3. Bb5")
    page.keyboard.press("End")
    expect(field).to_have_value("e1g1")
    seat.hit("g1")
    seat.hit("f1")
    expect(field).to_have_value("e1f1")


def test_the_keys_of_the_board(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    page, where = (seat := seats(anna)).open(row), seat.page.locator("#where")
    page.keyboard.press("ArrowLeft")
    expect(where).to_have_text("After 3. Bb5")
    for key, said in (
        ("Home", "The start"),
        ("End", "The position now"),
        ("ArrowUp", "The start"),
        ("ArrowDown", "The position now"),
    ):
        page.keyboard.press(key)
        expect(where).to_have_text(said)
    page.keyboard.press("f")
    expect(page.locator("#board.orientation-black, #board .orientation-black").first).to_be_attached()
    page.keyboard.press("?")
    expect(page.get_by_text("puts your move back")).to_be_visible()


def test_the_moves_are_one_stop_of_the_tab_key_and_say_their_dates_on_demand(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    page = seats(anna).open(row)
    stops = page.locator("#move-list a[tabindex='0']")
    expect(stops).to_have_text("a6")
    page.keyboard.press("ArrowLeft")
    expect(stops).to_have_text("Bb5")
    page.keyboard.press("Home")
    expect(stops).to_have_text("e4")
    expect(page.locator("#move-list")).not_to_match_aria_snapshot("- listitem:\n  - time")
    page.get_by_label("with dates and times").check()
    expect(page.locator("#move-list")).to_match_aria_snapshot("- listitem:\n  - time")


def test_without_a_script_the_board_stands_still_as_large_as_with_one(seats: Seats) -> None:
    row = game(person(), ben := person(), *SPANISH[:3], at=clock.now())
    page = seats(ben, java_script_enabled=False).goto(f"/games/{row.pk}?ply=1")
    board = page.get_by_role("img", name="Chessboard; the position is also given in words")
    box = board.bounding_box()
    assert box
    assert box["width"] == pytest.approx(box["height"], abs=1)
    assert box["width"] > 400
    men = board.locator("piece")
    expect(men.first).to_have_class("rook white")
    expect(men.nth(8 * 3 + 3)).to_have_class("pawn white")


def test_analysis_is_written_as_people_write_and_has_its_own_keys(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    seat = seats(anna)
    page, field = seat.open(row), seat.page.locator("#analysis-moves")
    seat.button("Analyse on a board").click()
    for departure, arrival in (("b5", "a4"), ("g8", "f6")):
        seat.hit(departure, board="#analysis-place")
        seat.hit(arrival, board="#analysis-place")
    expect(field).to_have_value("4.Ba4 Nf6")
    page.keyboard.press("ArrowLeft")
    expect(field).to_have_value("4.Ba4")
    page.keyboard.press("ArrowRight")
    expect(field).to_have_value("4.Ba4 Nf6")
    whole = "4.Ba4 Nf6"
    for key, line in (("Home", ""), ("End", whole), ("ArrowUp", ""), ("ArrowRight", "4.Ba4"), ("ArrowDown", whole)):
        page.keyboard.press(key)
        expect(field).to_have_value(line)
    seat.button("One move back").last.click()
    expect(field).to_have_value("4.Ba4")
    seat.button("One move on").last.click()
    expect(field).to_have_value(whole)
    page.keyboard.press("f")
    expect(page.locator("#analysis-place.orientation-black")).to_be_visible()
    expect(page.locator("#board.orientation-white")).to_be_visible()
    expect(page.locator("#where")).to_have_text("The position now")


def test_the_analysis_board_has_the_focus_when_it_opens(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    seat = seats(anna)
    page = seat.open(row)
    page.get_by_role("button", name="Analyse on a board").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#analysis-place")).to_be_focused()


def test_an_open_page_says_that_the_opponent_has_moved(seats: Seats) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", at=clock.now())
    page = seats(anna).open(row)
    playing.make_move(row.pk, "e5", actor=ben, at=clock.now())
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#gone-on")).to_contain_text("Your opponent has moved: e5.")
    page.get_by_role("link", name="Show the game as it is now").click()
    expect(page.locator("#move-list li").last).to_contain_text("e5")


def test_on_a_phone_the_clocks_are_at_the_board_and_the_rest_is_in_tabs(seats: Seats) -> None:
    row = game(anna := person("Anna"), person("Ben"), *SPANISH, at=clock.now())
    seat = seats(anna, **PHONE, java_script_enabled=False)
    page = seat.goto(f"/games/{row.pk}")
    expect(page.locator(".board-clock")).to_have_count(2)
    assert page.locator("header.site").evaluate("(header) => header.offsetHeight") < 70, "one row"
    moves, messages, notes = page.locator("#move-list"), page.locator("#message"), page.locator("#note")
    expect(moves).to_be_visible()
    expect(messages).to_be_hidden()
    page.locator(".tabs").get_by_role("link", name="Messages").click()
    expect(messages).to_be_visible()
    expect(moves).to_be_hidden()
    page.locator(".tabs").get_by_role("link", name="Notes and analysis").click()
    expect(notes).to_be_visible()
    expect(page.locator("#analysis-moves")).to_be_visible()
    expect(messages).to_be_hidden()
    page.locator(".tabs").get_by_role("link", name="Moves").click()
    expect(moves).to_be_visible()


def test_white_and_black_move_side_by_side_and_dates_are_shown_on_demand(seats: Seats) -> None:
    row = game(anna := person(), person(), *SPANISH, at=clock.now())
    page = seats(anna).open(row)
    tops = page.locator("#move-list li").evaluate_all("(items) => items.map((item) => item.offsetTop)")
    assert tops[0] == tops[1] < tops[2] == tops[3] < tops[4] == tops[5]
    page.get_by_label("with dates and times").check()
    expect(page.locator("#move-list .postmark").first).to_be_in_viewport()
    tops = page.locator("#move-list li").evaluate_all("(items) => items.map((item) => item.offsetTop)")
    assert sorted(set(tops)) == tops
