"""A report about a player: what the scale says, what was found before, and the director's finding."""

from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.board import Colour
from slowmate.play import commands
from slowmate.play.events import Misconduct, Penalty
from slowmate.server.accounts.models import User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence import services as correspondence
from slowmate.server.correspondence.models import Report
from slowmate.server.desk import services as directing
from slowmate.server.desk.queries.conduct import findings_against
from slowmate.server.desk.queries.desk import GameItem, waiting
from slowmate.server.games.models import Game
from slowmate.server.games.services import playing
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from tests.support.people import game, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


@pytest.fixture
def anna() -> User:
    return person("Anna")


@pytest.fixture
def ben() -> User:
    return person("Ben")


def only_item(dirk: User) -> GameItem:
    (item,) = waiting(dirk, at=clock.now()).items
    return item


def find(row: Game, dirk: User, what: Misconduct, penalty: Penalty, colour: Colour = Colour.BLACK) -> None:
    def made(name: str) -> commands.JudgeConduct:
        return commands.JudgeConduct(director=name, reason="seen", colour=colour, what=what, penalty=penalty, earlier=0)

    directing.decide(row.pk, made, actor=dirk, at=clock.now())


@pytest.mark.clause("ICCF-LAWS-2019 13.3.1", "ICCF-LAWS-2019 13.3.2.2")
def test_a_report_of_words_leads_by_one_press_to_a_warning(dirk: User, anna: User, ben: User, client: Client) -> None:
    row = game(anna, ben, "e4", director=dirk, at=clock.now())
    client.force_login(anna)
    sent = {"kind": "report", "misconduct": "objectionable words", "text": "He calls me names."}
    assert client.post(f"/games/{row.pk}/report", sent).status_code == 302
    item = only_item(dirk)
    assert dict(item.proposed.filled) == {
        "colour": "black",
        "misconduct": "objectionable words",
        "penalty": "warning",
    }
    client.force_login(dirk)
    desk = unescape(client.get("/desk").content.decode())
    assert "If you find it so, the rules say:" in desk
    assert "open to the director: warning" in desk
    ((what, query),) = item.proposals
    assert what == "judge-conduct"
    page = unescape(client.get(f"/games/{row.pk}/decide?{query}").content.decode())
    assert '<option value="objectionable words" selected>' in page
    assert '<option value="warning" selected>' in page
    assert "Nothing before, of either." in page
    assert page.count("Found to have misbehaved 0 times before.") == 2
    done = {
        "what": what,
        **item.proposed.filled,
        "reason": "No such words.",
        "request": str(item.report and item.report.pk),
    }
    assert client.post(f"/games/{row.pk}/decide", done).status_code == 302
    assert [case.penalty for case in findings_against(ben.player)[ben.player.pk]] == ["warning"]
    assert waiting(dirk, at=clock.now()).items == []
    assert Report.objects.get().answer == "No such words."


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2", "ICCF-LAWS-2019 13.3.2.1")
def test_what_was_found_in_any_game_of_the_player_raises_the_step_and_is_listed(
    dirk: User, anna: User, ben: User, client: Client
) -> None:
    find(game(person(), ben, director=dirk, at=clock.now()), dirk, Misconduct.WORDS, Penalty.WARNING)
    find(game(ben, anna, director=dirk, at=clock.now()), dirk, Misconduct.WORDS, Penalty.WARNING)  # against Anna
    row = game(anna, ben, director=dirk, at=clock.now())
    correspondence.report(row, "again", misconduct="objectionable words", actor=anna, at=clock.now())
    item = only_item(dirk)
    assert item.proposed.filled["penalty"] == "penalty days"
    client.force_login(dirk)
    page = unescape(client.get(f"/games/{row.pk}/decide?{item.proposals[0][1]}").content.decode())
    assert page.count("Found to have misbehaved 1 time before.") == 2
    assert page.count(": objectionable words (warning)</li>") == 2, "without anything being opened"
    sent = {"what": "judge-conduct", "colour": "black", "misconduct": "objectionable words", "reason": "again"}
    at = f"/games/{row.pk}/decide"
    assert client.post(at, {**sent, "penalty": "warning"}).status_code == 409, "he was warned before"
    assert client.post(at, {**sent, "penalty": "penalty days"}).status_code == 422, "how many?"
    assert client.post(at, {**sent, "penalty": "loss of the game", "penalty_days": "5"}).status_code == 422
    assert client.post(at, {**sent, "penalty": "penalty days", "penalty_days": "5"}).status_code == 302
    assert len(findings_against(ben.player)[ben.player.pk]) == 2
    assert list(Game.objects.get(pk=row.pk).events.order_by("number").values_list("type", flat=True))[-2:] == [
        "misconduct-found",
        "penalised",
    ]


@pytest.mark.clause("ICCF-LAWS-2019 13.3.2.3(e)")
@pytest.mark.parametrize(("offers", "step"), [(1, None), (3, "penalty days")])
def test_a_report_about_offers_says_how_many_there_were_lately(
    dirk: User, anna: User, ben: User, client: Client, offers: int, step: str | None
) -> None:
    at = clock.now()
    row = game(anna, ben, director=dirk, at=at)
    moves = [("Nf3", "Nf6"), ("Ng1", "Ng8"), ("Nc3", "Nc6"), ("Nb1", "Nb8")]
    for number, (white, black) in enumerate(moves):
        playing.make_move(row.pk, white, actor=anna, at=at)
        playing.make_move(row.pk, black, actor=ben, at=at, offer=number < offers)
    correspondence.report(row, "he asks and asks", misconduct=Misconduct.OFFERS, actor=anna, at=at)
    assert only_item(dirk).proposed.filled.get("penalty") == step
    client.force_login(dirk)
    desk = unescape(client.get("/desk").content.decode())
    assert f"Black offered a draw with {offers} of the last 4 own moves." in desk
    page = unescape(client.get(f"/games/{row.pk}/decide?what=judge-conduct").content.decode())
    assert f"Draws offered with the last 4 moves in this game: {offers}." in page
    assert "Draws offered with the last 4 moves in this game: 0." in page


def test_the_desk_takes_the_same_queries_for_one_and_three_reports_of_conduct(
    dirk: User, anna: User, client: Client
) -> None:
    client.force_login(dirk)
    client.get("/desk")
    counts = []
    for _ in range(3):
        row = game(anna, person(), "e4", director=dirk, at=clock.now())
        correspondence.report(row, "offers", misconduct=Misconduct.OFFERS, actor=anna, at=clock.now())
        with CaptureQueriesContext(connection) as queries:
            client.get("/desk")
        counts.append(len(queries))
    assert counts[0] == counts[2]


def test_a_report_of_something_else_is_no_misconduct_and_a_program_may_name_it(dirk: User, anna: User) -> None:
    row = game(anna, person(), director=dirk, at=clock.now())
    made = correspondence.report(
        row, "leave", kind=Report.Kind.LEAVE, misconduct=Misconduct.ABUSE, actor=anna, at=clock.now()
    )
    assert made.misconduct == ""
    token = tokens.make(anna, "program", scope="play", at=clock.now()).text
    client = Client(headers={"authorization": f"Bearer {token}"})
    for what, status in (("collusion", 201), ("laziness", 422)):
        body = {"kind": "report", "text": "see", "misconduct": what}
        answer = client.post(f"/api/games/{row.pk}/requests", body, content_type="application/json")
        assert answer.status_code == status
    assert Report.objects.get(kind="report").misconduct == "collusion"
