"""An open offer of a draw is shown to whoever is asked, whether or not he has the move, and to who made it."""

import html
import re

import pytest
from django.test import Client

from slowmate.play import commands
from slowmate.play.events import ClaimKind
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import tokens
from slowmate.server.desk import services
from slowmate.server.games.models import Game
from slowmate.server.games.queries.my_games import my_queue, next_to_act
from slowmate.server.games.services import playing
from slowmate.server.jobs import verify
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = pytest.mark.django_db

OFFERED, DECLINES = "Your opponent offers a draw.", "A move of yours declines it too."
IN_VAIN = "Your opponent's claim was not right; it stands as an offer of a draw."


def said(path: str, user: User) -> str:
    client = Client()
    client.force_login(user)
    bare = re.sub(r"<[^>]+>", " ", client.get(path).content.decode())
    return " ".join(html.unescape(bare).split())


def claimed(white: User, black: User) -> Game:
    """White, to move, has claimed a repetition in vain, without a move: his claim stands as an offer (9.1.2.2)."""
    row = game(white, black, "e4", "e5", at=clock.now())
    return playing.claim_draw(row.pk, ClaimKind.REPETITION, actor=white, at=clock.now())


def told_by_api(row: Game, user: User) -> list[bool]:
    secret = tokens.make(user, "program", scope="read", at=clock.now()).text
    headers = {"Authorization": f"Bearer {secret}"}
    one = Client().get(f"/api/games/{row.pk}", headers=headers).json()
    listed = Client().get("/api/games", headers=headers).json()["items"]
    return [one["offer_to_me"], *(line["offer_to_me"] for line in listed)]


def test_a_claim_in_vain_is_an_offer_to_the_opponent_who_waits() -> None:
    anna, ben = person(), person()
    row = claimed(anna, ben)
    assert row.offer_to_id == ben.player.pk
    page = said(f"/games/{row.pk}", ben)
    assert IN_VAIN in page
    assert "Accept the draw Decline" in page
    assert DECLINES not in page
    assert IN_VAIN not in said(f"/games/{row.pk}", anna)
    assert [line.pk for line in my_queue(ben.player, at=clock.now()).to_act] == [row.pk]
    assert next_to_act(ben.player, at=clock.now()) == row
    assert "draw offered" in said("/games", ben)
    assert "draw offered" not in said("/games", anna)
    assert told_by_api(row, ben) == [True, True]
    assert told_by_api(row, anna) == [False, False]
    assert list(verify.differences()) == []
    assert playing.accept_offer(row.pk, actor=ben, at=clock.now()).result == "1/2-1/2"


def test_an_offer_stays_when_the_move_follows_the_claim() -> None:
    anna, ben = person(), person()
    row = playing.make_move(claimed(anna, ben).pk, "Nf3", actor=anna, at=clock.now())
    assert row.offer_to_id == ben.player.pk
    page = said(f"/games/{row.pk}", ben)
    assert IN_VAIN in page
    assert DECLINES in page


def test_both_may_be_asked_and_both_see_it() -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", at=clock.now())
    playing.make_move(row.pk, "e5", actor=ben, at=clock.now(), offer=True)
    row = playing.claim_draw(row.pk, ClaimKind.REPETITION, actor=anna, at=clock.now())
    assert row.offer_to_id == ben.player.pk, "Anna has the move, and finds the game by it"
    for user, offer in ((anna, OFFERED), (ben, IN_VAIN)):
        assert offer in said(f"/games/{row.pk}", user)
        assert told_by_api(row, user)[0]
        assert [line.pk for line in my_queue(user.player, at=clock.now()).to_act] == [row.pk]
    row = playing.decline_offer(row.pk, actor=ben, at=clock.now())
    assert row.offer_to_id == anna.player.pk


def test_an_offer_that_cannot_be_accepted_now_says_why() -> None:
    anna, ben, dirk = person(), person(), person(offices=(Office.Kind.DIRECTOR,))
    row = game(anna, ben, "e4", "e5", at=clock.now(), director=dirk)
    playing.make_move(row.pk, "Nf3", actor=anna, at=clock.now(), offer=True)
    services.decide(
        row.pk,
        lambda who: commands.CallAdjudication(director=who, reason="the event ends"),
        actor=dirk,
        at=clock.now(),
    )
    page = said(f"/games/{row.pk}", ben)
    assert OFFERED in page
    assert "You cannot accept it now." in page
    assert "Accept the draw" not in page
    client = Client()
    client.force_login(ben)
    assert client.get(f"/games/{row.pk}/accept-offer").status_code == 409
    assert client.get(f"/games/{row.pk}/decline-offer").status_code == 200


def test_who_offered_a_draw_sees_that_he_did() -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5", at=clock.now())
    told = "You offered a draw with your last move."
    assert told not in said(f"/games/{row.pk}", anna)
    playing.make_move(row.pk, "Nf3", actor=anna, at=clock.now(), offer=True)
    assert told in said(f"/games/{row.pk}", anna)
    assert told not in said(f"/games/{row.pk}", ben)
    playing.decline_offer(row.pk, actor=ben, at=clock.now())
    assert told not in said(f"/games/{row.pk}", anna)


def test_who_claimed_in_vain_sees_that_it_stands_as_an_offer() -> None:
    anna, ben = person(), person()
    row = claimed(anna, ben)
    assert "Your claim stands as an offer of a draw." in said(f"/games/{row.pk}", anna)
    assert "with your last move" not in said(f"/games/{row.pk}", anna)
