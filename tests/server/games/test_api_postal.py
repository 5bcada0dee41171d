"""Games by post and requests to the director through the API: the same services, rights and refusals as the pages."""

import json
from datetime import timedelta
from typing import Any

import pytest

from slowmate.play.terms import Transmission
from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Report
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import postal
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.programs import Program, problem
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


class Table:
    """A game by post that began three days ago."""

    def __init__(self) -> None:
        self.anna, self.ben = person("Anna"), person("Ben")
        self.dirk = person("Dirk", offices=(Office.Kind.DIRECTOR,))
        at = clock.now() - timedelta(days=3)
        self.row = postal.arrange(
            self.anna.player,
            self.ben.player,
            control="classic-10-50",
            transmission=Transmission.POST,
            starts=at.date(),
            actor=self.dirk,
            at=at,
        )

    def send(self, who: User, path: str, body: dict[str, Any]) -> Any:
        return Program(who).send(f"/games/{self.row.pk}/{path}", body)


def instant(days: float) -> str:
    return (clock.now() - timedelta(days=days)).isoformat().replace("+00:00", "Z")


def test_a_move_is_entered_with_its_dates_by_its_player_or_the_director() -> None:
    table = Table()
    made = table.send(table.anna, "recorded-moves", {"move": "5254", "sent": instant(2), "ply": 0})
    assert made.json()["last_move"] == "e4"
    body = {"move": "e5", "sent": instant(0), "received": instant(1), "ply": 1}
    assert table.send(table.dirk, "recorded-moves", body).json()["plies"] == 2
    assert GameEvent.objects.get(game=table.row, ply=2).actor == table.dirk
    stale = problem(table.send(table.anna, "recorded-moves", {"move": "Nf3", "sent": instant(0), "ply": 1}), 409)
    assert stale["type"] == "/api/#stale"


def test_a_date_out_of_order_is_refused_with_its_clause_and_an_unreadable_one_is_no_body() -> None:
    table = Table()
    early = problem(table.send(table.anna, "recorded-moves", {"move": "e4", "sent": instant(9), "ply": 0}), 409)
    assert early["clause"] == "ICCF-LAWS-2019 4.2"
    for sent in ("2024-05-31", "2024-05-31T14:05", 1717164300, "9999-12-31T23:59:59-10:00"):
        problem(table.send(table.anna, "recorded-moves", {"move": "e4", "sent": sent, "ply": 0}), 422)
    assert Game.objects.get().plies == 0


def test_a_flag_is_claimed_and_a_scoresheet_handed_in() -> None:
    table = Table()
    assert table.send(table.ben, "flag-claims", {"against": "white"}).json()["awaits_director"] is True
    again = problem(table.send(table.ben, "flag-claims", {"against": "white"}), 409)
    assert again["clause"] == "ICCF-LAWS-2019 6.6b"
    handed = table.send(table.anna, "scoresheets", {"form": "physical", "assistant": "Carl"}).json()
    assert "scoresheet" in handed["journal"][0]["title"]
    assert handed["refusals"]["claim_flag"] == []


def test_equal_reports_end_the_game() -> None:
    table = Table()
    body = {"result": "1/2-1/2", "moves": ["e4", "e5"]}
    assert table.send(table.anna, "game-reports", body).json()["status"] == "running"
    ended = table.send(table.ben, "game-reports", {**body, "moves": ["5254", "5755"]}).json()
    assert (ended["status"], ended["termination"]) == ("finished", "reported")


@pytest.mark.clause("ICCF-LAWS-2019 4.2", "ICCF-LAWS-2019 9.4.3b")
def test_a_receipt_is_stated_by_itself_or_with_a_claim_and_stands() -> None:
    table = Table()
    table.send(table.anna, "recorded-moves", {"move": "e4", "sent": instant(2.9), "ply": 0})
    assert table.send(table.ben, "receipts", {"received": instant(1.5)}).status_code == 200
    claim = {"claim": "repetition", "intended": "e5", "received": instant(0.5)}
    found = problem(table.send(table.ben, "claims", claim), 409)
    assert found["clause"] == "ICCF-LAWS-2019 4.2"
    made = table.send(table.ben, "claims", {**claim, "received": instant(2.5)})
    assert made.json()["answer"] == "director"
    turn = state_of(Game.objects.get(pk=table.row.pk)).turn
    assert turn is not None
    assert turn.received is not None
    assert (clock.now() - turn.received) // timedelta(hours=12) == 5


def test_on_the_server_none_of_it_is_possible() -> None:
    anna = person()
    row = game(anna, person(), at=clock.now())
    for path, body, clause in (
        ("recorded-moves", {"move": "e4", "sent": instant(0), "ply": 0}, "4.1"),
        ("receipts", {"received": instant(0)}, "4.1"),
        ("flag-claims", {"against": "black"}, "6.6b"),
        ("scoresheets", {"form": "electronic"}, "8.2"),
        ("game-reports", {"result": "1-0", "moves": []}, "8.5a"),
    ):
        found = problem(Program(anna).send(f"/games/{row.pk}/{path}", body), 409)
        assert found["clause"] == f"ICCF-LAWS-2019 {clause}", path


def test_strangers_do_nothing_in_it_and_the_director_only_enters_moves() -> None:
    table = Table()
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("receipts", {"received": instant(0)}),
        ("flag-claims", {"against": "black"}),
        ("scoresheets", {"form": "electronic"}),
        ("game-reports", {"result": "1-0", "moves": []}),
        ("requests", {"kind": "other", "text": "?"}),
    ]
    for path, body in [*bodies, ("recorded-moves", {"move": "e4", "sent": instant(0), "ply": 0})]:
        problem(table.send(person(), path, body), 404)
    for path, body in bodies:
        problem(table.send(table.dirk, path, body), 403)
    assert not Report.objects.exists()


def test_the_director_is_asked_and_his_answer_read_by_nobody_else() -> None:
    table = Table()
    made = table.send(table.anna, "requests", {"kind": "leave", "text": "I am ill."})
    assert made.status_code == 201
    asked = Report.objects.get(pk=json.loads(made.content)["id"])
    assert asked.kind == Report.Kind.LEAVE
    services.settle(asked, "Get well.", actor=table.dirk, at=clock.now())
    path = f"/games/{table.row.pk}/requests"
    (found,) = Program(table.anna).get(path).json()["items"]
    assert (found["text"], found["answer"]) == ("I am ill.", "Get well.")
    assert Program(table.ben).get(path).json()["items"] == []
    problem(Program(table.dirk).get(path), 404)
