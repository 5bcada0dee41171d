"""What was stopped by mistake goes on: an illegal move that was none, an adjudication called off; and input that is no
move, or a claim that was heard already, is asked about again and troubles nobody."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from slowmate.play import clocks
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import tokens
from slowmate.server.desk.queries.desk import waiting
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import postal
from slowmate.server.jobs.verify import differences
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


def by_post(dirk: User, *moves: str) -> tuple[User, User, Game]:
    anna, ben, at = person("Anna"), person("Ben"), clock.now() - timedelta(days=2)
    terms = Terms(starts=at, time_control=clocks.Classic(), transmission=Transmission.POST)
    row = game(anna, ben, terms=terms, director=dirk, at=at)
    for number, move in enumerate(moves):
        row = postal.record_move(row.pk, move, sent=at, received=None, actor=(anna, ben)[number % 2], at=at)
    return anna, ben, row


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.clause("ICCF-LAWS-2019 7.2a", "ICCF-LAWS-2019 3.10.2")
def test_what_was_no_illegal_move_is_dismissed_from_the_desk_and_the_game_goes_on(dirk: User) -> None:
    anna, ben, row = by_post(dirk, "e4", "e5", "Ke3")
    client = signed_in(dirk)
    (item,) = waiting(dirk, at=clock.now()).items
    assert [what for what, _ in item.proposals] == ["reinstate", "dismiss"]
    page = unescape(client.get("/desk").content.decode())
    assert "Find no illegal move in what was sent" in page
    query = dict(item.proposals)["dismiss"]
    assert client.get(f"/games/{row.pk}/decide?{query}").status_code == 200
    before = Mail.objects.filter(kind="director").count()
    assert client.post(f"/games/{row.pk}/decide", {"what": "dismiss", "reason": "a slip of mine"}).status_code == 302
    after = Game.objects.get(pk=row.pk)
    assert (after.awaits_director, after.on_move, after.plies) == (False, anna.player, 2)
    assert waiting(dirk, at=clock.now()).items == []
    assert Mail.objects.filter(kind="director").count() == before + 2
    assert "a slip of mine" in unescape(signed_in(ben).get(f"/games/{row.pk}/journal").content.decode())
    at = clock.now()
    assert postal.record_move(row.pk, "Nf3", sent=at, received=None, actor=anna, at=at).plies == 3
    assert list(differences()) == []
    again = client.post(f"/games/{row.pk}/decide", {"what": "dismiss", "reason": "again"})
    assert again.status_code == 409


@pytest.mark.clause("ICCF-LAWS-2019 11.1", "ICCF-LAWS-2019 6.10c")
def test_an_adjudication_is_called_off_from_the_desk(dirk: User) -> None:
    anna = person()
    row = game(anna, person(), "e4", "e5", director=dirk, at=clock.now())
    client = signed_in(dirk)
    at = f"/games/{row.pk}/decide"
    assert client.post(at, {"what": "call-adjudication", "reason": "closing date"}).status_code == 302
    assert Game.objects.get(pk=row.pk).deadline is None
    assert "Call the adjudication off" in unescape(client.get("/desk").content.decode())
    assert client.post(at, {"what": "call-off-adjudication", "reason": "another game was meant"}).status_code == 302
    after = Game.objects.get(pk=row.pk)
    assert (after.awaits_director, after.on_move) == (False, anna.player)
    assert after.deadline is not None
    assert waiting(dirk, at=clock.now()).items == []
    assert "The adjudication is called off" in signed_in(anna).get(f"/games/{row.pk}").content.decode()


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.3(e)", "ICCF-LAWS-2019 9.4.3a")
def test_the_same_claim_made_again_is_refused_and_tells_nobody(dirk: User) -> None:
    anna = person()
    row = game(anna, person(), "e4", "e5", director=dirk, at=clock.now())
    client = signed_in(anna)
    assert client.post(f"/games/{row.pk}/claim", {"claim": "repetition"}).status_code == 302
    told = Mail.objects.count()
    events = GameEvent.objects.filter(game=row).count()
    for _ in range(2):
        again = client.post(f"/games/{row.pk}/claim", {"claim": "repetition"})
        assert again.status_code == 409
    assert (Mail.objects.count(), GameEvent.objects.filter(game=row).count()) == (told, events)


@pytest.mark.clause("ICCF-LAWS-2019 8.1.4", "ICCF-LAWS-2019 A.12")
@pytest.mark.parametrize("move", ["e5 (=)", "5755 (=)", "e5(=)"])
def test_the_mark_of_an_offer_after_a_move_by_post_offers_a_draw(dirk: User, move: str) -> None:
    anna, ben, row = by_post(dirk, "e4")
    sent = {"move": move, "sent": f"{clock.now():%Y-%m-%dT%H:%M}"}
    client = signed_in(ben)
    looked = client.post(f"/games/{row.pk}/record", sent).content.decode()
    assert "With an offer of a draw." in looked
    assert client.post(f"/games/{row.pk}/record/accept", {**sent, "ply": "1"}).status_code == 302
    assert Game.objects.get(pk=row.pk).offer_to == anna.player


@pytest.mark.clause("ICCF-LAWS-2019 8.1.4", "ICCF-LAWS-2019 A.12")
def test_a_program_offers_a_draw_by_the_mark_too(dirk: User) -> None:
    anna, ben, row = by_post(dirk, "e4")
    token = tokens.make(ben, "program", scope="play", at=clock.now()).text
    body = {"move": "e5 (=)", "sent": clock.now().isoformat(), "ply": 1}
    answer = Client(headers={"authorization": f"Bearer {token}"}).post(
        f"/api/games/{row.pk}/recorded-moves", body, content_type="application/json"
    )
    assert answer.status_code == 200
    assert answer.json()["moves"][-1]["algebraic"] == "e5"
    assert Game.objects.get(pk=row.pk).offer_to == anna.player


@pytest.mark.clause("ICCF-LAWS-2019 8.1.1")
@pytest.mark.parametrize("move", ["hello", "Sf6", "99"])
def test_what_cannot_be_read_is_asked_for_again_and_stops_nothing(dirk: User, move: str) -> None:
    _, ben, row = by_post(dirk, "e4")
    sent = {"move": move, "sent": f"{clock.now():%Y-%m-%dT%H:%M}"}
    client = signed_in(ben)
    for path, more in (("record", {}), ("record/accept", {"ply": "1"})):
        answer = client.post(f"/games/{row.pk}/{path}", {**sent, **more})
        assert answer.status_code == 409
        assert f'value="{move}"' in answer.content.decode(), "what was typed is there to be corrected"
    token = tokens.make(ben, "program", scope="play", at=clock.now()).text
    body = {"move": move, "sent": clock.now().isoformat(), "ply": 1}
    answer = Client(headers={"authorization": f"Bearer {token}"}).post(
        f"/api/games/{row.pk}/recorded-moves", body, content_type="application/json"
    )
    assert answer.status_code == 409
    assert state_of(Game.objects.get(pk=row.pk)).irregularity is None
