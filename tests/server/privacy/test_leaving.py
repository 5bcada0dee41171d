"""What a person takes along and what is left: export and deletion of an account."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.test import Client

from slowmate.board import Position
from slowmate.ratings.periods import Period
from slowmate.server.accounts.models import Entry, Token, User
from slowmate.server.accounts.services import tokens
from slowmate.server.correspondence import services as correspondence
from slowmate.server.correspondence.models import Analysis, Message, Note
from slowmate.server.games import terms
from slowmate.server.games.models import Challenge, Game
from slowmate.server.games.services import challenges, leave
from slowmate.server.mail.models import Mail
from slowmate.server.people.models import Office, Player
from slowmate.server.privacy import services
from slowmate.server.ratings.queries.inputs import differences
from slowmate.server.ratings.services.history import make_lists
from slowmate.server.site import clock
from slowmate.server.site.errors import Unfit
from tests.server.signing import sign_in
from tests.support.people import PASSWORD, game, person, rated_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

# export


def living() -> tuple[User, User, Game]:
    """Somebody with one of everything."""
    at = clock.now()
    me, other = person("Ada Lovelace"), person("Bo")
    game(me, other, "f3", "e5", "g4", "Qh4", at=at)
    running = game(me, other, "e4", at=at)
    correspondence.write_note(running, "my-note", actor=me, at=at)
    correspondence.write_note(running, "his-note", actor=other, at=at)
    place = Position.initial().play_uci("e2e4")
    correspondence.save_analysis(running, place, "c5", from_ply=1, name="my-line", comment="", actor=me, at=at)
    correspondence.send_message(running, "my-message", actor=me, at=at)
    bad = correspondence.send_message(running, "my-bad-message", actor=me, at=at)
    correspondence.report(running, "rude", actor=other, at=at, message=bad)
    correspondence.send_message(running, "his-message", actor=other, at=at)
    challenges.make(me.player, other.player, terms=terms.plain(control="fixed-3"), words="my-words", at=at)
    declined = challenges.make(other.player, me.player, terms=terms.plain(control="fixed-3"), at=at)
    challenges.decline(declined.pk, actor=me, at=at)
    tokens.make(me, "my-token", scope=Token.Scope.READ, at=at)
    leave.take(me.player, at.date() + timedelta(days=30), at.date() + timedelta(days=31), actor=me, at=at)
    return me, other, running


def test_an_export_holds_everything_of_the_person_and_nothing_of_others() -> None:
    me, other, _ = living()
    client = Client()
    client.force_login(me)
    answer = client.post("/account/export", {"password": PASSWORD})
    assert answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    whole = "\n".join(parts.values())
    for mine in ("my-note", "my-line", "my-message", "his-message", "my-words", "my-token", me.email, "leave taken"):
        assert mine in whole, mine
    assert parts["games.pgn"].count('[White "Ada Lovelace"]') == 2
    assert json.loads(parts["player.json"])["name"] == "Ada Lovelace"
    for secret in ("his-note", other.email, me.password, me.tokens.get().digest, me.unsubscribe_key):
        assert secret not in whole, secret
    assert Entry.objects.filter(what="account exported", actor=me).exists()


@pytest.mark.parametrize("path", ["/account/export", "/account/delete"])
def test_without_the_password_nothing_is_exported_or_deleted(path: str) -> None:
    me = person()
    client = Client()
    client.force_login(me)
    assert client.get(path).status_code == 200
    for body in ({}, {"password": ""}, {"password": "wrong password", "name": "former", "resign": "on"}):
        answer = client.post(path, body)
        assert answer.status_code == (200 if not body else 422)
        assert answer["Content-Type"].startswith("text/html")
    assert User.objects.filter(pk=me.pk).exists()
    assert Client().get(path)["Location"].startswith("/accounts/login/")


# deletion


def delete(me: User, **body: str) -> Any:
    client = Client()
    client.force_login(me)
    return client.post("/account/delete", {"password": PASSWORD, **body})


def test_running_games_stand_against_deletion_unless_they_are_resigned() -> None:
    me, other, running = living()
    refused = delete(me, name="keep")
    assert refused.status_code == 422
    assert b"not over" in refused.content
    assert User.objects.filter(pk=me.pk).exists()
    assert delete(me, name="keep", resign="on").status_code == 302
    running.refresh_from_db()
    assert (running.result, running.termination) == ("0-1", "resignation")
    assert running.events.latest("pk").data["grounds"][0]["clause"] == "ICCF-LAWS-2019 5.1.2"
    assert Mail.objects.filter(user=other, kind="ended", game=running).exists()


def test_whatever_is_private_goes_and_results_stay() -> None:
    me, _, running = living()
    player = me.player
    client = Client()
    client.force_login(me)
    delete(me, name="keep", resign="on")
    assert not User.objects.filter(pk=me.pk).exists()
    assert client.get("/games").status_code == 302
    player.refresh_from_db()
    assert (player.name, player.user, player.about, player.birth_year) == ("Ada Lovelace", None, "", None)
    assert list(Note.objects.values_list("text", flat=True)) == ["his-note"]
    assert not Analysis.objects.exists()
    assert set(Message.objects.values_list("text", flat=True)) == {"his-message", "my-bad-message"}
    assert not Challenge.objects.filter(challenger=player).exists()
    assert not Token.objects.exists()
    assert not player.leaves.exists()
    assert not EmailAddress.objects.filter(email=me.email).exists()
    assert not Entry.objects.filter(facts__icontains="my-token").exists()
    assert Entry.objects.filter(what="account deleted", about=f"player/{player.pk}").exists()
    assert Game.objects.filter(white=player, status=Game.Status.FINISHED).count() == 2
    for path in (f"/games/{running.pk}", f"/games/{running.pk}/pgn", f"/players/{player.pk}"):
        assert b"Ada Lovelace" in Client().get(path).content
    assert not sign_in(Client(), me.email, PASSWORD).get("Location")


def test_a_former_player_leaves_no_name_behind() -> None:
    me, other, running = living()
    numbers = {"iccf_id": "480123", "rating_games": 30}
    Player.objects.filter(pk=me.player.pk).update(**numbers, federation="CZE", title="SIM", birth_year=1970)
    me = User.objects.get(pk=me.pk)
    player = me.player
    delete(me, name="former", resign="on")
    player.refresh_from_db()
    assert (player.name, player.iccf_id, player.federation, player.title) == ("Former player", None, "", "")
    assert (player.rating, player.rating_games) == (None, 0)
    watcher = Client()
    watcher.force_login(other)
    for path in (f"/games/{running.pk}", f"/games/{running.pk}/pgn", f"/players/{player.pk}", "/players", "/games"):
        page = watcher.get(path).content
        assert b"Lovelace" not in page, path
        assert b"480123" not in page, path
    assert not Mail.objects.filter(facts__icontains="Lovelace").exists()
    assert not Entry.objects.filter(facts__icontains="Lovelace").exists()


@pytest.mark.parametrize(("keeps", "left"), [(True, ("Ada", "CZE", "SIM", "")), (False, ("", "", "", ""))])
def test_in_lists_that_were_published_the_numbers_stay_and_who_they_are_of_goes(
    *, keeps: bool, left: tuple[str, ...]
) -> None:
    me, other = person("Ada"), person("Bo")
    Player.objects.filter(pk=me.player.pk).update(federation="CZE", title="SIM", sex="f")
    rated_game(me, other, ended=datetime(2023, 10, 1, tzinfo=UTC))
    (row,) = make_lists(Period(2024, 1), published=lambda _: clock.now())
    before = row.entries.get(player=me.player)
    assert before.sex == "f"
    services.delete(User.objects.get(pk=me.pk), keep_name=keeps, resign=True, at=clock.now())
    after = row.entries.get(player=me.player)
    assert (after.name, after.federation, after.title, after.sex) == left
    assert (after.rating, after.games, after.rank) == (before.rating, before.games, before.rank)
    assert differences(row) == []
    (second,) = make_lists(Period(2024, 2), published=lambda _: clock.now())
    assert second.entries.get(player=me.player).old_rating == before.rating
    assert (Player.objects.get(pk=me.player.pk).rating is None) == (not keeps)


def test_an_export_has_the_ratings_of_the_person() -> None:
    me, other = person("Ada"), person("Bo")
    rated_game(me, other, ended=datetime(2023, 10, 1, tzinfo=UTC))
    list(make_lists(Period(2024, 1), published=lambda _: clock.now()))
    with zipfile.ZipFile(io.BytesIO(services.export(me, at=clock.now()))) as archive:
        (entry,) = json.loads(archive.read("ratings.json"))
    assert (entry["list__period"], entry["name"], entry["period_games"]) == ("2024/1", "Ada", 1)


def test_whoever_holds_an_office_is_asked_to_have_it_ended_first() -> None:
    today = clock.now().date()
    holder = person(offices=(Office.Kind.DIRECTOR,))
    with pytest.raises(Unfit):
        services.delete(holder, keep_name=True, resign=False, at=clock.now())
    holder.offices.update(ends=today - timedelta(days=1))
    services.delete(User.objects.get(pk=holder.pk), keep_name=True, resign=False, at=clock.now())
    assert not User.objects.filter(pk=holder.pk).exists()


def test_whoever_runs_the_server_makes_the_first_administrator() -> None:
    user = person()
    call_command("administrator", user.email.upper(), stdout=io.StringIO())
    assert User.objects.get(pk=user.pk).is_administrator
    assert Entry.objects.filter(what="administrator made", about=f"user/{user.pk}").exists()
    call_command("administrator", user.email, "--end", stdout=io.StringIO())
    assert not User.objects.get(pk=user.pk).is_administrator
    with pytest.raises(CommandError):
        call_command("administrator", "nobody@example.org")


def test_the_last_administrator_stays() -> None:
    first, second = person(is_administrator=True), person(is_administrator=True)
    services.delete(first, keep_name=True, resign=False, at=clock.now())
    with pytest.raises(Unfit):
        services.delete(second, keep_name=True, resign=False, at=clock.now())


OF_NOBODY = {"id", "folded", "is_demo"}
"""What is kept of a player but says nothing of the person: his number, his name once more, a demonstration."""
NOT_TAKEN_ALONG = {"user", "folded", "is_demo"}


def test_every_field_of_a_player_is_exported() -> None:
    fields = {field.name for field in Player._meta.concrete_fields}
    assert fields - NOT_TAKEN_ALONG == set(services.PROFILE)


SECRET = {"id", "password", "unsubscribe_key"}
OF_THE_SERVER = {"is_active", "is_administrator"}
"""What the server knows of an account, and not the person: the rights given to it are in the journal."""


def test_every_field_of_an_account_is_exported_but_for_its_secrets() -> None:
    fields = {field.name for field in User._meta.concrete_fields}
    assert fields - SECRET - OF_THE_SERVER == set(services.ACCOUNT)


def test_nothing_of_a_player_is_left_who_takes_his_name_along() -> None:
    user = person("Ada Lovelace")
    values = {"CharField": "x", "TextField": "x", "PersonName": "x", "BooleanField": True}
    filled = {
        field.name: values.get(field.get_internal_type(), 7)
        for field in Player._meta.concrete_fields
        if field.name not in OF_NOBODY | {"user", "name"}
    }
    Player.objects.filter(user=user).update(**filled)
    services.delete(User.objects.get(pk=user.pk), keep_name=False, resign=True, at=clock.now())
    left = Player.objects.get(pk=user.player.pk)
    kept = {name: getattr(left, name) for name in filled if getattr(left, name) not in ("", None, 0)}
    assert (left.name, left.user, kept) == ("Former player", None, {})
