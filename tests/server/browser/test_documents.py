"""What comes by letter, in browsers: entered by the director, reported as a file, contested, penalised, played anew."""

import io
from datetime import timedelta

import pytest
from PIL import Image
from playwright.sync_api import expect

from slowmate.play import clocks
from slowmate.play.events import Misconduct
from slowmate.play.terms import Terms, Transmission
from slowmate.server.correspondence import services as correspondence
from slowmate.server.games.models import Document, Game
from slowmate.server.games.services import games, playing, postal
from slowmate.server.people.models import Player
from slowmate.server.site import clock
from tests.server.browser.test_desk import People, look
from tests.server.browsing import DESK, PHONE, Seats
from tests.support.events import put_into
from tests.support.people import game

pytestmark = pytest.mark.django_db(transaction=True)

BOTH = pytest.mark.parametrize("seats", [DESK, PHONE], indirect=True, ids=["desk", "phone"])
DAY = timedelta(days=1)
PGN = b'[Event "Postal Cup"]\n[Result "1/2-1/2"]\n\n1. e4 {by letter} e5 2. Nf3 Nc6 1/2-1/2\n'


def by_post(people: People, black: Player, *moves: str) -> Game:
    at = clock.now() - 20 * DAY
    terms = Terms(starts=at, time_control=clocks.Classic(), transmission=Transmission.POST)
    row = games.start(people.anna.player, black, terms, at=at, director=people.dirk)
    put_into("Postal Cup", row)
    for number, move in enumerate(moves):
        sent = at + (number + 1) * DAY
        row = postal.record_move(row.pk, move, sent=sent, received=None, actor=people.dirk, at=sent)
    return row


def scan() -> bytes:
    packed = io.BytesIO()
    Image.new("RGB", (1200, 1600), "ivory").save(packed, "PNG")
    return packed.getvalue()


@BOTH
def test_a_director_enters_a_resignation_by_letter_with_its_scan(seats: Seats) -> None:
    people = People()
    row = by_post(people, Player.objects.create(name="Pavel Dvořák"), "e4", "e5")
    dirk, anna = seats(people.dirk), seats(people.anna)
    page = dirk.open(row)
    page.get_by_text("Enter for Pavel Dvořák, who has no account").click()
    look(page, width=dirk.width)
    dirk.link("The player resigns").click()
    expect(page.get_by_role("heading", name="The player resigns")).to_be_visible()
    look(page, width=dirk.width)
    dirk.button("Enter it").click()  # the browser asks for the document
    assert Game.objects.get().status == Game.Status.RUNNING
    page.get_by_label("The document you hold").fill("letter of 3 May, postmarked Brno 4 May")
    page.get_by_label("The document, scanned or as a file").set_input_files(
        {"name": "letter.png", "mimeType": "image/png", "buffer": scan()}
    )
    dirk.button("Enter it").click()
    expect(page.get_by_text("It is entered for Pavel Dvořák.")).to_be_visible()

    page = anna.open(row)
    page.evaluate("location.hash = 'journal'")  # a tab on a phone
    expect(page.get_by_text("Entered by Dirk Director for Pavel Dvořák, who had no account.").first).to_be_visible()
    look(page, width=anna.width)
    with page.expect_download() as found:
        anna.link("letter.png").click()
    kept = Document.objects.get(words__startswith="letter")
    assert found.value.suggested_filename == f"document-{kept.pk}.jpg"


@BOTH
def test_both_report_another_result_and_the_director_corrects_it(seats: Seats) -> None:
    people = People()
    row = by_post(people, people.ben.player, "e4", "e5", "Nf3", "Nc6")
    playing.resign(row.pk, actor=people.ben, at=clock.now())
    for user in (people.anna, people.ben):
        seat = seats(user)
        page = seat.goto(f"/games/{row.pk}/post/report-game")
        page.get_by_label("½-½").check()
        page.get_by_label("Or a PGN file, which counts instead of the box").set_input_files(
            {"name": "game.pgn", "mimeType": "application/x-chess-pgn", "buffer": PGN}
        )
        look(page, width=seat.width)
        seat.button("Yes, this is the game").click()
        expect(page.get_by_text("Your report is recorded.")).to_be_visible()
    dirk = seats(people.dirk)
    page = dirk.goto("/desk")
    expect(page.get_by_text("Black reported the game: ½‑½.")).to_be_visible()
    look(page, width=dirk.width)
    dirk.link("Correct the result").click()
    expect(page.get_by_label("½-½")).to_be_checked()
    page.get_by_label("Reason (both players read it)").fill("Both report it so.")
    look(page, width=dirk.width)
    dirk.button("Decide").click()
    expect(page.get_by_text("Decided. Both players are told.")).to_be_visible()
    assert Game.objects.get().result == "1/2-1/2"
    page = dirk.goto(f"/games/{row.pk}/scoresheet")
    expect(page.get_by_text("In numeric notation.")).to_be_visible()
    look(page, width=dirk.width)


@BOTH
def test_offers_again_and_again_are_reported_counted_and_penalised(seats: Seats) -> None:
    people, at = People(), clock.now()
    row = game(people.anna, people.ben, director=people.dirk, at=at)
    for number, (white, black) in enumerate([("Nf3", "Nf6"), ("Ng1", "Ng8")] * 2):
        playing.make_move(row.pk, white, actor=people.anna, at=at)
        playing.make_move(row.pk, black, actor=people.ben, at=at, offer=number > 0)
    anna, dirk = seats(people.anna), seats(people.dirk)
    page = anna.goto(f"/games/{row.pk}/report")
    page.get_by_label("My opponent's conduct").check()
    page.get_by_label("If it is your opponent's conduct: what is it?").select_option(Misconduct.OFFERS)
    page.get_by_label("What do you ask of the director?").fill("He asks with every move.")
    look(page, width=anna.width)
    anna.button("Send to the director").click()
    page = dirk.goto("/desk")
    expect(page.get_by_text("Black offered a draw with 3 of the last 4 own moves.")).to_be_visible()
    look(page, width=dirk.width)
    dirk.link("Penalise misconduct").click()
    expect(page.get_by_label("Penalty", exact=True)).to_have_value("penalty days")
    page.get_by_text("The scale of penalties, and offers of a draw").click()
    expect(page.get_by_text("Found to have misbehaved 0 times before.").first).to_be_visible()
    look(page, width=dirk.width)
    page.get_by_label("Days, if the penalty is days").fill("3")
    page.get_by_label("Reason (both players read it)").fill("One offer is enough until the position has changed.")
    dirk.button("Decide").click()
    expect(page.get_by_text("Decided. Both players are told.")).to_be_visible()
    correspondence.report(row, "again", misconduct=Misconduct.OFFERS, actor=people.anna, at=clock.now())
    page = dirk.goto(f"/games/{row.pk}/decide?what=judge-conduct")
    expect(page.get_by_text(": repetitive draw offers (penalty days)")).to_be_visible()
    look(page, width=dirk.width)


@BOTH
def test_reversed_colours_lead_to_the_new_game(seats: Seats) -> None:
    people = People()
    row = by_post(people, people.ben.player, "e4", "e5")
    dirk, ben = seats(people.dirk), seats(people.ben)
    page = dirk.goto(f"/games/{row.pk}/decide?what=correct-colours")
    page.get_by_label("Reason (both players read it)").fill("They are paired the other way round.")
    dirk.button("Decide").click()
    expect(page.get_by_text("Decided. Both players are told.")).to_be_visible()
    page = ben.open(row)
    look(page, width=ben.width)
    ben.link("The new game with the correct colours").click()
    expect(page.get_by_text("It is your turn.")).to_be_visible()
    look(page, width=ben.width)
    ben.link("The game that was discontinued, with the colours reversed").click()
    page.wait_for_url(f"**/games/{row.pk}")


@BOTH
def test_what_was_no_illegal_move_is_dismissed_at_the_desk(seats: Seats) -> None:
    people = People()
    row = by_post(people, people.ben.player, "e4", "e5", "Ke3")
    dirk = seats(people.dirk)
    page = dirk.goto("/desk")
    look(page, width=dirk.width)
    dirk.link("Find no illegal move in what was sent").click()
    page.get_by_label("Reason (both players read it)").fill("I mistyped it.")
    look(page, width=dirk.width)
    dirk.button("Decide").click()
    expect(page.get_by_text("Decided. Both players are told.")).to_be_visible()
    assert not Game.objects.get(pk=row.pk).awaits_director
