"""The page of an event: its announcement in words, its sections, and who of those who entered is named to whom."""

import re
from datetime import date, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from slowmate.play import clocks
from slowmate.records import KINDS, Family, Result
from slowmate.server.accounts.models import User
from slowmate.server.events.models import Event, EventEntry, Section, Series
from slowmate.server.events.pages.announcement import announcement
from slowmate.server.events.permissions import may_see_event, may_see_section
from slowmate.server.events.regulations import Regulations, plain
from slowmate.server.events.services.steps import By, by_server, decide
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.reading import tight
from tests.support import events
from tests.support.people import AT, person

pytestmark = pytest.mark.django_db

LARGEST = 200_000
GAMBIT = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"


def body_of(client: Client, event: Event, **query: str) -> str:
    answer = client.get(f"/events/{event.pk}", query)
    assert answer.status_code == 200
    return tight(answer.content)


def test_a_norm_tournament_says_how_many_wait_for_its_next_section_and_names_no_day_of_start(client: Client) -> None:
    event = events.event("master-norm", state=Event.State.OPEN)
    for state in ("accepted", "accepted", "seated", "pending"):
        EventEntry.objects.create(event=event, player=person().player, state=state, made=AT, answer="may")
    body = body_of(client, event)
    assert "2 players of 13 wait for it. With 11 more it is made up." in body
    assert "1 more has asked" in body
    assert "a section starts whenever enough players have entered" in body
    assert "start on" not in body
    assert "starts on" not in body


def test_live_display_places_and_the_rating_assumed_of_the_unrated_are_announced(client: Client) -> None:
    event = events.event("open", state=Event.State.OPEN, places=12, is_shown_live=True)
    body = body_of(client, event)
    for words in ("12 places; who comes later", "counts as 1800", "follow the games, three moves behind"):
        assert words in body, words
    before_2023 = events.event("open", start=date(2023, 9, 30), deadline=date(2023, 8, 1), level=1750)
    assert "counts as 1750" in body_of(client, before_2023)
    hidden = body_of(client, events.event("thematic", regulations=plain(Regulations(fen=GAMBIT))))
    assert "seen by their players and the director alone" in hidden
    assert f"Black moves first: {GAMBIT}" in hidden
    assert hidden.count("<piece class=") == 32


def test_the_announcement_says_what_the_rules_fix_and_what_the_event_has_chosen(client: Client) -> None:
    series = Series.objects.create(family="world", number=28)
    regulations = plain(Regulations(time_control=clocks.Fischer(days=40, increment=2), draw_after=20))
    event = events.event(
        "world-championship-preliminary",
        name="28th World Championship",
        state=Event.State.OPEN,
        series=series,
        fee=25,
        regulations=regulations,
        planned_end=date(2026, 9, 30),
        words="Welcome to the <b>first</b> stage.",
    )
    body = body_of(client, event)
    for words in (
        "World Championship Preliminary, number 28 of its series",
        "Welcome to the &lt;b&gt;first&lt;/b&gt; stage.",
        "25 EUR",
        "entries until 1 April 2024",
        "start on 1 May 2024",
        "planned end on 30 September 2026",
        "40 days and 2 days more for each move",
        "after 20 moves by each player",
        "normally 13 players in a section",
        "15, 17 by word of the Title Tournament Commissioner",
        "Sonneborn-Berger",
        "Places 1–2: right to World Championship Semi-Final",
        "ICCF Tournament Rules 2017",
        "Title Tournament Commissioner",
        "norms for titles can be made",
    ):
        assert words in body, words
    for clause in ("1.1.1(h)", "1.1.3/1", "1.1.3/2", "7.2(b)", "0.2/1", "1.2.1(d)"):
        assert f'href="/rulebook/ICCF-TR-2017/{clause}"' in body, clause
    assert "Player nominated by the national organisation with rating under 2400" in body


@pytest.mark.parametrize("slug", [kind.slug for kind in KINDS.values()])
def test_every_kind_of_event_can_be_announced(client: Client, slug: str) -> None:
    event = events.event(slug)
    said = announcement(event)
    assert said.kind
    assert bool(said.edition) is (KINDS[slug].family is not Family.FIDE)
    assert said.is_open_to_all or said.is_by_announcement or said.ways_in
    assert client.get(f"/events/{event.pk}").status_code == 200


def test_an_event_of_a_time_whose_rules_we_do_not_hold_has_a_page_all_the_same(client: Client) -> None:
    event = events.event("open", start=date(1999, 1, 1), announced=date(1998, 1, 1), state=Event.State.CANCELLED)
    assert "ICCF Tournament Rules" not in body_of(client, event)


def test_a_draft_is_there_for_whoever_runs_it_and_for_nobody_else(client: Client) -> None:
    draft = events.event("world-cup-preliminary", state=Event.State.DRAFT)
    own = person(offices=(Office.Kind.NON_TITLE_TOURNAMENTS,))
    others = [person(), person(offices=(Office.Kind.TITLE_TOURNAMENTS,)), person(is_administrator=True)]
    assert client.get(f"/events/{draft.pk}").status_code == 302, "a stranger is asked to sign in, as for nothing at all"
    assert client.get("/events/999999").status_code == 302
    for other in others:
        assert not may_see_event(other, draft)
        client.force_login(other)
        assert client.get(f"/events/{draft.pk}").status_code == 404
    client.force_login(own)
    assert client.get(f"/events/{draft.pk}").status_code == 200


# sections


def test_sections_show_their_progress_their_director_and_their_winner(client: Client) -> None:
    director = person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
    event = events.event("open")
    over = events.players(3)
    events.section(event, events.players(4), {(1, 2): Result.DRAW, (1, 3): Result.WHITE_WINS}, director=director)
    won = {(1, 2): Result.WHITE_WINS, (1, 3): Result.WHITE_WINS, (2, 3): Result.DRAW}
    events.section(event, over, won, state=Section.State.FINISHED, ended=date(2024, 8, 1))
    body = body_of(client, event)
    assert "2 of 6" in body
    assert "Dirk Director" in body
    assert re.search(
        rf"won by<span class=\"winner-name\"><a class=\"player\"href=\"/players/{over[0].pk}\">",
        body.replace(" href", "href"),
    )
    assert "5 of 9 games finished" in body


def test_proposed_sections_are_seen_by_whoever_runs_the_event_alone(client: Client) -> None:
    event = events.event("world-cup-preliminary", state=Event.State.PROPOSED)
    row = events.section(event, events.players(3), state=Section.State.PROPOSED)
    assert f"/sections/{row.pk}" not in body_of(client, event)
    assert client.get(f"/sections/{row.pk}").status_code == 302
    own = person(offices=(Office.Kind.NON_TITLE_TOURNAMENTS,))
    client.force_login(own)
    assert f"/sections/{row.pk}" in body_of(client, event)
    assert client.get(f"/sections/{row.pk}").status_code == 200
    assert may_see_section(own, row)
    assert not may_see_section(AnonymousUser(), row)


# entries

NAMED = {
    Event.State.OPEN: {"seated"},
    Event.State.CLOSED: {"accepted", "seated"},
    Event.State.RUNNING: {"accepted", "seated"},
}


@pytest.mark.parametrize("state", list(NAMED))
@pytest.mark.parametrize("office", [None, Office.Kind.NON_TITLE_TOURNAMENTS, Office.Kind.TITLE_TOURNAMENTS])
def test_names_of_those_who_entered_are_shown_as_their_entries_allow(
    client: Client, state: Event.State, office: Office.Kind | None
) -> None:
    event = events.event("open", state=state)
    for each in EventEntry.State:
        player = person(f"Name {each.value}").player
        EventEntry.objects.create(event=event, player=player, state=each, made=AT, answer="may")
    if office:
        client.force_login(person(offices=(office,)))
    runs = office is Office.Kind.NON_TITLE_TOURNAMENTS
    wanted = {"asked", "pending", "accepted", "waiting", "seated"} if runs else NAMED[state]
    assert set(re.findall(r"Name (\w+)</a>", body_of(client, event))) == wanted


def test_how_many_have_entered_is_no_secret(client: Client) -> None:
    event = events.event("open", state=Event.State.OPEN)
    for state in ("accepted", "accepted", "pending", "waiting"):
        EventEntry.objects.create(event=event, player=person().player, state=state, made=AT, answer="may")
    body = body_of(client, event)
    assert 'Entries<span class="count">2</span>' in body
    assert "1 more has asked" in body
    assert "1 player is on the waiting list" in body
    assert "Their names are shown once entries are closed." in body


# what can be done


def entering(user: User | None, event: Event) -> str:
    client = Client()
    if user:
        client.force_login(user)
    found = re.search(r'<section class="card entry-invitation".*?</section>', body_of(client, event))
    return found.group() if found else ""


def test_whoever_looks_at_an_open_event_learns_whether_he_may_enter() -> None:
    deadline = clock.now().date() + timedelta(days=5)
    start = deadline + timedelta(days=20)
    event = events.event("open", state=Event.State.OPEN, start=start, deadline=deadline)
    final = events.event("world-championship-final", state=Event.State.OPEN, start=start, deadline=deadline)
    me = person()
    assert "(5 days left)" in entering(None, event)
    assert "You may" not in entering(None, event)
    assert "You may enter." in entering(me, event)
    assert "You may not enter." in entering(me, final)
    EventEntry.objects.create(event=event, player=me.player, made=AT, answer="may")
    assert "You have entered." in entering(me, event)
    assert entering(me, events.event("open", state=Event.State.RUNNING)) == ""


def test_public_decisions_stand_on_the_page_and_private_ones_do_not(client: Client) -> None:
    event = events.event("open")
    decide("announce", By(by_server(AT).acting, AT, reason="It is time."), event=event)
    entry = EventEntry.objects.create(event=event, player=person("Secret Entrant").player, made=AT, answer="may")
    decide("enter", by_server(AT), event=event, entry=entry, is_public=False)
    body = body_of(client, event)
    assert "Announced" in body
    assert "It is time." in body
    assert "Secret Entrant" not in body


# size and speed


def test_an_event_of_thirty_sections_and_four_hundred_entries_is_a_small_page(client: Client) -> None:
    event = events.event("world-championship-preliminary")
    director = person("A Director With A Long Name", offices=(Office.Kind.DIRECTOR,))
    players = events.players(400, federation="CZE", title="SIM", name="A Player With Quite A Long Name")
    EventEntry.objects.bulk_create(
        EventEntry(event=event, player=player, state="seated", made=AT, answer="may") for player in players
    )
    for _ in range(30):
        events.section(event, [], director=director)
    answer = client.get(f"/events/{event.pk}")
    assert len(answer.content) < LARGEST
    assert answer.content.count(b"A Player With Quite A Long Name") == 200, "and the rest on the next page"


def test_the_page_takes_the_same_queries_for_one_section_and_for_many(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = events.event("open")

    def one_more() -> None:
        players = events.players(3)
        for state, ended in ((Section.State.RUNNING, None), (Section.State.FINISHED, date(2024, 8, 1))):
            events.section(event, players, events.every_result(3), state=state, ended=ended)
        for player in players:
            EventEntry.objects.create(event=event, player=player, state="seated", made=AT, answer="may")
        decide("announce", by_server(AT), event=event)

    one_more()
    client.get(f"/events/{event.pk}")
    with CaptureQueriesContext(connection) as made:
        client.get(f"/events/{event.pk}")
    for _ in range(3):
        one_more()
    with django_assert_num_queries(len(made)):
        client.get(f"/events/{event.pk}")
