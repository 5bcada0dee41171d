"""Statements that are written once read and write what the ORM does."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from slowmate.play import commands
from slowmate.rulebook import Refused
from slowmate.server.models import Game, GameEvent, Mail, Player, User
from slowmate.server.services import games, playing, store
from slowmate.server.sessions import BACKEND, Backend, SessionStore, signed_in
from slowmate.testing.people import AT, game, person

pytestmark = pytest.mark.django_db


def fields(thing: Model) -> dict[str, Any]:
    return {field.attname: getattr(thing, field.attname) for field in thing._meta.concrete_fields}


def test_a_game_is_read_as_the_orm_reads_it() -> None:
    white, black = person("Anna"), person("Boris")
    for row in (game(white, black), game(white, black, "f3", "e5", "g4", "Qh4#"), game(black, white, "e4", "c5")):
        found = store.read(row.pk)
        assert fields(found) == fields(Game.objects.get(pk=row.pk))
        assert (found.white, found.black) == (row.white, row.black)
        assert found.white.user is not None
        assert found.white.user.mail_mode == User.MailMode.EACH


def test_a_player_without_an_account_has_none() -> None:
    row = game(person(), person())
    Player.objects.filter(pk=row.white_id).update(user=None)
    assert store.read(row.pk).white.user is None


def test_a_game_that_does_not_exist_is_not_read() -> None:
    with pytest.raises(Game.DoesNotExist):
        store.read(1_000_000)


def test_what_a_move_writes_is_what_the_orm_reads() -> None:
    white = person()
    row = game(white, person())
    moved = playing.make_move(row.pk, "e4", actor=white, at=AT)
    kept = Game.objects.get(pk=row.pk)
    assert fields(kept) == fields(moved)
    event = GameEvent.objects.filter(game=row).last()
    assert event is not None
    assert (event.number, event.type, event.ply, event.actor, event.at) == (kept.version, "move-made", 1, white, AT)
    assert event.data["algebraic"] == "e4"
    mail = Mail.objects.get(game=row, kind="your-move")
    assert (mail.user_id, mail.facts, mail.sent) == (row.black.user_id, {"move": "e4", "ply": 1}, None)


def test_a_mail_about_the_same_thing_is_queued_once() -> None:
    mail = {"user": person(), "kind": "x", "key": "the same", "made": AT, "due": AT}
    store.queue([Mail(**mail), Mail(**mail)])
    store.queue([Mail(**mail)])
    assert Mail.objects.filter(key="the same").count() == 1


def test_whoever_is_overtaken_decides_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between reading and writing of White's move, Black resigns: the move is not made, and nothing is lost."""
    white, black = person(), person()
    row = game(white, black)
    read, overtaking = store.read, [True]

    def slowly(game_id: int) -> Game:
        found = read(game_id)
        if overtaking:
            overtaking.clear()
            playing.resign(game_id, actor=black, at=AT)
        return found

    monkeypatch.setattr(store, "read", slowly)
    with pytest.raises(Refused):
        playing.make_move(row.pk, "e4", actor=white, at=AT)
    kinds = list(GameEvent.objects.filter(game=row).values_list("type", flat=True))
    assert kinds == ["arranged", "started", "ended"]
    assert Game.objects.get(pk=row.pk).result == "1-0"


def test_a_game_is_not_written_over_a_newer_one() -> None:
    row = game(person(), person())
    stale = store.read(row.pk)
    games.command(
        row.pk, lambda one: commands.MakeMove(by=games.colour_of(one, one.white), move="e4"), at=AT, actor=None
    )
    late = GameEvent(game=row, number=stale.version + 1, type="late", at=AT, data={})
    mail = Mail(user=row.white.user, kind="ended", key="late", game=row, made=AT, due=AT)
    before = stale.version
    stale.version += 1
    assert not store.write(stale, [late], [mail], after=before)
    assert Game.objects.get(pk=row.pk).plies == 1
    assert not GameEvent.objects.filter(type="late").exists()
    assert not Mail.objects.filter(key="late").exists()


@pytest.mark.parametrize("mails", [0, 1, 3])
def test_a_game_is_written_with_all_that_happened_and_every_mail(mails: int) -> None:
    row = store.read(game(person(), person()).pk)
    happened = [
        GameEvent(game=row, number=row.version + 1 + n, type="late", at=AT, ply=None, data={"n": n, "é": "'%s'"})
        for n in range(2)
    ]
    told = [
        Mail(user=row.white.user, kind="ended", key=f"late/{n}", facts={"n": n}, made=AT, due=AT) for n in range(mails)
    ]
    before = row.version
    row.version += 2
    assert store.write(row, happened, told, after=before)
    kept = GameEvent.objects.filter(game=row, type="late").order_by("number")
    assert [(event.data, event.at, event.actor) for event in kept] == [(event.data, AT, None) for event in happened]
    found = Mail.objects.filter(key__startswith="late/").order_by("key")
    assert [(mail.facts, mail.game, mail.due) for mail in found] == [({"n": n}, None, AT) for n in range(mails)]
    assert Game.objects.get(pk=row.pk).version == before + 2


CHANGES: list[dict[str, Any]] = [
    {"plies": 7, "last_move": "Nf3"},
    {"lines": 1},
    {"awaits_director": True},
    {"on_move_id": None, "status": "finished", "result": "1-0", "termination": "flag", "finished": AT},
]


@pytest.mark.parametrize("changed", CHANGES)
def test_whatever_changes_in_a_game_is_written(changed: dict[str, Any]) -> None:
    row = store.read(game(person(), person()).pk)
    event = GameEvent(game=row, number=row.version + 1, type="late", at=AT, data={})
    for name, value in {"version": row.version + 1, **changed}.items():
        setattr(row, name, value)
    assert store.write(row, [event], [], after=row.version - 1)
    assert fields(Game.objects.get(pk=row.pk)) == fields(row)


@pytest.mark.parametrize("column", ["on_move_id", "offer_to_id"])
def test_nobody_acts_in_a_game_of_others(column: str) -> None:
    row, stranger = game(person(), person()), person()
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=row.pk).update(**{column: stranger.player.pk})
    Game.objects.filter(pk=row.pk).update(**{column: row.black_id})


def test_a_cause_that_was_told_is_not_told_again_with_a_game() -> None:
    row = store.read(game(person(), person()).pk)
    mail = Mail(user=row.white.user, kind="ended", key="once", facts={}, made=AT, due=AT)
    for _ in range(2):
        before = row.version
        row.version += 1
        event = GameEvent(game=row, number=row.version, type="late", at=AT, data={})
        assert store.write(row, [event], [mail], after=before)
    assert Mail.objects.filter(key="once").count() == 1


def test_a_session_is_found_until_it_expires() -> None:
    client, user = Client(), person("Anna")
    client.force_login(user)
    key = client.session.session_key
    assert SessionStore(key).load() == client.session.load()
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))
    expired = SessionStore(key)
    assert expired.load() == {}
    assert expired.session_key is None


def test_an_account_comes_with_its_player(django_assert_num_queries: Any) -> None:
    user, official = person("Anna"), User.objects.create_user("official@example.org", "correspondence is slow")
    with django_assert_num_queries(1):
        found = Backend().get_user(user.pk)
        assert found is not None
        assert found.player.name == "Anna"
        assert found.player.user is found
    assert fields(found) == fields(User.objects.get(pk=user.pk))
    assert fields(found.player) == fields(Player.objects.get(user=user))
    assert Backend().get_user(official.pk) == official
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert Backend().get_user(user.pk) is None
    assert Backend().get_user(1_000_000) is None


def _asking(key: str) -> HttpRequest:
    request = HttpRequest()
    request.session = SessionStore(key)
    return request


def test_who_is_signed_in_is_one_statement(django_assert_num_queries: Any) -> None:
    client, user = Client(), person("Anna")
    client.force_login(user)
    key = client.cookies["sessionid"].value
    assert signed_in(_asking(key)) == user, "no list of sessions names it yet"
    client.get("/games")
    with django_assert_num_queries(1):
        found = signed_in(_asking(key))
        assert found.player.name == "Anna"
    assert fields(found) == fields(User.objects.get(pk=user.pk))
    assert settings.AUTHENTICATION_BACKENDS == [BACKEND]


def test_the_list_of_sessions_signs_nobody_in() -> None:
    client, user, other = Client(), person("Anna"), person("Ben")
    client.force_login(user)
    client.get("/games")
    key = client.cookies["sessionid"].value
    listed = UserSession.objects.filter(session_key=key)
    listed.update(user=other)
    assert signed_in(_asking(key)) == user
    listed.update(user=user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not signed_in(_asking(key)).is_authenticated
    User.objects.filter(pk=user.pk).update(is_active=True)
    user.set_password("another one, and longer")
    user.save()
    assert not signed_in(_asking(key)).is_authenticated
    assert not signed_in(_asking("unknown")).is_authenticated
    nobody = SessionStore()
    nobody["seen"] = "the front page"
    nobody.save()
    UserSession.objects.create(user=user, session_key=nobody.session_key, ip="127.0.0.1")
    assert not signed_in(_asking(nobody.session_key)).is_authenticated
