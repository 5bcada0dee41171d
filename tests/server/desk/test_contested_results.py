"""Results that players report after the end, and games that are played anew: the director decides, and both hear."""

from datetime import timedelta
from html import unescape

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from slowmate.play import clocks, commands
from slowmate.play.terms import Notation, Terms, Transmission
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.desk import services as directing
from slowmate.server.desk.pages.desk_page import number_waiting
from slowmate.server.desk.queries.desk import GameItem, waiting
from slowmate.server.events.models import Pairing
from slowmate.server.games.models import Game
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.repository import state_of
from slowmate.server.games.services import playing, postal
from slowmate.server.games.text import origin_words
from slowmate.server.jobs.mail import LETTERS
from slowmate.server.jobs.verify import differences
from slowmate.server.mail.letters import letter
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from tests.support.events import put_into
from tests.support.people import AT, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
POSTAL = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST, notation=Notation.ALGEBRAIC)


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


def by_post(dirk: User, *moves: str) -> tuple[User, User, Game]:
    anna, ben = person("Anna"), person("Ben")
    row = game(anna, ben, terms=POSTAL, director=dirk)
    put_into("Cup", row)
    for number, move in enumerate(moves):
        row = postal.record_move(row.pk, move, sent=AT, received=None, actor=(anna, ben)[number % 2], at=AT)
    return anna, ben, row


def resigned(dirk: User) -> tuple[User, User, Game]:
    """Ben has resigned: 1-0 is recorded."""
    anna, ben, row = by_post(dirk, "e4", "e5")
    playing.resign(row.pk, actor=ben, at=AT)
    return anna, ben, row


def report(row: Game, result: Result, *players: User) -> None:
    for player in players:
        postal.report_game(row.pk, result, ("e4", "e5"), actor=player, at=AT + DAY)


def on_desk(dirk: User) -> list[GameItem]:
    found = waiting(dirk, at=AT + DAY).items
    assert number_waiting(dirk, at=AT + DAY) == len(found)
    return found


@pytest.mark.clause("ICCF-LAWS-2019 8.5b")
def test_a_result_that_both_report_against_the_record_is_put_before_the_director(dirk: User, client: Client) -> None:
    anna, ben, row = resigned(dirk)
    report(row, Result.DRAW, anna, ben)
    told = Mail.objects.filter(kind="reports-waiting")
    assert [mail.user for mail in told] == [dirk, dirk]
    assert "White reported the game: ½-½." in str(letter(told[0], LETTERS).body).replace("‑", "-")
    (item,) = on_desk(dirk)
    assert (item.kind, dict(item.proposed.filled)) == ("reports", {"result": "1/2-1/2"})
    client.force_login(dirk)
    page = unescape(client.get("/desk").content.decode())
    for said in (
        "White reported the game: ½‑½.",
        "Black reported the game: ½‑½.",
        "The result, 1‑0, stands unless the director decides otherwise.",
        "Correct the result",
        "Let the result stand",
    ):
        assert said in page
    form = client.get(f"/games/{row.pk}/decide?{item.instead[0][1]}").content.decode()
    assert 'value="1/2-1/2" id="id_result_2" required checked' in " ".join(form.split()) or "checked" in form
    sent = {"what": "correct-result", "result": "1/2-1/2", "reason": "both say so"}
    assert client.post(f"/games/{row.pk}/decide", sent).status_code == 302
    after = Game.objects.get(pk=row.pk)
    assert (after.result, after.awaits_director, on_desk(dirk)) == ("1/2-1/2", False, [])
    assert list(differences()) == []


@pytest.mark.clause("ICCF-LAWS-2019 8.5b")
@pytest.mark.parametrize("who", [(0,), (1,), (0, 1)])
def test_the_director_lets_a_result_stand_and_both_are_told(dirk: User, who: tuple[int, ...]) -> None:
    anna, ben, row = resigned(dirk)
    report(row, Result.BLACK_WINS, *((anna, ben)[number] for number in who))
    assert [item.kind for item in on_desk(dirk)] == ["reports"]
    before = Mail.objects.filter(kind="director").count()
    directing.decide(
        row.pk,
        lambda name: commands.ConfirmResult(director=name, reason="he wrote that he resigns"),
        actor=dirk,
        at=AT + DAY,
    )
    after = Game.objects.get(pk=row.pk)
    assert (after.result, after.awaits_director, on_desk(dirk)) == ("1-0", False, [])
    assert Mail.objects.filter(kind="director").count() == before + 2
    assert list(differences()) == []


@pytest.mark.clause("ICCF-LAWS-2019 8.5b")
def test_reports_of_the_result_that_stands_trouble_nobody(dirk: User) -> None:
    anna, ben, row = resigned(dirk)
    report(row, Result.WHITE_WINS, anna, ben)
    assert on_desk(dirk) == []
    assert not Mail.objects.filter(user=dirk).exists()
    with pytest.raises(Refused) as refused:
        directing.decide(
            row.pk, lambda name: commands.ConfirmResult(director=name, reason="yes"), actor=dirk, at=AT + DAY
        )
    assert refused.value.grounds[0].facts["outcome"] == "not-contested"


@pytest.mark.clause("ICCF-LAWS-2019 8.5b")
def test_reports_on_which_the_director_has_decided_do_not_come_back_when_he_ends_the_game(dirk: User) -> None:
    anna, ben, row = by_post(dirk, "e4", "e5")
    report(row, Result.DRAW, anna)
    report(row, Result.BLACK_WINS, ben)
    assert [item.kind for item in on_desk(dirk)] == ["reports"]
    directing.decide(
        row.pk,
        lambda name: commands.Adjudicate(director=name, reason="the letters show it", result=Result.DRAW),
        actor=dirk,
        at=AT + DAY,
    )
    assert on_desk(dirk) == []
    report(row, Result.BLACK_WINS, ben)
    assert [item.kind for item in on_desk(dirk)] == ["reports"], "he insists"


def reverse_colours(row: Game, dirk: User) -> Game:
    directing.decide(
        row.pk, lambda name: commands.CorrectColours(director=name, reason="as paired"), actor=dirk, at=AT + DAY
    )
    return Game.objects.get(replaces=row)


@pytest.mark.clause("ICCF-LAWS-2019 7.1a")
def test_reversed_colours_bring_a_new_game_with_the_correct_ones(dirk: User) -> None:
    anna, ben, row = by_post(dirk, "e4", "e5")
    Game.objects.filter(pk=row.pk).update(is_rated=True)
    new = reverse_colours(row, dirk)
    old = Game.objects.get(pk=row.pk)
    assert (old.result, old.status) == ("cancelled", Game.Status.FINISHED)
    assert (new.white, new.black, new.director, new.is_rated) == (ben.player, anna.player, dirk, True)
    pairing = Pairing.objects.get()
    assert (pairing.game, pairing.white.player, pairing.black.player) == (new, ben.player, anna.player)
    assert (origin_words(origin_of(new)), origin_words(origin_of(old))) == ("Cup", "Arranged game")
    assert (new.status, new.plies, new.starts) == (Game.Status.RUNNING, 0, AT + DAY)
    had, has = state_of(old).terms, state_of(new).terms
    assert (has.transmission, has.notation, has.time_control) == (had.transmission, had.notation, had.time_control)
    for user in (anna, ben):
        assert set(Mail.objects.filter(user=user, game=new).values_list("kind", flat=True)) == {"started"}
        assert Mail.objects.filter(user=user, game=old, kind="ended").count() == 1
    assert list(differences()) == []


@pytest.mark.clause("ICCF-LAWS-2019 7.1a")
def test_the_two_games_lead_to_each_other(dirk: User, client: Client) -> None:
    anna, _, row = by_post(dirk, "e4")
    new = reverse_colours(row, dirk)
    client.force_login(anna)
    assert f'href="/games/{new.pk}"' in client.get(f"/games/{row.pk}").content.decode()
    page = unescape(client.get(f"/games/{new.pk}").content.decode())
    assert f'href="/games/{row.pk}"' in page
    assert f"Played with the correct colours in place of game {row.pk}, which was discontinued." in page


@pytest.mark.clause("ICCF-LAWS-2019 7.1a")
def test_a_game_is_played_anew_once(dirk: User, client: Client) -> None:
    _, _, row = by_post(dirk, "e4")
    new = reverse_colours(row, dirk)
    client.force_login(dirk)
    sent = {"what": "correct-colours", "reason": "again"}
    assert client.post(f"/games/{row.pk}/decide", sent).status_code == 409
    assert client.post(f"/games/{row.pk}/decide", {"what": "rule", "article": "7.1a", "reason": "r"}).status_code == 302
    assert list(Game.objects.filter(replaces=row)) == [new]
    other = game(person(), person())
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=other.pk).update(replaces=row)


@pytest.mark.clause("ICCF-LAWS-2019 7.1b")
def test_after_ten_moves_by_each_nothing_is_played_anew(dirk: User) -> None:
    shuffle = ("Nf3", "Nf6", "Ng1", "Ng8") * 5
    _, _, row = by_post(dirk, *shuffle)
    with pytest.raises(Refused):
        reverse_colours(row, dirk)
    assert not Game.objects.filter(replaces=row).exists()


@pytest.mark.clause("ICCF-LAWS-2019 7.1a")
def test_players_without_an_account_play_anew_too(dirk: User) -> None:
    paper = [Player.objects.create(name=name) for name in ("Paper Peter", "Paper Paul")]
    row = postal.arrange(
        *paper,
        control="classic-10-50",
        transmission=Transmission.POST,
        starts=AT.date(),
        actor=dirk,
        at=AT,
    )
    new = reverse_colours(row, dirk)
    assert [new.white, new.black] == paper[::-1]
