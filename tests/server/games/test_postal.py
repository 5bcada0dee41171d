"""Games by post: arranged by a director or organiser, moves entered with their dates, and a door for every command."""

import inspect
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from slowmate import play
from slowmate.board import Colour
from slowmate.play import clocks, commands, may
from slowmate.play.events import Sheet
from slowmate.play.terms import Notation, Terms, Transmission
from slowmate.records import Result
from slowmate.rulebook import Refused
from slowmate.server.accounts.models import User
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.queries.origin import origin_of
from slowmate.server.games.services import games, playing, postal
from slowmate.server.people.models import Office, Player
from slowmate.server.site import clock
from slowmate.server.site.errors import NotAllowed, Stale, Unfit
from tests.support.people import AT, game, person

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def dirk() -> User:
    return person("Dirk", offices=(Office.Kind.DIRECTOR,))


@pytest.fixture
def anna() -> User:
    return person("Anna")


@pytest.fixture
def ben() -> User:
    return person("Ben")


def arranged(anna: User, ben: User, dirk: User, *, at: datetime = AT) -> Game:
    return postal.arrange(
        anna.player,
        ben.player,
        control="classic-10-50",
        transmission=Transmission.POST,
        starts=at.date(),
        actor=dirk,
        at=at,
    )


# arranging


def test_a_director_arranges_a_game_and_directs_it(anna: User, ben: User, dirk: User) -> None:
    row = arranged(anna, ben, dirk)
    terms = play.game_from_text(row.snapshot).terms
    assert (row.status, row.director, origin_of(row).label) == (Game.Status.RUNNING, dirk, "")
    assert (terms.transmission, terms.notation) == (Transmission.POST, Notation.NUMERIC)
    assert GameEvent.objects.get(game=row, type="arranged").actor == dirk


def test_an_organiser_arranges_a_game_that_any_director_may_direct(anna: User, ben: User) -> None:
    olga = person("Olga", offices=(Office.Kind.ORGANISER,))
    assert arranged(anna, ben, olga).director is None


def test_a_director_who_plays_does_not_direct_his_own_game(anna: User, dirk: User) -> None:
    assert arranged(anna, dirk, dirk).director is None


def test_what_cannot_be_arranged(anna: User, ben: User, dirk: User) -> None:
    with pytest.raises(NotAllowed):
        arranged(anna, ben, anna)
    with pytest.raises(Unfit, match="against themselves"):
        arranged(anna, anna, dirk)
    for wrong in ({"starts": AT.date() - DAY}, {"transmission": Transmission.SERVER}):
        options: dict[str, Any] = {
            "control": "fixed-7",
            "transmission": Transmission.POST,
            "starts": AT.date(),
            **wrong,
        }
        with pytest.raises(Unfit):
            postal.arrange(anna.player, ben.player, **options, actor=dirk, at=AT)


def test_a_game_that_starts_later_waits_for_its_day(anna: User, ben: User, dirk: User) -> None:
    row = postal.arrange(
        anna.player,
        ben.player,
        control="fixed-7",
        transmission=Transmission.EMAIL,
        starts=(AT + 9 * DAY).date(),
        actor=dirk,
        at=AT,
    )
    assert (row.status, row.starts) == (Game.Status.WAITING, (AT + 9 * DAY).replace(hour=0))


@pytest.mark.usefixtures("anna")
def test_the_page_arranges_by_name_or_number_and_names_namesakes(ben: User, dirk: User) -> None:
    client = Client()
    client.force_login(dirk)
    filled = {"white": "anna", "black": str(ben.player.pk), "transmission": "post", "control": "classic-10-50"}
    filled |= {"notation": "algebraic", "starts": clock.now().date().isoformat()}
    other = Player.objects.create(name="Anna")
    answer = client.post("/desk/arrange", filled)
    assert answer.status_code == 422
    assert f"Anna (number {other.pk})" in answer.content.decode()
    answer = client.post("/desk/arrange", {**filled, "white": str(other.pk)})
    row = Game.objects.get()
    assert answer["Location"] == f"/games/{row.pk}"
    assert (row.white, row.black) == (other, ben.player)


# moves with their dates


def test_reflection_runs_from_receipt_to_sending_and_transit_is_nobodys(anna: User, ben: User, dirk: User) -> None:
    row = arranged(anna, ben, dirk)
    postal.record_move(row.pk, "5254", sent=AT + DAY, received=None, actor=anna, at=AT + 8 * DAY)
    row = postal.record_move(
        row.pk, "5755", sent=AT + 10 * DAY, received=AT + 7 * DAY, actor=ben, at=AT + 11 * DAY, ply=1
    )
    event = play.event_from_json(GameEvent.objects.get(game=row, ply=2).data)
    assert isinstance(event, play.events.MoveMade)
    assert (event.charge.transit, event.charge.reflected) == (6 * DAY, 3 * DAY)
    assert (row.plies, row.on_move) == (2, anna.player)


def test_the_director_enters_the_move_of_whoever_has_it_and_is_named_as_the_actor(
    anna: User, ben: User, dirk: User
) -> None:
    row = arranged(anna, ben, dirk)
    for number, (move, by) in enumerate((("e4", "white"), ("e5", "black")), 1):
        postal.record_move(row.pk, move, sent=AT, received=None, actor=dirk, at=AT)
        event = GameEvent.objects.get(game=row, ply=number)
        assert (event.actor, event.data["by"]) == (dirk, by)


def test_nobody_else_enters_a_move_nor_a_player_his_opponents(anna: User, ben: User, dirk: User) -> None:
    row = arranged(anna, ben, dirk)
    for stranger in (person(), person(offices=(Office.Kind.DIRECTOR,))):
        with pytest.raises(NotAllowed):
            postal.record_move(row.pk, "e4", sent=AT, received=None, actor=stranger, at=AT)
    with pytest.raises(Refused, match=r"1\.1"):
        postal.record_move(row.pk, "e4", sent=AT, received=None, actor=ben, at=AT)


def test_dates_out_of_order_and_a_game_that_has_gone_on_are_refused(anna: User, ben: User, dirk: User) -> None:
    row = arranged(anna, ben, dirk)
    with pytest.raises(Refused, match=r"4\.2"):
        postal.record_move(row.pk, "e4", sent=AT + DAY, received=None, actor=anna, at=AT)
    postal.record_move(row.pk, "e4", sent=AT, received=None, actor=anna, at=AT)
    with pytest.raises(Refused, match=r"4\.2"):
        postal.record_move(row.pk, "e5", sent=AT + HOUR, received=AT + DAY, actor=ben, at=AT + 2 * DAY)
    with pytest.raises(Stale):
        postal.record_move(row.pk, "e5", sent=AT, received=None, actor=ben, at=AT, ply=0)


def test_a_date_given_to_the_minute_is_not_before_the_second_of_the_move_it_answers(
    anna: User, ben: User, dirk: User
) -> None:
    at = AT.replace(second=40)
    row = arranged(anna, ben, dirk, at=at)
    row = postal.record_move(row.pk, "e4", sent=AT, received=None, actor=anna, at=at)
    assert row.last_move_at == at


def test_an_illegal_move_waits_for_the_director(anna: User, ben: User, dirk: User) -> None:
    row = arranged(anna, ben, dirk)
    row = postal.record_move(row.pk, "Ke3", sent=AT, received=None, actor=anna, at=AT)
    assert (row.awaits_director, row.on_move, row.plies) == (True, None, 0)


# two steps on the page


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_move_is_looked_at_before_it_is_entered(anna: User, ben: User, dirk: User) -> None:
    at = clock.now()
    row = arranged(anna, ben, dirk, at=at)
    client = sign_in(anna)
    body = client.get(f"/games/{row.pk}").content.decode()
    assert f'action="/games/{row.pk}/record"' in body
    assert "by post" in body
    filled = {"move": "5254", "sent": f"{at:%Y-%m-%dT%H:%M}"}
    shown = client.post(f"/games/{row.pk}/record", filled)
    assert b"Enter e4" in shown.content
    assert Game.objects.get().plies == 0
    done = client.post(f"/games/{row.pk}/record/accept", {**filled, "ply": "0"}, follow=True)
    assert b"The move is entered." in done.content
    assert Game.objects.get().last_move == "e4"
    stale = sign_in(dirk).post(f"/games/{row.pk}/record/accept", {**filled, "ply": "0"})
    assert b"has gone on" in stale.content


def test_an_illegal_move_is_first_asked_about_as_a_slip_of_the_pen(anna: User, ben: User, dirk: User) -> None:
    at = clock.now()
    row = arranged(anna, ben, dirk, at=at)
    client = sign_in(anna)
    filled = {"move": "Ke3", "sent": f"{at:%Y-%m-%dT%H:%M}"}
    body = client.post(f"/games/{row.pk}/record", filled).content.decode()
    assert "Back, it was mistyped" in body
    assert not Game.objects.get().awaits_director


def test_what_is_wrong_with_an_entry_is_said_and_what_was_typed_is_kept(anna: User, ben: User, dirk: User) -> None:
    row = arranged(anna, ben, dirk, at=clock.now())
    client = sign_in(anna)
    empty = client.post(f"/games/{row.pk}/record", {"move": "e4", "sent": "yesterday"})
    assert empty.status_code == 422
    assert b'value="e4"' in empty.content
    impossible = client.post(f"/games/{row.pk}/record", {"move": "e4", "sent": "2100-01-01T00:00"})
    assert impossible.status_code == 422
    tomorrow = f"{clock.now().date() + timedelta(days=2)}T00:00"
    late = client.post(f"/games/{row.pk}/record", {"move": "e4", "sent": tomorrow})
    assert late.status_code == 409
    assert b"4.2" in late.content
    assert f'value="{tomorrow}"' in late.content.decode()


def test_the_pages_of_a_player_by_post_answer(anna: User, ben: User, dirk: User) -> None:
    row = arranged(anna, ben, dirk, at=clock.now())
    client = sign_in(anna)
    acts = ("claim-flag", "scoresheet", "report-game")
    for path in ("/", "/games", "/leave", *(f"/games/{row.pk}{end}" for end in ("", "/claim", "/journal", "/pgn"))):
        assert client.get(path).status_code == 200, path
    assert "by post or e-mail" in client.get("/games").content.decode()
    for what in acts:
        assert client.get(f"/games/{row.pk}/post/{what}").status_code == 200, what
    assert "The director decides" in client.get(f"/games/{row.pk}/claim").content.decode()


def test_the_director_sees_the_form_for_the_player_on_move_and_a_waiting_player_does_not(
    anna: User, ben: User, dirk: User
) -> None:
    row = arranged(anna, ben, dirk, at=clock.now())
    assert "Enter the move of Anna." in sign_in(dirk).get(f"/games/{row.pk}").content.decode()
    assert 'id="move-form"' not in sign_in(ben).get(f"/games/{row.pk}").content.decode()


def test_equal_reports_end_the_game_and_different_ones_wait_for_the_director(anna: User, ben: User, dirk: User) -> None:
    row = arranged(anna, ben, dirk)
    postal.report_game(row.pk, Result.DRAW, ("e4", "e5"), actor=anna, at=AT)
    row = postal.report_game(row.pk, Result.WHITE_WINS, ("e4", "e5"), actor=ben, at=AT)
    assert (row.status, row.awaits_director) == (Game.Status.RUNNING, True)
    row = postal.report_game(row.pk, Result.DRAW, ("5254", "5755"), actor=ben, at=AT)
    assert (row.status, row.termination, row.awaits_director) == (Game.Status.FINISHED, "reported", False)


def test_on_the_server_nothing_of_it_is_offered_and_the_pages_say_why(anna: User, ben: User) -> None:
    row = game(anna, ben, "e4", at=clock.now())
    client = sign_in(anna)
    assert "/post/" not in client.get(f"/games/{row.pk}").content.decode()
    for what, clause in (("receipt", "4.1"), ("claim-flag", "6.6b"), ("scoresheet", "8.2"), ("report-game", "8.5a")):
        answer = client.get(f"/games/{row.pk}/post/{what}")
        assert answer.status_code == 409
        assert clause in answer.content.decode()
    assert client.get(f"/games/{row.pk}/post/nothing").status_code == 404
    assert client.get(f"/games/{row.pk}/never/nothing").status_code == 404


# a door for every command of a player


def players_commands() -> set[type]:
    base = commands.Resign.__mro__[1]
    found = inspect.getmembers(commands, lambda each: inspect.isclass(each) and issubclass(each, base))
    return {command for _, command in found if command is not base}


def test_every_command_of_a_player_has_a_door_on_the_server(
    anna: User, ben: User, dirk: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is posted where the pages post it; what the Laws never allow is asked where the pages ask it."""
    at = clock.now()
    asked: set[type] = set()
    step: Callable[..., Any] = games._step

    def listening(*given: Any, **more: Any) -> Any:
        asked.update(type(each) for each in given)
        return step(*given, **more)

    monkeypatch.setattr(games, "_step", listening)
    posted = arranged(anna, ben, dirk, at=at).pk
    server = game(anna, ben, at=at).pk
    now, today = f"{at:%Y-%m-%dT%H:%M}", at.date().isoformat()
    doors = [
        (f"/games/{server}/accept", {"move": "e4", "ply": "0"}),
        (f"/games/{server}/accept-offer", {}),
        (f"/games/{server}/decline-offer", {}),
        (f"/games/{server}/claim", {"claim": "repetition"}),
        (f"/games/{server}/claim", {"claim": "tablebase-draw"}),
        (f"/games/{server}/long-reflection", {}),
        (f"/games/{server}/refill", {}),
        (f"/games/{server}/conditionals", {"lines": "e5 Nf3"}),
        (f"/games/{server}/conditionals", {"lines": ""}),
        ("/leave", {"first": today, "last": today}),
        ("/leave", {"end": "1", "first": today, "last": today}),
        (f"/games/{posted}/record/accept", {"move": "e4", "sent": now, "ply": "0"}),
        (f"/games/{posted}/post/receipt", {"received": now}),
        (f"/games/{posted}/post/claim-flag", {"against": "black"}),
        (f"/games/{posted}/post/scoresheet", {"form": "physical", "assistant": "Carl"}),
        (f"/games/{posted}/post/report-game", {"result": "1/2-1/2", "moves": "1. e4"}),
        (f"/games/{posted}/resign", {}),
    ]
    client = sign_in(anna)
    for path, body in doors:
        assert client.post(path, body).status_code in (302, 409), path
    real, looked = play.decide, set()

    def looking(state: play.Game, wanted: commands.Command, **more: Any) -> tuple[play.events.Event, ...]:
        looked.add(type(wanted))
        return real(state, wanted, **more)

    monkeypatch.setattr(may, "decide", looking)
    for what, clause in (
        ("take-back", "4.3"),
        ("withdraw-offer", "9.1.2.1c"),
        ("withdraw-claim", "9.4.1b"),
        ("adjourn", "10.1a"),
    ):
        looked.clear()
        assert clause in client.get(f"/games/{server}/never/{what}").content.decode()
        asked |= looked & {commands.TakeBackMove, commands.WithdrawOffer, commands.WithdrawClaim, commands.Adjourn}
    assert players_commands() <= asked
    assert len(players_commands()) > 15


def test_what_is_never_allowed_is_said_when_a_player_might_think_of_it(anna: User, ben: User) -> None:
    row = game(anna, ben, "e4", "e5", at=clock.now())
    client = sign_in(anna)
    assert "/never/take-back" not in client.get(f"/games/{row.pk}").content.decode()
    playing.make_move(row.pk, "Nf3", actor=anna, at=clock.now(), offer=True)
    body = client.get(f"/games/{row.pk}").content.decode()
    assert "A move once made cannot be taken back." in body
    assert "An offer of a draw cannot be withdrawn." in body
    assert "A claim cannot be withdrawn." not in body


def test_a_requested_scoresheet_is_asked_for_on_the_page_until_it_is_handed_in(
    anna: User, ben: User, dirk: User
) -> None:
    from slowmate.server.desk import services  # noqa: PLC0415 - named where it is used

    row = arranged(anna, ben, dirk, at=clock.now())
    asked = commands.RequestScoresheet(director="Dirk", reason="to compare", of=Colour.WHITE)
    services.decide(row.pk, lambda _name: asked, actor=dirk, at=clock.now())
    client = sign_in(anna)
    assert b"asks for your scoresheet" in client.get(f"/games/{row.pk}").content
    assert b"asks for your scoresheet" not in sign_in(ben).get(f"/games/{row.pk}").content
    postal.hand_in_scoresheet(row.pk, Sheet.ELECTRONIC, actor=anna, at=clock.now())
    assert b"asks for your scoresheet" not in client.get(f"/games/{row.pk}").content


def test_a_game_by_post_without_an_account_is_played_by_the_director(dirk: User) -> None:
    white, black = (Player.objects.create(name=name) for name in ("Paper Peter", "Paper Paul"))
    terms = Terms(starts=AT, time_control=clocks.Classic(), transmission=Transmission.POST)
    row = games.start(white, black, terms, at=AT, director=dirk)
    for move in ("f3", "e5", "g4", "Qh4"):
        row = postal.record_move(row.pk, move, sent=AT, received=None, actor=dirk, at=AT)
    assert (row.result, row.termination) == ("0-1", "checkmate")
