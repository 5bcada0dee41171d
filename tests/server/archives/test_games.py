"""Games that an archive brings: replayable, rated in their period, found by search, once each."""

import gzip

import pytest
from django.test import Client

from slowmate.ratings.periods import Period
from slowmate.server.archives.models import Origin
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.jobs import verify
from slowmate.server.people.models import Player
from slowmate.server.ratings.services.history import make_lists
from tests.server.archives.bringing import Importer
from tests.server.tampering import unguarded
from tests.support.people import AT

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

MATE = """[Event "Postal Cup 7"]
[EventDate "2016.09.01"]
[Date "2016.09.01"]
[EndDate "2017.01.20"]
[White "Malá, Jana"]
[Black "Velký, Petr"]
[WhiteFed "CZE"]
[BlackFed "CZE"]
[Result "0-1"]
[Mode "PM"]

1. f3 {a comment} e5 2. g4?? (2. e4) Qh4# 0-1

"""
STAMPED = """[Event "Postal Cup 7"]
[Date "2016.09.01"]
[White "Velký, Petr"]
[Black "Nová, Anna"]
[WhiteFed "CZE"]
[BlackFed "POL"]
[Result "1/2-1/2"]

1. e4 {[%ccsnt 2016.10.01,10:00]} e5 {[%ccsnt 2016.12.24,12:00]} 1/2-1/2

"""
NUMBER_5 = """[Event "Random"]
[Date "2017.??.??"]
[White "Malá, Jana"]
[Black "Nová, Anna"]
[WhiteFed "CZE"]
[BlackFed "POL"]
[Result "1-0"]
[Variant "Chess960"]
[FEN "bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR w KQkq - 0 1"]

1. e4 1-0
"""

ILLEGAL = "'g5' is illegal: a pawn moves one square ahead, on its first move one or two"


def rows() -> list[tuple[object, ...]]:
    return list(
        Game.objects.order_by("pk").values_list("white__name", "black__name", "result", "plies", "pool", "is_rated")
    )


def test_games_come_with_moves_result_and_day_and_are_what_their_events_say(bring: Importer) -> None:
    said = bring("games", bring.file("g.pgn", MATE + STAMPED + NUMBER_5), "--write")
    assert said.status == 0, said
    assert "game: 3 new" in said.out
    assert rows() == [
        ("Malá, Jana", "Velký, Petr", "0-1", 4, "chess", True),
        ("Velký, Petr", "Nová, Anna", "1/2-1/2", 2, "chess", True),
        ("Malá, Jana", "Nová, Anna", "1-0", 1, "chess960", False),  # of which nobody knows the day
    ]
    days = Game.objects.order_by("pk").values_list("finished__date", flat=True)
    assert list(map(str, days)) == ["2017-01-20", "2016-12-24", "2017-01-01"]  # of the second by the last stamp
    first = Game.objects.order_by("pk")[0]
    assert (first.termination, first.is_postal) == ("checkmate", True)
    assert list(verify.differences()) == []


def test_the_same_games_written_otherwise_change_nothing(bring: Importer) -> None:
    assert bring("games", bring.file("g.pgn", MATE + STAMPED), "--write").status == 0
    before = rows()
    other = MATE.replace("{a comment} ", "").replace("2. g4?? (2. e4) Qh4#", "2.g4 Qh4")
    said = bring("games", bring.file("other.pgn", other + STAMPED + other), "--write", "--source", "another")
    assert said.status == 0
    assert "game: 3 there already" in said.out
    assert rows() == before
    assert Player.objects.count() == 3


def test_without_write_nothing_is_kept_and_the_report_is_the_same(bring: Importer) -> None:
    file = bring.file("g.pgn", MATE + STAMPED)
    told = bring("games", file)
    assert not Game.objects.exists()
    assert not Player.objects.exists()
    done = bring("games", file, "--write")
    assert told.out == done.out + "nothing was written; --write does it\n"


def test_one_that_cannot_be_is_refused_with_its_line_and_the_others_come(bring: Importer) -> None:
    illegal = MATE.replace("2. g4??", "2. g5")
    running = STAMPED.replace("1/2-1/2", "*")
    undated = STAMPED.replace('[Date "2016.09.01"]', '[Date "????.??.??"]').replace("{[%ccsnt 2016.10.01,10:00]}", "")
    undated = undated.replace("{[%ccsnt 2016.12.24,12:00]}", "")
    himself = STAMPED.replace("Nová, Anna", "Velký, Petr").replace("POL", "CZE")
    said = bring("games", bring.file("g.pgn", MATE + illegal + running + undated + himself), "--write")
    assert said.status == 1
    assert [line for line in said.out.splitlines() if "refused:" in line] == [
        f"g.pgn: line 14: game refused: ply 3, g5: {ILLEGAL}",
        "g.pgn: line 27: game refused: Result: no result; games are brought when they are over",
        "g.pgn: line 37: game refused: Date: no day; when was it played? such as 2018.10.02",
        "g.pgn: line 47: game refused: Velký, Petr – Velký, Petr: Black: both players are the same one here",
    ]
    assert len(rows()) == 1


def test_nothing_in_an_archive_steers_the_terminal_of_who_reads_the_report(bring: Importer) -> None:
    said = bring("games", bring.file("g.pgn", MATE.replace("1. ", "1. \x1b[2Je9 \x07", 1)))
    assert "\\x1b[2Je9" in said.out
    assert not {"\x1b", "\x07"} & set(said.out)


def test_a_name_alone_is_ambiguous_unless_names_are_to_do(bring: Importer) -> None:
    here = [
        Player.objects.create(name=name, federation=of, birth_year=1970)
        for name, of in (("Jana Malá", "CZE"), ("Petr Velký", "CZE"))
    ]
    file = bring.file("g.pgn", MATE)
    said = bring("games", file, "--write")
    assert said.status == 1
    assert "player: 2 ambiguous" in said.out
    assert "g.pgn: line 1: game ambiguous: Malá, Jana – Velký, Petr: Malá, Jana is ambiguous" in said.out
    assert bring("games", file, "--write", "--by-name").status == 0
    game = Game.objects.get()
    assert (game.white, game.black) == tuple(here)


def test_pages_show_replay_and_find_it(bring: Importer, client: Client) -> None:
    bring("games", bring.file("g.pgn.gz", gzip.compress(MATE.encode())), "--write")
    game = Game.objects.get()
    page = client.get(f"/games/{game.pk}").content.decode()
    assert "Qh4" in page
    assert "Postal Cup 7" in page
    pgn = client.get(f"/games/{game.pk}/pgn").content.decode()
    assert '[Event "Postal Cup 7"]' in pgn
    player = client.get(f"/players/{game.white_id}").content.decode()
    assert "Postal Cup 7" in player


def test_they_are_rated_in_their_period(bring: Importer) -> None:
    players = (
        "id,name,federation,rating,games\n1,Jana Malá,CZE,2200,60\n2,Petr Velký,CZE,2100,60\n3,Anna Nová,POL,2000,60\n"
    )
    bring("players", bring.file("p.csv", players), "--write")
    bring("games", bring.file("g.pgn", MATE + STAMPED), "--write", "--by-name")
    made = {row.period: row.games for row in make_lists(Period(2017, 2), published=lambda _: AT)}
    assert made == {"2017/2": 2}  # December to February


def test_games_csv_brings_results_alone(bring: Importer) -> None:
    bring("players", bring.file("p.csv", "id,name\n1,Jana Malá\n2,Petr Velký\n"), "--write")
    text = (
        "white,black,result,date,event,kind,white_start\n"
        "1,2,1-0,2017-01-20,Open 1,open-class,2150\n"
        "1,2,1-0,2017-01-20,Open 1,open-class,2150\n"
        "2,1,0-0,2017-01-20,Open 1,open-class,\n"
        "1,7,1-0,2017-01-20,,,\n"
        "1,2,2-0,2017-01-20,,,\n"
        "1,2,1-0,soon,,,\n"
        "1,1,1-0,2017-01-20,,,\n"
    )
    said = bring("games", bring.file("g.csv", text), "--write")
    assert [line for line in said.out.splitlines() if "refused:" in line] == [
        "g.csv: line 5: game refused: 1 – 7: name: empty; nobody here has that id, and a new player needs a name",
        "g.csv: line 6: game refused: 1 – 2: result: '2-0' is not one of 1-0, 0-1, 1/2-1/2, 0-0",
        "g.csv: line 7: game refused: 1 – 2: date: 'soon' is not a date; write it as 2018-03-01",
        "g.csv: line 8: game refused: 1 – 1: black: '1' cannot play against themselves",
    ]
    assert [row[2] for row in rows()] == ["1-0", "1-0", "0-0"]  # two that say the same are two
    assert bring("games", bring.file("g.csv", text), "--write").out.count("3 there already") == 1
    assert len(rows()) == 3
    assert list(verify.differences()) == []


@pytest.mark.clause("ICCF-TR-2016 App1.11/2200", "ICCF-TR-2017 App1.11/2200")
def test_a_level_that_item_11_does_not_know_is_refused_and_keeps_no_list_from_being_made(bring: Importer) -> None:
    bring("players", bring.file("p.csv", "id,name,federation\n1,Jana Malá,CZE\n2,Petr Velký,CZE\n"), "--write")
    text = (
        "white,black,result,date,kind,level\n"
        "1,2,1-0,2018-03-01,master-class,2000\n"
        "1,2,1-0,2018-03-02,master-class,2200\n"
        "1,2,1-0,2018-03-03,open,2000\n"
        "1,2,1-0,2018-03-04,national,2401\n"
    )
    said = bring("games", bring.file("g.csv", text), "--write")
    assert [line for line in said.out.splitlines() if "refused:" in line] == [
        "g.csv: line 2: game refused: 1 – 2: level: master-class assumes 2200 (item 11), not 2000",
        "g.csv: line 5: game refused: 1 – 2: level: a national event assumes at most 2400",
    ]
    (made,) = make_lists(Period(2018, 3), published=lambda _: AT)
    assert made.games == 2


def test_a_batch_that_fails_leaves_nothing_of_itself(bring: Importer, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the power went")

    file = bring.file("g.pgn", MATE + STAMPED)
    monkeypatch.setattr(Origin.objects, "bulk_create", broken)
    with pytest.raises(RuntimeError):
        bring("games", file, "--write")
    monkeypatch.undo()
    assert not GameEvent.objects.exists()
    assert not Player.objects.exists()


def test_nothing_asks_the_database_for_each_game(
    bring: Importer, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    many = "".join(STAMPED.replace("Cup 7", f"Cup {number}") for number in range(60))
    with django_assert_max_num_queries(40):  # type: ignore[operator]
        bring("games", bring.file("g.pgn", many), "--write")
    assert len(rows()) == 60
    with unguarded():
        GameEvent.objects.all().delete()
