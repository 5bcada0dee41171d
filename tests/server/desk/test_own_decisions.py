"""What a director has decided: shown with the clause he chose, and not put on his desk again."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from slowmate.board import Colour
from slowmate.play import clocks, commands
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.desk import services as directing
from slowmate.server.desk.pages.desk_page import number_waiting
from slowmate.server.desk.queries.desk import waiting
from slowmate.server.games.models import Game
from slowmate.server.games.services import games, postal
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.mail.letters import letter
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from tests.support.people import AT, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
POSTAL = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST)


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


@pytest.mark.clause("ICCF-LAWS-2019 13.3.1")
@pytest.mark.parametrize("article", ["13.3.1", "ICCF-TR-2017 7.4"])
def test_the_clause_of_a_ruling_stands_in_the_journal_and_in_both_mails(
    dirk: User, client: Client, article: str
) -> None:
    row = game(person(), person(), "e4", director=dirk)
    client.force_login(dirk)
    sent = {"what": "rule", "article": article, "reason": "Such words are out of place."}
    assert client.post(f"/games/{row.pk}/decide", sent).status_code == 302
    shown = article if article.startswith("ICCF") else f"ICCF-LAWS-2019 {article}"
    edition, address = shown.split(" ")
    journal = unescape(client.get(f"/games/{row.pk}/journal").content.decode())
    assert f"/rulebook/{edition}/{address}" in journal
    assert "Preface-1" not in journal
    told = [str(letter(mail, LETTERS).body) for mail in Mail.objects.filter(kind="director")]
    assert len(told) == 2
    for text in told:
        assert f"Dirk ruled: Such words are out of place. ({shown})" in " ".join(text.split())


@pytest.mark.clause("ICCF-LAWS-2019 6.6b")
def test_a_flag_that_the_director_found_fallen_does_not_come_back_to_his_desk(dirk: User) -> None:
    anna = person()
    row = game(anna, person(), terms=POSTAL, director=dirk)
    later = AT + 60 * DAY
    postal.claim_flag(row.pk, Colour.WHITE, actor=anna, at=later)
    assert [item.kind for item in waiting(dirk, at=later).items] == ["claim"]
    directing.decide(
        row.pk,
        lambda name: commands.DecideClaim(director=name, reason="by the dates", by=Colour.WHITE, upheld=True),
        actor=dirk,
        at=later,
    )
    ended = Game.objects.get(pk=row.pk)
    assert (ended.termination, ended.noted) == ("time", later)
    assert (waiting(dirk, at=later).items, number_waiting(dirk, at=later)) == ([], 0)


def test_a_flag_that_fell_by_itself_is_noted_when_its_director_corrects_the_result_and_not_by_a_ruling(
    dirk: User,
) -> None:
    row = game(person(), person(), "e4", "e5", director=dirk)
    later = AT + 60 * DAY
    games.look_at_clock(row.pk, at=later)
    directing.decide(
        row.pk,
        lambda name: commands.RecordRuling(director=name, reason="a word", article="ICCF-LAWS-2019 13.3.1"),
        actor=dirk,
        at=later,
    )
    assert [item.kind for item in waiting(dirk, at=later).items] == ["flag"]


def test_a_flag_that_fell_before_a_decision_was_refused_stays_on_the_desk(dirk: User, client: Client) -> None:
    row = game(person(), person(), "e4", "e5", director=dirk, at=AT)
    client.force_login(dirk)
    assert client.post(f"/games/{row.pk}/decide", {"what": "stop", "reason": "late"}).status_code == 409
    ended = Game.objects.get(pk=row.pk)
    assert (ended.status, ended.noted) == (Game.Status.FINISHED, None)
