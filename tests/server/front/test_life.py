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
from slowmate.server.front import pages
from slowmate.server.games.models import Game
from slowmate.server.ratings.services import list_preparation, publication
from slowmate.server.site import clock
from slowmate.server.site.news import NewsItem
from slowmate.server.titles.models import TitleAward
from tests.server.ratings.federation import CLOSED, federation
from tests.server.reading import tight
from tests.support import events
from tests.support.people import game, person, rated_game

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


def test_nobody_has_won_where_nobody_has_scored(client: Client) -> None:
    three = [person(name).player for name in ("Ann", "Ben", "Cid")]
    events.section(events.event("open"), three, WON, state="finished", ended=clock.now().date())
    Game.objects.update(result=Result.BOTH_LOSE.value)
    body = tight(client.get("/").content)
    assert "nobody scored" in body
    assert "won by" not in body


def test_the_front_page_shows_the_top_of_the_newest_list(client: Client) -> None:
    assert "Rating list" not in client.get("/").content.decode()
    made = federation()
    assert "Rating list" not in client.get("/").content.decode(), "it is only prepared"
    publication.publish(made.row, version=1, actor=made.keeper, at=CLOSED)
    body = tight(client.get("/").content)
    assert "Rating list 2024/1" in body
    best = made.row.entries.get(rank=1)
    assert f'<a href="/players/{best.player_id}">1. {best.name}</a>' in body
    assert f'<b class="score">{best.rating}</b>' in body
    assert '<a href="/ratings/2024-1">The whole list</a>' in body


def award(name: str, **fields: object) -> TitleAward:
    today = clock.now()
    own = {"state": TitleAward.State.CONFIRMED, "earned": today.date(), "valid_from": today.date(), "settled": today}
    return TitleAward.objects.create(
        player=person(name).player, title="IM", route="norms", confirmed_by="server", found=today, **own | fields
    )


def test_the_front_page_shows_titles_once_they_are_confirmed(client: Client) -> None:
    new = award("Mia Master")
    award("Still Waiting", state=TitleAward.State.PROPOSED, settled=None)
    body = tight(client.get("/").content)
    assert f'<a href="/awards/{new.pk}">International Master</a>' in body
    assert "Mia Master" in body
    assert "Still Waiting" not in body


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


def test_news_tell_of_lists_and_why_one_was_revised(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: CLOSED + timedelta(days=2))
    made = federation()
    assert entries(client) == [], "what is only prepared is no news"
    publication.publish(made.row, version=1, actor=made.keeper, at=CLOSED)
    rated_game(made.bo, made.ada, ended=CLOSED - timedelta(days=20))
    again = list_preparation.revise(made.row, "a game was missing", actor=made.keeper, at=CLOSED + timedelta(days=1))
    publication.publish(again, version=1, actor=made.keeper, at=CLOSED + timedelta(days=1))
    revised, first = entries(client)
    best = made.row.entries.get(rank=1)
    assert first["title"] == "Rating list 2024/1 (chess)"
    assert first["words"] == (
        f"{made.row.shown} players. First: {best.name}, {best.rating}. Valid from 1 January 2024."
    )
    assert first["link"].endswith("/ratings/2024-1")
    assert revised["title"] == "Rating list 2024/1 (chess), revised"
    assert revised["words"].startswith("a game was missing. ")
    assert revised["link"].endswith("/ratings/2024-1?revision=2")
    monkeypatch.setattr(clock, "now", lambda: CLOSED + timedelta(days=200))
    assert entries(client) == [], "what is long past is no news"


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
        pages, "SOURCES", (*pages.SOURCES, lambda *, at: [NewsItem("list-1", at, "A new list", "<b>", "/ratings")])
    )
    assert [(one["title"], one["words"]) for one in entries(client)] == [("A new list", "<b>")]
    assert at
