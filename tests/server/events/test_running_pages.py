"""The pages of whoever plans, runs and settles events: a whole event through the browser's eyes, and who may not."""

import re
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.records import Result
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Case, Decision, Event, EventEntry, Section
from slowmate.server.events.pages.desk_items import SOURCES, desk_links
from slowmate.server.events.services import consequences, entries, planning
from slowmate.server.games.models import Game
from slowmate.server.jobs.events import look_at_events
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock
from slowmate.server.site.desk_items import DeskItem, items_of, number_of
from slowmate.server.site.steps import CONFIRMED
from tests.server.events import organising
from tests.server.events.building import delegate_of
from tests.server.events.organising import CLOSED_AT, PRELIMINARY, commissioner
from tests.support.people import account, person

pytestmark = pytest.mark.django_db


def waiting(who: User, *, at: datetime) -> list[DeskItem]:
    return items_of(SOURCES, who, at=at)


def number_waiting(who: User, *, at: datetime) -> int:
    return number_of((source.query for source in SOURCES), who, at=at)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def today() -> date:
    return clock.now().date()


def plan_data(**more: Any) -> dict[str, Any]:
    start = today() + timedelta(days=60)
    return {
        "name": "Summer Open",
        "deadline": (start - timedelta(days=20)).isoformat(),
        "start": start.isoformat(),
        "transmission": "server",
        "control": "classic-10-50",
        "fee": "0",
        "currency": "EUR",
        "preferred_size": "9",
        "games_per_pairing": "1",
        "ties_broken": "1",
        "level": "1800",
        **more,
    }


def told(client: Client, path: str, data: dict[str, Any]) -> str:
    """What a page says after something was sent to it, and confirmed where that is asked."""
    answer = client.post(path, {**data, CONFIRMED: "1"}, follow=True)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()


# -- a whole event ----------------------------------------------------------------------------------------------------


def test_an_open_is_run_from_its_plan_to_its_settlement_by_pages_alone() -> None:
    who = commissioner()
    client = signed_in(who)
    assert "Open Tournament" in client.get("/events/plan").content.decode()
    form = client.get("/events/plan?kind=open").content.decode()
    assert "What the rules fix" in form
    assert "The plan is saved" in told(client, "/events/plan?kind=open", plan_data())
    event = Event.objects.get()
    run = f"/events/{event.pk}/run"
    assert "Announce it and open entries" in client.get(run).content.decode()
    assert Client().get(f"/events/{event.pk}").status_code == 302
    assert "entries are open" in told(client, f"{run}/announce", {"seen": "draft"})
    assert Client().get(f"/events/{event.pk}").status_code == 200
    for player in organising.field(18):
        assert signed_in(account(player)).post(f"/events/{event.pk}/enter").status_code == 302
    assert EventEntry.objects.filter(state="accepted").count() == 18
    with clock.shifted(timedelta(days=41)):
        look_at_events(at=clock.now())
        page = client.get(f"{run}/sections").content.decode()
        assert "2 × 9" in page
        assert "18 entrants" in page
        page = told(client, f"{run}/sections", {"what": "propose", "sizes": "9,9", "seen": "closed"})
        assert "Sections are proposed" in page
        assert "Averages differ by" in page
        one, other = (section.seats.all()[0].pk for section in event.sections.order_by("number"))
        page = told(client, f"{run}/sections", {"what": "exchange", "one": one, "other": other, "exchanges": "0"})
        assert "They have changed places" in page
        page = told(client, f"{run}/sections", {"what": "confirm", "seen": "sections proposed"})
        assert "Sections are confirmed" in page
        director = organising.director()
        numbers = [section.pk for section in event.sections.all()]
        data = {"what": "director", "section": numbers, "director": director.pk}
        assert "The director is named" in told(client, f"{run}/post", data)
        page = told(client, f"{run}/post", {"what": "post", "seen": "confirmed"})
        assert "the seed is revealed" in page
        drawn = Client().get(f"/api/sections/{numbers[0]}/draw").json()
        assert (len(drawn["sections"]), len(drawn["pairings"]), len(drawn["exchanges"])) == (2, 72, 1)
        assert drawn["seed"]
    with clock.shifted(timedelta(days=60)):
        look_at_events(at=clock.now())
        assert Game.objects.count() == 72
        assert "running" in client.get(run).content.decode()
        for section in event.sections.all():
            organising.play(section, on=today())
        look_at_events(at=clock.now())
        for section in event.sections.all():
            page = client.get(f"/sections/{section.pk}/run").content.decode()
            assert "Nothing follows from this section by the rules" in page
            page = told(client, f"/sections/{section.pk}/run/settle", {"seen": "finished"})
            assert "The section is settled" in page
    event.refresh_from_db()
    assert event.state == Event.State.SETTLED


def test_a_norm_section_is_cut_confirmed_posted_and_settled_by_pages() -> None:
    who = commissioner("master-norm")
    client = signed_in(who)
    data = plan_data(name="Master norms", deadline=(today() + timedelta(days=300)).isoformat(), fee="0")
    for name in ("start", "preferred_size", "games_per_pairing", "ties_broken", "level"):
        del data[name]
    told(client, "/events/plan?kind=master-norm", data)
    event = Event.objects.get()
    run = f"/events/{event.pk}/run"
    told(client, f"{run}/announce", {"seen": "draft"})
    organising_entered(event, 13)
    assert "Cut a section" in client.get(run).content.decode()
    start = (today() + timedelta(days=20)).isoformat()
    assert "A section is cut" in told(client, f"{run}/cut", {"start": start, "sections": "0"})
    assert "just cut a section" in told(client, f"{run}/cut", {"start": start, "sections": "0"})
    section = event.sections.get()
    own = f"/sections/{section.pk}/run"
    assert "Norms possible" in client.get(own).content.decode()
    assert "is confirmed, and its players are seated" in told(client, f"{own}/confirm", {"seen": "proposed"})
    told(client, f"{own}/director", {"section": section.pk, "director": organising.director().pk})
    assert "The start list is posted" in told(client, f"{own}/post", {"seen": "confirmed"})
    with clock.shifted(timedelta(days=20)):
        look_at_events(at=clock.now())
        organising.play(section, on=today())
        look_at_events(at=clock.now())
        told(client, f"{own}/settle", {"seen": "finished"})
    section.refresh_from_db()
    assert section.state == Section.State.SETTLED


def organising_entered(event: Event, many: int) -> None:
    for player in organising.field(many, first=2310, step=1):
        signed_in(account(player)).post(f"/events/{event.pk}/enter")
    assert EventEntry.objects.filter(event=event, state="accepted").count() == many


def test_a_cup_leads_from_its_first_round_to_the_next() -> None:
    event, who = organising.finished("world-cup-preliminary", 7, (7,), number=25)
    client = signed_in(who)
    section = event.sections.get()
    page = client.get(f"/sections/{section.pk}/run").content.decode()
    assert "right to enter: World Cup Semi-Final" in page
    steps = list(section.consequences.values_list("pk", flat=True))
    assert "steps are carried out" in told(client, f"/sections/{section.pk}/run/carry-out", {"step": steps})
    told(client, f"/sections/{section.pk}/run/settle", {"seen": "finished"})
    page = client.get(f"/events/{event.pk}/run").content.decode()
    link = f"/events/plan?kind=world-cup-semi-final&amp;after={event.pk}"
    assert link in page
    form = client.get(link.replace("&amp;", "&")).content.decode()
    assert 'value="World Cup Semi-Final 25"' in form
    data = plan_data(name="World Cup Semi-Final 25", number="25")
    for name in ("games_per_pairing", "ties_broken", "level"):
        del data[name]
    told(client, link.replace("&amp;", "&"), data)
    following_ = Event.objects.get(kind="world-cup-semi-final")
    assert following_.previous == event
    winner = section.seats.get(number=1).player
    page = client.get(f"/events/{following_.pk}/run").content.decode()
    assert "Who has qualified" in page
    assert winner.name in page


# -- planning ---------------------------------------------------------------------------------------------------------


def test_the_form_asks_what_the_rules_leave_open_and_no_more() -> None:
    client = signed_in(commissioner(PRELIMINARY))
    page = client.get(f"/events/plan?kind={PRELIMINARY}").content.decode()
    assert 'name="number"' in page
    for fixed in ("level", "preferred_size", "games_per_pairing", "up", "positions", "fen", "places"):
        assert f'name="{fixed}"' not in page
    other = signed_in(commissioner())
    assert 'name="positions"' in other.get("/events/plan?kind=chess960").content.decode()
    assert 'name="fen"' in other.get("/events/plan?kind=thematic").content.decode()
    assert 'name="up"' in other.get("/events/plan?kind=open-preliminary").content.decode()


@pytest.mark.parametrize(
    ("kind", "wrong", "said"),
    [
        ("open", {"name": ""}, "This field is required"),
        ("open", {"deadline": "soon"}, "Enter a valid date"),
        ("open", {"deadline": f"{today() + timedelta(days=61)}"}, "then sections are made up"),
        ("open", {"deadline": "2199-01-01"}, "Give a day from 1 January 2016"),
        ("open", {"control": "hourglass"}, "Select a valid choice"),
        ("open", {"control": "own-classic"}, "needs a number here"),
        ("open", {"control": "own-fischer", "days": "20", "increment": "2", "cap": "3"}, "cap is not less"),
        ("open", {"control": "triple-block-4", "leave_days": "30"}, "neither leave nor silence"),
        ("open", {"preferred_size": "1"}, "greater than or equal to 3"),
        ("open", {"fee": "-1"}, "greater than or equal to 0"),
        ("open", {"tablebase_pieces": "12"}, "less than or equal to 7"),
        ("thematic", {"fen": "rubbish/"}, "Please look again"),
        ("thematic", {"fen": "1. e4 e5 2. Ke3"}, "cannot be played"),
        ("thematic", {}, "from which position"),
        ("chess960", {}, "which games start alike"),
    ],
)
def test_a_plan_that_does_not_fit_comes_back_with_what_is_wrong(kind: str, wrong: dict[str, str], said: str) -> None:
    client = signed_in(commissioner())
    answer = client.post(f"/events/plan?kind={kind}", plan_data(**wrong))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert "Please look again" in page
    assert not Event.objects.exists()


def test_a_thematic_start_is_given_by_moves_and_own_numbers_are_kept() -> None:
    client = signed_in(commissioner())
    own = {
        "control": "own-fischer",
        "days": "45",
        "increment": "2",
        "cap": "60",
        "leave_days": "20",
        "silence_days": "0",
        "doubled_after": "0",
        "fen": "1. e4 c5",
        "draw_after": "20",
        "is_shown_live": "on",
    }
    told(client, "/events/plan?kind=thematic", plan_data(**own))
    event = Event.objects.get()
    kept = event.regulations
    assert kept["fen"].startswith("rnbqkbnr/pp1ppppp/8/2p5/4P3")
    assert (kept["control"]["days"], kept["control"]["cap"], kept["control"]["leave_days"]) == (45, 60, 20)
    assert (kept["control"]["silence"], kept["control"]["counting"]["doubled_after"]) == (None, None)
    assert event.is_shown_live
    page = client.get(f"/events/{event.pk}/plan").content.decode()
    assert 'value="45"' in page
    changed = plan_data(**own, name="Another name")
    assert "The plan is changed" in told(client, f"/events/{event.pk}/plan", changed)
    event.refresh_from_db()
    assert (event.name, event.regulations) == ("Another name", kept)


def test_planning_is_for_those_who_may() -> None:
    for user in (person(), organising.director(), person(offices=(Office.Kind.EXECUTIVE_BOARD,))):
        assert signed_in(user).get("/events/plan").status_code == 404
        assert signed_in(user).post("/events/plan?kind=open", plan_data()).status_code == 404
    assert Client().get("/events/plan").status_code == 302
    nttc = signed_in(commissioner())
    assert nttc.get(f"/events/plan?kind={PRELIMINARY}").status_code == 404
    assert nttc.get("/events/plan?kind=olympiad-final").status_code == 404
    assert nttc.get("/events/plan?kind=rubbish").status_code == 404
    delegate = signed_in(delegate_of("CZE"))
    assert delegate.get("/events/plan?kind=national").status_code == 200
    assert delegate.get("/events/plan?kind=open").status_code == 404


# -- who may open what ------------------------------------------------------------------------------------------------


def test_pages_of_an_event_are_for_whoever_runs_it_and_offices_with_a_word_in_it() -> None:
    event, who = organising.confirmed("open", 9)
    section = event.sections.get()
    own = [f"/events/{event.pk}/run", f"/events/{event.pk}/run/sections", f"/events/{event.pk}/run/post"]
    own.append(f"/sections/{section.pk}/run")
    for path in own:
        assert signed_in(who).get(path).status_code == 200, path
        assert Client().get(path).status_code == 302, path
        for other in (person(), organising.director(), commissioner(PRELIMINARY)):
            assert signed_in(other).get(path).status_code == 404, path
    board = signed_in(person(offices=(Office.Kind.EXECUTIVE_BOARD,)))
    assert "Cancel the event" in board.get(own[0]).content.decode()
    for path in own[1:]:
        assert board.get(path).status_code == 404, path


@pytest.mark.parametrize("what", ["announce", "open", "extend", "postpone", "cut", "agree", "approve"])
def test_nobody_else_takes_a_step(what: str) -> None:
    event, _ = organising.opened("open")
    later = (event.start + timedelta(days=9)).isoformat()
    data = {"day": later, "start": later, "reason": "because"}
    for other in (person(), organising.director(), commissioner(PRELIMINARY), delegate_of("CZE")):
        assert signed_in(other).post(f"/events/{event.pk}/run/{what}", data).status_code == 404
    before = Event.objects.values().get(pk=event.pk)
    board = signed_in(person(offices=(Office.Kind.EXECUTIVE_BOARD,)))
    assert board.post(f"/events/{event.pk}/run/{what}", data).status_code in (302, 404)
    assert Event.objects.values().get(pk=event.pk) == before


def test_what_stands_against_a_step_is_told_in_one_message_and_nothing_is_done() -> None:
    event, who = organising.opened("open")
    client = signed_in(who)
    run = f"/events/{event.pk}/run"
    assert "Say which day" in told(client, f"{run}/extend", {"day": "", "reason": "x", "seen": "open"})
    early = (event.deadline or event.start) - timedelta(days=1)
    page = told(client, f"{run}/extend", {"day": early.isoformat(), "reason": "x", "seen": "open"})
    assert "possible only if the new day is later" in page
    later = today() + timedelta(days=9)
    page = told(client, f"{run}/extend", {"day": later.isoformat(), "reason": " ", "seen": "open"})
    assert "Say why" in page
    assert "just taken another step" in told(client, f"{run}/open", {"seen": "announced"})
    assert client.post(f"{run}/rubbish").status_code == 404
    event.refresh_from_db()
    assert event.state == Event.State.OPEN


# -- approval ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ICCF-TR-2017 6.3/1", "ICCF-TR-2017 12.2/1", "ICCF-TR-2017 12.8/1")
def test_an_organisers_open_is_applied_for_and_approved_before_it_is_announced() -> None:
    organiser = person(offices=(Office.Kind.ORGANISER,))
    client = signed_in(organiser)
    start = today() + timedelta(days=200)
    told(client, "/events/plan?kind=open", plan_data(start=start.isoformat()))
    event = Event.objects.get()
    run = f"/events/{event.pk}/run"
    page = client.get(run).content.decode()
    assert "Apply for approval" in page
    assert "announced once it is approved" in told(client, f"{run}/announce", {"seen": "draft"})
    answer = client.post(f"{run}/apply", {"prizes": "many", "appearance_fees": "0", "accords": "on"})
    assert answer.status_code == 422
    answer = client.post(f"{run}/apply", {"prizes": "500, 300", "appearance_fees": "0", "source": "a sponsor"})
    assert "accords with the principles" in answer.content.decode()
    data = {"prizes": "500, 300", "source": "a sponsor", "appearance_fees": "0", "accords": "on"}
    assert "with the World Tournament Director" in told(client, f"{run}/apply", data)
    case = Case.objects.get()
    assert case.facts["prizes"] == [500, 300]
    wtd_user = person(offices=(Office.Kind.WORLD_DIRECTOR,))
    wtd = signed_in(wtd_user)
    page = wtd.get(run).content.decode()
    assert "500, 300 EUR" in page
    assert "a sponsor" in page
    assert wtd.get(f"/events/{event.pk}").status_code == 404
    assert "waits for your approval" in wtd.get("/desk").content.decode()
    assert client.post(f"{run}/approve", {"reason": "mine"}).status_code in (302, 404)
    assert "It is approved" in told(wtd, f"{run}/approve", {"reason": ""})
    event.refresh_from_db()
    assert event.approved == today()
    assert "entries are open" in told(client, f"{run}/announce", {"seen": "draft"})


def test_an_application_that_comes_late_is_refused_or_passed_over_with_a_reason() -> None:
    organiser = person(offices=(Office.Kind.ORGANISER,))
    client = signed_in(organiser)
    told(client, "/events/plan?kind=open", plan_data())
    event = Event.objects.get()
    run = f"/events/{event.pk}/run"
    told(client, f"{run}/apply", {"prizes": "", "appearance_fees": "0", "accords": "on"})
    wtd = signed_in(person(offices=(Office.Kind.WORLD_DIRECTOR,)))
    assert "late or incomplete" in wtd.get(run).content.decode()
    assert "possible only if" in told(wtd, f"{run}/approve", {"reason": ""})
    assert "Say why" in told(wtd, f"{run}/refuse", {"reason": ""})
    told(wtd, f"{run}/refer", {"reason": "A matter for all."})
    assert Case.objects.get().state == "with Congress"
    assert wtd.post(f"{run}/approve", {"reason": "x"}).status_code == 404
    congress = signed_in(person(offices=(Office.Kind.CONGRESS,)))
    told(congress, f"{run}/approve", {"reason": "A fine event."})
    event.refresh_from_db()
    assert event.approved == today()


# -- settling ---------------------------------------------------------------------------------------------------------


def test_a_commissioner_chooses_between_equals_and_settles_on_the_page() -> None:
    event, who = organising.started(PRELIMINARY, 13, (13,), players=organising.masters(13), number=40)
    section = event.sections.get()

    def result(white: int, black: int) -> Result:
        return Result.DRAW if {white, black} == {2, 3} else organising.by_number(white, black)

    organising.play(section, result)
    consequences.finish(section.pk, at=organising.noon(organising.OVER))
    client = signed_in(who)
    own = f"/sections/{section.pk}/run"
    page = client.get(own).content.decode()
    assert "Level after all tie-breaks" in page
    assert "A question about the same player comes first" in page
    row = section.consequences.filter(what="ask")[0]
    third = section.seats.get(number=3).player
    assert "Choose one of the equals" in told(client, f"{own}/choose", {"step": row.pk, "reason": "why"})
    page = told(client, f"{own}/choose", {"step": row.pk, "chosen": third.pk, "reason": "He beat the winner."})
    assert "It is decided" in page
    assert "Level after all tie-breaks" not in page
    left = list(section.consequences.filter(state="proposed").values_list("pk", flat=True))
    first, *rest = left
    assert "Say why" in told(client, f"{own}/dismiss", {"step": first, "reason": ""})
    told(client, f"{own}/dismiss", {"step": first, "reason": "He gave it up."})
    told(client, f"{own}/carry-out", {"step": rest})
    assert "Settle the section" in client.get(own).content.decode()
    told(client, f"{own}/settle", {"seen": "finished"})
    section.refresh_from_db()
    assert section.state == Section.State.SETTLED


def test_the_board_answers_its_question_and_the_appeals_commission_opens_again() -> None:
    event, _ = organising.finished("world-cup-preliminary", 7, (7,), number=25)
    section = event.sections.get()
    own = f"/sections/{section.pk}/run"
    appeals = signed_in(person(offices=(Office.Kind.APPEALS,)))
    link = f'href="{own}"'
    assert link in appeals.get(f"/sections/{section.pk}").content.decode()
    player = section.seats.order_by("pk")[0].player.user
    assert player is not None
    Office.objects.create(user=player, kind=Office.Kind.APPEALS, begins=date(2015, 1, 1))
    for nobody in (player, person(offices=(Office.Kind.DIRECTOR,))):
        assert link not in signed_in(nobody).get(f"/sections/{section.pk}").content.decode()
    assert "Open the section again" in appeals.get(own).content.decode()
    assert appeals.post(f"{own}/settle", {"seen": "finished"}).status_code == 404
    assert "Say why" in told(appeals, f"{own}/open-again", {"reason": "", "seen": "finished"})
    again = {"reason": "A result.", "seen": "finished", CONFIRMED: "1"}
    assert appeals.post(f"{own}/open-again", again).status_code == 302
    section.refresh_from_db()
    assert section.state == Section.State.RUNNING
    board = signed_in(person(offices=(Office.Kind.EXECUTIVE_BOARD,)))
    assert board.get(own).status_code == 404


# -- empty seats ------------------------------------------------------------------------------------------------------


def test_an_empty_seat_is_given_to_somebody_on_the_page_of_the_section() -> None:
    event, who = organising.posted("open", 10)
    entry = EventEntry.objects.filter(event=event, state="seated")[0]
    assert entry.player is not None
    entries.withdraw(entry.pk, actor=account(entry.player), at=CLOSED_AT)
    client, section = signed_in(who), event.sections.get()
    own = f"/sections/{section.pk}/run"
    seat = section.seats.get(player=entry.player)
    waiting = EventEntry.objects.get(event=event, state="waiting")
    with clock.shifted(CLOSED_AT - clock.now()):
        assert f"{entry.player.name} has withdrawn" in client.get(own).content.decode()
        assert "a seat is empty" in client.get(f"/events/{event.pk}/run/post").content.decode()
        assert "A seat is empty" in client.get("/desk").content.decode()
        page = told(client, f"{own}/fill", {"seat": seat.pk, "entry": waiting.pk})
        assert "Post the start list again" in page
        assert "The start list is posted" in told(client, f"{own}/post", {"seen": "confirmed"})
        assert "A seat is empty" not in client.get("/desk").content.decode()
    seat.refresh_from_db()
    assert seat.player == waiting.player


def test_an_empty_seat_is_left_empty_with_a_reason() -> None:
    event, who = organising.posted("open", 9)
    entry = EventEntry.objects.filter(event=event, state="seated")[0]
    assert entry.player is not None
    entries.withdraw(entry.pk, actor=account(entry.player), at=CLOSED_AT)
    client, section = signed_in(who), event.sections.get()
    own = f"/sections/{section.pk}/run"
    seat = section.seats.get(player=entry.player)
    with clock.shifted(CLOSED_AT - clock.now()):
        assert "Nobody waits" in client.get(own).content.decode()
        assert "Say why" in told(client, f"{own}/leave-empty", {"seat": seat.pk, "reason": ""})
        told(client, f"{own}/leave-empty", {"seat": seat.pk, "reason": "Nobody waits."})
        assert "The start list is posted" in told(client, f"{own}/post", {"seen": "confirmed"})
    assert section.seats.count() == 8


# -- many rows --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["run", "run/sections", "run/post"])
def test_the_number_of_queries_does_not_grow_with_sections_and_players(page: str) -> None:
    counted = []
    for many, sizes in ((9, (9,)), (36, (9, 9, 9, 9))):
        event, who = organising.confirmed("open", many, sizes)
        client = signed_in(who)
        client.get(f"/events/{event.pk}/{page}")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/events/{event.pk}/{page}").status_code == 200
        counted.append(len(queries))
    assert counted[0] == counted[1], counted


def test_the_desk_asks_the_same_few_questions_however_much_waits() -> None:
    who = commissioner()
    client = signed_in(who)
    counted = []
    for turn in range(2):
        for number in range(1 + 2 * turn):
            organising.closed("open", 3, by=who, name=f"Event {turn} {number}")
            organising.finished("open", 3, (3,), by=who, preferred_size=3)
        client.get("/desk")
        with CaptureQueriesContext(connection) as queries:
            page = client.get("/desk").content.decode()
        counted.append(len(queries))
    assert "divide into sections" in page
    assert "nothing is left to be carried out" in page
    assert counted[0] == counted[1], counted


@pytest.mark.parametrize("page", ["/desk", "/events/plan"])
def test_a_page_that_asks_for_many_rights_reads_the_offices_a_few_times_however_many_drafts(page: str) -> None:
    who = commissioner()
    client = signed_in(who)
    for number in range(5):
        planning.plan(organising.plan_of("open", name=f"Draft {number}"), actor=who, at=clock.now())
    with CaptureQueriesContext(connection) as queries:
        assert client.get(page).status_code == 200
    assert sum('FROM "slowmate_office"' in one["sql"] for one in queries) < 10


@pytest.mark.clause("ICCF-TR-2017 1.0.4/2")
@pytest.mark.parametrize(
    ("months", "said"),
    [(6, ""), (4.6, "Announce it by"), (3, "It is too late to announce it for its start")],
    ids=["in good time", "a month before the last day", "too late"],
)
def test_the_desk_reminds_of_a_final_that_is_not_announced(months: float, said: str) -> None:
    who = commissioner("world-championship-final")
    start = clock.now().date() + timedelta(days=months * 30.5)
    plan = organising.plan_of("world-championship-final", start=start, deadline=start - timedelta(days=30), number=34)
    planning.plan(plan, actor=who, at=clock.now())
    page = signed_in(who).get("/desk").content.decode()
    assert ("Nothing waits for you." in page) is not bool(said)
    assert said in page
    assert number_waiting(who, at=clock.now()) == bool(said)


def test_the_desk_says_how_many_have_entered_and_how_many_sections_are_proposed() -> None:
    _, who = organising.divided("open", 18, (9, 9))
    page = " ".join(signed_in(who).get("/desk").content.decode().split())
    for name, value in (("Entrants", "18"), ("Sections", "2")):
        assert re.search(rf"<dt>{name}</dt> <dd> ?{value}", page), name


def test_a_draft_application_is_seen_by_no_other_office() -> None:
    organiser = person(offices=(Office.Kind.ORGANISER,))
    told(signed_in(organiser), "/events/plan?kind=open", plan_data())
    event = Event.objects.get()
    wtd = signed_in(person(offices=(Office.Kind.WORLD_DIRECTOR,)))
    assert wtd.get(f"/events/{event.pk}/run").status_code == 404


@pytest.mark.clause("ICCF-TR-2017 1.0.5/2")
def test_the_desk_says_since_which_day_an_event_waits_and_no_hour() -> None:
    event, who = organising.closed("open", 9)
    (item,) = waiting(who, at=CLOSED_AT)
    assert (item.is_since_day, item.since_day) == (True, organising.DEADLINE + timedelta(days=1))
    assert event.deadline == organising.DEADLINE
    row = render_to_string("desk/row.html", {"waiting": item, "line": {}, "row": {}, "shown": {}})
    assert "1 August 2024" in row
    assert "<time" not in row


def test_a_page_says_who_cancels_and_an_organiser_calls_off_their_own_event() -> None:
    event, who = organising.closed("open", 9)
    page = signed_in(who).get(f"/events/{event.pk}/run").content.decode()
    assert "The Executive Board alone cancels" in page
    assert "Call the event off" not in page
    organiser = person(offices=(Office.Kind.ORGANISER,))
    Event.objects.filter(pk=event.pk).update(organiser=organiser)
    client = signed_in(organiser)
    own = client.get(f"/events/{event.pk}/run").content.decode()
    assert "The Executive Board alone cancels" not in own
    assert "Call the event off" in own
    sent = {"seen": Event.State.CLOSED, "reason": "The hall burnt down.", "confirmed": "1"}
    client.post(f"/events/{event.pk}/run/call-off", sent)
    event.refresh_from_db()
    assert event.state == Event.State.CANCELLED


def test_the_ratings_commissioner_finds_the_start_ratings_from_the_desk_and_sets_one() -> None:
    event, _who = organising.confirmed("open", 9)
    ratings = person(offices=(Office.Kind.RATINGS,))
    client, player = signed_in(ratings), Player.objects.filter(entries__event=event)[0]
    assert "/start-ratings" in [link for _words, link in desk_links(ratings)]
    assert event.name in client.get("/start-ratings").content.decode()
    address = f"/events/{event.pk}/start-ratings"
    assert "9.4/1" in client.get(address).content.decode()
    for wrong in ({"rating": ""}, {"rating": "-3"}, {"rating": "99999"}, {"reason": " "}, {"player": "0"}):
        given = {"player": player.pk, "rating": "2150", "reason": "a league player", **wrong}
        assert client.post(address, given).status_code == 422
    assert client.post(address, {"player": player.pk, "rating": "2150", "reason": "a league player"}).status_code == 302
    assert "The Ratings Commissioner changes the start rating" in client.get(address).content.decode()
    decision = Decision.objects.get(what="set start rating")
    assert (decision.player, decision.reason, decision.facts["new"]) == (player, "a league player", 2150)
    assert signed_in(_who).get(address).status_code == 404
