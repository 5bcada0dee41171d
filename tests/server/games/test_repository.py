"""The one door to a game's row."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Model

from slowmate.play import commands
from slowmate.rulebook import Refused
from slowmate.server.games import repository
from slowmate.server.games.models import Game, GameEvent
from slowmate.server.games.services import games, playing
from slowmate.server.mail import outbox
from slowmate.server.mail.models import Mail, MailMode
from slowmate.server.people.models import Player
from tests.support.people import AT, game, person

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def fields(thing: Model) -> dict[str, Any]:
    return {field.attname: getattr(thing, field.attname) for field in thing._meta.concrete_fields}


def test_a_game_is_loaded_with_its_players_and_their_accounts_at_once(django_assert_num_queries: Any) -> None:
    white, black = person("Anna"), person("Boris")
    for row in (game(white, black), game(white, black, "f3", "e5", "g4", "Qh4#"), game(black, white, "e4", "c5")):
        with django_assert_num_queries(1):
            found = repository.load(row.pk)
            assert (found.white, found.black) == (row.white, row.black)
            assert found.white.user is not None
            assert found.white.user.mail_mode == MailMode.EACH


def test_a_player_without_an_account_has_none() -> None:
    row = game(person(), person())
    Player.objects.filter(pk=row.white_id).update(user=None)
    assert repository.load(row.pk).white.user is None


def test_a_game_that_does_not_exist_is_not_read() -> None:
    with pytest.raises(Game.DoesNotExist):
        repository.load(1_000_000)


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
    assert (mail.user_id, mail.ply, mail.facts) == (row.black.user_id, 1, {"move": "e4", "event": 3})


def test_a_mail_about_the_same_thing_is_queued_once() -> None:
    mail = {"user": person(), "kind": "x", "key": "the same", "made": AT, "due": AT}
    outbox.queue([Mail(**mail), Mail(**mail)])
    outbox.queue([Mail(**mail)])
    assert Mail.objects.filter(key="the same").count() == 1


def test_whoever_is_overtaken_decides_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between reading and writing of White's move, Black resigns: the move is not made, and nothing is lost."""
    white, black = person(), person()
    row = game(white, black)
    load, overtaking = repository.load, [True]

    def slowly(game_id: int) -> Game:
        found = load(game_id)
        if overtaking:
            overtaking.clear()
            playing.resign(game_id, actor=black, at=AT)
        return found

    monkeypatch.setattr(repository, "load", slowly)
    with pytest.raises(Refused):
        playing.make_move(row.pk, "e4", actor=white, at=AT)
    kinds = list(GameEvent.objects.filter(game=row).values_list("type", flat=True))
    assert kinds == ["arranged", "started", "ended"]
    assert Game.objects.get(pk=row.pk).result == "1-0"


def test_a_game_is_not_written_over_a_newer_one() -> None:
    row = game(person(), person())
    stale = repository.load(row.pk)
    games.command(row.pk, lambda one: commands.MakeMove(by=one.colour_of(one.white), move="e4"), at=AT, actor=None)
    late = GameEvent(game=row, number=stale.version + 1, type="late", at=AT, data={})
    mail = Mail(user=row.white.user, kind="ended", key="late", game=row, made=AT, due=AT)
    before = stale.version
    stale.version += 1
    assert not repository.save(stale, [late], [mail], after=before)
    assert Game.objects.get(pk=row.pk).plies == 1
    assert not GameEvent.objects.filter(type="late").exists()
    assert not Mail.objects.filter(key="late").exists()


@pytest.mark.parametrize("mails", [0, 1, 3])
def test_a_game_is_written_with_all_that_happened_and_every_mail(mails: int) -> None:
    row = repository.load(game(person(), person()).pk)
    happened = [
        GameEvent(game=row, number=row.version + 1 + n, type="late", at=AT, ply=None, data={"n": n, "é": "'%s'"})
        for n in range(2)
    ]
    told = [
        Mail(user=row.white.user, kind="ended", key=f"late/{n}", facts={"n": n}, made=AT, due=AT) for n in range(mails)
    ]
    before = row.version
    row.version += 2
    assert repository.save(row, happened, told, after=before)
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
    row = repository.load(game(person(), person()).pk)
    event = GameEvent(game=row, number=row.version + 1, type="late", at=AT, data={})
    for name, value in {"version": row.version + 1, **changed}.items():
        setattr(row, name, value)
    assert repository.save(row, [event], [], after=row.version - 1)
    assert fields(Game.objects.get(pk=row.pk)) == fields(row)


@pytest.mark.parametrize("column", ["on_move_id", "offer_to_id"])
def test_nobody_acts_in_a_game_of_others(column: str) -> None:
    row, stranger = game(person(), person()), person()
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=row.pk).update(**{column: stranger.player.pk})
    Game.objects.filter(pk=row.pk).update(**{column: row.black_id})


def test_a_cause_that_was_told_is_not_told_again_with_a_game() -> None:
    row = repository.load(game(person(), person()).pk)
    mail = Mail(user=row.white.user, kind="ended", key="once", facts={}, made=AT, due=AT)
    for _ in range(2):
        before = row.version
        row.version += 1
        event = GameEvent(game=row, number=row.version, type="late", at=AT, data={})
        assert repository.save(row, [event], [mail], after=before)
    assert Mail.objects.filter(key="once").count() == 1
