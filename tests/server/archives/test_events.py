"""Events that an archive brings: a table with its results, and the moves of its games before or after it."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from slowmate.server.archives.models import Origin
from slowmate.server.events.models import Event, Pairing, Section
from slowmate.server.events.queries.rights_check import wrong_rights
from slowmate.server.games.models import Game
from slowmate.server.jobs import verify
from slowmate.server.people.models import Player
from tests.formats.trf_files import SMALL
from tests.server.archives.bringing import Importer
from tests.support.people import AT

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

NAMES = ("Jana Malá", "Petr Velký", "Anna Nová")


def event(**more: Any) -> str:
    players = [
        {"id": str(number), "name": name, "federation": "CZE", "birth_year": 1960 + number, "rating": 2300 - number}
        for number, name in enumerate(NAMES, 1)
    ]
    games = [
        {"white": "1", "black": "2", "result": "1-0", "date": "2018-09-01"},
        {"white": "2", "black": "3", "result": "1/2-1/2", "date": "2018-10-01"},
        {"white": "3", "black": "1", "result": "0-1", "date": "2018-11-01"},
    ]
    made = {"name": "Open 12", "kind": "open-class", "start": "2018-03-01", "players": players, "games": games}
    return json.dumps({**made, **more}, ensure_ascii=False)


SUBSTITUTED = [
    {"id": "1", "name": NAMES[0]},
    {"id": "2", "name": NAMES[1]},
    {"id": "3", "name": NAMES[2], "replaces": {"id": "9", "name": "Karel Starý"}},
]
PGN = """[Event "Open 12"]
[Date "2018.03.01"]
[EndDate "2018.09.01"]
[White "Malá, Jana"]
[Black "Velký, Petr"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0
"""


def test_an_event_comes_with_its_table_and_games(bring: Importer, client: Client) -> None:
    said = bring("event", bring.file("e.json", event()), "--write")
    assert said.status == 0, said
    section = Section.objects.get()
    assert (section.event.name, section.state, str(section.ended)) == ("Open 12", "settled", "2018-11-01")
    games = Game.objects.order_by("pk")
    assert [(game.white.name, game.result, game.event_kind, game.is_rated) for game in games] == [
        ("Jana Malá", "1-0", "open-class", True),
        ("Petr Velký", "1/2-1/2", "open-class", True),
        ("Anna Nová", "0-1", "open-class", True),
    ]
    assert list(verify.differences()) == []
    assert list(wrong_rights(lambda _: None, on=AT.date())) == []
    page = client.get(f"/sections/{section.pk}")
    assert page.status_code == 200
    assert "Jana Malá" in page.content.decode()
    for address in (f"/events/{section.event_id}", f"/players/{games[0].white_id}", "/events?state=finished"):
        assert client.get(address).status_code == 200
    again = client.get(f"/api/sections/{section.pk}/event.json").json()
    assert [game["result"] for game in again["games"]] == ["1-0", "1/2-1/2", "0-1"]


def test_the_same_event_changes_nothing_and_what_says_otherwise_is_refused(bring: Importer) -> None:
    bring("event", bring.file("e.json", event()), "--write")
    again = bring("event", bring.file("again.json", event(director={"name": "Di"})), "--write")
    assert "event: 1 there already" in again.out
    other = bring("event", bring.file("o.json", event().replace('"0-1"', '"1-0"')), "--write")
    assert other.status == 1
    assert "o.json: event refused: was brought before, and said otherwise" in other.out
    assert (Event.objects.count(), Game.objects.count(), Player.objects.count()) == (1, 3, 3)


def test_without_write_nothing_is_kept(bring: Importer) -> None:
    said = bring("event", bring.file("e.json", event()))
    assert "event: 1 new" in said.out
    assert "player: 3 new" in said.out
    assert not Event.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            {"games": [{"white": "1", "black": "2"}]},
            "games: 1 games have no result; events are brought when they are over",
        ),
        ({"games": [{"white": "1", "black": "2", "result": "1-0"}]}, "end: missing; games have no day"),
        ({"start": "2012-03-01"}, "start: 2012-03-01 is before 2016-01-01"),
        ({"kind": "picnic"}, "kind: "),
        ({"players": SUBSTITUTED}, "players: Anna Nová replaced somebody, and only boards of teams are taken over"),
        ({"name": "x" * 121}, "name: 121 characters; at most 120 fit"),
    ],
)
def test_what_cannot_be_kept_is_refused_whole(bring: Importer, more: dict[str, Any], why: str) -> None:
    said = bring(
        "event", bring.file("e.json", event(**more)), bring.file("good.json", event(name="Open 13")), "--write"
    )
    assert said.status == 1
    assert f"event refused: {why}" in said.out
    assert [one.name for one in Event.objects.all()] == ["Open 13"]  # the other file comes


def test_an_ambiguous_player_keeps_the_event_waiting(bring: Importer, tmp_path: Path) -> None:
    here = Player.objects.create(name="Anna Nová", federation="CZE")
    who = tmp_path / "who.csv"
    said = bring("event", bring.file("e.json", event()), "--write", "--ambiguous", str(who))
    assert said.status == 1
    assert "e.json: line 1: event ambiguous: Anna Nová is ambiguous" in said.out
    assert not Event.objects.exists()
    assert Player.objects.count() == 1
    who.write_text(who.read_text().rstrip() + f"{here.pk}\n")
    assert bring("event", bring.file("e.json", event()), "--write", "--matches", str(who)).status == 0
    assert Section.objects.get().seats.filter(player=here).exists()


def test_ids_of_players_that_came_before_count_where_the_name_agrees(bring: Importer) -> None:
    text = "id,name,federation\n1,Jana Malá,CZE\n2,Somebody Else,ENG\n"
    bring("players", bring.file("p.csv", text), "--write")
    assert bring("event", bring.file("e.json", event()), "--write").status == 0
    assert Player.objects.filter(name="Jana Malá").count() == 1
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted([*NAMES, "Somebody Else"])


def test_moves_that_come_after_the_table_are_given_to_its_games(bring: Importer, client: Client) -> None:
    bring("event", bring.file("e.json", event()), "--write")
    said = bring("games", bring.file("g.pgn", PGN), "--write", "--by-name")
    assert said.status == 0, said
    assert Game.objects.count() == 3
    game = Pairing.objects.order_by("pk")[0].game
    assert game is not None
    assert (game.plies, game.result, game.version) == (3, "1-0", 4)
    assert "Nf3" in client.get(f"/games/{game.pk}").content.decode()
    assert list(verify.differences()) == []
    assert "game: 1 there already" in bring("games", bring.file("g.pgn", PGN), "--write", "--by-name").out


def test_a_table_that_comes_after_its_games_takes_them(bring: Importer) -> None:
    people = "id,name,federation,birth_year\n1,Jana Malá,CZE,1961\n2,Petr Velký,CZE,1962\n"
    bring("players", bring.file("p.csv", people), "--write")
    bring("games", bring.file("g.pgn", PGN), "--write", "--by-name")
    assert bring("event", bring.file("e.json", event()), "--write").status == 0
    assert Game.objects.count() == 3
    assert sorted(Pairing.objects.values_list("game__plies", flat=True)) == [0, 0, 3]
    assert list(verify.differences()) == []


def test_a_tournament_report_is_an_event_of_fides(bring: Importer, client: Client) -> None:
    here = Player.objects.create(name="J. Novák", fide_id="3300001")
    said = bring("event", bring.file("small.trf", SMALL), "--write")
    assert said.status == 0, said
    assert set(Game.objects.values_list("pool", flat=True)) == {"fide-standard"}
    assert client.get(f"/sections/{Section.objects.get().pk}").status_code == 200
    assert Section.objects.get().seats.filter(player=here).exists()
    assert Origin.objects.filter(kind="event").count() == 1
