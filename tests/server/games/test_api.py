"""Games in the REST API: the same services as the pages, and problems that name their clause."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.play import clocks
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Message
from slowmate.server.games.models import Game
from slowmate.server.games.services import playing
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.programs import Program, problem
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


# reading


def test_my_games_come_by_time_left_and_can_be_those_that_wait_for_me() -> None:
    me, other, at = person(), person(), clock.now()
    slow = game(me, other, at=at, control=clocks.FixedDays(days=7))
    fast = game(me, other, at=at, control=clocks.FixedDays(days=3))
    waiting = game(me, other, "e4", at=at)
    done = game(me, other, "f3", "e5", "g4", "Qh4", at=at)
    game(other, person(), at=at)
    program = Program(me)
    assert [line["id"] for line in program.get("/games").json()["items"]][:2] == [fast.pk, slow.pk]
    mine = program.get("/games", turn="mine").json()
    assert ([line["id"] for line in mine["items"]], mine["count"]) == ([fast.pk, slow.pk], 2)
    assert [line["id"] for line in program.get("/games", status="finished").json()["items"]] == [done.pk]
    everything = program.get("/games", status="all", limit=2, offset=2).json()
    assert (everything["count"], len(everything["items"]), everything["limit"], everything["offset"]) == (4, 2, 2, 2)
    assert {line["id"] for line in program.get("/games").json()["items"]} == {slow.pk, fast.pk, waiting.pk}
    problem(program.get("/games", turn="yours"), 422)
    problem(program.get("/games", limit=100000), 422)


def test_my_games_take_the_same_number_of_queries_however_many_there_are() -> None:
    me, other = person(), person()
    counts = []
    for more in (1, 2):
        for _ in range(more):
            game(me, other, at=clock.now())
        program = Program(me)
        with CaptureQueriesContext(connection) as found:
            assert program.get("/games").json()["count"] == (1 if more == 1 else 3)
        counts.append(len(found))
    assert counts[0] == counts[1]


def test_a_game_has_position_clocks_moves_and_journal_with_grounds() -> None:
    white, black = person("Ada"), person("Bo")
    row = game(white, black, "e4", "e5", at=clock.now())
    found = Program(white).get(f"/games/{row.pk}").json()
    assert found["fen"].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")
    assert (found["colour"], found["my_turn"], found["turn"], found["plies"]) == ("white", True, "white", 2)
    assert [move["algebraic"] for move in found["moves"]] == ["e4", "e5"]
    assert {card["colour"] for card in found["clocks"]} == {"white", "black"}
    assert all(isinstance(card["left"], int) and card["left"] > 0 for card in found["clocks"])
    grounds = [each for line in found["journal"] for each in line["grounds"]]
    assert grounds
    assert all(each["clause"].startswith("ICCF-LAWS-2019 ") and each["words"] for each in grounds)
    assert Client().get(grounds[0]["link"]).status_code == 200
    assert found["refusals"]["move"] == []
    assert found["refusals"]["conditionals"][0]["clause"] == "ICCF-LAWS-2019 1.1"


def test_a_running_game_is_for_its_players_and_director_and_a_finished_one_for_all() -> None:
    director = person(offices=(Office.Kind.DIRECTOR,))
    white, black = person(), person()
    row = game(white, black, "f3", "e5", "g4", at=clock.now(), director=director)
    for user in (white, black, director):
        assert Program(user).get(f"/games/{row.pk}").status_code == 200
    for stranger in (Program(person()), Program(), Program(person(offices=(Office.Kind.DIRECTOR,)))):
        for path in ("", "/pgn", "/messages"):
            answer = stranger.get(f"/games/{row.pk}{path}")
            assert answer.status_code in (401, 404)
    playing.make_move(row.pk, "Qh4", actor=black, at=clock.now())
    assert Program().get(f"/games/{row.pk}").json()["result"] == "0-1"
    assert Program().get(f"/games/{row.pk}/pgn").content.decode().rstrip().endswith("0-1")


def test_a_game_shown_live_tells_strangers_nothing_of_its_last_three_moves() -> None:
    white, black = person(), person()
    row = game(white, black, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", at=clock.now())
    Game.objects.filter(pk=row.pk).update(is_shown_live=True)
    answer = Program().get(f"/games/{row.pk}")
    found = answer.json()
    assert (found["is_delayed"], found["plies"], found["last_move"]) == (True, 1, "e4")
    assert (found["deadline"], found["clocks"], found["journal"], found["turn"]) == (None, [], [], "black")
    assert b"Ba4" not in answer.content
    assert b"a6" not in answer.content
    assert b"Ba4" not in Program().get(f"/games/{row.pk}/pgn").content


def test_a_game_shown_live_tells_its_clocks_to_nobody_but_its_players_and_director() -> None:
    white, black, director = person(), person(), person(offices=(Office.Kind.DIRECTOR,))
    row = game(white, black, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", at=clock.now(), director=director)
    Game.objects.filter(pk=row.pk).update(is_shown_live=True)

    def told(program: Program) -> set[bool]:
        moves = program.get(f"/games/{row.pk}").json()["moves"]
        return {move[name] is not None for move in moves for name in ("reflected", "charged", "left")}

    other_director = person(offices=(Office.Kind.DIRECTOR,))
    assert [told(program) for program in (Program(), Program(person()), Program(other_director))] == [{False}] * 3
    assert [told(Program(user)) for user in (white, black, director)] == [{True}] * 3
    playing.resign(row.pk, actor=white, at=clock.now())
    assert told(Program()) == {True}


def test_pgn_of_all_my_games() -> None:
    white, black = person("Ada"), person("Bo")
    for _ in range(2):
        game(white, black, "e4", at=clock.now())
    answer = Program(white).get("/games/mine.pgn")
    assert answer["Content-Type"].startswith("application/x-chess-pgn")
    assert answer.content.decode().count('[White "Ada"]') == 2


# playing


def test_a_move_is_made_and_the_next_one_is_the_opponents() -> None:
    white, black = person(), person()
    row = game(white, black, at=clock.now())
    found = Program(white).send(f"/games/{row.pk}/moves", {"move": "e4", "ply": 0})
    assert found.status_code == 200
    assert (found.json()["plies"], found.json()["my_turn"]) == (1, False)
    row.refresh_from_db()
    assert (row.last_move, row.on_move) == ("e4", black.player)


def test_what_the_rules_refuse_names_clause_and_facts() -> None:
    white, black = person(), person()
    row = game(white, black, at=clock.now())
    why = problem(Program(black).send(f"/games/{row.pk}/moves", {"move": "e5", "ply": 0}), 409)
    assert why["clause"] == "ICCF-LAWS-2019 1.1"
    assert why["facts"]
    assert why["grounds"][0]["words"] == why["detail"]
    illegal = problem(Program(white).send(f"/games/{row.pk}/moves", {"move": "e5", "ply": 0}), 409)
    assert illegal["clause"].startswith("ICCF-LAWS-2019 ")
    row.refresh_from_db()
    assert row.plies == 0


def test_a_move_for_a_position_that_is_gone_is_not_made() -> None:
    white, black = person(), person()
    row = game(white, black, "e4", "e5", at=clock.now())
    why = problem(Program(white).send(f"/games/{row.pk}/moves", {"move": "Nf3", "ply": 0}), 409)
    assert why["type"] == "/api/#stale"
    assert "clause" not in why


def test_nobody_plays_the_game_of_others() -> None:
    director = person(offices=(Office.Kind.DIRECTOR,))
    white, black, stranger = person(), person(), person()
    row = game(white, black, at=clock.now(), director=director)
    done = game(white, black, "f3", "e5", "g4", "Qh4", at=clock.now(), director=director)
    writes = [
        ("moves", {"move": "e4", "ply": 0}),
        ("offer/accept", None),
        ("offer/decline", None),
        ("claims", {"claim": "repetition"}),
        ("resign", {"sure": True}),
        ("refill", None),
        ("long-reflection", None),
        ("messages", {"text": "hello"}),
    ]
    for path, body in writes:
        problem(Program(stranger).send(f"/games/{row.pk}/{path}", body), 404)
        problem(Program(director).send(f"/games/{row.pk}/{path}", body), 403)
        problem(Program(stranger).send(f"/games/{done.pk}/{path}", body), 403)
    lines = {"lines": [["e5", "Nf3"]]}
    problem(Program(stranger).send(f"/games/{row.pk}/conditionals", lines, method="put"), 404)
    problem(Program(director).send(f"/games/{row.pk}/conditionals", lines, method="put"), 403)
    row.refresh_from_db()
    assert (row.plies, row.status, Message.objects.count()) == (0, Game.Status.RUNNING, 0)


def test_a_draw_is_offered_declined_offered_and_accepted() -> None:
    white, black = person(), person()
    row = game(white, black, "d4", "d5", at=clock.now())
    one, two = Program(white), Program(black)
    one.send(f"/games/{row.pk}/moves", {"move": "e4", "ply": 2, "offer": True})
    assert two.get("/games", turn="mine").json()["items"][0]["offer_to_me"] is True
    assert two.send(f"/games/{row.pk}/offer/decline").json()["offer_to_me"] is False
    problem(two.send(f"/games/{row.pk}/offer/accept"), 409)
    two.send(f"/games/{row.pk}/moves", {"move": "e5", "ply": 3, "offer": True})
    found = one.send(f"/games/{row.pk}/offer/accept").json()
    assert (found["status"], found["result"]) == ("finished", "1/2-1/2")


def test_a_claim_is_answered_at_once() -> None:
    white, black = person(), person()
    dance = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
    row = game(white, black, *dance, at=clock.now())
    other = game(white, black, "e4", "e5", at=clock.now())
    assert Program(white).send(f"/games/{other.pk}/claims", {"claim": "repetition"}).json()["answer"] == "rejected"
    found = Program(white).send(f"/games/{row.pk}/claims", {"claim": "repetition"}).json()
    assert (found["answer"], found["game"]["result"]) == ("upheld", "1/2-1/2")
    assert found["game"]["journal"][0]["grounds"]


def test_resigning_must_be_meant() -> None:
    white, black = person(), person()
    row = game(white, black, at=clock.now())
    for body in (None, {}, {"sure": False}, {"sure": "true"}, {"sure": 1}):
        problem(Program(white).send(f"/games/{row.pk}/resign", body), 422)
    assert Program(white).send(f"/games/{row.pk}/resign", {"sure": True}).json()["result"] == "0-1"


def test_conditional_moves_are_set_seen_by_oneself_alone_and_dropped() -> None:
    white, black = person(), person()
    row = game(white, black, "e4", at=clock.now())
    one = Program(white)
    found = one.send(f"/games/{row.pk}/conditionals", {"lines": [["e5", "Nf3"]]}, method="put").json()
    assert found["conditionals"] == [["e7e5", "g1f3"]]
    seen = Program(black).get(f"/games/{row.pk}")
    assert seen.json()["conditionals"] == []
    assert b"g1f3" not in seen.content
    assert b"onditional" not in json.dumps(seen.json()["journal"]).encode()
    assert one.send(f"/games/{row.pk}/conditionals", {"lines": []}, method="put").json()["conditionals"] == []
    problem(one.send(f"/games/{row.pk}/conditionals", {"lines": [["e5"]]}, method="put"), 409)


def test_messages_are_for_the_two_players_and_for_the_director_once_reported() -> None:
    director = person(offices=(Office.Kind.DIRECTOR,))
    white, black = person("Ada"), person("Bo")
    row = game(white, black, at=clock.now(), director=director)
    sent = Program(white).send(f"/games/{row.pk}/messages", {"text": " Hello "})
    assert (sent.status_code, sent.json()["text"]) == (201, "Hello")
    problem(Program(white).send(f"/games/{row.pk}/messages", {"text": "  "}), 422)
    found = Program(black).get(f"/games/{row.pk}/messages").json()
    assert [(each["text"], each["sender"]["name"]) for each in found["items"]] == [("Hello", "Ada")]
    assert Program(director).get(f"/games/{row.pk}/messages").json()["items"] == []
    message = Message.objects.get()
    services.report(row, "rude", actor=black, at=clock.now(), message=message)
    assert Program(director).get(f"/games/{row.pk}/messages").json()["count"] == 1


def test_more_messages_than_anybody_needs_are_refused_with_when_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_MESSAGES", 1)
    white = person()
    row = game(white, person(), at=clock.now())
    program, path = Program(white), f"/games/{row.pk}/messages"
    assert program.send(path, {"text": "hello"}).status_code == 201
    refused = program.send(path, {"text": "hello"})
    problem(refused, 429)
    assert 3500 < int(refused["Retry-After"]) <= 3601


def test_leave_is_taken_in_all_games_and_ended() -> None:
    white, black, at = person(), person(), clock.now()
    game(white, black, at=at)
    blocked = game(white, black, at=at, control=clocks.TripleBlock(increment=4))
    program, today = Program(white), at.date()
    days = {"first": today.isoformat(), "last": (today + timedelta(days=2)).isoformat()}
    found = program.send("/leave", days).json()
    assert found["games"] == 1
    assert [each["game"] for each in found["refused"]] == [blocked.pk]
    assert found["refused"][0]["grounds"][0]["clause"] == "ICCF-LAWS-2019 10.1c"
    line = program.get("/leave").json()[0]
    assert (line["first"], line["games"], line["ended"]) == (days["first"], 1, None)
    assert [each["game"] for each in line["refused"]] == [blocked.pk]
    assert program.send("/leave/end", days).json()["games"] == 1
    line = program.get("/leave").json()[0]
    assert (line["games"], line["refused"], line["ended"] is None) == (0, [], False)
    problem(program.send("/leave/end", days), 422)
    problem(program.send("/leave/end"), 422)
    past = {"first": "2020-01-01", "last": "2020-01-02"}
    assert problem(program.send("/leave", past), 409)["clause"] == "ICCF-LAWS-2019 10.1b"
    for wrong in ({"first": 0, "last": 0}, {"first": "2024-02-30", "last": "2024-03-01"}, {"first": "20240101"}, {}):
        problem(program.send("/leave", wrong), 422)
