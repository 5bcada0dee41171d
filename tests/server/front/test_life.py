"""The front page shows life, to visitors and players alike; news come as a feed."""

import re
from datetime import timedelta
from html import unescape
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from slowmate.records import Result
from slowmate.server.events.models import Event, Section
from slowmate.server.front import queries
from slowmate.server.site import clock
from slowmate.server.site.news import NewsItem
from slowmate.testing import events
from slowmate.testing.people import game, person
from tests.server.reading import tight

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"
WON = {(1, 2): Result.WHITE_WINS, (1, 3): Result.WHITE_WINS, (2, 3): Result.DRAW}


def live() -> Section:
    """One event that is open, one that runs, and a section that has just ended."""
    today = clock.now().date()
    start = today - timedelta(days=20)
    soon = {"start": today + timedelta(days=40), "deadline": today + timedelta(days=9), "announced": today}
    events.event("open", name="Open to all", state=Event.State.OPEN, **soon)
    running = events.event("open", name="Running Open", start=start)
    players = [person(name).player for name in ("Wanda Winner", "Otto", "Paul")]
    events.section(running, players, {(1, 2): Result.DRAW}, name="First")
    return events.section(running, players, WON, name="Second", state="finished", ended=today - timedelta(days=2))


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_everybody_sees_what_is_open_what_runs_and_what_has_just_ended(client: Client, *, is_signed_in: bool) -> None:
    over = live()
    if is_signed_in:
        me = person("Ada")
        game(me, person("Bo"), at=clock.now())
        client.force_login(me)
    body = tight(client.get("/").content)
    assert re.findall(r'<h2 id="(open|running|ended|turn)">', body) == (
        ["turn", "open", "running", "ended"] if is_signed_in else ["open", "running", "ended"]
    )
    assert "9 days left" in body
    assert "1 of 2 sections finished" in body
    assert f'<a href="/sections/{over.pk}">Running Open, Second</a>' in body
    assert "Wanda Winner" in body
    assert ("you may enter" in body) is is_signed_in


def test_a_server_without_events_has_a_front_page_all_the_same(client: Client) -> None:
    body = client.get("/").content.decode()
    assert "Open for entry" not in body
    assert "Just ended" not in body


def test_the_front_page_takes_the_same_queries_for_one_event_and_for_many(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    live()
    client.get("/")
    with CaptureQueriesContext(connection) as made:
        client.get("/")
    for _ in range(3):
        live()
    with django_assert_num_queries(len(made)):
        client.get("/")


# the feed


def as_text(summary: ET.Element | None) -> str:
    """What a reader shows of a summary: markup that came with a name would be gone."""
    assert summary is not None
    assert summary.get("type") == "html"
    return unescape(re.sub(r"<[^>]*>", "", summary.text or ""))


def entries(client: Client) -> list[dict[str, str]]:
    answer = client.get("/news.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(answer.content)  # noqa: S314 - our own
    assert feed.tag == f"{ATOM}feed"
    assert feed.find(f"{ATOM}id") is not None
    assert feed.findtext(f"{ATOM}author/{ATOM}name"), "RFC 4287 wants an author"
    return [
        {
            "id": one.findtext(f"{ATOM}id") or "",
            "title": one.findtext(f"{ATOM}title") or "",
            "words": as_text(one.find(f"{ATOM}summary")),
            "link": next(link.get("href") or "" for link in one.findall(f"{ATOM}link")),
            "updated": one.findtext(f"{ATOM}updated") or "",
        }
        for one in feed.findall(f"{ATOM}entry")
    ]


def test_news_tell_of_open_entries_of_starts_and_of_results(client: Client) -> None:
    over = live()
    found = entries(client)
    assert [one["title"] for one in found] == [
        "Open for entry: Open to all",
        "Finished: Running Open, Second",
        "Started: Running Open",
    ]
    result = found[1]
    assert result["words"] == "1 Wanda Winner 2, 2–3 Otto ½, 2–3 Paul ½"
    assert result["link"].endswith(f"/sections/{over.pk}")
    assert found[2]["words"] == "2 sections have started."
    assert len({one["id"] for one in found}) == 3
    assert entries(client) == found, "the same news have the same ids"


def test_names_are_text_for_whoever_reads_the_feed_as_html(client: Client) -> None:
    today = clock.now().date()
    players = [person(name).player for name in ("<b>Bold</b> & Co", "Otto", "Paul")]
    events.section(events.event("open"), players, WON, state="finished", ended=today)
    assert entries(client)[0]["words"].startswith("1 <b>Bold</b> & Co 2")


def test_drafts_proposals_and_what_is_long_past_are_no_news(client: Client) -> None:
    events.event("open", state=Event.State.DRAFT, announced=clock.now().date())
    events.section(events.event("open"), events.players(3), {}, state=Section.State.PROPOSED)
    events.section(events.event("open"), events.players(3), WON, state="finished", ended=events.START)
    assert entries(client) == []


def test_every_page_leads_to_the_feed_and_any_slice_can_tell_news(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert re.search(
        r'<link rel="alternate"\s+type="application/atom\+xml"\s+href="/news.atom"',
        client.get("/about").content.decode(),
    )
    at = clock.now()
    monkeypatch.setattr(
        queries, "SOURCES", (*queries.SOURCES, lambda *, at: [NewsItem("list-1", at, "A new list", "<b>", "/ratings")])
    )
    assert [(one["title"], one["words"]) for one in entries(client)] == [("A new list", "<b>")]
    assert at
