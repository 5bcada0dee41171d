"""A claim on the server that no table answers: play goes on, the desk keeps it, and a later end gives way to it."""

from datetime import timedelta

import pytest
from django.test import Client

from slowmate.play import clocks, commands
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Terms, Transmission
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.desk import services as directing
from slowmate.server.desk.pages.desk_page import number_waiting
from slowmate.server.desk.queries.desk import waiting
from slowmate.server.games.models import Game
from slowmate.server.games.services import playing, postal
from slowmate.server.jobs.sweep import sweep
from slowmate.server.jobs.verify import differences
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.support.people import AT, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
FIVE_MEN = "8/8/4k3/8/8/3PK3/3R1r2/8 w - - 0 1"


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


def claimed(dirk: User) -> tuple[User, User, Game]:
    """A game in which White has claimed a win that no table here can confirm."""
    anna, ben = person("Anna"), person("Ben")
    terms = Terms(starts=AT, time_control=clocks.FixedDays(days=5), fen=FIVE_MEN)
    row = game(anna, ben, terms=terms, director=dirk)
    return anna, ben, playing.claim_tablebase(row.pk, ClaimKind.TABLEBASE_WIN, actor=anna, at=AT + DAY)


def ruled(row: Game, dirk: User, *, upheld: bool) -> Game:
    def make(name: str) -> commands.DirectorCommand:
        return commands.DecideClaim(director=name, reason="larger tables", by=row.colour_of(row.white), upheld=upheld)

    return directing.decide(row.pk, make, actor=dirk, at=AT + 60 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 6.10b")
def test_the_clock_of_the_claimant_runs_on_and_he_is_shown_when_it_ends(dirk: User) -> None:
    anna, _, row = claimed(dirk)
    assert (row.deadline, row.on_move_id, row.awaits_director) == (AT + 5 * DAY, anna.player.pk, True)
    moved = playing.make_move(row.pk, "Kxf2", actor=anna, at=AT + 2 * DAY)
    assert (moved.plies, moved.awaits_director) == (1, True), "he moves, and the claim still waits"
    (item,) = waiting(dirk, at=AT + 3 * DAY).items
    assert item.grounds[0].facts["fen"] == FIVE_MEN, "it is looked up for the position of the claim"


@pytest.mark.clause("ICCF-LAWS-2019 9.4.2", "ICCF-LAWS-2019 6.7a")
def test_a_claim_waits_on_the_desk_after_the_flag_fell_and_is_upheld_from_its_instant(dirk: User) -> None:
    _, _, row = claimed(dirk)
    sweep(at=AT + 6 * DAY)
    row.refresh_from_db()
    assert (row.status, row.result, row.termination, row.awaits_director) == ("finished", "0-1", "time", True)
    assert {item.kind for item in waiting(dirk, at=AT + 6 * DAY).items} == {"claim", "flag"}
    assert number_waiting(dirk, at=AT + 6 * DAY) == 2
    row = ruled(row, dirk, upheld=True)
    assert (row.result, row.termination, row.finished, row.awaits_director) == ("1-0", "tablebase", AT + DAY, False)
    assert list(differences()) == []
    assert Mail.objects.filter(game=row, kind="director").count() == 2, "both players hear of it"


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3a")
def test_a_claim_rejected_after_the_flag_fell_leaves_the_end_as_it_was(dirk: User, client: Client) -> None:
    _, _, row = claimed(dirk)
    sweep(at=AT + 6 * DAY)
    client.force_login(dirk)
    page = client.get(f"/games/{row.pk}/decide?what=reject-claim&colour=white")
    assert page.status_code == 200
    row = ruled(row, dirk, upheld=False)
    assert (row.result, row.termination, row.awaits_director) == ("0-1", "time", False)
    assert number_waiting(dirk, at=AT + 61 * DAY) == 0
    assert list(differences()) == []


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.3(e)", "ICCF-LAWS-2019 9.4.3a")
def test_the_same_false_claim_made_again_is_refused_and_mails_nobody() -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", "e5")
    playing.claim_draw(row.pk, ClaimKind.REPETITION, actor=anna, at=AT)
    mailed = Mail.objects.count()
    with pytest.raises(Refused) as refused:
        playing.claim_draw(row.pk, ClaimKind.REPETITION, actor=anna, at=AT)
    assert refused.value.grounds[0].facts["outcome"] == "heard"
    assert Mail.objects.count() == mailed


@pytest.mark.clause("ICCF-LAWS-2019 9.4.3a")
def test_who_has_claimed_wrongly_is_offered_his_move_on_the_page(client: Client) -> None:
    anna = person()
    row = game(anna, person(), "e4", "e5", at=clock.now())
    client.force_login(anna)
    client.post(f"/games/{row.pk}/claim", {"claim": "repetition"})
    again = client.post(f"/games/{row.pk}/claim", {"claim": "repetition"})
    assert again.status_code == 409
    assert "was found wrong in this position" in again.content.decode()
    assert client.get(f"/games/{row.pk}").context["page"].rights.move


@pytest.mark.clause("ICCF-LAWS-2019 7.2a", "ICCF-LAWS-2019 6.10c", "ICCF-LAWS-2019 11.1")
def test_the_director_dismisses_an_illegal_move_and_calls_an_adjudication_off_by_the_pages(
    dirk: User, client: Client
) -> None:
    anna, ben = person(), person()
    terms = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST)
    row = game(anna, ben, terms=terms, director=dirk)
    postal.record_move(row.pk, "Ke3", sent=AT, received=None, actor=anna, at=AT)
    client.force_login(dirk)
    for before, what in ((None, "dismiss"), ("call-adjudication", "call-off-adjudication")):
        if before:
            client.post(f"/games/{row.pk}/decide", {"what": before, "reason": "closing date"})
        row.refresh_from_db()
        assert row.awaits_director
        assert client.get(f"/games/{row.pk}/decide?what={what}").status_code == 200
        answer = client.post(f"/games/{row.pk}/decide", {"what": what, "reason": "mistyped"})
        assert answer.status_code == 302, answer.content.decode()
        row.refresh_from_db()
        assert not row.awaits_director
    journal = client.get(f"/games/{row.pk}/journal").content.decode()
    assert "No illegal move was found" in journal
    assert "The adjudication is called off" in journal
    entered = postal.record_move(row.pk, "e4", sent=AT, received=None, actor=anna, at=clock.now())
    assert entered.plies == 1


@pytest.mark.clause("ICCF-LAWS-2019 8.1.1", "ICCF-LAWS-2019 8.1.4")
def test_on_the_page_what_cannot_be_read_is_asked_for_again_and_a_marked_offer_is_shown(
    dirk: User, client: Client
) -> None:
    anna, ben = person(), person()
    terms = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST)
    row = game(anna, ben, terms=terms, director=dirk)
    postal.record_move(row.pk, "e4", sent=AT, received=None, actor=anna, at=AT)
    client.force_login(ben)
    dates = {"received": "2024-05-02T12:00", "sent": "2024-05-03T12:00"}
    unread = client.post(f"/games/{row.pk}/record", {"move": "hello", **dates})
    assert unread.status_code == 409, unread.content.decode()
    assert "cannot be read as one move" in unread.content.decode()
    looked = client.post(f"/games/{row.pk}/record", {"move": "e5 (=)", **dates})
    assert looked.status_code == 200
    assert looked.context["with_offer"]
    assert looked.context["entered"] == "e5"


def test_a_game_counts_for_the_list_of_the_day_it_first_ended_whatever_a_claim_changes_later(dirk: User) -> None:
    """The flag fell on the fifth day; the claim of the first day is upheld in two months."""
    _, _, row = claimed(dirk)
    sweep(at=AT + 6 * DAY)
    row.refresh_from_db()
    assert (row.finished, row.reported) == (AT + 5 * DAY, None)
    upheld = ruled(row, dirk, upheld=True)
    assert (upheld.finished, upheld.reported) == (AT + DAY, (AT + 5 * DAY).date())


def test_a_claim_that_is_rejected_leaves_a_game_on_the_list_of_the_day_it_ended(dirk: User) -> None:
    _, _, row = claimed(dirk)
    sweep(at=AT + 6 * DAY)
    rejected = ruled(row, dirk, upheld=False)
    assert (rejected.finished, rejected.reported) == (AT + 5 * DAY, None)
