"""What the card of a game decides itself, as it stands: what facts alone say, with the reason that is drafted."""

import re

import pytest
from django.test import Client

from slowmate.play import clocks
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services as correspondence
from slowmate.server.correspondence.models import Report
from slowmate.server.desk.queries.desk import waiting
from slowmate.server.games.models import Game
from slowmate.server.games.services import playing, postal
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.server.reading import tight
from tests.support.people import account, game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

FIVE_MEN = "8/8/4k3/8/8/3PK3/3R1r2/8 w - - 0 1"


@pytest.fixture
def dirk(client: Client) -> User:
    dirk = person("Dirk Director", offices=(Office.Kind.DIRECTOR,))
    client.force_login(dirk)
    return dirk


def by_post() -> Terms:
    return Terms(starts=clock.now(), time_control=clocks.Classic(), transmission=Transmission.POST)


def illegal(dirk: User) -> Game:
    """A game by post in which the first move that was sent cannot be played."""
    row = game(person(), person(), terms=by_post(), director=dirk, at=clock.now())
    postal.record_move(row.pk, "Ke3", sent=clock.now(), received=None, actor=account(row.white), at=clock.now())
    return row


def forms_on(page: str) -> list[dict[str, str]]:
    """What each decision of the open card would send, as it stands."""
    found = []
    for form in re.findall(r"<form[^>]*/decide\"[^>]*>(.*?)</form>", page, re.DOTALL):
        sent = dict.fromkeys(re.findall(r'<input[^>]*type="(?:text|date|number)"[^>]*name="(\w+)"', form), "")
        for tag in re.findall(r"<input[^>]*hidden[^>]*>", form):
            name, value = re.search(r'name="(\w+)"', tag), re.search(r'value="([^"]*)"', tag)
            if name and value:
                sent[name[1]] = value[1]
        reason = re.search(r"<textarea[^>]*>(.*?)</textarea>", form, re.DOTALL)
        found.append({**sent, "reason": reason[1].strip() if reason else ""})
    return found


def only_form(client: Client) -> dict[str, str]:
    (sent,) = forms_on(client.get("/desk").content.decode())
    return sent


@pytest.mark.clause("ICCF-LAWS-2019 7.2a")
def test_an_illegal_move_is_put_right_by_the_button_of_its_card(dirk: User, client: Client) -> None:
    row = illegal(dirk)
    done = client.post(f"/games/{row.pk}/decide", only_form(client))
    assert done.status_code == 302
    assert done["Location"].startswith("/desk")
    assert waiting(dirk, at=clock.now()).items == []
    kept = row.events.filter(actor=dirk).order_by("number").last()
    assert kept is not None
    assert "Ke3" in str(kept.data), "with the reason that was drafted"


def test_a_card_that_was_looked_at_long_ago_decides_nothing(dirk: User, client: Client) -> None:
    row = illegal(dirk)
    sent = only_form(client)
    Game.objects.filter(pk=row.pk).update(version=row.version + 7)
    assert client.post(f"/games/{row.pk}/decide", sent).status_code == 409
    assert len(waiting(dirk, at=clock.now()).items) == 1


@pytest.mark.clause("ICCF-LAWS-2019 7.2a")
def test_who_comes_second_learns_what_was_decided_and_no_other_move_is_chosen_for_him(
    dirk: User, client: Client
) -> None:
    row, at = game(person(), person(), terms=by_post(), director=dirk, at=clock.now()), clock.now()
    postal.record_move(row.pk, "d4", sent=at, received=None, actor=account(row.white), at=at)
    postal.record_move(row.pk, "Ke3", sent=at, received=at, actor=account(row.black), at=at)
    sent = only_form(client)
    assert client.post(f"/games/{row.pk}/decide", sent).status_code == 302
    answer = client.post(f"/games/{row.pk}/decide", sent)
    page = tight(answer.content)
    assert answer.status_code == 409
    assert "An earlier position is put back" in page
    assert "That move is not in the game any more." in page
    assert page.partition('name="ply"')[2].partition("</option>")[0].endswith('<option value="">choose')
    assert "and go to the next item on the desk" in page


def test_nobody_else_can_send_what_the_card_would(dirk: User, client: Client) -> None:
    row = illegal(dirk)
    sent = only_form(client)
    client.force_login(account(row.white))
    assert client.post(f"/games/{row.pk}/decide", sent).status_code == 404
    assert len(waiting(dirk, at=clock.now()).items) == 1


def test_what_the_director_looks_up_has_a_button_and_a_reason_for_either(dirk: User, client: Client) -> None:
    terms = Terms(starts=clock.now(), time_control=clocks.Classic(), transmission=Transmission.POST, fen=FIVE_MEN)
    row = game(person(), person(), terms=terms, director=dirk, at=clock.now())
    playing.claim_tablebase(row.pk, ClaimKind.TABLEBASE_DRAW, actor=account(row.white), at=clock.now())
    both = {sent["what"]: sent for sent in forms_on(client.get("/desk").content.decode())}
    assert both["uphold-claim"]["reason"] == "Complete endgame tables say that the position is a draw"
    assert both["reject-claim"]["reason"] == "Complete endgame tables do not say that the position is a draw"
    assert client.post(f"/games/{row.pk}/decide", both["uphold-claim"]).status_code == 302
    row.refresh_from_db()
    assert row.result == "1/2-1/2"


def test_leave_is_granted_on_the_card_once_its_days_are_said(dirk: User, client: Client) -> None:
    row = game(person(), person(), "e4", director=dirk, at=clock.now())
    report = correspondence.report(row, "Ill.", kind=Report.Kind.LEAVE, actor=account(row.white), at=clock.now())
    sent = only_form(client)
    assert client.post(f"/games/{row.pk}/decide", {**sent, "first": "", "last": ""}).status_code == 422
    day = f"{clock.now():%Y-%m-%d}"
    assert client.post(f"/games/{row.pk}/decide", {**sent, "first": day, "last": day}).status_code == 302
    report.refresh_from_db()
    assert report.answer == sent["reason"]


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.2")
def test_conduct_is_judged_on_its_page_with_a_reason_drafted(dirk: User, client: Client) -> None:
    row = game(person(), person(), "e4", director=dirk, at=clock.now())
    said = correspondence.send_message(row, "Resign.", actor=account(row.black), at=clock.now())
    report = correspondence.report(row, "Rude.", message=said, actor=account(row.white), at=clock.now())
    page = client.get("/desk").content.decode()
    assert forms_on(page) == []
    assert "Penalise misconduct" in page
    path = f"/games/{row.pk}/decide?what=judge-conduct&request={report.pk}"
    assert "objectionable words" in client.get(path).content.decode().partition("<textarea")[2].partition("</")[0]


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.2")
def test_a_warning_for_what_was_reported_is_filled_in_too_and_a_fine_for_something_else_is_not(
    dirk: User, client: Client
) -> None:
    row = game(person(), person(), "e4", director=dirk, at=clock.now())
    said = correspondence.send_message(row, "Resign.", actor=account(row.black), at=clock.now())
    report = correspondence.report(row, "Rude.", message=said, actor=account(row.white), at=clock.now())
    page = client.get(f"/games/{row.pk}/decide?what=warn&request={report.pk}").content.decode()
    assert '<option value="objectionable words" selected>' in page
    assert re.search(r'value="black"[^>]* checked', page), "who wrote it"
    assert "what was reported is so" in page.partition("<textarea")[2]
    page = client.get(f"/games/{row.pk}/decide?what=penalise&request={report.pk}").content.decode()
    assert not re.search(r'name="colour"[^>]* checked', page)
    assert "what was reported is so" not in page


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.2")
def test_a_warning_is_offered_only_for_what_may_bring_one(dirk: User, client: Client) -> None:
    row = game(person(), person(), "e4", director=dirk, at=clock.now())
    warn, judge = (
        client.get(f"/games/{row.pk}/decide?what={what}").content.decode() for what in ("warn", "judge-conduct")
    )
    assert 'value="objectionable words"' in warn
    assert 'value="collusion"' in judge
    assert 'value="collusion"' not in warn
