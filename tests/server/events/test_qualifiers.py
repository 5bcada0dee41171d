"""The Table of Qualifiers, and what concerns one player: rights, bars, nominations, entries."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.server.events.models import Bar, Bond, Event, Grant, Nomination, Right, Series
from slowmate.server.events.services import entries, rights
from slowmate.server.games.rating import RatingTerms
from slowmate.server.games.services import games
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock
from tests.server.events.building import (
    PRELIMINARY,
    SEMI,
    START,
    by,
    delegate_of,
    entered,
    in_order,
    open_event,
    rated,
    settle,
    stage,
    won,
)
from tests.server.reading import tight
from tests.support import events
from tests.support.people import AT, account, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

FINAL, CANDIDATES = "world-championship-final", "world-championship-candidates"


@pytest.fixture(autouse=True)
def _may_2024(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: AT)


def shown(path: str, who: Any = None, **query: str) -> str:
    client = Client()
    if who is not None:
        client.force_login(account(who) if isinstance(who, Player) else who)
    answer = client.get(path, query)
    assert answer.status_code == 200
    return tight(answer.content)


# everybody's


@pytest.mark.clause("ICCF-TR-2017 1.0.6")
def test_the_table_names_holders_by_stage_with_section_clause_and_last_day() -> None:
    players = [rated(2100 + n) for n in range(5)]
    section = stage(PRELIMINARY, players, in_order(5))
    settle(section)
    page = shown("/qualifiers")
    semi, preliminary = (page.index(f'id="world-championship-{which}"') for which in ("semi-final", "preliminary"))
    assert f'href="/sections/{section.pk}"' in page
    assert 'href="/rulebook/ICCF-TR-2017/1.2.1(d)"' in page
    assert "1 February 2027" in page
    assert players[0].name in page[semi:preliminary], "the higher stage comes first"
    assert players[2].name in page[preliminary:]
    assert players[4].name not in page


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ("next", "number 22 alone"),
        ("same", "number 21 alone"),
        ("two previous", "number 22 or 23"),
        ("deferrable", "the first Final to come"),
        ("any", "no last day"),
    ],
)
def test_a_right_without_a_last_day_says_which_number_of_its_series_it_is_for(turn: str, words: str) -> None:
    player = rated(2000)
    won(player)
    Right.objects.update(expires=None, turn=turn, cycle=21)
    assert words in shown("/qualifiers")
    assert words in shown("/me", player)


@pytest.mark.clause("ICCF-TR-2017 1.0.6")
def test_what_is_used_or_over_leaves_the_table() -> None:
    player = rated(2000)
    won(player)
    event = open_event(PRELIMINARY)
    assert player.name in shown("/qualifiers")
    entry = entered(event, player)
    assert player.name in shown("/qualifiers")
    entries.seat(event, [entry], by(event), start=START)
    assert player.name not in shown("/qualifiers")
    entries.unseat(entry, by(event))
    assert player.name in shown("/qualifiers")
    Right.objects.update(expires=date(2024, 4, 30))
    assert player.name not in shown("/qualifiers")


def test_the_table_is_filtered_by_stage_federation_and_name() -> None:
    czech, german = rated(2000), rated(2000, federation="GER")
    settle(stage(PRELIMINARY, [czech, german, *events.players(3)], in_order(5)))
    for query, found in (
        ({"stage": SEMI}, {czech, german}),
        ({"stage": PRELIMINARY}, set()),
        ({"federation": "ger"}, {german}),
        ({"q": czech.name}, {czech}),
        ({"q": "nobody at all"}, set()),
        ({"stage": "nonsense"}, {czech, german}),
    ):
        page = shown("/qualifiers", **query)
        assert {one for one in (czech, german) if f'href="/players/{one.pk}"' in page} == found, query


def test_the_table_takes_the_same_queries_for_many_rights(django_assert_max_num_queries: Any) -> None:
    for number in (42, 43):
        settle(stage(PRELIMINARY, events.players(6), in_order(6), number=number))
        with django_assert_max_num_queries(4):
            Client().get("/qualifiers")


# mine


def test_my_page_shows_rights_bars_nominations_and_entries() -> None:
    player = rated(2410)
    section = won(player, name="Master class 7")
    Bar.objects.create(player=player, since=date(2023, 1, 1), until=date(2023, 6, 1), clause="ICCF-TR-2017 8.4/5")
    Bond.objects.create(player=player, since=date(2023, 1, 1))
    Nomination.objects.create(federation="CZE", player=player, year=2024, on=date(2024, 4, 1), rating=2410)
    Grant.objects.create(player=player, kind=SEMI, on=date(2024, 4, 1), reference="EB 7")
    entered(open_event(fee=20, name="Open of Brno"), player)
    page = shown("/me", player)
    for words in (
        "rated 2410 from 100 games",
        f'<a href="/sections/{section.pk}">Master class 7</a>',
        "1 February 2027",
        "No entry from 1 January 2023 on; again from 1 June 2023.",
        "A bond is owed",
        "Named by CZE for 2024",
        "EB 7",
        "Open of Brno",
        "payment",
    ):
        assert words in page, words
    assert "Nominations of" not in page


def test_my_page_tells_what_my_running_games_can_bring_to_my_rating() -> None:
    player = rated(2400)
    assert "Your rating as it will be" not in shown("/me", player)
    terms = Terms(starts=AT, time_control=clocks.Classic())
    asked = RatingTerms(is_rated=True, event_kind="open-class", event_key="open")
    running = games.start(player, rated(2400), terms, at=AT, rating=asked)
    page = shown("/me", player).partition("Your rating as it will be")[2]
    assert f'href="/games/{running.pk}"' in page
    assert "Keeps your rating" in page


def test_my_page_is_mine_and_offers_a_delegate_his_federation() -> None:
    assert Client().get("/me")["Location"].startswith("/accounts/login/")
    empty = shown("/me", person())
    assert "You have entered no event." in empty
    assert "without a published rating" in empty
    assert 'href="/federations/CZE/nominations"' in shown("/me", delegate_of("CZE"))


def test_my_page_takes_the_same_queries_with_many_rights_and_entries() -> None:
    player = rated(2000)
    client = Client()
    client.force_login(account(player))
    won(player)
    entered(open_event(), player)
    with CaptureQueriesContext(connection) as few:
        client.get("/me")
    for number in range(4):
        won(player)
        entered(open_event(places=0, name=f"Event {number}"), player)
    with CaptureQueriesContext(connection) as many:
        page = client.get("/me").content.decode()
    assert page.count("Event ") >= 4
    assert len(many) <= len(few)


def test_a_right_to_the_final_is_put_off_on_its_page() -> None:
    player = rated(2600)
    settle(stage(CANDIDATES, [player, *events.players(4)], in_order(5)))
    right = Right.objects.get(player=player)
    series = Series.objects.create(family="world", number=33)
    final = events.event(FINAL, name="Final 33", state=Event.State.OPEN, start=START, series=series)
    client = Client()
    client.force_login(account(player))
    assert f'href="/rights/{right.pk}/put-off"' in shown("/me", player)
    assert b"Not in Final 33" in client.get(f"/rights/{right.pk}/put-off").content
    assert client.post(f"/rights/{right.pk}/put-off", {"final": str(final.pk)})["Location"] == "/me"
    right.refresh_from_db()
    assert right.state == "deferred"
    rights.put_off(right.pk, later_final(), actor=account(player), at=AT)
    assert client.post(f"/rights/{right.pk}/put-off", {"final": str(final.pk)}).status_code == 302
    assert client.post(f"/rights/{right.pk}/put-off", {"final": "nonsense"}).status_code == 404
    other = Client()
    other.force_login(person())
    assert other.get(f"/rights/{right.pk}/put-off").status_code == 404
    assert other.post(f"/rights/{right.pk}/put-off", {"final": str(final.pk)}).status_code == 404


def later_final() -> Event:
    series = Series.objects.create(family="world", number=34)
    return events.event(FINAL, state=Event.State.ANNOUNCED, start=date(2025, 9, 1), series=series)


# a delegate's, and the Board's


def test_the_delegates_page_shows_the_arithmetic_and_names_a_player() -> None:
    delegate, player = delegate_of("CZE"), rated(2390)
    client = Client()
    client.force_login(delegate)
    assert "0 of 2 named" in tight(client.get("/federations/cze/nominations").content)
    body = {"player": str(player.pk), "kind": "", "year": "2024"}
    done = client.post("/federations/CZE/nominations", body, follow=True).content.decode()
    assert "The player is named" in done
    assert "1 of 2 named" in tight(done)
    made = Nomination.objects.get()
    assert (made.player, made.federation, made.rating, made.made_by) == (player, "CZE", 2390, delegate)
    taken = client.post(f"/nominations/{made.pk}/take-back", follow=True).content.decode()
    assert "taken back" in taken


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"player": "nobody of that name"}, "There is no such player. Search under Players."),
        ({"player": ""}, "This field is required"),
        ({"year": "2031"}, "Select a valid choice"),
        ({"kind": "thematic"}, "Select a valid choice"),
        ({"kind": "master-class"}, "State the qualification"),
    ],
)
def test_what_is_filled_in_wrongly_names_nobody(body: dict[str, str], words: str) -> None:
    client = Client()
    client.force_login(delegate_of("CZE"))
    sent = {"player": str(rated(2000).pk), "kind": "", "year": "2024", **body}
    answer = client.post("/federations/CZE/nominations", sent)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Nomination.objects.exists()


def test_another_federations_player_is_not_named_and_its_page_is_closed() -> None:
    client = Client()
    client.force_login(delegate_of("CZE"))
    body = {"player": str(rated(2000, federation="GER").pk), "kind": "", "year": "2024"}
    answer = client.post("/federations/CZE/nominations", body)
    assert (answer.status_code, "of your federation" in answer.content.decode()) == (422, True)
    for path in ("/federations/GER/nominations", "/federations/nonsense/nominations"):
        assert client.get(path).status_code == 404
        assert client.post(path, body).status_code == 404
    german = Nomination.objects.create(federation="GER", player=rated(2000, federation="GER"), year=2024, on=AT.date())
    assert client.post(f"/nominations/{german.pk}/take-back").status_code == 404
    assert client.post(f"/nominations/{10**9}/take-back").status_code == 404


def test_a_quota_that_is_used_up_is_refused_with_its_clause() -> None:
    client = Client()
    client.force_login(delegate_of("CZE"))
    for _ in range(2):
        client.post("/federations/CZE/nominations", {"player": str(rated(2000).pk), "kind": "", "year": "2024"})
    answer = client.post("/federations/CZE/nominations", {"player": str(rated(2000).pk), "kind": "", "year": "2024"})
    assert answer.status_code == 409
    assert "1.0.10/1" in answer.content.decode()


def test_the_board_gives_a_right_on_its_page_and_nobody_else_sees_it() -> None:
    board, player = person(offices=(Office.Kind.EXECUTIVE_BOARD,)), rated(2000)
    client = Client()
    client.force_login(board)
    body = {"player": str(player.pk), "kind": SEMI, "reference": "EB 2024/7", "reason": "not covered"}
    assert "The decision is saved" in client.post("/grants", body, follow=True).content.decode()
    assert Grant.objects.get().reference == "EB 2024/7"
    assert client.post("/grants", body).status_code == 422
    assert client.post("/grants", {**body, "reference": "EB 8", "kind": "nonsense"}).status_code == 422
    own = client.post("/grants", {**body, "reference": "EB 9", "player": str(board.player.pk)})
    assert (own.status_code, "Nobody decides their own case" in own.content.decode()) == (422, True)
    for stranger in (person(), delegate_of("CZE")):
        other = Client()
        other.force_login(stranger)
        assert other.get("/grants").status_code == 404
        assert other.post("/grants", body).status_code == 404
    assert Grant.objects.count() == 1
