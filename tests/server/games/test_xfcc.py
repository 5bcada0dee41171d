"""Xfcc: a program fetches its owner's games and plays them, as Scid and others do."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.play import clocks
from slowmate.play.terms import Terms
from slowmate.server.accounts.models import Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence.models import Message
from slowmate.server.games.models import Game
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import leave
from slowmate.server.site import clock
from tests.support.people import PASSWORD, person
from tests.support.people import game as game_at

pytestmark = pytest.mark.django_db

ENVELOPE = (
    '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">'
    '<soap:Body><{0} xmlns="http://www.bennedik.com/webservices/XfccBasic">{1}</{0}></soap:Body></soap:Envelope>'
)
NOTHING = {"resign": 0, "acceptDraw": 0, "offerDraw": 0, "claimDraw": 0, "myMessage": ""}


def game(white: User, black: User, *moves: str, **more: Any) -> Game:
    """A game that begins now."""
    return game_at(white, black, *moves, **{"at": clock.now(), **more})


class Scid:
    """A program that speaks Xfcc for somebody; without cookies and SOAPAction, as Scid does."""

    def __init__(self, user: User, scope: str = Token.Scope.PLAY) -> None:
        self.name, self.client = user.email, Client(enforce_csrf_checks=True)
        self.password = tokens.make(user, "scid", scope=scope, at=clock.now()).text

    def send(self, operation: str, **fields: object) -> Any:
        fields = {"username": self.name, "password": self.password, **fields}
        inside = "".join(f"<{name}>{value}</{name}>" for name, value in fields.items())
        body = ENVELOPE.format(operation, inside).encode("latin-1")
        return self.client.generic("POST", "/xfcc", body, 'text/xml; charset="utf-8"')

    def games(self) -> list[dict[str, str]]:
        answer = self.send("GetMyGames")
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/xml; charset=utf-8")
        found = re.findall("<XfccGame>(.*?)</XfccGame>", answer.content.decode())
        return [dict(re.findall("<([A-Za-z]+)>([^<]*)</", one)) for one in found]

    def move(self, row: Game, count: int, move: str, **more: object) -> str:
        answer = self.send("MakeAMove", gameId=row.pk, movecount=count, myMove=move, **{**NOTHING, **more})
        found = re.search("<MakeAMoveResult>(.*?)</MakeAMoveResult>", answer.content.decode())
        assert found, answer.content
        return found[1]


def test_a_whole_game_is_played_to_a_draw_by_agreement() -> None:
    ada, bo = person("Ada"), person("Bo")
    row, white, black = game(ada, bo), Scid(ada), Scid(bo)
    answers = [white.move(row, 1, "e4", myMessage="Grüße {x}"), black.move(row, 1, "e5"), white.move(row, 2, "Nf3")]
    answers += [
        black.move(row, 2, "Nc6"),
        white.move(row, 3, "Bb5"),
        black.move(row, 3, "Nf6"),
        white.move(row, 4, "O-O"),
    ]
    answers += [black.move(row, 4, "Nxe4"), white.move(row, 5, "d3"), black.move(row, 5, "Nf6", offerDraw=1)]
    assert answers == ["Success"] * 10
    (told,) = white.games()
    assert (told["drawOffered"], told["myTurn"], told["hasWhite"], told["result"]) == (
        "true",
        "true",
        "true",
        "Ongoing",
    )
    assert re.fullmatch(
        r"1\. e4 \{\[%ccsnt [\d.,:]+\]\} 1\.\.\. e5 .*5\.\.\. Nf6 \{\[%ccsnt [\d.,:]+\] \(=\)\}", told["moves"]
    )
    assert black.games()[0]["message"] == "Grüße (x)"
    assert white.move(row, 5, "Nf6", acceptDraw=1) == "Success", "with the opponent's last move, as Scid sends it"
    assert white.games()[0]["result"] == "Draw"


def test_the_words_that_a_client_sends_back_are_not_sent_again() -> None:
    ada, bo = person("Ada"), person("Bo")
    row = game(ada, bo)
    Scid(ada).move(row, 1, "e4", myMessage="good luck")
    Scid(bo).move(row, 1, "e5", myMessage="[%ccsnt 2024.01.01,10:00] good luck")
    Scid(ada).move(row, 2, "Nf3", myMessage="[%ccsnt 2024.01.01,10:00:00]")
    assert list(Message.objects.values_list("sender__name", "text")) == [("Ada", "good luck")]


def test_every_refusal_has_its_name_and_changes_nothing() -> None:
    ada, bo, other = person("Ada"), person("Bo"), person()
    row, finished = game(ada, bo), game(bo, person(), "f3", "e5", "g4", "Qh4")
    two_rooks = Terms(starts=clock.now(), time_control=clocks.Classic(), fen="4k3/8/8/8/8/8/3K4/R6R w - - 0 1")
    unclear, white, black = game(ada, bo, terms=two_rooks), Scid(ada), Scid(bo)
    assert white.move(row, 1, "e5") == "InvalidMove"
    assert white.move(row, 1, "") == "InvalidMove"
    assert white.move(row, 2, "e4") == "InvalidMoveNumber"
    assert white.move(unclear, 1, "Re1") == "MoveIsAmbigous"
    assert white.move(row, 1, "e4", offerDraw=1) == "FeatureUnavailable", "a draw before White's first move"
    assert white.move(row, 1, "e4", acceptDraw=1) == "NoDrawWasOffered"
    assert black.move(row, 1, "e5") == "NotYourTurn"
    assert black.move(finished, 3, "e4") == "NotYourTurn"
    assert white.move(finished, 3, "e4") == "NotYourGame"
    assert Scid(other).move(row, 1, "e4") == "InvalidGameID", "what he may not see does not exist for him"
    assert white.move(Game(pk=10**9 - 1), 1, "e4") == "InvalidGameID"
    row.refresh_from_db()
    assert (row.plies, row.status) == (0, Game.Status.RUNNING)


def test_who_is_on_leave_and_whose_flag_has_fallen_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo = person("Ada"), person("Bo")
    at = clock.now()
    late, resting = game(bo, ada, at=at, control=clocks.FixedDays(days=3)), game(ada, bo, at=at)
    today = at.date()
    leave.take(ada.player, today, today + timedelta(days=9), actor=ada, at=at)
    assert Scid(ada).move(resting, 1, "e4") == "YouAreOnLeave"
    monkeypatch.setattr(clock, "now", lambda: at + timedelta(days=4))
    assert Scid(bo).move(late, 1, "e4") == "LostOnTime"


def test_a_claim_is_made_by_the_rule_that_holds() -> None:
    ada, bo = person("Ada"), person("Bo")
    repeated = game(ada, bo, *["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    few = Terms(starts=clock.now(), time_control=clocks.Classic(), fen="4k3/8/8/8/8/8/8/R3K2R b K - 0 1")
    assert Scid(ada).move(repeated, 4, "Ng8", claimDraw="true") == "Success"
    repeated.refresh_from_db()
    assert repeated.termination == "repetition"
    on_tables = game(ada, bo, terms=few)
    assert Scid(bo).move(on_tables, 1, "", claimDraw=1) == "Success"
    on_tables.refresh_from_db()
    assert on_tables.awaits_director, "with a right to castle no table is asked"


def test_only_a_token_that_plays_opens_beside_its_owners_address() -> None:
    ada, bo = person("Ada"), person("Bo")
    row, program = game(ada, bo), Scid(ada)
    tried = [
        Scid(ada, Token.Scope.READ).send("GetMyGames"),
        program.send("GetMyGames", username=bo.email),
        program.send("GetMyGames", password=PASSWORD),
        program.send("GetMyGames", password=""),
    ]
    assert all(b"<faultstring>AuthenticationFailed</faultstring>" in answer.content for answer in tried)
    assert Scid(ada, Token.Scope.READ).move(row, 1, "e4") == "AuthenticationFailed"
    assert len(program.games()) == 1
    program.name = ada.email.upper()
    assert len(program.games()) == 1


def test_a_token_is_counted_here_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "PER_MINUTE", 1)
    program = Scid(person())
    assert [program.send("GetMyGames").status_code for _ in range(2)] == [200, 429]


def test_games_are_told_that_scid_can_read() -> None:
    """It stumbles over cancelled games, over Chess960 without a plus in the time control, and over a bank in it."""
    ada, bo, at = person("Ada"), person("Bo"), clock.now()
    chess960 = game(ada, bo, terms=Terms(starts=at, time_control=clocks.Classic(), chess960=0))
    thematic = game(
        ada, bo, terms=Terms(starts=at, time_control=clocks.Classic(), fen="4k3/8/8/8/8/8/8/R3K3 b - - 0 9")
    )
    banked = game(ada, bo, control=clocks.TripleBlock(increment=4))
    cancelled = game(ada, bo, director=person())
    Game.objects.filter(pk=cancelled.pk).update(status="finished", finished=at, result="cancelled")
    old = game(ada, bo, "f3", "e5", "g4", "Qh4")
    Game.objects.filter(pk=old.pk).update(finished=at - timedelta(days=31))
    told = {int(one["id"]): one for one in Scid(ada).games()}
    assert set(told) == {chess960.pk, thematic.pk, banked.pk}
    assert (told[chess960.pk]["variant"], told[chess960.pk]["timeControl"]) == ("chess960", "4320000+432000")
    assert (told[thematic.pk]["setup"], told[thematic.pk]["fen"]) == ("true", state_of(thematic).start.fen)
    assert (told[banked.pk]["timeControl"], told[banked.pk]["moves"]) == ("4320000+345600", "")


def test_games_take_the_same_number_of_queries_however_many_there_are() -> None:
    me, counts = person(), []
    for more in (1, 2):
        for _ in range(more):
            game(me, person(), "e4", at=clock.now())
        program = Scid(me)
        with CaptureQueriesContext(connection) as found:
            assert len(program.games()) == (1 if more == 1 else 3)
        counts.append(len(found))
    assert counts[0] == counts[1]


def test_what_is_no_request_or_an_operation_of_others_is_answered_with_a_fault() -> None:
    client = Client()
    answer = client.generic("POST", "/xfcc", b"hello", "text/xml")
    assert (answer.status_code, b"<soap:Fault>" in answer.content) == (400, True)
    answer = client.generic("POST", "/xfcc", ENVELOPE.format("MakeAMove2", "").encode(), "text/xml")
    assert b"<faultstring>FeatureUnavailable</faultstring>" in answer.content
    assert client.get("/xfcc").status_code == 405
