"""The moves of a game by post, however they are given: typed, as the page has them, pasted as PGN, or in a file."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from slowmate.play.terms import Transmission
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import tokens
from slowmate.server.games.models import Game
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import postal
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from slowmate.server.site.fields import LONGEST_PGN, typed_game
from tests.support.people import person

pytestmark = pytest.mark.django_db

SAMPLE = (
    "1.e4 e5 2. Nf3 Nf6 3. d4 exd4 4. e5 Ne4 5. Qxd4 d5 6. exd6 e.p. Nxd6 7. Bg5 Nc6 8. Qe3+ Be7 9. Nbd2 0-0 "
    "10. 0-0-0 Re8 11. Kb1 (=)"
)
"""Of Appendix A, as the Laws print it."""
SAMPLE_ENDS = "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R b - - 9 11"
PGN = """[Event "Pohár pošty"]
[White "Dvořák, Pavel"]
[Result "1/2-1/2"]

% an escaped line
1. e4 {sent 3 May [%ccsnt 2024.05.03,12:00]} d5 $1 2. exd5 (2. e5?! c5 (2... Bf5)) 2... Qxd5 ; the usual
3. Nc3 Qa5 {(=)} 1/2-1/2
"""
PGN_MOVES = ("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5")


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


def by_post(dirk: User, *moves: str) -> tuple[User, Game]:
    """A game by post of Anna, who has White, with these moves entered."""
    anna, ben, at = person("Anna"), person("Ben"), clock.now() - timedelta(days=1)
    row = postal.arrange(
        anna.player,
        ben.player,
        control="classic-10-50",
        transmission=Transmission.POST,
        starts=at.date(),
        actor=dirk,
        at=at,
    )
    for move in moves:
        row = postal.record_move(row.pk, move, sent=at, received=None, actor=dirk, at=at)
    return anna, row


def reported(row: Game) -> tuple[str, tuple[str, ...]]:
    side = state_of(Game.objects.get(pk=row.pk)).white
    return (side.reported.value if side.reported else ""), side.reported_moves


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.clause("ICCF-LAWS-2019 A.13c", "ICCF-LAWS-2019 8.5a")
def test_the_sample_game_of_the_laws_can_be_reported(dirk: User) -> None:
    anna, row = by_post(dirk)
    answer = signed_in(anna).post(f"/games/{row.pk}/post/report-game", {"result": "1/2-1/2", "moves": SAMPLE})
    assert answer.status_code == 302
    assert len(reported(row)[1]) == 21
    position = state_of(row).start
    for move in reported(row)[1]:
        position = position.play_uci(move)
    assert position.fen == SAMPLE_ENDS


@pytest.mark.clause("ICCF-LAWS-2019 8.5a")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "iso-8859-2"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_pgn_file_is_taken_with_its_headers_comments_and_variations(dirk: User, encoding: str, newline: str) -> None:
    anna, row = by_post(dirk)
    file = SimpleUploadedFile("game.pgn", PGN.replace("\n", newline).encode(encoding))
    sent = {"result": "1/2-1/2", "moves": "1. a4 what the page had", "moves_file": file}
    assert signed_in(anna).post(f"/games/{row.pk}/post/report-game", sent).status_code == 302
    assert reported(row) == ("1/2-1/2", PGN_MOVES)


@pytest.mark.clause("ICCF-LAWS-2019 8.5a")
@pytest.mark.parametrize(
    "text",
    [PGN, "5254 4745 5445 4845 2133 4515", "1.5254 4745 2.5445 4845 3.2133 4515 ½-½", "e4 d5 exd5 qxd5 nc3 qa5 *"],
)
def test_pgn_and_numeric_moves_can_be_pasted(dirk: User, text: str) -> None:
    anna, row = by_post(dirk)
    page = signed_in(anna).post(f"/games/{row.pk}/post/report-game", {"result": "1/2-1/2", "moves": text})
    assert page.status_code == 302
    assert reported(row) == ("1/2-1/2", PGN_MOVES)


@pytest.mark.clause("ICCF-LAWS-2019 A.13c", "ICCF-LAWS-2019 8.5a")
def test_what_the_page_fills_in_is_accepted_though_a_pawn_captured_en_passant(dirk: User) -> None:
    anna, row = by_post(dirk, "e4", "a6", "e5", "d5", "exd6")
    client = signed_in(anna)
    page = client.get(f"/games/{row.pk}/post/report-game").content.decode()
    found = re.search(r"<textarea[^>]*>\s*(.*?)</textarea>", page, re.DOTALL)
    assert found is not None
    assert "exd6 e.p." in found[1]
    sent = {"result": "1-0", "moves": unescape(found[1])}
    assert client.post(f"/games/{row.pk}/post/report-game", sent).status_code == 302
    assert reported(row) == ("1-0", ("e2e4", "a7a6", "e4e5", "d7d5", "e5d6"))


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"moves": PGN}, "The game you gave ends ½‑½, but you chose 1‑0."),
        ({"moves": f"{PGN}\n{PGN}"}, "There are several games in it."),
        ({"moves": "1. e4 {not closed"}, "It cannot be read"),
        ({"moves": "1. e4 (1. d4"}, "It cannot be read"),
        ({"moves": ""}, "This field is required."),
        ({"moves_file": b'[Event "?"]\n\n*'}, "There are no moves in the file."),
        ({"moves_file": b""}, "There are no moves in the file."),
        ({"moves_file": b"\x89PNG\0\0"}, "That is no text. Send the game as a PGN file."),
        ({"moves_file": b"1. e4 e5 " + b" " * LONGEST_PGN}, "The file is too large for one game: 200 KB at most."),
    ],
)
def test_what_is_no_game_is_named_in_one_line_and_nothing_is_reported(
    dirk: User, sent: dict[str, str | bytes], why: str
) -> None:
    anna, row = by_post(dirk)
    files = {name: SimpleUploadedFile("g.pgn", data) for name, data in sent.items() if isinstance(data, bytes)}
    answer = signed_in(anna).post(f"/games/{row.pk}/post/report-game", {"result": "1-0", **sent, **files})
    assert answer.status_code == 422
    assert why in unescape(answer.content.decode())
    assert reported(row) == ("", ())


@pytest.mark.clause("ICCF-LAWS-2019 8.1")
def test_a_move_that_cannot_be_played_is_named_by_its_half_move(dirk: User) -> None:
    anna, row = by_post(dirk)
    file = SimpleUploadedFile("g.pgn", b'[Event "?"]\n\n1. e4 e5 2. Ke3 *')
    answer = signed_in(anna).post(f"/games/{row.pk}/post/report-game", {"result": "1-0", "moves_file": file})
    assert answer.status_code == 409
    assert "Half-move 3, Ke3, cannot be played" in unescape(answer.content.decode())


@pytest.mark.clause("ICCF-LAWS-2019 8.3")
def test_a_director_enters_a_reconstructed_game_from_a_file(dirk: User) -> None:
    _, row = by_post(dirk, "e4", "d5", "exd5")
    client = signed_in(dirk)
    put_down = {"fen": state_of(row).position.fen, "white_left_days": 40, "black_left_days": 40, "moves_made": 1}
    opened = {"what": "open-reconstruction", "reason": "no scoresheets", **put_down}
    assert client.post(f"/games/{row.pk}/decide", opened).status_code == 302
    file = SimpleUploadedFile("g.pgn", b'[White "Anna"]\n\n1. e4 {by fax} d5 2. exd5 *')
    sent = {"what": "reconstruct", "reason": "as both say", "line_file": file}
    assert client.post(f"/games/{row.pk}/decide", sent).status_code == 302
    after = state_of(Game.objects.get(pk=row.pk))
    assert (after.reconstruction, tuple(after.moves)) == (None, ("e2e4", "d7d5", "e4d5"))


def test_a_program_reports_a_game_as_pgn(dirk: User) -> None:
    anna, row = by_post(dirk)
    token = tokens.make(anna, "program", scope="play", at=clock.now()).text
    client, at = Client(headers={"authorization": f"Bearer {token}"}), f"/api/games/{row.pk}/game-reports"
    for body in ({"result": "1-0"}, {"result": "1-0", "pgn": PGN}, {"result": "1/2-1/2", "pgn": "1. e4 {"}):
        assert client.post(at, body, content_type="application/json").status_code == 422
    done = client.post(at, {"result": "1/2-1/2", "pgn": PGN}, content_type="application/json")
    assert done.status_code == 200
    assert reported(row) == ("1/2-1/2", PGN_MOVES)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", ()),
        ("23... nf5", ("Nf5",)),
        ("1.e4 e5 2.Bb5", ("e4", "e5", "Bb5")),
        ("1…e5", ("e5",)),
        ("1. e4 e5 0 - 0", ("e4", "e5", "0 - 0")),
        ("bxc3 e8=Q d8(N)+", ("bxc3", "e8=Q", "d8(N)+")),
        ("exd6 e.p.+ Nc6!? Kb1 (=) 1-0", ("exd6 e.p.+", "Nc6", "Kb1")),
        ("5254 47485", ("5254", "47485")),
        ("hello world", ("hello", "world")),
    ],
)
def test_moves_as_people_type_them(text: str, moves: tuple[str, ...]) -> None:
    assert typed_game(text).moves == moves
