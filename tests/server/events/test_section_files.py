"""A section as files: PGN, TRF, EVENT.json and CSV, as far as everybody may have them."""

import csv
import io
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from slowmate.formats.event_json import read_event
from slowmate.formats.trf import read_trf
from slowmate.records import Result
from slowmate.server.events.models import Seat, Section
from slowmate.server.events.queries.record import record_of
from slowmate.server.games.models import Game
from slowmate.server.people.models import Player
from tests.support import events
from tests.support.people import person

pytestmark = pytest.mark.django_db

RESULTS = {(1, 2): Result.WHITE_WINS, (1, 3): Result.DRAW, (2, 3): Result.DRAW, (1, 4): Result.DRAW}


@pytest.fixture
def row() -> Section:
    players = [person(name).player for name in ("=cmd|'/c calc'!A1", "+Bo", "@Cyril", 'Dora "Quote", x')]
    Player.objects.filter(pk=players[0].pk).update(sex="f", birth_year=1970, federation="CZE", title="SIM")
    return events.section(
        events.event("open", name="Files"), [Player.objects.get(pk=one.pk) for one in players], RESULTS
    )


def ended(row: Section, one: int, other: int, result: Result, how: str) -> Game:
    pair = {"pairing__white__number__in": (one, other), "pairing__black__number__in": (one, other)}
    found = Game.objects.filter(pairing__section=row, **pair)
    found.update(result=result, termination=how)
    return found.get()


def test_the_pgn_has_the_finished_games_with_their_numbers(client: Client, row: Section) -> None:
    both = ended(row, 2, 3, Result.BOTH_LOSE, "double-default")
    gone = ended(row, 1, 4, Result.CANCELLED, "cancelled")
    for path in (f"/sections/{row.pk}/games.pgn", f"/api/sections/{row.pk}/games.pgn"):
        answer = client.get(path)
        text = answer.getvalue().decode()
        assert answer["Content-Type"].startswith("application/x-chess-pgn")
        games = {pk: one for one in text.split("[Event ") for pk in re.findall(r'\[GameId "(\d+)"\]', one)}
        finished = Game.objects.filter(pairing__section=row).exclude(result="").exclude(pk=gone.pk)
        assert sorted(games) == sorted(str(game.pk) for game in finished)
        lost = games[str(both.pk)]
        assert '[Result "*"]' in lost
        assert '[Termination "double-default"]' in lost
        assert f'[GameId "{gone.pk}"]' not in text


def test_the_pgn_takes_the_same_queries_for_few_games_and_for_many(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for size in (3, 7):
        section = events.section(events.event("open"), events.players(size), events.every_result(size))
        with django_assert_num_queries(3):
            client.get(f"/api/sections/{section.pk}/games.pgn")


def test_event_json_is_what_the_tables_are_computed_from_with_the_numbers_of_the_games(
    client: Client, row: Section
) -> None:
    for path in (f"/sections/{row.pk}/event.json", f"/api/sections/{row.pk}/event.json"):
        answer = client.get(path)
        assert answer["Content-Type"].startswith("application/json")
        said = answer.json()
        numbers = [game["id"] for game in said["games"]]
        assert sorted(numbers) == sorted(Game.objects.filter(pairing__section=row).values_list("pk", flat=True))
        assert read_event(answer.content).games == record_of(row).games
        assert said["kind"] == "open"


def test_what_players_told_the_federation_alone_is_in_no_file(client: Client, row: Section) -> None:
    for name in ("event.json", "report.trf"):
        text = client.get(f"/sections/{row.pk}/{name}").content.decode()
        assert "1970" not in text, name
    assert all(
        player.sex is None for player in read_event(client.get(f"/sections/{row.pk}/event.json").content).players
    )
    assert Seat.objects.filter(section=row, sex="f", birth_year=1970).exists()


def test_the_tournament_report_can_be_read_again(client: Client, row: Section) -> None:
    answer = client.get(f"/sections/{row.pk}/report.trf")
    event = read_trf(answer.content, file="report.trf")
    assert len(event.players) == 4
    assert sum(game.result is not None for game in event.games) == 4
    assert event.kind.slug == "open"


def test_the_table_for_spreadsheets_computes_nothing(client: Client, row: Section) -> None:
    answer = client.get(f"/sections/{row.pk}/table.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    head, *lines = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert head[:8] == ["place", "number", "id", "name", "federation", "title", "rating", "points"]
    found = {line[3]: dict(zip(head, line, strict=True)) for line in lines}
    assert set(found) == {"'=cmd|'/c calc'!A1", "'+Bo", "'@Cyril", 'Dora "Quote", x'}
    first = found["'=cmd|'/c calc'!A1"]
    assert (first["points"], first["running"], first["2"], first["3"], first["1"]) == ("2", "0", "1", "½", "")
    assert not any(cell[:1] in "=+-@\t\r" for line in lines for cell in line if cell)


def test_the_start_list_for_spreadsheets_has_the_columns_of_its_page(client: Client, row: Section) -> None:
    page = client.get(f"/sections/{row.pk}/start-list")
    assert f'href="/sections/{row.pk}/start-list.csv"' in page.content.decode()
    answer = client.get(f"/sections/{row.pk}/start-list.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="start-list-{row.pk}.csv"'
    head, *lines = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    shown = page.context["list"]
    assert head == [
        *("number", "name", "federation", "rating", "rated_by", "white", "black"),
        *(title.short for title in shown.titles),
    ]
    expected = [
        [str(seat.number), seat.who.federation, seat.rating, str(seat.whites), str(seat.blacks), *seat.needed]
        for seat in shown.seats
    ]
    assert [[line[0], line[2], line[3], *line[5:]] for line in lines] == expected
    assert [line[1] for line in lines] == ["'=cmd|'/c calc'!A1", "'+Bo", "'@Cyril", 'Dora "Quote", x']


def test_the_start_list_of_teams_names_team_and_board(client: Client) -> None:
    teams = events.team_section(
        events.event("zonal-team", name="Teams"), {"=Slavia": events.players(2), "Union": events.players(2)}
    )
    text = client.get(f"/sections/{teams.pk}/start-list.csv").content.decode("utf-8-sig")
    head, *lines = csv.reader(io.StringIO(text))
    assert head[:4] == ["number", "team", "board", "name"]
    assert [" ".join(line[:3]) for line in lines] == ["1 '=Slavia 1", "2 '=Slavia 2", "3 Union 1", "4 Union 2"]


@pytest.mark.parametrize("name", ["games.pgn", "table.csv", "start-list.csv", "report.trf", "event.json"])
def test_files_of_a_proposed_section_are_for_whoever_runs_its_event(client: Client, name: str) -> None:
    row = events.section(events.event("open"), events.players(3), {}, state=Section.State.PROPOSED)
    assert client.get(f"/sections/{row.pk}/{name}").status_code == 302
    client.force_login(person())
    assert client.get(f"/sections/{row.pk}/{name}").status_code == 404
