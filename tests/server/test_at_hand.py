"""What is kept at hand between requests, and how answers leave: quicker, and the same."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client

from slowmate import play
from slowmate.records import BadInput
from slowmate.server import states, wsgi
from slowmate.server.models import Game, GameEvent, Mail
from slowmate.server.services import playing, store
from slowmate.server.sessions import Messages
from slowmate.testing.people import AT, game, person


@pytest.mark.django_db
def test_a_game_that_was_written_is_at_hand_as_it_would_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    white, black = person(), person()
    row = game(white, black, "e4", "e5", "Nf3")
    playing.make_move(row.pk, "Nc6", actor=black, at=AT)
    kept = Game.objects.get(pk=row.pk)
    read: list[str] = []
    monkeypatch.setattr(play, "game_from_text", read.append)
    at_hand = states.state_of(kept)
    assert not read
    monkeypatch.undo()
    assert at_hand == play.game_from_text(kept.snapshot)
    assert list(at_hand.moves) == ["e2e4", "e7e5", "g1f3", "b8c6"]


@pytest.mark.django_db
def test_a_game_that_was_changed_by_another_process_is_read_again() -> None:
    white, black = person(), person()
    row = game(white, black, "e4")
    assert len(states.state_of(Game.objects.get(pk=row.pk)).moves) == 1
    later = game(white, black, "e4", "e5")
    Game.objects.filter(pk=row.pk).update(snapshot=later.snapshot)
    assert len(states.state_of(Game.objects.get(pk=row.pk)).moves) == 2


def test_damage_is_told_every_time() -> None:
    for _ in range(2):
        with pytest.raises(BadInput):
            states.state_of(Game(snapshot="{}"))


def test_no_more_games_are_at_hand_than_were_meant() -> None:
    state = play.fold((play.arrange(play.Terms(starts=AT, time_control=play.clocks.Classic()), at=AT),))
    for number in range(states.KEPT + 10):
        states.keep(Game(snapshot=f"no game {number}"), state)
    assert states._read.cache_info().currsize == states.KEPT
    assert not states._made
    with pytest.raises(BadInput):
        states.state_of(Game(snapshot="no game 0"))
    assert states.state_of(Game(snapshot=f"no game {states.KEPT + 9}")) is state


def test_rows_that_are_to_be_written_are_as_the_models_make_them() -> None:
    event = {"game_id": 1, "number": 2, "type": "ruled", "at": AT, "actor_id": None, "line": 0, "ply": None, "data": {}}
    mail = {"user_id": 1, "kind": "x", "key": "k", "game_id": None, "facts": {}, "made": AT, "due": AT}
    for made, model, values in ((store.event(**event), GameEvent, event), (store.mail(**mail), Mail, mail)):
        usual = model(**values)
        for field in model._meta.concrete_fields:
            assert getattr(made, field.attname) == getattr(usual, field.attname), field
        assert made._state.adding


def _answered(answer: Any) -> tuple[Any, list[str]]:
    statuses: list[str] = []

    def start_response(status: str, _headers: list[tuple[str, str]], _failed: Any = None) -> Any:
        statuses.append(status)

    def django(_environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        start("200 OK", [])
        found: Iterable[bytes] = answer
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wsgi, "_django", django)
        return wsgi.application({}, start_response), statuses


@pytest.mark.django_db(transaction=True)
def test_a_whole_answer_is_handed_over_at_once_and_a_long_one_in_parts() -> None:
    whole = HttpResponse("a page")
    body, statuses = _answered(whole)
    assert (body, statuses) == ([b"a page"], ["200 OK"])
    assert whole.closed
    parts = StreamingHttpResponse([b"one", b"two"])
    body, _ = _answered(parts)
    assert body is parts
    assert not parts.closed


@pytest.mark.django_db
def test_what_is_said_on_the_next_page_is_signed_and_said_once() -> None:
    asked = HttpRequest()
    storage = Messages(asked)
    storage.add(20, "Your move is made.")
    answer = HttpResponse()
    storage.update(answer)
    cookie = answer.cookies["messages"].value
    for given, said in ((cookie, ["Your move is made."]), (cookie[:-1] + "!", []), ("[]", [])):
        asked = HttpRequest()
        asked.COOKIES["messages"] = given
        assert [message.message for message in Messages(asked)] == said


@pytest.mark.django_db
def test_a_message_reaches_the_next_page_and_no_further() -> None:
    client, user = Client(), person()
    client.force_login(user)
    row = game(user, person())
    client.post(f"/games/{row.pk}/accept", {"move": "e4", "ply": 0})
    first = client.get(f"/games/{row.pk}?moved=1", follow=True).content.decode()
    assert "Your move is made." in first
    assert "Your move is made." not in client.get(f"/games/{row.pk}").content.decode()
