"""The desk shows what waits, the urgent first, with a proposed ruling where the position allows one."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from slowmate.board import Colour, Position
from slowmate.play import clocks, commands
from slowmate.play.events import ClaimKind
from slowmate.play.terms import Terms, Transmission
from slowmate.records import Result
from slowmate.server.accounts.models import Entry, User
from slowmate.server.correspondence import services as correspondence
from slowmate.server.correspondence.models import Report
from slowmate.server.desk import services as directing
from slowmate.server.desk.queries.desk import proposed_in, waiting
from slowmate.server.games.models import Game
from slowmate.server.games.services import games, playing
from slowmate.server.games.services import postal as post
from slowmate.server.jobs.sweep import sweep
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.privacy import services
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed
from slowmate.server.site.text import sentence
from tests.support.people import AT, account, game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

FIVE_MEN = "8/8/4k3/8/8/3PK3/3R1r2/8 w - - 0 1"


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


def postal(dirk: User, **options: Any) -> tuple[User, Game]:
    terms = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST, **options)
    anna = person()
    return anna, game(anna, person(), terms=terms, director=dirk)


def test_a_claim_the_position_refutes_is_proposed_for_rejection_with_the_count(dirk: User) -> None:
    anna, row = postal(dirk)
    playing.claim_draw(row.pk, ClaimKind.REPETITION, actor=anna, at=AT)
    (item,) = waiting(dirk, at=AT).items
    assert (item.kind, item.proposal, item.game) == ("claim", "reject-claim", row)
    assert item.grounds[0].facts["occurrences"] == 1


def test_a_claim_on_tables_that_are_at_hand_is_proposed_as_they_say(dirk: User) -> None:
    anna, row = postal(dirk, fen="8/8/8/4k3/8/8/4P3/4KQ2 w - - 0 1")
    playing.claim_tablebase(row.pk, ClaimKind.TABLEBASE_WIN, actor=anna, at=AT)
    (item,) = waiting(dirk, at=AT).items
    assert (item.proposal, item.grounds[0].facts["wdl"]) == ("uphold-claim", 2)


@pytest.mark.parametrize(
    ("claim", "address", "right"),
    [(ClaimKind.TABLEBASE_DRAW, "5.2.4", "If they say a draw"), (ClaimKind.TABLEBASE_WIN, "5.1.3", "a win for White")],
)
def test_a_claim_no_table_at_hand_covers_says_why_and_what_to_look_up(
    dirk: User, client: Client, claim: ClaimKind, address: str, right: str
) -> None:
    anna, row = postal(dirk, fen=FIVE_MEN)
    playing.claim_tablebase(row.pk, claim, actor=anna, at=AT)
    (item,) = waiting(dirk, at=AT).items
    assert (item.proposal, item.proposed.reasons) == ("", ())
    (ground,) = item.grounds
    assert (ground.clause.address, ground.facts["pieces"], ground.facts["fen"]) == (address, 5, FIVE_MEN)
    assert item.instead == [
        ("uphold-claim", "what=uphold-claim&colour=white"),
        ("reject-claim", "what=reject-claim&colour=white"),
    ]
    client.force_login(dirk)
    page = client.get("/desk").content.decode()
    assert "The server could not answer the claim of White by itself: 5 pieces are left" in page
    assert right in page
    for what in ("uphold-claim", "reject-claim"):
        assert f'<input type="hidden" name="what" value="{what}">' in page


def test_a_claim_with_castling_rights_says_that_no_table_has_them(dirk: User) -> None:
    anna, row = postal(dirk, fen="4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    playing.claim_tablebase(row.pk, ClaimKind.TABLEBASE_WIN, actor=anna, at=AT)
    (item,) = waiting(dirk, at=AT).items
    assert "castling is still possible" in sentence(item.grounds[0])


def test_what_was_asked_comes_before_what_is_only_to_be_known_and_a_directors_own_games_never(dirk: User) -> None:
    anna = person()
    game(dirk, person(), "e4", director=dirk, at=AT)
    silent = game(anna, person(), "e4", director=dirk, at=AT)
    later = AT + timedelta(days=30)
    correspondence.report(silent, "Nothing happens.", actor=anna, at=later)
    found = waiting(dirk, at=AT + timedelta(days=31)).items
    assert [(item.kind, item.game) for item in found] == [("report", silent), ("silence", silent)]
    assert waiting(anna, at=later).items == []


def test_the_desk_takes_the_same_queries_for_one_and_three_reports(dirk: User, client: Client) -> None:
    client.force_login(dirk)
    made = []
    for number in (1, 2):
        for _ in range(number):
            anna = person()
            row = game(anna, person(), "e4", director=dirk, at=clock.now())
            correspondence.report(row, "Look.", actor=anna, at=clock.now())
        client.get("/desk")
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/desk").status_code == 200
        made.append(len(queries))
    assert made[0] == made[1]


# flags


def test_a_claimed_flag_is_proposed_by_the_dates_on_record(dirk: User) -> None:
    _, row = postal(dirk)
    ben = row.black.user
    assert ben is not None
    post.claim_flag(row.pk, Colour.WHITE, actor=ben, at=AT + timedelta(days=3))
    (item,) = waiting(dirk, at=AT).items
    assert (item.kind, item.proposal) == ("claim", "reject-claim")
    assert item.grounds[0].facts["left"] == timedelta(days=47)
    decide(row, dirk, commands.DecideClaim(director="D", reason="r", by=Colour.BLACK, upheld=False))
    post.claim_flag(row.pk, Colour.WHITE, actor=ben, at=AT + timedelta(days=60))
    (item,) = [each for each in waiting(dirk, at=AT + timedelta(days=60)).items if each.kind == "claim"]
    assert (item.proposal, item.grounds[0].facts["outcome"]) == ("uphold-claim", "counted-out")


def test_where_both_flags_were_claimed_and_had_fallen_a_double_default_is_proposed(dirk: User) -> None:
    anna, row = postal(dirk)
    ben = row.black.user
    assert ben is not None
    late, later = AT + timedelta(days=60), AT + timedelta(days=120)
    post.record_move(row.pk, "e4", sent=late, received=None, actor=anna, at=late)
    post.record_move(row.pk, "e5", sent=later, received=late, actor=ben, at=later)
    post.claim_flag(row.pk, Colour.WHITE, actor=ben, at=later)
    (item,) = [each for each in waiting(dirk, at=late).items if each.kind == "claim"]
    assert item.proposal == "uphold-claim"
    post.claim_flag(row.pk, Colour.BLACK, actor=anna, at=later)
    (item,) = [each for each in waiting(dirk, at=late).items if each.kind == "claim"]
    assert (item.proposal, item.grounds[-1].clause.address) == ("double-default", "6.9")


def decide(row: Game, dirk: User, command: commands.DirectorCommand) -> None:
    directing.decide(row.pk, lambda _name: command, actor=dirk, at=AT + timedelta(days=4))


def test_a_game_that_ended_by_itself_is_on_the_desk_until_its_director_takes_note(dirk: User) -> None:
    fallen = game(person(), person(), "e4", control=clocks.FixedDays(days=20), director=dirk)
    silent = game(person(), person(), director=dirk)
    resigned = game(person(), person(), director=dirk)
    playing.resign(resigned.pk, actor=account(resigned.white), at=AT)
    at = AT + timedelta(days=45)
    sweep(at=at)
    found = [(item.kind, item.game, bool(item.grounds)) for item in waiting(dirk, at=at).items]
    assert found == [("flag", fallen, True), ("flag", silent, True)]
    with pytest.raises(NotAllowed):
        directing.note_ends([fallen.pk], actor=person(offices=(Office.Kind.DIRECTOR,)), at=at)
    assert directing.note_ends([fallen.pk, resigned.pk + 1000], actor=dirk, at=at) == 1
    assert [item.game for item in waiting(dirk, at=at).items] == [silent]
    assert waiting(dirk, at=at + timedelta(days=30)).items == [], "it does not stay for ever"


def test_an_end_is_noted_through_the_page_and_in_the_journal(dirk: User, client: Client) -> None:
    row = game(person(), person(), control=clocks.FixedDays(days=3), director=dirk, at=clock.now() - timedelta(days=5))
    sweep(at=clock.now())
    client.force_login(dirk)
    assert b"Lost on time" in client.get("/desk").content
    done = client.post("/desk/noted", {"game": str(row.pk)}, follow=True)
    assert b"You took note of 1 game." in done.content
    assert b"Lost on time" not in done.content
    assert Entry.objects.get(about=f"game/{row.pk}").actor == dirk


def test_a_game_lost_by_silence_is_not_called_an_end_on_time(dirk: User, client: Client) -> None:
    slow = clocks.Fischer(days=200, increment=1)
    row = game(person(), person(), control=slow, director=dirk, at=clock.now() - timedelta(days=45))
    sweep(at=clock.now())
    row.refresh_from_db()
    assert row.termination == "silence"
    client.force_login(dirk)
    for path in ("/desk", "/desk/noted"):
        page = client.get(path).content.decode()
        assert "on time" not in page, path
    assert "Lost by silence" in client.get("/desk").content.decode()


# silence


def test_silence_says_how_long_and_what_comes_when(dirk: User) -> None:
    row = game(person(), person(), director=dirk)
    (item,) = waiting(dirk, at=AT + timedelta(days=30)).items
    assert (item.kind, item.game, item.days, item.proposal) == ("silence", row, 30, "")
    silent, comes = item.grounds
    assert (silent.facts["day"], silent.facts["days"]) == (30, 40)
    assert comes.facts["until"] == row.deadline


def test_of_who_moved_yesterday_no_decision_says_that_he_is_silent(dirk: User) -> None:
    row = game(person(), person(), "e4", director=dirk)
    assert proposed_in(row, at=AT + timedelta(days=1)).grounds == ()
    assert proposed_in(row, at=AT + timedelta(days=30)).grounds != ()


def test_time_on_leave_is_not_silence(dirk: User) -> None:
    row = game(person(), person(), director=dirk)
    asked = commands.TakeLeave(by=Colour.WHITE, first=AT.date(), last=(AT + timedelta(days=20)).date())
    games.command(row.pk, lambda _row: asked, at=AT, actor=None)
    assert waiting(dirk, at=AT + timedelta(days=30)).items == []


def test_by_post_silence_beyond_the_limit_is_proposed_as_a_default(dirk: User) -> None:
    postal(dirk)
    (item,) = waiting(dirk, at=AT + timedelta(days=39)).items
    assert item.proposal == ""
    (item,) = waiting(dirk, at=AT + timedelta(days=41)).items
    assert (item.proposal, item.query) == ("default", "what=default&colour=white")
    assert [str(ground.clause) for ground in item.grounds] == [
        "ICCF-LAWS-2019 Glossary: regulations of an event",
        "ICCF-LAWS-2019 6.6b",
    ]


# what stops a game


def test_an_illegal_move_is_proposed_to_be_put_back_with_the_penalty_of_the_terms(dirk: User) -> None:
    anna, row = postal(dirk)
    post.record_move(row.pk, "Ke3", sent=AT, received=None, actor=anna, at=AT)
    (item,) = waiting(dirk, at=AT).items
    assert (item.kind, item.query) == ("irregularity", "what=reinstate&ply=1&days=5")
    assert [ground.clause.address for ground in item.grounds] == ["3.10.2", "7.2a", "7.2b"]
    assert [ground.clause.address for ground in item.proposed.reasons] == ["3.10.2"]


def test_an_adjudication_is_proposed_as_the_tables_say(dirk: User) -> None:
    _, row = postal(dirk, fen="8/8/8/4k3/8/8/4P3/4KQ2 w - - 0 1")
    decide(row, dirk, commands.CallAdjudication(director="D", reason="r"))
    (item,) = waiting(dirk, at=AT).items
    assert (item.kind, item.query) == ("adjudication", "what=adjudicate&verdict=1-0")


def _illegal(row: Game, anna: User, _dirk: User) -> None:
    post.record_move(row.pk, "Ke3", sent=AT, received=None, actor=anna, at=AT + timedelta(days=4))


def _adjudication(row: Game, _anna: User, dirk: User) -> None:
    decide(row, dirk, commands.CallAdjudication(director="D", reason="r"))


def _reconstruction(row: Game, _anna: User, dirk: User) -> None:
    left = {"white_left": timedelta(days=50), "black_left": timedelta(days=50)}
    asked = commands.OpenReconstruction(director="D", reason="r", fen=Position.initial().fen, moves_made=0, **left)
    decide(row, dirk, asked)


def _reports(row: Game, anna: User, _dirk: User) -> None:
    ben = row.black.user
    assert ben is not None
    post.report_game(row.pk, Result.WHITE_WINS, ("e4",), actor=anna, at=AT + timedelta(days=2))
    post.report_game(row.pk, Result.BLACK_WINS, ("e4",), actor=ben, at=AT + timedelta(days=4))


@pytest.mark.parametrize(
    ("stop", "kind"),
    [
        (_illegal, "irregularity"),
        (_adjudication, "adjudication"),
        (_reconstruction, "reconstruction"),
        (_reports, "reports"),
    ],
)
def test_a_game_waits_since_it_was_stopped_whatever_happens_in_it_later(
    dirk: User, stop: Callable[[Game, User, User], None], kind: str
) -> None:
    anna, row = postal(dirk)
    stop(row, anna, dirk)
    later = AT + timedelta(days=9)
    leave = commands.TakeLeave(by=Colour.WHITE, first=later.date(), last=(later + timedelta(days=3)).date())
    games.command(row.pk, lambda _row: leave, at=later, actor=anna)
    (item,) = waiting(dirk, at=later).items
    assert (item.kind, item.since) == (kind, AT + timedelta(days=4))


def test_since_when_games_wait_takes_no_query_for_each(dirk: User) -> None:
    made = []
    for number in (1, 2):
        for _ in range(number):
            anna, row = postal(dirk)
            _adjudication(row, anna, dirk)
        with CaptureQueriesContext(connection) as queries:
            assert len(waiting(dirk, at=AT).items) in (1, 3)
        made.append(len(queries))
    assert made[0] == made[1]


# requests


@pytest.mark.parametrize(
    ("kind", "proposal", "clause"),
    [
        (Report.Kind.LEAVE, "grant-leave", "10.1b"),
        (Report.Kind.ADJUDICATION, "call-adjudication", "11.1"),
        (Report.Kind.RESULT, "", ""),
        (Report.Kind.OTHER, "", ""),
    ],
)
def test_a_request_comes_with_the_decision_it_asks_for(
    dirk: User, kind: Report.Kind, proposal: str, clause: str
) -> None:
    anna = person()
    row = game(anna, person(), director=dirk)
    correspondence.report(row, "Please.", kind=kind, actor=anna, at=AT)
    (item,) = waiting(dirk, at=AT).items
    assert (item.kind, item.proposal) == ("request", proposal)
    assert [ground.clause.address for ground in item.grounds] == ([clause] if clause else [])


def test_a_wrong_result_is_proposed_to_be_corrected_once_there_is_one(dirk: User) -> None:
    anna = person()
    row = playing.resign(game(anna, person(), director=dirk).pk, actor=anna, at=AT)
    correspondence.report(row, "I meant another game.", kind=Report.Kind.RESULT, actor=anna, at=AT)
    (item,) = waiting(dirk, at=AT).items
    assert (item.proposal, item.grounds[0].facts["result"]) == ("correct-result", "0-1")


@pytest.mark.parametrize("kind", [Report.Kind.LEAVE, Report.Kind.ADJUDICATION])
def test_a_request_in_a_game_that_is_over_says_so_and_is_answered_with_one_press(
    dirk: User, client: Client, kind: Report.Kind
) -> None:
    anna = person()
    row = game(anna, person(), director=dirk, at=clock.now())
    asked = correspondence.report(row, "Please.", kind=kind, actor=anna, at=clock.now())
    playing.resign(row.pk, actor=anna, at=clock.now())
    services.delete(anna, keep_name=True, resign=False, at=clock.now())
    (item,) = waiting(dirk, at=clock.now()).items
    assert (item.proposal, item.proposed.is_past) == ("", True)
    client.force_login(dirk)
    page = client.get("/desk").content.decode()
    assert "so this needs no decision any more" in page
    answer = page.partition('maxlength="2000">')[2].partition("</textarea>")[0]
    client.post(f"/desk/reports/{asked.pk}", {"answer": answer})
    asked.refresh_from_db()
    assert asked.answer == "The game is over, so there is nothing to decide any more."
    assert waiting(dirk, at=clock.now()).items == []


def test_the_decision_a_request_asked_for_answers_it(dirk: User, client: Client) -> None:
    anna, at = person("Anna"), clock.now()
    row = game(anna, person("Ben"), "e4", "e5", director=dirk, at=at)
    asked = correspondence.report(row, "I am ill.", kind=Report.Kind.LEAVE, actor=anna, at=at)
    client.force_login(dirk)
    page = client.get(f"/games/{row.pk}/decide?what=grant-leave&colour=white&request={asked.pk}").content.decode()
    assert "I am ill." in page
    today = at.date().isoformat()
    filled = {"what": "grant-leave", "colour": "white", "first": today, "last": today, "reason": "Get well."}
    assert client.post(f"/games/{row.pk}/decide", {**filled, "request": str(asked.pk)}).status_code == 302
    asked.refresh_from_db()
    assert (asked.answer, asked.settled_by) == ("Get well.", dirk)
    mail = Mail.objects.get(kind="report-settled")
    assert (mail.user, mail.facts["answer"]) == (anna, "Get well.")


def test_a_request_is_made_and_its_answer_read_on_the_page_of_the_game_by_nobody_else(dirk: User) -> None:
    anna, ben, at = person("Anna"), person("Ben"), clock.now()
    row = game(anna, ben, "e4", director=dirk, at=at)
    client = Client()
    client.force_login(anna)
    assert client.post(f"/games/{row.pk}/report", {"kind": "other"}).status_code == 422
    client.post(f"/games/{row.pk}/report", {"kind": "other", "text": "secret question"})
    assert Mail.objects.get(kind="request").user == dirk
    desk = Client()
    desk.force_login(dirk)
    assert "secret question" in desk.get("/desk").content.decode()
    asked = Report.objects.get()
    desk.post(f"/desk/reports/{asked.pk}", {"answer": "secret answer"})
    again = desk.post(f"/desk/reports/{asked.pk}", {"answer": "another"}, follow=True)
    assert "answered already" in again.content.decode()
    body = client.get(f"/games/{row.pk}").content.decode()
    assert "secret question" in body
    assert "secret answer" in body
    client.force_login(ben)
    assert "secret" not in client.get(f"/games/{row.pk}").content.decode()
