"""Games between people at their browsers, from the challenge to the end."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from slowmate.board import Position
from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.server.games.models import Game
from slowmate.server.games.services import playing
from slowmate.server.jobs.sweep import sweep
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.browsing import DESK, PHONE, Seats, picture
from tests.support.people import game, person

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)


@pytest.mark.parametrize("seats", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")], indirect=True)
def test_two_people_play_from_challenge_to_mate(seats: Seats) -> None:
    anna, ben = person("Anna Nováková"), person("Ben Black")
    white, black = seats(anna), seats(ben)
    white.goto("/challenges")
    white.page.get_by_label("Opponent", exact=True).fill("Ben Black")
    white.page.get_by_label("Your colour").select_option("white")
    white.page.get_by_label("A word to your opponent").fill("Amici sumus")
    white.button("Challenge").click()
    expect(white.page.locator(".notices")).to_contain_text("Your challenge is made")

    black.goto("/")
    expect(black.page.get_by_role("heading", name="You are challenged")).to_be_visible()
    black.link("Answer").click()
    expect(black.page.get_by_text("Amici sumus", exact=False).first).to_be_visible()
    black.link("Accept and play").click()
    expect(black.page.locator(".facts")).to_contain_text("You play Black")
    black.button("Accept and play").click()
    expect(black.page.locator(".notices")).to_contain_text("The game begins")
    row = Game.objects.get()

    white.goto("/games")
    white.link("Next game").click()
    for number, (mover, other, departure, arrival) in enumerate(
        [(white, black, "f2", "f3"), (black, white, "e7", "e5"), (white, black, "g2", "g4"), (black, white, "d8", "h4")]
    ):
        mover.open(row)
        mover.move(departure, arrival)
        other.open(row)
        if number == 2:
            picture(other.page, "game-phone" if other.has_touch else "game-short")
    for seat in (white, black):
        seat.open(row)
        expect(seat.page.locator(".result .score")).to_contain_text("0‑1")
        expect(seat.page.locator(".result")).to_contain_text("Checkmate: Black wins.")
        expect(seat.page.locator(".result .chip")).to_have_text("clause 5.1.1")
        expect(seat.page.locator("#move-form")).to_have_count(0)
    row.refresh_from_db()
    assert (row.result, row.termination, row.plies) == ("0-1", "checkmate", 4)


def test_a_move_is_made_only_after_a_second_deliberate_step(seats: Seats) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, at=clock.now())
    seat = seats(anna)
    seat.open(row)
    seat.drag("e2", "e4")
    expect(seat.page.locator("#move")).to_have_value("e2e4")
    seat.button("Put it back").click()
    expect(seat.page.locator("#move")).to_have_value("")
    seat.drag("d2", "d4")
    seat.button("Submit").dblclick()
    expect(seat.page.get_by_role("heading", name="Is this your move?")).to_be_visible()
    expect(seat.page.locator(".the-move")).to_have_text("d4")
    picture(seat.page, "look-again")
    row.refresh_from_db()
    assert row.plies == 0
    seat.link("Back, I want to think").click()
    row.refresh_from_db()
    assert row.plies == 0
    seat.type_move("5254")
    row.refresh_from_db()
    assert row.last_move == "e4"


def test_a_draw_is_offered_with_a_move_and_accepted(seats: Seats) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", at=clock.now())
    black, white = seats(ben), seats(anna)
    black.open(row)
    black.page.get_by_label("Your move").fill("e5")
    black.page.get_by_label("offer a draw with this move").check()
    black.submit_and_accept()
    white.open(row)
    expect(white.page.get_by_text("Your opponent offers a draw.")).to_be_visible()
    white.link("Accept the draw").click()
    white.button("Yes, a draw").click()
    expect(white.page.locator(".result .score")).to_contain_text("½‑½")
    expect(white.page.locator(".result")).to_contain_text("White accepted the draw (moves by each: 1).")


def test_an_offer_too_early_is_not_offered_and_says_why(seats: Seats) -> None:
    row = game(anna := person(), person(), at=clock.now())
    seat = seats(anna)
    seat.open(row)
    expect(seat.page.get_by_label("offer a draw with this move")).to_have_count(0)
    seat.page.get_by_text("A draw cannot be offered with this move").click()
    expect(seat.page.get_by_text("No draw before both players have made a move.")).to_be_visible()


def test_a_claim_is_refused_and_a_later_one_granted(seats: Seats) -> None:
    anna, ben = person("Anna"), person("Ben")
    shuffle = ("Nf3", "Nf6", "Ng1", "Ng8")
    row = game(anna, ben, *shuffle, at=clock.now())
    seat = seats(anna)
    seat.open(row)
    seat.link("Claim").click()
    expect(seat.page.get_by_text("The position on the board has occurred 2 times.")).to_be_visible()
    seat.page.get_by_label("The same position for the third time").check()
    seat.button("Claim").click()
    expect(seat.page.locator(".notices")).to_contain_text("Your claim is not right")
    first = seat.page.locator(".game-journal li").first
    expect(first).to_contain_text("Claim by White refused: the position has occurred three times")
    expect(first).to_contain_text("Times the position has occurred: 2. Needed: 3.")
    expect(first).to_contain_text("stands as an offer of a draw")
    for number, move in enumerate(shuffle):
        playing.make_move(row.pk, move, actor=(anna, ben)[number % 2], at=clock.now())
    seat.open(row)
    seat.link("Claim").click()
    seat.page.get_by_label("The same position for the third time").check()
    picture(seat.page, "claim")
    seat.button("Claim").click()
    expect(seat.page.locator(".notices")).to_contain_text("Your claim is right")
    expect(seat.page.locator(".result")).to_contain_text("is correct: the game is drawn.")


def test_a_claim_with_the_intended_move_is_granted_for_the_position_after_it(seats: Seats) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", at=clock.now())
    seat = seats(ben)
    seat.goto(f"/games/{row.pk}/claim")
    seat.page.get_by_label("The same position for the third time").check()
    seat.page.get_by_label("With the move you intend").fill("Ng8")
    seat.button("Claim").click()
    expect(seat.page.locator("#board[data-ready]")).to_be_visible()
    expect(seat.page.locator(".the-move")).to_have_text("Ng8")
    seat.button("Claim with Ng8").click()
    expect(seat.page.locator(".result .score")).to_contain_text("½‑½")


def test_a_claim_on_the_endgame_tables_wins(seats: Seats) -> None:
    at = clock.now()
    terms = Terms(starts=at, time_control=clocks.Classic(), fen="8/8/8/4k3/8/8/4P3/4KQ2 w - - 0 1")
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, at=at, terms=terms)
    seat = seats(anna)
    seat.open(row)
    seat.link("Claim").click()
    seat.page.get_by_label("The endgame tables give me a win").check()
    seat.button("Claim").click()
    expect(seat.page.locator(".result .score")).to_contain_text("1‑0")
    expect(seat.page.locator(".result")).to_contain_text("claimed a win by the tables")


def test_a_flag_falls_when_the_time_is_up(seats: Seats) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, control=clocks.FixedDays(days=3), at=clock.now())
    seat = seats(anna)
    seat.open(row)
    expect(seat.page.locator(".clock.mine")).to_contain_text("You have until")
    with clock.shifted(3 * DAY + timedelta(minutes=1)):
        assert sweep(at=clock.now()) == 1
        seat.goto(f"/games/{row.pk}")
        expect(seat.page.locator("#board")).to_have_count(0)  # no move was made
        expect(seat.page.locator(".result .score")).to_contain_text("0‑1")
        expect(seat.page.locator(".result")).to_contain_text("The flag of White fell on")
        expect(seat.page.locator(".result")).to_contain_text("White loses on time.")


def test_leave_rests_the_clock_in_every_game_and_is_refused_beyond_its_days(seats: Seats) -> None:
    anna, ben = person("Anna"), person("Ben")
    now = clock.now()
    row = game(anna, ben, at=now)
    seat = seats(anna)
    seat.goto("/leave")
    today = now.date()
    seat.page.get_by_label("First day").fill(today.isoformat())
    seat.page.get_by_label("Last day").fill((today + 70 * DAY).isoformat())
    seat.button("Take leave").click()
    expect(seat.page.locator(".error")).to_contain_text("are too many")
    seat.goto("/leave")
    seat.page.get_by_label("First day").fill(today.isoformat())
    seat.page.get_by_label("Last day").fill((today + 6 * DAY).isoformat())
    seat.button("Take leave").click()
    expect(seat.page.locator(".notices")).to_contain_text("Leave is registered in 1 game.")
    picture(seat.page, "leave")
    seat.open(row)
    expect(seat.page.locator(".clock.mine")).to_contain_text("on leave until")
    expect(seat.page.get_by_text("You cannot move now.")).to_be_visible()
    expect(seat.page.locator(".status")).to_contain_text("White is on leave from")
    seat.goto("/leave")
    seat.button("I am back: end this leave").click()
    seat.open(row)
    seat.type_move("e4")


def test_castling_in_chess960_is_the_king_on_to_his_rook(seats: Seats) -> None:
    number, departure, arrival = next(_castling_at_once())
    anna, ben = person("Anna"), person("Ben")
    at = clock.now()
    row = game(anna, ben, at=at, terms=Terms(starts=at, time_control=clocks.Classic(), chess960=number))
    seat = seats(anna)
    seat.open(row)
    expect(seat.page.locator(".game-head")).to_contain_text(f"Chess960 {number}")
    seat.hit(departure)
    expect(seat.page.locator("#board square.move-dest")).not_to_have_count(0)
    seat.hit(arrival)
    expect(seat.page.locator("#move")).to_have_value(departure + arrival)
    seat.submit_and_accept()
    row.refresh_from_db()
    assert row.last_move in ("0-0", "0-0-0")


def _castling_at_once() -> Iterator[tuple[int, str, str]]:
    for number in range(960):
        position = Position.chess960(number)
        for move in position.legal_moves():
            if position.algebraic(move).startswith("0-0"):
                yield number, move.departure, move.arrival


def test_a_conditional_move_is_shown_as_a_tree_and_fires(seats: Seats) -> None:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, "e4", "e5", at=clock.now())
    white, black = seats(anna), seats(ben)
    black.open(row)
    black.link("Conditional moves").click()
    lines = black.page.get_by_label("Lines: the opponent's move", exact=False)
    lines.fill("Nf3 Nc6 Bb5 a6\nNf3 Nc6 Bc4 Bc5\nf4 exf4 Nf3 Nf9")
    black.button("Bind me to these").click()
    expect(black.page.locator(".error")).to_contain_text("Nf9 cannot be played: a move is written like")
    lines.fill("2. Nf3 Nc6 3. Bb5 a6\nNf3 Nc6 Bc4 Bc5\nf4 exf4")
    black.button("Bind me to these").click()
    tree = black.page.locator(".tree")
    expect(tree.locator("li")).to_have_count(4)
    expect(tree.locator("li li").first).to_have_text("if 3. Bb5, then a6")
    picture(black.page, "conditional-moves")
    white.open(row)
    expect(white.page.locator("#journal")).not_to_contain_text("conditional")
    white.move("g1", "f3")
    expect(white.page.locator("#move-list li").last).to_contain_text("Nc6")
    expect(white.page.locator("#move-list li").last).to_contain_text("conditional")
    expect(white.page.get_by_text("It is your turn.")).to_be_visible()
    black.open(row)
    expect(black.page.locator(".tree > li")).to_have_count(2)


def test_a_director_penalises_and_both_players_read_why(seats: Seats) -> None:
    anna, ben = person("Anna"), person("Ben")
    dirk = person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
    row = game(anna, ben, "e4", director=dirk, at=clock.now())
    desk = seats(dirk)
    desk.open(row)
    desk.link("Decide as director").click()
    picture(desk.page, "decisions")
    desk.link("Charge penalty days").click()
    desk.page.get_by_label("Reason").fill("Analysis was sent with the move.")
    desk.page.get_by_role("radio", name="Ben").check()
    desk.page.get_by_role("spinbutton", name="Days").fill("5")
    picture(desk.page, "decision")
    desk.button("Decide").click()
    expect(desk.page.locator(".notices")).to_contain_text("Both players are told")
    for user in (anna, ben):
        seat = seats(user)
        seat.open(row)
        line = seat.page.locator(".game-journal li").first
        expect(line).to_contain_text("Penalty for Black")
        expect(line).to_contain_text("took 5 days off the clock of Black")
        expect(line).to_contain_text("Analysis was sent with the move.")


def test_a_pawn_becomes_what_the_player_chooses(seats: Seats) -> None:
    at = clock.now()
    terms = Terms(starts=at, time_control=clocks.Classic(), fen="8/P6k/8/8/8/8/p6K/8 w - - 0 1")
    row = game(anna := person(), person(), at=at, terms=terms)
    seat = seats(anna)
    seat.open(row)
    seat.hit("a7")
    seat.hit("a8")
    dialog = seat.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    seat.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(seat.page.locator("#move")).to_have_value("")
    seat.hit("a7")
    seat.hit("a8")
    dialog.get_by_role("button", name="rook").click()
    expect(seat.page.locator("#move")).to_have_value("a7a8r")
    seat.submit_and_accept()
    row.refresh_from_db()
    assert row.last_move == "a8R"


def test_resigning_is_asked_once_more(seats: Seats) -> None:
    row = game(anna := person(), person(), "e4", at=clock.now())
    seat = seats(anna)
    seat.open(row)
    seat.link("Resign").click()
    seat.link("Back").click()
    seat.link("Resign").click()
    seat.button("Yes, I resign").click()
    expect(seat.page.locator(".result")).to_contain_text("White resigned.")
