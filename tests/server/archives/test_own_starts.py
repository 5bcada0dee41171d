"""Games from a starting position of their own: thematic ones and Chess960, as table and as PGN."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.test import Client

from slowmate import play
from slowmate.board import Position
from slowmate.server.games.models import Game
from slowmate.server.jobs import verify
from tests.server.archives.bringing import Importer
from tests.server.archives.test_events import event

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

THEME = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
OTHER_THEME = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
DRAWN = 693
GAMES = (
    ("1", "2", "1-0", "2018-09-01", "2... exf4 3. Nf3 d5"),
    ("2", "3", "1/2-1/2", "2018-10-01", "2... exf4 3. Nf3 g5"),
    ("3", "1", "0-1", "2018-11-01", "2... Bc5"),
)
NAMES = {"1": "Malá, Jana", "2": "Velký, Petr", "3": "Nová, Anna"}


def table(start: Mapping[str, Any] | None = None, **more: Any) -> str:
    games = [
        {"white": white, "black": black, "result": result, "date": ended, **(start or {})}
        for white, black, result, ended, _ in GAMES
    ]
    return event(**{"name": "Gambits 3", "kind": "thematic", "games": games, **more})


def pgn(
    fen: str | None = THEME,
    *,
    tags: Mapping[str, str] | None = None,
    moves: str | None = None,
    games: Sequence[tuple[str, str, str, str, str]] = GAMES,
) -> str:
    texts = []
    for white, black, result, ended, played in games:
        said = {"Event": "Gambits 3", "Date": "2018.03.01", "EndDate": ended.replace("-", ".")}
        said |= {"White": NAMES[white], "Black": NAMES[black], "Result": result}
        said |= {"SetUp": "1", "FEN": fen} if fen else {}
        head = "\n".join(f'[{name} "{value}"]' for name, value in {**said, **(tags or {})}.items())
        texts.append(f"{head}\n\n{played if moves is None else moves} {result}\n")
    return "\n".join(texts)


def starts() -> list[str]:
    return [play.game_from_text(game.snapshot).start.fen for game in Game.objects.order_by("pk")]


@pytest.mark.parametrize("start", [None, {"fen": THEME}])
def test_thematic_games_take_their_moves_from_the_start_of_the_pgn_or_of_the_table(
    bring: Importer, client: Client, start: dict[str, str] | None
) -> None:
    bring("event", bring.file("e.json", table(start)), "--write")
    file = bring.file("g.pgn", pgn())
    assert bring("games", file, "--by-name").status == 0
    said = bring("games", file, "--write", "--by-name")
    assert (said.status, said.err) == (0, "")
    assert list(Game.objects.order_by("pk").values_list("plies", "plies_before")) == [(3, 3), (3, 3), (1, 3)]
    assert starts() == [THEME] * 3
    assert list(verify.differences()) == []
    game = Game.objects.order_by("pk")[0]
    assert f'[FEN "{THEME}"]' in client.get(f"/games/{game.pk}/pgn").content.decode()
    again = client.get(f"/api/sections/{game.pairing.section_id}/event.json").json()
    assert [one["fen"] for one in again["games"]] == [THEME] * 3


def test_chess960_games_too(bring: Importer, client: Client) -> None:
    start = Position.chess960(DRAWN)
    move = start.algebraic(start.legal_moves()[0])
    text = pgn(start.fen, tags={"Variant": "Chess960"}, moves=f"1. {move}")
    bring("event", bring.file("e.json", table(kind="chess960")), "--write")
    assert bring("games", bring.file("g.pgn", text), "--write", "--by-name").status == 0
    assert [play.terms_from_text(game.snapshot).chess960 for game in Game.objects.all()] == [DRAWN] * 3
    assert set(Game.objects.values_list("pool", "plies")) == {("chess960", 1)}
    assert list(verify.differences()) == []
    section = Game.objects.order_by("pk")[0].pairing.section_id
    again = client.get(f"/api/sections/{section}/event.json").json()
    assert [game["chess960"] for game in again["games"]] == [DRAWN] * 3


def test_games_from_another_start_than_their_table_are_refused_by_line_and_the_others_come(bring: Importer) -> None:
    bring("event", bring.file("e.json", table({"fen": THEME})), "--write")
    before = Game.objects.count()
    strange = pgn(OTHER_THEME, moves="2. Nf3", games=GAMES[:1])
    file = bring.file("g.pgn", f"{strange}\n{pgn(games=GAMES[1:])}")
    for words in ((), ("--write",)):
        said = bring("games", file, "--by-name", *words)
        assert said.status == 1, words
        why = f"FEN: the table of 'Gambits 3' has this game from another position, {THEME}"
        assert f"g.pgn: line 1: game refused: Malá, Jana – Velký, Petr: {why}" in said.out
        assert "game: 2 new" in said.out
        assert said.err == ""
    assert sorted(Game.objects.values_list("plies", flat=True)) == [0, 1, 3]
    assert Game.objects.count() == before
    assert list(verify.differences()) == []


def test_a_pgn_without_the_start_of_its_table_is_refused(bring: Importer) -> None:
    bring("event", bring.file("e.json", table({"fen": THEME})), "--write")
    said = bring("games", bring.file("g.pgn", pgn(None, moves="1. d4")), "--by-name", "--write")
    assert said.status == 1
    assert said.out.count("from another position") == 3
    assert set(Game.objects.values_list("plies", flat=True)) == {0}


def test_a_table_after_its_games_takes_those_from_its_start_only(bring: Importer) -> None:
    people = "id,name,federation,birth_year\n1,Jana Malá,CZE,1961\n2,Petr Velký,CZE,1962\n3,Anna Nová,CZE,1963\n"
    bring("players", bring.file("p.csv", people), "--write")
    bring("games", bring.file("g.pgn", pgn()), "--write", "--by-name")
    bring("games", bring.file("o.pgn", pgn(OTHER_THEME, moves="2. Nf3")), "--write", "--by-name")
    assert bring("event", bring.file("e.json", table({"fen": OTHER_THEME})), "--write").status == 0
    assert Game.objects.count() == 6
    seated = Game.objects.exclude(pairing=None)
    assert {play.game_from_text(game.snapshot).start.fen for game in seated} == {OTHER_THEME}
    assert seated.count() == 3


def test_games_without_moves_are_those_of_the_table_and_not_new_ones(bring: Importer) -> None:
    bring("event", bring.file("e.json", table()), "--write")
    said = bring("games", bring.file("g.pgn", pgn(None, moves="")), "--write", "--by-name")
    assert said.status == 0
    assert Game.objects.count() == 3


def test_games_of_a_section_find_its_table(bring: Importer) -> None:
    bring("event", bring.file("a.json", table(name="Gambits 3, Section A")), "--write")
    bring("games", bring.file("g.pgn", pgn(tags={"Section": "Section A"})), "--write", "--by-name")
    assert Game.objects.count() == 3
    assert not Game.objects.filter(plies=0).exists()


def test_of_two_equal_games_the_moves_go_to_that_of_their_last_day(bring: Importer) -> None:
    games = [
        {"white": "1", "black": "2", "result": "1-0", "date": day} for day in ("2018-09-01", "2018-12-01", "2018-10-01")
    ]
    for number, game in enumerate(games):
        bring("event", bring.file(f"{number}.json", table(games=[game], id=str(number))), "--write")
    file = bring.file("g.pgn", pgn(tags={"EndDate": "2018.12.01"}, games=GAMES[:1]))
    bring("games", file, "--write", "--by-name")
    assert [str(game.finished.date()) for game in Game.objects.filter(plies=3) if game.finished] == ["2018-12-01"]


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "games[0].fen: "),
        ({"fen": THEME, "chess960": 5}, "games[0].fen: a game starts from a Chess960 number or from a position"),
        ({"chess960": 960}, "games[0].chess960: 960 is outside 0 to 959"),
        ({"fen": 5}, "games[0].fen: "),
    ],
)
def test_a_start_that_is_none_is_refused_by_its_field(bring: Importer, start: dict[str, Any], why: str) -> None:
    said = bring("event", bring.file("e.json", table(start)), "--write")
    assert said.status == 1
    assert f"event refused: {why}" in said.out
    assert not Game.objects.exists()
    assert json.loads(table(start))["games"][0].items() >= start.items()
