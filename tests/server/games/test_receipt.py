"""Games by post: when a player received the last move, said by itself, with a claim, or not at all."""

from datetime import timedelta

import pytest
from django.test import Client

from slowmate.board import Colour
from slowmate.play import commands
from slowmate.play.events import ClaimKind
from slowmate.play.laws.flags import clock_at
from slowmate.play.terms import Transmission
from slowmate.server.accounts.models import User
from slowmate.server.desk import services as desk
from slowmate.server.desk.queries.desk import waiting
from slowmate.server.games.models import Game
from slowmate.server.games.pages.clocks import clock_cards
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import leave, playing, postal
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.support.people import person

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MINUTE = "%Y-%m-%dT%H:%M"


@pytest.fixture
def row() -> Game:
    """White's first move was sent twenty days ago; it is Ben's turn."""
    began = clock.now() - 20 * DAY
    made = postal.arrange(
        person("Anna").player,
        person("Ben").player,
        control="classic-10-50",
        transmission=Transmission.POST,
        starts=began.date(),
        actor=person("Dirk", offices=(Office.Kind.DIRECTOR,)),
        at=began,
    )
    white = account(made, Colour.WHITE)
    return postal.record_move(made.pk, "e4", sent=began, received=None, actor=white, at=began)


def account(row: Game, colour: Colour) -> User:
    user = row.player(colour).user
    assert user is not None
    return user


def sign_in(row: Game, colour: Colour) -> Client:
    client = Client()
    client.force_login(account(row, colour))
    return client


def left(row: Game) -> int:
    return clock_at(state_of(Game.objects.get(pk=row.pk)), Colour.BLACK, clock.now()).left // DAY


@pytest.mark.clause("ICCF-LAWS-2019 4.2")
def test_a_player_says_when_he_received_the_last_move_and_his_clock_runs(row: Game) -> None:
    client = sign_in(row, Colour.BLACK)
    page = client.get(f"/games/{row.pk}").content.decode()
    assert f"/games/{row.pk}/post/receipt" in page
    assert left(row) == 50
    when = clock.now() - 6 * DAY
    answer = client.post(f"/games/{row.pk}/post/receipt", {"received": when.strftime(MINUTE)})
    assert answer.status_code == 302
    assert left(row) == 44
    assert "Black received the last move" in client.get(f"/games/{row.pk}/journal").content.decode()
    later = (when + DAY).strftime(MINUTE)
    assert client.post(f"/games/{row.pk}/post/receipt", {"received": later}).status_code == 409
    assert client.post(f"/games/{row.pk}/post/receipt", {"received": "last week"}).status_code == 422
    assert left(row) == 44


@pytest.mark.clause("ICCF-LAWS-2019 4.2")
def test_the_clock_of_a_game_by_post_says_that_it_does_not_run_before_a_receipt_is_known(row: Game) -> None:
    said = "no receipt on record: the clock does not run until one is known"
    white, black = clock_cards(row, state_of(row), clock.now())
    assert (white.lacks_receipt, black.lacks_receipt, black.is_running) == (False, True, False)
    for colour in Colour:
        assert sign_in(row, colour).get(f"/games/{row.pk}").content.decode().count(said) == 1
    row = postal.state_receipt(row.pk, clock.now() - 6 * DAY, actor=account(row, Colour.BLACK), at=clock.now())
    _, black = clock_cards(row, state_of(row), clock.now())
    assert (black.lacks_receipt, black.is_running) == (False, True)
    assert said not in sign_in(row, Colour.WHITE).get(f"/games/{row.pk}").content.decode()


def test_a_game_that_is_over_waits_for_no_receipt(row: Game) -> None:
    row = playing.resign(row.pk, actor=account(row, Colour.WHITE), at=clock.now())
    assert not any(card.lacks_receipt for card in clock_cards(row, state_of(row), clock.now()))
    assert "no receipt on record" not in sign_in(row, Colour.WHITE).get(f"/games/{row.pk}").content.decode()


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3b", "ICCF-LAWS-2019 9.2.1.1")
def test_a_claim_by_post_says_when_the_last_move_was_received(row: Game) -> None:
    client = sign_in(row, Colour.BLACK)
    assert 'name="received"' in client.get(f"/games/{row.pk}/claim").content.decode()
    when = (clock.now() - 6 * DAY - HOUR).strftime(MINUTE)
    claim = {"claim": "repetition", "intended": "e5", "received": when}
    wrong = client.post(f"/games/{row.pk}/claim", {**claim, "received": "last week"})
    assert wrong.status_code == 422
    asked = client.post(f"/games/{row.pk}/claim", claim).content.decode()
    assert f'name="received" value="{when}"' in asked
    assert client.post(f"/games/{row.pk}/claim", {**claim, "intended": "e7e5", "ply": "1"}).status_code == 302
    assert row.director is not None
    desk.decide(
        row.pk,
        lambda name: commands.DecideClaim(director=name, reason="only once", by=Colour.BLACK, upheld=False),
        actor=row.director,
        at=clock.now(),
    )
    last = state_of(Game.objects.get(pk=row.pk)).last
    assert last is not None
    assert (last.algebraic, last.charge.charged, last.charge.transit // DAY) == ("e5", 6 * DAY, 13)


def test_a_service_reads_the_minute_in_which_the_last_move_was_sent_as_that_instant(row: Game) -> None:
    state = state_of(row)
    assert state.turn is not None
    sent = state.turn.began
    after = playing.claim_draw(
        row.pk,
        ClaimKind.REPETITION,
        received=sent.replace(second=0),
        actor=account(row, Colour.BLACK),
        at=clock.now(),
    )
    turn = state_of(after).turn
    assert turn is not None
    assert turn.received == sent


@pytest.mark.clause("ICCF-LAWS-2019 4.2", "ICCF-LAWS-2019 6.6b")
def test_the_desk_shows_a_long_silence_by_post_and_proposes_nothing_while_no_receipt_is_on_record(row: Game) -> None:
    assert row.director is not None
    late = clock.now() + 25 * DAY
    (item,) = waiting(row.director, at=late).items
    assert (item.kind, item.days, item.proposal) == ("silence", 45, "")
    assert item.grounds[0].facts["outcome"] == "no-receipt"
    received = clock.now() - 19 * DAY - HOUR
    postal.state_receipt(row.pk, received, actor=account(row, Colour.BLACK), at=clock.now())
    (item,) = waiting(row.director, at=late).items
    assert (item.kind, item.days, item.proposal) == ("silence", 44, "default")


@pytest.mark.clause("ICCF-LAWS-2019 10.1b")
def test_leave_of_a_player_who_may_not_have_received_the_move_is_no_silence(row: Game) -> None:
    assert row.director is not None
    black, today = account(row, Colour.BLACK), clock.now().date()
    leave.take(black.player, today, today + 24 * DAY, actor=black, at=clock.now())
    assert waiting(row.director, at=clock.now() + 24 * DAY).items == []
    (item,) = waiting(row.director, at=clock.now() + 36 * DAY).items
    assert (item.kind, item.days) == ("silence", 31), "twenty days before it, and eleven after"


@pytest.mark.clause("ICCF-LAWS-2019 6.6b")
def test_the_desk_leaves_a_claimed_flag_to_the_director_while_no_receipt_is_on_record(row: Game) -> None:
    assert row.director is not None
    late = clock.now() + 25 * DAY
    postal.claim_flag(row.pk, Colour.BLACK, actor=account(row, Colour.WHITE), at=late)
    (item,) = [each for each in waiting(row.director, at=late).items if each.kind == "claim"]
    assert (item.proposal, [what for what, _ in item.instead]) == ("", ["uphold-claim", "reject-claim"])
