"""Events from their announcement to what follows from them, in browsers, by the people who run, direct and play them.

Games are ended by the director's word in between: nobody plays them here. The worker's steps are taken when their day
has come; whatever an office, a player or a stranger does goes through the pages.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Response, expect

from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, EventEntry, Right, Section
from slowmate.server.events.services import entries
from slowmate.server.jobs.events import look_at_events
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.mail.letters import item_of
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.site import clock
from tests.server.browser.test_pages import serious
from tests.server.browsing import PHONE, Seat, Seats, wide
from tests.server.events import organising
from tests.support.people import account, person

pytestmark = pytest.mark.django_db(transaction=True)

DAY = timedelta(days=1)


class Days:
    """The clock of a test: days pass, and the worker does what is due."""

    def __init__(self, shifts: ExitStack) -> None:
        self._shifts = shifts

    def until(self, day: date) -> None:
        self._shifts.enter_context(clock.shifted(organising.noon(day) - clock.now()))
        look_at_events(at=clock.now())

    def over(self, section: Section) -> None:
        """All games of a section end, who has the lower number wins, and the worker sees it."""
        organising.play(section, on=clock.now().date())
        look_at_events(at=clock.now())


@pytest.fixture
def days() -> Iterator[Days]:
    with ExitStack() as shifts:
        yield Days(shifts)


class People:
    """Who runs and directs, and so many players with their titles."""

    def __init__(self, many: int, *, first: int = 2310) -> None:
        self.ttc = person("Tora Titles", offices=(Office.Kind.TITLE_TOURNAMENTS,))
        self.nttc = person("Nils Nontitle", offices=(Office.Kind.NON_TITLE_TOURNAMENTS,))
        self.dirk = person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
        TitleHeld.objects.create(player=self.dirk.player, title="IA", confirmed=date(2015, 1, 1))
        self.players = organising.masters(many, first=first)


def look(seat: Seat) -> None:
    """A page that fits its window."""
    seat.page.wait_for_load_state()
    assert wide(seat.page) <= seat.width, seat.page.url


def plan(seat: Seat, kind: str, name: str, **fields: str) -> Event:
    """Plan an event of a kind from the desk on, and announce it."""
    page = seat.goto("/desk")
    seat.link("Plan an event").first.click()
    look(seat)
    seat.link(kind).click()
    page.get_by_label("Name", exact=True).fill(name)
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " ").capitalize(), exact=True).fill(value)
    look(seat)
    seat.button("Save the plan").click()
    expect(page.get_by_text("The plan is saved.")).to_be_visible()
    look(seat)
    seat.press_twice("Announce it and open entries")
    expect(page.get_by_text("It is announced, and entries are open.")).to_be_visible()
    return Event.objects.get(name=name)


def enter(seat: Seat, event: Event) -> EventEntry:
    """Enter oneself, from the list of events on."""
    page = seat.goto("/events")
    page.get_by_role("link", name=event.name).first.click()
    look(seat)
    seat.link("Enter").click()
    expect(page.get_by_role("heading", name="You may enter")).to_be_visible()
    look(seat)
    seat.button("Enter").click()
    expect(page.get_by_role("heading", name="My entry")).to_be_visible()
    look(seat)
    assert seat.user
    return EventEntry.objects.get(event=event, player=seat.user.player)


def entered(event: Event, players: Sequence[Player]) -> None:
    """All the others enter too."""
    for player in players:
        entries.enter(event, player, actor=account(player), at=clock.now())


def paid(seat: Seat, event: Event, many: int) -> None:
    """Whoever runs the event notes the fees of all, on the desk of entries."""
    page = seat.goto(f"/events/{event.pk}/run")
    seat.link("Entries").click()
    look(seat)
    seat.link("Tick all on this page").click()
    page.get_by_label("With the ticked entries").select_option("payment")
    seat.button("Do it").click()
    expect(page.get_by_text(f"Done for {many} entr")).to_be_visible()


def post_section(seat: Seat, director: str) -> None:
    """Name the director of a section that stands alone, and post its start list; on its page."""
    page = seat.page
    page.get_by_label("Who directs it").select_option(label=director)
    seat.button("Name").click()
    expect(page.get_by_text("The director is named, and told so.")).to_be_visible()
    look(seat)
    seat.press_twice("Post the start list")
    expect(page.get_by_text("The start list is posted. Its players are told.")).to_be_visible()


def post_all(seat: Seat, director: str, sections: int) -> None:
    """Name one director for all sections, and post all start lists; from the page of the event."""
    page = seat.page
    seat.link("Name directors and post the start lists").click()
    look(seat)
    page.get_by_label("Director of the ticked sections").select_option(label=director)
    seat.button("Name").click()
    expect(page.get_by_text("The director is named, and told so.")).to_be_visible()
    expect(page.get_by_role("cell", name="Dirk Director")).to_have_count(sections)
    seat.press_twice("Post all start lists")
    expect(page.get_by_text("The start lists are posted, and the seed is revealed.")).to_be_visible()


def settle_all(seat: Seat, section: Section, steps: int) -> None:
    """Carry out what follows from a section, from the desk on, and settle it."""
    page = seat.goto("/desk")
    page.locator(f"a[href^='/sections/{section.pk}/run']").first.click()
    expect(page.get_by_role("heading", name="What follows")).to_be_visible()
    look(seat)
    if steps:
        if steps > 1:
            seat.press_twice(f"Carry out all {steps}")
        else:
            seat.button("Carry out").click()
        expect(page.get_by_text("carried out.").first).to_be_visible()
        seat.goto(f"/sections/{section.pk}/run")
    seat.press_twice("Settle the section")
    expect(page.get_by_text("The section is settled.")).to_be_visible()


def told(user: User, kind: str) -> str:
    """What somebody is told by mail: its subject."""
    mail = Mail.objects.filter(user=user, kind=kind).select_related("user__player").order_by("pk").last()
    assert mail is not None, f"{user} is not told: {kind}"
    return item_of(mail, LETTERS).subject


def test_a_norm_section_from_its_announcement_to_the_norms(seats: Seats, days: Days) -> None:
    people, today = People(13), clock.now().date()
    tora, me, dirk = seats(people.ttc), seats(account(people.players[0])), seats(people.dirk)
    event = plan(tora, "Master Norm Tournament", "Master Norm 7", Entry_fee="25")
    entry = enter(me, event)
    assert entry.pending == ["payment"]
    expect(me.page.get_by_text("25 EUR").first).to_be_visible()
    entered(event, people.players[1:])
    paid(tora, event, 13)
    assert "Master Norm 7" in told(account(people.players[0]), "entry-accepted")

    page = tora.goto(f"/events/{event.pk}/run")
    start = today + 40 * DAY
    page.get_by_label("Start of the section").fill(f"{start}")
    tora.button("Cut a section").click()
    expect(page.get_by_text("A section is cut.")).to_be_visible()
    section = Section.objects.get()
    page.locator(f"a[href^='/sections/{section.pk}/run']").first.click()
    assert serious(page) == []
    tora.press_twice("Confirm the section")
    expect(page.get_by_text("The section is confirmed, and its players are seated.")).to_be_visible()
    tora.goto(f"/sections/{section.pk}/run")
    post_section(tora, "Dirk Director")

    page = me.goto("/me")
    me.link("Master Norm 7").first.click()
    page = me.goto(f"/sections/{section.pk}/norms")
    expect(
        page.get_by_role("columnheader", name="IM").or_(page.get_by_role("columnheader", name="CCM")).first
    ).to_be_visible()
    days.until(start)
    assert section.pairings.exclude(game=None).count() == 78
    page = dirk.goto("/desk/sections")
    page.get_by_role("link", name="Master Norm 7").first.click()
    dirk.link("Write to all players").click()
    page.locator("textarea").fill("Welcome, and good games: amici sumus.")
    page.locator("main form button").last.click()
    assert Mail.objects.filter(kind="section-message").count() == 13
    page = me.goto("/")
    expect(page.get_by_text("Master Norm 7").first).to_be_visible()

    days.until(start + 20 * DAY)
    days.over(section)
    assert "Master Norm 7" in told(account(people.players[0]), "section-finished")
    settle_all(tora, section, 0)
    page = seats().goto(f"/sections/{section.pk}/norms")
    assert serious(page) == []
    expect(page.get_by_text("achieved").or_(page.get_by_text("made")).first).to_be_visible()
    section.refresh_from_db()
    assert section.state == Section.State.SETTLED


def test_a_preliminary_stage_of_120_from_its_announcement_to_the_rights(
    seats: Seats, days: Days, tmp_path: Path
) -> None:
    people, today = People(120), clock.now().date()
    tora, me, dirk = seats(people.ttc), seats(account(people.players[0])), seats(people.dirk)
    deadline, start = today + 30 * DAY, today + 75 * DAY
    given = {"Number_in_its_series": "49", "Entries_until": f"{deadline}", "Start": f"{start}", "Entry_fee": "0"}
    event = plan(tora, "World Championship Preliminary", "World Championship 49, Preliminary", **given)
    enter(me, event)
    expect(me.page.get_by_text("accepted").first).to_be_visible()
    entered(event, people.players[1:])

    days.until(deadline + DAY)
    page = tora.goto("/desk")
    page.locator(f"a[href^='/events/{event.pk}/run/sections']").first.click()
    expect(page.get_by_text("120 entrants")).to_be_visible()
    assert serious(page) == []
    tora.button("Propose sections").click()
    expect(page.get_by_text("Sections are proposed.")).to_be_visible()
    one, other = (section.seats.order_by("pk")[4] for section in event.sections.order_by("number")[:2])
    page.get_by_label("One", exact=True).select_option(str(one.pk))
    page.get_by_label("The other", exact=True).select_option(str(other.pk))
    tora.button("Let them change places").click()
    expect(page.get_by_text("They have changed places. Look at the judgement.")).to_be_visible()
    assert serious(page) == []
    tora.press_twice("Confirm these sections")
    expect(page.get_by_text("Sections are confirmed.")).to_be_visible()
    sections = list(event.sections.order_by("number"))
    post_all(tora, "Dirk Director", len(sections))
    assert sum(section.seats.count() for section in sections) == 120

    verify(seats(), sections[1], tmp_path)

    days.until(start)
    assert all(section.pairings.filter(game=None).count() == 0 for section in sections)
    page = dirk.goto("/desk/sections")
    expect(page.get_by_role("link", name="World Championship 49, Preliminary")).to_have_count(len(sections))
    days.until(start + 20 * DAY)
    section = Section.objects.get(seats__player=people.players[0])
    days.over(section)
    steps = section.consequences.count()
    assert steps >= 4
    settle_all(tora, section, steps)
    winner = account(section.seats.get(number=1).player)
    assert "World Championship Semi-Final" in told(winner, "right-earned")
    page = seats(winner).goto("/me")
    expect(page.get_by_text("World Championship Semi-Final").first).to_be_visible()
    page = seats().goto("/qualifiers")
    expect(page.get_by_role("link", name=winner.player.name).first).to_be_visible()
    assert serious(page) == []
    assert Right.objects.filter(section=section).count() == steps


def verify(stranger: Seat, section: Section, folder: Path) -> None:
    """Somebody without an account lets his own machine draw again: yes; and no, when the file was changed."""
    page = stranger.goto(f"/sections/{section.pk}")
    stranger.link("Draw").click()
    expect(page.get_by_text("Yes: the seed is the one that was bound before")).to_be_visible()
    with page.expect_download() as got:
        page.get_by_role("link", name="draw-").click()
    file = folder / got.value.suggested_filename
    got.value.save_as(file)
    words = page.locator("code", has_text="slowmate draw --verify").inner_text().split()
    assert words[-1] == file.name
    command = [sys.executable, "-m", *words[:-1], str(file)]
    asked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stdout + asked.stderr
    text = file.read_text()
    players = list(section.seats.order_by("number").values_list("player_id", flat=True))
    changed = text.replace(f'"{players[0]}"', '"x"').replace(f'"{players[1]}"', f'"{players[0]}"')
    file.write_text(changed.replace('"x"', f'"{players[1]}"'))
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


@pytest.mark.parametrize("seats", [PHONE], indirect=True, ids=["phone"])
def test_a_cup_on_a_phone_from_its_announcement_to_the_next_round(seats: Seats, days: Days) -> None:
    people, today = People(14), clock.now().date()
    nils, me = seats(people.nttc), seats(account(people.players[0]))
    deadline, start = today + 30 * DAY, today + 60 * DAY
    given = {"Number_in_its_series": "25", "Entries_until": f"{deadline}", "Start": f"{start}", "Entry_fee": "0"}
    event = plan(nils, "World Cup Preliminary", "World Cup 25, Preliminary", **given)
    enter(me, event)
    entered(event, people.players[1:])
    days.until(deadline + DAY)
    page = nils.goto(f"/events/{event.pk}/run")
    nils.link("Divide into sections").click()
    look(nils)
    page.get_by_text("2 × 7").click()
    nils.button("Propose sections").click()
    expect(page.get_by_text("Sections are proposed.")).to_be_visible()
    look(nils)
    nils.press_twice("Confirm these sections")
    post_all(nils, "Dirk Director", 2)
    look(nils)

    page = me.goto("/me")
    look(me)
    section = Section.objects.get(seats__player=people.players[0])
    days.until(start)
    page = me.goto(f"/sections/{section.pk}")
    look(me)
    page = me.goto("/games")
    look(me)
    expect(page.get_by_role("link", name="World Cup 25, Preliminary").first).to_be_visible()
    days.until(start + 20 * DAY)
    for one in event.sections.all():
        days.over(one)
        settle_all(nils, one, one.consequences.count())

    page = nils.goto(f"/events/{event.pk}/run")
    look(nils)
    nils.link("Plan: World Cup Semi-Final").click()
    expect(page.get_by_label("Number in its series")).to_have_value("25")
    nils.button("Save the plan").click()
    fee = page.get_by_label("Entry fee", exact=True)
    expect(fee).to_be_focused()
    fee.fill("0")
    nils.button("Save the plan").click()
    nils.press_twice("Announce it and open entries")
    expect(page.get_by_text("It is announced, and entries are open.")).to_be_visible()
    expect(page.locator("main")).to_contain_text(section.seats.get(number=1).name)
    semi = Event.objects.get(kind="world-cup-semi-final")
    winner = seats(account(section.seats.get(number=1).player))
    entry = enter(winner, semi)
    assert entry.uses


def test_a_newcomer_enters_his_first_event_within_a_few_pages(seats: Seats) -> None:
    people, today = People(0), clock.now().date()
    event, _ = organising.opened(
        "open", by=people.nttc, name="Welcome Open", start=today + 60 * DAY, deadline=today + 30 * DAY
    )
    newcomer = seats()
    pages: list[str] = []
    newcomer.page.on("response", lambda answer: pages.append(answer.url) if _is_page(answer) else None)
    page = newcomer.goto("/")
    page.get_by_role("link", name="Welcome Open").first.click()
    newcomer.link("Join and enter").click()
    _join(newcomer)
    expect(page.get_by_role("heading", name="You may enter")).to_be_visible()
    newcomer.button("Enter").click()
    expect(page.get_by_role("heading", name="My entry")).to_be_visible()
    entry = EventEntry.objects.get(event=event)
    assert (entry.player.name if entry.player else "", entry.state) == ("Nova Newcomer", EventEntry.State.ACCEPTED)
    assert len(pages) <= 10, pages


def _join(newcomer: Seat) -> None:
    """Sign up, open the link of the mail, confirm: that signs in."""
    page = newcomer.page
    page.get_by_label("Your name").fill("Nova Newcomer")
    page.get_by_label("Email").fill("nova@example.org")
    page.get_by_label("Password", exact=True).fill("a long enough pass phrase")
    page.get_by_label("Password (again)").fill("a long enough pass phrase")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Confirm your address")).to_be_visible()
    mail = Mail.objects.filter(kind="verify-address").latest("pk")
    link = item_of(mail, LETTERS).link
    page.goto(newcomer.address + link[link.index("/", 8) :])
    page.get_by_role("button", name="Yes, it is mine").click()


def _is_page(answer: Response) -> bool:
    return answer.request.resource_type == "document" and answer.status == 200
