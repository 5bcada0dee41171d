"""The page of a player: what he plays in and has played in, with place and score."""

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from slowmate.records import Result
from slowmate.server.events.models import Section
from slowmate.server.games.models import Game
from slowmate.server.people.models import Office, Player
from tests.server.reading import tight
from tests.support import events
from tests.support.people import person, rated_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def rows(client: Client, player: Player, **query: str) -> list[tuple[str, str, str]]:
    """Section, place and score of each line."""
    body = tight(client.get(f"/players/{player.pk}", query).content)
    lines = re.findall(r'<th scope="row"><a href="/sections/\d+">([^<]+)</a>.*?</tr>', body)
    cells = re.findall(r'<th scope="row"><a href="/sections/\d+">.*?</tr>', body)
    found = [re.findall(r'<td class="num">(.*?)</td>', one) for one in cells]
    plain = [[re.sub(r"<[^>]+>", " ", cell).strip() for cell in one] for one in found]
    return [(name, place, score) for name, (place, score) in zip(lines, plain, strict=True)]


def test_running_and_finished_events_stand_there_with_place_and_score(client: Client) -> None:
    ada, *others = events.players(4)
    running = events.event("open", name="Spring Open")
    events.section(running, [ada, *others], {(1, 2): Result.WHITE_WINS, (1, 3): Result.DRAW}, name="A")
    results = {(1, 2): Result.BLACK_WINS, (1, 3): Result.WHITE_WINS, (1, 4): Result.DRAW, (2, 3): Result.DRAW}
    results |= {(2, 4): Result.DRAW, (3, 4): Result.DRAW}
    over = events.event("open", name="Winter Open")
    events.section(over, [ada, *others], results, name="B", state="finished", ended=date(2024, 9, 1))
    events.section(events.event("open", name="To come"), [ada, *others], {}, name="", state=Section.State.POSTED)
    assert rows(client, ada) == [
        ("To come", "–", "0 from 0 3 running"),
        ("Spring Open, A", "1 of 4", "1½ from 2 1 running"),
        ("Winter Open, B", "2 of 4", "1½ from 3"),
    ]


def test_a_player_of_a_team_has_the_place_of_his_team(client: Client) -> None:
    ups = {name: events.players(2, federation=name) for name in ("CZE", "GER")}
    results = {(1, 3): Result.WHITE_WINS, (2, 4): Result.BLACK_WINS}  # the first board decides
    events.team_section(events.event("olympiad-final", name="Olympiad"), ups, results, name="")
    assert rows(client, ups["CZE"][0]) == [("Olympiad", "1 of 2", "1 from 1")]


def test_a_proposed_section_is_shown_to_whoever_runs_it_alone(client: Client) -> None:
    players = events.players(3)
    events.section(events.event("open", name="Secret"), players, {}, state=Section.State.PROPOSED)
    assert rows(client, players[0]) == []
    client.force_login(person(offices=(Office.Kind.NON_TITLE_TOURNAMENTS,)))
    assert len(rows(client, players[0])) == 1


def test_many_finished_events_come_page_by_page(client: Client) -> None:
    players = events.players(2)
    for number in range(13):
        event = events.event("open", name=f"Event {number:02}")
        ended = date(2024, 6, 1 + number)
        events.section(event, players, {(1, 2): Result.DRAW}, name="", state="finished", ended=ended)
    assert [line[0] for line in rows(client, players[0])] == [f"Event {number:02}" for number in range(12, 4, -1)]
    second = [line[0] for line in rows(client, players[0], events="2")]
    assert second == [f"Event {number:02}" for number in range(4, -1, -1)]


def test_the_page_takes_the_same_queries_for_one_event_and_for_many(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    players = events.players(3)

    def one_more() -> None:
        events.section(events.event("open"), players, {(1, 2): Result.DRAW})
        ended: dict[str, Any] = {"state": "finished", "ended": date(2024, 9, 1)}
        events.section(events.event("open"), players, events.every_result(3), **ended)

    one_more()
    client.get(f"/players/{players[0].pk}")
    with CaptureQueriesContext(connection) as made:
        client.get(f"/players/{players[0].pk}")
    for _ in range(3):
        one_more()
    with django_assert_num_queries(len(made)):
        client.get(f"/players/{players[0].pk}")


def test_the_score_is_told_by_colour_and_year_without_cancelled_games(client: Client) -> None:
    ada, bo = person("Ada"), person("Bo")
    first, second = datetime(2022, 12, 31, 23, tzinfo=UTC), datetime(2024, 3, 1, tzinfo=UTC)
    drawn, off = rated_game(ada, bo, ended=first), rated_game(ada, bo, ended=second)
    rated_game(bo, ada, loser="white", ended=second)
    rated_game(ada, bo, loser="white", ended=second)
    for row, result in ((drawn, Result.DRAW), (off, Result.CANCELLED)):
        Game.objects.filter(pk=row.pk).update(result=result.value)
    body = tight(client.get(f"/players/{ada.player.pk}").content).partition('id="scores"')[2].partition("</section>")[0]
    lines = [re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<tr>(.*?)</tr>", body)]
    assert [" ".join(line) for line in lines[1:]] == [
        "All years ½/2 25 % 1/1 100 % 1½/3 50 %",
        "2024 0/1 0 % 1/1 100 % 1/2 50 %",
        "2022 ½/1 50 % – ½/1 50 %",
    ]
    assert 'id="scores"' not in client.get(f"/players/{person('Nobody yet').player.pk}").content.decode()
