"""What mails tell: enough to know the game again, the words of a challenge, leave, and where a decision leaves one."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from slowmate.board import Colour
from slowmate.play import clocks, commands
from slowmate.play.terms import Terms, Transmission
from slowmate.server.accounts.models import User
from slowmate.server.desk import services as desk
from slowmate.server.games import terms
from slowmate.server.games.models import Game
from slowmate.server.games.services import challenges, leave, playing, postal
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.mail.letters import item_of
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office
from tests.support.people import AT, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def told(user: User, kind: str) -> str:
    """The latest mail of a kind to somebody, as one text."""
    item = item_of(Mail.objects.filter(user=user, kind=kind).latest("pk"), LETTERS)
    return " ".join([item.subject, *item.paragraphs])


def test_a_move_is_told_with_the_moves_before_it_its_number_and_the_deadline() -> None:
    white, black = person("Ada"), person("Bo")
    row = game(white, black, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4")
    text = told(black, "your-move")
    assert "The last moves: 1...e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4. You are to make move 4." in text
    assert row.deadline is not None
    assert f"{row.deadline:%H:%M} UTC" in text


def test_the_first_move_is_told_too_and_from_a_position_of_its_own_by_its_numbers() -> None:
    white, black = person("Ada"), person("Bo")
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2"
    game(white, black, "e4")
    assert "The last moves: 1.e4. You are to make move 1." in told(black, "your-move")
    row = game(white, black, terms=Terms(starts=AT, time_control=clocks.Classic(), fen=fen))
    playing.make_move(row.pk, "exf4", actor=black, at=AT)
    assert "The last moves: 2...exf4. You are to make move 3." in told(white, "your-move")


def test_the_words_of_a_challenge_go_with_it() -> None:
    ada, bo = person("Ada"), person("Bo")
    kept = terms.plain(control="fixed-3")
    challenges.make(ada.player, bo.player, terms=kept, words="Revenge for <1998> & more?", at=AT)
    assert "“Revenge for <1998> & more?”" in told(bo, "challenge")
    challenges.make(ada.player, bo.player, terms=kept, at=AT)
    assert "“" not in told(bo, "challenge")


def test_leave_is_told_to_each_opponent_once_and_not_to_oneself() -> None:
    ada, bo, cy = person("Ada"), person("Bo"), person("Cy")
    for row in (game(ada, bo), game(bo, ada), game(cy, ada)):
        assert row.status == Game.Status.RUNNING
    leave.take(ada.player, AT.date() + 6 * DAY, AT.date() + 9 * DAY, actor=ada, at=AT)
    mails = Mail.objects.filter(kind="leave")
    assert sorted(mail.user.player.name for mail in mails if mail.user) == ["Bo", "Cy"]
    assert "Ada has registered leave from 7 May 2024 to 10 May 2024." in told(bo, "leave")


def test_other_leave_is_told_anew() -> None:
    ada, bo = person("Ada"), person("Bo")
    game(ada, bo)
    for first in (6, 20):
        leave.take(ada.player, AT.date() + first * DAY, AT.date() + (first + 2) * DAY, actor=ada, at=AT)
    assert Mail.objects.filter(kind="leave", user=bo).count() == 2


def illegal(white: User, black: User, director: User) -> Game:
    """A game by post in which Black's answer cannot be played."""
    by_post = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST)
    row = game(white, black, terms=by_post, director=director)
    postal.record_move(row.pk, "e4", sent=AT + DAY, received=AT + 0 * DAY, actor=white, at=AT + DAY)
    return postal.record_move(row.pk, "dxe4", sent=AT + 3 * DAY, received=AT + 2 * DAY, actor=black, at=AT + 3 * DAY)


@pytest.mark.clause("ICCF-LAWS-2019 7.2a")
def test_a_decision_says_whose_move_it_is_until_when_and_its_reason_once(client: Client) -> None:
    white, black = person("Ada"), person("Bo")
    director = person("Di", offices=(Office.Kind.DIRECTOR,))
    row = illegal(white, black, director)
    client.force_login(director)
    page = client.get(f"/games/{row.pk}/decide?what=reinstate").content.decode()
    found = re.search(r"<textarea[^>]*name=\"reason\"[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert found is not None
    reason = found[1].strip()
    assert reason.startswith("Black sent dxe4, which cannot be played: ")
    assert "director" not in reason
    assert not reason.endswith(".")
    desk.decide(
        row.pk,
        lambda name: commands.ReinstatePosition(director=name, reason=reason, ply=2, penalty_days=5),
        actor=director,
        at=AT + 4 * DAY,
    )
    for reader, whose in ((black, "It is your move."), (white, "It is the move of Bo.")):
        text = told(reader, "director")
        assert text.count("which cannot be played") == 1
        assert whose in text


def test_a_decision_that_moves_the_deadline_names_the_new_one() -> None:
    white, black = person("Ada"), person("Bo")
    director = person("Di", offices=(Office.Kind.DIRECTOR,))
    row = game(white, black, "e4", director=director)
    before = row.deadline
    row = desk.decide(
        row.pk,
        lambda name: commands.SetClock(director=name, reason="a fault", colour=Colour.BLACK, left=3 * DAY),
        actor=director,
        at=AT + DAY,
    )
    assert row.deadline is not None
    assert row.deadline != before
    day = f"{row.deadline:%A} {row.deadline.day} {row.deadline:%B %Y}, {row.deadline:%H:%M} UTC"
    assert f"It is your move. You have until {day}." in told(black, "director")
    assert f"It is the move of Bo, who has until {day}." in told(white, "director")
