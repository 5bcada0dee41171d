"""Events of the families that are not stages of the World Championship, run in browsers from their plan to their end.

Each is planned with regulations of its own: they stand on its page, they are in force in its games, and the games cite
them.
"""

import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from slowmate.play import clocks
from slowmate.play.terms import Notation, Terms, Transmission
from slowmate.server.events.models import Event, Right, Section
from slowmate.server.games.models import Game
from slowmate.server.games.repository import state_of
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.browser import test_life_of_events as life
from tests.server.browser.test_life_of_events import Days, People, days
from tests.server.browsing import Seat, Seats
from tests.server.events import organising
from tests.support.people import account, person

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)
__all__ = ["days"]


def draft(seat: Seat, kind: str, name: str, fields: dict[str, str], choices: dict[str, str]) -> Event:
    """Plan an event from the desk on: numbers and days are typed, *choices* are chosen by their words."""
    page = seat.goto("/desk")
    seat.link("Plan an event").first.click()
    seat.link(kind).click()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.get_by_label("Name", exact=True).fill(name)
    for label, value in choices.items():
        if value == "on":
            page.get_by_label(label, exact=True).check()
        else:
            page.get_by_label(label, exact=True).select_option(label=value)
    for label, value in fields.items():
        page.get_by_label(label, exact=True).fill(value)
    life.look(seat)
    seat.button("Save the plan").click()
    expect(page.get_by_text("The plan is saved.")).to_be_visible()
    return Event.objects.get(name=name)


def announce(seat: Seat, event: Event) -> None:
    seat.press_twice("Announce it and open entries")
    expect(seat.page.get_by_text("It is announced, and entries are open.")).to_be_visible()
    event.refresh_from_db()
    life.look(seat)


def divide(seat: Seat, event: Event) -> list[Section]:
    """Divide, confirm, name Dirk Director and post, from the page of the event on."""
    page = seat.goto(f"/events/{event.pk}/run")
    seat.link("Divide into sections").click()
    seat.button("Propose sections").click()
    expect(page.get_by_text("Sections are proposed.")).to_be_visible()
    life.look(seat)
    seat.press_twice("Confirm these sections")
    expect(page.get_by_text("Sections are confirmed.")).to_be_visible()
    sections = list(event.sections.order_by("number"))
    life.post_all(seat, "Dirk Director", len(sections))
    life.look(seat)
    return sections


def games_of(event: Event) -> list[Game]:
    return list(Game.objects.filter(pairing__section__event=event).order_by("pk"))


def terms_of(event: Event) -> list[Terms]:
    return [state_of(game).terms for game in games_of(event)]


def says(page: Page, *words: str) -> None:
    """All of this stands on a page, folded or not."""
    text = " ".join(page.locator("main").evaluate("(one) => one.textContent").split())
    for one in words:
        assert one in text, one


def resign(seat: Seat, game: Game) -> None:
    """Somebody gives up a game on its page."""
    seat.open(game)
    life.look(seat)
    seat.link("Resign").click()
    seat.button("Yes, I resign").click()
    expect(seat.page.locator(".result")).to_contain_text("resigned")


def adjudicate(seat: Seat, game: Game) -> None:
    """The director ends a game by his word: White wins."""
    page = seat.goto(f"/games/{game.pk}/decide")
    seat.link("Adjudicate the game").click()
    page.locator("[name=verdict][value='1-0']").check()
    page.get_by_label("Reason (both players read it)").fill("White is a rook up.")
    seat.button("Decide").click()
    expect(page.get_by_text("Decided. Both players are told.")).to_be_visible()


OPEN_NUMBERS = {
    "Entry fee": "0",
    "Places": "9",
    "Players in a section": "9",
    "Days": "40",
    "Days more for each move": "3",
    "At most on the clock (days)": "70",
    "Days on one move after which they count twice": "15",
    "Days of leave a year": "21",
    "Days of leave that the director may grant": "7",
    "Days of silence that lose a game": "33",
    "Moves before a draw may be offered": "17",
    "Endgame tables up to (men)": "5",
    "50-move rule from (men)": "9",
}
OPEN_CHOICES = {
    "Time": "other: days for the game, and more for each move",
    "everybody may follow the games, three moves behind": "on",
    "Time is counted": "to the second",
    "A clock at zero": "has fallen",
}
OPEN_WORDS = (
    *("40 days and 3 days more for each move", "70 days", "to the second", "15 days", "a clock at zero has fallen"),
    *("21 days a year, and 7 days", "33 days pass", "after 17 moves by each player", "up to 5 men", "at least 9 men"),
    *("everybody may follow the games, three moves behind", "9 places", "9 players in a section"),
)


def test_an_open_is_played_under_the_regulations_of_its_plan(seats: Seats, days: Days) -> None:
    people, today = People(9, first=2000), clock.now().date()
    nils, me, dirk = seats(people.nttc), seats(account(people.players[0])), seats(people.dirk)
    deadline, start = today + 30 * DAY, today + 60 * DAY
    dates = {"Entries until": f"{deadline}", "Start": f"{start}"}
    event = draft(nils, "Open Tournament", "Autumn Open", OPEN_NUMBERS | dates, OPEN_CHOICES)
    announce(nils, event)
    life.enter(me, event)
    life.entered(event, people.players[1:])
    late = seats(account(organising.field(1)[0]))
    life.enter(late, event)
    expect(late.page.get_by_text("waiting list").first).to_be_visible()
    page = seats().goto(f"/events/{event.pk}")
    says(page, *OPEN_WORDS)
    days.until(deadline + DAY)
    (section,) = divide(nils, event)
    days.until(start)
    counting = clocks.Counting(whole_days=False, doubled_after=15, falls_at_zero=True)
    control = clocks.Fischer(40, 3, 70, counting=counting, leave_days=21, extra_leave_days=7, silence=None)
    for terms in terms_of(event):
        assert isinstance(terms.time_control, clocks.Fischer)
        assert replace(terms.time_control, silence=None) == control
        assert terms.time_control.silence
        assert terms.time_control.silence.days == 33
        assert (terms.draw_after, terms.tablebase_pieces, terms.fifty_moves_from) == (17, 5, 9)
    games = games_of(event)
    assert all(game.is_shown_live for game in games)
    mine = next(game for game in games if game.white_id == people.players[0].pk)
    expect(seats().goto(f"/games/{mine.pk}").get_by_role("heading", level=1)).to_contain_text("–")
    page = me.goto(f"/games/{mine.pk}")
    says(page, "40 days and 3 days more for each move", "21 days of leave left this year")
    page.get_by_role("link", name="40 days and 3 days more for each move").click()
    expect(page).to_have_url(f"{me.address}/events/{event.pk}#announcement")
    resign(me, mine)
    adjudicate(
        dirk, next(game for game in games if me.user and me.user.player.pk not in (game.white_id, game.black_id))
    )
    days.until(start + 20 * DAY)
    days.over(section)
    life.settle_all(nils, section, section.consequences.count())
    event.refresh_from_db()
    assert event.state == Event.State.SETTLED
    page = me.goto(f"/events/{event.pk}")
    life.look(me)
    says(page, "won by")


def test_a_thematic_tournament_by_post_starts_from_moves_that_were_typed(seats: Seats, days: Days) -> None:
    people, today = People(7, first=2000), clock.now().date()
    nils, me = seats(people.nttc), seats(account(people.players[0]))
    deadline, start = today + 30 * DAY, today + 60 * DAY
    fields = {
        "Entries until": f"{deadline}",
        "Start": f"{start}",
        "Starting position": "1. e4 e5 2. f4",
        "Entry fee": "0",
        "Players in a section": "7",
        "Days proposed for an illegal move": "8",
    }
    choices = {"by post": "on", "Notation of games by post": "algebraic"}
    event = draft(nils, "Thematic Tournament", "King's Gambit", fields, choices)
    announce(nils, event)
    life.enter(me, event)
    life.entered(event, people.players[1:])
    page = seats().goto(f"/events/{event.pk}")
    says(
        page,
        "by post",
        "algebraic",
        "8 days",
        "Black moves first",
        "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq",
    )
    expect(page.locator(".small-board piece.pawn")).to_have_count(16)
    days.until(deadline + DAY)
    (section,) = divide(nils, event)
    days.until(start)
    for terms in terms_of(event):
        assert (terms.fen or "").startswith("rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b")
        assert (terms.transmission, terms.notation, terms.penalty_days) == (Transmission.POST, Notation.ALGEBRAIC, 8)
    page = me.open(next(game for game in games_of(event) if game.white_id == people.players[0].pk))
    life.look(me)
    days.until(start + 20 * DAY)
    days.over(section)
    life.settle_all(nils, section, section.consequences.count())
    page = seats().goto(f"/sections/{section.pk}/games")


@pytest.mark.parametrize(
    ("words", "many"),
    [("one for all games, drawn by lot", 1), ("one for each pair of players, drawn by lot", 15)],
    ids=["one for all", "one for each pair"],
)
def test_a_chess960_tournament_starts_from_what_was_drawn(seats: Seats, days: Days, words: str, many: int) -> None:
    people, today = People(7, first=2000), clock.now().date()
    nils, me = seats(people.nttc), seats(account(people.players[0]))
    deadline, start = today + 30 * DAY, today + 60 * DAY
    fields = {"Entries until": f"{deadline}", "Start": f"{start}", "Entry fee": "0", "Players in a section": "7"}
    event = draft(nils, "Chess960 Tournament", "Winter 960", fields, {words: "on"})
    announce(nils, event)
    life.enter(me, event)
    life.entered(event, people.players[1:])
    says(seats().goto(f"/events/{event.pk}"), "Chess960", "drawn by lot")
    days.until(deadline + DAY)
    (section,) = divide(nils, event)
    days.until(start)
    drawn = [terms.chess960 for terms in terms_of(event)]
    assert len(drawn) == 21
    assert (len(set(drawn)) == 1) if many == 1 else (len(set(drawn)) > many)
    page = me.open(next(game for game in games_of(event) if game.white_id == people.players[0].pk))
    life.look(me)
    says(page, "Chess960")
    life.verify(seats(), section, Path(tempfile.mkdtemp()))
    days.until(start + 20 * DAY)
    days.over(section)
    life.settle_all(nils, section, section.consequences.count())


def test_the_winner_of_a_promotion_class_goes_up(seats: Seats, days: Days) -> None:
    people, today = People(0), clock.now().date()
    players = organising.field(7, first=1950)
    nils, me = seats(people.nttc), seats(account(players[0]))
    deadline, start = today + 30 * DAY, today + 60 * DAY
    fields = {"Entries until": f"{deadline}", "Start": f"{start}", "Entry fee": "5"}
    event = draft(nils, "Higher Class", "Higher Class 2027/01", fields, {})
    announce(nils, event)
    life.enter(me, event)
    life.entered(event, players[1:])
    life.paid(nils, event, 7)
    days.until(deadline + DAY)
    (section,) = divide(nils, event)
    days.until(start)
    days.until(start + 20 * DAY)
    days.over(section)
    life.settle_all(nils, section, section.consequences.count())
    winner = account(section.seats.get(number=1).player)
    right = Right.objects.get(player=winner.player)
    assert right.to == "master-class"
    page = seats(winner).goto("/me")
    expect(page.get_by_text("Master Class").first).to_be_visible()
    page = seats().goto(f"/sections/{section.pk}")
    says(page, "Master Class")


def test_a_federation_holds_its_championship(seats: Seats, days: Days) -> None:
    today = clock.now().date()
    person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
    delegate = person("Dalia Delegate")
    Office.objects.create(user=delegate, kind=Office.Kind.DELEGATE, federation="CZE", begins=today)
    players = organising.field(8)
    for player in players:
        player.federation = "CZE"
        player.save()
    foreigner = organising.field(3)[2]
    dalia, me = seats(delegate), seats(account(players[0]))
    deadline, start = today + 30 * DAY, today + 60 * DAY
    fields = {"Entries until": f"{deadline}", "Start": f"{start}", "Entry fee": "0", "Players in a section": "9"}
    event = draft(dalia, "National Championship", "Czech Championship", fields, {})
    announce(dalia, event)
    page = me.goto(f"/events/{event.pk}/enter")
    life.look(me)
    me.button("Ask to be admitted").click()
    expect(page.get_by_role("heading", name="My entry")).to_be_visible()
    life.look(me)
    life.entered(event, players[1:])
    page = seats(account(foreigner)).goto(f"/events/{event.pk}/enter")
    expect(page.get_by_role("heading", name="You may not enter")).to_be_visible()
    page = dalia.goto(f"/events/{event.pk}/entries")
    life.look(dalia)
    dalia.link("Tick all on this page").click()
    page.get_by_label("With the ticked entries").select_option("admit")
    dalia.button("Do it").click()
    expect(page.get_by_text("Done for 8 entr")).to_be_visible()
    days.until(deadline + DAY)
    (section,) = divide(dalia, event)
    days.until(start)
    days.until(start + 20 * DAY)
    days.over(section)
    life.settle_all(dalia, section, section.consequences.count())
    event.refresh_from_db()
    assert event.state == Event.State.SETTLED
    page = seats().goto("/federations/CZE")
    says(page, "Czech Championship")
    carried = section.consequences.filter(state="done").values_list("player", "value")
    assert set(carried) == {(section.seats.get(number=place).player_id, "master-norm") for place in (1, 2, 3)}
