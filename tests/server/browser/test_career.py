"""A career in browsers: from the first event to Grandmaster, in two editions, as those who decide and read see it.

The past is brought by `slowmate import`, games that are played here end by the director's word, and the worker looks
for norms when it has come to that. Whatever an office, the player or a stranger does goes through the pages.
"""

import io
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from time import monotonic

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from slowmate.formats.event_writing import event_text
from slowmate.records import Event, Result
from slowmate.server.events.models import Section
from slowmate.server.events.services import consequences
from slowmate.server.jobs import titles
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player, TitleHeld
from slowmate.server.site import clock
from slowmate.server.titles.models import Norm, TitleAward
from slowmate.server.titles.queries.register_check import wrong_norms
from slowmate.titles.career import career
from tests.server.archives.bringing import Importer
from tests.server.browser.test_pages import serious
from tests.server.browsing import PATIENCE, Seat, Seats
from tests.server.events import organising
from tests.server.titles.test_career import published
from tests.support.finished import all_games, keep
from tests.support.people import person
from tests.support.sections import change, rated_team_event
from tests.titles.test_career import END, EVENTS, HERO, RECORD
from tests.titles.test_career import played as brought

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Ada Hrdinová"
FIRST_OPEN, SUMMER_CUP, SPRING_MASTERS, AUTUMN_MASTERS, MEMORIAL, CHAMPIONS, _BAD_YEAR, GRAND_FINAL = EVENTS
CANDIDATES = brought(
    "Candidates", date(2017, 6, 1), [2450] * 12, 6, own=2330, games=24, kind="world-championship-candidates"
)
"""One norm there makes an International Master at once, on the Board's recommendation."""
CHAMPIONS_HERE = replace(CHAMPIONS, start=date(2019, 5, 1))
"""Games run here by the Laws of 2019: what the core's hero began the year before begins a little later."""
PAPER, INSIDE = (400, 70, 1180, 890), (780, 500)
"""Where the first page lies in the reader of a browser, and a point on it."""
TEAMS, FOUR = "Teams of Europe", 5
"""The event in which somebody is replaced, and the last number of those whom he beats there."""
FROM_CARDS = AUTUMN_MASTERS.name
"""Of this event only the norms are known."""


def import_events(bring: Importer, *events: Event) -> None:
    """Bring events that were played elsewhere; his name alone says which of the players he is."""
    named = [change(event, HERO, name=NAME, federation=None) for event in events]
    files = [bring.file(f"{event.name}.json", event_text(event)) for event in named]
    said = bring("event", *files, "--by-name", "--unrated", "--write")
    assert said.status == 0, said


def import_norms(bring: Importer) -> None:
    """Bring the norms of an event whose table nobody has."""
    fields = ("title", "event", "start", "earned", "games", "overscore", "gm_games", "sim_games")
    made = [norm for norm in career(RECORD, on=END).norms if norm.event == FROM_CARDS]
    assert any(norm.overscore for norm in made)
    rows = [",".join(("card 7", NAME, *(str(getattr(norm, name)) for name in fields))) for norm in made]
    said = bring(
        "norms",
        bring.file("norms.csv", "\n".join([",".join(("id", "name", *fields)), *rows]) + "\n"),
        *("--by-name", "--source", "cards of the federation", "--write"),
    )
    assert said.status == 0, said


def play(event: Event, hero: Player) -> Section:
    """A section that runs here: before anybody's time is over all games end by the director's word."""
    over = event.start + timedelta(days=20)
    results: Mapping[frozenset[str], Result | None] = {
        frozenset((one.white, one.black)): one.result for one in event.games
    }
    games = tuple(replace(game, result=None, ended=None) for game in event.games)
    section = keep(replace(event, games=games), {HERO: hero}, state=Section.State.RUNNING)
    organising.play(section, lambda white, black: results[frozenset((str(white), str(black)))] or Result.DRAW, on=over)
    assert consequences.finish(section.pk, at=organising.noon(over))
    return section


def look_for_norms() -> None:
    """What the worker does again and again."""
    titles.look_at_ended(at=clock.now())
    titles.look_at_changed(at=clock.now(), since=None)
    assert list(wrong_norms()) == []


def decide(seat: Seat, waits: str, words: str, done: str) -> None:
    """Open what waits at the desk, read it whole, and decide it there."""
    page = seat.goto("/desk")
    page.get_by_role("link", name=waits).first.click()
    expect(seat.button(words)).to_be_visible()
    seat.link("Look at it as a whole").click()
    expect(page.get_by_role("heading", name="Why")).to_be_visible()
    seat.button(words).click()
    expect(page.get_by_text(done)).to_be_visible()


def read_pdf(page: Page) -> tuple[Image.Image, str]:
    """The first page of a PDF that a browser has opened, as its reader shows it, and its text, as one copies it."""
    context = page.context
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    notes = context.new_page()
    notes.goto(page.url.rsplit("/", 2)[0] + "/verify")
    text, until = "", monotonic() + PATIENCE / 1000
    while not text and monotonic() < until:
        page.bring_to_front()
        page.mouse.click(*INSIDE)
        page.keyboard.press("Control+a")
        page.keyboard.press("Control+c")
        page.wait_for_timeout(200)
        notes.bring_to_front()
        text = notes.evaluate("navigator.clipboard.readText()")
    page.bring_to_front()
    page.mouse.click(*INSIDE)  # nothing is marked any more
    page.wait_for_timeout(500)
    picture = page.screenshot()
    return Image.open(io.BytesIO(picture)).convert("L").crop(PAPER), " ".join(text.split())


def test_from_the_first_event_to_grandmaster(seats: Seats, bring: Importer) -> None:
    """With overscore, the quota, a withdrawn opponent, a replacement, norms of Chess960 and from an archive, and a
    title by place."""
    hero = person(NAME).player
    Player.objects.filter(pk=hero.pk).update(rating=None, rating_games=0)
    hero.refresh_from_db()
    published(hero)
    quentin = seats(person("Quentin", offices=(Office.Kind.QUALIFICATIONS,)))
    edda = seats(person("Edda", offices=(Office.Kind.EXECUTIVE_BOARD,)))

    # 2016: norms and titles wait for the commissioner
    import_events(bring, FIRST_OPEN)
    look_for_norms()
    decide(quentin, "A norm to confirm: CCE", "Confirm", "The norm is confirmed.")
    import_events(bring, SUMMER_CUP)
    look_for_norms()
    decide(quentin, "A norm to confirm: CCM", "Confirm", "The norm is confirmed.")
    assert not TitleHeld.objects.filter(player=hero).exists()
    decide(quentin, "A title to confirm: CCE", "Confirm", "The title is confirmed.")
    assert held(hero) == {"CCE"}

    # 2017: the server confirms what norms bring; a title without a second norm waits for the Board
    import_events(bring, SPRING_MASTERS, CANDIDATES)
    look_for_norms()
    assert held(hero) == {"CCE", "CCM"}
    expect(quentin.goto("/desk").get_by_text("A title to")).to_have_count(0)
    decide(edda, "A title to recommend: IM", "Recommend", "The title is recommended.")
    decide(quentin, "A title to confirm: IM", "Confirm", "The title is confirmed.")
    import_norms(bring)
    import_events(bring, MEMORIAL)
    play(CHAMPIONS_HERE, hero)
    look_for_norms()
    assert held(hero) == {"CCE", "CCM", "IM", "SIM"}
    assert Norm.objects.filter(player=hero, is_chess960=True, awards__title="SIM").exists()

    me = seats(hero.user)
    a_replacement(me, quentin, seats)
    page = me.goto("/me")
    expect(page.get_by_text("more games against Grandmasters in norms").first).to_be_visible()
    play(GRAND_FINAL, hero)
    look_for_norms()
    look_for_norms()
    assert held(hero) == {"CCE", "CCM", "IM", "SIM", "GM"}
    assert Mail.objects.filter(kind="title-confirmed", user=hero.user).count() == 5
    assert not Norm.objects.filter(state=Norm.State.PROPOSED).exists()
    assert not TitleAward.objects.filter(state=TitleAward.State.PROPOSED).exists()

    code = look_at_oneself(me)
    told_to_everybody(seats(), hero, code)


def a_replacement(me: Seat, quentin: Seat, seats: Seats) -> None:
    """In a team event that runs an opponent is replaced by somebody stronger: with Replacement status the norm is lower
    than the statement of the start has it, and eight points are enough."""
    assert me.user
    hero = me.user.player
    today = clock.now().date()
    event = rated_team_event("zonal-team", [[2400] * 13], start=today - timedelta(days=2))
    event = change(replace(all_games(event), name=TEAMS), HERO, name=NAME)
    section = keep(event, {HERO: hero}, state=Section.State.RUNNING)
    assert section.director
    director, newcomer = seats(section.director), person("Nova Newcomer")
    Player.objects.filter(user=newcomer).update(rating=2700, rating_games=200)
    where = f"/sections/{section.pk}/substitutes"

    page = director.goto(where)
    page.get_by_label("Board", exact=True).select_option(index=1)
    page.get_by_label("Substitute", exact=True).fill("Nova Newcomer")
    director.button("What do the rules say?").click()
    expect(page.get_by_text("The rules allow it.")).to_be_visible()
    page.get_by_label("Reason", exact=True).fill("The captain names Nova Newcomer.")
    director.button("Place the substitute on this board").click()
    expect(page.get_by_text("The substitute plays on this board now.")).to_be_visible()
    assert serious(page) == []

    page = seats(newcomer).goto(where)
    page.get_by_role("button", name="Ask for Replacement status").click()
    expect(page.get_by_text("You have asked.")).to_be_visible()
    for office, words in ((director, "Agree"), (quentin, "Consent")):
        page = office.goto("/desk")
        page.get_by_role("link", name="A substitute asks for Replacement status").first.click()
        office.button(words).click()
        expect(page.get_by_role("link", name="A substitute asks for Replacement status")).to_have_count(0)

    page = me.goto(f"/sections/{section.pk}/norms")
    mine = page.locator("table.norms tr.mine")
    expect(mine).to_contain_text("8½ at the start")
    expect(page.get_by_text("in the place of").first).to_be_visible()
    assert serious(page) == []
    organising.play(section, _eight_points, on=today)
    assert consequences.finish(section.pk, at=clock.now())
    look_for_norms()
    norm = Norm.objects.get(section=section, player=hero, title="GM")
    assert (norm.score, norm.needed) == (8, 8)


def _eight_points(white: int, black: int) -> Result:
    """The hero, who has number 1, wins his first four games and draws the rest; so does everybody else draw."""
    if 1 not in (white, black) or max(white, black) > FOUR:
        return Result.DRAW
    return Result.WHITE_WINS if white == 1 else Result.BLACK_WINS


def held(hero: Player) -> set[str]:
    return set(TitleHeld.objects.filter(player=hero).values_list("title", flat=True))


def look_at_oneself(me: Seat) -> str:
    """He reads his own page and his profile, takes his certificate along and opens it; its code."""
    assert me.user
    page = me.goto("/me")
    expect(page.get_by_role("heading", name="Certificates")).to_be_visible()
    page = me.goto(f"/players/{me.user.player.pk}")
    way = page.locator("section.way")
    for event in (FIRST_OPEN, SUMMER_CUP, SPRING_MASTERS, AUTUMN_MASTERS, MEMORIAL, CANDIDATES, CHAMPIONS, GRAND_FINAL):
        expect(way.get_by_text(event.name).first).to_be_visible()
    expect(way.get_by_text("What is still missing")).to_have_count(0)
    assert serious(page) == []
    paper = page.locator(".certificates li").filter(has=me.link("Correspondence Chess Grandmaster (PDF)"))
    code = paper.locator("a").last.inner_text()
    paper.get_by_role("link", name="(PDF)").click()
    page.wait_for_url("**/certificates/*.pdf")
    answer = page.context.request.get(page.url)
    assert answer.body().startswith(b"%PDF")
    picture, text = read_pdf(page)
    assert NAME in text
    assert "CORRESPONDENCE CHESS GRANDMASTER" in text.upper()
    shades = picture.histogram()
    assert sum(shades[200:]) > 0.7 * sum(shades), "paper"
    assert sum(shades[:100]) > 0.02 * sum(shades), "with something on it"
    assert code in text
    return code


def told_to_everybody(stranger: Seat, hero: Player, code: str) -> None:
    """Somebody who holds the paper in his hands asks whether it is true, and reads on what the title rests."""
    page = stranger.goto("/verify")
    page.get_by_label("Code").fill(code.lower())
    page.locator("main form button").click()
    page.wait_for_url(f"**/verify/{code}")
    expect(page.get_by_text("This certificate is ours, and it counts.")).to_be_visible()
    expect(page.get_by_text(NAME).first).to_be_visible()
    assert serious(page) == []
    award = TitleAward.objects.get(player=hero, title="GM")
    page = stranger.goto("/titles?title=GM")
    page.locator(f"a[href='/awards/{award.pk}']").first.click()
    expect(page.get_by_text(CHAMPIONS.name).first).to_be_visible()
    expect(page.get_by_text("10.2(c)").first).to_be_visible()
    page = stranger.goto(f"/players/{hero.pk}")
    expect(page.locator("h1")).to_contain_text(NAME)
    expect(page.locator(".certificates")).to_have_count(0)
