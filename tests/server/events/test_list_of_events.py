"""The list of events: its parts, filters and search, who sees drafts, and whether the reader may enter."""

import re
from datetime import date, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from slowmate.server.accounts.permissions import Person
from slowmate.server.events.models import Event, EventEntry
from slowmate.server.events.queries.events import STAGES, visible_events
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.reading import tight
from tests.support import events
from tests.support.people import AT, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_what_is_called_off_not_open_yet_or_full_says_so(client: Client) -> None:
    day = events.START
    events.event("open", name="Called off", state=Event.State.CANCELLED, start=day)
    events.event("open", name="Not yet", state=Event.State.ANNOUNCED, start=day, deadline=day)
    full = events.event("open", name="Full", state=Event.State.OPEN, places=1, start=day, deadline=day)
    for _ in range(2):
        EventEntry.objects.create(event=full, player=person().player, state="accepted", made=AT, answer="may")
    body = tight(client.get("/events").content)
    for words in ("cancelled; it was to start on", "entries are not open yet", "2 entries, a waiting list"):
        assert words in body, words
    assert "starts on" not in body


TODAY = clock.now().date()


def names(body: str) -> list[str]:
    return re.findall(r'<a href="/events/\d+">\s*([^<]+?)\s*<span', body)


def listed(client: Client, **query: str) -> list[str]:
    answer = client.get("/events", query)
    assert answer.status_code == 200
    return names(answer.content.decode())


def soon(name: str, *, days: int, kind: str = "open", **fields: object) -> Event:
    """An event that is open for entry for so many days more."""
    deadline = TODAY + timedelta(days=days)
    start = deadline + timedelta(days=30)
    return events.event(kind, name=name, state=Event.State.OPEN, start=start, deadline=deadline, **fields)


def test_every_state_but_a_draft_has_its_part_of_the_list(client: Client) -> None:
    for state in Event.State:
        events.event("open", name=f"In state {state}", state=state)
    body = tight(client.get("/events").content)
    assert re.findall(r'<h2 id="(\w+)">', body) == ["open", "coming", "running", "finished"]
    assert "In state draft" not in body
    assert {name for stage in STAGES.values() for name in stage} == set(Event.State)
    for state in set(Event.State) - {Event.State.DRAFT}:
        assert f"In state {state}" in body, state


def test_open_events_come_by_the_days_that_are_left(client: Client) -> None:
    soon("Far", days=40)
    soon("Near", days=3)
    soon("Today", days=0)
    body = tight(client.get("/events").content)
    assert names(body) == ["Today", "Near", "Far"]
    assert re.findall(r"<b>([^<]+)</b>", body) == ["last day", "3 days left", "40 days left"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"kind": "thematic"}, ["King's Gambit"]),
        ({"year": "2023"}, ["Old Open"]),
        ({"federation": "CZE"}, ["Prague Open"]),
        ({"federation": "cze"}, ["Prague Open"]),
        ({"mode": "post"}, ["By Post"]),
        ({"q": "OPEN prague"}, ["Prague Open"]),
        ({"q": "pragu", "kind": "thematic"}, []),
        ({"kind": "no-such-kind", "year": "abc", "mode": "x", "federation": "???"}, ["everything"]),
    ],
)
def test_events_are_found_by_kind_year_federation_mode_and_words(
    client: Client, query: dict[str, str], found: list[str]
) -> None:
    events.event("thematic", name="King's Gambit")
    events.event("open", name="Prague Open", federation="CZE")
    events.event("open", name="Old Open", start=date(2023, 2, 1))
    events.event("open", name="By Post", transmission="post")
    wanted = ["King's Gambit", "Prague Open", "Old Open", "By Post"] if found == ["everything"] else found
    assert sorted(one.replace("&#x27;", "'") for one in listed(client, **query)) == sorted(wanted)


def test_a_part_alone_is_shown_whole_page_by_page(client: Client) -> None:
    for number in range(45):
        events.event("open", name=f"Event {number:02}", start=date(2024, 1, 1) + timedelta(days=number))
    assert len(listed(client)) == 8
    first, second = listed(client, state="running"), listed(client, state="running", page="2")
    assert (len(first), len(second)) == (40, 5)
    assert first[0] == "Event 44"
    assert sorted([*first, *second]) == [f"Event {number:02}" for number in range(45)]
    assert listed(client, state="running", page="999") == second, "the nearest there is"


def test_a_list_without_events_says_so(client: Client) -> None:
    assert "No event has been announced yet." in client.get("/events").content.decode()
    events.event("open")
    assert "No event matches." in client.get("/events?q=nothing").content.decode()


def test_a_draft_is_listed_for_whoever_runs_it_and_for_nobody_else(client: Client) -> None:
    events.event("world-cup-preliminary", name="A draft of a cup", state=Event.State.DRAFT)
    events.event("world-championship-final", name="A draft of a final", state=Event.State.DRAFT)
    organiser = person(offices=(Office.Kind.ORGANISER,))
    events.event("open", name="A draft of his", state=Event.State.DRAFT, organiser=organiser)
    seen: dict[str, Person] = {
        "": AnonymousUser(),
        "A draft of a cup": person(offices=(Office.Kind.NON_TITLE_TOURNAMENTS,)),
        "A draft of a final": person(offices=(Office.Kind.TITLE_TOURNAMENTS,)),
        "A draft of his": organiser,
    }
    for name, who in seen.items():
        assert [event.name for event in visible_events(who)] == ([name] if name else [])
        if name:
            client.force_login(who)  # type: ignore[arg-type]
        assert listed(client) == ([name] if name else [])
    client.force_login(person(offices=(Office.Kind.DIRECTOR, Office.Kind.DELEGATE)))
    assert listed(client) == []


def test_a_player_is_told_where_he_may_enter_and_where_he_has(client: Client) -> None:
    me = person("Ada")
    for event in (soon("Open to all", days=9), soon("For the strong", days=9, kind="world-championship-final")):
        assert event.pk
    entered = soon("Entered", days=9)
    EventEntry.objects.create(event=entered, player=me.player, made=AT, answer="may")
    assert "you may" not in client.get("/events").content.decode()
    client.force_login(me)
    body = tight(client.get("/events").content)
    said = dict(
        re.findall(r'<a href="/events/\d+">\s*([^<]+?)\s*<span.*?<span class="answer[^"]*">([^<]+)</span>', body)
    )
    assert said == {
        "Open to all": "you may enter",
        "For the strong": "you may not enter",
        "Entered": "you have entered",
    }


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_the_list_takes_the_same_queries_for_one_event_and_for_many(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, *, is_signed_in: bool
) -> None:
    def one_more(number: int) -> None:
        for state in (Event.State.OPEN, Event.State.RUNNING, Event.State.FINISHED):
            row = events.event("open", name=f"{state} {number}", state=state)
            EventEntry.objects.create(event=row, player=person().player, made=AT, answer="may")
            if state != Event.State.OPEN:
                events.section(row, events.players(3))

    if is_signed_in:
        client.force_login(person())
    one_more(1)
    client.get("/events")

    with CaptureQueriesContext(connection) as made:
        client.get("/events")
    for number in range(2, 5):
        one_more(number)
    with django_assert_num_queries(len(made)):
        client.get("/events")
