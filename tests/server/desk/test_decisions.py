"""Every command of a director can be asked for, each with the fields it needs and no others, and both players hear."""

import inspect
from dataclasses import MISSING, fields
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from slowmate import play
from slowmate.board import Colour
from slowmate.play import clocks, commands
from slowmate.play.proposals import ProposedDecision, RequestKind
from slowmate.play.terms import Terms, Transmission
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.correspondence import services
from slowmate.server.correspondence.models import Report
from slowmate.server.desk import services as directing
from slowmate.server.desk.decisions import DECISIONS, GROUPS
from slowmate.server.desk.forms import FIELDS, DecisionForm
from slowmate.server.desk.queries.decisions import choices
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.services import playing, postal
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.mail.letters import letter
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from slowmate.server.site import clock
from slowmate.server.site.errors import Stale
from tests.server.reading import tight
from tests.support.people import AT, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
POSTAL = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST)
TRIPLE = Terms(starts=AT, time_control=clocks.TripleBlock(increment=4), transmission=Transmission.POST)
FILLED: dict[str, str] = {
    "colour": "black",
    "left_days": "3",
    "left_hours": "4",
    "left_minutes": "5",
    "bank_days": "6",
    "moves": "7",
    "shown": "8",
    "days": "5",
    "first": "2024-05-02",
    "last": "2024-05-03",
    "verdict": "1-0",
    "result": "0-0",
    "ply": "1",
    "white_left_days": "9",
    "black_left_hours": "10",
    "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "moves_made": "2",
    "line": "1. e4 e5 2.Nf3 Nc6 1/2-1/2",
    "article": "6.11a",
    "by_analogy": "on",
    "misconduct": "abusive behaviour",
    "penalty": "penalty days",
    "penalty_days": "5",
    "reason": "because",
}


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


def by_post(dirk: User, *moves: str, terms: Terms = POSTAL) -> tuple[User, User, Game]:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, terms=terms, director=dirk)
    for number, move in enumerate(moves):
        row = postal.record_move(row.pk, move, sent=AT, received=None, actor=(anna, ben)[number % 2], at=AT)
    return anna, ben, row


def made(what: str, row: Game, **filled: str) -> commands.DirectorCommand:
    state = play.game_from_text(row.snapshot)
    form = DecisionForm({**FILLED, **filled}, what=what, row=row, state=state, at=AT)
    assert form.is_valid(), form.errors
    return form.command("Dirk")


def directors_commands() -> set[type]:
    base = commands.Penalise.__mro__[1]
    found = inspect.getmembers(commands, lambda each: inspect.isclass(each) and issubclass(each, base))
    return {command for _, command in found if command is not base}


def test_every_command_of_a_director_can_be_asked_for_with_everything_it_can_express(dirk: User) -> None:
    row = by_post(dirk, "e4", "e5", terms=TRIPLE)[2]
    asked = [made(what, row) for what in DECISIONS if what != "warn"]  # which is judge-conduct in a shorter form
    wanted = directors_commands()
    assert len(wanted) > 15
    assert {type(command) for command in asked} == wanted
    for command in asked:
        for field in fields(command):
            if field.default is not MISSING:
                assert getattr(command, field.name) != field.default, (type(command), field.name)


def test_every_field_and_group_is_used_and_every_decision_has_its_own() -> None:
    assert {name for decision in DECISIONS.values() for name in decision.fields} == set(FIELDS)
    assert {decision.group for decision in DECISIONS.values()} == set(GROUPS)


def test_a_form_shows_only_what_its_decision_needs(dirk: User) -> None:
    row = by_post(dirk, "e4")[2]
    state = play.game_from_text(row.snapshot)
    shown = {what: set(DecisionForm(what=what, row=row, state=state, at=AT).fields) for what in DECISIONS}
    assert shown["stop"] == {"reason"}
    assert shown["set-clock"] == {"colour", "left", "moves", "reason"}, "a bank only where there is one"
    assert shown["grant-leave"] == {"colour", "first", "last", "reason"}


def test_times_are_days_hours_and_minutes(dirk: User) -> None:
    row = by_post(dirk, terms=TRIPLE)[2]
    command = made("set-clock", row)
    assert command == commands.SetClock(
        director="Dirk",
        reason="because",
        colour=Colour.BLACK,
        left=timedelta(days=3, hours=4, minutes=5),
        bank=timedelta(days=6),
        moves=7,
    )


@pytest.mark.parametrize("missing", ["colour", "days", "reason"])
def test_what_a_decision_needs_may_not_be_left_out(dirk: User, missing: str) -> None:
    row = by_post(dirk, "e4")[2]
    filled = {name: text for name, text in FILLED.items() if name != missing}
    form = DecisionForm(filled, what="penalise", row=row, state=play.game_from_text(row.snapshot), at=AT)
    assert set(form.errors) == {missing}


def test_a_clause_that_does_not_exist_is_no_ground_for_a_ruling(dirk: User) -> None:
    row = by_post(dirk)[2]
    form = DecisionForm(
        {**FILLED, "article": "99.9"}, what="rule", row=row, state=play.game_from_text(row.snapshot), at=AT
    )
    assert set(form.errors) == {"article"}
    assert made("rule", row, article="ICCF-TR-2017 7.4").article == "ICCF-TR-2017 7.4"  # type: ignore[union-attr]


def offered(row: Game) -> set[str]:
    groups, others = choices(play.game_from_text(row.snapshot), at=AT)
    found = {choice.what for _, rows in groups for choice in rows}
    assert found | {choice.what for choice in others} == set(DECISIONS)
    assert all(choice.why for choice in others)
    return found


def test_only_what_makes_sense_in_the_game_is_offered(dirk: User) -> None:
    anna, ben, row = by_post(dirk, "e4", "e5")
    open_ = offered(row)
    assert {"stop", "set-clock", "settle-count", "request-scoresheet", "reinstate", "open-reconstruction"} <= open_
    assert not {"restart", "uphold-claim", "reject-claim", "reconstruct", "correct-result"} & open_
    postal.claim_flag(row.pk, Colour.WHITE, actor=ben, at=AT)
    row.refresh_from_db()
    assert {"uphold-claim", "reject-claim"} <= offered(row)
    over = playing.resign(row.pk, actor=anna, at=AT)
    assert offered(over) == {"correct-result", "judge-conduct", "rule", "warn"}
    assert not {"reinstate", "request-scoresheet", "correct-colours"} & offered(game(anna, ben, "e4", director=dirk))


def test_a_reconstruction_goes_through_the_pages(dirk: User, client: Client) -> None:
    row = by_post(dirk, "e4", "e5")[2]
    client.force_login(dirk)
    decide(client, row, "request-scoresheet", colour="white")
    decide(client, row, "request-scoresheet", colour="black")
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    decide(client, row, "open-reconstruction", fen=fen, moves_made="2")
    row.refresh_from_db()
    assert row.awaits_director
    assert offered(row) >= {"reconstruct"}
    refused = client.post(f"/games/{row.pk}/decide", {**FILLED, "what": "reconstruct", "line": "e4 e5"})
    assert refused.status_code == 409
    assert b"8.3" in refused.content
    decide(client, row, "reconstruct")
    row.refresh_from_db()
    assert (row.plies, row.awaits_director) == (4, False)


def test_what_was_put_down_before_a_reconstruction_can_be_corrected(dirk: User, client: Client) -> None:
    row = by_post(dirk, "e4", "e5", "Nf3")[2]
    client.force_login(dirk)
    fen = play.game_from_text(row.snapshot).position.fen
    decide(client, row, "open-reconstruction", fen=fen, moves_made="2")  # White has made two
    entered = {**FILLED, "what": "reconstruct", "line": "e4 e5 Nf3"}
    refused = client.post(f"/games/{row.pk}/decide", entered).content.decode()
    assert "1 as entered, 2 as recorded" in refused
    row.refresh_from_db()
    assert offered(row) >= {"reconstruct", "open-reconstruction"}
    form = client.get(f"/games/{row.pk}/decide?what=open-reconstruction").content.decode()
    assert "Moves that both players have made" in form
    assert "if White has made 6 and Black 5, put down 5" in form
    assert 'name="moves_made" value="2"' in form
    again = DecisionForm(what="open-reconstruction", row=row, state=play.game_from_text(row.snapshot), at=AT)
    put_down = GameEvent.objects.get(game=row, type="reconstruction-opened").data
    assert again["fen"].initial == put_down["fen"]
    assert again["white_left"].initial.total_seconds() == put_down["white_left"] != 50 * DAY.total_seconds()
    decide(client, row, "open-reconstruction", fen=fen, moves_made="1")
    decide(client, row, "reconstruct", line="e4 e5 Nf3")
    row.refresh_from_db()
    assert (row.plies, row.awaits_director) == (3, False)


def decide(client: Client, row: Game, what: str, **filled: str) -> None:
    page = client.get(f"/games/{row.pk}/decide?what={what}")
    assert page.status_code == 200
    answer = client.post(f"/games/{row.pk}/decide", {**FILLED, "what": what, **filled})
    assert answer.status_code == 302, answer.content.decode()


TOLD = ["stop", "set-clock", "settle-count", "penalise", "grant-leave", "default", "request-scoresheet", "rule"]
TOLD += ["call-adjudication", "adjudicate", "double-default", "cancel", "reinstate", "open-reconstruction"]


@pytest.mark.parametrize("what", [*TOLD, "correct-colours"])
def test_a_decision_is_journalled_with_the_director_and_told_to_both_players(dirk: User, what: str) -> None:
    anna, ben, row = by_post(dirk, "e4", "e5")
    before = row.version
    special: dict[str, dict[str, str]] = {"open-reconstruction": {"moves_made": "1"}, "set-clock": {"moves": ""}}
    filled: dict[str, Any] = special.get(what, {})
    directing.decide(row.pk, lambda _name: made(what, row, **filled), actor=dirk, at=AT)
    event = GameEvent.objects.filter(game=row, number__gt=before).get()
    assert event.actor == dirk
    assert event.data["reason"] == "because"
    told = Mail.objects.filter(game=row, key__startswith=f"game/{row.pk}/{event.number}/")
    assert set(told.values_list("user", flat=True)) == {anna.pk, ben.pk}
    assert [str(letter(mail, LETTERS).body).count("because") for mail in told] == [1, 1]


@pytest.mark.parametrize("what", ["uphold-claim", "reject-claim"])
def test_the_reason_of_a_decided_claim_is_in_the_mail_to_both(dirk: User, what: str) -> None:
    anna, ben, row = by_post(dirk, "e4", "e5")
    postal.claim_flag(row.pk, Colour.WHITE, actor=ben, at=AT)
    row.refresh_from_db()
    Mail.objects.all().delete()
    directing.decide(row.pk, lambda _name: made(what, row, reason="the stamps show it"), actor=dirk, at=AT)
    mails = list(Mail.objects.filter(game=row))
    assert {mail.user for mail in mails} == {anna, ben}
    for mail in mails:
        assert "the stamps show it" in str(letter(mail, LETTERS).body)


def test_the_list_of_decisions_says_what_each_does_and_why_others_are_not_possible(dirk: User, client: Client) -> None:
    row = game(person(), person(), "e4", director=dirk, at=clock.now())
    client.force_login(dirk)
    body = client.get(f"/games/{row.pk}/decide").content.decode()
    assert f'href="?what={"penalise"}"' in body
    assert "Days are taken off the clock of one player." in body
    assert "On the server no illegal move can be made." in body
    assert 'href="?what=reinstate"' not in body


def test_a_decision_and_the_answer_to_its_request_are_made_together_or_not_at_all(dirk: User) -> None:
    anna = person("Anna")
    row = game(anna, person(), "e4", director=dirk)
    asked = services.report(row, "I am ill.", actor=anna, at=AT, kind=Report.Kind.LEAVE)
    Report.objects.filter(pk=asked.pk).update(settled=AT, answer="No.")  # another director was quicker
    before = GameEvent.objects.filter(game=row).count()

    def stop(name: str) -> commands.DirectorCommand:
        return commands.StopClocks(director=name, reason="ill")

    with pytest.raises(Stale):
        directing.decide(row.pk, stop, actor=dirk, at=AT, answers=asked)
    assert GameEvent.objects.filter(game=row).count() == before
    Report.objects.filter(pk=asked.pk).update(settled=None, answer="")
    directing.decide(row.pk, stop, actor=dirk, at=AT, answers=asked)
    assert GameEvent.objects.filter(game=row).latest("pk").type == "clocks-stopped"
    assert Report.objects.get(pk=asked.pk).answer == "ill"


def test_what_the_clock_brought_about_stays_when_the_decision_on_a_request_is_refused(dirk: User) -> None:
    anna = person("Anna")
    row = game(anna, person(), "e4", director=dirk)
    asked = services.report(row, "He does not move.", actor=anna, at=AT)
    with pytest.raises(Refused):
        directing.decide(
            row.pk,
            lambda name: commands.StopClocks(director=name, reason="late"),
            actor=dirk,
            at=AT + timedelta(days=400),
            answers=asked,
        )
    assert Game.objects.get(pk=row.pk).status == Game.Status.FINISHED
    assert Report.objects.get(pk=asked.pk).settled is None


# decided once, and on purpose


def penalty(row: Game, **filled: str) -> dict[str, str]:
    return {
        "what": "penalise",
        "colour": "white",
        "days": "2",
        "reason": "Twice.",
        "version": str(row.version),
        **filled,
    }


def penalties(row: Game) -> int:
    return GameEvent.objects.filter(game=row, type="penalised").count()


def test_a_decision_that_is_sent_twice_is_made_once(dirk: User, client: Client) -> None:
    row = game(person(), person(), "e4", director=dirk, at=clock.now())
    client.force_login(dirk)
    page = client.get(f"/games/{row.pk}/decide?what=penalise").content.decode()
    assert f'name="version" value="{row.version}"' in page
    assert client.post(f"/games/{row.pk}/decide", penalty(row)).status_code == 302
    again = client.post(f"/games/{row.pk}/decide", penalty(row))
    body = again.content.decode()
    assert (again.status_code, penalties(row)) == (409, 1)
    assert "The game has gone on since you looked." in body
    assert "Penalty for White" in body, "what has happened in between"
    row.refresh_from_db()
    assert f'name="version" value="{row.version}"' in body
    assert client.post(f"/games/{row.pk}/decide", penalty(row)).status_code == 302, "on purpose it can be done again"
    assert penalties(row) == 2


def test_a_penalty_that_is_sent_twice_does_not_begin_with_a_warning_about_the_second(
    dirk: User, client: Client
) -> None:
    row = game(person(), person(), control=clocks.FixedDays(days=7), director=dirk, at=clock.now())
    client.force_login(dirk)
    for status in (302, 409):
        answer = client.post(f"/games/{row.pk}/decide", penalty(row, days="4"))
        assert answer.status_code == status
    assert penalties(row) == 1
    alert = tight(answer.content).partition('role="alert"')[2]
    assert alert.partition(">")[2].startswith("<p>The game has gone on since you looked.")


def test_a_decision_is_not_made_in_a_game_that_has_gone_on(dirk: User) -> None:
    anna, ben = person(), person()
    row = game(anna, ben, "e4", director=dirk)
    playing.make_move(row.pk, "e5", actor=ben, at=AT)

    def stop(name: str) -> commands.DirectorCommand:
        return commands.StopClocks(director=name, reason="ill")

    with pytest.raises(Stale):
        directing.decide(row.pk, stop, actor=dirk, at=AT, version=row.version)
    assert not GameEvent.objects.filter(game=row, type="clocks-stopped").exists()
    directing.decide(row.pk, stop, actor=dirk, at=AT, version=row.version + 1)
    assert GameEvent.objects.filter(game=row, type="clocks-stopped").exists()


@pytest.mark.parametrize(("days", "status"), [("6", 302), ("7", 422), ("999", 422)])
def test_a_penalty_that_takes_all_the_time_is_asked_once_more(
    dirk: User, client: Client, days: str, status: int
) -> None:
    row = game(person("Anna"), person(), control=clocks.FixedDays(days=7), director=dirk, at=clock.now())
    client.force_login(dirk)
    answer = client.post(f"/games/{row.pk}/decide", penalty(row, days=days))
    assert (answer.status_code, penalties(row)) == (status, int(status == 302))
    if status == 422:
        assert "left, and this takes all of it" in answer.content.decode()
        assert 'name="sure"' in answer.content.decode()
        assert client.post(f"/games/{row.pk}/decide", penalty(row, days=days, sure="on")).status_code == 302
        assert penalties(row) == 1


def test_so_is_a_position_put_back_with_a_penalty_that_takes_all_the_time(dirk: User, client: Client) -> None:
    row = by_post(dirk, "e4", "e5")[2]
    client.force_login(dirk)
    filled = {"what": "reinstate", "ply": "2", "days": "999", "reason": "illegal"}
    answer = client.post(f"/games/{row.pk}/decide", filled)
    assert answer.status_code == 422
    assert "Ben has" in answer.content.decode()


def test_the_position_is_shown_where_it_is_decided_on(dirk: User, client: Client) -> None:
    row = game(person(), person(), "e4", director=dirk, at=clock.now())
    client.force_login(dirk)
    for what, shown in (("adjudicate", True), ("call-adjudication", True), ("penalise", False)):
        page = client.get(f"/games/{row.pk}/decide?what={what}").content.decode()
        assert ('id="board"' in page) == shown
        assert ("The position in words" in page) == shown


def test_what_can_be_proposed_can_be_decided_and_what_can_be_asked_can_be_proposed_on() -> None:
    assert set(ProposedDecision) <= set(DECISIONS)
    assert set(RequestKind) == set(Report.Kind.values)
