"""The director acts for a player without an account, on a document he holds; files are handed in, and stay private."""

import io
import zipfile
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from slowmate.board import Colour
from slowmate.play import clocks, commands
from slowmate.play.terms import Terms, Transmission
from slowmate.records import Result
from slowmate.server.accounts.models import Entry, User
from slowmate.server.games.models import Document, Game, GameEvent
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import documents, games, playing, postal, proxy
from slowmate.server.games.services.documents import readable
from slowmate.server.jobs.verify import differences
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.privacy import services as privacy
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Unfit
from tests.support.people import person

pytestmark = pytest.mark.django_db

LETTER = {"document": "letter of 3 May, postmarked Brno"}
DAY = timedelta(days=1)


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


@pytest.fixture
def anna() -> User:
    return person("Anna")


def paper_game(anna: User, dirk: User | None, *moves: str, transmission: Transmission = Transmission.POST) -> Game:
    """Anna with White against Peter, who has no account."""
    at = clock.now() - 10 * DAY
    terms = Terms(starts=at, time_control=clocks.Classic(), transmission=transmission)
    peter = Player.objects.create(name="Paper Peter")
    row = games.start(anna.player, peter, terms, at=at, director=dirk)
    for number, move in enumerate(moves):
        sent = at + (number + 1) * timedelta(hours=1)
        row = postal.record_move(row.pk, move, sent=sent, received=None, actor=dirk or anna, at=sent)
    return row


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(row: Game, what: str, colour: str = "black") -> str:
    return f"/games/{row.pk}/for/{colour}/{what}"


def entered(row: Game) -> tuple[str, str, Any]:
    """The last event, the words of its document, and who entered it."""
    kept = Document.objects.filter(game=row, player=row.black).latest("event")
    event = GameEvent.objects.get(game=row, number=kept.event)
    return event.type, kept.words, event.actor


@pytest.mark.clause("ICCF-LAWS-2019 5.1.2")
def test_he_resigns_by_letter(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, "e4", "e5")
    client = signed_in(dirk)
    page = unescape(client.get(f"/games/{row.pk}").content.decode())
    assert "Enter for Paper Peter, who has no account" in page
    assert address(row, "resign") in page
    assert client.post(address(row, "resign"), LETTER).status_code == 302
    after = Game.objects.get(pk=row.pk)
    assert (after.result, after.termination) == ("1-0", "resignation")
    assert entered(row) == ("ended", LETTER["document"], dirk)
    assert Mail.objects.filter(user=anna, kind="ended").exists()
    entry = Entry.objects.filter(what="acted for a player").latest("pk")
    assert (entry.actor, entry.about) == (dirk, f"game/{row.pk}")
    assert (entry.facts["player"], entry.facts["document"]) == (row.black.pk, LETTER["document"])
    assert list(differences()) == []


@pytest.mark.clause("ICCF-LAWS-2019 5.2.3")
@pytest.mark.parametrize(("what", "result"), [("accept-offer", "1/2-1/2"), ("decline-offer", "")])
def test_he_answers_an_offer_by_letter(anna: User, dirk: User, what: str, result: str) -> None:
    row = paper_game(anna, dirk, "e4", "e5")
    client = signed_in(dirk)
    refused = client.post(address(row, what), LETTER)
    assert refused.status_code == 409
    assert "No offer to Black is open." in unescape(refused.content.decode())
    at = clock.now()
    postal.record_move(row.pk, "Nf3", sent=at, received=None, actor=anna, at=at, offer=True)
    assert client.post(address(row, what), LETTER).status_code == 302
    assert Game.objects.get(pk=row.pk).result == result
    assert not Game.objects.get(pk=row.pk).offer_to_id


@pytest.mark.clause("ICCF-LAWS-2019 9.2.1.2", "ICCF-LAWS-2019 9.3.1", "ICCF-LAWS-2019 9.4.1a")
@pytest.mark.parametrize("claim", ["repetition", "fifty-move"])
def test_he_claims_a_draw_by_letter_and_it_waits_on_the_desk(anna: User, dirk: User, claim: str) -> None:
    row = paper_game(anna, dirk, "e4")
    client = signed_in(dirk)
    assert client.post(address(row, "claim"), {**LETTER, "claim": claim}).status_code == 302
    assert entered(row)[:2] == ("claim-made", LETTER["document"])
    assert Game.objects.get(pk=row.pk).awaits_director
    assert client.post(address(row, "claim"), LETTER).status_code in (409, 422), "what does he claim?"


@pytest.mark.clause("ICCF-LAWS-2019 6.6b")
def test_he_claims_a_flag_by_letter(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, "e4", "e5")
    sent = {**LETTER, "against": "white"}
    assert signed_in(dirk).post(address(row, "claim-flag"), sent).status_code == 302
    data = GameEvent.objects.get(game=row, type="claim-made").data
    assert (data["by"], data["against"]) == ("black", "white")


@pytest.mark.clause("ICCF-LAWS-2019 8.2", "ICCF-LAWS-2019 8.5a", "ICCF-LAWS-2019 8.5b")
def test_his_scoresheet_and_his_report_come_by_letter(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, "e4", "e5")
    client = signed_in(dirk)
    assert client.post(address(row, "scoresheet"), {**LETTER, "form": "physical"}).status_code == 302
    pgn = SimpleUploadedFile("game.pgn", b'[Result "0-1"]\n\n1. e4 e5 0-1')
    assert client.post(address(row, "report-game"), {**LETTER, "result": "0-1", "moves_file": pgn}).status_code == 302
    assert not Game.objects.get(pk=row.pk).result
    postal.report_game(row.pk, Result.BLACK_WINS, ("e4", "e5"), actor=anna, at=clock.now())
    assert Game.objects.get(pk=row.pk).result == "0-1"
    assert Document.objects.filter(game=row, is_for_player=True, words=LETTER["document"]).count() == 2


@pytest.mark.clause("ICCF-LAWS-2019 4.2", "ICCF-LAWS-2019 9.1.2.1b")
def test_a_move_entered_for_him_names_the_card_it_came_on_and_may_offer_a_draw(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, "e4")
    client = signed_in(dirk)
    assert 'name="document"' in client.get(f"/games/{row.pk}").content.decode()
    sent = {"move": "5755", "sent": f"{clock.now():%Y-%m-%dT%H:%M}", "document": "card of 2 May", "offer": "1"}
    looked = client.post(f"/games/{row.pk}/record", sent).content.decode()
    assert 'name="document" value="card of 2 May"' in looked
    assert client.post(f"/games/{row.pk}/record/accept", {**sent, "ply": "1"}).status_code == 302
    assert entered(row) == ("move-made", "card of 2 May", dirk)
    assert Game.objects.get(pk=row.pk).offer_to == anna.player
    assert 'name="document"' not in client.get(f"/games/{row.pk}").content.decode(), "Anna has an account"


def test_the_journal_says_who_acted_for_whom_and_players_read_on_what_document(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, "e4", "e5")
    signed_in(dirk).post(address(row, "resign"), LETTER)
    acted = "Entered by Dirk for Paper Peter, who had no account."
    for reader in (signed_in(anna), signed_in(dirk)):
        for path in (f"/games/{row.pk}", f"/games/{row.pk}/journal"):
            page = unescape(reader.get(path).content.decode())
            assert acted in page
            assert LETTER["document"] in page
    public = unescape(Client().get(f"/games/{row.pk}/journal").content.decode())
    assert acted in public
    assert LETTER["document"] not in public


def test_nothing_is_entered_without_naming_the_document(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, "e4", "e5")
    for words in ("", "   "):
        assert signed_in(dirk).post(address(row, "resign"), {"document": words}).status_code == 422
        with pytest.raises(Unfit):
            proxy.act(row.pk, Colour.BLACK, lambda by: commands.Resign(by=by), words=words, actor=dirk, at=clock.now())
    assert Game.objects.get(pk=row.pk).status == Game.Status.RUNNING


@pytest.mark.clause("ICCF-LAWS-2019 4.2")
def test_he_says_by_letter_when_he_received_the_last_move(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, "e4")
    received = clock.now() - 3 * DAY
    client = signed_in(dirk)
    assert client.post(address(row, "receipt"), LETTER).status_code == 422, "when?"
    sent = {**LETTER, "received": f"{received:%Y-%m-%dT%H:%M}"}
    assert client.post(address(row, "receipt"), sent).status_code == 302
    assert entered(row)[:2] == ("receipt-stated", LETTER["document"])
    turn = state_of(Game.objects.get(pk=row.pk)).turn
    assert turn is not None
    assert turn.received == received.replace(second=0, microsecond=0)


ACTS = ("resign", "accept-offer", "decline-offer", "claim", "receipt", "claim-flag", "scoresheet", "report-game")


@pytest.mark.parametrize("what", ACTS)
def test_only_the_director_of_the_game_acts_and_only_for_whoever_has_no_account(
    anna: User, dirk: User, what: str
) -> None:
    row = paper_game(anna, dirk, "e4", "e5")
    others = (anna, person(), person(offices=(Office.Kind.DIRECTOR,)), person(is_administrator=True))
    for user in others:
        for method in ("get", "post"):
            assert getattr(signed_in(user), method)(address(row, what), LETTER).status_code == 404
        with pytest.raises(NotAllowed):
            proxy.act(row.pk, Colour.BLACK, lambda by: commands.Resign(by=by), words="x", actor=user, at=clock.now())
    assert Client().get(address(row, what)).status_code == 302
    client = signed_in(dirk)
    assert client.post(address(row, what, "white"), LETTER).status_code == 404, "Anna acts for herself"
    assert client.post(address(row, what, "green"), LETTER).status_code == 404
    assert client.post(address(row, "take-back"), LETTER).status_code == 404
    assert client.get(address(row, what)).status_code in (200, 409)


def test_a_director_who_plays_does_not_act_for_his_opponent(dirk: User) -> None:
    row = paper_game(dirk, None, "e4")
    assert signed_in(dirk).post(address(row, "resign"), LETTER).status_code == 404


def test_on_the_server_nobody_acts_for_another(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, transmission=Transmission.SERVER)
    assert signed_in(dirk).post(address(row, "resign"), LETTER).status_code == 404


def test_once_he_has_an_account_he_acts_for_himself(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, "e4")
    user = person()
    Player.objects.filter(user=user).update(user=None)
    Player.objects.filter(pk=row.black.pk).update(user=user)
    assert signed_in(dirk).post(address(row, "resign"), LETTER).status_code == 404
    assert "who has no account" not in signed_in(dirk).get(f"/games/{row.pk}").content.decode()


# files


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 40), **options: Any) -> bytes:
    packed = io.BytesIO()
    Image.new("RGB", size, "red").save(packed, kind, **options)
    return packed.getvalue()


def handed_in(anna: User, row: Game, data: bytes, name: str = "sheet.png") -> Any:
    sent = {"form": "physical", "scan": SimpleUploadedFile(name, data)}
    return signed_in(anna).post(f"/games/{row.pk}/post/scoresheet", sent)


@pytest.mark.clause("ICCF-LAWS-2019 8.1.2", "ICCF-LAWS-2019 8.2")
def test_a_scan_is_drawn_anew_and_read_by_the_players_and_the_director_alone(anna: User, dirk: User) -> None:
    ben = person("Ben")
    terms = Terms(starts=clock.now(), time_control=clocks.Classic(), transmission=Transmission.POST)
    row = games.start(anna.player, ben.player, terms, at=clock.now(), director=dirk)
    data = picture("JPEG", comment=b"<script>alert(1)</script>", exif=b"Exif\0\0secret-place")
    assert handed_in(anna, row, data, "../my <b>sheet.jpg").status_code == 302
    kept = Document.objects.get()
    assert (kept.player, kept.by, kept.is_for_player, kept.type) == (anna.player, anna, False, "image/jpeg")
    assert kept.data is not None
    for hidden in (b"script", b"secret-place"):
        assert hidden not in bytes(kept.data)
    for reader in (anna, ben, dirk):
        answer = signed_in(reader).get(f"/documents/{kept.pk}")
        assert answer.status_code == 200
        assert answer["Content-Disposition"] == f'attachment; filename="document-{kept.pk}.jpg"'
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert answer["Cache-Control"] == "private, no-store"
        page = signed_in(reader).get(f"/games/{row.pk}").content.decode()
        assert f'href="/documents/{kept.pk}"' in page
        assert "<b>sheet" not in page
    playing.resign(row.pk, actor=ben, at=clock.now())
    for stranger in (person(), person(offices=(Office.Kind.DIRECTOR,)), person(is_administrator=True)):
        assert signed_in(stranger).get(f"/documents/{kept.pk}").status_code == 404
        assert f"/documents/{kept.pk}" not in signed_in(stranger).get(f"/games/{row.pk}/journal").content.decode()
    assert Client().get(f"/documents/{kept.pk}").status_code == 302


@pytest.mark.parametrize(
    ("data", "type_"),
    [
        (b"%PDF-1.4 rest", "application/pdf"),
        ("1. e4 {Brno, květen} e5".encode(), "text/plain"),
        ("1. e4 {café}".encode("latin-1"), "text/plain"),
        (b"<html><script>alert(1)</script>", "text/plain"),
        (picture("WEBP"), "image/jpeg"),
        (picture("PNG", (3000, 10)), "image/jpeg"),
    ],
)
def test_what_can_be_handed_in_and_as_what_it_is_kept(data: bytes, type_: str) -> None:
    found = readable("a.file", data)
    assert found.type == type_
    if type_ == "image/jpeg":
        shown = Image.open(io.BytesIO(found.data))
        assert (shown.format, max(shown.size) <= documents.SIDE) == ("JPEG", True)
    if type_ == "text/plain":
        assert found.data.decode()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"MZ\0\0program", "That is no JPEG, PNG or WebP picture, no PDF and no text."),
        (picture("GIF"), "That is no JPEG, PNG or WebP picture, no PDF and no text."),
        (picture()[:60], "That is no JPEG, PNG or WebP picture, no PDF and no text."),
        (b"PK\x03\x04\0zip", "That is no JPEG, PNG or WebP picture, no PDF and no text."),
        (b"%PDF-" + b"x" * documents.LARGEST, "The file is too large: 5 MB at most."),
        (picture("PNG", (6000, 5000)), "The picture has too many pixels: 25 million at most."),
    ],
)
def test_what_cannot_be_handed_in_is_said_in_one_line_and_nothing_is_noted(
    anna: User, dirk: User, data: bytes, why: str
) -> None:
    row = paper_game(anna, dirk)
    answer = handed_in(anna, row, data)
    assert answer.status_code == 422
    assert why in unescape(answer.content.decode())
    assert not Document.objects.exists()
    assert not GameEvent.objects.filter(game=row, type="scoresheet-handed-in").exists()


def test_a_request_larger_than_any_scan_is_not_looked_at(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk)
    assert handed_in(anna, row, b"x" * (6 * 1024 * 1024)).status_code == 413
    assert handed_in(anna, row, b"%PDF-" + b"x" * (4 * 1024 * 1024)).status_code == 302


def test_nobody_fills_the_server_with_files(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk)
    for _ in range(documents.MOST_FILES):
        assert handed_in(anna, row, b"a sheet", "s.txt").status_code == 302
    refused = handed_in(anna, row, b"a sheet", "s.txt")
    assert refused.status_code == 422
    assert "You have handed in 10 files in this game; more are not taken." in refused.content.decode()
    assert Document.objects.count() == documents.MOST_FILES
    without = signed_in(anna).post(f"/games/{row.pk}/post/scoresheet", {"form": "physical"})
    assert without.status_code == 302, "that it is on its way can still be said"


def test_a_director_scans_the_letter(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, "e4", "e5")
    sent = {**LETTER, "scan": SimpleUploadedFile("letter.png", picture())}
    assert signed_in(dirk).post(address(row, "resign"), sent).status_code == 302
    kept = Document.objects.get(is_for_player=True, words=LETTER["document"])
    assert (kept.type, kept.name) == ("image/jpeg", "letter.png")


def test_what_somebody_handed_in_is_exported_and_goes_with_his_account(anna: User, dirk: User) -> None:
    row = paper_game(anna, dirk, "e4", "e5")
    signed_in(dirk).post(address(row, "scoresheet"), {**LETTER, "form": "physical"})
    handed_in(anna, row, b"my own sheet", "my.txt")
    mine = Document.objects.get(player=anna.player)
    with zipfile.ZipFile(io.BytesIO(privacy.export(anna, at=clock.now()))) as archive:
        assert archive.read(f"documents/{mine.pk}.txt") == b"my own sheet"
        assert b"my.txt" in archive.read("documents.json")
        assert LETTER["document"].encode() not in archive.read("documents.json")
    privacy.delete(anna, keep_name=True, resign=True, at=clock.now())
    assert not Document.objects.filter(player=anna.player).exists()
    assert Document.objects.filter(player=row.black).exists(), "it is not hers"
